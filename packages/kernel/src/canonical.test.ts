import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, digest, digestText } from "./canonical.ts";

describe("the canonical form", () => {
  it.each([
    ["keys sorted, no white space, one newline", { b: 1, a: [true, null, "x"] }, '{"a":[true,null,"x"],"b":1}\n'],
    ["keys sorted by code point, not by UTF-16 unit", { "\u{1F600}": 1, "\uFF5E": 2 }, '{"\uFF5E":2,"\u{1F600}":1}\n'],
    ["a shorter key before the key it begins", { ab: 1, a: 2 }, '{"a":2,"ab":1}\n'],
    ["at most three decimals", { a: 0.12345, b: 1 / 3, c: 2 }, '{"a":0.123,"b":0.333,"c":2}\n'],
    ["minus zero is zero", { a: -0, b: -0.0001 }, '{"a":0,"b":0}\n'],
    ["what is no number is null", { a: Number.NaN, b: Number.POSITIVE_INFINITY }, '{"a":null,"b":null}\n'],
    ["undefined keys are left out, undefined items are null", { a: undefined, b: [undefined] }, '{"b":[null]}\n'],
    ["lone surrogates are replaced", { "a\uD800": "\uDC00" }, '{"a\uFFFD":"\uFFFD"}\n'],
  ])("%s", (_name, document, expected) => {
    expect(canonicalJson(document)).toBe(expected);
  });

  it("refuses what JSON cannot hold", () => {
    expect(() => canonicalJson({ a: 1n })).toThrow("A document cannot hold a bigint.");
  });

  it("does not depend on the order of keys", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (document) => {
        const reversed = Object.fromEntries(Object.entries(document).toReversed());
        expect(canonicalJson(reversed)).toBe(canonicalJson(document));
      }),
    );
  });

  it("does not take a key with a line break for two keys", () => {
    expect(canonicalJson([{ a: 1, b: 2 }, { "a\nb": 3 }])).toBe('[{"a":1,"b":2},{"a\\nb":3}]\n');
  });

  it("is the same for a record of many keys, and after many kinds of record", () => {
    const wide = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${99 - index}`, index]));
    const kinds = Array.from({ length: 3000 }, (_, index) => ({ [`b${index}`]: 1, [`a${index}`]: undefined }));
    const before = canonicalJson({ b: wide, a: 1 });
    expect(canonicalJson(kinds)).toContain('{"b2999":1}');
    expect(canonicalJson({ b: wide, a: 1 })).toBe(before);
    expect(Object.keys(JSON.parse(before).b)).toEqual(Object.keys(wide).toSorted());
  });

  it("keeps an empty key after a record without keys, whatever was written before", () => {
    expect(canonicalJson([{}, { "": 1 }, {}])).toBe('[{},{"":1},{}]\n');
    expect(canonicalJson([{ "a\nb": 1 }, { a: 1, b: 2 }])).toBe('[{"a\\nb":1},{"a":1,"b":2}]\n');
  });

  it("reads back as the same document when that has no long fractions", () => {
    const json = fc.jsonValue().filter((value) => !/\d[.eE]/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe("the digest", () => {
  it("is the sha256 of the UTF-8 bytes", () => {
    expect(digestText("")).toBe("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(digest({})).toBe(digestText("{}\n"));
  });

  it("differs when a value differs", () => {
    expect(digest({ a: 1 })).not.toBe(digest({ a: 2 }));
  });
});
