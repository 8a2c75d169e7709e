/** @module Open changes looked at in batches: enough of each to know whether its stored verdict still answers. */

import { readDocument } from "@warrant/kernel/document";
import type { GitHubClient } from "../client.ts";
import { PlatformError } from "../errors.ts";
import { faultAt } from "../graphql-answer.ts";
import { ownerAndName } from "../owner-and-name.ts";
import { type CheckRun } from "../publish/stored-verdict.ts";
import { type BaseEvidence, baseKey } from "./base-evidence.ts";
import { changesPerLook, LookAnswer, LooksAnswer, lookQuery } from "./look-query.ts";
import { readNamedIssues } from "./named-issues.ts";
import type { OpenChange, OpenChanges } from "./open-changes.ts";
import { type PartlySeen, partlySeen, seenOf } from "./seen.ts";

/** An open change with what is known of it now. */
export interface LookedAt extends OpenChange {
  readonly title: string | null;
  readonly author: string | null;
  /** Null where not everything a verdict depends on could be seen: then it is judged afresh. */
  readonly seen: string | null;
  /** The required checks that are part of it. */
  readonly checks: readonly string[];
  /** Null where the configuration of its base is not known or not valid. */
  readonly base: BaseEvidence | null;
  /** The newest check run of our name of each app; null where they are not known. */
  readonly runs: readonly LookedRun[] | null;
}

export interface LookedRun extends CheckRun {
  /** RFC 3339 UTC; null while it waits. */
  readonly completedAt: string | null;
}

interface Looking extends Pick<OpenChanges, "repository" | "defaultBranch"> {
  readonly client: GitHubClient;
  readonly bases: ReadonlyMap<string, BaseEvidence | null>;
  /** Whether our check runs are asked for. */
  readonly withRuns: boolean;
}

/**
 * The answers about some changes by number, in which one that could not be read is missing. Null when the platform failed:
 * what takes it too long for many may be answered for fewer.
 */
async function ask(looking: Looking, changes: readonly OpenChange[]): Promise<Map<number, LookAnswer> | null> {
  const { client, repository, bases, withRuns } = looking;
  const { owner, repo: name } = ownerAndName(repository);
  const numbers = Object.fromEntries(changes.map(({ number }, index) => [`n${index}`, number]));
  const checks = changes.some((change) => (bases.get(baseKey(change))?.requiredChecks.size ?? 0) > 0);
  const variables = { owner, name, own: withRuns, checks, ...numbers };
  const answers = new Map<number, LookAnswer>();
  try {
    const asked = `${changes.length} open pull requests of ${repository}`;
    const { data, faults } = await client.graphql(asked, lookQuery(changes.length), variables, LooksAnswer);
    for (const [index, { number }] of changes.entries()) {
      if (faultAt(faults, ["repository", `c${index}`]) !== undefined) continue;
      const reading = readDocument(LookAnswer, data.repository?.[`c${index}`]);
      if (reading.ok && reading.document.number === number) answers.set(number, reading.document);
    }
    return answers;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== "platform-failed" || client.signal.aborted) throw error;
    return null;
  }
}

function runsOf(answer: LookAnswer): LookedRun[] | null {
  const suites = answer.commits.nodes?.[0]?.commit.checkSuites ?? null;
  if (suites === null || suites.nodes === null || suites.pageInfo.hasNextPage) return null;
  const found: LookedRun[] = [];
  for (const suite of suites.nodes) {
    const runs = suite?.checkRuns ?? null;
    if (suite === null || runs === null || runs.nodes === null || runs.pageInfo.hasNextPage) return null;
    for (const run of runs.nodes) {
      if (run === null || run.databaseId === null) return null;
      found.push({
        id: run.databaseId,
        name: run.name,
        headSha: answer.headRefOid,
        status: run.status.toLowerCase(),
        conclusion: run.conclusion?.toLowerCase() ?? null,
        externalId: run.externalId,
        detailsUrl: run.detailsUrl,
        appId: suite.app?.databaseId ?? null,
        appSlug: suite.app?.slug ?? null,
        title: run.title,
        summary: null,
        text: run.text,
        annotations: 0,
        completedAt: run.completedAt,
      });
    }
  }
  return found.sort((left, right) => left.id - right.id);
}

interface Looked {
  readonly change: LookedAt;
  readonly partly: PartlySeen | null;
}

function looked(change: OpenChange, answer: LookAnswer | undefined, looking: Looking): Looked | null {
  const base = looking.bases.get(baseKey(change)) ?? null;
  if (answer === undefined) {
    return { change: { ...change, title: null, author: null, seen: null, checks: [], base, runs: null }, partly: null };
  }
  if (answer.state !== "OPEN") return null;
  const { repository, defaultBranch, client, withRuns } = looking;
  // Retargeted since it was listed: another base speaks for it.
  const isSameBase = answer.baseRefName === change.baseRef;
  const at = { ...change, headSha: answer.headRefOid, baseRef: answer.baseRefName };
  const { title, author } = answer;
  const runs = withRuns ? runsOf(answer) : null;
  const known = isSameBase ? base : null;
  const partly =
    known === null ? null : partlySeen(answer, { repository, host: client.urls.host, defaultBranch, base: known });
  return {
    change: {
      ...at,
      title,
      author: author?.login ?? null,
      seen: null,
      checks: partly?.checks ?? [],
      base: known,
      runs,
    },
    partly,
  };
}

/**
 * Looks at every listed change that is still open, in the order of the list. Texts are let go after each batch, so memory
 * holds one batch of them whatever the number of changes.
 *
 * @throws PlatformError when the platform refuses for another reason than that it was asked too much at once.
 */
export async function lookAtChanges(
  client: GitHubClient,
  { repository, defaultBranch, changes }: OpenChanges,
  bases: ReadonlyMap<string, BaseEvidence | null>,
  withRuns: boolean,
): Promise<LookedAt[]> {
  const looking: Looking = { client, repository, defaultBranch, bases, withRuns };
  const found: Looked[] = [];
  let size = changesPerLook;
  for (let start = 0; start < changes.length; ) {
    const batch = changes.slice(start, start + size);
    const answers = await ask(looking, batch);
    if (answers === null && batch.length > 1) {
      size = Math.ceil(batch.length / 2);
      continue;
    }
    found.push(...batch.flatMap((change) => looked(change, answers?.get(change.number), looking) ?? []));
    start += batch.length;
    size = Math.min(changesPerLook, size * 2);
  }
  const named = found.flatMap(({ partly }) => partly?.named ?? []);
  const states = await readNamedIssues(client, repository, named);
  return found.map(({ change, partly }) => ({ ...change, seen: seenOf(partly, (key) => states.get(key)) }));
}
