/** @module The recorded requests of a session as text for people. */

import { meetCeilings } from "@warrant/kernel/policy/ceiling";
import { differences } from "@warrant/kernel/policy/ceiling-differences";
import type { Ceiling } from "@warrant/kernel/policy/engagement";
import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside, sentence } from "@warrant/kernel/render/outside";
import type { SettledRuntime } from "@warrant/kernel/runtime-settings";
import { holding, type RecordedPart, type RecordedRequest } from "../session-requests.ts";
import type { Colours } from "./colours.ts";
import { turnWords } from "./explain-text.ts";
import { columns, cutAfter } from "./layout.ts";
import { type Row, rowsOf } from "./rows.ts";
import { moment } from "./when.ts";

const shownParts = 12;
/** Columns of a part's own words. */
const widestQuote = 60;
const longestWord = 40;

function partLines(parts: readonly RecordedPart[]): string[] {
  const cells = parts
    .slice(0, shownParts)
    .map(({ act, stakes }, index) => [String(index + 1), outside(act, longestWord), outside(stakes, longestWord)]);
  const widths = [0, 1, 2].map((at) => Math.max(...cells.map((row) => columns(row[at] ?? ""))));
  const lines = cells.map((row, index) => {
    const { text = "", state = "" } = parts[index] ?? {};
    const padded = row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ");
    return `${padded}  "${cutAfter(sentence(text), widestQuote)}"${state === "unread" ? "   unread" : ""}`;
  });
  return [...lines, ...(parts.length > shownParts ? [`and ${parts.length - shownParts} more`] : [])];
}

const notLimits: ReadonlySet<string> = new Set(["domains", "deletion", "bans"]);

function narrowings(ceiling: Ceiling, { settings }: SettledRuntime): { field: string; text: string }[] {
  const configured = { approval: settings.approval, permission: settings.permission };
  return differences(configured, meetCeilings(configured, ceiling))
    .filter(({ field }) => !notLimits.has(field))
    .map(({ field, text }) => ({ field: field === "removal" ? "deletion" : field, text }));
}

function narrowingLines(ceiling: Ceiling | null, runtime: SettledRuntime): string[] {
  if (ceiling === null) return ["nothing was read of it: only what an unread text permits"];
  const found = narrowings(ceiling, runtime);
  const label = Math.max(0, ...found.map(({ field }) => field.length));
  return found.length === 0
    ? ["nothing of what is configured"]
    : found.map(({ field, text }) => `${field.padEnd(label)}  ${text}`);
}

function readAs({ reading }: RecordedRequest): string[] {
  if (reading === null) return [];
  const { act, horizon, stakes, evidence, clarity } = reading;
  const asked = evidence === "none" ? "no evidence asked" : `${outside(evidence, longestWord)} evidence`;
  return [
    [act, horizon, stakes]
      .map((word) => outside(word, longestWord))
      .concat(asked, outside(clarity, longestWord))
      .join(" · "),
  ];
}

function requestLines(request: RecordedRequest, index: number, runtime: SettledRuntime, colours: Colours): string[] {
  const { at, origin, request_id: id, turn, parts, bans, named, imported, ceiling } = request;
  const who = origin === "unknown" ? "unknown origin" : outside(origin, longestWord);
  const said = turnWords(turn);
  const rows: Row[] = [
    ["turn", said === null ? [] : [said]],
    ["parts", parts.length === 0 ? [] : partLines(parts)],
    ["read as", readAs(request)],
    ["narrows", request.carries === "as-before" && ceiling === null ? [] : narrowingLines(ceiling, runtime)],
    ["bans", bans.map((ban) => `not: ${cutAfter(sentence(ban), widestQuote)}`)],
    [
      "named",
      named.length === 0
        ? []
        : [
            named
              .slice(0, shownParts)
              .map((name) => outside(name, 80))
              .join(", "),
          ],
    ],
    ["from", imported ? ["another ledger: nothing of it holds here"] : []],
  ];
  return [
    colours.bold(`${index + 1}  ${moment(at)}  ${who}  request ${outside(id, 80)}`),
    ...rowsOf(padded(rows), colours),
  ];
}

/** One width for the labels of every request. */
function padded(rows: readonly Row[]): Row[] {
  return rows.map(([label, lines]) => [label.padEnd("model sees".length), lines]);
}

function holdsNow(requests: readonly RecordedRequest[], runtime: SettledRuntime): string {
  const at = holding(requests);
  const ceiling = at === null ? null : (requests[at]?.ceiling ?? null);
  const isPaused = requests.at(-1)?.paused === true;
  const paused = isPaused ? "; stopped until it is resumed or asked for work" : "";
  if (at === null || ceiling === null) return `only what an unread text permits${paused}`;
  const limits = narrowings(ceiling, runtime).map(({ field, text }) => `${field} ${text}`);
  return `request ${at + 1}: ${limits.length === 0 ? "nothing of what is configured is narrowed" : limits.join(" · ")}${paused}`;
}

/** @param earlier requests before the first that is shown. */
export function sessionRequestsText(
  session: string,
  requests: readonly RecordedRequest[],
  { earlier, unreadable }: { readonly earlier: number; readonly unreadable: number },
  runtime: SettledRuntime,
  colours: Colours,
): string {
  const total = earlier + requests.length;
  const damage = unreadable === 0 ? "" : `, ${unreadable} rows of its log cannot be believed (warrant ledger check)`;
  const lines = [
    colours.bold(`session ${outside(session, 200)}, ${total} ${total === 1 ? "request" : "requests"}${damage}`),
    ...(earlier > 0 ? [`the last ${requests.length} of them`] : []),
    ...requests.flatMap((request, index) => requestLines(request, earlier + index, runtime, colours)),
    ...(requests.length === 0 ? [] : [`${colours.bold("holds now")}  ${holdsNow(requests, runtime)}`]),
  ];
  return withoutCommands(`${lines.join("\n")}\n`);
}
