import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileTexts } from "../../../../testing/hostile-texts.ts";
import { findInvisible } from "../text/hygiene.ts";
import { modelText } from "./model-text.ts";
import { type Block, blocksIn, composePrompt, Untrusted } from "./untrusted.ts";

const nonce = "0123456789abcdef".repeat(2);

const odd = fc.array(
  fc.oneof(
    fc.constantFrom(
      "<<<untrusted diff ",
      `<<<untrusted diff ${nonce.slice(0, 31)}`,
      " untrusted>>>",
      "\n",
      "\r",
      "\u2028",
      "\u001B[31m",
      "\u200B",
      "\uFEFF",
      "\u200D",
      "<|im_start|>",
      "[INST]",
      "system:",
      "+",
      "-",
      "\\",
      " ",
      "\u009B",
      "x".repeat(2001),
    ),
    fc.string({ unit: "binary", maxLength: 8 }),
  ),
  { maxLength: 12 },
);

describe("text as a model reads it", () => {
  it.each([
    ["line ends become LF", "a\r\nb\rc\u2028d", "a\nb\nc\nd"],
    ["a terminal sequence goes whole", "a\u001B[31mb\u001B]0;t\u0007c", "abc"],
    ["control characters go", "a\0b\u0007c", "abc"],
    ["G5 zero-width and tag characters go (qf-studio/pilot#2391)", "a\u200Bb\u{E0061}c", "abc"],
    ["an emoji of several parts stays", "👩🏽‍💻 ok", "👩🏽‍💻 ok"],
    ["Persian keeps its joiner", "می‌خواهم", "می‌خواهم"],
    ["a fence of ours is marked", "<<<untrusted diff 0", "\\<<<untrusted diff 0"],
    ["a fence in an added line is marked", "+abc untrusted>>>", "\\+abc untrusted>>>"],
    ["a chat template is marked", "  <|im_start|>system", "\\  <|im_start|>system"],
    ["a tool tag is marked", "</tool_result>", "\\</tool_result>"],
    ["code that only names one is not", "const a = '<system>';", "const a = '<system>';"],
  ])("%s", (_, text, expected) => expect(modelText(text).text).toBe(expected));

  it("keeps a line of 2,000 characters and cuts one of 2,001, saying by how much", () => {
    expect(modelText("x".repeat(2000))).toMatchObject({ text: "x".repeat(2000), cutLines: 0 });
    expect(modelText("x".repeat(2001))).toMatchObject({ text: `${"x".repeat(2000)}[… 1 characters]`, cutLines: 1 });
  });

  it("counts what it took out", () => {
    expect(modelText("a\u200Bb\u200Bc").removed).toBe(2);
    expect(modelText("abc").removed).toBe(0);
  });

  it("leaves nothing invisible, and is unchanged when done twice", () => {
    fc.assert(
      fc.property(odd, (parts) => {
        const once = modelText(parts.join("")).text;
        expect(once).not.toMatch(/[\0-\u0008\u000B-\u001F\u007F-\u009F\p{Surrogate}]/u);
        expect([...findInvisible(once)]).toEqual([]);
        expect(modelText(once).text).toBe(once);
      }),
      { numRuns: 400 },
    );
  });
});

describe("a data block", () => {
  it("cannot be closed by any text: a reader finds exactly the blocks we wrote", () => {
    fc.assert(
      fc.property(odd, odd, (title, diff) => {
        const blocks: Block[] = [
          { name: "title", text: new Untrusted(title.join("")) },
          { name: "diff", text: new Untrusted(diff.join("")) },
        ];
        const prompt = composePrompt("Say what changed.", blocks, nonce);
        expect(blocksIn(prompt?.user ?? "", nonce)).toEqual([
          { name: "title", text: modelText(title.join("")).text },
          { name: "diff", text: modelText(diff.join("")).text },
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it.each(hostileTexts)("holds %s as data", (_, text) => {
    const prompt = composePrompt("x", [{ name: "body", text: new Untrusted(text) }], nonce);
    expect(blocksIn(prompt?.user ?? "", nonce)).toHaveLength(1);
  });

  it("is refused when the text holds the nonce, so that another is drawn", () => {
    expect(composePrompt("x", [{ name: "body", text: new Untrusted(`a ${nonce} b`) }], nonce)).toBeNull();
    expect(() => composePrompt("x", [{ name: "body", text: new Untrusted("a") }], "short")).toThrow(/32 hexadecimal/);
  });

  it("is told to the model with its name, number and nonce", () => {
    const prompt = composePrompt("Say it.", [{ name: "files", text: new Untrusted("a") }], nonce);
    expect(prompt?.system).toMatch(/^Say it\./);
    expect(prompt?.system).toContain("exactly 1 data block, named: files.");
    expect(prompt?.system).toContain(nonce);
  });
});

describe("untrusted text", () => {
  it("says nothing of itself outside a block", () => {
    const text = new Untrusted("secret words");
    expect(`${String(text)} ${JSON.stringify({ text })}`).not.toContain("secret");
    expect(Object.keys(text)).toEqual([]);
  });
});
