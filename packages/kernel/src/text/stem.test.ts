import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maximumWordLength, stemOf } from "./stem.ts";

describe("stemOf", () => {
  it.each([
    ["total", "totals"],
    ["cache", "caching"],
    ["connect", "connection"],
    ["parse", "parsed"],
    ["retry", "retries"],
  ])("gives %s and %s the same stem", (left, right) => {
    expect(stemOf(left)).toBe(stemOf(right));
  });

  it.each([
    ["cart", "card"],
    ["parse", "purse"],
  ])("keeps %s and %s apart", (left, right) => {
    expect(stemOf(left)).not.toBe(stemOf(right));
  });

  it("leaves a word of another script as it is", () => {
    expect(stemOf("корзина")).toBe("корзина");
  });

  it("cuts a word that is longer than any real one", () => {
    expect(stemOf("q".repeat(1_000_000))).toBe("q".repeat(maximumWordLength));
    expect(stemOf("ational".repeat(100_000)).length).toBeLessThanOrEqual(maximumWordLength);
  });

  it("answers the same after its memory was emptied", () => {
    const before = stemOf("running");
    for (let index = 0; index < 60_000; index += 1) stemOf(`word${index}`);
    expect(stemOf("running")).toBe(before);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (word) => {
        expect(stemOf(word).length).toBeLessThanOrEqual(maximumWordLength + 1);
      }),
    );
  });
});
