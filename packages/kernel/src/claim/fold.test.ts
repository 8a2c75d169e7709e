import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "./fold.ts";
import { tokensOf } from "./tokens.ts";

function tokens(text: string): string[] {
  return tokensOf(fold(text)).map(
    ({ key, kind, isGutter }) => `${kind === "word" ? "" : `${kind}:`}${key}${isGutter ? "^" : ""}`,
  );
}

describe("folding", () => {
  it.each([
    ["  a \t b  ", "a b"],
    ["a \r\n\n b", "a\nb"],
    ["a\u2028b", "a\nb"],
    ["\u001b[1;31mred\u001b[0m \u001b]0;title\u0007x", "red x"],
    ["\u001b]no end", "no end"],
    ["\u001b]0;a\u001b[1mb\u001b\\", "0;ab"],
    ["a\u0000b\u000bc\u007f", "abc"],
    ["ad\u00admin\u202e x\u200by\u{e0041}", "admin xy"],
    ["cafe\u0301", "caf\u00e9"],
    ["\uff21\uff22 \ufb01x", "AB fix"],
    ["10\u00b2 \u00bd \u2460 \u2082", "10\u00b2 \u00bd \u2460 \u2082"],
    ["\u201cx\u201d \u2018y\u2019 \u00abz\u00bb 5\u2032", '"x" \'y\' "z" 5\''],
    ["a \u2014 b \u2212 c", "a - b - c"],
    ["\u2022 one", "* one"],
    ["\u1100\u1161\u11a8", "\uac01"],
    ["\ud800 x", "\ud800 x"],
    ["", ""],
  ])("%j → %j", (raw, folded) => {
    expect(fold(raw).text).toBe(folded);
  });

  it("reads sequences that nothing ends once", () => {
    expect(fold(`${"\u001b]".repeat(500_000)}end`).text).toBe("end");
  });

  it("folds a folded text to itself, and knows where every unit comes from", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (raw) => {
        const { text, starts, ends } = fold(raw);
        expect(starts).toHaveLength(text.length + 1);
        expect(ends).toHaveLength(text.length);
        for (let at = 0; at < text.length; at += 1) {
          expect((starts[at] ?? 0) < (ends[at] ?? 0) && (ends[at] ?? 0) <= raw.length).toBe(true);
          expect((starts[at] ?? 0) <= (starts[at + 1] ?? 0)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("tokens", () => {
  it.each([
    ["The Straße, İstanbul", ["the", "strasse", "istanbul"]],
    ["don't _keep_ snake_case", ["don't", "keep", "snake_case"]],
    ["1,204 and 12,04 and 3.10", ["num:1204", "and", "num:12,04", "and", "num:3.10"]],
    ["-5 a-5 (-7) x=-1 3-4", ["num:-5", "a", "num:5", "num:-7", "x", "num:-1", "num:3", "num:4"]],
    ["v1.2.3 10\u00b2", ["v1", "num:2.3", "num:10", "op:\u00b2"]],
    [
      "a != b === c <= d && !e || !!f",
      ["a", "op:!=", "b", "op:===", "c", "op:<=", "d", "op:&&", "op:!", "e", "op:||", "f"],
    ],
    ["x < y <5 <div>", ["x", "op:<", "y", "op:<", "num:5", "div"]],
    ["84% $9 100 %", ["num:84", "op:%", "op:$", "num:9", "num:100"]],
    ["数据 カナ 한글", ["数", "据", "カ", "ナ", "한", "글"]],
    ["done! Wow!!", ["done", "wow"]],
  ])("%j → %j", (text, wanted) => {
    expect(tokens(text)).toEqual(wanted);
  });

  it.each([
    ["  12→const a", ["num:12^", "const", "a"]],
    ["12\tconst a", ["num:12^", "const", "a"]],
    ["src/a.ts:12: const a", ["src^", "a^", "ts^", "num:12^", "const", "a"]],
    ["src/a.ts-12- const a", ["src^", "a^", "ts^", "num:12^", "const", "a"]],
    ["7: a\n8: b", ["num:7^", "a", "num:8^", "b"]],
    ["7 | a\n8 | b", ["num:7^", "a", "num:8^", "b"]],
    ["7: a\n9: b", ["num:7", "a", "num:9", "b"]],
    ["10:02 a\n10:02 b", ["num:10", "num:02", "a", "num:10", "num:02", "b"]],
  ])("of a line with a gutter: %j → %j", (text, wanted) => {
    expect(tokens(text)).toEqual(wanted);
  });
});
