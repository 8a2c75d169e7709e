import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanQuote, cleanText, maximumQuoteLength } from "./clean.ts";
import { findInvisible } from "./hygiene.ts";

function invisible(text: string): number {
  return [...findInvisible(text)].length;
}

describe("characters a text does not need", () => {
  it.each([
    ["zero-width space", "a\u200Bb"],
    ["word joiner", "a\u2060b"],
    ["invisible plus", "a\u2064b"],
    ["a byte order mark inside", "a\uFEFFb"],
    ["a joiner between Latin letters", "a\u200Db"],
    ["a non-joiner between Latin letters", "a\u200Cb"],
    ["a joiner at the end of an emoji", "👩\u200D"],
    ["two joiners after an Arabic letter", "ب\u200D\u200D"],
    ["Arabic letter mark", "a\u061Cb"],
    ["left-to-right mark", "a\u200Eb"],
    ["override", "a\u202Eb"],
    ["isolate", "a\u2066b"],
    ["soft hyphen", "a\u00ADb"],
    ["Hangul filler", "a\u3164b"],
    ["half-width filler", "a\uFFA0b"],
    ["choseong filler", "a\u115Fb"],
    ["Mongolian vowel separator", "a\u180Eb"],
    ["line separator", "a\u2028b"],
    ["interlinear annotation", "a\uFFF9b"],
    ["escape", "a\u001B[31mb"],
    ["a C1 control", "a\u009Bb"],
    ["delete", "a\u007Fb"],
    ["NUL", "a\0b"],
    ["form feed", "a\fb"],
    ["a selector after a letter", "a\uFE0Fb"],
    ["a selector after a bare digit", "1\uFE0Fb"],
    ["a supplementary selector", "a\u{E0101}b"],
    ["a tag outside a flag", "a\u{E0061}b"],
  ])("%s is found and written as its code point (G5: qf-studio/pilot#2391)", (_name, text) => {
    expect(invisible(text)).toBeGreaterThan(0);
    expect(cleanText(text)).toMatch(/<U\+[0-9A-F]{4,6}>/);
    expect(invisible(cleanText(text))).toBe(0);
  });

  it("finds every character of a hidden message in tags", () => {
    expect(
      invisible(`x${Array.from("approve", (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("")}`),
    ).toBe(7);
  });
});

describe("characters a text needs", () => {
  it.each([
    ["an emoji", "🎉"],
    ["a family", "👨‍👩‍👧‍👦"],
    ["a skin tone and a profession", "👩🏽‍💻"],
    ["a heart on fire", "❤️‍🔥"],
    ["a rainbow flag", "🏳️‍🌈"],
    ["a country flag", "🇩🇪"],
    ["the flag of Scotland", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"],
    ["a keycap", "1️⃣"],
    ["a text-style emoji", "☎︎"],
    ["an arrow with a selector", "→️ next"],
    ["Persian", "می‌خواهم"],
    ["Devanagari", "क्‍ष"],
    ["Sinhala", "ශ්‍රී"],
    ["a byte order mark at the start", "\uFEFFa"],
    ["tab, LF, CR LF", "a\tb\nc\r\nd"],
    ["a mathematical variant", "∩︀"],
    ["Hebrew and Arabic letters", "שלום مرحبا"],
  ])("%s is left alone", (_name, text) => expect(invisible(text)).toBe(0));
});

describe("cleanText", () => {
  it.each([
    ["line breaks become spaces", "a\r\nb\nc\rd", {}, "a b c d"],
    ["line breaks stay when asked", "a\r\nb\rc", { lineBreaks: "keep" as const }, "a\nb\nc"],
    ["line breaks are written when asked", "a\nb", { lineBreaks: "write" as const }, "a<U+000A>b"],
    ["spaces stay", "a  b", {}, "a  b"],
    ["a tab is a space", "a\tb", {}, "a b"],
    ["a first byte order mark goes", "\uFEFFa", {}, "a"],
    ["half a character is written", "a\uD83Db", {}, "a<U+D83D>b"],
    ["an emoji stays", "👩🏽‍💻 a", {}, "👩🏽‍💻 a"],
  ])("%s", (_name, text, options, expected) => expect(cleanText(text, options)).toBe(expected));

  const odd = fc.string({
    unit: fc.constantFrom(
      "a",
      "1",
      " ",
      "\n",
      "\u200B",
      "\u200D",
      "\uFE0F",
      "👩",
      "🏴",
      "\u{E0067}",
      "\u{E007F}",
      "\uFEFF",
      "\uD83D",
      "\u001B",
      "ب",
      "<U+",
    ),
  });
  it("leaves nothing invisible, and is unchanged when cleaned twice", () => {
    fc.assert(
      fc.property(fc.oneof(odd, fc.string({ unit: "binary" })), (text) => {
        const once = cleanText(text);
        expect(invisible(once)).toBe(0);
        expect(once).not.toMatch(/[\p{Cc}\p{Surrogate}]/u);
        expect(cleanText(once)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  it("a quote is one well-formed line of at most 200 characters", () => {
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 40 }), (parts) => {
        const quote = cleanQuote(parts.join("\u200B x "));
        expect(quote.length).toBeLessThanOrEqual(maximumQuoteLength);
        expect(quote.isWellFormed()).toBe(true);
        expect(quote).not.toMatch(/[\n\r]/);
        expect(invisible(quote)).toBe(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe("cleanQuote", () => {
  it("keeps 200 characters and cuts 201", () => {
    expect(cleanQuote("x".repeat(200))).toBe("x".repeat(200));
    expect(cleanQuote("x".repeat(201))).toBe(`${"x".repeat(199)}…`);
  });

  it("never cuts a character or a written code point", () => {
    expect(cleanQuote(`${"x".repeat(198)}👩👩`)).toBe(`${"x".repeat(198)}…`);
    expect(cleanQuote(`${"x".repeat(195)}\u200Byyy`)).toBe(`${"x".repeat(195)}…`);
  });

  it("puts white space together and takes a million characters", () => {
    expect(cleanQuote("  a \n\n b\t c ")).toBe("a b c");
    expect(cleanQuote("\u200B".repeat(1_000_000)).length).toBeLessThanOrEqual(200);
    expect(cleanQuote("\uFEFF".repeat(1_000_000)).length).toBeLessThanOrEqual(200);
  });
});
