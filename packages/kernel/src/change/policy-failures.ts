/** @module What the execution policy asks of a change before it merges, and is not there (change gate, section 10.2). */

import type { Finding } from "../finding.ts";
import { authorizeChecks } from "../policy/authorize.ts";
import type { DenyKind, Evidence, ExecutionPolicy } from "../verdict.ts";
import { isNotLoaded } from "./evidence/issue.ts";
import type { ChangeFacts } from "./facts.ts";
import { evidenceSteps, isLocalChange } from "./next-steps.ts";

/** One reason to deny: its kind and the finding that says it. */
export interface Failure {
  readonly kind: DenyKind;
  readonly finding: Finding;
}

/** Section 10.2: what the execution policy asks of a change before it merges. It narrows the tiers' answer and never widens it. */
export function policyFailures(
  facts: ChangeFacts,
  policy: ExecutionPolicy,
  approval: Evidence["human_approval"],
): Failure[] {
  const failures: Failure[] = [];
  const proposesOnly = policy.autonomy === "propose_only" || policy.write_scope === "none";
  if ((policy.human_approval_required || proposesOnly) && !approval.present) {
    // No rule applies to an issue that nobody read, so the safest policy may be only that.
    const isIssueMissing = policy.rule_ids.length === 0 && facts.issues.some((issue) => isNotLoaded(issue));
    const unavailable = facts.incomplete.find((entry) => entry.what === "reviews" || entry.what === "permissions");
    failures.push({
      kind: unavailable === undefined ? "policy" : "incomplete",
      finding: {
        rule: "execution.approval-required",
        severity: "block",
        message: proposesOnly
          ? "The policy allows proposals only, so a person must take this change over."
          : "The policy asks for a person's approval of this commit.",
        where: { field: "policy" },
        next:
          unavailable !== undefined && isLocalChange(facts)
            ? evidenceSteps(new Set(isIssueMissing ? ["issue-labels", "reviews"] : ["reviews"]), facts)
            : "Ask someone with write permission, not the author or requester, to approve this commit.",
      },
    });
  }
  const checks = authorizeChecks(policy, facts.checks, facts.head.sha);
  if (!checks.ok) {
    const unavailable = facts.incomplete.some((entry) => entry.what === "checks");
    failures.push({
      kind: unavailable ? "incomplete" : "policy",
      finding: {
        rule: "execution.checks-missing",
        severity: "block",
        message: checks.message,
        where: { field: "checks" },
        next: unavailable
          ? evidenceSteps(new Set(["checks"]), facts)
          : "Wait until each of them has succeeded on this commit, or run it again.",
      },
    });
  }
  return failures;
}
