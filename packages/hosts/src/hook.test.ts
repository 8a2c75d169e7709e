import { describe, expect, it } from "vitest";
import { gatePort, payloadBytes } from "../../../testing/gate-port.ts";
import { runHook } from "./hook.ts";

const pre = (tool: string, input: object, change: object = {}) => ({
  session_id: "s-1",
  transcript_path: "/home/dev/.claude/projects/-home-dev-app/s-1.jsonl",
  cwd: "/home/dev/app",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: tool,
  tool_input: input,
  tool_use_id: "toolu_01",
  ...change,
});

describe("a call of Claude Code", () => {
  it.each([
    ["runs the project's tests without a word", pre("Bash", { command: "npm test" }), null, ""],
    [
      "is asked about by the host's own prompt",
      pre("Bash", { command: "git push origin feature/x" }),
      "ask",
      "action.costly",
    ],
    [
      "is refused where it would destroy the machine",
      pre("Bash", { command: "rm -rf /" }),
      "deny",
      "action.critical-path",
    ],
    [
      "waits in the inbox where the host would not ask",
      pre("Bash", { command: "git push --force origin a" }, { permission_mode: "bypassPermissions" }),
      "deny",
      "warrant answer 7f3a approve",
    ],
  ])("%s", async (_says, payload, decision, said) => {
    const { port } = gatePort();
    const output = await runHook(port, "claude-code", "user", payloadBytes(payload));
    expect(output).toMatchObject({ exit: 0, stderr: "" });
    if (decision === null) expect(output.stdout).toBe("");
    else {
      const answer = JSON.parse(output.stdout);
      expect(answer.hookSpecificOutput).toMatchObject({ hookEventName: "PreToolUse", permissionDecision: decision });
      expect(answer.hookSpecificOutput.permissionDecisionReason).toContain(said);
    }
  });
});
