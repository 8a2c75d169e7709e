import { describe, expect, it } from "vitest";
import { partWith, readingWith } from "../../../../testing/part.ts";
import { type Act, acts, effectfulActs, type Reading } from "../intent/reading/reading.ts";
import { type RequestWord, requestScales } from "../scale.ts";
import type { Authority } from "./autonomy.ts";
import { deriveStrand } from "./derive.ts";
import type { Posture } from "./engagement.ts";
import { postureOf } from "./posture.ts";

type Attendance = RequestWord<"attendance">;
type Autonomy = RequestWord<"autonomy">;

function posture(
  reading: Partial<Reading>,
  attendance: Attendance = "interactive",
  autonomy: Autonomy = "assisted",
): Posture {
  const authority: Authority = { autonomy_grants: [autonomy], attendance, posture: "on" };
  return postureOf(readingWith(reading), authority, { dirty: false }, []);
}

it("a greeting has the floor of domains, minimal context, no note, and opens nothing (property 17)", () => {
  const greeting = partWith({ act: "converse", stakes: "inert", horizon: "immediate", domains: [] });
  for (const attendance of requestScales.attendance.words) {
    const authority: Authority = { autonomy_grants: ["assisted"], attendance, posture: "on" };
    const { ceiling, posture: held } = deriveStrand(greeting, authority, { dirty: "unknown" });
    expect(ceiling.domains).toEqual(["filesystem", "memory"]);
    expect(held).toMatchObject({
      context: "minimal",
      note: [],
      open_commitment: false,
      managed: false,
      checkpoint: false,
    });
    expect(held.demand).toEqual({ reasoning: false, evidence: false, structured: false, direct_reply: true });
  }
});

it("durable work is managed, opens a commitment and has the full context (property 18)", () => {
  for (const act of acts) {
    expect(posture({ act, horizon: "durable" })).toMatchObject({
      managed: true,
      open_commitment: true,
      context: "full",
    });
  }
  expect(posture({ horizon: "session" })).toMatchObject({ managed: true, open_commitment: false });
  expect(posture({ horizon: "turn" })).toMatchObject({ managed: false, open_commitment: false });
});

describe("evidence decides when to stop (property 19)", () => {
  it.each([
    ["verified", "verification", "observed", /its checks have passed; the runtime decides/],
    ["audited", "verification", "attested", /a person has signed it off; the runtime decides/],
    ["cited", "effect", "cited", /^Cite the sources/],
  ] as const)("%s: stop at %s, %s", (evidence, stop, satisfaction, sentence) => {
    const authority: Authority = { autonomy_grants: ["assisted"], attendance: "interactive", posture: "on" };
    const engagement = deriveStrand(partWith({ evidence }), authority, { dirty: false });
    expect(engagement.posture.stop).toBe(stop);
    expect(engagement.posture.note.join(" ")).toMatch(sentence);
    expect(engagement.ceiling.satisfaction).toBe(satisfaction);
  });
});

describe("what is not clear (property 20)", () => {
  it.each([
    ["clear", "irreversible", "proceed"],
    ["ambiguous", "inert", "state-assumption"],
    ["ambiguous", "reversible", "state-assumption"],
    ["ambiguous", "costly", "ask"],
    ["underspecified", "reversible", "state-assumption"],
    ["underspecified", "irreversible", "ask"],
  ] as const)("%s at %s stakes: %s", (clarity, stakes, clarify) => {
    const { clarify: found, note } = posture({ clarity, stakes });
    expect(found).toBe(clarify);
    expect(note.some((sentence) => /assumed/.test(sentence))).toBe(clarify === "state-assumption");
    expect(note.some((sentence) => /ask first/.test(sentence))).toBe(clarify === "ask");
  });
});

describe("when nobody can answer (property 21)", () => {
  it.each([
    ["interactive", "durable", "deny"],
    ["supervised", "durable", "park"],
    ["unattended", "durable", "park"],
    ["supervised", "session", "deny"],
    ["unattended", "turn", "deny"],
  ] as const)("%s and %s: %s", (attendance, horizon, fallback) => {
    expect(posture({ horizon, stakes: "costly" }, attendance).fallback).toBe(fallback);
  });

  it("the narrower of what the host and the reading say of attendance counts", () => {
    expect(posture({ attendance: "unattended", horizon: "durable" }, "interactive").fallback).toBe("park");
  });
});

describe("how a person is involved", () => {
  it.each<[Partial<Reading>, Attendance, Autonomy, RequestWord<"hil">]>([
    [{ stakes: "costly", horizon: "durable" }, "unattended", "autonomous", "defer"],
    [{ stakes: "irreversible", horizon: "durable" }, "unattended", "manual", "defer"],
    [{ stakes: "irreversible" }, "interactive", "autonomous", "interrupt"],
    [{ stakes: "reversible" }, "interactive", "manual", "interrupt"],
    [{ stakes: "costly" }, "interactive", "autonomous", "review"],
    [{ stakes: "reversible" }, "interactive", "assisted", "review"],
    [{ stakes: "inert", act: "answer" }, "interactive", "assisted", "interrupt"],
    [{ stakes: "inert", act: "answer", acts: ["answer", "modify"] }, "interactive", "assisted", "review"],
    [{ stakes: "costly" }, "interactive", "assisted", "interrupt"],
    [{ stakes: "reversible" }, "interactive", "delegated", "review"],
  ])("%j, %s, %s: %s", (reading, attendance, autonomy, hil) => {
    expect(posture(reading, attendance, autonomy).hil).toBe(hil);
  });

  it("is never an envelope without one", () => {
    for (const act of acts)
      for (const stakes of requestScales.stakes.words)
        for (const autonomy of requestScales.autonomy.words)
          expect(posture({ act, stakes }, "interactive", autonomy).hil).not.toBe("envelope");
  });
});

describe("checkpoint and stop", () => {
  it("an alternate act forces a checkpoint, never an effect stop (property 22)", () => {
    for (const act of acts.filter((act) => !effectfulActs.has(act))) {
      const held = posture({ act, acts: [act, "operate"], stakes: "reversible" });
      expect(held.checkpoint).toBe(true);
      expect(held.stop).not.toBe("effect");
    }
  });

  it("a work tree with changes, or one nobody knows, keeps the checkpoint on", () => {
    const authority: Authority = { autonomy_grants: ["assisted"], attendance: "interactive", posture: "on" };
    const reading = readingWith({ act: "modify", stakes: "inert" });
    expect(postureOf(reading, authority, { dirty: false }, []).checkpoint).toBe(false);
    expect(postureOf(reading, authority, { dirty: true }, []).checkpoint).toBe(true);
    expect(postureOf(reading, authority, { dirty: "unknown" }, []).checkpoint).toBe(true);
    expect(postureOf(readingWith({ act: "answer" }), authority, { dirty: true }, []).checkpoint).toBe(false);
  });

  it.each<[Act, RequestWord<"stop">, Posture["shape"], RequestWord<"context">]>([
    ["converse", "message", "prose", "minimal"],
    ["answer", "message", "prose", "recall"],
    ["locate", "inspection", "findings", "recall"],
    ["analyze", "inspection", "prose", "recall"],
    ["author", "inspection", "artifact", "recall"],
    ["modify", "effect", "diff", "working"],
    ["operate", "effect", "report", "working"],
    ["verify", "inspection", "matrix", "working"],
    ["orchestrate", "inspection", "report", "recall"],
    ["govern", "effect", "report", "recall"],
  ])("%s stops at %s, delivers %s with %s context", (act, stop, shape, context) => {
    expect(posture({ act })).toMatchObject({ stop, shape, context });
  });
});

describe("delivery", () => {
  it.each([
    ["interactive", "live"],
    ["supervised", "on-completion"],
    ["unattended", "digest"],
  ] as const)("%s: %s", (attendance, cadence) => {
    expect(posture({}, attendance).cadence).toBe(cadence);
  });

  it.each([
    ["irreversible", "unattended", "interrupt"],
    ["costly", "unattended", "notify"],
    ["reversible", "unattended", "quiet"],
    ["reversible", "interactive", "notify"],
  ] as const)("%s, %s: %s", (stakes, attendance, urgency) => {
    expect(posture({ stakes }, attendance).urgency).toBe(urgency);
  });

  it.each<[Partial<Reading>, Partial<Posture["demand"]>]>([
    [{ act: "analyze" }, { reasoning: true, structured: false }],
    [{ act: "answer", horizon: "session" }, { reasoning: true }],
    [{ act: "answer" }, { reasoning: false, direct_reply: false }],
    [{ act: "verify" }, { structured: true, reasoning: false }],
    [{ act: "modify" }, { structured: true, reasoning: true }],
    [{ evidence: "cited" }, { evidence: true }],
    [{ act: "converse", acts: ["answer", "converse"] }, { direct_reply: false }],
  ])("%j demands %j", (reading, demand) => {
    expect(posture(reading).demand).toMatchObject(demand);
  });

  it("prose names its sources where they were asked for", () => {
    expect(posture({ act: "answer", evidence: "cited" }).sources).toBe(true);
    expect(posture({ act: "answer" }).sources).toBe(false);
    expect(posture({ act: "modify", evidence: "cited" }).sources).toBe(false);
  });
});

describe("the note", () => {
  const authority: Authority = { autonomy_grants: ["assisted"], attendance: "unattended", posture: "on" };

  it("is empty when there is nothing the model could not know", () => {
    expect(posture({}).note).toEqual([]);
  });

  it("says that nobody is here, that a step waits in the inbox, and what was ruled out", () => {
    const reading = readingWith({ stakes: "irreversible", horizon: "durable" });
    expect(postureOf(reading, authority, { dirty: false }, ["publish", "delete", "delete", "any"]).note).toEqual([
      "Nobody is here to ask.",
      "One step of this request cannot be undone; it will wait in the inbox.",
      "The person ruled out: delete, publish, some effects.",
    ]);
  });

  it("names no act and is bounded (property 34)", () => {
    for (const stakes of requestScales.stakes.words)
      for (const evidence of requestScales.evidence.words)
        for (const clarity of requestScales.clarity.words) {
          const { note } = postureOf(readingWith({ stakes, evidence, clarity }), authority, { dirty: false }, []);
          expect(note.length).toBeLessThanOrEqual(5);
          for (const act of acts) expect(note.join(" ").toLowerCase().split(/\W+/)).not.toContain(act);
        }
  });
});
