import { describe, expect, it } from "vitest";
import { testHost } from "../../../testing/gate-port.ts";
import type { HostFacts } from "./adapter.ts";
import { claudeCode } from "./claude-code.ts";
import type { CallEvent, HostEvent } from "./event.ts";
import type { JudgedCall, Outcome } from "./outcome.ts";

const base = {
  session_id: "s-1",
  transcript_path: "/home/dev/.claude/projects/-home-dev-app/s-1.jsonl",
  cwd: "/home/dev/app",
  permission_mode: "default",
};

function parsed(payload: object): HostEvent | null {
  return claudeCode.parse({ ...base, ...payload });
}

function callEvent(change: object = {}): CallEvent {
  const event = parsed({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "npm publish" },
    tool_use_id: "toolu_01",
    ...change,
  });
  if (event?.kind !== "call") throw new Error("no call");
  return event;
}

function host(change: Partial<HostFacts> = {}): HostFacts {
  return { ...testHost, ...change };
}

function judged(change: Partial<JudgedCall>): Outcome {
  return {
    kind: "judged",
    decision: "deny",
    rule: "policy.x",
    reason: "Warrant: no. Next: stop. [policy.x]",
    authority: null,
    inbox_id: null,
    channel: "inbox",
    updated_input: null,
    updated_keys: [],
    ...change,
  };
}

function answer(event: HostEvent | null, outcome: Outcome, facts: HostFacts = host()): unknown {
  const { stdout, stderr, exit } = claudeCode.render(event, outcome, facts);
  if (exit === 2) return { exit, stdout, stderr };
  return stdout === "" ? (stderr === "" ? null : { stderr }) : JSON.parse(stdout);
}

const decision = (said: string, more: object = {}) => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: said,
    permissionDecisionReason: "Warrant: no. Next: stop. [policy.x]",
    ...more,
  },
});
const permission = (said: object) => ({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision: said } });

describe("what Claude Code tells", () => {
  it("reads a call with its mode, agent and id", () => {
    expect(callEvent({ agent_id: "ag-2", agent_type: "coder" })).toEqual({
      host: "claude-code",
      event: "PreToolUse",
      session: "s-1",
      cwd: "/home/dev/app",
      folders: [],
      mode: "default",
      agent: { id: "ag-2", type: "coder" },
      transcript: base.transcript_path,
      kind: "call",
      moment: "before",
      call: { id: "toolu_01", tool: "Bash", input: { command: "npm publish" }, siblings: null },
    });
  });

  it.each<[string, object]>([
    ["no name of an event", { tool_name: "Bash", tool_input: {} }],
    ["a name that is no text", { hook_event_name: 4 }],
    ["an event of no version", { hook_event_name: "BeforeEverything" }],
    ["no tool", { hook_event_name: "PreToolUse", tool_input: {} }],
    ["a tool without a name", { hook_event_name: "PreToolUse", tool_name: "", tool_input: {} }],
    ["a tool that is no text", { hook_event_name: "PermissionRequest", tool_name: ["Bash"], tool_input: {} }],
    ["an input that is a text", { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: "ls" }],
    ["an input that is a list", { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: ["ls"] }],
  ])("takes %s for no event of its own", (_says, payload) => {
    expect(parsed(payload)).toBeNull();
  });

  it("takes a call without an input for one with an empty one, which no tool understands", () => {
    expect(parsed({ hook_event_name: "PreToolUse", tool_name: "Bash" })).toMatchObject({ call: { input: {}, id: "" } });
  });

  it.each<[string, object, object]>([
    [
      "a prompt",
      { hook_event_name: "UserPromptSubmit", prompt: "Fix it", prompt_id: "p-1" },
      { kind: "prompt", text: "Fix it", prompt: "p-1" },
    ],
    [
      "a prompt that is no text, which still goes on",
      { hook_event_name: "UserPromptSubmit", prompt: 7 },
      { kind: "prompt", text: "", prompt: null },
    ],
    [
      "a stop",
      { hook_event_name: "Stop", last_assistant_message: "Done.", stop_hook_active: true },
      { kind: "stop", message: "Done.", is_active: true, is_subagent: false },
    ],
    [
      "a stop of a subagent",
      { hook_event_name: "SubagentStop", agent_id: "ag-2" },
      { kind: "stop", message: null, is_active: false, is_subagent: true, agent: { id: "ag-2" } },
    ],
    ["a start", { hook_event_name: "SessionStart", source: "startup" }, { kind: "session", change: "start" }],
    ["an end", { hook_event_name: "SessionEnd" }, { kind: "session", change: "end" }],
    [
      "an agent",
      { hook_event_name: "SubagentStart", agent_id: "ag-2", agent_type: "coder" },
      { kind: "session", change: "subagent-start" },
    ],
    [
      "a change of settings",
      { hook_event_name: "ConfigChange", source: "user_settings", file_path: "/h/s.json" },
      { kind: "configuration", layer: "user_settings", file: "/h/s.json" },
    ],
    [
      "a change of the folder",
      { hook_event_name: "CwdChanged", old_cwd: "/a", new_cwd: "/b" },
      { kind: "place", cwd: "/b", added: [] },
    ],
    [
      "a folder a person added",
      { hook_event_name: "DirectoryAdded", directory: "/lib", source: "slash_command" },
      { kind: "place", added: ["/lib"] },
    ],
    [
      "a folder a program added, which is no root",
      { hook_event_name: "DirectoryAdded", directory: "/lib", source: "register_repo_root" },
      { kind: "place", added: [] },
    ],
    ["what the gate has nothing to do for", { hook_event_name: "Notification", message: "x" }, { kind: "other" }],
  ])("reads %s", (_says, payload, expected) => {
    expect(parsed(payload)).toMatchObject(expected);
  });

  it.each([
    ["user", "human"],
    ["schedule_wakeup", "scheduled"],
    ["loop_wakeup", "scheduled"],
    ["poll_event", "webhook"],
    ["sdk", "unknown"],
    ["system", "unknown"],
    ["tomorrow", "unknown"],
    [3, "unknown"],
    [undefined, undefined],
  ])("says of a prompt from %s that it is of %s", (source, origin) => {
    const event = parsed({ hook_event_name: "UserPromptSubmit", prompt: "x", source });
    expect(event?.kind === "prompt" ? event.origin : null).toBe(origin);
  });

  it.each<[string, object, object]>([
    [
      "streams of a command",
      { tool_response: { stdout: "12 passed", stderr: "warn", interrupted: false }, duration_ms: 1200 },
      { status: "ok", output: "12 passed\nwarn", duration_ms: 1200, exit_code: null },
    ],
    [
      "an interrupted command",
      { tool_response: { stdout: "", stderr: "", interrupted: true } },
      { status: "interrupted", output: "" },
    ],
    ["a text", { tool_response: "read" }, { status: "ok", output: "read" }],
    ["an error in the answer", { tool_response: { is_error: true, content: [] } }, { status: "error" }],
    ["anything else", { tool_response: { filePath: "/a" } }, { status: "ok", output: '{"filePath":"/a"}' }],
    ["an exit code", { tool_response: { stdout: "", exit_code: 3 } }, { exit_code: 3 }],
    ["nothing at all", {}, { status: "ok", output: "" }],
  ])("reads %s that came back", (_says, payload, expected) => {
    const event = parsed({
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_use_id: "t",
      tool_input: {},
      ...payload,
    });
    expect(event?.kind === "results" ? event.results : null).toMatchObject([expected]);
  });

  it.each<[string, object, object]>([
    [
      "a failure",
      { hook_event_name: "PostToolUseFailure", error: "Exit code 101\nboom" },
      { status: "error", exit_code: 101, output: "Exit code 101\nboom" },
    ],
    [
      "a failure without a code",
      { hook_event_name: "PostToolUseFailure", error: "no such file" },
      { status: "error", exit_code: null },
    ],
    [
      "an interrupt",
      { hook_event_name: "PostToolUseFailure", error: "", is_interrupt: true },
      { status: "interrupted" },
    ],
    ["a denial", { hook_event_name: "PermissionDenied", reason: "not now" }, { status: "denied", output: "not now" }],
  ])("reads %s", (_says, payload, expected) => {
    const event = parsed({ tool_name: "Bash", tool_use_id: "t", tool_input: {}, ...payload });
    expect(event?.kind === "results" ? event.results : null).toMatchObject([expected]);
  });

  it("reads a batch as what the model saw, and leaves out what is no call", () => {
    const calls = [
      { tool_name: "Read", tool_input: {}, tool_use_id: "a", tool_response: "x" },
      { tool_use_id: "b" },
      4,
    ];
    const event = parsed({ hook_event_name: "PostToolBatch", tool_calls: calls });
    expect(event).toMatchObject({ kind: "results", is_model_view: true, results: [{ call_id: "a", output: "x" }] });
    // A refused call is among them with what the model was told of it, so it is no success.
    expect(event).toMatchObject({ results: [{ status: "unknown" }] });
    expect(parsed({ hook_event_name: "PostToolBatch" })).toMatchObject({ results: [] });
  });
});

describe("how a question reaches a person", () => {
  it.each<[string, object, "ask" | "park", Partial<HostFacts>, string]>([
    ["by the prompt in the usual mode", {}, "ask", {}, "prompt"],
    ["by the prompt where edits are accepted", { permission_mode: "acceptEdits" }, "ask", {}, "prompt"],
    ["by the prompt in plan mode", { permission_mode: "plan" }, "ask", {}, "prompt"],
    [
      "H12 by the prompt in auto mode from 2.1.211 on (Claude Code 2.1.211 notes)",
      { permission_mode: "auto" },
      "ask",
      { version: "2.1.211" },
      "prompt",
    ],
    [
      "H12 in the inbox in auto mode before it (Claude Code 2.1.211 notes)",
      { permission_mode: "auto" },
      "ask",
      { version: "2.1.210" },
      "inbox",
    ],
    [
      "in the inbox in auto mode of a version nobody knows",
      { permission_mode: "auto" },
      "ask",
      { version: null },
      "inbox",
    ],
    ["in the inbox where nothing asks", { permission_mode: "dontAsk" }, "ask", {}, "inbox"],
    [
      "H14 in the inbox where permissions are bypassed (danny-avila/LibreChat#14192)",
      { permission_mode: "bypassPermissions" },
      "ask",
      {},
      "inbox",
    ],
    ["in the inbox in a mode nobody knows", { permission_mode: "yolo" }, "ask", {}, "inbox"],
    ["in the inbox without a mode", { permission_mode: undefined }, "ask", {}, "inbox"],
    [
      "H5 in the inbox for a tool of a server (anthropics/claude-code#81569)",
      { tool_name: "mcp__t__create" },
      "ask",
      {},
      "inbox",
    ],
    [
      "H5 by the prompt for a tool of a server where that was proven (anthropics/claude-code#81569)",
      { tool_name: "mcp__t__create" },
      "ask",
      { capabilities: ["ask_mcp"] },
      "prompt",
    ],
    ["in the inbox when it parks", {}, "park", {}, "inbox"],
  ])("%s", (_says, payload, asked, facts, expected) => {
    expect(claudeCode.channel(callEvent(payload), asked, host(facts))).toBe(expected);
  });

  const deferring = { is_headless: true, may_defer: true, version: "2.1.89" };
  const only = (event: CallEvent, siblings: number | null): CallEvent => ({
    ...event,
    call: { ...event.call, siblings },
  });

  it.each<[string, Partial<HostFacts>, object, number | null, string]>([
    ["the only call of a headless turn", deferring, {}, 1, "defer"],
    ["one of two calls", deferring, {}, 2, "inbox"],
    ["a call whose turn nobody knows", deferring, {}, null, "inbox"],
    ["a call of a subagent", deferring, { agent_id: "ag-2" }, 1, "inbox"],
    ["a call before somebody", { ...deferring, is_headless: false }, {}, 1, "inbox"],
    ["a call the operator does not let wait", { ...deferring, may_defer: false }, {}, 1, "inbox"],
    [
      "H12 a call of a version that cannot (Claude Code 2.1.89 notes)",
      { ...deferring, version: "2.1.88" },
      {},
      1,
      "inbox",
    ],
  ])("holds back, or not, %s", (_says, facts, payload, siblings, expected) => {
    expect(claudeCode.channel(only(callEvent(payload), siblings), "park", host(facts))).toBe(expected);
  });

  it("leaves a question about a permission to the host's own prompt, and a parked one to the inbox", () => {
    const event = callEvent({ hook_event_name: "PermissionRequest", permission_mode: undefined });
    expect(claudeCode.channel(event, "ask", host())).toBe("prompt");
    expect(claudeCode.channel(event, "park", host({ ...deferring }))).toBe("inbox");
  });
});

const rewritten = { updated_input: { file_path: "/real" }, updated_keys: ["file_path"] };

describe("a verdict before a call", () => {
  it.each<[string, Partial<JudgedCall>, Partial<HostFacts>, object, unknown]>([
    ["says nothing where nothing was raised", { decision: "allow" }, {}, {}, null],
    ["allows by a person's authority", { decision: "allow", authority: "ap-1" }, {}, {}, decision("allow")],
    [
      "H12 gives the resolved path from 2.1.110 on (Claude Code 2.1.110 notes)",
      { decision: "allow", authority: "ap-1", ...rewritten },
      { version: "2.1.110" },
      {},
      decision("allow", { updatedInput: { file_path: "/real" } }),
    ],
    [
      "H12 gives no path before it (Claude Code 2.1.110 notes)",
      { decision: "allow", authority: "ap-1", ...rewritten },
      { version: "2.1.109" },
      {},
      decision("allow"),
    ],
    [
      "asks with the resolved path",
      { decision: "ask", channel: "prompt", ...rewritten },
      {},
      {},
      decision("ask", { updatedInput: { file_path: "/real" } }),
    ],
    [
      "leaves a background task of an old version to the host",
      { decision: "allow", authority: "ap-1" },
      { version: "2.1.221" },
      { tool_input: { command: "x", run_in_background: true } },
      null,
    ],
    [
      "allows a background task from 2.1.222 on",
      { decision: "allow", authority: "ap-1" },
      { version: "2.1.222" },
      { tool_input: { command: "x", run_in_background: true } },
      decision("allow"),
    ],
    ["says nothing of a plan", { decision: "allow", authority: "x" }, {}, { tool_name: "ExitPlanMode" }, null],
    ["asks", { decision: "ask", channel: "prompt" }, {}, {}, decision("ask")],
    ["refuses what is asked in the inbox", { decision: "ask", channel: "inbox" }, {}, {}, decision("deny")],
    [
      "holds a call back without a word",
      { decision: "park", channel: "defer" },
      {},
      {},
      { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "defer" } },
    ],
    ["refuses what waits", { decision: "park", channel: "inbox" }, {}, {}, decision("deny")],
    [
      "H12 refuses by the object from 2.1.101 on (Claude Code 2.1.101 notes)",
      {},
      { version: "2.1.101" },
      {},
      decision("deny"),
    ],
    [
      "H12 refuses by the code before it (Claude Code 2.1.101 notes)",
      {},
      { version: "2.1.100" },
      {},
      { exit: 2, stdout: "", stderr: "Warrant: no. Next: stop. [policy.x]\n" },
    ],
    [
      "refuses by the code in a version nobody knows",
      {},
      { version: null },
      {},
      { exit: 2, stdout: "", stderr: "Warrant: no. Next: stop. [policy.x]\n" },
    ],
  ])("%s", (_says, verdict, facts, payload, expected) => {
    expect(answer(callEvent(payload), judged(verdict), host(facts))).toEqual(expected);
  });
});

describe("a verdict where the host asks for its own permission", () => {
  const event = callEvent({ hook_event_name: "PermissionRequest" });
  it.each<[string, Outcome, unknown]>([
    ["allows by an approval", judged({ decision: "allow", authority: "ap-1" }), permission({ behavior: "allow" })],
    ["leaves what nothing speaks against to the prompt", judged({ decision: "allow" }), null],
    ["leaves a question to the prompt", judged({ decision: "ask", channel: "prompt" }), null],
    ["refuses", judged({}), permission({ behavior: "deny", message: "Warrant: no. Next: stop. [policy.x]" })],
    [
      "refuses what waits",
      judged({ decision: "park" }),
      permission({ behavior: "deny", message: "Warrant: no. Next: stop. [policy.x]" }),
    ],
    [
      "refuses on a failure of ours, by an object, since no code is honoured there",
      { kind: "failed", rule: "action.failed", message: "m" },
      permission({ behavior: "deny", message: "m" }),
    ],
  ])("%s", (_says, outcome, expected) => {
    expect(answer(event, outcome)).toEqual(expected);
  });
});

describe("everything else in the host's words", () => {
  const prompt = parsed({ hook_event_name: "UserPromptSubmit", prompt: "x" });
  const start = parsed({ hook_event_name: "SessionStart" });
  const stop = parsed({ hook_event_name: "Stop" });
  const change = parsed({ hook_event_name: "ConfigChange", source: "user_settings" });
  const post = parsed({ hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: {} });
  const failed: Outcome = { kind: "failed", rule: "action.failed", message: "m" };
  const note = (event: string) => ({ hookSpecificOutput: { hookEventName: event, additionalContext: "n" } });
  it.each<[string, HostEvent | null, Outcome, unknown]>([
    ["a note at a prompt", prompt, { kind: "note", text: "n" }, note("UserPromptSubmit")],
    ["answers at a start", start, { kind: "note", text: "n" }, note("SessionStart")],
    ["no note", prompt, { kind: "note", text: null }, null],
    ["a stop that is refused", stop, { kind: "stop", send_back: "go on" }, { decision: "block", reason: "go on" }],
    ["a stop", stop, { kind: "stop", send_back: null }, null],
    [
      "a change of settings that is refused",
      change,
      { kind: "configuration", refusal: "no" },
      { exit: 2, stdout: "", stderr: "no\n" },
    ],
    ["a change of settings", change, { kind: "configuration", refusal: null }, null],
    ["nothing", post, { kind: "nothing" }, null],
    ["a report", post, { kind: "reported", message: null }, null],
    ["a failure that is only reported", callEvent(), { kind: "reported", message: "m" }, { systemMessage: "m" }],
    ["a failure at a call", callEvent(), failed, { exit: 2, stdout: "", stderr: "m\n" }],
    ["a failure at a change of settings", change, failed, { exit: 2, stdout: "", stderr: "m\n" }],
    ["a failure at a result, which holds nobody up", post, failed, { stderr: "m\n" }],
    ["a payload nobody could read", null, failed, { exit: 2, stdout: "", stderr: "m\n" }],
    ["a gate that is off", null, { kind: "nothing" }, null],
  ])("says %s", (_says, event, outcome, expected) => {
    expect(answer(event, outcome)).toEqual(expected);
  });
});
