import * as fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { readMarkdown } from "./markdown.ts";
import { splitBlocks } from "./markdown-blocks.ts";
import { maximumWork, parsingWork } from "./markdown-cost.ts";

function prose(text: string): string[] {
  return readMarkdown(text, () => true).prose.map((block) => block.text.trim());
}

describe("splitBlocks", () => {
  it.each<[string, string, string[]]>([
    ["paragraphs", "a\n\nb", ["a\n\n", "b"]],
    ["a fence with blank lines stays whole", "```\na\n\nb\n```\n\nc", ["```\na\n\nb\n```\n\n", "c"]],
    ["an item with its indented text", "- a\n\n  b\n\nc", ["- a\n\n  b\n\n", "c"]],
    ["a fence in an item is closed by the item's end", "- a\n  ```\n  x\n\nc", ["- a\n  ```\n  x\n\n", "c"]],
    ["an indented fence that could be the document's", "a\n\n   ```\nb\n\nc", ["a\n\n   ```\nb\n\nc"]],
    ["a comment with blank lines", "<!--\na\n\nb\n-->\n\nc", ["<!--\na\n\nb\n-->\n\n", "c"]],
    ["block HTML up to the blank line", "a\n<div>\nb\n\nc", ["a\n", "<div>\nb\n", "\n", "c"]],
  ])("%s", (_name, text, parts) => expect(splitBlocks(text).map((part) => part.text)).toEqual(parts));

  it("loses nothing", () => {
    const lines = fc.constantFrom(
      "a",
      "",
      "```",
      "- b",
      "  c",
      "<div>",
      "<!--",
      "-->",
      "   ~~~",
      "1. d",
      "* * *",
      "\t",
    );
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 20 }), (parts) => {
        const text = parts.join("\n");
        expect(
          splitBlocks(text)
            .map((part) => part.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });
});

/** The numbers of the `#N` that a plain walk over the whole text's tree shows: slow, and what the quick way must equal. */
function shownNumbers(text: string): number[] {
  const transforms = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }));
  const root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: transforms });
  const shown: number[] = [];
  const take = (value: string): void => {
    for (const match of value.matchAll(/#(\d+)/g)) shown.push(Number(match[1]));
  };
  const visit = (node: Nodes): void => {
    if (node.type === "text")
      take(text.slice(node.position?.start.offset, node.position?.end.offset).replaceAll("\\#", ""));
    else if (node.type === "html") take(node.value.replaceAll(/<!--(?:-?>|[^]*?-->)|<[^<>]*>/g, " "));
    else if (node.type !== "delete" && "children" in node) for (const child of node.children) visit(child);
  };
  visit(root);
  return shown.toSorted((left, right) => left - right);
}

describe("reading part by part equals parsing the whole", () => {
  const lines = fc.constantFrom(
    "",
    "",
    "text #N",
    "- item #N",
    "  cont #N",
    "   three #N",
    "    indented #N",
    "```",
    "~~~",
    "`code #N`",
    "`open #N",
    "b` #N",
    "> quote #N",
    "> ```",
    "1. x #N",
    "2. y #N",
    "   ```",
    "  ```",
    "10) y #N",
    "<details>",
    "</details>",
    "<!-- c #N -->",
    "| a | #N |",
    "|---|---|",
    "**b #N**",
    "[l #N](u)",
    "\\`#N",
    "* * *",
    "===",
    "---",
    "<b>#N</b>",
    "<div>",
    "\t#N",
    "- ```",
    "-",
    "  - nested #N",
    "      deep #N",
    "~~d #N~~",
    "*i #N*",
    "+ p #N",
    "# h #N",
    "[x]: http://e.x/#N",
    "a [x] #N",
    "* star **b** #N",
    "``two #N``",
    "a_b #N c_d",
  );
  it("shows the same references for any mixture of lines", () => {
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 14 }), (parts) => {
        let number = 100;
        const text = parts.join("\n").replaceAll("#N", () => `#${(number += 1)}`);
        const read = prose(text).flatMap((block) => [...block.matchAll(/#(\d+)/g)].map((match) => Number(match[1])));
        expect(read.toSorted((left, right) => left - right)).toEqual(shownNumbers(text));
      }),
      { numRuns: 3000 },
    );
  });
});

describe("readMarkdown", () => {
  it("reads only the parts that are wanted", () => {
    expect(readMarkdown("a *b*\n\nc *d* #1", (part) => part.includes("#")).prose).toHaveLength(1);
  });

  it.each([
    ["an open comment", "a <!-- b", true],
    ["a closed one", "a <!-- b -->", false],
    ["one in code", "`<!--` a", false],
    ["an escaped one", "\\<!-- a", false],
    ["one that another part closes", "a <!-- b\n\nc -->", false],
    ["<!-->", "<!--> a", false],
  ])("%s: ends in a comment: %s", (_name, text, expected) => {
    expect(readMarkdown(text, () => false).endsInComment).toBe(expected);
  });
});

describe("parsingWork", () => {
  it.each([
    ["sixty quotes on a line", `${"> ".repeat(60)}a`, true],
    ["sixty-one", `${"> ".repeat(61)}a`, false],
    ["a long rule", "-".repeat(5000), true],
    [
      "ordinary text of the largest size",
      "A line with **bold**, `code` and a [link](https://e.org).\n\n".repeat(1000),
      true,
    ],
    ["a paragraph of 2,000 marks", "*a ".repeat(2000), true],
    ["a paragraph of 3,000 marks", "*a ".repeat(3000), false],
    ["3,000 marks in 1,500 items", "- **a**\n".repeat(750), true],
  ])("%s is within the bound: %s", (_name, text, expected) => {
    expect(parsingWork(text) <= maximumWork).toBe(expected);
  });
});
