/**
 * @module What a verifier is given, and the clamp that keeps its PASS from standing where the gate did not pass: code, not
 * a sentence of a prompt (claim gate, 7).
 */

import type { ClaimFacts } from "./facts.ts";
import type { ExecutorOutput } from "./output.ts";
import { readOutput } from "./read-output.ts";
import type { GatekeeperResult } from "./result.ts";
import { summarizeTrace, type TraceSummary } from "./trace-summary.ts";

export const payloadSchema = "warrant.verifier-payload/v1";

/** Every text in it is somebody else's: whoever puts it into a prompt marks it as data. */
export interface VerifierPayload {
  readonly schema: typeof payloadSchema;
  readonly task: string;
  /** Null when the schema check failed: unparsed text does not reach a verifier. */
  readonly executor_output: ExecutorOutput | null;
  readonly tool_trace_summary: TraceSummary;
  readonly gatekeeper_result: GatekeeperResult;
}

/** The payload, its keys in this order. A note of an evidence item is for people and is left out. */
export function buildVerifierPayload(facts: ClaimFacts, result: GatekeeperResult): VerifierPayload {
  const { document } = facts.mode === "output" ? readOutput(facts.output) : { document: null };
  const shown =
    document === null ? null : { ...document, evidence: document.evidence.map(({ note: _note, ...item }) => item) };
  return {
    schema: payloadSchema,
    task: document?.task ?? "",
    executor_output: shown,
    tool_trace_summary: summarizeTrace(facts.trace, result.evidence),
    gatekeeper_result: result,
  };
}

export const verifierWords = ["PASS", "FAIL", "REVISE", "UNCLEAR"] as const;
export type VerifierWord = (typeof verifierWords)[number];

export interface ClampedVerdict {
  readonly verdict: VerifierWord;
  readonly clamped: boolean;
  readonly clamp_reason: "gate_failed" | "gate_error" | "no_result" | null;
  /** Whether the verifier said one of the words. */
  readonly parse_status: "ok" | "unreadable";
}

/**
 * The verdict that stands: PASS only where the gate passed. Anything but one of the four words is UNCLEAR; anything but a
 * result whose status is `pass` is none. It only ever lowers.
 */
export function clampVerdict(said: unknown, result: { readonly status?: unknown } | null | undefined): ClampedVerdict {
  const word = typeof said === "string" ? said.trim().toUpperCase() : "";
  const known = verifierWords.find((one) => one === word);
  const parse_status = known === undefined ? "unreadable" : "ok";
  const verdict = known ?? "UNCLEAR";
  const status = result?.status;
  if (verdict !== "PASS" || status === "pass") return { verdict, clamped: false, clamp_reason: null, parse_status };
  if (status === "fail") return { verdict: "FAIL", clamped: true, clamp_reason: "gate_failed", parse_status };
  const clamp_reason = status === "error" ? "gate_error" : "no_result";
  return { verdict: "UNCLEAR", clamped: true, clamp_reason, parse_status };
}

/** What an embedder keeps of a verification. `checked_at` is the caller's clock. */
export interface VerifierEvaluation {
  readonly verdict: VerifierWord;
  readonly verifier_verdict: unknown;
  readonly clamped: boolean;
  readonly clamp_reason: ClampedVerdict["clamp_reason"];
  readonly parse_status: ClampedVerdict["parse_status"];
  readonly tool_trace_summary: TraceSummary;
  readonly gatekeeper_result: GatekeeperResult | null;
  readonly checked_at: string;
}

/** Puts an evaluation under `verifier_evaluation` and keeps every other key as it was. */
export function mergeSelfEvaluation(existing: unknown, evaluation: VerifierEvaluation): Record<string, unknown> {
  const kept = typeof existing === "object" && existing !== null && !Array.isArray(existing) ? existing : {};
  return { ...kept, verifier_evaluation: evaluation };
}
