/** @module All open changes judged by one run: those that no event spoke of, or whose event was lost (report F7). */

import { type SweepResult, sweepRepository } from "@warrant/github/sweep/sweep";
import type { SweptChange } from "@warrant/github/sweep/swept";
import { type ExitCode, exitCodes } from "@warrant/kernel/render/exit-code";
import { codeSpan, prose, tableRow } from "@warrant/kernel/render/markdown-text";
import type { Session } from "./session.ts";

/** Rows of the summary; the others are counted. */
const mostRows = 300;

function wordOf({ how, kept, stored, enforced }: SweptChange): string {
  if (how === "failed" && kept === null) return "⚠️ Failed";
  if (how === "remaining") return "▫️ Not judged yet";
  const isDenied = (kept ?? stored)?.decision === "deny";
  const denied = enforced ? "❌ Denied" : "⚠️ Would be denied";
  const word = isDenied ? denied : kept?.gated === false ? "✅ Not gated" : "✅ Allowed";
  return how === "failed" ? `${word}, not published` : word;
}

/** What a sweep did, as one sentence. */
function counted({ changes }: SweepResult): string {
  const count = (how: SweptChange["how"]): number => changes.filter((change) => change.how === how).length;
  const parts = [
    `${changes.length} open ${changes.length === 1 ? "change" : "changes"}`,
    `${count("judged")} judged`,
    `${count("unchanged")} unchanged`,
    ...(count("failed") === 0 ? [] : [`${count("failed")} failed`]),
    ...(count("remaining") === 0 ? [] : [`${count("remaining")} remaining`]),
  ];
  return `${parts.join(", ")}.`;
}

/** The summary of a sweep: what was done, and a row for each change that was not left as it was. */
export function sweepSummary(result: SweepResult): string {
  const told = result.changes.filter(({ how }) => how !== "unchanged");
  const rows = told.slice(0, mostRows).map((change) => {
    const why = change.kept?.row.verdict.reason ?? change.failure ?? "";
    return tableRow([wordOf(change), codeSpan(`#${change.number}`), prose(why)]);
  });
  const table = rows.length === 0 ? [] : ["| | Change | Reason |", "|---|---|---|", ...rows, ""];
  const more = told.length > mostRows ? [`${told.length - mostRows} more are not shown.`, ""] : [];
  const notices = [...result.notices, ...(result.stopped === null ? [] : [`It ended early: ${result.stopped}.`])];
  return [
    `### Sweep of ${codeSpan(result.repository)}`,
    "",
    counted(result),
    "",
    ...table,
    ...more,
    ...notices.flatMap((notice) => [`> ${prose(notice)}`, ""]),
  ].join("\n");
}

/**
 * The sweep judges many: a denial of one is said on it, and is no failure of the sweep. A change it did not get to is one: what
 * stands on it may be older than what it is now. So is a refusal, since no fork's token sweeps: the workflow lacks a permission.
 */
function codeOf(session: Session, { changes, refusal, enforced }: SweepResult): ExitCode {
  if (refusal !== null) return session.failed(enforced);
  const undone = changes.filter(({ how }) => how === "failed" || how === "remaining");
  return undone.length === 0 ? exitCodes.allowed : session.failed(undone.some((change) => change.enforced));
}

/** Sweeps the repository and gives the exit code of the run. */
export async function sweep(session: Session): Promise<ExitCode> {
  const { client, repository, inputs, log, runner, folder, detailsUrl } = session;
  await session.forget();
  const result = await sweepRepository(client, {
    repository,
    publishing: await session.publishing(),
    mode: inputs.mode,
    env: runner.env,
    ...(folder === null ? {} : { folder }),
    detailsUrl,
    answersComments: true,
    timestamp: runner.timestamp,
    signal: runner.signal,
  });
  for (const { number, failure, how } of result.changes) {
    if (how === "failed" && failure !== result.refusal)
      log.warning(`${repository}#${number}: ${failure ?? "it failed"}`);
  }
  for (const notice of result.notices) log.notice(notice);
  if (result.stopped !== null) log.notice(`The sweep ended early: ${result.stopped}. The next one goes on.`);
  log.line(`${repository}: ${counted(result)}`);
  await session.summarize(sweepSummary(result));
  return codeOf(session, result);
}
