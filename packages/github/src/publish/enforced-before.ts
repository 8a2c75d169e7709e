/** @module Whether a commit's check run holds its change already, so that one who does not say a mode must not let it pass. */

import type { FoundChecks } from "./check-run.ts";
import type { Publishing } from "./publisher.ts";
import { type CheckRun, storedVerdicts, verdictLines } from "./stored-verdict.ts";

/**
 * Whether the newest completed run that stores a verdict was published under enforcement. A failure of ours stores none of its
 * own and is no answer: it is put under enforcement before it is known what the configuration asks for. It only hands on what
 * held the change before it.
 *
 * @param runs of our name on one commit, oldest first
 */
export function holdsAlready(runs: readonly CheckRun[]): boolean {
  const isStored = ({ text }: CheckRun): boolean => storedVerdicts(text ?? "").length > 0;
  // An answer that was taken back while its change is judged still stores what it held.
  const newest = runs.findLast((run) => run.status === "completed" || isStored(run));
  return newest !== undefined && newest.conclusion !== "neutral" && isStored(newest);
}

/**
 * The lines of the verdicts that hold a change, for a failure of ours that takes their place: without them it would be
 * forgotten that it was held. Empty where nothing is held.
 *
 * @param runs of our name on one commit, oldest first
 */
export function heldLines(runs: readonly CheckRun[]): string {
  if (!holdsAlready(runs)) return "";
  const newest = runs.findLast(({ text }) => storedVerdicts(text ?? "").length > 0);
  return verdictLines(newest?.text ?? "").join("\n");
}

/**
 * The same of what stands on a commit; what could not be read may hold it (law 3). Where the token may write no check run it
 * is not known whose is ours, and any that stores a verdict counts: this can only raise.
 */
export function isHeldAlready(checks: FoundChecks | undefined, parts: Publishing["parts"]): boolean {
  if (checks === undefined) return true;
  return holdsAlready(parts.check ? checks.ours : [...checks.ours, ...checks.foreign].sort((a, b) => a.id - b.id));
}
