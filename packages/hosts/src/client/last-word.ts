/**
 * @module What a hook says when nothing of the gate could be loaded: the host's blocking form where a call or a setting waits,
 * and nothing where blocking would throw away a person's words or stop a session that ends.
 */

import { block, type HookOutput, say, silence } from "../outcome.ts";

/** Events that no host lets a hook refuse, or where a refusal would hurt the person and guard nothing. */
const harmless = new Set([
  "UserPromptSubmit",
  "BeforeAgent",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "PermissionDenied",
  "Stop",
  "SubagentStop",
  "SubagentStart",
  "SessionStart",
  "SessionEnd",
  "CwdChanged",
  "DirectoryAdded",
  "Notification",
  "PreCompact",
  "PreCompress",
  "Interrupt",
  "AfterTool",
  "AfterAgent",
  "afterShellExecution",
  "afterMCPExecution",
  "afterFileEdit",
  "postToolUse",
  "postToolUseFailure",
  "stop",
  "sessionStart",
  "sessionEnd",
  "subagentStart",
  "subagentStop",
  "preCompact",
]);

function eventOf(bytes: Uint8Array): unknown {
  try {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    return (JSON.parse(text.replace(/^\uFEFF/, "")) as Record<string, unknown> | null)?.["hook_event_name"];
  } catch {
    return undefined;
  }
}

/** @param message one sentence that ends in a rule's id in brackets. */
export function lastWord(bytes: Uint8Array, message: string): HookOutput {
  const event = eventOf(bytes);
  // Cursor takes an empty answer here for a refusal.
  if (event === "beforeSubmitPrompt") return say({ continue: true });
  if (typeof event === "string" && harmless.has(event)) return { ...silence, stderr: `${message}\n` };
  // Claude Code does not honour the blocking code here, and Codex reads the same form.
  if (event === "PermissionRequest") {
    const decision = { behavior: "deny", message };
    return say({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } });
  }
  return block(message);
}
