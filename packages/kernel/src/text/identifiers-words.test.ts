import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identifierWords } from "./identifiers-words.ts";
import { stemsOf } from "./words.ts";

describe("identifierWords", () => {
  it.each([
    ["cartTotals", { stems: ["cart", "total"], words: ["cart", "totals"], length: 2, folded: "carttotals" }],
    ["cart_total", { stems: ["cart", "total"], words: ["cart", "total"], length: 2, folded: "carttotal" }],
    ["testIndex", { stems: [], words: [], length: 2, folded: "testindex" }],
    ["totalTotals", { stems: ["total"], words: ["total"], length: 2, folded: "totaltotals" }],
    ["____", { stems: [], words: [], length: 0, folded: "" }],
  ])("reads %s", (identifier, expected) => {
    expect(identifierWords(identifier)).toEqual(expected);
  });

  it("gives the stems of the text, each once, whether asked before or not", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z_]{1,30}$/), (identifier) => {
        const expected = [...new Set(stemsOf(identifier))];
        expect(identifierWords(identifier).stems).toEqual(expected);
        expect(identifierWords(identifier).stems).toEqual(expected);
      }),
    );
  });

  it("bounds what one long name holds", () => {
    const name = Array.from({ length: 100_000 }, (_, index) => `Wo${"abcdefghij"[index % 10]}${"klmnop"[index % 6]}`);
    expect(identifierWords(name.join("")).stems.length).toBeLessThanOrEqual(32);
  });
});
