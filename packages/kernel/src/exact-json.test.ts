import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactDigest, exactJson, InexactValue } from "./exact-json.ts";

describe("the exact form", () => {
  it.each<[unknown, string]>([
    [{ b: 1, a: [true, null, "x"] }, '{"a":[true,null,"x"],"b":1}'],
    [{ "\u{1F600}": 1, "\uE000": 2 }, '{"\uE000":2,"\u{1F600}":1}'],
    [{ ab: 1, a: 2 }, '{"a":2,"ab":1}'],
    [0.0001, "0.0001"],
    [1e21, "1e+21"],
    [-0, "0"],
    ["\u001b<\u2028", '"\\u001b<\u2028"'],
    [{ a: undefined }, "{}"],
  ])("of %j is %s", (value, text) => {
    expect(exactJson(value)).toBe(text);
  });

  it.each([
    [Number.NaN, "value is no finite number."],
    [{ a: [Infinity] }, "value.a[0] is no finite number."],
    [{ a: "\ud800" }, "value.a holds half a character."],
    [{ "\ud800": 1 }, "value holds half a character."],
    [[undefined], "value[0] is a undefined."],
  ])("of %j is an error", (value, message) => {
    expect(() => exactJson(value)).toThrow(new InexactValue(message));
  });

  it("of what JSON does not have is an error", () => {
    expect(() => exactJson({ a: 1n })).toThrow(new InexactValue("value.a is a bigint."));
    expect(() => exactJson({ a: Symbol("x") })).toThrow(InexactValue);
  });

  it("of something without end is an error", () => {
    const endless: unknown[] = [];
    endless.push(endless);
    expect(() => exactJson(endless)).toThrow(/nested too deeply/);
  });

  it("is the same for the same JSON in any order of keys, and reads back", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        if (!text.isWellFormed() || !JSON.stringify(value).isWellFormed()) return;
        try {
          expect(exactJson(JSON.parse(exactJson(value)))).toBe(exactJson(value));
        } catch (error) {
          expect(error).toBeInstanceOf(InexactValue);
        }
      }),
    );
  });

  it("has a digest that any change changes", () => {
    expect(exactDigest({ a: "x" })).not.toBe(exactDigest({ a: "x " }));
    expect(exactDigest({ a: 0.0001 })).not.toBe(exactDigest({ a: 0.0002 }));
    expect(exactDigest({})).toBe("sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
  });
});
