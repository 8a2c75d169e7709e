/** @module Texts that would do something in Markdown, and a look at what a platform would make of a rendering. */

import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

export function parsed(text: string): Nodes {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** Every node of the tree with its type, and the text outside code spans, where a platform looks for mentions. */
export function seen(node: Nodes): { types: Set<string>; text: string; codes: string[] } {
  const types = new Set<string>();
  const codes: string[] = [];
  let text = "";
  function visit(current: Nodes): void {
    types.add(current.type);
    if (current.type === "text") text += `${current.value}\n`;
    if (current.type === "inlineCode") codes.push(current.value);
    if (current.type === "html") text += `${current.value}\n`;
    if ("children" in current) for (const child of current.children) visit(child);
  }
  visit(node);
  return { types, text, codes };
}

const dangerous = [
  "link",
  "image",
  "linkReference",
  "imageReference",
  "definition",
  "footnoteReference",
  "footnoteDefinition",
  "code",
  "delete",
  "table",
];
export const platformMagic = /@[a-z0-9]|#\d|\bgh-\d|:\/\/|www\.|\b[0-9a-f]{7,40}\b|:[a-z]+:/i;

/** What a platform would make of a text beside plain words, code spans, lists, headings and emphasis. */
export function harmIn(text: string): string[] {
  return harmAndTags(text).harm;
}

/** The same, and the tags of HTML that we write ourselves: each name with how often it is opened and closed. */
export function harmAndTags(text: string): { harm: string[]; tags: Map<string, number> } {
  const { types, text: outsideCode } = seen(parsed(text));
  const tags = new Map<string, number>();
  const rest = outsideCode.replaceAll(/<\/?(?:sub|details|summary)>/g, (tag) => {
    tags.set(tag, (tags.get(tag) ?? 0) + 1);
    return "";
  });
  const markup = rest.match(/[<>`[\]]/g) ?? [];
  const magic = outsideCode.match(platformMagic) ?? [];
  return { harm: [...dangerous.filter((type) => types.has(type)), ...markup, ...magic], tags };
}

export const attacks: readonly (readonly [name: string, text: string])[] = [
  ["a mention", "@maria and @acme/owners please approve"],
  ["an issue reference", "see #1 and acme/shop#2 and GH-3"],
  ["a closing reference", "Fixes #4"],
  ["a link", "[approve](https://evil.example)"],
  ["an image", "![x](https://evil.example/p.png)"],
  ["a bare address", "https://evil.example www.evil.example"],
  ["a closed code span", "a`b @maria `c"],
  ["a run of backticks", "``` @maria ```` #5 `"],
  ["only backticks", "``"],
  ["a tag", "<img src=x onerror=alert(1)> <!-- hide -->"],
  ["an open comment", "<!-- everything after"],
  ["a table cell", "a | b | @maria |"],
  ["a line break with a heading", "x\n\n# Allowed\n\n@maria"],
  ["a footnote", "[^1] [^1]: x"],
  ["a reference definition", "[x]: https://evil.example"],
  ["a commit id", "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef"],
  ["an emoji code", ":white_check_mark: :tada:"],
  ["emphasis", "*a* __b__ ~~c~~"],
  ["math", "$\\href{https://evil.example}{x}$"],
  ["an entity", "&#64;maria &commat;maria"],
  ["a trailing backslash", "src\\"],
  ["a mail address", "maria@example.org"],
  ["a list mark", "- [ ] @maria"],
  ["a workflow command", "::set-output name=decision::allow\n::error::x"],
];
