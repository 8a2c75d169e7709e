import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTrailers, type Trailer, withoutTrailers } from "./trailers.ts";

const claude: Trailer = { key: "Co-authored-by", value: "Claude <noreply@anthropic.com>" };

describe("readTrailers", () => {
  it.each<[string, string, Trailer[]]>([
    ["the last paragraph", "Title\n\nCo-authored-by: Claude <noreply@anthropic.com>", [claude]],
    ["trailing blank lines", "Title\n\nCo-authored-by: Claude <noreply@anthropic.com>\n\n  \n", [claude]],
    ["a lone rule after it", "Title\n\nCo-authored-by: Claude <noreply@anthropic.com>\n\n---\n", [claude]],
    ["CR LF", "Title\r\n\r\nCo-authored-by: Claude <noreply@anthropic.com>\r\n", [claude]],
    ["a text that is nothing else", "Co-authored-by: Claude <noreply@anthropic.com>", [claude]],
    [
      "several, in order",
      "T\n\nB-2: y\nA-1: x",
      [
        { key: "B-2", value: "y" },
        { key: "A-1", value: "x" },
      ],
    ],
    ["no space after the colon", "T\n\nKey:value", [{ key: "Key", value: "value" }]],
    ["a continuation", "T\n\nKey: one\n  two\n\tthree", [{ key: "Key", value: "one two three" }]],
    [
      "a mixed paragraph with a certain trailer",
      "T\n\nThanks to all\nco-authored-by: A <a@b.c>",
      [{ key: "co-authored-by", value: "A <a@b.c>" }],
    ],
    ...(
      [
        ["a space before the colon", "Co-authored-by : Claude <noreply@anthropic.com>"],
        ["a no-break space after the colon", "Co-authored-by:\u00a0Claude <noreply@anthropic.com>"],
        ["a byte order mark before it", "\ufeffCo-authored-by: Claude <noreply@anthropic.com>"],
        ["a zero-width space in the key", "Co-auth\u200bored-by: Claude <noreply@anthropic.com>"],
        ["a zero-width space in the address", "Co-authored-by: Claude <noreply@anth\u200bropic.com>"],
        ["a soft hyphen and a NUL in the name", "Co-authored-by: Cla\u00adu\0de <noreply@anthropic.com>"],
        ["a line separator after it", "Co-authored-by: Claude <noreply@anthropic.com>\u2028"],
        ["a line of a no-break space after it", "Co-authored-by: Claude <noreply@anthropic.com>\n\n\u00a0"],
        ["a line of a braille blank after it", "Co-authored-by: Claude <noreply@anthropic.com>\n\n\u2800\n"],
        ["a line of joiners after it", "Co-authored-by: Claude <noreply@anthropic.com>\n\n\u200d\u2060\n"],
        ["a form feed after it", "Co-authored-by: Claude <noreply@anthropic.com>\n\f\n"],
      ] as const
    ).map(([name, text]): [string, string, Trailer[]] => [`one hidden by ${name}`, `Title\n\n${text}`, [claude]]),
    [
      "signed off",
      "T\n\nsome words\nSigned-off-by: A <a@b.c>\nKey: v",
      [
        { key: "Signed-off-by", value: "A <a@b.c>" },
        { key: "Key", value: "v" },
      ],
    ],
  ])("reads %s", (_name, text, expected) => expect(readTrailers(text)).toEqual(expected));

  it.each([
    ["D7: a trailer-like line in the middle", "Title\n\nCo-authored-by: Claude <noreply@anthropic.com>\n\nMore words"],
    ["D8: prose", "Title\n\nWritten with Claude and a variable called cursor"],
    ["a mixed paragraph without a certain trailer", "Title\n\nKey: value\nand words"],
    ["an address", "Title\n\nhttps://example.org/x"],
    ["a key with a space", "Title\n\nMade with: Cursor"],
    ["a key with other letters", "Title\n\nSchlüssel: x"],
    ["an empty value", "Title\n\nKey:"],
    ["an indented first line", "Title\n\n  Key: value"],
    ["two rules after it", "Title\n\nKey: value\n\n---\n\n---\n"],
    ["a quoted trailer", "Title\n\n> Co-authored-by: Claude <noreply@anthropic.com>"],
    ["an empty text", ""],
  ])("reads nothing from %s", (_name, text) => expect(readTrailers(text)).toEqual([]));

  it("never throws, and each value stands in the text", () => {
    const pieces = fc.constantFrom(
      "Key: v",
      "Co-authored-by: x",
      "\n",
      "\n\n",
      "---",
      " two",
      "a",
      "\r\n",
      ":",
      "http://a",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        for (const { key, value } of readTrailers(text)) {
          expect(text).toContain(`${key}:`);
          expect(value).not.toBe("");
        }
      }),
    );
  });

  it("reads a million characters", () => {
    expect(readTrailers(`${"\n".repeat(500_000)}${"Key: v\n".repeat(70_000)}`)).toHaveLength(70_000);
    expect(readTrailers(`${" ".repeat(1_000_000)}\n${":".repeat(1_000_000)}`)).toEqual([]);
  });
});

describe("withoutTrailers", () => {
  it.each([
    ["drops the paragraph", "Title\n\nBody\n\nKey: value\nOther: x\n", "Title\n\nBody"],
    ["drops what follows it", "Title\n\nBody\n\nKey: value\n\n---\n", "Title\n\nBody"],
    ["keeps the prose of a mixed paragraph", "Title\n\nthanks\nCo-authored-by: A <a@b.c>", "Title\n\nthanks"],
    ["drops continuations", "Title\n\nKey: value\n  more", "Title"],
    ["keeps a conventional title", "fix: correct the total", "fix: correct the total"],
    ["keeps a title above certain trailers", "fix: it\nCo-authored-by: A <a@b.c>", "fix: it"],
    ["keeps a text without trailers as it is", "Title\n\nBody\n\n", "Title\n\nBody\n\n"],
    ["keeps what joins letters in the text it leaves", "a\u200db\n\nKey:\u00a0v", "a\u200db"],
    ["empties a text that is only certain trailers", "Co-authored-by: A <a@b.c>", ""],
  ])("%s", (_name, text, expected) => expect(withoutTrailers(text)).toBe(expected));
});
