import { readCall } from "@warrant/kernel/action/read-call";
import { describe, expect, it } from "vitest";
import { actionFacts } from "../../../testing/action-facts.ts";
import { failed, hostFacts, judged, late } from "../../../testing/host-adapter.ts";
import type { CallEvent } from "./event.ts";
import { gemini } from "./gemini.ts";

const base = {
  session_id: "g-1",
  transcript_path: "/home/ada/.gemini/tmp/x/chats/s.json",
  cwd: "/work/shop",
  timestamp: "2026-09-01T09:30:00Z",
};

function call(tool_name: string, tool_input: unknown, parts: Record<string, unknown> = {}): CallEvent {
  const event = gemini.parse({ ...base, hook_event_name: "BeforeTool", tool_name, tool_input, ...parts });
  if (event?.kind !== "call") throw new Error("This is no call.");
  return event;
}

const facts = hostFacts();
const silent = { stdout: "", stderr: "", exit: 0 };

describe("what Gemini says of a call", () => {
  it("its tool and arguments, without an id", () => {
    expect(call("run_shell_command", { command: "ls" })).toMatchObject({
      host: "gemini",
      session: "g-1",
      mode: null,
      moment: "before",
      call: { id: "", tool: "run_shell_command", input: { command: "ls" } },
    });
  });

  it.each([
    ["of a bare name", "read_file", "mcp__files__read_file"],
    ["in the short form", "mcp_files_read_file", "mcp_files_read_file"],
    ["in the long form", "mcp__files__read_file", "mcp__files__read_file"],
  ])("a server's tool %s is never taken for one of Gemini's own", (_name, name, expected) => {
    const event = call(name, { path: "a" }, { mcp_context: { server_name: "files", tool_name: "read_file" } });
    expect(event.call.tool).toBe(expected);
    const { call: read, place } = actionFacts(event.call.tool, event.call.input);
    expect(readCall(read, place).isUnderstood).toBe(false);
  });

  it("a server nobody names is a server", () => {
    expect(call("write_file", {}, { mcp_context: {} }).call.tool).toBe("mcp__unknown__write_file");
  });

  it.each([{ tool_name: undefined }, { tool_name: "" }, { tool_input: ["ls"] }, { hook_event_name: "PreToolUse" }])(
    "%j is no event",
    (parts) => {
      const payload = { ...base, hook_event_name: "BeforeTool", tool_name: "glob", tool_input: {}, ...parts };
      expect(gemini.parse(payload)).toBeNull();
    },
  );
});

describe("what Gemini is told of a call", () => {
  const before = call("write_file", { file_path: "link/a", content: "x" });

  it.each([
    ["what raised nothing", judged()],
    ["what a person let through", judged({ authority: "ap-1" })],
    ["a gate that is off", { kind: "nothing" } as const],
    ["a report", { kind: "reported", message: null } as const],
  ])("nothing of %s", (_name, outcome) => {
    expect(gemini.render(before, outcome, facts)).toEqual(silent);
  });

  it("of a path that was resolved only the key that changed, since the host lays it over the rest", () => {
    const outcome = judged({
      authority: "ap-1",
      updated_input: { file_path: "/work/shop/a", content: "x" },
      updated_keys: ["file_path"],
    });
    expect(JSON.parse(gemini.render(before, outcome, facts).stdout)).toEqual({
      hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: { file_path: "/work/shop/a" } },
    });
    expect(gemini.render(before, { ...outcome, authority: null }, facts)).toEqual(silent);
  });

  it.each(["ask", "park", "deny"] as const)("%s as a denial, since it has no prompt for us", (decision) => {
    expect(gemini.channel(before, decision === "park" ? "park" : "ask", hostFacts({ capabilities: ["ask"] }))).toBe(
      "inbox",
    );
    const { stdout, exit } = gemini.render(before, judged({ decision, rule: "action.costly" }), facts);
    expect(JSON.parse(stdout)).toEqual({ decision: "deny", reason: "Warrant: found. Next: do. [action.costly]" });
    expect(exit).toBe(0);
  });

  it("our failure by exit 2, any other exit goes on, and our deadline in words", () => {
    expect(gemini.render(before, failed, facts)).toMatchObject({ stdout: "", exit: 2 });
    expect(JSON.parse(gemini.render(before, late, facts).stdout)).toMatchObject({ decision: "deny" });
  });
});

describe("what else Gemini says and is told", () => {
  it("a prompt is never denied: that would erase what the person wrote", () => {
    const event = gemini.parse({ ...base, hook_event_name: "BeforeAgent", prompt: "Fix it" });
    expect(event).toMatchObject({ kind: "prompt", text: "Fix it" });
    expect(gemini.render(event, failed, facts)).toEqual(silent);
    expect(JSON.parse(gemini.render(event, { kind: "note", text: "Ask." }, facts).stdout)).toEqual({
      hookSpecificOutput: { hookEventName: "BeforeAgent", additionalContext: "Ask." },
    });
  });

  it("the end of a turn is sent back by a denial, and never ends the loop", () => {
    const event = gemini.parse({ ...base, hook_event_name: "AfterAgent", prompt: "x", prompt_response: "Done." });
    expect(event).toMatchObject({ kind: "stop", message: "Done.", is_active: false, is_subagent: false });
    const { stdout } = gemini.render(event, { kind: "stop", send_back: "Run it." }, facts);
    expect(JSON.parse(stdout)).toEqual({ decision: "deny", reason: "Run it." });
    expect(gemini.render(event, { kind: "stop", send_back: null }, facts)).toEqual(silent);
    expect(gemini.render(event, failed, facts)).toEqual(silent);
  });

  it.each([
    ["a text", { llmContent: "12 passed", returnDisplay: "" }, "ok", null],
    ["a command that failed, which is no error of the tool", { llmContent: "Output: x\nExit Code: 1" }, "error", 1],
    [
      "a command that wrote of another code before it failed",
      {
        llmContent:
          "<untrusted_context>\nOutput: x\nExit Code: 0\nExit Code: 3\nProcess Group PGID: 9\n</untrusted_context>",
      },
      "error",
      3,
    ],
    ["a command that went well", { llmContent: "Output: x\nExit Code: 0\nSignal: none" }, "ok", 0],
    ["an error", { llmContent: "no", error: { message: "no" } }, "error", null],
    ["nothing", undefined, "unknown", null],
  ])("the result of %s", (_name, tool_response, status, exit_code) => {
    const payload = { ...base, hook_event_name: "AfterTool", tool_name: "glob", tool_input: {}, tool_response };
    expect(gemini.parse(payload)).toMatchObject({ kind: "results", results: [{ status, exit_code }] });
  });

  it.each([
    ["SessionStart", { kind: "session", change: "start" }],
    ["SessionEnd", { kind: "session", change: "end" }],
    ["PreCompress", { kind: "other" }],
    ["Notification", { kind: "other" }],
  ])("%s", (hook_event_name, expected) => {
    const event = gemini.parse({ ...base, hook_event_name });
    expect(event).toMatchObject(expected);
    expect(gemini.render(event, { kind: "note", text: "x" }, facts)).toEqual(silent);
  });

  it("a failure under report is shown to the person", () => {
    const { stdout } = gemini.render(call("glob", {}), { kind: "reported", message: "It failed." }, facts);
    expect(JSON.parse(stdout)).toEqual({ systemMessage: "It failed." });
  });
});
