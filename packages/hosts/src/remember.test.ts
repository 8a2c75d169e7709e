import { bottomCeiling } from "@warrant/kernel/policy/ceiling";
import { everythingBanned } from "@warrant/kernel/policy/ceiling-read";
import { generalPosture } from "@warrant/kernel/policy/posture";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEvent, SessionEventKind } from "./memory.ts";
import { sessionEventKinds } from "./memory.ts";
import { freshMemory, mostAgents, remember, rememberAll } from "./remember.ts";

const at = "2026-09-01T09:30:00.000Z";
const event = (kind: SessionEventKind, body: object = {}): SessionEvent => ({
  kind,
  body: body as SessionEvent["body"],
  at,
});
const after = (...events: readonly SessionEvent[]) => rememberAll("s-1", events);
const request = (change: object = {}) =>
  event("request-recorded", {
    request_id: "r-1",
    origin: "human",
    engagement: { ceiling: { approval: "ask" }, posture: { ...generalPosture, fallback: "park" } },
    named: [],
    bans: [],
    carries: "this",
    asks_irreversible: false,
    ...change,
  });

describe("a request that was recorded", () => {
  it("is the session's, and goes on", () => {
    const memory = after(request());
    expect(memory.request).toMatchObject({
      request_id: "r-1",
      origin: "human",
      asks_irreversible: false,
      at: Date.parse(at),
    });
    expect(memory.carried).toEqual(memory.request?.engagement);
    expect(memory.turns).toBe(1);
  });

  it.each<[string, object, object]>([
    [
      "a ceiling that cannot be read allows nothing",
      { engagement: { ceiling: 3, posture: {} } },
      { engagement: { ceiling: bottomCeiling } },
    ],
    [
      "a ceiling with a limit of a later version allows nothing",
      { engagement: { ceiling: { moons: 1 } } },
      { engagement: { ceiling: bottomCeiling } },
    ],
    [
      "a fallback nobody knows refuses",
      { engagement: { ceiling: {}, posture: { fallback: "later" } } },
      { engagement: { posture: { fallback: "deny" } } },
    ],
    ["without an engagement nothing was read", { engagement: null }, { engagement: null }],
    ["what is not said to be past undoing is not known", { asks_irreversible: "no" }, { asks_irreversible: true }],
    ["an origin nobody wrote is not known", { origin: 4 }, { origin: "unknown" }],
    [
      "a name that is not whole is none",
      { named: [{ text: "a", kind: "delete" }, 3, { text: "a", kind: "delete", target: "a" }] },
      { named: [{ text: "a", kind: "delete", target: "a" }] },
    ],
    [
      "a thing without a name is none",
      { resources: [{ target: "git:branch/a", kind: "branch", name: "a", place: "moon" }, { target: "x" }] },
      { resources: [{ target: "git:branch/a", kind: "branch", name: "a", place: "shared" }] },
    ],
  ])("%s", (_says, body, expected) => {
    expect(after(request(body)).request).toMatchObject(expected);
  });

  it.each<[string, unknown, number]>([
    ["goes on with what was asked before", "as-before", 1],
    ["leaves nothing", "nothing", 0],
    ["leaves nothing in a word of a later version", "some", 0],
  ])("%s", (_says, carries, count) => {
    const memory = after(request(), request({ request_id: "r-2", engagement: { ceiling: { kinds: [] } }, carries }));
    expect(memory.carried === null ? 0 : 1).toBe(count);
    if (count === 1) expect(memory.carried?.ceiling).toEqual({ approval: "ask" });
  });

  it("keeps what was ruled out, in doubt everything", () => {
    const ban = { kind: "delete", text: "no deletes", standing: true, strength: "deny" };
    expect(after(request({ bans: [{ ban, thread_ids: ["t"] }] })).bans).toEqual([{ ban, thread_ids: ["t"] }]);
    expect(after(request({ bans: [{ ban: { kind: "moon" } }] })).bans).toEqual([
      { ban: everythingBanned, thread_ids: [] },
    ]);
    expect(after(request({ bans: "none" })).bans).toEqual([{ ban: everythingBanned, thread_ids: [] }]);
    expect(after(request({ bans: [{ ban, thread_ids: [] }] }), request({ bans: undefined })).bans).toHaveLength(1);
  });

  it("is about the threads of its parts, the newest twelve", () => {
    const threads = (from: number) =>
      Array.from({ length: 8 }, (_, index) => ({ thread_id: `t-${from + index}`, act: "modify", keywords: ["a"] }));
    const memory = after(
      request({ threads: threads(0) }),
      request({ threads: [...threads(4), { thread_id: "x", act: "moon", keywords: [] }] }),
    );
    expect(memory.threads.map(({ thread_id: id }) => id)).toEqual(
      Array.from({ length: 12 }, (_, index) => `t-${index}`),
    );
  });
});

describe("agents", () => {
  const agent = (id: string, parent: unknown = "") => event("agent-started", { agent_id: id, parent });
  it("are known by the parent that was said first", () => {
    expect(after(agent("a"), agent("a", "b")).agents.get("a")).toEqual({ parent: "", entries: [] });
  });

  it("are not known without a parent", () => {
    expect(after(agent("a", null)).agents.has("a")).toBe(false);
  });

  it("are not known beyond the most a session has", () => {
    const memory = after(...Array.from({ length: mostAgents + 5 }, (_, index) => agent(`a-${index}`)));
    expect(memory.agents.size).toBe(mostAgents);
    expect(memory.agents.has(`a-${mostAgents}`)).toBe(false);
  });

  it("have entries, of which an unreadable one allows nothing", () => {
    const { agents } = after(
      event("agent-started", { agent_id: "a", parent: "", entries: [{ source: "agent", permission: "read-only" }, 3] }),
    );
    expect(agents.get("a")?.entries).toEqual([
      { source: "agent", permission: "read-only" },
      { ...bottomCeiling, source: "policy" },
    ]);
  });
});

describe("calls", () => {
  const judged = (body: object) =>
    event("action-judged", { call_id: "c", tool: "Bash", decision: "allow", rule: "x", applied: true, ...body });
  it.each<[string, object, boolean]>([
    ["a call that was let through", {}, true],
    ["a call the host's prompt asked about", { decision: "ask", channel: "prompt" }, true],
    ["a call that was refused and only reported", { decision: "deny", applied: false }, true],
    ["a call that waits in the inbox", { decision: "ask", channel: "inbox" }, false],
    ["a call that was refused", { decision: "deny" }, false],
    ["a call without an id", { call_id: "" }, false],
  ])("may still come back: %s", (_says, body, mayComeBack) => {
    expect(after(judged(body)).unanswered.length > 0).toBe(mayComeBack);
  });

  it("came back once their result is there", () => {
    const memory = after(judged({}), judged({ call_id: "d" }), event("trace-appended", { call_id: "c", status: "ok" }));
    expect(memory.unanswered.map(({ call_id: id }) => id)).toEqual(["d"]);
    expect(memory.traced).toBe(1);
  });

  it("are kept as far as the last sixty-four", () => {
    const { recent } = after(
      ...Array.from({ length: 70 }, (_, index) => judged({ call_id: `c-${index}`, via: "user" })),
    );
    expect(recent).toHaveLength(64);
    expect(recent.at(-1)).toMatchObject({ call_id: "c-69", via: "user", at: Date.parse(at) });
  });
});

describe("everything else of a session", () => {
  it("is how often an agent was sent back for one request", () => {
    const back = (agent: string | null, refuted: string) =>
      event("claim-judged", { agent, is_sent_back: true, refuted });
    const events = [
      request(),
      back(null, "x"),
      back(null, "y"),
      back("a", "z"),
      event("claim-judged", { agent: null }),
    ];
    expect([...after(...events).sent_back]).toEqual([
      ["", { count: 2, last_refuted: "y" }],
      ["a", { count: 1, last_refuted: "z" }],
    ]);
    expect(after(...events, request()).sent_back.size).toBe(2);
    expect(after(...events, request({ request_id: "r-2" })).sent_back.size).toBe(0);
  });

  it("is who started it, what a person added, whether it rests, and what was said", () => {
    expect(after(event("session-started", { principal: "ines" })).principal).toBe("ines");
    const memory = after(
      event("session-started", { principal: "ines" }),
      event("place-changed", { added: ["/lib"] }),
      event("place-changed", { added: ["/lib", "/more"] }),
      event("place-changed", { added: "/odd" }),
      event("gate-off"),
      request({ paused: true, waiting_note: "n" }),
      event("config-changed"),
    );
    expect(memory).toMatchObject({
      principal: null,
      added: ["/lib", "/more"],
      paused: true,
      is_gate_off_said: true,
      waiting_note: "n",
    });
    expect(remember(memory, event("trace-appended", { is_note_said: true })).waiting_note).toBeNull();
    expect(remember(memory, event("session-ended")).unanswered).toEqual([]);
  });
});

it("never fails, and stays bounded, whatever its events hold", () => {
  const body = fc.dictionary(
    fc.constantFrom(
      "request_id",
      "engagement",
      "bans",
      "named",
      "threads",
      "agent_id",
      "parent",
      "entries",
      "added",
      "call_id",
      "decision",
      "carries",
      "paused",
      "resources",
      "is_sent_back",
    ),
    fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom("this", "", "a"), fc.array(fc.string(), { maxLength: 5 })),
  );
  const any = fc.record({
    kind: fc.constantFrom(...sessionEventKinds),
    body,
    at: fc.oneof(fc.constant(at), fc.string()),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 20 }), (events) => {
      const memory = rememberAll("s", events as readonly SessionEvent[]);
      expect(memory.recent.length).toBeLessThanOrEqual(64);
      expect(memory.agents.get("")).toEqual(freshMemory("s").agents.get(""));
      expect(rememberAll("s", events as readonly SessionEvent[])).toEqual(memory);
    }),
    { numRuns: 150 },
  );
});
