import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hoursLater, ledgerWith, runtime, specWith } from "../../../../testing/commitment.ts";
import type { Commitment } from "./commitment.ts";
import type { CommitmentSpec } from "./commitment-shape.ts";
import { type PortfolioEntry, rankPortfolio } from "./portfolio.ts";

const now = hoursLater(10);
const inert = { stakes: "inert" };

function work(change: Partial<Commitment> = {}, economics: Partial<CommitmentSpec["economics"]> = {}): Commitment {
  const spec = specWith({ economics: { ...specWith().economics, ...economics } });
  return { ...ledgerWith().commitment(), spec, ...change };
}

function rank(commitment: Commitment, at = now): PortfolioEntry {
  const [entry] = rankPortfolio([commitment], at);
  if (entry === undefined) throw new Error("nothing ranked");
  return entry;
}

describe("work that is held back", () => {
  const closure = { outcome: "failed", evidence: "", note: "", achieved: "asserted", at: now } as const;
  const schedule = { kind: "schedule", at: now, due: now } as const;

  it.each<[string, Commitment, string | null]>([
    ["nothing", work(), null],
    ["closed", work({ closure, phase: "closed" }), "closed"],
    ["suspended", work({ phase: "suspended", suspension: schedule }), "suspended"],
    ["blocked", work({ phase: "blocked" }), "blocked"],
    ["spent to the budget", work({ spent_usd: 25 }), "spent"],
    ["spent just below it", work({ spent_usd: 24.99 }), null],
    ["a spend that is no number", work({ spent_usd: Number.NaN }), "spent"],
    ["unlimited", work({ spent_usd: 1e9 }, { lifetime_budget_usd: "unlimited" }), null],
    ["past its end", work({}, { expires_at: hoursLater(10) }), "expired"],
    ["just before its end", work({}, { expires_at: hoursLater(10.001) }), null],
    ["an end nobody can read", work({}, { expires_at: "soon" }), "expired"],
    ["three stalls (property 80)", work({ stalls: 3 }), "stalled"],
    ["two stalls", work({ stalls: 2 }), null],
  ])("%s", (_name, commitment, withheld) => {
    expect(rank(commitment).withheld).toBe(withheld);
    expect(rank({ ...commitment, pinned: true }).withheld).toBe(withheld);
  });
});

describe("the score (property 89)", () => {
  it("adds up from its parts", () => {
    const passed = { kind: "passed", evidence: "x" } as const;
    const [links, nice] = work().criteria;
    if (links === undefined || nice === undefined) throw new Error("no criteria");
    const criteria = [{ ...links, result: passed, evaluator: runtime, strength: "observed" as const }, nice];
    const commitment = work(
      { pinned: true, criteria, reading: { stakes: "costly" } },
      { expires_at: hoursLater(16), review_every_hours: 10 },
    );
    expect(rank(commitment)).toMatchObject({
      withheld: null,
      score: 1000 + 3 + 4 + Math.log(11) + 1 + 3,
      parts: { pin: 1000, stakes: 3, deadline: 4, idle: Math.log(11), progress: 1, review: 3 },
    });
  });

  it.each<[string, Commitment, Partial<PortfolioEntry["parts"]>]>([
    ["stakes nobody knows are the highest", work({ reading: {} }), { stakes: 4 }],
    ["inert stakes", work({ spec: specWith({ reading: inert }), reading: inert }), { stakes: 1 }],
    ["a deadline in a minute", work({}, { expires_at: hoursLater(10 + 1 / 60) }), { deadline: 50 }],
    ["a deadline in a day", work({}, { expires_at: hoursLater(34) }), { deadline: 1 }],
    ["no criteria", work({ criteria: [] }), { progress: 0 }],
    ["touched just now", work({ updated_at: now }), { idle: 0 }],
    ["touched at a time nobody can read", work({ updated_at: "then" }), { idle: 0 }],
    ["a review just not due", work({}, { review_every_hours: 10.001 }), { review: 0 }],
    ["no review asked for", work(), { review: 0 }],
  ])("%s", (_name, commitment, parts) => {
    expect(rank(commitment).parts).toMatchObject(parts);
  });

  it("counts a review from the last episode that ended", () => {
    const episodes = [{ id: "e1", session_id: "s1", started_at: hoursLater(1), ended_at: hoursLater(9), spend_usd: 0 }];
    expect(rank(work({ episodes }, { review_every_hours: 10 })).parts.review).toBe(0);
    expect(rank(work({ episodes }, { review_every_hours: 1 })).parts.review).toBe(3);
  });

  it("orders what can be taken up first, then by score, then by id, whatever order it is given in", () => {
    const all = [
      work({ id: "b" }),
      work({ id: "a" }),
      work({ id: "held", phase: "blocked", pinned: true }),
      work({ id: "pinned", pinned: true }),
      work({ id: "costly", reading: { stakes: "costly" } }),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        const ranked = rankPortfolio(shuffled, now);
        expect(ranked.map(({ commitment }) => commitment.id)).toEqual(["pinned", "costly", "a", "b", "held"]);
        for (const { score, parts } of ranked) {
          expect(score).toBe(parts.pin + parts.stakes + parts.deadline + parts.idle + parts.progress + parts.review);
          expect(Number.isFinite(score)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("at a time nobody knows still has numbers", () => {
    expect(Number.isFinite(rank(work({}, { expires_at: hoursLater(16) }), "now").score)).toBe(true);
  });
});
