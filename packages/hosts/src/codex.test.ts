import { readCall } from "@warrant/kernel/action/read-call";
import { describe, expect, it } from "vitest";
import { actionFacts } from "../../../testing/action-facts.ts";
import { failed, hostFacts, judged, late } from "../../../testing/host-adapter.ts";
import { codex } from "./codex.ts";
import type { CallEvent } from "./event.ts";

const base = {
  session_id: "c-1",
  turn_id: "t-1",
  transcript_path: null,
  cwd: "/work/shop",
  model: "gpt-5.5-codex",
  permission_mode: "default",
};

function call(tool_name: string, tool_input: unknown, parts: Record<string, unknown> = {}): CallEvent {
  const event = codex.parse({
    ...base,
    hook_event_name: "PreToolUse",
    tool_name,
    tool_input,
    tool_use_id: "call_1",
    ...parts,
  });
  if (event?.kind !== "call") throw new Error("This is no call.");
  return event;
}

function permission(tool_name: string, tool_input: unknown): CallEvent {
  return call(tool_name, tool_input, { hook_event_name: "PermissionRequest", tool_use_id: undefined });
}

function reading({ call: { tool, input } }: CallEvent) {
  const facts = actionFacts(tool, input);
  const read = readCall(facts.call, facts.place);
  return { understood: read.isUnderstood, effects: read.effects.map(({ kind, target }) => `${kind} ${target}`) };
}

const facts = hostFacts();
const patch = "*** Begin Patch\n*** Delete File: src/a.ts\n*** End Patch\n";

describe("what Codex says of a call", () => {
  it("its ids, its folder, its mode and the subagent it is from", () => {
    expect(call("Bash", { command: "ls" }, { agent_id: "a-2", agent_type: "worker" })).toEqual({
      host: "codex",
      event: "PreToolUse",
      session: "c-1",
      cwd: "/work/shop",
      folders: [],
      mode: "default",
      agent: { id: "a-2", type: "worker" },
      transcript: null,
      kind: "call",
      moment: "before",
      call: { id: "call_1", tool: "Bash", input: { command: "ls" }, siblings: null },
    });
  });

  it("a list of arguments is never joined", () => {
    expect(call("Bash", { command: ["cat", "a; rm -rf /"] }).call.input).toEqual({ command: "cat 'a; rm -rf /'" });
    expect(reading(call("Bash", { command: ["bash", "-lc", "rm -rf src"] })).effects).toContain(
      "delete /work/shop/src",
    );
  });

  it.each([
    ["with a number", ["ls", 1]],
    ["that is empty", []],
  ])("a list %s is not understood", (_name, command) => {
    expect(reading(call("Bash", { command })).understood).toBe(false);
  });

  it.each([
    ["the key of the documentation", { command: patch }],
    ["another key", { arguments: patch }],
    ["the words of a function call", { argv: ["apply_patch", patch] }],
    ["an input that is the JSON of one", JSON.stringify({ input: patch })],
  ])("a patch under %s is read", (_name, input) => {
    expect(reading(call("apply_patch", input))).toEqual({ understood: true, effects: ["delete /work/shop/src/a.ts"] });
  });

  it("every patch is read, also beside one under the usual key", () => {
    const other = patch.replace("a.ts", "b.ts");
    expect(reading(call("apply_patch", { command: patch, extra: other })).effects).toEqual([
      "delete /work/shop/src/a.ts",
      "delete /work/shop/src/b.ts",
    ]);
  });

  it.each([
    ["without a patch", { text: "hello" }],
    ["with more patches than there are keys", Object.fromEntries("abcdef".split("").map((key) => [key, patch]))],
  ])("a call of apply_patch %s is not understood", (_name, input) => {
    expect(reading(call("apply_patch", input)).understood).toBe(false);
  });

  it.each(["Bash", "apply_patch", "mcp__tickets__create"])(
    "a permission for %s is one to leave the sandbox, which no rule or envelope for the call alone covers",
    (tool) => {
      const event = permission(tool, { command: tool === "Bash" ? "npm test" : patch });
      expect(event).toMatchObject({ moment: "permission", call: { id: "" } });
      expect(reading(event).effects).toContain("elevate sandbox:bypass");
    },
  );

  it.each([
    ["no name of a tool", { tool_name: undefined }],
    ["a name that is no text", { tool_name: ["Bash"] }],
    ["arguments that are a list", { tool_input: ["ls"] }],
    ["arguments that are a text", { tool_input: "ls" }],
    ["an event nobody knows", { hook_event_name: "BeforeToolUse" }],
    ["no event", { hook_event_name: undefined }],
  ])("%s is no event of Codex", (_name, parts) => {
    const payload = { ...base, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {}, ...parts };
    expect(codex.parse(payload)).toBeNull();
  });
});

describe("what Codex is told of a call", () => {
  const before = call("Bash", { command: "ls" });
  const asked = permission("Bash", { command: "ls" });

  it.each([
    ["what raised nothing", judged()],
    ["what a person let through", judged({ authority: "ap-1" })],
    ["a gate that is off", { kind: "nothing" } as const],
    ["a report", { kind: "reported", message: null } as const],
  ])("nothing of %s", (_name, outcome) => {
    expect(codex.render(before, outcome, facts)).toEqual({ stdout: "", stderr: "", exit: 0 });
  });

  it.each(["ask", "park", "deny"] as const)(
    "%s is a denial with its reason: Codex goes on at `ask` (openai/codex#41979)",
    (decision) => {
      const { stdout, stderr, exit } = codex.render(
        before,
        judged({ decision, rule: "action.costly", channel: "prompt" }),
        facts,
      );
      expect(JSON.parse(stdout)).toEqual({
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: "Warrant: found. Next: do. [action.costly]",
        },
      });
      expect({ stderr, exit }).toEqual({ stderr: "", exit: 0 });
    },
  );

  it("our failure by exit 2 with a sentence, since exit 2 without one goes on", () => {
    expect(codex.render(before, failed, facts)).toMatchObject({
      stdout: "",
      stderr: expect.stringContaining("[action.failed]"),
      exit: 2,
    });
    expect(codex.render(null, { kind: "failed", rule: "action.facts-invalid", message: " " }, facts)).toMatchObject({
      stderr: expect.stringMatching(/\w/),
      exit: 2,
    });
  });

  it("a deadline of ours as a denial", () => {
    const { stdout, exit } = codex.render(before, late, facts);
    expect(stdout).toContain("[action.deadline]");
    expect(exit).toBe(0);
  });

  it("a permission that a person gave, and nothing else, as allow", () => {
    const allow = { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } } };
    expect(JSON.parse(codex.render(asked, judged({ authority: "ap-1" }), facts).stdout)).toEqual(allow);
    expect(codex.render(asked, judged(), facts).stdout).toBe("");
  });

  it.each(["ask", "park", "deny"] as const)("a permission at %s as a denial with its message", (decision) => {
    const { stdout } = codex.render(asked, judged({ decision }), facts);
    expect(JSON.parse(stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: "PermissionRequest",
        decision: { behavior: "deny", message: "Warrant: found. Next: do. [action.within-bounds]" },
      },
    });
  });

  it("the host's own prompt asks only where it is proven that a person sees it, and only for a permission", () => {
    const proven = hostFacts({ capabilities: ["ask"] });
    expect(codex.channel(asked, "ask", proven)).toBe("prompt");
    expect(codex.render(asked, judged({ decision: "ask", channel: "prompt" }), proven).stdout).toBe("");
    expect(codex.channel(asked, "ask", facts)).toBe("inbox");
    expect(codex.channel(asked, "park", proven)).toBe("inbox");
    expect(codex.channel(before, "ask", proven)).toBe("inbox");
    expect(codex.channel(asked, "ask", { ...proven, is_headless: true })).toBe("inbox");
  });

  it("half a character in a reason is no reason for Codex to drop the denial", () => {
    const { stdout } = codex.render(before, judged({ decision: "deny", reason: "a\ud800b" }), facts);
    expect(stdout).not.toMatch(/\\ud8/i);
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "a\ufffdb" },
    });
  });
});

describe("what else Codex says and is told", () => {
  it("a prompt with its turn, and the note on it", () => {
    const event = codex.parse({ ...base, hook_event_name: "UserPromptSubmit", prompt: "Fix it" });
    expect(event).toMatchObject({ kind: "prompt", text: "Fix it", prompt: "t-1", has_attachments: false });
    expect(JSON.parse(codex.render(event, { kind: "note", text: "Ask first." }, facts).stdout)).toEqual({
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "Ask first." },
    });
    expect(codex.render(event, { kind: "note", text: null }, facts).stdout).toBe("");
    expect(codex.render(event, failed, facts)).toEqual({ stdout: "", stderr: "", exit: 0 });
  });

  it.each([
    ["Stop", false],
    ["SubagentStop", true],
  ])("%s is always answered with an object", (hook_event_name, isSubagent) => {
    const event = codex.parse({ ...base, hook_event_name, stop_hook_active: true, last_assistant_message: "Done." });
    expect(event).toMatchObject({ kind: "stop", message: "Done.", is_active: true, is_subagent: isSubagent });
    expect(codex.render(event, { kind: "stop", send_back: null }, facts).stdout).toBe("{}");
    expect(codex.render(event, failed, facts).stdout).toBe("{}");
    expect(codex.render(event, { kind: "nothing" }, facts).stdout).toBe("{}");
    const sent = codex.render(event, { kind: "stop", send_back: "No test ran. [claim.receipt]" }, facts);
    expect(JSON.parse(sent.stdout)).toEqual({ decision: "block", reason: "No test ran. [claim.receipt]" });
  });

  it.each([
    ["a command that ended well", { exit_code: 0, output: "12 passed" }, "ok", 0, "12 passed"],
    ["one that failed", { metadata: { exit_code: 1 }, output: "1 failed" }, "error", 1, "1 failed"],
    ["a text, which says nothing of success", "12 passed", "unknown", null, "12 passed"],
    ["a tool of a server that failed", { isError: true, content: [] }, "error", null, '{"isError":true,"content":[]}'],
    ["nothing", null, "unknown", null, ""],
  ])("the result of %s", (_name, tool_response, status, exit_code, output) => {
    const payload = { ...base, hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: { command: ["ls"] } };
    expect(codex.parse({ ...payload, tool_use_id: "call_1", tool_response })).toMatchObject({
      kind: "results",
      results: [{ call_id: "call_1", tool: "Bash", input: { command: "ls" }, status, exit_code, output }],
    });
  });

  it.each([
    ["SessionStart", "start"],
    ["SessionEnd", "end"],
    ["SubagentStart", "subagent-start"],
  ])("%s", (hook_event_name, change) => {
    const event = codex.parse({ ...base, hook_event_name });
    expect(event).toMatchObject({ kind: "session", change });
    expect(codex.render(event, { kind: "note", text: "x" }, facts).stdout).toBe("");
  });

  it.each(["Interrupt", "PreCompact", "PostCompact", "StopFailure"])("nothing is done at %s", (hook_event_name) => {
    expect(codex.parse({ ...base, hook_event_name })).toMatchObject({ kind: "other" });
  });

  it("a failure under report is shown to the person and refuses nothing", () => {
    const { stdout, exit } = codex.render(call("Bash", {}), { kind: "reported", message: "It failed." }, facts);
    expect(JSON.parse(stdout)).toEqual({ systemMessage: "It failed." });
    expect(exit).toBe(0);
  });
});
