import { describe, expect, it } from "vitest";
import { failed, hostFacts, judged, late } from "../../../testing/host-adapter.ts";
import { cursor } from "./cursor.ts";
import type { CallEvent } from "./event.ts";

const base = {
  conversation_id: "u-1",
  generation_id: "g-1",
  model: "auto",
  cursor_version: "3.9.16",
  workspace_roots: ["/work/shop", "/work/lib"],
  user_email: "ada@example.com",
  transcript_path: null,
};

function call(hook_event_name: string, parts: Record<string, unknown>): CallEvent {
  const event = cursor.parse({ ...base, hook_event_name, ...parts });
  if (event?.kind !== "call") throw new Error("This is no call.");
  return event;
}

function generic(tool_name: string, tool_input: unknown, parts: Record<string, unknown> = {}): CallEvent {
  return call("preToolUse", { tool_name, tool_input, tool_use_id: "tool_1", cwd: "/work/shop", ...parts });
}

const facts = hostFacts({ capabilities: ["ask", "updated_input"] });
const allow = { permission: "allow" };

describe("what Cursor says of a call", () => {
  it("a command, whose session stays in the first folder of the work wherever it runs", () => {
    expect(call("beforeShellExecution", { command: "ls", cwd: "/tmp/x" })).toMatchObject({
      host: "cursor",
      session: "u-1",
      cwd: "/work/shop",
      folders: ["/work/shop", "/work/lib"],
      moment: "before",
      call: { id: "", tool: "Shell", input: { command: "ls", cwd: "/tmp/x" } },
    });
  });

  it.each([
    [
      "a command",
      generic("Shell", { command: "ls", working_directory: "/work/lib", description: "x", timeout: 5 }),
      call("beforeShellExecution", { command: "ls", cwd: "/work/lib" }),
    ],
    [
      "a command in the folder of the session",
      generic("Shell", { command: "ls" }),
      call("beforeShellExecution", { command: "ls", cwd: "/work/shop" }),
    ],
    [
      "a file that is read",
      generic("Read", { path: "/work/shop/.env", offset: 3, limit: 9 }),
      call("beforeReadFile", { file_path: "/work/shop/.env", content: "KEY=1", attachments: [] }),
    ],
    [
      "a tool of a server",
      generic("MCP:create_ticket", { title: "x" }),
      call("beforeMCPExecution", { tool_name: "create_ticket", tool_input: '{"title":"x"}', url: "https://mcp" }),
    ],
  ])("%s is the same action at both hooks, so that one approval does for it", (_name, one, other) => {
    expect(one.call.tool).toBe(other.call.tool);
    expect(one.call.input).toEqual(other.call.input);
    expect(one.cwd).toBe(other.cwd);
  });

  it("an argument that nobody knows stays in it", () => {
    expect(generic("Shell", { command: "ls", target_host: "x" }).call.input).toMatchObject({ target_host: "x" });
    expect(generic("Read", { path: "a", file_path: "b" }).call.input).toEqual({ file_path: "b", path: "a" });
  });

  it("the content of a file is not kept", () => {
    const event = call("beforeReadFile", { file_path: "/work/shop/a", content: "secret", attachments: [] });
    expect(JSON.stringify(event)).not.toContain("secret");
  });

  it.each([
    ["no command", "beforeShellExecution", {}],
    ["a command that is no text", "beforeShellExecution", { command: ["ls"] }],
    ["no file", "beforeReadFile", { content: "x" }],
    ["no tool", "preToolUse", { tool_input: {} }],
    ["arguments of a server's tool that are no object", "beforeMCPExecution", { tool_name: "x", tool_input: "[1]" }],
    ["arguments that cannot be read", "beforeMCPExecution", { tool_name: "x", tool_input: "{" }],
    ["an event nobody knows", "beforeEverything", {}],
  ])("%s is no event", (_name, hook_event_name, parts) => {
    expect(cursor.parse({ ...base, hook_event_name, ...parts })).toBeNull();
  });
});

describe("what Cursor is told of a call", () => {
  const before = generic("Write", { file_path: "/work/shop/link/a", contents: "x" });

  it.each([
    ["what raised nothing", judged()],
    ["what a person let through", judged({ authority: "ap-1" })],
    ["a gate that is off", { kind: "nothing" } as const],
    ["a report", { kind: "reported", message: null } as const],
  ])("a clear yes to %s, since silence refuses under failClosed", (_name, outcome) => {
    expect(JSON.parse(cursor.render(before, outcome, facts).stdout)).toEqual(allow);
  });

  it("the whole input with its path resolved, where the input is as Cursor gave it", () => {
    const outcome = judged({ authority: "ap-1", updated_input: { file_path: "/work/shop/a", contents: "x" } });
    expect(cursor.rewrites?.(before, facts)).toBe(true);
    expect(JSON.parse(cursor.render(before, outcome, facts).stdout)).toEqual({
      permission: "allow",
      updated_input: { file_path: "/work/shop/a", contents: "x" },
    });
    for (const event of [generic("Read", { path: "a" }), call("beforeReadFile", { file_path: "a" })]) {
      expect(cursor.rewrites?.(event, facts)).toBe(false);
      expect(JSON.parse(cursor.render(event, outcome, facts).stdout)).toEqual(allow);
    }
  });

  it.each(["ask", "park", "deny"] as const)("%s as a denial with the reason in both messages", (decision) => {
    expect(cursor.channel(before, decision === "park" ? "park" : "ask", facts)).toBe("inbox");
    const { stdout } = cursor.render(before, judged({ decision, channel: "prompt", rule: "action.costly" }), facts);
    const reason = "Warrant: found. Next: do. [action.costly]";
    expect(JSON.parse(stdout)).toEqual({ permission: "deny", user_message: reason, agent_message: reason });
  });

  it("our failure by exit 2 without an answer, and our deadline with one", () => {
    expect(cursor.render(before, failed, facts)).toMatchObject({ stdout: "", exit: 2 });
    expect(JSON.parse(cursor.render(before, late, facts).stdout)).toMatchObject({ permission: "deny" });
  });

  it("what could not be read is let go on only where the gate is off or only reports", () => {
    for (const outcome of [{ kind: "nothing" }, { kind: "reported", message: "It failed." }] as const) {
      expect(JSON.parse(cursor.render(null, outcome, facts).stdout)).toEqual({ permission: "allow", continue: true });
    }
    expect(cursor.render(null, failed, facts).exit).toBe(2);
  });
});

describe("what else Cursor says and is told", () => {
  it.each([{ kind: "note", text: "Ask." } as const, failed])("a prompt always goes on: %j", (outcome) => {
    const event = cursor.parse({ ...base, hook_event_name: "beforeSubmitPrompt", prompt: "Fix", attachments: [{}] });
    expect(event).toMatchObject({ kind: "prompt", text: "Fix", prompt: "g-1", has_attachments: true });
    expect(JSON.parse(cursor.render(event, outcome, facts).stdout)).toEqual({ continue: true });
  });

  it.each([
    [
      "postToolUse",
      {
        tool_name: "Shell",
        tool_input: { command: "ls" },
        tool_output: '{"exitCode":1}',
        tool_use_id: "t",
        duration: 3,
      },
      { call_id: "t", tool: "Shell", status: "error", exit_code: 1, duration_ms: 3 },
    ],
    [
      "postToolUse",
      { tool_name: "Read", tool_input: { path: "a" }, tool_output: "{}" },
      { status: "ok", exit_code: null },
    ],
    [
      "postToolUseFailure",
      { tool_name: "Shell", tool_input: {}, error_message: "no", failure_type: "permission_denied" },
      { status: "denied", output: "no" },
    ],
    ["postToolUseFailure", { tool_name: "Shell", tool_input: {}, is_interrupt: true }, { status: "interrupted" }],
    ["postToolUseFailure", { tool_name: "Shell", tool_input: {}, failure_type: "error" }, { status: "error" }],
    ["afterShellExecution", { command: "ls", output: "a" }, { tool: "Shell", status: "unknown", output: "a" }],
    [
      "afterMCPExecution",
      { tool_name: "x", tool_input: "{}", result_json: "{}" },
      { tool: "MCP:x", status: "unknown" },
    ],
    ["afterFileEdit", { file_path: "/a", edits: [] }, { tool: "Write", status: "unknown" }],
  ])("%s %j", (hook_event_name, parts, expected) => {
    const event = cursor.parse({ ...base, hook_event_name, ...parts });
    expect(event).toMatchObject({ kind: "results", results: [expected] });
    expect(cursor.render(event, { kind: "nothing" }, facts).stdout).toBe("{}");
  });

  it("the end of a turn sends the agent back by a message of its own", () => {
    const event = cursor.parse({ ...base, hook_event_name: "stop", status: "completed", loop_count: 1 });
    expect(event).toMatchObject({ kind: "stop", message: null, is_active: true });
    expect(JSON.parse(cursor.render(event, { kind: "stop", send_back: "Run it." }, facts).stdout)).toEqual({
      followup_message: "Run it.",
    });
    for (const outcome of [{ kind: "stop", send_back: null }, failed] as const)
      expect(cursor.render(event, outcome, facts).stdout).toBe("{}");
  });

  it.each(["aborted", "error"])("a turn that ended by %s is not started again", (status) => {
    const event = cursor.parse({ ...base, hook_event_name: "stop", status, loop_count: 0 });
    expect(event?.kind).toBe("other");
    expect(cursor.render(event, { kind: "stop", send_back: "x" }, facts).stdout).toBe("{}");
  });

  it.each([
    ["sessionStart", { kind: "session", change: "start" }],
    ["sessionEnd", { kind: "session", change: "end" }],
    ["subagentStart", { kind: "session", change: "subagent-start", agent: { id: "sub-1", type: "explore" } }],
    ["subagentStop", { kind: "other" }],
    ["preCompact", { kind: "other" }],
  ])("%s is answered with an empty object", (hook_event_name, expected) => {
    const event = cursor.parse({ ...base, hook_event_name, subagent_id: "sub-1", subagent_type: "explore" });
    expect(event).toMatchObject(expected);
    expect(cursor.render(event, { kind: "note", text: "x" }, facts).stdout).toBe("{}");
  });

  it("completions are outside the gate and go on", () => {
    const event = cursor.parse({ ...base, hook_event_name: "beforeTabFileRead", file_path: "/a", content: "x" });
    expect(JSON.parse(cursor.render(event, { kind: "nothing" }, facts).stdout)).toEqual(allow);
  });
});
