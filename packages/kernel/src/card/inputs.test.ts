import { describe, expect, it } from "vitest";
import { cardClasses, uploadFile, writerAnswer } from "../../../../testing/card.ts";
import { issue } from "../../../../testing/facts.ts";
import { claimsOf, firstPassBlocks, promptLimits, type VerifierInput, verifierBlocks, writerBlocks } from "./inputs.ts";
import { ShownDiff } from "./shown.ts";
import { type Block, blocksIn, composePrompt } from "./untrusted.ts";

const nonce = "b".repeat(32);
const shown = ShownDiff.of([uploadFile], cardClasses);

function read(blocks: readonly Block[]) {
  return blocksIn(composePrompt("x", blocks, nonce)?.user ?? "", nonce);
}

describe("who sees what", () => {
  it("the first pass sees files and diff", () => {
    expect(read(firstPassBlocks({ shown })).map(({ name }) => name)).toEqual(["files", "diff"]);
  });

  it("the writer sees title, body, the issues that count, files and diff", () => {
    const blocks = read(
      writerBlocks({ shown, title: "T", body: "B", issues: [issue(1), issue(2), issue(3), issue(4)] }),
    );
    expect(blocks.map(({ name }) => name)).toEqual(["title", "body", "issue-1", "issue-2", "issue-3", "files", "diff"]);
    expect(read(writerBlocks({ shown, title: "T", body: null, issues: [] })).map(({ name }) => name)).toEqual([
      "title",
      "files",
      "diff",
    ]);
  });

  it.each([["title", promptLimits.title] as const, ["body", promptLimits.body] as const])(
    "the writer sees %s up to %d characters and not one more",
    (name, most) => {
      const given = (length: number) => {
        const text = "words in a line\n".repeat(1000).slice(0, length - 1);
        const blocks = read(writerBlocks({ shown, title: "t", body: "b", issues: [], [name]: `${text}Z` }));
        return blocks.find((block) => block.name === name)?.text;
      };
      expect(given(most)).toMatch(/Z$/);
      expect(given(most + 1)).toMatch(/…$/);
    },
  );

  it("the verifier sees files, the same diff and the sentences it judges", () => {
    const blocks = read(verifierBlocks({ shown, claims: claimsOf(writerAnswer), outOfScope: ["src/a.ts"] }));
    expect(blocks.map(({ name }) => name)).toEqual(["files", "diff", "claims"]);
    expect(blocks[1]).toEqual(read(firstPassBlocks({ shown }))[1]);
    expect(blocks[2]?.text.split("\n")).toEqual([
      'claim g: "Failed uploads are tried again."',
      'claim b1: "An upload is tried up to three times."',
      'outside the goal: "src/a.ts"',
    ]);
  });

  it("the verifier's type has no place for what the author says", () => {
    const input: VerifierInput = { shown, claims: [], outOfScope: [] };
    // @ts-expect-error a title is nothing a verifier may be given
    const titled: VerifierInput = { ...input, title: "T" };
    // @ts-expect-error nor is a description
    const described: VerifierInput = { ...input, body: "B" };
    // @ts-expect-error nor text in the place of the diff
    const forged: VerifierInput = { ...input, shown: { files: "f", diff: "d" } };
    for (const each of [titled, described])
      expect(JSON.stringify(read(verifierBlocks(each)))).toBe(JSON.stringify(read(verifierBlocks(input))));
    expect(() => verifierBlocks(forged)).not.toThrow();
  });
});
