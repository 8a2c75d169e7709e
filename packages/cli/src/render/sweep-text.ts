/** @module A sweep on a terminal: a line for each change with a verdict, those without one, and the sums. */

import type { PartState } from "@warrant/github/publish/publish";
import type { SweepResult } from "@warrant/github/sweep/sweep";
import type { SweptChange } from "@warrant/github/sweep/swept";
import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside } from "@warrant/kernel/render/outside";
import { counted } from "@warrant/kernel/render/phrase";
import { renderTable, type TableOptions, type TableRow } from "./table.ts";

/** Changes without a verdict that are named; the files hold all of them. */
const mostNamed = 20;
/** Lines of one cause: a configuration names each of its problems on its own. */
const mostCauseLines = 20;

function rowOf({ kept }: SweptChange): TableRow[] {
  if (kept === null) return [];
  const { row, decision, deny_kind, gated, floor } = kept;
  const verdict = {
    decision,
    deny_kind,
    gated,
    reason: row.verdict.reason,
    subject: { repository: row.repo, number: kept.number, head_sha: kept.head_sha },
    tier: { value: row.verdict.tier },
    floor: { class: floor },
  };
  return [{ verdict, title: row.title }];
}

/** How many changes ended how, as `2 unchanged, 1 judged`. */
export function sweepCounts(changes: readonly SweptChange[]): string {
  const hows = ["unchanged", "judged", "failed", "remaining"] as const;
  return hows
    .map((how) => ({ how, count: changes.filter((change) => change.how === how).length }))
    .filter(({ how, count }) => count > 0 || how === "unchanged" || how === "judged")
    .map(({ how, count }) => `${count} ${how}`)
    .join(", ");
}

/** The numbers of changes, the first of them named. */
function numbers(changes: readonly SweptChange[]): string {
  const named = changes.slice(0, mostNamed).map(({ number }) => `#${number}`);
  const rest = changes.length - named.length;
  return rest === 0 ? named.join(", ") : `${named.join(", ")} and ${rest} more`;
}

/** What failed, each cause once with the changes it is the cause of; one of several lines stays so. */
function failureLines(changes: readonly SweptChange[]): string[] {
  const failed = changes.filter((change) => change.how === "failed");
  const byCause = Map.groupBy(failed, ({ failure }) => failure ?? "");
  const lines = [...byCause].slice(0, mostNamed).flatMap(([failure, alike]) => {
    const [cause = "", ...more] = failure.split("\n").slice(0, mostCauseLines);
    return [`${numbers(alike)}: ${outside(cause)}`, ...more.map((line) => `  ${outside(line)}`)];
  });
  return byCause.size > mostNamed ? [...lines, `and ${byCause.size - mostNamed} more causes`] : lines;
}

/** Why a sweep stopped and when it can go on, without the first word; nothing for one that did not. */
export function stoppedWords({ stopped, resumesAt }: Pick<SweepResult, "stopped" | "resumesAt">): string {
  const when =
    resumesAt === null
      ? ""
      : `, at ${new Date(Math.ceil(resumesAt / 1000) * 1000).toISOString().replace(".000Z", "Z")}`;
  return `${stopped}. Run it again when the limit begins anew${when}.`;
}

const writtenStates: ReadonlySet<PartState> = new Set(["created", "updated"]);
const leftStates: ReadonlySet<PartState> = new Set(["unchanged", "left alone", "left to app"]);

/** What was put on the pull requests that were judged; nothing where nothing was to be published. */
function publishedLines(changes: readonly SweptChange[]): string[] {
  const written = changes.flatMap((change) => change.written ?? []);
  if (written.length === 0) return [];
  const said = (["check", "comment"] as const).map((part) => {
    const count = (states: ReadonlySet<PartState>): number => written.filter((one) => states.has(one[part])).length;
    const left = count(leftStates);
    const what = counted(count(writtenStates), part === "check" ? "check run" : "comment");
    return left === 0 ? what : `${what} (${left} left as ${left === 1 ? "it was" : "they were"})`;
  });
  return [`Written: ${said.join(", ")}.`];
}

/** @param changes those of the result to show: all of them, or of a watcher's later rounds those that were judged */
export function renderSweep(result: SweepResult, changes: readonly SweptChange[], options: TableOptions): string {
  const { repository } = result;
  const rows = changes.flatMap(rowOf);
  const remembered = changes.filter((change) => change.kept === null && change.stored !== null).length;
  const notes = [
    ...failureLines(changes),
    ...(remembered === 0 ? [] : [`The check runs of ${counted(remembered, "unchanged change")} hold the verdicts.`]),
    // The table names the repository and counts its lines.
    rows.length === changes.length && rows.length > 0
      ? `${sweepCounts(changes)}.`
      : `${counted(changes.length, "open change")} of ${outside(repository)}: ${sweepCounts(changes)}.`,
    ...publishedLines(changes),
    ...(result.stopped === null ? [] : [`Stopped: ${stoppedWords(result)}`]),
  ];
  const table = rows.length === 0 ? "" : renderTable(rows, options);
  return `${table}${withoutCommands(`${notes.join("\n")}\n`)}`;
}
