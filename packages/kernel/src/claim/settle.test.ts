import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phraseLevels as usualLevels } from "./rules/phrases.ts";
import { defaultClaimSettings, phraseCategories, phraseLevels, readClaimSettings } from "./settings.ts";
import { claimSettingsOf, settleClaim, type WrittenClaim } from "./settle.ts";

const runner = { kind: "tests", argv: ["bin/check"], scope: "full" } as const;
const alias = [["run_sql", "query_sql"]] as const;

describe("settleClaim", () => {
  it("is the default where nobody wrote anything: only reported", () => {
    expect(settleClaim()).toEqual({ settings: defaultClaimSettings, enforce: false, dropped: [] });
  });

  it("takes everything from a person's own file", () => {
    const { settings, enforce, dropped } = settleClaim({
      enforce: true,
      excerpt: "exact",
      unverified: "deny",
      phrases: { placeholder: "off", extra: [{ category: "certainty", text: "rock solid" }] },
      tools: { alias },
      runners: [runner],
      stop: { max_blocks: 0, unverified: true },
    });
    expect(settings).toEqual({
      excerpt: "exact",
      unverified: "deny",
      phrases: { levels: { placeholder: "off" }, extra: [{ category: "certainty", text: "rock solid" }] },
      aliases: alias,
      runners: [runner],
      stop: { maxBlocks: 0, unverified: true },
    });
    expect([enforce, dropped]).toEqual([true, []]);
  });

  it.each<[string, WrittenClaim, WrittenClaim, object]>([
    ["enforce", {}, { enforce: true }, { enforce: true }],
    ["ask for a better grade", {}, { excerpt: "repaired" }, { settings: { excerpt: "repaired" } }],
    ["refuse what is unverified", {}, { unverified: "deny" }, { settings: { unverified: "deny" } }],
    [
      "raise the level of phrases",
      {},
      { phrases: { certainty: "block" } },
      { settings: { phrases: { levels: { certainty: "block" } } } },
    ],
    [
      "raise what a person had switched off",
      { phrases: { placeholder: "off" } },
      { phrases: { placeholder: "warn" } },
      { settings: { phrases: { levels: { placeholder: "warn" } } } },
    ],
    [
      "add phrases behind the person's",
      { phrases: { extra: [{ category: "certainty", text: "a" }] } },
      { phrases: { extra: [{ category: "simulated", text: "b" }] } },
      { settings: { phrases: { extra: [{ text: "a" }, { text: "b" }] } } },
    ],
    [
      "send back more often",
      { stop: { max_blocks: 0 } },
      { stop: { max_blocks: 4 } },
      { settings: { stop: { maxBlocks: 4 } } },
    ],
    [
      "send back for what is unverified",
      {},
      { stop: { unverified: true } },
      { settings: { stop: { unverified: true } } },
    ],
  ])("lets a project %s", (_what, own, theirs, expected) => {
    const found = settleClaim(own, theirs);
    expect(found).toMatchObject(expected);
    expect(found.dropped).toEqual([]);
  });

  it.each<[string, WrittenClaim, WrittenClaim]>([
    ["enforce", { enforce: true }, { enforce: false }],
    ["excerpt", { excerpt: "exact" }, { excerpt: "repaired" }],
    ["unverified", { unverified: "deny" }, { unverified: "allow" }],
    ["phrases.placeholder", {}, { phrases: { placeholder: "warn" } }],
    ["phrases.certainty", { phrases: { certainty: "block" } }, { phrases: { certainty: "off" } }],
    ["tools.alias", {}, { tools: { alias } }],
    ["runners", {}, { runners: [runner] }],
    ["stop.max_blocks", {}, { stop: { max_blocks: 1 } }],
    ["stop.unverified", { stop: { unverified: true } }, { stop: { unverified: false } }],
  ])("leaves out what a project would widen: %s", (key, own, theirs) => {
    const { dropped, ...found } = settleClaim(own, theirs);
    expect(dropped).toEqual([key]);
    const { dropped: none, ...alone } = settleClaim(own);
    expect(none).toEqual([]);
    // A level that is held stands as it would by itself.
    expect({ ...found, settings: { ...found.settings, phrases: alone.settings.phrases } }).toEqual(alone);
  });
});

const level = fc.constantFrom(...phraseLevels);
const section = fc.record(
  {
    enforce: fc.boolean(),
    excerpt: fc.constantFrom("exact", "repaired", "interleaved"),
    unverified: fc.constantFrom("allow", "deny"),
    phrases: fc.record({ placeholder: level, certainty: level }, { requiredKeys: [] }),
    tools: fc.constant({ alias }),
    runners: fc.constant([runner]),
    stop: fc.record({ max_blocks: fc.integer({ min: 0, max: 4 }), unverified: fc.boolean() }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<WrittenClaim>;

describe("settings of claims", () => {
  it("are never wider with a project's file than without", () => {
    const grades = ["exact", "repaired", "interleaved"];
    fc.assert(
      fc.property(section, section, (own, theirs) => {
        const [alone, both] = [settleClaim(own), settleClaim(own, theirs)];
        const rank = (found: typeof alone, category: (typeof phraseCategories)[number]) =>
          phraseLevels.indexOf(found.settings.phrases.levels[category] ?? usualLevels[category]);
        expect(both.enforce).toBe(alone.enforce || theirs.enforce === true);
        expect(grades.indexOf(both.settings.excerpt)).toBeLessThanOrEqual(grades.indexOf(alone.settings.excerpt));
        if (alone.settings.unverified === "deny") expect(both.settings.unverified).toBe("deny");
        for (const category of phraseCategories)
          expect(rank(both, category)).toBeGreaterThanOrEqual(rank(alone, category));
        expect([both.settings.aliases, both.settings.runners]).toEqual([
          alone.settings.aliases,
          alone.settings.runners,
        ]);
        expect(both.settings.stop.maxBlocks).toBeGreaterThanOrEqual(alone.settings.stop.maxBlocks);
        if (alone.settings.stop.unverified) expect(both.settings.stop.unverified).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("are read back from their own JSON as they were written", () => {
    fc.assert(
      fc.property(section, (written) => {
        const settings = claimSettingsOf(written);
        expect(readClaimSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
      }),
      { numRuns: 100 },
    );
  });

  it.each<[string, object]>([
    ["a grade that would accept anything", { excerpt: "absent" }],
    ["a word nobody knows", { unverified: "maybe" }],
    ["a category nobody knows", { phrases: { levels: { swearing: "warn" }, extra: [] } }],
    [
      "an empty phrase, which would stand everywhere",
      { phrases: { levels: {}, extra: [{ category: "certainty", text: " " }] } },
    ],
    ["names of tools that are no lists", { aliases: ["run_sql"] }],
    ["a runner of an unknown kind", { runners: [{ ...runner, kind: "deploy" }] }],
    ["a bound that is no number", { stop: { maxBlocks: null, unverified: false } }],
  ])("are none with %s", (_what, change) => {
    expect(readClaimSettings({ ...defaultClaimSettings, ...change })).toBeNull();
  });
});
