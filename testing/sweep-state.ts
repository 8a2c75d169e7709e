/** @module The state of a sweep that judged every open change, made from one judged change: judging a thousand would take minutes. */

import type { GitHubClient } from "../packages/github/src/client.ts";
import { WritePace } from "../packages/github/src/publish/pace.ts";
import { readBases } from "../packages/github/src/sweep/base-evidence.ts";
import { judgeChange } from "../packages/github/src/sweep/judge-change.ts";
import { lookAtChanges } from "../packages/github/src/sweep/look.ts";
import { listOpenChanges } from "../packages/github/src/sweep/open-changes.ts";
import { writtenState } from "../packages/github/src/sweep/state.ts";

/** The text of the state. */
export async function keptForAll(client: GitHubClient, repository: string): Promise<string> {
  const { signal, timing, urls } = client;
  const open = await listOpenChanges(client, repository);
  const looked = await lookAtChanges(client, open, await readBases(client, repository, open.changes, {}), false);
  const changes = new Map(looked.map((change) => [change.number, change]));
  const [first] = looked;
  if (first === undefined) throw new Error("there is no open change");
  const { change } = await judgeChange(client, first, null, {
    repository,
    mode: "report",
    env: {},
    pace: new WritePace(timing, signal),
    signal,
    timestamp: () => "2026-01-02T03:04:05Z",
    changes,
    published: new Set(),
  });
  const kept = change?.kept ?? null;
  if (kept === null) throw new Error(change?.failure ?? "the change was not judged");
  const all = looked.map(({ number, headSha, baseRef, seen, title }) => ({
    ...kept,
    number,
    head_sha: headSha,
    base_ref: baseRef,
    seen,
    row: { ...kept.row, number, head_sha: headSha, title: title ?? "" },
  }));
  return writtenState(all, { host: urls.host, repository: open.repository });
}
