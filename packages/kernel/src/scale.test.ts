import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  autonomyScale,
  confidenceScale,
  floorScale,
  isAtLeast,
  narrow,
  permissionScale,
  raise,
  readOn,
  requestScales,
  riskScale,
  type Scale,
  tierScale,
  wordOn,
  writeScopeScale,
} from "./scale.ts";

const scales: readonly (readonly [string, Scale<string | number>])[] = [
  ["permission", permissionScale],
  ["autonomy", autonomyScale],
  ["write_scope", writeScopeScale],
  ["risk", riskScale],
  ["floor", floorScale],
  ["tier", tierScale],
  ["confidence", confidenceScale],
  ...Object.entries(requestScales),
];

const unreadable = [undefined, null, Number.NaN, "", "ADMIN", " write", 4, -1, {}, [], true, "unknown"];

describe("the scales are the specification's", () => {
  it.each([
    [permissionScale, ["none", "read", "triage", "write", "maintain", "admin"], "none"],
    [autonomyScale, ["propose_only", "supervised", "bounded"], "propose_only"],
    [writeScopeScale, ["none", "feature_branch", "any_branch"], "none"],
    [riskScale, ["low", "medium", "high"], "high"],
    [floorScale, ["trivial", "logic", "sensitive"], "sensitive"],
    [tierScale, [0, 1, 2, 3], 3],
    [confidenceScale, ["none", "likely", "certain"], "none"],
  ])("%o", (scale, words, careful) => {
    expect(scale).toEqual({ words, careful });
  });

  it("the scales of requests and authority", () => {
    const written = Object.entries(requestScales).map(
      ([name, on]) => `${name}: ${on.words.join(" < ")} | ${on.careful}`,
    );
    expect(written).toEqual([
      "stakes: inert < reversible < costly < irreversible | irreversible",
      "evidence: none < cited < verified < audited | audited",
      "satisfaction: asserted < cited < observed < attested | attested",
      "achieved: asserted < cited < observed < attested | asserted",
      "horizon: immediate < turn < session < durable | turn",
      "clarity: clear < underspecified < ambiguous | ambiguous",
      "autonomy: manual < assisted < delegated < autonomous | manual",
      "approval: ask < approve-safe < auto-approve | ask",
      "permission: read-only < workspace-write < full-access | read-only",
      "attendance: unattended < supervised < interactive | unattended",
      "fallback: deny < park | deny",
      "hil: envelope < review < defer < interrupt | interrupt",
      "clarify: proceed < state-assumption < ask | ask",
      "cadence: digest < on-completion < live | live",
      "urgency: quiet < notify < interrupt | interrupt",
      "stop: message < inspection < effect < verification | verification",
      "context: minimal < recall < working < full | full",
      "wording: none < hint < soft < indirect < explicit | hint",
      "binding: unbound < open-range < owned-range < owned-scoped < exact | unbound",
      "otherwise: never < confirm < reversible | never",
      "deletion: none < named < any | none",
      "branches: none < feature-branch < any-branch | none",
      "reversibility: reversible < costly < irreversible | irreversible",
    ]);
  });
});

describe.each(scales)("on the %s scale", (_name, scale) => {
  const word = fc.constantFrom(...scale.words);
  const anything = fc.oneof(word, fc.constantFrom(...unreadable), fc.anything());
  const place = (value: string | number) => scale.words.indexOf(value);

  it("an unreadable value is the careful end", () => {
    for (const value of unreadable) expect(readOn(scale, value)).toBe(scale.careful);
  });

  it("raise gives the highest of its values, in any order, and never less than one of them", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        const raised = raise(scale, ...words);
        expect(place(raised)).toBe(Math.max(...words.map(place)));
        expect(raise(scale, ...words.toReversed())).toBe(raised);
      }),
    );
  });

  it("narrow gives the lowest of its values, in any order, and never more than one of them", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        const narrowed = narrow(scale, ...words);
        expect(place(narrowed)).toBe(Math.min(...words.map(place)));
        expect(narrow(scale, ...words.toReversed())).toBe(narrowed);
      }),
    );
  });

  it("adding any value, readable or not, never lowers a raised one and never widens a narrowed one", () => {
    fc.assert(
      fc.property(fc.array(anything, { minLength: 1 }), anything, (values, more) => {
        expect(place(raise(scale, ...values, more))).toBeGreaterThanOrEqual(place(raise(scale, ...values)));
        expect(place(narrow(scale, ...values, more))).toBeLessThanOrEqual(place(narrow(scale, ...values)));
      }),
    );
  });

  it("is at least compares places, and an unreadable value as the careful end", () => {
    for (const least of scale.words) {
      for (const value of scale.words) expect(isAtLeast(scale, value, least)).toBe(place(value) >= place(least));
      expect(isAtLeast(scale, undefined, least)).toBe(place(scale.careful) >= place(least));
    }
  });
});

it("raising nothing is the lowest word, narrowing nothing is the careful end", () => {
  expect(raise(floorScale)).toBe("trivial");
  expect(narrow(autonomyScale)).toBe("propose_only");
  expect(narrow(tierScale)).toBe(3);
});

describe.each(Object.entries(requestScales))("a word of %s as people write it", (_name, on: Scale<string>) => {
  it("is read in any case, with any separator and white space around it (property 1)", () => {
    for (const word of on.words) {
      for (const written of [
        word,
        word.toUpperCase(),
        ` ${word}\n`,
        word.replaceAll("-", "_"),
        word.replaceAll("-", " "),
      ]) {
        expect(wordOn(on, written)).toBe(word);
      }
    }
  });

  it("has its own rank, above the one before it (property 1)", () => {
    for (const [rank, word] of on.words.entries()) {
      expect(on.words.filter((least) => isAtLeast(on, word, least))).toEqual(on.words.slice(0, rank + 1));
    }
  });

  it("is none of the scale when it is anything else", () => {
    for (const value of [undefined, null, Number.NaN, 0, true, "", " ", "yolo", "ask!", [], {}, `x${on.careful}`]) {
      expect(wordOn(on, value)).toBeUndefined();
    }
    expect(wordOn(on, `${" ".repeat(300)}${on.careful}`)).toBeUndefined();
  });
});
