/** @module Whether a check passed as a claim says, decided over the whole trace (claim gate, 5.2 and 5.3). */

import type { Deed, Deeds } from "./deeds.ts";
import { isFresh, lastEdit } from "./edits.ts";
import { type CheckKind, checkOfReceipt, type Receipt, type ReceiptOutcome, type Stated } from "./kinds.ts";
import { type Summary, showsErrors } from "./summaries.ts";

export interface Run {
  readonly deed: Deed;
  readonly scope: "full" | "narrow";
  readonly targets: readonly string[];
  readonly outcome: "pass" | "fail" | "unknown";
  /** How a pass is known, or why it is not. */
  readonly by: string;
  readonly summary: Summary | null;
  readonly isFresh: boolean;
}

const unended = new Set(["running", "interrupted", "timeout", "unknown"]);

function outcomeOf(deed: Deed, kind: CheckKind, deeds: Deeds, others: number): Pick<Run, "outcome" | "by" | "summary"> {
  const { call } = deed;
  const summary = kind === "tests" ? deeds.summaryOf(call) : null;
  if (summary !== null && summary.failed > 0) return { outcome: "fail", by: "output", summary };
  if (unended.has(call.status)) return { outcome: "unknown", by: "no_outcome", summary };
  if (summary?.isEmpty === true) return { outcome: "unknown", by: "empty_run", summary };
  const code = call.exit_code ?? (call.status === "ok" ? 0 : 1);
  const isClean = summary !== null && !summary.isEmpty;
  if (code === 0) {
    if (deed.decides) return { outcome: "pass", by: "exit_code", summary };
    if (isClean) return { outcome: "pass", by: "output", summary };
    if (kind !== "tests" && showsErrors(deeds.textOf(call))) return { outcome: "fail", by: "output", summary };
    return { outcome: "unknown", by: "exit_masked", summary };
  }
  // A failure that is another command's says nothing of this one.
  if (!deed.decides)
    return isClean ? { outcome: "pass", by: "output", summary } : { outcome: "unknown", by: "exit_masked", summary };
  if (others > 0) return { outcome: "unknown", by: "which_failed", summary };
  return { outcome: "fail", by: "exit_code", summary };
}

/** Every run of a check in the trace, in order. */
export function runsOf(kind: CheckKind, deeds: Deeds): Run[] {
  const edit = lastEdit(deeds, kind === "lint");
  const found = deeds.all.filter(({ check }) => check?.kinds.includes(kind) === true);
  return found.map((deed) => {
    const others = deeds.all.filter(({ call, check }) => call === deed.call && check !== null).length - 1;
    const { scope = "narrow", targets = [] } = deed.check ?? {};
    return { deed, scope, targets, ...outcomeOf(deed, kind, deeds, others), isFresh: isFresh(deed, edit) };
  });
}

function covers(run: Pick<Run, "scope" | "targets">, target: string | null): boolean {
  if (run.scope === "full") return true;
  if (target === null) return false;
  const wanted = target.toLowerCase();
  return run.targets.some((word) => word.toLowerCase().includes(wanted));
}

function isAtLeast(run: Run, other: Run): boolean {
  if (run.scope === "full") return true;
  return other.scope === "narrow" && run.targets.join("\n") === other.targets.join("\n");
}

interface Decided {
  readonly outcome: ReceiptOutcome;
  readonly reason: string;
  readonly deeds: readonly Deed[];
}

function decided(outcome: ReceiptOutcome, reason: string, ...deeds: readonly Deed[]): Decided {
  return { outcome, reason, deeds };
}

/** 1: a fresh run failed, and none of its scope passed after it. */
function failing(runs: readonly Run[], target: string | null): Run | undefined {
  return runs.findLast(
    (run, index) =>
      run.isFresh &&
      run.outcome === "fail" &&
      (target === null || covers(run, target)) &&
      !runs.slice(index + 1).some((later) => later.isFresh && later.outcome === "pass" && isAtLeast(later, run)),
  );
}

function differs(count: number | null, summary: Summary | null): boolean {
  return count !== null && summary?.isCounted === true && !summary.counts.includes(count);
}

/** 2: a fresh run passed and covers the claim. */
function passing(run: Run, stated: Stated, deeds: Deeds): Decided {
  const { deed, summary, by } = run;
  if (differs(stated.count, summary)) return decided("contradicted", "count_differs", deed);
  if (!deeds.isComplete) return decided("unverified", "trace_incomplete", deed);
  if (stated.count !== null && summary?.isCounted !== true) return decided("unverified", "count_not_seen", deed);
  const later = deeds.all.find(({ order, mayEdit }) => order > deed.order && mayEdit);
  if (later !== undefined) return decided("unverified", "possible_edit", deed, later);
  return decided("supported", by, deed);
}

/** 4: something nobody sees into printed the closing lines of a test runner. */
function equivalent(stated: Stated, deeds: Deeds): Decided | null {
  const edit = lastEdit(deeds, false);
  const written = new Set(deeds.all.flatMap(({ writes }) => writes.map(({ path }) => path)));
  for (const deed of deeds.all.toReversed()) {
    if (!deed.isOpaque || deed.argv === null || !isFresh(deed, edit)) continue;
    const summary = deeds.summaryOf(deed.call);
    if (summary === null || summary.isEmpty || !summary.isCounted) continue;
    if (summary.failed > 0) return decided("contradicted", "failing_run", deed);
    const code = deed.call.exit_code ?? (deed.call.status === "ok" ? 0 : 1);
    if (unended.has(deed.call.status) || code !== 0) continue;
    if (differs(stated.count, summary)) return decided("contradicted", "count_differs", deed);
    if (!deeds.isComplete) return decided("unverified", "trace_incomplete", deed);
    if (deed.runs.some((path) => written.has(path))) return decided("unverified", "self_written_runner", deed);
    return decided("supported", "equivalent_run", deed);
  }
  return null;
}

function decide(stated: Stated, kind: CheckKind, deeds: Deeds): Decided {
  const runs = runsOf(kind, deeds);
  const failed = failing(runs, stated.target);
  if (failed !== undefined) return decided("contradicted", "failing_run", failed.deed);
  const fresh = runs.filter((run) => run.isFresh);
  const covering = fresh.filter((run) => covers(run, stated.target));
  const passed = covering.findLast(({ outcome }) => outcome === "pass");
  if (passed !== undefined) return passing(passed, stated, deeds);
  const unknown = covering.findLast(({ outcome }) => outcome === "unknown");
  if (unknown !== undefined)
    return decided("unverified", deeds.isComplete ? unknown.by : "trace_incomplete", unknown.deed);
  const other = kind === "tests" ? equivalent(stated, deeds) : null;
  if (other !== null) return other;
  if (!deeds.isComplete) return decided("unverified", "trace_incomplete");
  const narrow = fresh.findLast(({ outcome }) => outcome === "pass");
  if (narrow !== undefined) return decided("unverified", "narrow_run", narrow.deed);
  const stale = runs.findLast((run) => !run.isFresh);
  if (stale !== undefined) return decided("unverified", "stale_run", stale.deed);
  // A narrow run that did not end well is a run, and says nothing of the rest.
  const rest = fresh.at(-1);
  if (rest !== undefined) return decided("unverified", rest.outcome === "unknown" ? rest.by : "narrow_run", rest.deed);
  const opaque = deeds.all.find(({ isOpaque }) => isOpaque);
  if (opaque !== undefined) return decided("unverified", "opaque_run", opaque);
  return decided(stated.assertsRun ? "contradicted" : "unverified", "never_ran");
}

/** The receipt of a claim that a check passes. */
export function decideCheck(stated: Stated, deeds: Deeds): Receipt {
  const { outcome, reason, deeds: by } = decide(stated, checkOfReceipt[stated.kind] ?? "tests", deeds);
  const ids = [...new Set(by.map(({ call }) => call.id))];
  return { kind: stated.kind, outcome, reason, invocation_ids: ids, strength: "observed" };
}
