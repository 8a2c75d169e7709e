/** @module Receipts of sessions, as lines for people: whose, of which tree, what ran, and what the receipt is worth. */

import type { ReceiptRun, SessionReceipt } from "@warrant/kernel/claim/session-receipt";
import { outside } from "@warrant/kernel/render/outside";
import type { Colours } from "../render/colours.ts";

/** A receipt and how far it could be checked. */
export interface ReceiptStanding {
  readonly commit: string;
  /** Null for a line that is no receipt. */
  readonly receipt: SessionReceipt | null;
  readonly trust: "recomputed" | "signed" | "unsigned" | "unreadable";
  readonly fit: "fresh" | "stale";
}

const worth: Readonly<Record<ReceiptStanding["trust"], string>> = {
  recomputed: "our own ledger holds this very trace",
  signed: "signed by a key you named",
  unsigned: "only the session's own word: it proves nothing, and what it admits counts",
  unreadable: "a line that is no receipt, and is left out",
};

function runLine({ check, program, scope, outcome, exit_code: code, summary, fresh }: ReceiptRun): string {
  const counts = summary === null ? "" : `, ${summary.passed} passed, ${summary.failed} failed`;
  const end = code === null ? "" : `, exit ${code}`;
  const late = fresh ? "" : ", files were changed after it";
  return `  ${check}: ${outcome} (${outside(program, 60)}, ${scope}${end}${counts}${late})`;
}

function lines({ commit, receipt, trust, fit }: ReceiptStanding, colours: Colours): string[] {
  if (receipt === null) return [`· ${commit.slice(0, 12)}  ${worth[trust]}`];
  const { session, trace, runs } = receipt.predicate;
  const isGood = fit === "fresh" && trust !== "unsigned";
  const head = `${isGood ? "✓" : "·"} ${commit.slice(0, 12)}  session ${outside(session.id, 100)} of ${outside(session.host, 40)}`;
  return [
    colours.bold(head),
    `  ${fit === "fresh" ? "of exactly this tree" : "of another tree: at most what was once true"}; ${worth[trust]}`,
    `  ${trace.calls} calls${trace.complete ? "" : ", not all of them recorded"}`,
    ...runs.map(runLine),
  ];
}

/** The page. */
export function receiptsText(found: readonly ReceiptStanding[], colours: Colours): string {
  if (found.length === 0) return "no receipt was found. Write one: warrant receipt write\n";
  return `${found.flatMap((one) => lines(one, colours)).join("\n")}\n`;
}
