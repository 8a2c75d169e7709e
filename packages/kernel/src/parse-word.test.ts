import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseWord, unknownValue } from "./parse-word.ts";
import { type RequestScaleName, requestScales } from "./scale.ts";

const names = Object.keys(requestScales) as RequestScaleName[];
const unreadable = [undefined, null, Number.NaN, Infinity, -1, 2, true, "", "yolo", [], {}, Object.create(null), 1n];

describe.each(names)("a value of %s", (name) => {
  const on = requestScales[name];

  it("that is known is read without a finding", () => {
    for (const word of on.words) expect(parseWord(name, word.toUpperCase())).toEqual({ word, findings: [] });
  });

  it("that is not known is the safe end, and the finding names the field (property 2)", () => {
    for (const value of unreadable) {
      const { word, findings } = parseWord(name, value, "declared.field");
      expect(word).toBe(on.careful);
      expect(findings).toMatchObject([{ rule: "value.unknown", where: { field: "declared.field" } }]);
      expect(findings[0]?.message).toContain(`"${on.careful}"`);
      expect(findings[0]?.next).toBe(`Write one of: ${on.words.join(", ")}.`);
    }
  });
});

it("any value at all is read, and the field is called like the scale unless told otherwise", () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.anything(), (name, value) => {
      const { word, findings } = parseWord(name, value);
      expect(requestScales[name].words).toContain(word);
      for (const { where } of findings) expect(where).toEqual({ field: name });
    }),
    { numRuns: 300 },
  );
});

it.each([
  ["yolo", "yolo"],
  ["a\u202Eb\u001b[2J", "a<U+202E>b<U+001B>[2J"],
  [["ask"], "a list"],
  [{ mode: "ask" }, "an object"],
  [null, "null"],
  [Number.NaN, "NaN"],
])("the finding quotes %j harmlessly", (value, quote) => {
  expect(unknownValue("approval", value, ["ask"], "ask").quote).toBe(quote);
});
