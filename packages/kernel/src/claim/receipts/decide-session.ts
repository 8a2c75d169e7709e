/** @module What a session's receipt says of a check, where its trace is not at hand (claim gate, 11.2). */

import type { ReceiptRun, SessionReceipt } from "../session-receipt.ts";
import { checkOfReceipt, type ReceiptOutcome, type Stated } from "./kinds.ts";

export interface Answer {
  readonly outcome: ReceiptOutcome;
  readonly reason: string;
}

function passedAfter(runs: readonly ReceiptRun[], failed: ReceiptRun, at: number): boolean {
  return runs
    .slice(at + 1)
    .some((run) => run.outcome === "pass" && (run.scope === "full" || run.command_digest === failed.command_digest));
}

/** What the runs of a receipt answer. A receipt that is incomplete supports nothing, and nothing is missing from it. */
export function decideSession(stated: Stated, { predicate }: SessionReceipt): Answer {
  const kind = checkOfReceipt[stated.kind];
  if (kind === undefined) return { outcome: "unverified", reason: "no_receipt" };
  const all = predicate.runs.filter(({ check }) => check === kind);
  const runs = all.filter(({ fresh }) => fresh);
  // Which part a narrow run was of is not written down.
  const failed = runs.findLast(
    (run, index) =>
      run.outcome === "fail" && (stated.target === null || run.scope === "full") && !passedAfter(runs, run, index),
  );
  if (failed !== undefined) return { outcome: "contradicted", reason: "failing_run" };
  const passed = runs.findLast(({ outcome, scope }) => outcome === "pass" && scope === "full");
  if (!predicate.trace.complete) return { outcome: "unverified", reason: "trace_incomplete" };
  if (passed !== undefined) {
    // How many were left out is not written down either, so another count refutes nothing.
    const isCounted = stated.count === null || passed.summary?.passed === stated.count;
    return isCounted
      ? { outcome: "supported", reason: "exit_code" }
      : { outcome: "unverified", reason: "count_not_seen" };
  }
  const last = runs.at(-1);
  if (last !== undefined)
    return { outcome: "unverified", reason: last.outcome === "unknown" ? "no_outcome" : "narrow_run" };
  if (all.length > 0) return { outcome: "unverified", reason: "stale_run" };
  return { outcome: stated.assertsRun ? "contradicted" : "unverified", reason: "never_ran" };
}
