import type { PendingAction } from "@warrant/kernel/commitment/park";
import type { Approval } from "@warrant/kernel/policy/approval";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { yesTo } from "../../../testing/answered-question.ts";
import { type GatePortChange, gateNow, gatePort } from "../../../testing/gate-port.ts";
import { arbitraryOutcome, arbitraryPayload, hostFacts, judged } from "../../../testing/host-adapter.ts";
import { type ApproveAnswer, approver } from "./permission-tool.ts";
import { permissionTool } from "./permission-tool-adapter.ts";

const session = { id: "s-1", cwd: "/home/dev/app" };
const publish = { tool_name: "Bash", input: { command: "npm publish" }, tool_use_id: "toolu_1" };

/** A gate whose clock moves only while it sleeps; `answers` says what is in the inbox after so many milliseconds. */
function waiting(change: GatePortChange, answers: (waited: number) => "approved" | "denied" | null = () => null) {
  let waited = 0;
  const { port, written } = gatePort({
    ...change,
    port: { now: () => Date.parse(gateNow) + waited, ...change.port },
  });
  const approve = approver({
    port,
    session,
    answerTo: () => Promise.resolve(answers(waited)),
    sleep: (milliseconds) => {
      waited += milliseconds;
      return Promise.resolve();
    },
  });
  return { approve, written, waited: () => waited };
}

const unattended: GatePortChange = { host: { is_headless: true } };

describe("what the host is told", () => {
  it("the input unchanged for what raised nothing", async () => {
    const { approve } = waiting({});
    const input = { command: "npm test", description: "run" };
    expect(await approve({ tool_name: "Bash", input })).toEqual({ behavior: "allow", updatedInput: input });
  });

  it("why for what is denied, without waiting", async () => {
    const { approve, waited } = waiting({});
    expect(await approve({ tool_name: "Bash", input: { command: "rm -rf /" } })).toEqual({
      behavior: "deny",
      message: expect.stringContaining("[action.critical-path]"),
    });
    expect(waited()).toBe(0);
  });

  it.each(["AskUserQuestion", "ExitPlanMode"])("%s needs a person at the host", async (tool_name) => {
    expect(await waiting({}).approve({ tool_name, input: {} })).toMatchObject({ behavior: "deny" });
  });

  it.each([
    ["off", { policy: { is_enabled: false } }],
    ["only reporting", { policy: { mode: "report" as const } }],
  ])("a gate that is %s grants nothing that the host would have asked about", async (_name, change) => {
    expect(await waiting(change).approve({ tool_name: "Bash", input: { command: "npm test" } })).toMatchObject({
      behavior: "deny",
      message: expect.stringContaining("[action.off]"),
    });
  });

  it.each([
    ["no tool", { input: {} }],
    ["no arguments that can be read", { tool_name: "Bash", input: ["ls"] }],
    ["nothing", undefined],
  ])("a request with %s is denied", async (_name, request) => {
    expect(await waiting({}).approve(request as never)).toMatchObject({ behavior: "deny" });
  });

  it("a gate that fails denies", async () => {
    const { approve } = waiting({ port: { memory: () => Promise.reject(new Error("gone")) } });
    expect(await approve(publish)).toMatchObject({ behavior: "deny", message: expect.stringContaining("[action.") });
  });

  it("any outcome of any payload is one of two answers, and only what was allowed is allowed", () => {
    fc.assert(
      fc.property(arbitraryPayload(["approve"]), arbitraryOutcome, (payload, outcome) => {
        const { stdout, exit } = permissionTool.render(permissionTool.parse(payload), outcome, hostFacts());
        const { behavior } = JSON.parse(stdout) as ApproveAnswer;
        expect(exit).toBe(0);
        expect(["allow", "deny"]).toContain(behavior);
        if (behavior === "allow") expect(outcome).toMatchObject({ kind: "judged", decision: "allow" });
      }),
      { numRuns: 200 },
    );
  });

  it("a path that was resolved goes back resolved", () => {
    const event = permissionTool.parse({ tool_name: "Write", input: { file_path: "link/a" } });
    const { stdout } = permissionTool.render(event, judged({ updated_input: { file_path: "/a" } }), hostFacts());
    expect(JSON.parse(stdout)).toEqual({ behavior: "allow", updatedInput: { file_path: "/a" } });
  });
});

describe("waiting for a person", () => {
  it("at most 50 seconds, and then it is refused with the id it waits under", async () => {
    const { approve, waited, written } = waiting(unattended);
    expect(await approve(publish)).toEqual({
      behavior: "deny",
      message: expect.stringContaining("warrant answer 7f3a"),
    });
    expect(waited()).toBe(50_000);
    expect(written.filter(({ kind }) => kind === "approval-pending")).toHaveLength(1);
  });

  it("a no ends it at once, and nothing is asked again", async () => {
    const { approve, waited, written } = waiting(unattended, (after) => (after >= 3000 ? "denied" : null));
    expect(await approve(publish)).toMatchObject({ behavior: "deny", message: expect.stringContaining("said no") });
    expect(waited()).toBe(3000);
    expect(written.filter(({ kind }) => kind === "action-judged")).toHaveLength(1);
  });

  it("a yes is judged again, where it is spent", async () => {
    const { change, yes } = inbox();
    const { approve, waited, written } = waiting(change, (after) => (after >= 2000 ? yes() : null));
    expect(await approve(publish)).toEqual({ behavior: "allow", updatedInput: publish.input });
    expect(waited()).toBe(2000);
    expect(written.filter(({ kind }) => kind === "approval-used")).toHaveLength(1);
  });

  it("a yes that something took in the meantime is none", async () => {
    const { approve } = waiting(unattended, () => "approved");
    expect(await approve(publish)).toMatchObject({ behavior: "deny", message: expect.stringContaining("[action.") });
  });

  it("the same call again joins the wait and gets its answer", async () => {
    const { approve, written } = waiting(unattended);
    const [one, two] = await Promise.all([approve(publish), approve(publish)]);
    expect(two).toEqual(one);
    expect(written.filter(({ kind }) => kind === "action-judged")).toHaveLength(1);
  });

  it("another call with the same arguments waits for it and is judged by itself: one yes is for one call", async () => {
    const { change, yes } = inbox();
    const { approve } = waiting(change, (after) => (after >= 1000 ? yes() : null));
    const [one, two] = await Promise.all([approve(publish), approve({ ...publish, tool_use_id: "toolu_2" })]);
    expect([one.behavior, two.behavior]).toEqual(["allow", "deny"]);
  });
});

/** An inbox whose newest question can be answered with a yes, which the ledger then has. */
function inbox() {
  const approvals: Approval[] = [];
  let asked: PendingAction | null = null;
  const change: GatePortChange = {
    ...unattended,
    authority: { approvals },
    port: {
      park: (question) => {
        asked = question;
        return Promise.resolve("7f3a");
      },
    },
  };
  const yes = () => {
    if (asked !== null && approvals.length === 0) approvals.push(yesTo(asked));
    return "approved" as const;
  };
  return { change, yes };
}
