import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutLine, cutMarkdown, openFence } from "./cut.ts";

function leftOut(text: string): number {
  return Number(/… (?<count>[\d,]+) more lines? not shown/.exec(text)?.groups?.["count"]?.replaceAll(",", "") ?? "0");
}

describe("a line that is cut", () => {
  it.each([
    ["short", 10, "short"],
    ["exactly10!", 10, "exactly10!"],
    ["one more than ten", 10, "one more…"],
    ["😀😀😀", 4, "😀…"],
    ["😀😀😀", 5, "😀😀…"],
    ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 15, "👩‍👩‍👧‍👦…"],
    ["🇩🇪🇫🇷", 7, "🇩🇪…"],
    ["e\u0301e\u0301e\u0301", 4, "e\u0301…"],
    ["abc", 1, "…"],
    ["", 0, ""],
  ])("%j at %i is %j", (text, limit, expected) => {
    expect(cutLine(text, limit)).toBe(expected);
  });

  it("with a hundred thousand marks on one letter still ends", () => {
    expect(cutLine(`e${"\u0301".repeat(100_000)}`, 255).length).toBeLessThanOrEqual(255);
  });
});

describe("Markdown that is cut (C9, C10: reviewdog/action-eslint#139)", () => {
  it("is unchanged at the limit and cut one above it", () => {
    const text = "a line\n".repeat(100);
    expect(cutMarkdown(text, text.length)).toBe(text);
    const cut = cutMarkdown(text, text.length - 1);
    expect(cut.length).toBeLessThan(text.length);
    expect(leftOut(cut)).toBeGreaterThan(0);
  });

  it("ends after a paragraph where one fits more than half", () => {
    const text = `${"first\n".repeat(30)}\n${"second\n".repeat(30)}\n${"third\n".repeat(30)}`;
    const cut = cutMarkdown(text, 500, "[All](https://x)");
    expect(cut).toBe(
      `${"first\n".repeat(30)}\n${"second\n".repeat(30)}\n… 31 more lines not shown. [All](https://x)\n`,
    );
  });

  it("ends after a line where a paragraph would throw too much away", () => {
    const cut = cutMarkdown(`one\n\n${"a longer line\n".repeat(100)}`, 500);
    expect(cut.startsWith("one\n\na longer line\n")).toBe(true);
    expect(cut.length).toBeGreaterThan(400);
  });

  it.each(["```", "~~~", "````", "```ts"])("closes the fence %s it had to cut in", (fence) => {
    const text = `intro\n\n${fence}\n${"code\n\n".repeat(200)}${fence.replace("ts", "")}\n`;
    const cut = cutMarkdown(text, 400);
    expect(cut.length).toBeLessThanOrEqual(400);
    expect(openFence(cut)).toBeNull();
    expect(cut).toContain(`\n${fence.replace("ts", "")}\n\n… `);
  });

  it("closes a fence whose lines end in CRLF", () => {
    expect(openFence(cutMarkdown(`\`\`\`\r\n${"x".repeat(200)}`, 60))).toBeNull();
  });

  it("closes a fence whose own line it had to cut in", () => {
    expect(openFence(cutMarkdown(`~~~~ ${"x".repeat(200)}\ncode\n~~~~`, 100))).toBeNull();
  });

  it("leaves no code span open, so that what was harmless in it stays so", () => {
    const cut = cutMarkdown(`plain \`code @name ${"x".repeat(500)}\` end`, 200);
    expect(cut).toBe("plain\n\n… 1 more line not shown.\n");
    expect(cutMarkdown(`\`a\` and \`\`b \` c\`\` ${"y".repeat(500)}`, 200)).toMatch(
      /^`a` and ``b ` c`` y+\n\n… 1 more/,
    );
  });

  it("keeps within the limit, never half a character or an open fence, and counts what is missing", () => {
    const piece = fc.constantFrom(
      "😀",
      "a b",
      "\n",
      "\n\n",
      "```",
      "~~~~",
      "`",
      "``",
      "é",
      "👩‍👩‍👧‍👦",
      "x".repeat(50),
      "\r\n",
      "- item",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 400 }), fc.integer({ min: 60, max: 2000 }), (pieces, limit) => {
        const text = pieces.join("");
        const cut = cutMarkdown(text, limit);
        expect(cut.length).toBeLessThanOrEqual(limit);
        expect(cut.isWellFormed()).toBe(true);
        if (text.length <= limit) expect(cut).toBe(text);
        else {
          expect(openFence(cut)).toBeNull();
          expect(leftOut(cut)).toBeGreaterThan(0);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("of a megabyte is cut", () => {
    for (const text of ["`".repeat(1e6), "\n".repeat(1e6), "```\n".repeat(250_000), "😀".repeat(500_000)]) {
      const cut = cutMarkdown(text, 60_000);
      expect(cut.length).toBeLessThanOrEqual(60_000);
      expect(openFence(cut)).toBeNull();
    }
  });
});
