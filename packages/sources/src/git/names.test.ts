import { assert, property, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { patchHeader, readName } from "./names.ts";

describe("names of files", () => {
  it.each([
    ["plain.txt", "plain.txt", true],
    ["ünïcode/日本.md", "ünïcode/日本.md", true],
    ["with\nline end", "with\nline end", true],
    ["a \uFFFD that is really there", "a \uFFFD that is really there", true],
  ])("that are UTF-8 are taken as they are: %j", (name, text, exact) => {
    expect(readName(Buffer.from(name))).toEqual({ text, exact });
  });

  it.each([
    [[0x66, 0xff], "f\\377"],
    [[0xc3], "\\303"],
    [[0xe6, 0x97, 0x41], "\\346\\227A"],
    [[0xc3, 0xbc, 0xfe, 0xc3, 0xbc], "ü\\376ü"],
    [[0xed, 0xa0, 0x80], "\\355\\240\\200"],
  ])("that are not UTF-8 show their stray bytes and say so: %j", (bytes, text) => {
    expect(readName(Buffer.from(bytes))).toEqual({ text, exact: false });
  });

  it("are never lost: any bytes give text without a replacement character of ours", () => {
    assert(
      property(uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        const { text, exact } = readName(Buffer.from(bytes));
        expect(text.length).toBeGreaterThan(0);
        const isSame = Buffer.from(text).equals(Buffer.from(bytes));
        expect(exact ? isSame : /\\[0-3][0-7]{2}/.test(text)).toBe(true);
      }),
    );
  });
});

describe("patch headers", () => {
  it.each([
    ["a.txt", "diff --git a/a.txt b/a.txt"],
    ["ü x.txt", "diff --git a/ü x.txt b/ü x.txt"],
    ['q"q', 'diff --git "a/q\\"q" "b/q\\"q"'],
    ["b\\s", 'diff --git "a/b\\\\s" "b/b\\\\s"'],
    ["t\tn\nr\r", 'diff --git "a/t\\tn\\nr\\r" "b/t\\tn\\nr\\r"'],
    ["\u0001\u007f", 'diff --git "a/\\001\\177" "b/\\001\\177"'],
    ["x b/x", "diff --git a/x b/x b/x b/x"],
  ])("are written as git writes them: %j", (name, header) => {
    const bytes = Buffer.from(name).toString("latin1");
    expect(Buffer.from(patchHeader(bytes, bytes), "latin1").toString()).toBe(header);
  });
});
