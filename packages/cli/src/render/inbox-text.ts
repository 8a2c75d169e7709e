/** @module The inbox as text for people: its entries in a list, and one with what it asks. */

import type { InboxEntry } from "@warrant/kernel/commitment/inbox";
import type { Approval } from "@warrant/kernel/policy/approval";
import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside } from "@warrant/kernel/render/outside";
import type { Colours } from "./colours.ts";
import { columns } from "./layout.ts";
import { type Row, rowsOf } from "./rows.ts";
import { leftUntil, moment, timeOf } from "./when.ts";

type Shorten = (id: string) => string;

function stateText({ state, expires_at: expires, read_at: read }: InboxEntry, now: string): string {
  if (state !== "open") return state;
  const left = expires === undefined ? undefined : leftUntil(expires, now);
  if (left === null) return "past its time";
  if (left !== undefined) return `expires in ${left}`;
  return read === undefined ? "" : "read";
}

/** One line for each entry. What nobody has read yet is bold. */
export function inboxText(
  entries: readonly InboxEntry[],
  more: number,
  shorten: Shorten,
  now: string,
  colours: Colours,
): string {
  if (entries.length === 0) return "the inbox is empty\n";
  const cells = entries.map((entry) => [
    shorten(entry.id),
    entry.kind,
    timeOf(entry.at, now),
    outside(entry.title, 100),
    stateText(entry, now),
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((row) => columns(row[at] ?? ""))));
  const lines = entries.map((entry, index) => {
    const row = (cells[index] ?? []).map(
      (cell, at) => cell + " ".repeat(Math.max(0, (widths[at] ?? 0) - columns(cell))),
    );
    const line = row.join("  ").trimEnd();
    return entry.read_at === undefined && entry.state === "open" ? colours.bold(line) : line;
  });
  const rest = more > 0 ? [`and ${more} more; --limit shows them`] : [];
  return withoutCommands(`${[...lines, ...rest].join("\n")}\n`);
}

/** The arguments that were hashed, whole, with hidden characters made visible. */
function argumentsOf({ input }: Approval): string {
  const { command, ...others } = input;
  if (typeof command === "string" && Object.keys(others).length === 0) return outside(command, 20_000);
  return outside(JSON.stringify(input), 20_000);
}

function shortDigest(digest: string): string {
  return digest.startsWith("sha256:") ? digest.slice(0, "sha256:".length + 12) : outside(digest, 20);
}

function askingRows({ approval, entry }: { approval: Approval; entry: InboxEntry }, name: string): Row[] {
  const agent = approval.agent === null ? "agent main" : `agent ${outside(approval.agent, 60)}`;
  return [
    ["asks", [`${outside(approval.tool, 100)}  ${argumentsOf(approval)}`]],
    ["in", [`${outside(approval.cwd, 200)}, session ${outside(approval.session, 60)}, ${agent}`]],
    ["why", [`${outside(entry.body, 300)}  [${outside(approval.gates[0] ?? "", 60)}]`]],
    ["digest", [`${shortDigest(approval.digest)}   policy ${shortDigest(approval.policy_digest)}`]],
    ...(approval.state === "pending" && !approval.imported
      ? [["answer", [`warrant answer ${name} approve|deny "note"`]] as const]
      : [["state", [stateOf(approval)]] as const]),
  ];
}

function stateOf({ state, decided_at: at, approver, note, imported }: Approval): string {
  const from = imported ? "; it came from another ledger and opens nothing here" : "";
  const by = approver === undefined ? "" : ` by ${outside(approver.id, 60)}`;
  const when = at === undefined ? "" : ` on ${moment(at)}`;
  return `${state}${by}${when}${note === undefined ? "" : `: "${outside(note, 200)}"`}${from}`;
}

/** One entry, and for a step that waits exactly what would run. */
export function entryText(
  entry: InboxEntry,
  approval: Approval | null,
  shorten: Shorten,
  now: string,
  colours: Colours,
): string {
  const rows: Row[] = [
    ["entry", [outside(entry.title, 300)]],
    ["since", [[moment(entry.at), stateText(entry, now)].filter((part) => part !== "").join(", ")]],
    ...(approval === null
      ? ([
          ["says", entry.body === "" ? [] : [outside(entry.body, 2000)]],
          ...(entry.question_id === undefined || entry.state !== "open"
            ? []
            : [["answer", [`warrant answer ${shorten(entry.id)} approve|deny "note"`]] as const]),
        ] as const)
      : askingRows({ approval, entry }, shorten(entry.id))),
  ];
  return withoutCommands(`${rowsOf(rows, colours).join("\n")}\n`);
}
