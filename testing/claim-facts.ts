/** @module Traces and outputs for tests of the claim gate, a line each. */

import { claimFactsSchema } from "@warrant/kernel/claim/facts";
import { gate } from "@warrant/kernel/claim/judge";
import type { GatekeeperResult, JudgedClaim } from "@warrant/kernel/claim/result";
import type { ClaimSettings } from "@warrant/kernel/claim/settings";

export type CallDraft = Readonly<Record<string, unknown>> & { readonly id: string; readonly tool: string };

/** A call that ended well, with what is given in place of its fields. */
export function call(
  id: string,
  tool: string,
  given: Readonly<Record<string, unknown>>,
  text: string,
  more = {},
): CallDraft {
  return { id, tool, arguments: given, status: "ok", exit_code: tool === "Bash" ? 0 : null, result: { text }, ...more };
}

export function bash(id: string, command: string, text = "", more = {}): CallDraft {
  return call(id, "Bash", { command }, text, more);
}

/** A shell call that ended with an exit code that is not 0. */
export function failed(id: string, command: string, text = "", code = 1): CallDraft {
  return bash(id, command, text, { status: "error", exit_code: code });
}

export function edit(id: string, path: string, more = {}): CallDraft {
  return call(
    id,
    "Edit",
    { file_path: path, old_string: "a", new_string: "b" },
    `The file ${path} has been updated.`,
    more,
  );
}

export function read(id: string, path: string, text: string): CallDraft {
  return call(id, "Read", { file_path: path }, text);
}

export function traceOf(invocations: readonly CallDraft[], more = {}): Record<string, unknown> {
  return {
    schema: "warrant.trace/v1",
    session: { id: "ses-1", host: "claude-code", cwd: "/repo" },
    complete: true,
    invocations,
    ...more,
  };
}

/** An output of one claim that cites quotes, each as `[invocation, tool, excerpt]`. */
export function outputOf(
  text: string,
  quotes: readonly (readonly [string, string, string])[],
  kind = "observation",
): Record<string, unknown> {
  return {
    schema_version: "executor_evidence_v2",
    task: "Look",
    claims: [{ id: "c1", text, kind, evidence_ids: quotes.map((_, at) => `e${at + 1}`) }],
    evidence: quotes.map(([invocation, tool, excerpt], at) => ({
      id: `e${at + 1}`,
      invocation_id: invocation,
      tool,
      excerpt,
    })),
  };
}

export function judgeOutput(
  output: unknown,
  trace: unknown,
  settings?: ClaimSettings,
  agent?: string,
): GatekeeperResult {
  return gate(
    { schema: claimFactsSchema, mode: "output", output, trace, ...(agent === undefined ? {} : { agent }) },
    settings,
  );
}

export function judgeText(text: string, trace: unknown, settings?: ClaimSettings): GatekeeperResult {
  return gate({ schema: claimFactsSchema, mode: "report", report: { text, format: "markdown" }, trace }, settings);
}

/** Codes of findings as `severity code`, in order. */
export function codesOf({ checks }: GatekeeperResult): string[] {
  return checks.flatMap(({ findings }) => findings.map(({ severity, code }) => `${severity} ${code}`));
}

/** The one claim of a result, by its first receipt: `outcome reason`. */
export function receiptsOf(result: GatekeeperResult): string[] {
  return result.claims.flatMap(({ receipts }: JudgedClaim) =>
    receipts.map(({ kind, outcome, reason }) => `${kind} ${outcome} ${reason}`),
  );
}
