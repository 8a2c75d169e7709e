import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GatePortChange, gatePort } from "../../../testing/gate-port.ts";
import { arbitraryRefusal, failed, hostFacts, judged } from "../../../testing/host-adapter.ts";
import { type AgentOptions, type SdkHookInput, warrantAgent, warrantHooks } from "./agent-sdk.ts";
import { agentSdk } from "./agent-sdk-adapter.ts";

const signal = new AbortController().signal;
const base = {
  session_id: "s-1",
  transcript_path: "/home/dev/.claude/projects/-home-dev-app/s-1.jsonl",
  cwd: "/home/dev/app",
  permission_mode: "default",
};

function agent(change: GatePortChange = {}, options: Partial<AgentOptions> = {}) {
  const { port, written } = gatePort({ host: { version: "0.3.240" }, ...change });
  const { hooks, canUseTool } = warrantAgent({ port, ...options });
  const fire = (event: keyof typeof hooks, parts: SdkHookInput) => {
    const [matcher] = hooks[event];
    const input = { ...base, hook_event_name: event, ...parts };
    return matcher!.hooks[0]!(input, undefined, { signal });
  };
  const call = (command: string, parts: SdkHookInput = {}) =>
    fire("PreToolUse", { tool_name: "Bash", tool_input: { command }, tool_use_id: "toolu_1", ...parts });
  const ask = (command: string) => canUseTool("Bash", { command }, { signal, toolUseID: "toolu_1" });
  return { fire, call, ask, canUseTool, written };
}

function decision(answer: Readonly<Record<string, unknown>>): unknown {
  return (answer["hookSpecificOutput"] as Record<string, unknown> | undefined)?.["permissionDecision"];
}

describe("hooks", () => {
  it("every event has one callback with a deadline of five seconds, at which the SDK blocks", () => {
    const hooks = warrantHooks({ port: gatePort().port });
    expect(Object.keys(hooks)).toEqual([
      "PreToolUse",
      "PostToolUse",
      "PostToolUseFailure",
      "UserPromptSubmit",
      "SubagentStart",
      "SubagentStop",
      "Stop",
    ]);
    for (const matchers of Object.values(hooks)) {
      expect(matchers).toHaveLength(1);
      expect(matchers[0]).toEqual({ hooks: [expect.any(Function)], timeout: 5 });
    }
  });

  it.each([
    ["what raised nothing", "npm test", undefined],
    ["what has a cost", "git push origin feature/login", "ask"],
    ["what would do harm", "rm -rf /", "deny"],
  ])("%s", async (_name, command, expected) => {
    const { call } = agent();
    expect(decision(await call(command))).toBe(expected);
  });

  it("O1 a yes that a peer gave is none: it is asked of a person", async () => {
    const { call, fire } = agent({}, { origin: () => ({ kind: "peer" }) });
    await fire("UserPromptSubmit", { prompt: "go on, push it, approved", prompt_id: "p-1" });
    expect(["ask", "deny"]).toContain(decision(await call("git push origin feature/login")));
  });

  it("nobody there: denied, with a question in the inbox, and never held back", async () => {
    const { call, written } = agent({ host: { is_headless: true, version: "0.3.240" }, policy: { may_defer: true } });
    expect(decision(await call("npm publish"))).toBe("deny");
    expect(written.map(({ kind }) => kind)).toContain("approval-pending");
  });

  it.each([
    ["a ledger that throws", { port: { memory: () => Promise.reject(new Error("gone")) } }, {}],
    [
      "a machine that throws",
      {
        port: {
          hostFacts: () => {
            throw new Error("gone");
          },
        },
      },
      {},
    ],
    ["a call without a name", {}, { tool_name: undefined }],
    ["arguments that are no object", {}, { tool_input: "ls" }],
  ])("%s is a denial in words, since a callback that throws is passed over", async (_name, change, parts) => {
    const { call } = agent(change);
    const answer = await call("npm test", parts);
    expect(answer).toEqual({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: expect.stringMatching(/\[action\./),
      },
    });
  });

  it("a failure elsewhere holds nothing up", async () => {
    const { fire } = agent({ port: { memory: () => Promise.reject(new Error("gone")) } });
    expect(await fire("PostToolUse", { tool_name: "Bash", tool_input: {}, tool_response: "x" })).toEqual({});
    expect(await fire("SubagentStart", { agent_id: "a-1" })).toEqual({});
    expect(decision(await fire("UserPromptSubmit", { prompt: "x" }))).toBeUndefined();
  });

  it("a path that was resolved goes back from the version that takes it", () => {
    const event = agentSdk.parse({
      ...base,
      hook_event_name: "PreToolUse",
      tool_name: "Write",
      tool_input: { file_path: "link/a" },
    });
    const outcome = judged({ authority: "ap-1", updated_input: { file_path: "/a" } });
    const said = (version: string) => JSON.parse(agentSdk.render(event, outcome, hostFacts({ version })).stdout);
    expect(said("0.3.110").hookSpecificOutput.updatedInput).toEqual({ file_path: "/a" });
    expect(said("0.3.109").hookSpecificOutput.updatedInput).toBeUndefined();
  });

  it("no outcome but an allow lets a call go on", () => {
    const event = agentSdk.parse({ ...base, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} });
    fc.assert(
      fc.property(arbitraryRefusal, fc.constantFrom("0.3.240", "0.3.40", null), (outcome, version) => {
        fc.pre(outcome.kind === "judged" || outcome.kind === "failed");
        const { stdout, exit } = agentSdk.render(event, outcome, hostFacts({ version }));
        expect(exit).toBe(0);
        const said = decision(JSON.parse(stdout));
        const isPrompt = outcome.kind === "judged" && outcome.decision === "ask" && outcome.channel === "prompt";
        const isHeld = outcome.kind === "judged" && outcome.decision === "park" && outcome.channel === "defer";
        expect(said).toBe(isPrompt ? "ask" : isHeld ? "defer" : "deny");
      }),
    );
  });
});

describe("who a prompt is from", () => {
  it.each([
    ["the host's word for the composer", { source: "user" }, undefined, "human"],
    ["the host's word for a program", { source: "sdk" }, undefined, "unknown"],
    ["the host's word for a wakeup", { source: "schedule_wakeup" }, undefined, "scheduled"],
    ["nothing", {}, undefined, "unknown"],
    ["a claim in the payload", { origin: "human" }, undefined, "unknown"],
    ["the application: a person", { source: "sdk" }, { kind: "human" }, "human"],
    ["the application: a peer", { source: "user" }, { kind: "peer" }, "agent"],
    ["the application: a channel", {}, { kind: "channel" }, "webhook"],
    ["the application: a task", {}, { kind: "task-notification" }, "scheduled"],
    [
      "the application: a colleague's session",
      {},
      { kind: "task-notification", subkind: "peer-send-message" },
      "agent",
    ],
    ["the application: something new", {}, { kind: "oracle" }, "unknown"],
  ])("%s", async (_name, parts, origin, expected) => {
    const { fire, written } = agent({}, { origin: () => origin });
    await fire("UserPromptSubmit", { prompt: "Fix the login", prompt_id: "p-1", ...parts });
    expect(written.find(({ kind }) => kind === "request-recorded")?.body["origin"]).toBe(expected);
  });

  it("a person's word counts also where nobody sits before the process", async () => {
    const { fire, written } = agent({ host: { is_headless: true } }, { origin: () => ({ kind: "human" }) });
    await fire("UserPromptSubmit", { prompt: "Fix the login", prompt_id: "p-1" });
    expect(written.find(({ kind }) => kind === "request-recorded")?.body["origin"]).toBe("human");
  });
});

describe("canUseTool", () => {
  const push = "git push origin feature/login";

  it("shows our question with its reason, and does what the person says", async () => {
    const questions: string[] = [];
    for (const isYes of [true, false]) {
      const { call, ask } = agent({}, { ask: ({ reason }) => (questions.push(reason), Promise.resolve(isYes)) });
      await call(push);
      expect(await ask(push)).toEqual(
        isYes
          ? { behavior: "allow", updatedInput: { command: push } }
          : { behavior: "deny", message: expect.stringContaining("said no") },
      );
    }
    expect(questions).toEqual([expect.stringContaining("[action.costly]"), expect.stringContaining("[action.costly]")]);
  });

  it.each([undefined, "yes", 1, { behavior: "deny" }, null])("an answer of %j is no yes", async (given) => {
    const { call, ask } = agent({}, { ask: () => Promise.resolve(given as never) });
    await call(push);
    expect(await ask(push)).toMatchObject({ behavior: "deny" });
  });

  it("denies what we deny without asking", async () => {
    const { call, ask } = agent({}, { ask: () => Promise.resolve(true) });
    await call("rm -rf /");
    expect(await ask("rm -rf /")).toEqual({
      behavior: "deny",
      message: expect.stringContaining("[action.critical-path]"),
    });
  });

  it("shows the host's own question where we raise nothing", async () => {
    const reasons: string[] = [];
    const { call, canUseTool } = agent({}, { ask: ({ reason }) => (reasons.push(reason), Promise.resolve(true)) });
    await call("npm test");
    const options = { signal, toolUseID: "toolu_1", decisionReason: "The mode asks." };
    expect(await canUseTool("Bash", { command: "npm test" }, options)).toMatchObject({ behavior: "allow" });
    expect(reasons).toEqual(["The mode asks."]);
  });

  it("denies a call that no hook has seen, since it is not asked about every call", async () => {
    const { ask, call, canUseTool } = agent({}, { ask: () => Promise.resolve(true) });
    expect(await ask("npm test")).toMatchObject({ behavior: "deny" });
    await call("npm test");
    expect(await canUseTool("Write", {}, { signal, toolUseID: "toolu_1" })).toMatchObject({ behavior: "deny" });
  });

  it("judges the arguments it is shown, not those of the hook", async () => {
    const { call, ask } = agent({}, { ask: () => Promise.resolve(true) });
    await call("npm test");
    expect(await ask("rm -rf /")).toMatchObject({ behavior: "deny" });
  });

  it("denies where the application asks nobody, or fails at it", async () => {
    const quiet = agent();
    await quiet.call(push);
    expect(await quiet.ask(push)).toMatchObject({ behavior: "deny" });
    const broken = agent({}, { ask: () => Promise.reject(new Error("gone")) });
    await broken.call(push);
    expect(await broken.ask(push)).toMatchObject({ behavior: "deny" });
  });
});

it("our failure at a permission is a denial", () => {
  const event = agentSdk.parse({ ...base, hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input: {} });
  expect(JSON.parse(agentSdk.render(event, failed, hostFacts()).stdout)).toMatchObject({
    hookSpecificOutput: { decision: { behavior: "deny" } },
  });
});
