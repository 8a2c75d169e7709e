import { describe, expect, it } from "vitest";
import { type GatePortChange, gateNow, gatePort } from "../../../testing/gate-port.ts";
import { claudeCode } from "./claude-code.ts";
import type { StopEvent } from "./event.ts";
import { gateParts, runGate } from "./gate.ts";
import type { SessionEvent } from "./memory.ts";
import type { StopQuestion } from "./stop.ts";
import { judgeClaims, traceOf } from "./stop-claims.ts";

const stop = (change: Partial<StopEvent> = {}): StopEvent => ({
  host: "claude-code",
  event: "Stop",
  session: "s-1",
  cwd: "/home/dev/app",
  folders: [],
  mode: "default",
  agent: { id: null, type: null },
  transcript: null,
  kind: "stop",
  message: "I ran `npm test` and all 12 tests pass.",
  is_active: false,
  is_subagent: false,
  ...change,
});

const entry = (change: object = {}): SessionEvent => ({
  kind: "trace-appended",
  at: gateNow,
  body: {
    seq: 1,
    agent: null,
    call_id: "toolu_01",
    batch: null,
    tool: "Bash",
    input: { command: "npm test" },
    status: "error",
    exit_code: 1,
    started_at: gateNow,
    ended_at: gateNow,
    output_excerpt: "3 failed, 9 passed",
    is_cut: false,
    output_digest: "sha256:x",
    model_view: false,
    ...change,
  },
});

const failed = { port: { trace: () => Promise.resolve([entry()]) } } satisfies GatePortChange;

async function run(event: StopEvent, change: GatePortChange) {
  const { port, written } = gatePort(change);
  return { outcome: await runGate(port, claudeCode, event, "user"), written };
}

describe("an agent that wants to stop", () => {
  it("is sent back with a claim that the trace refutes", async () => {
    const { outcome, written } = await run(stop(), failed);
    expect(outcome).toMatchObject({
      kind: "stop",
      send_back: expect.stringMatching(/all 12 tests pass[\s\S]*\[claim\.receipt\]$/),
    });
    expect(written).toMatchObject([
      {
        kind: "claim-judged",
        body: { decision: "deny", rule: "claim.receipt", applied: true, is_sent_back: true, agent: null },
      },
    ]);
  });

  it("may stop where the trace bears it out", async () => {
    const passed = {
      port: { trace: () => Promise.resolve([entry({ status: "ok", exit_code: 0, output_excerpt: "12 passed" })]) },
    };
    const { outcome, written } = await run(stop(), passed);
    expect(outcome).toEqual({ kind: "stop", send_back: null });
    expect(written).toMatchObject([{ body: { decision: "allow", applied: false } }]);
  });

  it("may stop with nothing to say", async () => {
    expect((await run(stop({ message: null }), failed)).outcome).toEqual({ kind: "stop", send_back: null });
  });

  it("may stop after it was sent back twice, and its claims are kept as they are", async () => {
    const sent = (count: number) => ({
      ...failed,
      memory: { sent_back: new Map([["", { count, last_refuted: "other" }]]) },
    });
    expect((await run(stop({ is_active: true }), sent(1))).outcome).toMatchObject({
      kind: "stop",
      send_back: expect.any(String),
    });
    const { outcome, written } = await run(stop({ is_active: true }), sent(2));
    expect(outcome).toMatchObject({ kind: "reported", message: expect.stringContaining("not borne out") });
    expect(written).toMatchObject([{ body: { decision: "deny", applied: false, is_sent_back: false } }]);
  });

  it("may stop where nothing is enforced, and a person is told", async () => {
    const { outcome, written } = await run(stop(), { ...failed, policy: { mode: "report" } });
    expect(outcome).toMatchObject({ kind: "reported", message: expect.stringContaining("not borne out") });
    expect(written).toMatchObject([{ body: { decision: "deny", applied: false } }]);
  });

  it.each<[string, GatePortChange]>([
    ["there is no trace", {}],
    ["the trace cannot be read whole", { port: { trace: () => Promise.resolve(null) } }],
    ["the trace fails", { port: { trace: () => Promise.reject(new Error("gone")) } }],
    ["the session cannot be written", { port: { ...failed.port, record: () => Promise.reject(new Error("gone")) } }],
  ])("may stop unchecked where %s, and a person is told", async (_says, change) => {
    const { outcome, written } = await run(stop(), change);
    expect(outcome).toMatchObject({ kind: "reported", message: expect.stringContaining("[claim.not-checked]") });
    for (const { body } of written) expect(body).toMatchObject({ rule: "claim.not-checked", applied: false });
  });

  it("may stop unchecked when our time is over", async () => {
    const { port, written } = gatePort({ port: { trace: () => new Promise<never>(() => undefined) } });
    const timer = (milliseconds: number) => ({
      over: milliseconds === 1200 ? Promise.resolve() : new Promise<never>(() => undefined),
      cancel: () => undefined,
    });
    const outcome = await runGate(port, claudeCode, stop(), null, { ...gateParts, timer });
    expect(outcome).toMatchObject({
      kind: "reported",
      message: expect.stringContaining("no time. [claim.not-checked]"),
    });
    expect(written).toMatchObject([{ kind: "claim-judged", body: { rule: "claim.not-checked" } }]);
  });

  it("is counted apart from its subagents", async () => {
    const { written } = await run(stop({ agent: { id: "ag-2", type: null }, is_subagent: true }), {
      port: { trace: () => Promise.resolve([entry({ agent: "ag-2" })]) },
    });
    expect(written).toMatchObject([{ body: { agent: "ag-2", is_sent_back: true } }]);
  });

  it("ends the work of its session with its last words, unless it is sent back", async () => {
    const ends: unknown[] = [];
    const endWork = (session: string, end: object) => {
      ends.push([session, end]);
      return Promise.reject(new Error("read-only"));
    };
    await run(stop(), { port: { ...failed.port, endWork } });
    expect(ends).toEqual([]);
    await run(stop({ message: "Done, see token=hunter2hunter2." }), {
      port: { trace: () => Promise.resolve([]), endWork },
    });
    await run(stop({ message: null }), { port: { endWork } });
    await run(stop({ agent: { id: "ag-2", type: null } }), { port: { endWork } });
    expect(ends).toEqual([
      ["s-1", { ending: "finished", text: "Done, see token=[secret]" }],
      ["s-1", { ending: "silent", text: "" }],
    ]);
  });
});

describe("the trace that claims are compared with", () => {
  const question: StopQuestion = {
    message: "x",
    trace: null,
    session: "s-1",
    host: "claude-code",
    cwd: null,
    agent: null,
    isEnforcing: true,
    isActive: false,
    sent: null,
    isWhole: true,
  };

  it("takes what the model was given, and what first became of the call", () => {
    const seen = entry({ seq: 2, model_view: true, status: "ok", exit_code: null, output_excerpt: "3 failed" });
    expect(traceOf(question, [entry(), seen], true).invocations).toMatchObject([
      { id: "toolu_01", status: "error", exit_code: 1, result: { text: "3 failed" }, agent_id: "main" },
    ]);
  });

  it("takes a result for one that came late, and an unknown end for none", () => {
    const unknown = entry({ status: "unknown", output_excerpt: "", is_cut: false });
    expect(traceOf(question, [unknown, entry()], true).invocations).toMatchObject([{ status: "error" }]);
    expect(traceOf(question, [unknown], true).invocations).toMatchObject([{ status: "unknown", result: null }]);
  });

  it("takes what the model was given where nobody told how the call ended", () => {
    const seen = entry({ model_view: true, status: "unknown", exit_code: null, output_excerpt: "3 failed" });
    expect(traceOf(question, [seen], true).invocations).toMatchObject([
      { status: "unknown", result: { text: "3 failed" } },
    ]);
    expect(traceOf(question, [seen, entry()], true).invocations).toMatchObject([{ status: "error", exit_code: 1 }]);
  });

  it("says where something was left out", () => {
    const cut = entry({ is_cut: true, output_excerpt: "head\n[… 9 characters left out …]\ntail" });
    expect(traceOf(question, [cut], true).invocations).toMatchObject([{ result: { truncated: true, cuts: [4] } }]);
  });

  it("names an entry without an id by its place, and is as whole as it is", () => {
    const trace = traceOf(question, [entry({ call_id: null })], false);
    expect(trace).toMatchObject({ complete: false, invocations: [{ id: "entry-1" }] });
  });

  it("holds no secret in what is kept or said", () => {
    const message = "All tests pass with ghp_0123456789abcdefghijklmnopqrstuvwxyz, 12 of 12.";
    const answer = judgeClaims({ ...question, message, trace: [entry()], sent: { count: 0, last_refuted: null } });
    expect(JSON.stringify(answer)).not.toContain("ghp_0");
  });
});
