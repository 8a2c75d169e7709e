/** @module The canary as each host would send it, and whether an answer refuses it in that host's own form. */

import { fieldsOf } from "../adapter.ts";
import { canaryCommand } from "../canary.ts";
import type { InstallableHost } from "../install/entries.ts";
import type { HookOutput } from "../outcome.ts";

/** The bytes a host would write to its hook before it runs the canary. */
export function canaryPayload(host: InstallableHost, nonce: string, cwd: string, at: string): string {
  const command = canaryCommand(nonce);
  const session = `warrant-doctor-${nonce}`;
  const call = { tool_name: "Bash", tool_input: { command }, cwd, session_id: session };
  const payloads: Readonly<Record<InstallableHost, object>> = {
    "claude-code": {
      ...call,
      hook_event_name: "PreToolUse",
      permission_mode: "default",
      tool_use_id: nonce,
      transcript_path: "",
    },
    codex: {
      ...call,
      hook_event_name: "PreToolUse",
      permission_mode: "default",
      turn_id: nonce,
      tool_use_id: nonce,
      transcript_path: null,
      model: "none",
    },
    copilot: { ...call, hook_event_name: "PreToolUse", timestamp: at },
    cursor: {
      hook_event_name: "beforeShellExecution",
      conversation_id: session,
      generation_id: nonce,
      cursor_version: "3.9",
      workspace_roots: [cwd],
      command,
      cwd,
    },
    gemini: {
      hook_event_name: "BeforeTool",
      session_id: session,
      timestamp: at,
      tool_name: "run_shell_command",
      tool_input: { command },
      cwd,
      transcript_path: "",
    },
    opencode: {
      event: "tool.execute.before",
      cwd,
      input: { tool: "bash", sessionID: session, callID: nonce },
      output: { args: { command } },
    },
  };
  return JSON.stringify(payloads[host]);
}

function answerOf(stdout: string): Record<string, unknown> | null {
  try {
    return { ...fieldsOf(JSON.parse(stdout)) };
  } catch {
    return null;
  }
}

/** Whether an answer keeps the call from running, as that host understands it. */
export function isRefusal(host: InstallableHost, { stdout, exit }: Pick<HookOutput, "stdout" | "exit">): boolean {
  if (exit === 2) return stdout === "";
  const answer = exit === 0 ? answerOf(stdout) : null;
  if (answer === null) return false;
  const specific = fieldsOf(answer["hookSpecificOutput"]);
  const isOfHook = specific["hookEventName"] === "PreToolUse" && specific["permissionDecision"] === "deny";
  const forms: Readonly<Record<InstallableHost, boolean>> = {
    "claude-code": isOfHook,
    codex: isOfHook,
    copilot: answer["permissionDecision"] === "deny",
    cursor: answer["permission"] === "deny",
    gemini: answer["decision"] === "deny",
    opencode: typeof answer["throw"] === "string",
  };
  return forms[host];
}
