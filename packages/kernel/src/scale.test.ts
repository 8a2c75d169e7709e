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
  riskScale,
  type Scale,
  tierScale,
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
