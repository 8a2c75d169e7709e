/** @module Findings of the claim gate: one reason each, with its code, the claim or evidence item it is about and what to do next. */

import type { Severity } from "../finding.ts";
import { cleanQuote } from "../text/clean.ts";

/** The six checks, in the order they run and are reported. */
export const claimRules = [
  "schema.executor_v2",
  "evidence.invocation_ref",
  "evidence.excerpt_similarity",
  "claim.hallucination_phrases",
  "claim.evidence_utilization",
  "claim.receipt",
] as const;
export type ClaimRule = (typeof claimRules)[number];

/** What a finding is about. `line` is a line of the output text, from 1. */
export interface ClaimWhere {
  readonly claim?: string;
  readonly evidence?: string;
  readonly invocation?: string;
  readonly line?: number;
}

export interface ClaimFinding {
  readonly rule: ClaimRule;
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly where: ClaimWhere;
  /** At most 200 characters, cleaned. */
  readonly quote?: string;
  readonly next: string;
}

/** Codes that mean our own record is too short to decide: the check is an error, not a failure. */
export const recordCodes: ReadonlySet<string> = new Set([
  "trace_unreadable",
  "call_not_recorded",
  "ambiguous_id",
  "result_not_recorded",
  "source_truncated",
  "source_too_large",
  "trace_incomplete",
  "internal",
]);

export type CheckStatus = "pass" | "fail" | "error" | "skipped";

export interface Check {
  readonly rule: ClaimRule;
  readonly status: CheckStatus;
  readonly findings: readonly ClaimFinding[];
}

/** One finding, its texts cleaned for people: everything in them may come from the judged agent. */
export function claimFinding(
  rule: ClaimRule,
  code: string,
  severity: Severity,
  message: string,
  where: ClaimWhere,
  next: string,
  quote?: string,
): ClaimFinding {
  return {
    rule,
    code,
    severity,
    message: cleanQuote(message),
    where,
    ...(quote === undefined || quote === "" ? {} : { quote: cleanQuote(quote) }),
    next: cleanQuote(next),
  };
}

/** The status of a check from its findings (claim gate, 2.5). */
export function checkOf(rule: ClaimRule, findings: readonly ClaimFinding[]): Check {
  const blocks = findings.filter(({ severity }) => severity === "block");
  if (blocks.some(({ code }) => !recordCodes.has(code))) return { rule, status: "fail", findings };
  return { rule, status: blocks.length > 0 ? "error" : "pass", findings };
}

/** Fail before error before pass. A skipped check decides nothing. */
export function gateStatus(checks: readonly Check[]): "pass" | "fail" | "error" {
  if (checks.some(({ status }) => status === "fail")) return "fail";
  return checks.some(({ status }) => status === "error") ? "error" : "pass";
}
