/** @module The trace of a session, `warrant.trace/v1`: the recorded tool calls a report is compared with (claim gate, 2.2). */

import type { InvocationId } from "./output.ts";

export const traceSchema = "warrant.trace/v1";

export const traceHosts = [
  "claude-code",
  "codex",
  "copilot",
  "cursor",
  "gemini",
  "opencode",
  "otel",
  "warrant",
  "other",
] as const;
export type TraceHost = (typeof traceHosts)[number];

export const invocationStatuses = ["ok", "error", "denied", "interrupted", "timeout", "running", "unknown"] as const;
export type InvocationStatus = (typeof invocationStatuses)[number];

/** What the model was given as the result of a call, which may be less than what the tool printed. */
export interface InvocationResult {
  readonly text: string;
  readonly structured?: unknown;
  /** Our record is shorter than the real result. */
  readonly truncated?: boolean;
  /** Offsets in `text` where something was left out. */
  readonly cuts?: readonly number[];
  readonly digest?: string;
}

export interface Invocation {
  readonly id: InvocationId;
  readonly tool: string;
  /** Null when not recorded. */
  readonly arguments: Readonly<Record<string, unknown>> | null;
  readonly result: InvocationResult | null;
  readonly status: InvocationStatus;
  readonly exit_code: number | null;
  readonly started_at?: string;
  readonly ended_at?: string;
  /** `main` when the trace names no agent. */
  readonly agent_id: string;
  /** The call that started this agent. */
  readonly parent_id?: string;
  readonly batch?: string;
}

export interface TraceGap {
  readonly what: string;
  readonly count: number;
  readonly where?: string;
}

/** An id the caller knows to belong to another session. */
export interface Elsewhere {
  readonly id: string;
  readonly session_id: string;
  readonly agent_id?: string;
}

export interface Trace {
  readonly schema: typeof traceSchema;
  readonly session: {
    readonly id: string;
    readonly host: TraceHost;
    readonly cwd?: string;
    readonly started_at?: string;
    readonly ended_at?: string;
  };
  readonly repository?: { readonly head_sha?: string; readonly tree?: string; readonly base_sha?: string };
  /** Anything but true means that a call may be missing. */
  readonly complete: boolean;
  readonly gaps: readonly TraceGap[];
  readonly elsewhere: readonly Elsewhere[];
  /** In the order in which the calls were started. */
  readonly invocations: readonly Invocation[];
}

/** Denied, or ended otherwise than the tool means to: the exit codes that only answer are judged where commands are read. */
export function hasFailed(call: Invocation): boolean {
  return (
    call.status === "error" ||
    call.status === "denied" ||
    call.status === "interrupted" ||
    call.status === "timeout" ||
    (call.exit_code !== null && call.exit_code !== 0)
  );
}
