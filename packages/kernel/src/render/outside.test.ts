import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outside, sentence } from "./outside.ts";

describe("text from outside", () => {
  it.each([
    ["an escape sequence that clears the screen", "a\u001B[2Jb", "a<U+001B>[2Jb"],
    [
      "a hyperlink sequence (OSC 8)",
      "\u001B]8;;https://evil.example\u0007x",
      "<U+001B>]8;;https://evil.example<U+0007>x",
    ],
    ["the one-byte form of an escape sequence", "\u009B31m", "<U+009B>31m"],
    ["a right-to-left override", "user\u202Egpj.exe", "user<U+202E>gpj.exe"],
    ["an isolate", "\u2066x\u2069", "<U+2066>x<U+2069>"],
    ["line breaks of every kind", "a\nb\rc\u0085d\u2028e\u2029f", "a<U+000A>b<U+000D>c<U+0085>d<U+2028>e<U+2029>f"],
    ["a tab", "a\tb", "a b"],
    ["a zero-width space", "a\u200Bb", "a<U+200B>b"],
    ["a tag character", "a\u{E0041}", "a<U+E0041>"],
    ["a byte-order mark inside", "b\uFEFFa", "b<U+FEFF>a"],
    ["a lone surrogate", "a\uD800b", "a<U+D800>b"],
    ["a NUL byte", "a\u0000", "a<U+0000>"],
  ])("%s is written out", (_name, text, shown) => {
    expect(outside(text)).toBe(shown);
  });

  it.each([["Grüße aus Köln"], ["修复购物车"], ["👩‍💻 fixes ⚠️"], ["می‌خواهم"], ["a `b` <c> @d #1"]])(
    "%s stays as it is",
    (text) => {
      expect(outside(text)).toBe(text);
    },
  );

  it("in a sentence has spaces for line breaks and nothing else unwritten", () => {
    expect(sentence("one\ntwo\r\nthree\u001B[2J\u2028")).toBe("one two three<U+001B>[2J<U+2028>");
  });

  it("is cut with an ellipsis past the limit, never inside a pair of surrogates", () => {
    expect(outside("abcdef", 6)).toBe("abcdef");
    expect(outside("abcdefg", 6)).toBe("abcdef…");
    expect(outside("abcde😀g", 6)).toBe("abcde…");
  });

  it("never lets a control, bidirectional or line-breaking character through, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        // oxlint-disable-next-line no-control-regex
        expect(outside(text)).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\u2028\u2029]/);
      }),
    );
  });

  it("answers a million hostile characters with a short line", () => {
    expect(outside("\u001B".repeat(1_000_000)).length).toBeLessThanOrEqual(8 * 1000 + 1);
  });
});
