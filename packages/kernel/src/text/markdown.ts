/** @module Untrusted Markdown as runs of plain text: what a reader sees as prose, without code, comments and struck-out text. */

import type { Nodes, Parents } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { hasDefinitions, normalizeLines, type Part, splitBlocks } from "./markdown-blocks.ts";
import { maximumWork, parsingWork } from "./markdown-cost.ts";
import { HtmlState, readHtml, readText } from "./markdown-html.ts";
import { emphasisMark, type Link, nodeMark, type Prose } from "./markdown-prose.ts";
import { linkProse, readSimply } from "./markdown-simple.ts";

export interface Reading {
  readonly prose: Prose[];
  /** A part nests too deep to be read within the bound; nothing of it is in `prose`. */
  readonly isTooNested: boolean;
  /** A `<!--` outside code is never closed; nothing after it is in `prose`. */
  readonly endsInComment: boolean;
}

// Built once: the extensions are plain data. Those that rewrite the finished tree (addresses found in text that the
// tokenizer did not take for one) lose that part: their nodes have no place in the source, and plain text serves as well.
const extensions = [gfm()];
const mdastExtensions = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }));

const stateful = /<\/?(?:pre|code|del|s|strike|script|style|textarea|title)\b/i;
const mayBeCode = /[`~\t]| {4}/;

function hasOnlyWholeComments(part: string): boolean {
  if (mayBeCode.test(part)) return false;
  let at = part.indexOf("<!--");
  while (at >= 0) {
    const end = part.indexOf("-->", at + 2);
    if (end < 0) return false;
    at = part.indexOf("<!--", end + 3);
  }
  return true;
}

function definitionsOf(root: Nodes): Map<string, string> {
  const urls = new Map<string, string>();
  const stack: Nodes[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === "definition" && !urls.has(node.identifier)) urls.set(node.identifier, node.url);
    if ("children" in node) stack.push(...node.children.toReversed());
  }
  return urls;
}

/** One part's blocks in order. Recursion is bounded by the depth that `parsingWork` allows. */
class Walk {
  readonly prose: Prose[] = [];
  #flat: string[] = [];
  #links: Link[] = [];
  readonly #source: string;
  readonly #state: HtmlState;
  readonly #urls: Map<string, string>;

  constructor(source: string, root: Nodes, state: HtmlState) {
    this.#source = source;
    this.#state = state;
    this.#urls = source.includes("]:") ? definitionsOf(root) : new Map();
  }

  #flush(): void {
    if (this.#flat.length > 0) this.prose.push({ text: this.#flat.join(""), links: this.#links });
    this.#flat = [];
    this.#links = [];
  }

  #slice(node: Nodes): string {
    return this.#source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
  }

  visit(node: Nodes): void {
    if (node.type === "html") {
      this.#flat.push(readHtml(node.value, this.#state, false));
      this.#flush();
    } else if (node.type === "paragraph" || node.type === "heading" || node.type === "tableCell") {
      for (const child of node.children) this.#inline(child);
      this.#state.endBlock();
      this.#flush();
    } else if ("children" in node) {
      for (const child of node.children) this.visit(child);
    }
  }

  #inline(node: Nodes): void {
    if (node.type === "text") this.#flat.push(readText(this.#slice(node), this.#state));
    else if (node.type === "html") this.#flat.push(nodeMark, readHtml(node.value, this.#state, true), nodeMark);
    else if (node.type === "break") this.#flat.push("\n");
    else if (node.type === "link") this.#link(node, node.url);
    else if (node.type === "linkReference") this.#link(node, this.#urls.get(node.identifier) ?? "");
    else if (node.type === "emphasis" || node.type === "strong") {
      this.#flat.push(emphasisMark);
      for (const child of node.children) this.#inline(child);
      this.#flat.push(emphasisMark);
    } else this.#flat.push(nodeMark);
  }

  #link(node: Parents, url: string): void {
    const only = node.children.length === 1 ? node.children[0] : undefined;
    const text = only?.type === "text" ? only.value : "";
    if (text !== "" && text === url) {
      this.#flat.push(readText(text, this.#state));
      return;
    }
    const shown = this.#state.isHidden ? null : linkProse(text, url, this.#links);
    if (shown !== null) {
      this.#flat.push(shown);
      return;
    }
    this.#flat.push(nodeMark);
    for (const child of node.children) this.#inline(child);
    this.#flat.push(nodeMark);
  }
}

/**
 * Reads a text as Markdown (CommonMark with GFM) into the prose of the parts that `wants` asks for.
 *
 * Left out: fenced, indented and inline code, HTML comments, link reference definitions, struck-through text, `<pre>` and
 * `<code>`, image texts, and everything after a comment that is never closed (change gate, section 5.1). Never throws;
 * the work is bounded (`parsingWork`), and what would go past the bound is not read but said.
 */
export function readMarkdown(input: string, wants: (part: string) => boolean): Reading {
  const text = normalizeLines(input);
  const parts = splitBlocks(text);
  return readParts(parts, wants, hasDefinitions(text)) ?? readParts([{ text, isHtml: false }], wants, false) ?? unread;
}

const unread: Reading = { prose: [], isTooNested: true, endsInComment: false };

/** The reading part by part; null when a part needs the link definitions of the others. */
function readParts(parts: readonly Part[], wants: (part: string) => boolean, defines: boolean): Reading | null {
  const prose: Prose[] = [];
  const state = new HtmlState();
  let work = 0;
  let isTooNested = false;
  for (const { text: part, isHtml } of parts) {
    if (state.isComment && !part.includes("-->")) continue;
    const hasComment = part.includes("<!--");
    const changesState = stateful.test(part) || (hasComment && !hasOnlyWholeComments(part));
    if (!wants(part) && !changesState && !state.isHidden) continue;
    if (isHtml) {
      prose.push({ text: readHtml(part, state, false), links: [] });
      continue;
    }
    if (defines && part.includes("[") && parts.length > 1) return null;
    const simple = state.isHidden ? null : readSimply(part);
    if (simple !== null) {
      prose.push(simple);
      continue;
    }
    const cost = parsingWork(part);
    if (work + cost > maximumWork) {
      isTooNested = true;
      // A comment that may have begun in the part hides the rest, as it would have.
      if (hasComment && part.lastIndexOf("<!--") > part.lastIndexOf("-->")) state.isComment = true;
      continue;
    }
    work += cost;
    const root = fromMarkdown(part, { extensions, mdastExtensions });
    const walk = new Walk(part, root, state);
    walk.visit(root);
    for (const block of walk.prose) prose.push(block);
  }
  return { prose, isTooNested, endsInComment: state.isComment };
}
