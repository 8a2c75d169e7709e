/**
 * @module Whose payload it is. Some hosts also load another host's settings, so what the payload shows counts before what the
 * command line says (hosts, section 1, rule 6).
 */

import type { Fields } from "./adapter.ts";
import type { HostName } from "./event.ts";

/** Events that only Gemini CLI has. */
const geminiEvents: ReadonlySet<string> = new Set([
  "BeforeTool",
  "AfterTool",
  "BeforeAgent",
  "AfterAgent",
  "BeforeModel",
  "AfterModel",
  "BeforeToolSelection",
  "PreCompress",
]);

/** Hosts that hand over their payload in their own process: nobody else can have started it. */
const inProcess: ReadonlySet<HostName> = new Set(["opencode", "ai-sdk", "agent-sdk", "permission-tool"]);

/** The host a payload is of; `said` is the command line's. */
export function hostOf(payload: Fields, said: HostName): HostName {
  if (inProcess.has(said)) return said;
  const event = payload["hook_event_name"];
  if (payload["cursor_version"] !== undefined) return "cursor";
  if (typeof event === "string" && geminiEvents.has(event)) return "gemini";
  if (payload["turn_id"] !== undefined) return "codex";
  if (payload["permission_mode"] !== undefined) return "claude-code";
  // Every payload of Gemini bears a time as well, and some of its events have the names of others.
  if (payload["timestamp"] !== undefined && said !== "gemini") return "copilot";
  return said;
}
