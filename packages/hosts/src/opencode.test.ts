import { describe, expect, it } from "vitest";
import { failed, hostFacts, judged, late } from "../../../testing/host-adapter.ts";
import type { CallEvent } from "./event.ts";
import { opencode } from "./opencode.ts";

const facts = hostFacts({ capabilities: ["ask"] });
const silent = { stdout: "", stderr: "", exit: 0 };

function event(name: string, input: object, output: object = {}, parts: object = { root: "o-1" }) {
  return opencode.parse({ event: name, cwd: "/work/shop", input: { sessionID: "o-1", ...input }, output, ...parts });
}

function call(input: object, args: unknown, parts: object = { root: "o-1" }): CallEvent {
  const read = event("tool.execute.before", input, { args }, parts);
  if (read?.kind !== "call") throw new Error("This is no call.");
  return read;
}

function asked(input: object): CallEvent {
  const read = event("permission.ask", input, { status: "ask" });
  if (read?.kind !== "call") throw new Error("This is no call.");
  return read;
}

describe("what OpenCode says of a call", () => {
  it("its tool, its arguments and its session", () => {
    expect(call({ tool: "bash", callID: "k-1" }, { command: "ls" })).toMatchObject({
      host: "opencode",
      event: "tool.execute.before",
      session: "o-1",
      cwd: "/work/shop",
      agent: { id: null, type: null },
      moment: "before",
      call: { id: "k-1", tool: "bash", input: { command: "ls" } },
    });
  });

  it("a task is an agent of the session it was started from", () => {
    expect(call({ tool: "bash", sessionID: "o-2", agent: "explore" }, {}, { root: "o-1" })).toMatchObject({
      session: "o-1",
      agent: { id: "o-2", type: "explore" },
    });
  });

  it("a wrapper without a name is a call when it has arguments", () => {
    expect(opencode.parse({ input: { tool: "bash", sessionID: "o-1" }, output: { args: {} } })?.kind).toBe("call");
    expect(opencode.parse({ input: { tool: "bash" }, output: {} })).toBeNull();
  });

  it.each([
    ["no tool", {}, {}],
    ["arguments that are a list", { tool: "bash" }, ["ls"]],
  ])("%s is no event", (_name, input, args) => {
    expect(event("tool.execute.before", input, { args })).toBeNull();
  });

  it.each([
    ["bash", { pattern: "ls *", metadata: { command: "ls a" } }, { command: "ls a" }],
    ["bash", { pattern: "ls a", metadata: {} }, { command: "ls a" }],
    ["edit", { metadata: { filePath: "/work/shop/a" } }, { filePath: "/work/shop/a" }],
    ["webfetch", { metadata: { url: "https://x" } }, { url: "https://x" }],
    [
      "external_directory",
      { pattern: "/etc/*", metadata: { parentDir: "/etc" } },
      { parentDir: "/etc", pattern: "/etc/*" },
    ],
  ])("its question about %s %j", (type, parts, input) => {
    expect(asked({ type, callID: "k-1", ...parts })).toMatchObject({
      moment: "permission",
      call: { id: "k-1", tool: type, input },
    });
  });
});

describe("what OpenCode is told of a call", () => {
  const before = call({ tool: "write", callID: "k-1" }, { filePath: "link/a", content: "x" });
  const question = asked({ type: "edit", metadata: {} });

  it.each([
    ["what raised nothing", judged()],
    ["a gate that is off", { kind: "nothing" } as const],
    ["a report", { kind: "reported", message: null } as const],
  ])("nothing of %s", (_name, outcome) => {
    expect(opencode.render(before, outcome, facts)).toEqual(silent);
    expect(opencode.render(question, outcome, facts)).toEqual(silent);
  });

  it("of a path that was resolved only what changed", () => {
    const outcome = judged({
      authority: "ap-1",
      updated_input: { filePath: "/a", content: "x" },
      updated_keys: ["filePath"],
    });
    expect(JSON.parse(opencode.render(before, outcome, facts).stdout)).toEqual({ args: { filePath: "/a" } });
    expect(JSON.parse(opencode.render(question, outcome, facts).stdout)).toEqual({ status: "allow" });
  });

  it.each(["ask", "park", "deny"] as const)("%s throws, since nothing says that the host will ask", (decision) => {
    expect(opencode.channel(before, decision === "park" ? "park" : "ask", facts)).toBe("inbox");
    const outcome = judged({ decision, channel: "prompt", rule: "action.costly" });
    expect(JSON.parse(opencode.render(before, outcome, facts).stdout)).toEqual({
      throw: "Warrant: found. Next: do. [action.costly]",
    });
  });

  it("its own question stays one where we would ask, and is denied where we deny or nobody is there", () => {
    expect(opencode.channel(question, "ask", facts)).toBe("prompt");
    expect(opencode.channel(question, "park", facts)).toBe("inbox");
    expect(opencode.render(question, judged({ decision: "ask", channel: "prompt" }), facts)).toEqual(silent);
    for (const decision of ["park", "deny"] as const)
      expect(JSON.parse(opencode.render(question, judged({ decision }), facts).stdout)).toEqual({ status: "deny" });
  });

  it("our failure by exit 2, our deadline in words", () => {
    for (const one of [before, question]) expect(opencode.render(one, failed, facts)).toMatchObject({ exit: 2 });
    expect(JSON.parse(opencode.render(before, late, facts).stdout).throw).toContain("[action.deadline]");
    expect(JSON.parse(opencode.render(question, late, facts).stdout)).toEqual({ status: "deny" });
    expect(opencode.render(null, failed, facts)).toMatchObject({ exit: 2 });
  });
});

describe("what else OpenCode says", () => {
  const message = { message: { role: "user" }, parts: [{ type: "text", text: "Fix it" }, { type: "file" }] };

  it("a message, without the words the host put in", () => {
    const parts = [...message.parts, { type: "text", text: "<reminder>", synthetic: true }];
    expect(event("chat.message", { messageID: "m-1" }, { ...message, parts })).toMatchObject({
      kind: "prompt",
      text: "Fix it",
      prompt: "m-1",
      has_attachments: true,
    });
  });

  it.each([
    ["a person's session is not said to be anybody's", { root: "o-1" }, undefined],
    ["a task's is an agent's", { root: "o-0" }, "agent"],
    ["where nobody looked it up, nobody knows", { root: null }, "unknown"],
  ])("%s", (_name, parts, origin) => {
    const read = event("chat.message", {}, message, parts);
    expect(read?.kind === "prompt" ? read.origin : "no prompt").toBe(origin);
  });

  it("a message of the model is no prompt", () => {
    expect(event("chat.message", {}, { ...message, message: { role: "assistant" } })?.kind).toBe("other");
  });

  it.each([
    [{ output: "ok", metadata: { exit: 0 } }, "ok", 0],
    [{ output: "no", metadata: { exit: 2 } }, "error", 2],
    [{ output: "text" }, "ok", null],
  ])("a result %j", (output, status, exit_code) => {
    const read = event("tool.execute.after", { tool: "bash", callID: "k-1", args: { command: "ls" } }, output);
    expect(read).toMatchObject({ kind: "results", results: [{ call_id: "k-1", status, exit_code }] });
    expect(opencode.render(read, { kind: "note", text: "x" }, facts)).toEqual(silent);
  });

  it("a turn that is over is told of, and is not sent back", () => {
    const read = event("session.idle", {}, {});
    expect(read).toMatchObject({ kind: "stop", message: null, is_active: true, is_subagent: false });
    expect(opencode.render(read, { kind: "stop", send_back: "x" }, facts)).toEqual(silent);
  });
});
