/** @module The one cleaning function that every quote of untrusted text goes through (change gate, report G6). */

import { findInvisible, writeCodePoint } from "./hygiene.ts";

export interface CleanOptions {
  /** What becomes of line breaks: a space (default), kept as LF, or written out like other control characters. */
  readonly lineBreaks?: "space" | "keep" | "write";
}

/** Characters of a quote; findings promise no more. */
export const maximumQuoteLength = 200;

/** Most texts hold nothing to clean. */
const visibleAscii = /^[\x20-\x7e]*$/;

/**
 * The text with every invisible or control character written as `<U+200B>`, so that what a person sees is all there is.
 *
 * Safe for a terminal and for one line of a comment's code: no control, bidirectional or unpaired surrogate character is
 * left. Spaces stay as they are, a tab is one space. Emoji sequences and scripts that need joiners stay. Unchanged when
 * cleaned twice.
 */
export function cleanText(text: string, options: CleanOptions = {}): string {
  if (visibleAscii.test(text)) return text;
  const lineBreaks = options.lineBreaks ?? "space";
  let source = text.replaceAll("\t", " ");
  if (lineBreaks !== "write") source = source.replace(/\r\n?|\n/g, lineBreaks === "keep" ? "\n" : " ");
  else source = source.replace(/[\r\n]/g, (mark) => writeCodePoint(mark.charCodeAt(0)));
  source = source.replace(/^\uFEFF+/, "");
  if (!source.isWellFormed()) {
    source = source.replace(/\p{Surrogate}/gu, (unit) => writeCodePoint(unit.charCodeAt(0)));
  }
  let out = "";
  let at = 0;
  for (const { index, length, code } of findInvisible(source)) {
    out += source.slice(at, index) + writeCodePoint(code);
    at = index + length;
  }
  return at === 0 ? source : out + source.slice(at);
}

/** The first `length` UTF-16 units or fewer, never half a character, a written code point or an emoji sequence's joint. */
function cutAt(text: string, length: number): string {
  let end = length;
  const open = text.lastIndexOf("<U+", end - 1);
  if (open >= 0 && open > end - 10) {
    const close = text.indexOf(">", open);
    if (close >= end && close <= open + 9) end = open;
  }
  const kept = text.slice(0, end);
  const whole = /[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept;
  return whole.replace(/(?:\u200C|\u200D|[\u{E0020}-\u{E007F}]|\s)+$/u, "");
}

/** One line of at most 200 characters, cleaned, with `…` where it was cut. What findings quote. */
export function cleanQuote(text: string, options: CleanOptions = {}): string {
  // Six times as much covers every shrinking of white space worth quoting; nobody cleans a whole patch for one line.
  const head = text.length > 1200 ? cutAt(text, 1200) : text;
  const line = cleanText(head, options.lineBreaks === "write" ? options : {})
    .replace(/\s{2,}|[^\S ]/g, " ")
    .trim();
  if (line.length <= maximumQuoteLength && head.length === text.length) return line;
  return `${cutAt(line, maximumQuoteLength - 1)}…`;
}
