import { describe, expect, it } from "vitest";
import {
  agent,
  hoursLater,
  ledgerWith,
  MemoryLedger,
  person,
  runtime,
  specWith,
} from "../../../../testing/commitment.ts";
import { effectOn } from "../../../../testing/envelope.ts";
import { type ApprovalLives, takeApproval } from "../policy/approval.ts";
import type { Actor } from "../policy/envelope.ts";
import { type Answering, type AnswerResult, answer } from "./answer.ts";
import { approvalRules } from "./approval-rules.ts";
import { inboxRules, matchId } from "./inbox.ts";
import { contextOf } from "./opening.ts";
import { draft, type ParkContext, type PendingAction, park } from "./park.ts";

const action: PendingAction = {
  identity: {
    tool: "Bash",
    input: { command: "npm install left-pad\u001b[2J" },
    cwd: "/repo",
    roots: ["/repo"],
    session: "s1",
    agent: null,
    env_digest: "sha256:e",
    envelope_version: null,
    policy_digest: "sha256:p",
  },
  effects: [effectOn("pkg:npm/left-pad", { kind: "execute", reversibility: "costly" })],
  request_id: "r1",
  gates: ["action.costly"],
  reason: "code nobody here has chosen yet",
  requester: agent,
  principal: "heron",
};
const lives: ApprovalLives = { live_minutes: 15, parked_hours: 24, ask_hours: 72 };
const plover: Actor = { kind: "person", id: "plover" };

function contextWith(ledger: MemoryLedger, change: Partial<ParkContext> = {}): ParkContext {
  return {
    now: hoursLater(1),
    attendance: "unattended",
    fallback: "park",
    served: [ledger.commitment()],
    entries: ledger.entries(),
    ids: { approval: "a1", question: "q1", inbox: "i1" },
    lives,
    second_person: false,
    escalation: { kind: "wait" },
    ...change,
  };
}

function parked(change: Partial<ParkContext> = {}): MemoryLedger {
  const ledger = ledgerWith();
  const parking = park(action, contextWith(ledger, change));
  if (parking.kind !== "parked") throw new Error(parking.kind);
  expect(ledger.append(parking.drafts, hoursLater(1))).toBeNull();
  return ledger;
}

function answering(ledger: MemoryLedger, change: Partial<Answering> = {}): Answering {
  return {
    decision: "approve",
    scope: "once",
    by: { actor: plover, session: null },
    now: hoursLater(2),
    lives,
    entry: ledger.entry("i1"),
    approval: ledger.approval("a1"),
    commitment: ledger.commitment(),
    ...change,
  };
}

function give(ledger: MemoryLedger, change: Partial<Answering> = {}, at = hoursLater(2)): AnswerResult {
  const result = answer(answering(ledger, change));
  if (result.ok) expect(ledger.append(result.drafts, at)).toBeNull();
  return result;
}

describe("a call nobody can answer", () => {
  it("goes to the prompt where somebody sits, and is denied where nothing is to be parked", () => {
    const ledger = ledgerWith();
    expect(park(action, contextWith(ledger, { attendance: "interactive" }))).toEqual({ kind: "prompt" });
    expect(park(action, contextWith(ledger, { fallback: "deny" }))).toEqual({ kind: "deny" });
    expect(park(action, contextWith(ledger, { now: "now" }))).toEqual({ kind: "deny" });
  });

  it("waits as an approval, a question of its commitment and an entry of the inbox", () => {
    const ledger = parked();
    expect(ledger.approval("a1")).toMatchObject({
      state: "pending",
      tool: "Bash",
      gates: ["action.costly"],
      principal: "heron",
      expires_at: hoursLater(73),
    });
    expect(ledger.commitment()).toMatchObject({
      phase: "suspended",
      suspension: { question_id: "q1", approval_id: "a1", reversibility: "costly" },
    });
    expect(ledger.entry("i1")).toMatchObject({
      kind: "approval-pending",
      state: "open",
      title: 'keep the docs current: Bash "npm install left-pad<U+001B>[2J"',
      commitment_id: "c1",
      approval_id: "a1",
      choices: ["once", "effects", "no"],
      expires_at: hoursLater(73),
    });
  });

  it("does not pile up: a retry finds its own entry", () => {
    const ledger = parked();
    const again = park(action, contextWith(ledger, { ids: { approval: "a2", question: "q2", inbox: "i2" } }));
    expect(again).toEqual({ kind: "parked", inbox_id: "i1", drafts: [] });
  });

  it("beside an open question, or without a commitment, asks for its approval alone", () => {
    const ledger = parked();
    const other = { ...action, identity: { ...action.identity, input: { command: "npm publish" } }, effects: null };
    const ids = { approval: "a2", question: "q2", inbox: "i2" };
    const parking = park(other, contextWith(ledger, { ids }));
    expect(parking.kind === "parked" && ledger.append(parking.drafts, hoursLater(1))).toBeNull();
    expect(ledger.commitment()).toMatchObject({ suspension: { question_id: "q1" } });
    expect(ledger.entry("i2")).not.toHaveProperty("question_id");
    expect(ledger.approval("a2")?.effects_digest).toBeNull();
  });

  it("whose arguments have no one form cannot be parked", () => {
    const odd = { ...action, identity: { ...action.identity, input: { n: Number.NaN } } };
    expect(() => park(odd, contextWith(ledgerWith()))).toThrow(/no finite number/);
  });
});

describe("an answer", () => {
  it("approve makes exactly that action possible once, and the work goes on with the note", () => {
    const ledger = parked();
    expect(give(ledger, { note: "pin the version" }).ok).toBe(true);
    const approval = ledger.approval("a1");
    expect(approval).toMatchObject({
      state: "approved",
      approver: plover,
      scope: "once",
      expires_at: hoursLater(26),
      note: "pin the version",
    });
    expect(ledger.entry("i1")).toMatchObject({ state: "answered", read_at: hoursLater(2) });
    expect(contextOf(ledger.commitment())).toContain('approve, note: "pin the version" (person, ');
    if (approval === null) throw new Error("no approval");
    expect(takeApproval([approval], action, hoursLater(3))).toBe(approval);
    const use = draft("approval", "a1", "approval-used", runtime, {});
    expect(ledger.append([use], hoursLater(3))).toBeNull();
    expect(ledger.append([use], hoursLater(3))).toMatchObject({ code: "conflict" });
    expect(ledger.approval("a1")).toMatchObject({ state: "used", uses: 1 });
  });

  it("deny resumes the work without it (property 79)", () => {
    const ledger = parked();
    give(ledger, { decision: "deny", note: "use the built-in padStart" });
    expect(ledger.approval("a1")?.state).toBe("denied");
    expect(ledger.commitment()).toMatchObject({ phase: "active", suspension: null });
    expect(contextOf(ledger.commitment())).toContain("use the built-in padStart");
  });

  it.each<[string, Partial<Answering>, 2 | 3, string]>([
    ["an agent", { by: { actor: agent, session: null } }, 3, "authority.not-human"],
    ["the session that asked", { by: { actor: plover, session: "s1" } }, 3, "authority.self-approved"],
    [
      "the requester's name",
      { by: { actor: { kind: "person", id: "main" }, session: null } },
      3,
      "authority.self-approved",
    ],
    ["too late", { now: hoursLater(73) }, 2, "stale"],
    ["to no entry", { entry: null }, 2, "stale"],
    ["without its approval", { approval: null }, 2, "stale"],
    ["without its commitment", { commitment: null }, 2, "stale"],
    ["at no time", { now: "now" }, 2, "stale"],
  ])("of %s changes nothing (property 76)", (_name, change, exit, rule) => {
    const ledger = parked();
    const before = ledger.commitment();
    const result = give(ledger, change);
    expect(result).toMatchObject({ ok: false, exit, rule });
    expect(result.ok ? "" : result.message).toMatch(/^[A-Z].*\.$/);
    expect(ledger.commitment()).toEqual(before);
  });

  it("a second one, one to another question, and one to closed work change nothing (property 78)", () => {
    const twice = parked();
    give(twice);
    expect(give(twice, { decision: "deny" })).toMatchObject({ ok: false, exit: 2, message: "The entry is answered." });
    expect(twice.approval("a1")?.state).toBe("approved");

    const anew = parked();
    const suspension = anew.commitment().suspension;
    anew.add("suspended", { suspension: { ...suspension, question_id: "q2", replaces: "q1" } }, hoursLater(2), runtime);
    expect(give(anew)).toMatchObject({ ok: false, message: "The question was answered or asked anew since." });

    const closed = parked();
    closed.add("closed", { outcome: "abandoned", evidence: "", note: "" }, hoursLater(2));
    expect(give(closed)).toMatchObject({ ok: false, exit: 2 });

    const decided = parked();
    decided.append([draft("approval", "a1", "approval-expired", runtime, {})], hoursLater(2));
    expect(give(decided)).toMatchObject({ ok: false, exit: 2 });
  });

  it("takes a second person where one is required", () => {
    const ledger = parked({ second_person: true });
    expect(give(ledger, { by: { actor: person, session: null } })).toMatchObject({
      exit: 3,
      rule: "authority.second-person",
    });
    expect(give(ledger).ok).toBe(true);
  });

  it("to a question about no action only goes on with the work", () => {
    const ledger = ledgerWith();
    const suspension = {
      kind: "human",
      at: hoursLater(1),
      question_id: "q1",
      question: "German too?",
      escalation: { kind: "wait" },
    };
    ledger.add("suspended", { suspension }, hoursLater(1), agent);
    const entry = { kind: "question-pending", title: "German too?", body: "", commitment_id: "c1", question_id: "q1" };
    ledger.append([draft("inbox", "i1", "inbox-opened", agent, { entry })], hoursLater(1));
    expect(give(ledger, { note: "yes, also the German pages" }).ok).toBe(true);
    expect(contextOf(ledger.commitment())).toContain("yes, also the German pages");
  });
});

describe("the stream of an approval", () => {
  const request = { ...parked().events[1]?.body };

  it("takes no decision but a person's, except that upkeep may say no", () => {
    const ledger = parked();
    const decide = (decision: string, actor: Actor) =>
      ledger.append(
        [draft("approval", "a1", "approval-decided", actor, { decision, scope: "once", expires_at: hoursLater(9) })],
        hoursLater(2),
      );
    expect(decide("approved", runtime)).toMatchObject({ details: { rule: "authority.not-human" } });
    expect(decide("approved", agent)).toMatchObject({ code: "refused" });
    expect(decide("denied", agent)).toMatchObject({ code: "refused" });
    expect(decide("denied", runtime)).toBeNull();
    expect(decide("approved", person)).toMatchObject({ code: "conflict" });
  });

  it("begins with its request, and takes nothing it does not know", () => {
    const ledger = parked();
    expect(ledger.append([draft("approval", "a9", "approval-used", agent, {})], hoursLater(1))).toMatchObject({
      code: "not-found",
    });
    expect(ledger.append([draft("approval", "a1", "approval-requested", agent, request)], hoursLater(1))).toMatchObject(
      { code: "conflict" },
    );
    expect(ledger.append([draft("approval", "a1", "approval-conjured", agent, {})], hoursLater(1))).toMatchObject({
      code: "refused",
    });
    expect(ledger.append([draft("approval", "a1", "approval-withdrawn", agent, {})], hoursLater(1))).toBeNull();
    expect(ledger.append([draft("approval", "a1", "approval-withdrawn", agent, {})], hoursLater(1))).toMatchObject({
      code: "conflict",
    });
  });

  it("a yes that came from another ledger, or before a row nobody could read, is none (properties 86, 87)", () => {
    const ledger = parked();
    give(ledger);
    const approved = ledger.approval("a1");
    expect(approvalRules.spoil(approved)).toMatchObject({ state: "withdrawn" });
    expect(approvalRules.spoil(null)).toBeNull();
    const [asked, decided] = ledger.events.filter(({ stream }) => stream === "approval/a1");
    if (asked === undefined || decided === undefined) throw new Error("no approval");
    const copies = [
      [
        { ...asked, imported: true },
        { ...decided, imported: true },
      ],
      [asked, { ...decided, imported: true }],
    ];
    for (const events of copies) {
      const copied = events.reduce(approvalRules.apply, approvalRules.start);
      expect(copied).toMatchObject({ state: "approved", imported: true });
      expect(copied === null ? null : takeApproval([copied], action, hoursLater(3))).toBeNull();
      const use = { ...draft("approval", "a1", "approval-used", runtime, {}), at: hoursLater(3), imported: false };
      expect(approvalRules.admit(copied, use)).toHaveProperty("refusal");
    }
    const pending = approvalRules.apply(null, { ...asked, imported: true });
    expect(approvalRules.admit(pending, decided)).toMatchObject({ refusal: { details: { rule: "imported" } } });
    expect(answer(answering(parked(), { approval: pending }))).toMatchObject({ ok: false, exit: 2 });
  });

  it("all events of a ledger can be imported into another one, with equal bodies (property 87)", () => {
    const ledger = parked();
    give(ledger);
    ledger.append([draft("approval", "a1", "approval-used", runtime, {})], hoursLater(3));
    const other = new MemoryLedger();
    for (const event of ledger.events) expect(other.append([event], event.at, true)).toBeNull();
    expect(other.events.map(({ body }) => body)).toEqual(ledger.events.map(({ body }) => body));
    expect(other.commitment()).toEqual(ledger.commitment());
  });
});

describe("the inbox", () => {
  it("reading marks an entry and resumes nothing, as often as it is read", () => {
    const ledger = parked();
    for (const at of [hoursLater(2), hoursLater(3)]) {
      expect(ledger.append([draft("inbox", "i1", "inbox-read", person, {})], at)).toBeNull();
    }
    expect(ledger.entry("i1")).toMatchObject({ state: "open", read_at: hoursLater(2) });
    expect(ledger.commitment().phase).toBe("suspended");
  });

  it("takes nothing that does not fit", () => {
    const ledger = parked();
    expect(ledger.append([draft("inbox", "i9", "inbox-read", person, {})], hoursLater(2))).toMatchObject({
      code: "not-found",
    });
    const entry = { kind: "gossip", title: "", body: "" };
    expect(ledger.append([draft("inbox", "i9", "inbox-opened", person, { entry })], hoursLater(2))).toMatchObject({
      code: "refused",
    });
    const event = { ...draft("inbox", "i1", "inbox-read", person, { x: 1 }), at: hoursLater(2), imported: false };
    expect(inboxRules.apply(ledger.entry("i1"), event)).toEqual(ledger.entry("i1"));
    expect(inboxRules.spoil(ledger.entry("i1"))).toEqual(ledger.entry("i1"));
  });

  it.each([
    ["0197b4c0", { kind: "found", id: "0197b4c0" }],
    ["0197b", { kind: "ambiguous", candidates: ["0197b4c0", "0197b5d2"] }],
    ["0197b5", { kind: "found", id: "0197b5d2" }],
    ["0197b4c", { kind: "found", id: "0197b4c0" }],
    ["019", { kind: "unknown" }],
    ["", { kind: "unknown" }],
    ["ffff", { kind: "unknown" }],
    ["abc", { kind: "found", id: "abc" }],
  ])("the id %j is %j", (text, match) => {
    expect(matchId(text, ["0197b4c0", "0197b5d2", "abc", "0197b5d2"])).toEqual(match);
  });
});

it("the objective of the work is shown harmlessly", () => {
  const ledger = ledgerWith({ objective: specWith().objective + "\u202E" });
  const parking = park(action, contextWith(ledger));
  expect(JSON.stringify(parking)).toContain("keep the docs current<U+202E>: Bash");
});
