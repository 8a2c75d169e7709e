import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columns, cutAfter, shortened, wordsOfPhrase, wrapped } from "./layout.ts";

function plain(lines: ReturnType<typeof wrapped>): string[] {
  return lines.map((line) => line.map((word) => (word.spaced ? " " : "") + word.text).join(""));
}

describe("columns", () => {
  it.each([
    ["abc", 3],
    ["", 0],
    ["é", 1],
    ["e\u0301", 1],
    ["修复", 4],
    ["😀", 2],
  ])("%j takes %i", (text, width) => {
    expect(columns(text)).toBe(width);
  });
});

describe("shortening", () => {
  it.each([
    ["keeps what fits", "src/a.ts", 8, "src/a.ts"],
    ["leaves out the middle and keeps both ends", "packages/kernel/src/rules.ts", 16, "packa…c/rules.ts"],
    ["leaves an ellipsis when there is no room", "abc", 1, "…"],
    ["counts wide characters twice", "修复购物车总额", 9, "修…车总额"],
  ])("%s", (_name, text, width, short) => {
    expect(shortened(text, width)).toBe(short);
  });

  it("of a sentence keeps its start", () => {
    expect(cutAfter("The linked issue asks", 12)).toBe("The linked…");
    expect(cutAfter("short", 5)).toBe("short");
  });

  it("never takes more columns than it was given", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.integer({ min: 2, max: 40 }), (text, width) => {
        expect(columns(shortened(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe("wrapping", () => {
  it("breaks between words", () => {
    expect(plain(wrapped(["one two three four"], 9))).toEqual(["one two", "three", "four"]);
  });

  it("keeps parts without a space between them together", () => {
    expect(plain(wrapped(["seen by ", { code: "maria" }, "'s review"], 12))).toEqual(["seen by", "maria's", "review"]);
  });

  it("breaks a word that is wider than a line", () => {
    expect(plain(wrapped([{ code: "abcdefghijklmnop" }], 8))).toEqual(["abcdefgh", "ijklmnop"]);
  });

  it("moves a wide character that would not fit to the next line", () => {
    expect(plain(wrapped([{ code: "abcdefg修复" }], 8))).toEqual(["abcdefg", "修复"]);
    expect(plain(wrapped(["abcdef 修复修复修"], 8))).toEqual(["abcdef", "修复修复", "修"]);
  });

  it("puts a path that holds a space into quotation marks", () => {
    expect(wordsOfPhrase([{ code: "my file.ts" }]).map((word) => word.text)).toEqual(["“my", "file.ts”"]);
  });

  it("gives no line for an empty phrase", () => {
    expect(wrapped([""], 20)).toEqual([]);
  });

  it("keeps every character and every line within the width", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,20}$/), { maxLength: 12 }),
        fc.integer({ min: 8, max: 40 }),
        (words, width) => {
          const lines = plain(wrapped([words.join(" ")], width));
          expect(lines.join("").replaceAll(" ", "")).toBe(words.join(""));
          for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
