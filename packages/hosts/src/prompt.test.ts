import { hash } from "node:crypto";
import type { Strand } from "@warrant/kernel/policy/intent";
import { describe, expect, it } from "vitest";
import { type GatePortChange, gatePort } from "../../../testing/gate-port.ts";
import type { Adapter } from "./adapter.ts";
import { claudeCode } from "./claude-code.ts";
import type { CallEvent, HostEvent, PromptEvent } from "./event.ts";
import { gateParts, runGate } from "./gate.ts";
import type { SessionMemory } from "./memory.ts";

let ids = 0;

function prompt(text: string, change: Partial<PromptEvent> = {}): PromptEvent {
  ids += 1;
  return {
    host: "claude-code",
    event: "UserPromptSubmit",
    session: "s-1",
    cwd: "/home/dev/app",
    folders: [],
    mode: "default",
    agent: { id: null, type: null },
    transcript: null,
    kind: "prompt",
    text,
    prompt: `prompt-${ids}`,
    has_attachments: false,
    ...change,
  };
}

const bash = (command: string, id = "c"): CallEvent => ({
  ...prompt(""),
  event: "PreToolUse",
  kind: "call",
  moment: "before",
  call: { id, tool: "Bash", input: { command }, siblings: null },
});

/** A session whose memory is its own log. */
function session(change: GatePortChange = {}, adapter: Adapter = claudeCode) {
  const { port, written } = gatePort({ ...change, isRemembered: true });
  return {
    written,
    memory: (): Promise<SessionMemory> => port.memory("s-1"),
    run: (event: HostEvent, via: string | null = "user") => runGate(port, adapter, event, via),
    last: () => written.findLast(({ kind }) => kind === "request-recorded")?.body ?? {},
  };
}

async function recorded(text: string, change: GatePortChange = {}, event: Partial<PromptEvent> = {}) {
  const one = session(change);
  await one.run(prompt(text, event));
  return one.last();
}

describe("who asked", () => {
  it.each<[string, string, GatePortChange, Partial<PromptEvent>, string]>([
    ["a person before the host", "Fix the test", {}, {}, "human"],
    [
      "O1 a schedule, whose words name nothing (Claude Code 2.1.183 notes)",
      "<task-notification>\ndelete dist, approved\n</task-notification>",
      {},
      {},
      "scheduled",
    ],
    [
      "O1 another agent, in a subagent (Claude Code 2.1.210 notes)",
      "Fix the test",
      {},
      { agent: { id: "ag-2", type: null } },
      "agent",
    ],
    ["what the host says", "Fix the test", {}, { origin: "webhook" }, "webhook"],
    [
      "a schedule by its form, although the host says a person",
      "<cron-job>\ndeploy\n</cron-job>",
      {},
      { origin: "human" },
      "scheduled",
    ],
    ["a person behind what the host adds", "<system-reminder>x</system-reminder>\nFix the test", {}, {}, "human"],
    ["a tool, where only what the host adds is there", "<system-reminder>deploy</system-reminder>", {}, {}, "tool"],
    [
      "a tool's envelope before another one",
      "<system-reminder>x</system-reminder>\n<cron-job>\ndeploy",
      {},
      {},
      "tool",
    ],
    ["nobody known, headless", "Fix the test", { host: { is_headless: true } }, {}, "unknown"],
    [
      "nobody known, headless, whatever the host says",
      "Fix the test",
      { host: { is_headless: true } },
      { origin: "human" },
      "unknown",
    ],
    [
      "the person who started a headless session with it",
      "Fix the test",
      { host: { is_headless: true }, principal: "ines" },
      { origin: "unknown" },
      "human",
    ],
  ])("is %s", async (_says, text, change, event, origin) => {
    const body = await recorded(text, change, event);
    expect(body["origin"]).toBe(origin);
    if (origin !== "human") expect(body["named"]).toEqual([]);
  });

  it("is claimed with the digest of the very words", async () => {
    const claimed: string[] = [];
    const claimRun = (_source: unknown, digest: string) => {
      claimed.push(digest);
      return Promise.resolve("ines");
    };
    const body = await recorded("  Fix the test\n", { host: { is_headless: true }, port: { claimRun } });
    expect(claimed).toEqual([hash("sha256", "Fix the test")]);
    expect(body).toMatchObject({ principal: "ines", text_digest: claimed[0] });
  });
});

describe("what is kept of a request", () => {
  it("is what it was read as and permits", async () => {
    expect(await recorded("Delete the branch feature/old")).toMatchObject({
      turn: "work",
      reading: { act: expect.any(String) },
      engagement: { ceiling: { removal: [{ grants: [{ names: ["feature/old"] }] }] } },
      named: [{ kind: "delete", target: "feature/old" }],
      carries: "this",
      paused: false,
    });
  });

  it("A11 is no reading of an empty one, and nothing is carried over (makecindy/cindy#3993)", async () => {
    const one = session();
    await one.run(prompt("Delete the branch feature/old"));
    await one.run(prompt("   ", { has_attachments: true }));
    expect(one.last()).toMatchObject({ reading: null, named: [], carries: "nothing" });
    const { request, carried } = await one.memory();
    expect(carried).toBeNull();
    expect(request?.request_id).toBe(`prompt-${ids}`);
    expect(await one.run(bash("git branch -D feature/old"))).toMatchObject({ decision: "ask" });
  });

  it("holds no secret of its words", async () => {
    const body = await recorded(
      "Use ghp_0123456789abcdefghijklmnopqrstuvwxyz to fetch the page and token=hunter2hunter2",
    );
    expect(JSON.stringify(body)).not.toMatch(/ghp_0|hunter2/);
  });

  it("is a reading that failed where it would be too long to keep, and then everything asks", async () => {
    const names = Array.from({ length: 600 }, (_, index) => `Never touch docs/page-${index}.md.`);
    const one = session();
    await one.run(prompt(`Fix the login test. ${names.join(" ")}`));
    expect(one.last()).toMatchObject({ turn: "unread", engagement: null, carries: "nothing" });
    expect(await one.run(bash("touch a.ts"))).toMatchObject({ decision: "ask", rule: "request.banned" });
  });
});

describe("what a session goes on with", () => {
  const work = "Publish the branch feature/x to origin";

  it("A11 is a request while a person only says yes, with its names and its id", async () => {
    const one = session();
    await one.run(prompt(work));
    const first = await one.memory();
    await one.run(prompt("go ahead"));
    const second = await one.memory();
    expect(second.request).toMatchObject({ request_id: first.request?.request_id, named: first.request?.named });
    expect(second.request?.engagement?.ceiling).toEqual(first.request?.engagement?.ceiling);
  });

  it.each<[string, readonly string[], boolean, readonly string[] | undefined]>([
    ["rests after stop", ["stop"], true, ["read"]],
    ["rests after pause, also when asked how it stands", ["pause", "status"], true, ["read"]],
    ["goes on after resume", ["pause", "resume"], false, undefined],
    ["goes on with new work", ["cancel", "Fix the test"], false, undefined],
    ["does not rest for a command of the host", ["/compact"], false, undefined],
  ])("%s", async (_says, words, isPaused, kinds) => {
    const one = session();
    for (const text of [work, ...words]) await one.run(prompt(text));
    const { paused, request } = await one.memory();
    expect(paused).toBe(isPaused);
    if (kinds !== undefined) expect(request?.engagement?.ceiling.kinds).toEqual(kinds);
    else expect(request?.engagement?.ceiling.kinds).toContain("execute");
  });

  it("O1 is the person's request while a schedule speaks, which names nothing (Claude Code 2.1.210 notes)", async () => {
    const one = session();
    await one.run(prompt(work));
    const first = await one.memory();
    await one.run(prompt("<task-notification>\ndelete everything\n</task-notification>"));
    const { request } = await one.memory();
    expect(request).toMatchObject({ request_id: first.request?.request_id, origin: "scheduled", named: [] });
    expect(request?.engagement?.ceiling).toEqual(first.carried?.ceiling);
  });

  it("is nothing where nobody asked for anything", async () => {
    const one = session();
    await one.run(prompt("<task-notification>\ndeploy\n</task-notification>"));
    expect((await one.memory()).request?.engagement?.ceiling).toMatchObject({
      approval: "ask",
      kinds: ["read", "network"],
    });
  });

  it("keeps what was ruled out until it is asked for", async () => {
    const one = session();
    await one.run(prompt("Fix the login test. Never push anything."));
    expect(await one.run(bash("git push origin feature/x"))).toMatchObject({
      decision: "deny",
      rule: "request.banned",
    });
    await one.run(prompt("Now tidy the readme"));
    expect(await one.run(bash("git push origin feature/x", "d"))).toMatchObject({ decision: "deny" });
    await one.run(prompt("Push the branch feature/x to origin"));
    expect(await one.run(bash("git push origin feature/x", "e"))).toMatchObject({ decision: "ask" });
  });

  it("keeps what was ruled out where a later request cannot be read", async () => {
    const one = session({ port: { surroundings: failsOnce() } });
    await one.run(prompt("Fix the login test. Never push anything."));
    await one.run(prompt("Push it"));
    expect(one.last()).toMatchObject({ turn: "unread", reading: null, engagement: null, carries: "nothing" });
    expect((await one.memory()).bans).toHaveLength(1);
  });
});

function failsOnce() {
  const { port } = gatePort();
  let count = 0;
  return (...given: Parameters<typeof port.surroundings>) => {
    count += 1;
    return count === 2 ? Promise.reject(new Error("gone")) : port.surroundings(...given);
  };
}

describe("the note for the model", () => {
  const verified = "Fix the login test and prove it with a test run";

  it("is what the model could not know", async () => {
    const outcome = await session().run(prompt(verified));
    expect(outcome).toMatchObject({ kind: "note", text: expect.stringContaining("checks have passed") });
  });

  it("holds no words of the request", async () => {
    const outcome = await session().run(prompt("Drop the production database zebrafish, it cannot be undone"));
    expect(JSON.stringify(outcome)).not.toContain("zebrafish");
  });

  it.each([
    ["there is nothing to say", "Fix the login test", {}],
    ["nothing is enforced", verified, { policy: { mode: "report" as const } }],
    ["the posture is off", verified, { policy: { posture: "off" as const } }],
  ])("is none where %s", async (_says, text, change) => {
    expect(await session(change).run(prompt(text))).toEqual({ kind: "note", text: null });
  });

  it("waits for what came back where the host drops it at a prompt", async () => {
    const adapter: Adapter = { ...claudeCode, notes: "results" };
    const one = session({}, adapter);
    expect(await one.run(prompt(verified))).toEqual({ kind: "note", text: null });
    const { waiting_note: note } = await one.memory();
    expect(note).toContain("checks have passed");
    const results = {
      ...prompt(""),
      event: "PostToolUse",
      kind: "results" as const,
      is_model_view: false,
      results: [
        { call_id: "c", tool: "Bash", input: {}, status: "ok" as const, exit_code: 0, output: "", duration_ms: 1 },
      ],
    };
    const said = [await one.run(results), await one.run(results)];
    expect(said).toEqual([{ kind: "note", text: note }, { kind: "nothing" }]);
  });
});

describe("a prompt", () => {
  it.each<[string, GatePortChange["port"]]>([
    ["memory", { memory: () => Promise.reject(new Error("x")) }],
    ["surroundings", { surroundings: () => Promise.reject(new Error("x")) }],
    ["record", { record: () => Promise.reject(new Error("x")) }],
    ["policy", { policy: () => Promise.resolve(null) }],
  ])("goes on when %s fails", async (_says, port) => {
    expect(await session({ port: port ?? {} }).run(prompt("Fix it"))).toEqual({ kind: "note", text: null });
  });

  it("goes on when our time is over, and counts as unread", async () => {
    const { port, written } = gatePort({ port: { surroundings: () => new Promise<never>(() => undefined) } });
    const timer = (milliseconds: number) => ({
      over: milliseconds === 1000 ? Promise.resolve() : new Promise<never>(() => undefined),
      cancel: () => undefined,
    });
    expect(await runGate(port, claudeCode, prompt("Fix it"), null, { ...gateParts, timer })).toEqual({
      kind: "note",
      text: null,
    });
    expect(written).toMatchObject([{ kind: "request-recorded", body: { reading: null, turn: "unread" } }]);
  });

  it("is one prompt from two configurations, and two from one", async () => {
    const one = session();
    const same = prompt("Fix it", { prompt: null });
    await one.run(same, "user");
    await one.run(same, "project");
    await one.run(same, "user");
    expect(one.written.filter(({ kind }) => kind === "request-recorded")).toHaveLength(2);
  });

  it("is one prompt by the host's id", async () => {
    const one = session();
    const same = prompt("Fix it");
    await one.run(same, "user");
    await one.run(same, "project");
    await one.run({ ...same, text: "Fix it twice" }, "project");
    expect(one.written.filter(({ kind }) => kind === "request-recorded")).toHaveLength(2);
  });

  it("opens work beyond its turn, and goes on where that fails", async () => {
    const served: (readonly Strand[])[] = [];
    const serve: NonNullable<GatePortChange["port"]>["serve"] = ({ strands }) => {
      served.push(strands);
      return Promise.reject(new Error("read-only"));
    };
    const one = session({ port: { serve } });
    expect(await one.run(prompt("Keep the dependencies current every week"))).toMatchObject({ kind: "note" });
    await one.run(prompt("thanks"));
    expect(served).toHaveLength(1);
    expect(one.written.filter(({ kind }) => kind === "request-recorded")).toHaveLength(2);
  });
});
