import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forTerminal } from "./io.ts";

describe("a text for a terminal", () => {
  it.each([
    ["a C1 control", '"\u009B31m"', '"\\u009b31m"'],
    ["delete", '"\u007F"', '"\\u007f"'],
    ["a direction", '"a\u202Eb"', '"a\\u202eb"'],
    ["zero width", '"a\u200Bb"', '"a\\u200bb"'],
    ["a tag", '"a\u{E0061}b"', '"a\\udb40\\udc61b"'],
  ])("of JSON has %s escaped", (_, text, escaped) => {
    expect(forTerminal(text)).toBe(escaped);
  });

  it.each([
    ["colours", "\u001B[31mred\u001B[39m\n"],
    ["letters", "Grüße 日本 👩‍💻 ⚠️\n"],
    ["nothing", ""],
  ])("keeps %s", (_, text) => {
    expect(forTerminal(text)).toBe(text);
  });

  it("is the same document, and holds nothing that acts on a terminal", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), (json) => {
        const shown = forTerminal(json);
        expect(JSON.parse(shown)).toEqual(JSON.parse(json));
        // oxlint-disable-next-line no-control-regex
        expect(shown).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2066-\u2069]/);
      }),
    );
  });
});
