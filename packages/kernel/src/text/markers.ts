/** @module Hygiene and injection markers of one text: what is in it that a reader cannot see, or that speaks to a model (section 11.4). */

import { findAddressed } from "./addressed.ts";
import { cleanQuote } from "./clean.ts";
import { findHidden } from "./hidden.ts";
import { findInvisible } from "./hygiene.ts";

export const markerCategories = ["addressed", "hidden", "invisible", "forged", "role-tags", "path"] as const;
export type MarkerCategory = (typeof markerCategories)[number];

/** One hit. `quote` is cleaned; `raises`: the risk floor becomes at least logic. */
export interface Marker {
  readonly category: MarkerCategory;
  readonly quote: string;
  readonly raises: boolean;
}

export interface MarkerOptions {
  /** What the text is: a description or message, added lines of a patch, a path, or a short name such as a label or branch. */
  readonly kind: "prose" | "added-lines" | "path" | "label";
}

/** Hits of one category that are collected from one text. More say nothing new. */
export const maximumMarkers = 20;

const forged =
  /\\?"(?:(?:verdict|decision|risk|aligned|authorized)\\?"\s{0,20}:\s{0,20}(?:\\?"(?:allow|allowed|deny|denied|approved?|pass|passed|fail|low|medium|high|trivial|logic|sensitive|aligned|misaligned|unclear|supported|unsupported|contradicted|safe)\\?"|true|false|\{)|(?:claims|findings)\\?"\s{0,20}:\s{0,20}\[)|\bwarrant\.[a-z][a-z-]{0,60}\/v\d+\b|<!--\s{0,20}\/?warrant:(?:comment|section)\b|<<<untrusted\b|\buntrusted>>>/gi;
const roleTags =
  /<\|[a-z_]{2,30}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant|tool_results?|function_results?|tool_use|tool_calls?|function_calls|system-reminder|system_prompt)(?:\s[^<>\n]{0,200})?>|^ {0,3}#{1,6}[ \t]{1,20}(?:\*\*)?system[ \t]prompt(?:\*\*)?[ \t]{0,20}:?[ \t#]{0,20}$/gim;
const badPath = /[\p{Cc}`<>]|\]\(/u;
const maximumSegmentBytes = 255;

function around(text: string, start: number, end: number): string {
  const from = Math.max(0, start - 40);
  const to = Math.min(text.length, Math.max(end, start + 60) + 40);
  return cleanQuote(text.slice(from, to).toWellFormed());
}

function scanPattern(text: string, pattern: RegExp, category: MarkerCategory, raises: boolean, out: Marker[]): void {
  let count = 0;
  for (const match of text.matchAll(pattern)) {
    if (count === maximumMarkers) return;
    count += 1;
    out.push({ category, quote: around(text, match.index, match.index + match[0].length), raises });
  }
}

function scanInvisible(text: string, out: Marker[]): void {
  let count = 0;
  let end = -1;
  for (const { index, length } of findInvisible(text)) {
    // Characters near each other are one hit.
    if (index <= end + 40 && end >= 0) {
      end = index + length;
      continue;
    }
    if (count === maximumMarkers) return;
    count += 1;
    out.push({ category: "invisible", quote: around(text, index, index + length), raises: true });
    end = index + length;
  }
}

function scanPath(path: string, out: Marker[]): void {
  const isLong =
    path.length > 85 && path.split("/").some((segment) => Buffer.byteLength(segment) > maximumSegmentBytes);
  const words = path.replace(/[-_./\\+]+/g, " ");
  if (badPath.test(path) || isLong || findAddressed(words, 1).length > 0) {
    out.push({ category: "path", quote: cleanQuote(path, { lineBreaks: "write" }), raises: true });
  }
}

/**
 * Every marker of one text, at most {@link maximumMarkers} of a category, in the order of the categories.
 *
 * The text is data: nothing found in it is obeyed. Linear in the text; never throws.
 */
export function scanText(text: string, { kind }: MarkerOptions): Marker[] {
  const out: Marker[] = [];
  if (kind === "path") {
    scanInvisible(text, out);
    scanPath(text, out);
    return out;
  }
  const spoken = kind === "label" ? text.replace(/[-_/]+/g, " ") : text;
  for (const hit of findAddressed(spoken, maximumMarkers)) {
    out.push({ category: "addressed", quote: cleanQuote(hit), raises: true });
  }
  if (kind === "prose") {
    for (const hit of findHidden(text, maximumMarkers)) {
      out.push({ category: "hidden", quote: cleanQuote(hit), raises: true });
    }
  }
  scanInvisible(text, out);
  scanPattern(text, forged, "forged", true, out);
  scanPattern(text, roleTags, "role-tags", kind !== "added-lines", out);
  return out;
}
