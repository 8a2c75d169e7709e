/** @module What a host's payload says, in one shape for all hosts, before anything is judged. */

import type { ActionCall } from "@warrant/kernel/action/facts";

export const hostNames = [
  "claude-code",
  "codex",
  "copilot",
  "cursor",
  "gemini",
  "opencode",
  "ai-sdk",
  "agent-sdk",
  "permission-tool",
] as const;
export type HostName = (typeof hostNames)[number];

/** What every event of a host says about where it came from. What the host did not say is null. */
export interface Source {
  readonly host: HostName;
  /** The host's own name of the event, such as `PreToolUse`. */
  readonly event: string;
  /** Empty when the host did not say; then nothing of a session is known. */
  readonly session: string;
  readonly cwd: string | null;
  /** Folders the host says the work is in. A claim: none of them becomes a root by itself. */
  readonly folders: readonly string[];
  /** The host's own permission mode, such as `bypassPermissions`. */
  readonly mode: string | null;
  /** `id` is null for the main agent. */
  readonly agent: { readonly id: string | null; readonly type: string | null };
  readonly transcript: string | null;
}

/** A tool call. `before` it runs, or where the host asks for its `permission` by itself. */
export interface CallEvent extends Source {
  readonly kind: "call";
  readonly moment: "before" | "permission";
  readonly call: ActionCall;
}

/** Who the host itself says a prompt is from. Where it says nothing, nothing is known by it. */
export const hostOrigins = ["human", "scheduled", "webhook", "agent", "tool", "unknown"] as const;
export type HostOrigin = (typeof hostOrigins)[number];

/** A prompt that reached the agent. Who wrote it is decided elsewhere. */
export interface PromptEvent extends Source {
  readonly kind: "prompt";
  readonly text: string;
  readonly origin?: HostOrigin;
  /** The host's own id of the prompt. */
  readonly prompt: string | null;
  readonly has_attachments: boolean;
}

export const resultStates = ["ok", "error", "denied", "interrupted", "unknown"] as const;
export type ResultState = (typeof resultStates)[number];

/** What came back from one call. */
export interface ToolResult {
  readonly call_id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly status: ResultState;
  readonly exit_code: number | null;
  /** What the tool gave, as text; bounded and masked before it is kept. */
  readonly output: string;
  readonly duration_ms: number | null;
}

/** Results, as the tool gave them or as the model saw them (`is_model_view`). */
export interface ResultEvent extends Source {
  readonly kind: "results";
  readonly results: readonly ToolResult[];
  readonly is_model_view: boolean;
}

/** The agent wants to stop. */
export interface StopEvent extends Source {
  readonly kind: "stop";
  /** What it says at the end; null when the host does not tell. */
  readonly message: string | null;
  /** Whether it already goes on because a stop was refused. */
  readonly is_active: boolean;
  readonly is_subagent: boolean;
}

export interface SessionEvent extends Source {
  readonly kind: "session";
  readonly change: "start" | "end" | "subagent-start";
}

/** A file of the host's settings was changed. */
export interface ConfigurationEvent extends Source {
  readonly kind: "configuration";
  /** The host's word for whose settings they are, such as `policy_settings`. */
  readonly layer: string;
  readonly file: string | null;
}

/** The work moved to another folder, or a folder was added to it. */
export interface PlaceEvent extends Source {
  readonly kind: "place";
  readonly added: readonly string[];
}

/** An event the gate has nothing to do for. */
export interface OtherEvent extends Source {
  readonly kind: "other";
}

export type HostEvent =
  | CallEvent
  | PromptEvent
  | ResultEvent
  | StopEvent
  | SessionEvent
  | ConfigurationEvent
  | PlaceEvent
  | OtherEvent;
