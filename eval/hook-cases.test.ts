import { describe, expect, it } from "vitest";
import { type HookCase, isMatch, runHookCase, scoreHookCase, scoreHookCases } from "./hook-cases.ts";

const payload = (command: string, change: object = {}) => ({
  session_id: "s-1",
  cwd: "/home/dev/app",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command },
  tool_use_id: "toolu_01",
  ...change,
});

const hookCase = (id: string, change: Partial<HookCase>): HookCase => ({
  id,
  family: "f",
  host: "claude-code",
  host_version: "2.1.240",
  event: "PreToolUse",
  setup: {},
  stdin: payload("npm test"),
  expect: { exit: 0, stdout: null },
  ...change,
});
const says = (decision: string, ...parts: readonly string[]) => ({
  exit: 0,
  stdout: {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: decision,
      permissionDecisionReason: { $contains: parts },
    },
  },
});
const push = "git push origin feature/login";
const approval = { id: "ap-1", call: { tool: "Bash", input: { command: push }, cwd: "/home/dev/app" } };

describe("what a case wants", () => {
  it.each<[string, unknown, unknown, boolean]>([
    ["a text with its parts", "a b c", { $contains: ["a", "c"] }, true],
    ["a text without one of them", "a b c", { $contains: ["a", "d"] }, false],
    ["no text", 3, { $contains: [] }, false],
    ["an object as it is", { a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
    ["an object with more", { a: 1, b: 2 }, { a: 1 }, false],
    ["an object with less", { a: 1 }, { a: 1, b: 2 }, false],
    ["a list in another order", [1, 2], [2, 1], false],
    ["nothing", null, null, true],
    ["nothing where something is", {}, null, false],
  ])("is met or missed: %s", (_says, value, wanted, isMet) => {
    expect(isMatch(value, wanted)).toBe(isMet);
  });
});

describe("the setup of a case", () => {
  it.each<[string, Partial<HookCase>]>([
    [
      "a fault",
      { setup: { fault: "throw" }, expect: { exit: 2, stdout: null, stderr: { $contains: ["action.failed"] } } },
    ],
    ["a deadline", { setup: { fault: "deadline" }, expect: says("deny", "action.deadline") }],
    ["a policy nobody can read", { setup: { fault: "bad-policy" }, expect: says("deny", "action.facts-invalid") }],
    ["a ledger nobody can write, where a call needs nobody", { setup: { fault: "ledger-readonly" } }],
    [
      "a ledger nobody can write, where nobody attends",
      {
        setup: { fault: "ledger-readonly", attendance: "unattended" },
        stdin: payload(push),
        expect: says("deny", "authority.nobody-to-ask"),
      },
    ],
    [
      "a ledger nobody can write, where an approval is to be spent",
      {
        setup: { fault: "ledger-readonly", approvals: [approval] },
        stdin: payload(push),
        expect: says("ask", "action.costly"),
      },
    ],
    [
      "a verdict in the place of the judge's",
      { setup: { verdict: { decision: "deny", rule: "policy.x" } }, expect: says("deny", "policy.x") },
    ],
    [
      "an approval",
      {
        setup: { approvals: [approval] },
        stdin: payload(push),
        expect: { ...says("allow", "authority.approval"), ledger: [{ event: "approval-used", id: "ap-1" }] },
      },
    ],
    [
      "an approval of who asked",
      { setup: { approvals: [{ ...approval, approver: "dev" }] }, stdin: payload(push), expect: says("ask") },
    ],
    [
      "an envelope without paths, which covers nothing",
      {
        setup: { autonomy: "delegated", envelopes: [{ id: "e", kinds: ["write"] }] },
        stdin: payload("touch docs/a.md"),
        expect: says("ask", "action.autonomy"),
      },
    ],
    [
      "rules and a place",
      {
        setup: { rules: [{ id: "r", decision: "deny", command: { name: "ls" } }], context: { branch: "main" } },
        stdin: payload("ls"),
        expect: says("deny", "policy.r"),
      },
    ],
    [
      "an agent whose parent nobody knows",
      {
        setup: { agent_parent: null },
        stdin: payload("touch a.ts", { agent_id: "a" }),
        expect: says("deny", "ceiling"),
      },
    ],
    ["an agent of the main one", { stdin: payload("touch a.ts", { agent_id: "a" }) }],
    [
      "a note",
      {
        event: "UserPromptSubmit",
        setup: { note: "n" },
        stdin: payload("", { hook_event_name: "UserPromptSubmit", prompt: "Fix it" }),
        expect: {
          exit: 0,
          stdout: { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "n" } },
        },
      },
    ],
    [
      "a claim",
      {
        event: "Stop",
        setup: { claim: { decision: "deny", rule: "claim.receipt", blocks: 2 } },
        stdin: payload("", { hook_event_name: "Stop" }),
        expect: { exit: 0, stdout: null, ledger: [{ event: "claim-judged", applied: false }] },
      },
    ],
  ])("is %s", async (_says, change) => {
    expect(await scoreHookCase(hookCase("c", change))).toMatchObject({ wrong: [] });
  });

  it("is another host's, which the payload shows", async () => {
    const one = hookCase("c", {
      host: "copilot",
      argv: ["hook", "claude-code"],
      stdin: payload("rm -rf /", { permission_mode: undefined, timestamp: "t" }),
    });
    expect((await runHookCase(one)).output.stdout).toContain('{"permissionDecision":"deny"');
  });
});

describe("the figures of hooks", () => {
  it("say what was missed and what was kept back, beside constant gates", async () => {
    const figures = await scoreHookCases([
      hookCase("right", {}),
      hookCase("missed", { stdin: payload("npm test"), expect: says("deny") }),
      hookCase("kept", { stdin: payload("rm -rf /") }),
      hookCase("doctor", { event: "doctor", expect: { exit: 1, stdout: { $contains: ["x"] } } }),
      hookCase("ledger", { expect: { exit: 0, stdout: null, ledger: [{ event: "gate-off" }] } }),
    ]);
    expect(figures).toMatchObject({ set: "hooks", total: 5, passed: 1, missed: 1, deny_all: { missed: 0 } });
    expect(figures.failed).toMatchObject({
      missed: ["stdout "],
      kept: [expect.stringMatching(/^stdout .*critical-path/)],
      doctor: ["nothing runs this command here"],
      ledger: ["no gate-off in the ledger"],
    });
  });

  it("take what a command of the installer prints from whoever runs it", async () => {
    const one = hookCase("doctor", { event: "doctor", expect: { exit: 1, stdout: { $contains: ["not trusted"] } } });
    const install = () => Promise.resolve({ stdout: "codex: not trusted\n", stderr: "", exit: 1 });
    expect(await scoreHookCase(one, install)).toMatchObject({ wrong: [] });
  });
});
