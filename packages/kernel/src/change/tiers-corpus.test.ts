/** @module Tier and floor against the corpus of real changes (change gate, section 18); skipped where it is absent. */

import { describe, expect, it } from "vitest";
import { hasCorpus, readCorpus } from "../../../../testing/corpus.ts";
import { type CorpusRecord, factsOfCorpusRecord } from "../../../../testing/corpus-facts.ts";
import { changeFacts, file } from "../../../../testing/facts.ts";
import { defaultConfiguration } from "../configuration.ts";
import { compilePathClasses } from "../paths/classes.ts";
import { decideFloor } from "./floor.ts";
import { decideTier } from "./tier.ts";

interface TierRecord extends CorpusRecord {
  readonly id: string;
  readonly tier: number;
  readonly tier_certain: boolean;
  readonly risk_floor: string;
  readonly risk_certain: boolean;
}

const { intent } = defaultConfiguration;
const classes = compilePathClasses(intent);

function judge(record: CorpusRecord) {
  const facts = factsOfCorpusRecord(record);
  return {
    tier: decideTier(facts, classes, intent).tier.value,
    floor: decideFloor(facts, classes, { injection: false }).floor.class,
  };
}

/** Records of the development half where the specification decides otherwise on purpose (section 8.4), and why. */
const departures: Readonly<Record<"tier" | "floor", Readonly<Record<string, string>>>> = {
  tier: {
    "ti-021": "MAINTAINERS.md says who governs, it is no page for readers: tier 1, not 0",
    "ti-069": "sdk/AGENTS.md instructs the judged party (row 2): tier 3, not 1",
  },
  floor: {
    "ti-173": "v2/pkg/policies/** is a nested copy of policies (row 3): guarded, so sensitive",
    "ti-180": "SKILL.md instructs the judged party (row 2): guarded, so sensitive",
    "ti-181": "nested AGENTS.md files instruct the judged party (row 2): guarded, so sensitive",
  },
};

const hasTiers = hasCorpus("tiers.jsonl.gz");
const hasRealChanges = hasCorpus("real-prs.jsonl.gz");

describe.runIf(hasTiers)("the corpus of tiers", () => {
  const records = hasTiers ? readCorpus<TierRecord>("tiers.jsonl.gz") : [];
  const judged = records.map((record) => ({ record, ...judge(record) }));

  it("has every certain tier but the listed departures", () => {
    const certain = judged.filter(({ record }) => record.tier_certain);
    const wrong = certain.filter(({ record, tier }) => tier !== record.tier).map(({ record }) => record.id);
    expect(wrong.sort()).toEqual(Object.keys(departures.tier));
    expect([certain.length - wrong.length, certain.length]).toEqual([65, 67]);
  });

  it("has every certain floor but the listed departures", () => {
    const certain = judged.filter(({ record }) => record.risk_certain);
    const wrong = certain.filter(({ record, floor }) => floor !== record.risk_floor).map(({ record }) => record.id);
    expect(wrong.sort()).toEqual(Object.keys(departures.floor));
    expect([certain.length - wrong.length, certain.length]).toEqual([76, 79]);
  });
});

describe.runIf(hasRealChanges)("the corpus of real changes", () => {
  const judged = (hasRealChanges ? readCorpus<CorpusRecord>("real-prs.jsonl.gz") : []).map(judge);
  const share = (count: number) => (100 * count) / judged.length;

  it.each([
    [0, 7.7],
    [1, 66.9],
    [2, 11.6],
    [3, 13.8],
  ])("tier %i has a share within 2 points of %d %%", (tier, expected) => {
    const found = share(judged.filter((each) => each.tier === tier).length);
    expect(Math.abs(found - expected)).toBeLessThanOrEqual(2);
  });

  it.each([
    ["sensitive", 37],
    ["logic", 12],
    ["trivial", 51],
  ])("floor %s has a share within 2 points of %d %%", (floor, expected) => {
    const found = share(judged.filter((each) => each.floor === floor).length);
    expect(Math.abs(found - expected)).toBeLessThanOrEqual(2);
  });
});

describe("the cost of tier and floor", () => {
  /** How often the path rules are asked while a change of so many files is judged. */
  function questions(count: number): number {
    let asked = 0;
    const counting = new Proxy(classes, {
      get(target, name, receiver) {
        asked += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    const files = Array.from({ length: count }, (_, index) =>
      index % 3 === 0 ? file(`t/p${index}.test.ts`, { deletions: 2 }) : file(`src/p${index % 50}/f${index}.ts`),
    );
    const facts = changeFacts({ files });
    decideTier(facts, counting, intent);
    decideFloor(facts, counting, { injection: false });
    return asked;
  }

  it("grows with the number of files, no faster", () => {
    const small = questions(1000);
    expect(questions(10_000)).toBeLessThanOrEqual(small * 10.1);
    expect(small).toBeLessThan(1000 * 60);
  });
});
