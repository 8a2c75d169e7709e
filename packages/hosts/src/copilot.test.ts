import { readCall } from "@warrant/kernel/action/read-call";
import { describe, expect, it } from "vitest";
import { actionFacts } from "../../../testing/action-facts.ts";
import { failed, hostFacts, judged, late } from "../../../testing/host-adapter.ts";
import { copilot } from "./copilot.ts";
import type { CallEvent } from "./event.ts";

const base = { session_id: "p-1", timestamp: "2026-09-01T09:30:00.000Z", cwd: "/work/shop" };

function call(tool_name: string, tool_input: unknown, hook_event_name = "PreToolUse"): CallEvent {
  const event = copilot.parse({ ...base, hook_event_name, tool_name, tool_input });
  if (event?.kind !== "call") throw new Error("This is no call.");
  return event;
}

function effects({ call: { tool, input } }: CallEvent): string[] {
  const facts = actionFacts(tool, input);
  return readCall(facts.call, facts.place).effects.map(({ kind, target }) => `${kind} ${target}`);
}

const facts = hostFacts();
const silent = { stdout: "", stderr: "", exit: 0 };
const reason = "Warrant: found. Next: do. [action.costly]";

describe("what Copilot says of a call", () => {
  it("has no id and no mode", () => {
    expect(call("Bash", { command: "ls" })).toMatchObject({
      host: "copilot",
      session: "p-1",
      mode: null,
      agent: { id: null, type: null },
      moment: "before",
      call: { id: "", tool: "Bash", input: { command: "ls" } },
    });
  });

  it.each([
    ["an object", { path: "src/a.ts", file_text: "x" }, "write /work/shop/src/a.ts"],
    ["the JSON text of one", '{"path":"src/a.ts","file_text":"x"}', "write /work/shop/src/a.ts"],
  ])("arguments as %s", (_name, input, expected) => {
    expect(effects(call("Write", input))).toEqual([expected]);
  });

  it("an edit that is a patch is read as one", () => {
    const patch = "*** Begin Patch\n*** Delete File: src/a.ts\n*** End Patch\n";
    expect(effects(call("Edit", patch))).toEqual(["delete /work/shop/src/a.ts"]);
  });

  it.each(["npm test", "[1]", '"ls"', 7, ["ls"], true])("arguments that are %j are no call", (tool_input) => {
    expect(copilot.parse({ ...base, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input })).toBeNull();
  });

  it("a permission, which comes in camelCase and with a name of its own for the tool, is the same action", () => {
    const told = {
      hookName: "permissionRequest",
      sessionId: "p-1",
      timestamp: 1796095760863,
      cwd: "/work/shop",
      toolName: "bash",
      toolInput: { command: "ls" },
      permissionSuggestions: [],
    };
    expect(copilot.parse(told)).toEqual(call("Bash", { command: "ls" }, "PermissionRequest"));
    expect(copilot.parse({ ...told, toolName: "tickets-create" })).toMatchObject({ call: { tool: "tickets-create" } });
    expect(copilot.parse({ ...told, toolName: 7 })).toBeNull();
  });

  it("any other payload in camelCase, which our events never select, is no event", () => {
    expect(copilot.parse({ sessionId: "p-1", timestamp: 1, cwd: "/", toolName: "bash", toolArgs: {} })).toBeNull();
  });
});

describe("what Copilot is told of a call", () => {
  const before = call("Bash", { command: "ls" });
  const asked = call("Bash", { command: "ls" }, "PermissionRequest");

  it.each([
    ["what raised nothing", judged()],
    ["a gate that is off", { kind: "nothing" } as const],
    ["a report", { kind: "reported", message: null } as const],
  ])("nothing of %s", (_name, outcome) => {
    expect(copilot.render(before, outcome, facts)).toEqual(silent);
    expect(copilot.render(asked, outcome, facts)).toEqual(silent);
  });

  it("allow where a person gave it, with the changed arguments", () => {
    const outcome = judged({ authority: "ap-1", rule: "action.costly", updated_input: { file_path: "/b" } });
    expect(JSON.parse(copilot.render(before, outcome, facts).stdout)).toEqual({
      permissionDecision: "allow",
      permissionDecisionReason: reason,
      modifiedArgs: { file_path: "/b" },
    });
    expect(JSON.parse(copilot.render(asked, outcome, facts).stdout)).toEqual({ behavior: "allow" });
  });

  it("never allow where a call is to leave the sandbox: the person confirms that at the host", () => {
    const bypass = call("Bash", { command: "ls", requestSandboxBypass: true }, "PermissionRequest");
    expect(copilot.render(bypass, judged({ authority: "ap-1" }), facts)).toEqual(silent);
  });

  it("ask where somebody sits before it, and nothing more at the permission that follows", () => {
    const outcome = judged({ decision: "ask", rule: "action.costly", channel: "prompt" });
    expect(JSON.parse(copilot.render(before, outcome, facts).stdout)).toEqual({
      permissionDecision: "ask",
      permissionDecisionReason: reason,
    });
    expect(copilot.render(asked, outcome, facts)).toEqual(silent);
  });

  it.each([
    ["in a terminal", facts, "ask", "prompt"],
    ["with a prompt and no terminal", hostFacts({ is_headless: true }), "ask", "inbox"],
    ["in the cloud", hostFacts({ environment: ["PATH", "COPILOT_AGENT_PROMPT"] }), "ask", "inbox"],
    ["where nobody is there now", facts, "park", "inbox"],
  ] as const)("a question %s", (_name, host, decision, channel) => {
    expect(copilot.channel(before, decision, host)).toBe(channel);
  });

  it.each([
    ["a question that waits in the inbox", judged({ decision: "ask", rule: "action.costly" })],
    ["a question nobody can answer", judged({ decision: "park", rule: "action.costly" })],
    ["a denial", judged({ decision: "deny", rule: "action.costly" })],
  ])("%s is a denial", (_name, outcome) => {
    expect(JSON.parse(copilot.render(before, outcome, facts).stdout)).toEqual({
      permissionDecision: "deny",
      permissionDecisionReason: reason,
    });
    expect(JSON.parse(copilot.render(asked, outcome, facts).stdout)).toEqual({ behavior: "deny", message: reason });
  });

  it("our failure by exit 2 before a call, and in words at a permission, where stderr is dropped", () => {
    expect(copilot.render(before, failed, facts)).toMatchObject({ stdout: "", exit: 2 });
    expect(JSON.parse(copilot.render(asked, failed, facts).stdout)).toMatchObject({
      behavior: "deny",
      message: expect.stringContaining("[action.failed]"),
    });
  });

  it("a deadline of ours in words, since the host's own goes on", () => {
    expect(JSON.parse(copilot.render(before, late, facts).stdout)).toMatchObject({ permissionDecision: "deny" });
  });
});

describe("what else Copilot says and is told", () => {
  it("a note goes out with the next result, since what is said at a prompt is dropped", () => {
    expect(copilot.notes).toBe("results");
    const prompt = copilot.parse({ ...base, hook_event_name: "UserPromptSubmit", prompt: "Fix it" });
    expect(prompt).toMatchObject({ kind: "prompt", text: "Fix it" });
    expect(copilot.render(prompt, { kind: "note", text: "Ask first." }, facts)).toEqual(silent);
    const result = copilot.parse({ ...base, hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: {} });
    expect(JSON.parse(copilot.render(result, { kind: "note", text: "Ask first." }, facts).stdout)).toEqual({
      additionalContext: "Ask first.",
    });
  });

  it.each([
    ["PostToolUse", { tool_result: { result_type: "success", text_result_for_llm: "12 passed" } }, "ok", "12 passed"],
    ["PostToolUse", { tool_result: { result_type: "failure", text_result_for_llm: "no" } }, "unknown", "no"],
    [
      "PostToolUse",
      {
        tool_result: {
          result_type: "success",
          text_result_for_llm: "<shellId: 0 completed with exit code 0>\n<shellId: 1 completed with exit code 3>",
        },
      },
      "error",
      "<shellId: 0 completed with exit code 0>\n<shellId: 1 completed with exit code 3>",
    ],
    ["PostToolUse", {}, "unknown", ""],
    ["PostToolUseFailure", { error: "exit 1" }, "error", "exit 1"],
  ])("%s %j", (hook_event_name, parts, status, output) => {
    const payload = { ...base, hook_event_name, tool_name: "Bash", tool_input: '{"command":"npm test"}', ...parts };
    expect(copilot.parse(payload)).toMatchObject({
      kind: "results",
      is_model_view: true,
      results: [{ tool: "Bash", input: { command: "npm test" }, status, output }],
    });
  });

  it("the end of a turn, whose words only a subagent's event tells", () => {
    const stop = copilot.parse({ ...base, hook_event_name: "Stop", stop_hook_active: false, transcript_path: "/t" });
    expect(stop).toMatchObject({ kind: "stop", message: null, is_active: false, is_subagent: false, transcript: "/t" });
    const child = { ...base, hook_event_name: "SubagentStop", agent_id: "a-1", last_assistant_message: "Done." };
    expect(copilot.parse(child)).toMatchObject({ message: "Done.", is_subagent: true, agent: { id: "a-1" } });
    expect(copilot.render(stop, { kind: "stop", send_back: null }, facts)).toEqual(silent);
    expect(copilot.render(stop, failed, facts)).toEqual(silent);
    expect(JSON.parse(copilot.render(stop, { kind: "stop", send_back: "Run it." }, facts).stdout)).toEqual({
      decision: "block",
      reason: "Run it.",
    });
  });

  it.each([
    ["SessionStart", { kind: "session", change: "start" }],
    ["SessionEnd", { kind: "session", change: "end" }],
    ["SubagentStart", { kind: "session", change: "subagent-start" }],
    ["PreCompact", { kind: "other" }],
  ])("%s", (hook_event_name, expected) => {
    expect(copilot.parse({ ...base, hook_event_name })).toMatchObject(expected);
  });

  it("a failure under report goes to the log and refuses nothing", () => {
    const outcome = { kind: "reported", message: "It failed." } as const;
    expect(copilot.render(call("Bash", {}), outcome, facts)).toEqual({ ...silent, stderr: "It failed.\n" });
  });
});
