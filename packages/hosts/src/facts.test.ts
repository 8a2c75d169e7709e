import { judgeAction } from "@warrant/kernel/action/judge";
import { bottomCeiling } from "@warrant/kernel/policy/ceiling";
import { generalPosture } from "@warrant/kernel/policy/posture";
import { describe, expect, it } from "vitest";
import { type GatePortChange, gatePort, plainRequest, testPolicy } from "../../../testing/gate-port.ts";
import type { CallEvent } from "./event.ts";
import { factsOf } from "./facts.ts";

const event: CallEvent = {
  host: "claude-code",
  event: "PreToolUse",
  session: "s-1",
  cwd: "/home/dev/app",
  folders: [],
  mode: "default",
  agent: { id: null, type: null },
  transcript: null,
  kind: "call",
  moment: "before",
  call: { id: "c", tool: "Write", input: { file_path: "a.ts", content: "" }, siblings: null },
};

async function facts(change: GatePortChange = {}, more: Partial<CallEvent> = {}) {
  const { port } = gatePort(change);
  const call = { ...event, ...more };
  const memory = await port.memory("s-1");
  return factsOf({
    event: call,
    memory,
    policy: { ...testPolicy, ...change.policy },
    surroundings: await port.surroundings(call, memory),
    authority: await port.authority("s-1", memory),
    host: port.hostFacts("claude-code", null),
    now: port.now(),
    look: port.look,
  });
}

const ban = (strength: "deny" | "ask") => ({
  ban: { kind: "write" as const, text: "do not touch it", standing: false, strength },
  thread_ids: [],
});
const said = async (change: GatePortChange, more: Partial<CallEvent> = {}) => {
  const { decision, rule } = judgeAction(await facts(change, more));
  return `${decision} ${rule}`;
};

describe("the limits of a session", () => {
  it("are what is configured, and no more where a request narrows nothing", async () => {
    const { ceilings } = await facts();
    expect(ceilings).toEqual([
      { source: "default", permission: "workspace-write", approval: "auto-approve" },
      { source: "reading" },
    ]);
  });

  it.each<[string, GatePortChange, Partial<CallEvent>, string]>([
    ["let a file of the work be written", {}, {}, "allow action.within-bounds"],
    [
      "are those of an unread text before the first request",
      { memory: { request: null } },
      {},
      "allow action.within-bounds",
    ],
    [
      "are those of an unread text where the request could not be read",
      { memory: { request: { ...plainRequest, engagement: null } } },
      { call: { ...event.call, tool: "Bash", input: { command: "git config user.name x" } } },
      "ask ceiling.kinds",
    ],
    [
      "are those of the request",
      {
        memory: { request: { ...plainRequest, engagement: { ceiling: { kinds: ["read"] }, posture: generalPosture } } },
      },
      {},
      "ask ceiling.kinds",
    ],
    ["are what a person ruled out, which is refused", { memory: { bans: [ban("deny")] } }, {}, "deny request.banned"],
    ["are what may have been ruled out, which is asked", { memory: { bans: [ban("ask")] } }, {}, "ask request.banned"],
    [
      "are none of a reading's with the posture off",
      {
        policy: { posture: "off" },
        memory: {
          bans: [ban("deny")],
          request: { ...plainRequest, engagement: { ceiling: { kinds: [] }, posture: generalPosture } },
        },
      },
      {},
      "allow action.within-bounds",
    ],
    [
      "are the attempts at the bound issue, of which this one is one too many",
      { authority: { ceilings: [{ source: "policy", attempts: 2 }], attempt: 3 } },
      {},
      "deny ceiling.attempts",
    ],
    [
      "are the attempts at the bound issue, of which this is the last",
      { authority: { ceilings: [{ source: "policy", attempts: 2 }], attempt: 2 } },
      {},
      "allow action.within-bounds",
    ],
    [
      "are the attempts at the bound issue, also where nobody counted them",
      { authority: { ceilings: [{ source: "policy", attempts: 2 }] } },
      {},
      "deny ceiling.attempts",
    ],
    ["are those of the host's plan mode", {}, { mode: "plan" }, "deny ceiling.permission"],
    [
      "are those of the bound issue",
      { authority: { ceilings: [{ source: "policy", permission: "read-only" }] } },
      {},
      "deny ceiling.permission",
    ],
    ["ask where less is configured", { policy: { permission: "read-only" } }, {}, "ask ceiling.permission"],
    ["ask where every change is to be asked", { policy: { approval: "ask" } }, {}, "ask ceiling.approval"],
    [
      "let an operator open the whole machine",
      { policy: { permission: "full-access", autonomy: "autonomous" } },
      { call: { ...event.call, input: { file_path: "/srv/a.ts", content: "" } } },
      "allow action.within-bounds",
    ],
    [
      "ask outside of the roots without that",
      { policy: { autonomy: "autonomous" } },
      { call: { ...event.call, input: { file_path: "/srv/a.ts", content: "" } } },
      "ask action.outside-roots",
    ],
  ])("%s", async (_says, change, more, expected) => {
    expect(await said(change, more)).toBe(expected);
  });
});

describe("the limits of a subagent", () => {
  const child = { agent: { id: "ag-2", type: "coder" } };
  const agents = (own: object, parent: object) =>
    new Map([
      ["", { parent: null, entries: [{ source: "parent" as const, ...parent }] }],
      ["ag-2", { parent: "", entries: [{ source: "agent" as const, ...own }] }],
    ]);

  it.each<[string, GatePortChange, string]>([
    [
      "A1 are its parent's as well as its own (anomalyco/opencode#26514)",
      { memory: { agents: agents({ permission: "full-access" }, { permission: "read-only" }) } },
      "deny ceiling.permission",
    ],
    [
      "A1 are its own as well as its parent's (anomalyco/opencode#26514)",
      { memory: { agents: agents({ permission: "read-only" }, {}) } },
      "deny ceiling.permission",
    ],
    [
      "A1 let it do what both let (anomalyco/opencode#26514)",
      { memory: { agents: agents({ permission: "workspace-write" }, { permission: "workspace-write" }) } },
      "allow action.within-bounds",
    ],
    ["A2 are nothing while nobody knows its parent (anthropics/claude-code#83421)", {}, "deny ceiling.permission"],
    [
      "A2 are nothing below the depth that is configured (anthropics/claude-code#83421)",
      { policy: { max_depth: 0 }, memory: { agents: agents({}, {}) } },
      "deny ceiling.permission",
    ],
  ])("%s", async (_says, change, expected) => {
    expect(await said(change, child)).toBe(expected);
  });

  it("A2 are the bottom of every field where its parent is not known (anthropics/claude-code#83421)", async () => {
    expect((await facts({}, child)).ceilings.at(-1)).toEqual({ ...bottomCeiling, source: "parent" });
  });

  it("names those above it, also where what was recorded goes in a circle", async () => {
    const circle = new Map([
      ["ag-2", { parent: "ag-3", entries: [] }],
      ["ag-3", { parent: "ag-2", entries: [] }],
    ]);
    expect((await facts({ memory: { agents: circle } }, child)).agent).toEqual({ id: "ag-2", chain: ["ag-3", "ag-2"] });
  });
});

describe("who is there, and what was delegated", () => {
  it.each<[string, GatePortChange, object]>([
    [
      "a person before the host",
      {},
      { attendance: "interactive", fallback: "park", origin: "human", request_id: "request-1" },
    ],
    ["nobody before a headless host", { host: { is_headless: true } }, { attendance: "unattended" }],
    [
      "nothing before the first request",
      { memory: { request: null } },
      { origin: "unknown", fallback: "deny", request_id: "no-request" },
    ],
  ])("is %s", async (_says, change, expected) => {
    expect((await facts(change)).session).toMatchObject(expected);
  });

  it("is the lowest of all that was granted", async () => {
    const change: GatePortChange = {
      policy: { autonomy: "autonomous", autonomy_grants: ["delegated"] },
      authority: { autonomy_grants: ["assisted"] },
    };
    expect((await facts(change)).autonomy).toBe("assisted");
    expect((await facts({ ...change, authority: {} })).autonomy).toBe("delegated");
  });

  const named = [{ text: "dist", kind: "delete", target: "dist" }];
  it.each<[string, GatePortChange, readonly unknown[]]>([
    ["a person's names", { memory: { request: { ...plainRequest, named } } }, named],
    [
      "O1 nobody else's names (Claude Code 2.1.210 notes)",
      { memory: { request: { ...plainRequest, named, origin: "scheduled" } } },
      [],
    ],
    [
      "no names with the posture off",
      { policy: { posture: "off" }, memory: { request: { ...plainRequest, named } } },
      [],
    ],
  ])("counts %s", async (_says, change, expected) => {
    expect((await facts(change)).named).toEqual(expected);
  });

  it("takes what is asked for to be past undoing where nobody knows", async () => {
    expect((await facts({ memory: { request: null } })).asks_irreversible).toBe(true);
    expect((await facts()).asks_irreversible).toBe(false);
  });
});
