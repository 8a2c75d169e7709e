/** @module What one past change would have come to under enforcement, as far as git alone can say it. */

import { decidingRule } from "@warrant/kernel/rules";
import type { ChangeVerdict } from "@warrant/kernel/verdict";

/**
 * `denied`: what git shows is enough to deny. `undecided`: it would have needed an approval or a plan, which only the
 * platform knows, so it may have had one.
 */
export type Outcome = "allowed" | "undecided" | "denied";

/** Of a verdict on facts of git, where named issues are assumed: what is left unread is reviews and plans. */
export function outcomeOf(verdict: ChangeVerdict): Outcome {
  if (verdict.decision !== "deny") return "allowed";
  const isUnread = verdict.deny_kind === "incomplete" && decidingRule(verdict.reason) === "auth.evidence-unavailable";
  return isUnread ? "undecided" : "denied";
}

export const requestKinds = ["issue", "several", "none"] as const;
export type RequestKind = (typeof requestKinds)[number];

/** Whether a change names the issue that asks for it. A change that names its own number names none. */
export function requestOf(verdict: ChangeVerdict): RequestKind {
  const named = verdict.evidence.linked_issue.issues.filter((issue) => issue.because !== "reference.self");
  const addresses = new Set(named.map((issue) => `${issue.repository.toLowerCase()}#${issue.number}`));
  if (addresses.size === 0) return "none";
  return addresses.size === 1 ? "issue" : "several";
}

const silent = new Set([
  "change.nothing-found",
  "change.not-gated",
  // It says what was assumed of every change, and what git can never show.
  "issue.assumed",
  "auth.evidence-unavailable",
]);

/** Whether a rule says something about the change, and not only how a backtest looks at it. */
export function isTelling(rule: string): boolean {
  return !silent.has(rule);
}
