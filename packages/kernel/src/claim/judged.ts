/** @module What the checks put together before the document is written, and how one of them runs. */

import { type Check, type ClaimFinding, type ClaimRule, checkOf, claimFinding } from "./finding.ts";
import type { JudgedClaim, JudgedEvidence } from "./result.ts";
import type { ClaimReceipts } from "./rules/receipt.ts";

/** The checks with what they say of every claim and item. */
export interface Judged {
  readonly checks: readonly Check[];
  readonly claims: readonly JudgedClaim[];
  readonly evidence: readonly JudgedEvidence[];
}

/** Runs one check; a fault of ours is its finding. */
export function guarded(rule: ClaimRule, findings: ClaimFinding[], run: () => readonly ClaimFinding[]): Check {
  try {
    findings.push(...run());
  } catch {
    const message = "A fault of ours kept this check from ending.";
    findings.push(claimFinding(rule, "internal", "block", message, {}, "Report it with the facts it happened on."));
  }
  return checkOf(rule, findings);
}

/** Outcomes of test receipts that no run answers for. */
export function neverRan(receipts: ReadonlyMap<string, ClaimReceipts>): Map<string, "contradicted" | "unverified"> {
  const found = new Map<string, "contradicted" | "unverified">();
  for (const [id, { receipts: own }] of receipts) {
    const never = own.find(({ kind, reason }) => kind === "tests_pass" && reason === "never_ran");
    if (never !== undefined) found.set(id, never.outcome === "contradicted" ? "contradicted" : "unverified");
  }
  return found;
}
