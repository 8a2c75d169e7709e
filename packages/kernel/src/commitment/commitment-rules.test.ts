import * as fc from "fast-check";
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
import { callWith, coverFactsWith, envelopeWith } from "../../../../testing/envelope.ts";
import type { Actor } from "../policy/envelope.ts";
import { coverCall } from "../policy/envelope-cover.ts";
import { commitmentRules, projectCommitment, servedBy } from "./commitment-rules.ts";
import { commitmentBodies, criterionKinds } from "./commitment-shape.ts";
import { draft } from "./park.ts";
import { isFulfillable, standingOf, strengthOf } from "./strength.ts";

const question = {
  kind: "human",
  at: hoursLater(1),
  question_id: "q1",
  question: "deploy?",
  escalation: { kind: "wait" },
};
const episode = { episode_id: "e1", session_id: "s1" };

describe("the events of a commitment", () => {
  it("begin with its opening by a person", () => {
    const ledger = new MemoryLedger();
    expect(ledger.add("resumed", { reason: "x" }, hoursLater(0))).toMatchObject({ code: "not-found" });
    expect(ledger.add("opened", { spec: specWith() }, hoursLater(0), agent)).toMatchObject({ code: "refused" });
    expect(ledger.add("opened", { spec: specWith() }, hoursLater(0))).toBeNull();
    expect(ledger.commitment()).toMatchObject({ id: "c1", phase: "active", opened_by: person, ignored: 0 });
    expect(ledger.add("opened", { spec: specWith() }, hoursLater(0))).toMatchObject({ code: "conflict" });
  });

  it.each<[string, object, Actor, object]>([
    ["episode-started", episode, runtime, { phase: "active", blocker: null }],
    [
      "reread",
      { changes: ["a"], reading: { stakes: "costly" } },
      runtime,
      { changes: ["a"], reading: { stakes: "costly" } },
    ],
    ["suspended", { suspension: question }, agent, { phase: "suspended", suspension: question }],
    ["blocked", { blocker: "no network" }, agent, { phase: "blocked", blocker: "no network" }],
    ["pinned", {}, person, { pinned: true, phase: "active" }],
    ["superseded", { by: "c2", reason: "a better plan" }, person, { phase: "closed" }],
    ["closed", { outcome: "abandoned", evidence: "", note: "" }, person, { phase: "closed" }],
  ])("%s moves it", (kind, body, actor, state) => {
    const ledger = ledgerWith();
    expect(ledger.add(kind, body, hoursLater(1), actor)).toBeNull();
    expect(ledger.commitment()).toMatchObject({ ...state, updated_at: hoursLater(1) });
  });

  it("moves on and back: blocked, unblocked, suspended, resumed, unpinned", () => {
    const ledger = ledgerWith();
    const schedule = { kind: "schedule", at: hoursLater(0), due: hoursLater(5) };
    for (const [kind, body, phase] of [
      ["blocked", { blocker: "x" }, "blocked"],
      ["unblocked", {}, "active"],
      ["suspended", { suspension: schedule }, "suspended"],
      ["resumed", { reason: "due" }, "active"],
      ["pinned", {}, "active"],
      ["unpinned", {}, "active"],
    ] as const) {
      expect(ledger.add(kind, body, hoursLater(1))).toBeNull();
      expect(ledger.commitment().phase).toBe(phase);
    }
    expect(ledger.commitment()).toMatchObject({ pinned: false, suspension: null, blocker: null });
  });

  it("that are not known, or whose body does not fit, are refused and change nothing", () => {
    const ledger = ledgerWith();
    const before = ledger.commitment();
    for (const [kind, body] of [
      ["conjured", {}],
      ["pinned", { by: "x" }],
      ["usage-recorded", { episode_id: "e1", spend_usd: null }],
      ["usage-recorded", { episode_id: "e1", spend_usd: Number.NaN }],
      ["usage-recorded", { episode_id: "e1", spend_usd: -1 }],
      ["closed", { outcome: "done", evidence: "", note: "" }],
      ["suspended", { suspension: { kind: "human", at: "now" } }],
    ] as const) {
      expect(ledger.add(kind, body, hoursLater(1))).toMatchObject({ code: "refused" });
    }
    expect(ledger.commitment()).toEqual(before);
  });

  it("of an actor nobody knows are refused", () => {
    const event = {
      ...draft("commitment", "c1", "pinned", person, {}),
      actor: { kind: "ghost" },
      at: hoursLater(1),
      imported: false,
    };
    const commitment = ledgerWith().commitment();
    expect(commitmentRules.fits(event)).toBe(false);
    expect(commitmentRules.admit(commitment, event)).toHaveProperty("refusal");
    expect(commitmentRules.apply(commitment, event)).toMatchObject({ ignored: 1, pinned: false });
    expect(commitmentRules.apply(null, event)).toBeNull();
  });
});

describe("episodes and spend", () => {
  it("settle to the larger of what was reported and what it cost in the end", () => {
    const ledger = ledgerWith();
    ledger.add("episode-started", episode, hoursLater(1), runtime);
    ledger.add("usage-recorded", { episode_id: "e1", spend_usd: 1 }, hoursLater(1), runtime);
    ledger.add("usage-recorded", { episode_id: "e1", spend_usd: 0.5 }, hoursLater(1), runtime);
    expect(ledger.commitment().spent_usd).toBe(1.5);
    ledger.add(
      "episode-ended",
      { episode_id: "e1", advancement: { kind: "learned", fact: "x" }, spend_usd: 1.2 },
      hoursLater(2),
      runtime,
    );
    expect(ledger.commitment().spent_usd).toBe(1.5);
    ledger.add("episode-started", { ...episode, episode_id: "e2" }, hoursLater(3), runtime);
    ledger.add(
      "episode-ended",
      { episode_id: "e2", advancement: { kind: "learned", fact: "x" }, spend_usd: 2 },
      hoursLater(4),
      runtime,
    );
    expect(ledger.commitment().spent_usd).toBe(3.5);
  });

  it("three stalls in a row are counted, and learning something sets them back (property 80)", () => {
    const ledger = ledgerWith();
    const end = (id: string, advancement: object) => {
      ledger.add("episode-started", { episode_id: id, session_id: "s1" }, hoursLater(1), runtime);
      ledger.add("episode-ended", { episode_id: id, advancement, spend_usd: 0 }, hoursLater(1), runtime);
    };
    for (const id of ["a", "b", "c"]) end(id, { kind: "stalled", reason: "silent" });
    expect(ledger.commitment().stalls).toBe(3);
    end("d", { kind: "learned", fact: "x" });
    expect(ledger.commitment().stalls).toBe(0);
    end("e", { kind: "blocked", blocker: "no key" });
    expect(ledger.commitment()).toMatchObject({ phase: "blocked", blocker: "no key", stalls: 0 });
  });

  it("are only counted once they are long over", () => {
    const ledger = ledgerWith();
    ledger.add("episode-started", { episode_id: "running", session_id: "s1" }, hoursLater(1), runtime);
    for (let index = 0; index < 53; index += 1) {
      const id = `e${index}`;
      ledger.add("episode-started", { episode_id: id, session_id: "s2" }, hoursLater(1), runtime);
      ledger.add(
        "episode-ended",
        { episode_id: id, advancement: { kind: "learned", fact: "x" }, spend_usd: 1 },
        hoursLater(1),
        runtime,
      );
    }
    const { episodes, earlier_episodes: earlier, spent_usd: spent } = ledger.commitment();
    expect([episodes.length, episodes[0]?.id, episodes[1]?.id, earlier, spent]).toEqual([51, "running", "e3", 3, 53]);
  });

  it("of an episode that is not there, or is over, are refused", () => {
    const ledger = ledgerWith();
    expect(ledger.add("usage-recorded", { episode_id: "e1", spend_usd: 1 }, hoursLater(1))).toMatchObject({
      code: "not-found",
    });
    ledger.add("episode-started", episode, hoursLater(1));
    expect(ledger.add("episode-started", episode, hoursLater(1))).toMatchObject({ code: "conflict" });
    const end = { episode_id: "e1", advancement: { kind: "stalled", reason: "x" }, spend_usd: 0 };
    expect(ledger.add("episode-ended", end, hoursLater(2))).toBeNull();
    expect(ledger.add("episode-ended", end, hoursLater(2))).toMatchObject({ code: "conflict" });
    expect(ledger.add("usage-recorded", { episode_id: "e1", spend_usd: 1 }, hoursLater(2))).toMatchObject({
      code: "conflict",
    });
  });
});

describe("an open question", () => {
  it("is never silently dropped", () => {
    const ledger = ledgerWith();
    ledger.add("suspended", { suspension: question }, hoursLater(1), agent);
    for (const [kind, body] of [
      ["episode-started", episode],
      ["resumed", { reason: "x" }],
      ["suspended", { suspension: { kind: "schedule", at: hoursLater(2), due: hoursLater(3) } }],
      ["suspended", { suspension: { ...question, question_id: "q2" } }],
    ] as const) {
      expect(ledger.add(kind, body, hoursLater(2), runtime)).toMatchObject({
        code: "refused",
        details: { question_id: "q1" },
      });
    }
    ledger.add("blocked", { blocker: "x" }, hoursLater(2), runtime);
    ledger.add("unblocked", {}, hoursLater(2), runtime);
    expect(ledger.commitment()).toMatchObject({ phase: "suspended", suspension: { question_id: "q1" } });
  });

  it("is answered by a person, once, under its own id (property 78)", () => {
    const ledger = ledgerWith();
    ledger.add("suspended", { suspension: question }, hoursLater(1), agent);
    const before = ledger.commitment();
    expect(
      ledger.add("question-answered", { question_id: "q1", answer: "approve" }, hoursLater(2), agent),
    ).toMatchObject({ code: "refused" });
    expect(ledger.add("question-answered", { question_id: "q0", answer: "approve" }, hoursLater(2))).toMatchObject({
      code: "conflict",
    });
    expect(ledger.commitment()).toEqual(before);
    expect(
      ledger.add("question-answered", { question_id: "q1", answer: "deny", note: "use padStart" }, hoursLater(2)),
    ).toBeNull();
    expect(ledger.commitment()).toMatchObject({
      phase: "active",
      suspension: null,
      last_answer: { question: "deploy?", answer: "deny", note: "use padStart", by: person, at: hoursLater(2) },
    });
    expect(ledger.add("question-answered", { question_id: "q1", answer: "approve" }, hoursLater(3))).toMatchObject({
      code: "conflict",
    });
    expect(ledger.commitment().last_answer?.answer).toBe("deny");
  });

  it("asked anew is another question", () => {
    const ledger = ledgerWith();
    ledger.add("suspended", { suspension: question }, hoursLater(1), agent);
    const anew = { ...question, question_id: "q2", replaces: "q1" };
    expect(ledger.add("suspended", { suspension: anew }, hoursLater(2), runtime)).toBeNull();
    expect(ledger.add("question-answered", { question_id: "q1", answer: "approve" }, hoursLater(3))).toMatchObject({
      code: "conflict",
    });
    expect(ledger.add("question-answered", { question_id: "q2", answer: "approve" }, hoursLater(3))).toBeNull();
  });

  it("survives a restart: the events alone, as JSON, give the same state (property 79)", () => {
    const ledger = ledgerWith();
    ledger.add("suspended", { suspension: question }, hoursLater(1), agent);
    const read = JSON.parse(JSON.stringify(ledger.events)) as typeof ledger.events;
    expect(projectCommitment(read)).toEqual(ledger.commitment());
    expect(projectCommitment([])).toBeNull();
    expect(projectCommitment(read.slice(1))).toBeNull();
  });
});

describe("the strength of a pass", () => {
  const kinds = criterionKinds.filter((kind) => kind !== "semantic" && kind !== "external-receipt");

  it("is what the table says, whatever the caller claims (property 77)", () => {
    for (const kind of kinds) {
      expect([agent, runtime, person].map((actor) => strengthOf(kind, actor, true))).toEqual([
        "asserted",
        "observed",
        "attested",
      ]);
    }
    expect([agent, runtime, person].map((actor) => strengthOf("external-receipt", actor, false))).toEqual([
      "asserted",
      "observed",
      "attested",
    ]);
    expect(strengthOf("external-receipt", runtime, true)).toBe("attested");
    expect([agent, runtime, person].map((actor) => strengthOf("semantic", actor, true))).toEqual([
      "asserted",
      null,
      "attested",
    ]);
  });

  it("an agent's own report is never enough for observed or attested (property 3)", () => {
    for (const kind of criterionKinds)
      for (const actor of [agent, { kind: "tool", id: "t" }, { kind: "system", id: "s" }] as const)
        for (const isSigned of [true, false]) expect(strengthOf(kind, actor, isSigned)).toBe("asserted");
  });

  it("is written at append, with who evaluated", () => {
    const ledger = ledgerWith();
    const claim = { id: "links", result: { kind: "passed", evidence: "x" }, strength: "attested", evaluator: person };
    expect(ledger.add("criterion-evaluated", claim, hoursLater(1), agent)).toBeNull();
    expect(ledger.commitment()).toMatchObject({
      phase: "active",
      criteria: [{ strength: "asserted", evaluator: agent }, {}],
    });
    expect(ledger.add("criterion-evaluated", claim, hoursLater(2), runtime)).toBeNull();
    expect(ledger.commitment()).toMatchObject({
      phase: "satisfying",
      criteria: [{ strength: "observed", evaluator: runtime }, {}],
    });
    expect(ledger.add("criterion-evaluated", { ...claim, id: "other" }, hoursLater(2))).toMatchObject({
      code: "not-found",
    });
    expect(ledger.add("criterion-evaluated", { ...claim, id: "nice" }, hoursLater(2), runtime)).toMatchObject({
      code: "refused",
    });
    expect(ledger.events.at(-1)?.body).toEqual({ ...claim, strength: "observed", evaluator: runtime });
  });
});

describe("closing", () => {
  const pass = (id: string) => ({ id, result: { kind: "passed", evidence: "x" } });
  const fulfil = { outcome: "fulfilled", evidence: "all of it", note: "" };

  it("asserted cannot close verified work (property 77)", () => {
    const ledger = ledgerWith();
    ledger.add("criterion-evaluated", pass("links"), hoursLater(1), agent);
    expect(ledger.add("closed", fulfil, hoursLater(2))).toEqual({
      code: "refused",
      message: "Not closed: the evidence is not there.",
      details: { outstanding: ["links"], required: "observed", achieved: "asserted" },
    });
    ledger.add("criterion-evaluated", pass("links"), hoursLater(3), runtime);
    expect(ledger.add("closed", { ...fulfil, achieved: "attested" }, hoursLater(4), agent)).toMatchObject({
      code: "refused",
    });
    expect(ledger.add("closed", { ...fulfil, achieved: "attested" }, hoursLater(4))).toBeNull();
    expect(ledger.commitment().closure).toMatchObject({
      outcome: "fulfilled",
      achieved: "observed",
      at: hoursLater(4),
    });
    expect(ledger.events.at(-1)?.body["achieved"]).toBe("observed");
  });

  it("without any criterion only what needs no evidence is fulfilled", () => {
    expect(isFulfillable(standingOf([], "asserted"))).toBe(true);
    expect(isFulfillable(standingOf([], "cited"))).toBe(false);
    expect(isFulfillable(standingOf([], "attested"))).toBe(false);
  });

  it.each(["partial", "failed", "abandoned", "superseded", "expired", "unknown"])(
    "as %s is always possible",
    (outcome) => {
      const ledger = ledgerWith({ min_satisfaction: "attested" });
      expect(ledger.add("closed", { outcome, evidence: "", note: "" }, hoursLater(1), runtime)).toBeNull();
      expect(ledger.commitment().closure).toMatchObject({ outcome, achieved: "asserted" });
    },
  );

  it("nothing follows (property 78)", () => {
    const ledger = ledgerWith();
    ledger.add("closed", { outcome: "failed", evidence: "", note: "" }, hoursLater(1));
    const before = ledger.commitment();
    for (const kind of Object.keys(commitmentBodies)) {
      const body = { opened: { spec: specWith() }, resumed: { reason: "x" }, pinned: {}, closed: fulfil }[kind];
      if (body !== undefined) expect(ledger.add(kind, body, hoursLater(2))).toMatchObject({ code: "closed" });
    }
    const late = { ...draft("commitment", "c1", "pinned", person, {}), at: hoursLater(2), imported: false };
    expect(commitmentRules.apply(before, late)).toEqual({ ...before, ignored: 1 });
  });
});

describe("envelopes of a commitment", () => {
  const envelope = envelopeWith({ granted_by: { kind: "agent", id: "liar" }, granted_at: "2020-01-01T00:00:00Z" });

  it("are granted by a person, and say who did it when by the event", () => {
    const ledger = ledgerWith();
    expect(ledger.add("envelope-granted", { envelope }, hoursLater(1), agent)).toMatchObject({ code: "refused" });
    expect(ledger.add("envelope-granted", { envelope }, hoursLater(1))).toBeNull();
    expect(ledger.commitment().envelopes).toEqual([envelopeWith({ granted_by: person, granted_at: hoursLater(1) })]);
    expect(ledger.add("envelope-granted", { envelope }, hoursLater(1))).toMatchObject({ code: "conflict" });
    expect(
      ledger.add("envelope-granted", { envelope: { ...envelope, id: "e2", commitment: "c9" } }, hoursLater(1)),
    ).toMatchObject({ code: "refused" });
    expect(
      ledger.add("envelope-granted", { envelope: { ...envelope, id: "e2", spend_usd: null } }, hoursLater(1)),
    ).toMatchObject({ code: "refused" });
    expect(
      ledger.add("envelope-granted", { envelope: { ...envelope, id: "e2", parent: "e9" } }, hoursLater(1)),
    ).toMatchObject({ code: "not-found" });
    const assuming = { ...envelope, id: "e2", escalation: { kind: "assume-conservative", after_hours: 1 } };
    const grave = ledgerWith({ reading: { stakes: "irreversible" } });
    expect(grave.add("envelope-granted", { envelope: assuming }, hoursLater(1))).toMatchObject({ code: "refused" });
    const wide = { ...envelope, id: "e2", parent: "e1", tools: ["Bash"] };
    expect(ledger.add("envelope-granted", { envelope: wide }, hoursLater(1))).toMatchObject({
      details: { wider: ["tools"] },
    });
    expect(ledger.add("envelope-granted", { envelope: { ...wide, tools: ["Edit"] } }, hoursLater(1))).toBeNull();
  });

  it("cover until they are revoked, used up or closed with the commitment (property 68)", () => {
    const covers = (ledger: MemoryLedger) =>
      coverCall(callWith(), [servedBy(ledger.commitment())], coverFactsWith({ now: hoursLater(3) })).covered;
    const granted = () => {
      const ledger = ledgerWith();
      ledger.add("envelope-granted", { envelope: { ...envelope, max_uses: 1 } }, hoursLater(1));
      return ledger;
    };
    const used = { id: "e1", action_digest: "sha256:x" };
    expect(covers(granted())).toBe(true);

    const revoked = granted();
    expect(revoked.add("envelope-revoked", { id: "e1" }, hoursLater(2))).toBeNull();
    expect(covers(revoked)).toBe(false);
    expect(revoked.commitment().envelopes[0]).toMatchObject({ version: 2, revoked_by: person });
    expect(revoked.add("envelope-revoked", { id: "e1" }, hoursLater(2))).toMatchObject({ code: "conflict" });
    expect(revoked.add("envelope-revoked", { id: "e9" }, hoursLater(2))).toMatchObject({ code: "not-found" });
    expect(revoked.add("envelope-used", used, hoursLater(2), runtime)).toMatchObject({ code: "refused" });

    const spent = granted();
    expect(spent.add("envelope-used", used, hoursLater(2), runtime)).toBeNull();
    expect(covers(spent)).toBe(false);
    expect(spent.add("envelope-used", used, hoursLater(2), runtime)).toMatchObject({
      message: "The envelope is used up.",
    });
    expect(spent.add("envelope-used", { ...used, id: "e9" }, hoursLater(2), runtime)).toMatchObject({
      code: "not-found",
    });

    const closed = granted();
    closed.add("closed", { outcome: "partial", evidence: "", note: "" }, hoursLater(2));
    expect(covers(closed)).toBe(false);

    const expired = granted();
    expect(expired.add("envelope-used", used, envelope.expires_at, runtime)).toMatchObject({ code: "refused" });
  });

  it("are void after a row nobody could read, and only those granted since count (property 86, the function)", () => {
    const ledger = ledgerWith();
    ledger.add("envelope-granted", { envelope }, hoursLater(1));
    ledger.spoil("commitment/c1");
    const now = hoursLater(3);
    const cover = () => coverCall(callWith(), [servedBy(ledger.commitment())], coverFactsWith({ now }));
    expect(cover().covered).toBe(false);
    expect(ledger.add("envelope-used", { id: "e1", action_digest: "x" }, now, runtime)).toMatchObject({
      code: "refused",
    });
    ledger.add("envelope-granted", { envelope: { ...envelope, id: "e2" } }, hoursLater(2));
    expect(cover()).toMatchObject({ covered: true, envelope: "e2" });
    expect(commitmentRules.spoil(null)).toBeNull();
  });

  it("used, revoked and taken apart elsewhere are imported as they were, with equal bodies (property 87)", () => {
    const ledger = ledgerWith();
    ledger.add("envelope-granted", { envelope: { ...envelope, descendants: true } }, hoursLater(1));
    ledger.add("envelope-granted", { envelope: { ...envelope, id: "e2", parent: "e1" } }, hoursLater(1));
    ledger.add("envelope-used", { id: "e2", action_digest: "x" }, hoursLater(2), runtime);
    ledger.add(
      "criterion-evaluated",
      { id: "links", result: { kind: "passed", evidence: "x" } },
      hoursLater(2),
      runtime,
    );
    ledger.add("envelope-revoked", { id: "e1" }, hoursLater(3));
    ledger.add("closed", { outcome: "fulfilled", evidence: "x", note: "" }, hoursLater(4));
    const other = new MemoryLedger();
    for (const event of ledger.events) expect(other.append([event], event.at, true)).toBeNull();
    expect(other.events.map(({ body }) => body)).toEqual(ledger.events.map(({ body }) => body));
    expect(other.commitment()).toEqual({ ...ledger.commitment(), void_envelopes: ["e1", "e2"] });
  });

  it("from another ledger are never live (property 87, the function)", () => {
    const ledger = new MemoryLedger();
    ledger.append([draft("commitment", "c1", "opened", person, { spec: specWith() })], hoursLater(0), true);
    ledger.append([draft("commitment", "c1", "envelope-granted", person, { envelope })], hoursLater(1), true);
    expect(coverCall(callWith(), [servedBy(ledger.commitment())], coverFactsWith({ now: hoursLater(2) })).covered).toBe(
      false,
    );
  });
});

it("any sequence of events projects without throwing, and nothing but the last closure ends it", () => {
  const bodies: readonly (readonly [string, object])[] = [
    ["opened", { spec: specWith() }],
    ["episode-started", episode],
    ["episode-ended", { episode_id: "e1", advancement: { kind: "stalled", reason: "x" }, spend_usd: 1 }],
    ["suspended", { suspension: question }],
    ["question-answered", { question_id: "q1", answer: "approve" }],
    ["resumed", { reason: "x" }],
    ["blocked", { blocker: "x" }],
    ["criterion-evaluated", { id: "links", result: { kind: "passed", evidence: "x" } }],
    ["envelope-granted", { envelope: envelopeWith() }],
    ["envelope-used", { id: "e1", action_digest: "x" }],
    ["reassigned", { to: "plover" }],
    ["assumption-recorded", { question_id: "q1", assumed: "deny" }],
    ["superseded", { by: "c2", reason: "x" }],
    ["closed", { outcome: "fulfilled", evidence: "", note: "" }],
    ["nonsense", {}],
  ];
  const one = fc.record({
    at: fc.nat({ max: 10 }),
    index: fc.nat({ max: bodies.length - 1 }),
    actor: fc.constantFrom(person, agent, runtime),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), (steps) => {
      const events = [{ at: 0, index: 0, actor: person }, ...steps].map(({ at, index, actor }) => {
        const [kind, body] = bodies[index] ?? ["nonsense", {}];
        return { ...draft("commitment", "c1", kind, actor, body), at: hoursLater(at), imported: false };
      });
      const commitment = projectCommitment(events);
      expect(commitment?.closure === null).toBe(commitment?.phase !== "closed");
      const closing = events.findIndex(({ kind }) => kind === "closed" || kind === "superseded");
      if (closing >= 0 && commitment?.closure?.outcome === "fulfilled")
        expect(commitment.criteria[0]?.result?.kind).toBe("passed");
    }),
    { numRuns: 200 },
  );
});
