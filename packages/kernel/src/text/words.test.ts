import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTelling, splitWords, stemsOf } from "./words.ts";

describe("splitWords", () => {
  it.each([
    ["parseHTTPHeader_v2", ["parse", "http", "header", "v"]],
    ["XMLHttpRequest", ["xml", "http", "request"]],
    ["src/cart/total-price.test.ts", ["src", "cart", "total", "price", "test", "ts"]],
    ["SCREAMING_SNAKE", ["screaming", "snake"]],
    ["utf8Decode", ["utf", "decode"]],
    ["ABC", ["abc"]],
    ["Über STRASSE straße", ["über", "strasse", "strasse"]],
    ["ОформитьЗаказ", ["оформить", "заказ"]],
    ["ﬁne", ["fine"]],
    ["购物车 total", ["购物车", "total"]],
    ["e\u0301te\u0301", ["été"]],
    ["", []],
    ["123 – …", []],
    ["𝒜𝓫c", ["abc"]],
  ])("cuts %j", (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  it("gives words without separators, digits or capitals for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const word of splitWords(text)) {
          expect(word).not.toBe("");
          expect(word).not.toMatch(/[\s0-9_A-Z/.-]/);
        }
      }),
    );
  });

  it("reads the halves of a text as it reads the whole when a space parts them", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        expect(splitWords(`${left} ${right}`)).toEqual([...splitWords(left), ...splitWords(right)]);
      }),
    );
  });

  it("takes a million characters of any kind", () => {
    expect(splitWords("aB".repeat(500_000))).toHaveLength(500_001);
    expect(splitWords("a".repeat(1_000_000))).toHaveLength(1);
    expect(splitWords("\u0301".repeat(1_000_000))).toEqual([]);
  });
});

describe("isTelling", () => {
  it.each([
    ["ab", false],
    ["cart", true],
    ["tax", true],
    ["test", false],
    ["function", false],
    ["update", false],
    ["file", false],
  ])("says of %s: %s", (word, telling) => {
    expect(isTelling(word)).toBe(telling);
  });
});

describe("stemsOf", () => {
  it("keeps order and repetition of telling words only", () => {
    expect(stemsOf("Fix the totals of carts: cart total")).toEqual(["total", "cart", "cart", "total"]);
  });
});
