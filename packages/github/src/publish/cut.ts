/** @module Text cut to a length where it hurts least: between paragraphs, never inside a character, a fence or a code span. */

import { counted } from "@warrant/kernel/render/phrase";

/** Characters before a cut among which the start of an emoji sequence is looked for. */
const graphemeWindow = 64;
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The greatest length up to `end` that splits no surrogate pair and, where one can be seen, no emoji sequence. */
function wholeCharacters(text: string, end: number): number {
  if (end >= text.length) return text.length;
  if (end <= 0) return 0;
  const start = Math.max(0, end - graphemeWindow);
  const window = text.slice(start, end + graphemeWindow);
  let boundary = 0;
  for (const { index } of segmenter.segment(window)) if (start + index <= end) boundary = start + index;
  if (boundary > start) return boundary;
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) && /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}

/** At most `limit` characters of one line, `…` where it was cut. */
export function cutLine(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, wholeCharacters(text, Math.max(0, limit - 1))).trimEnd()}…`;
}

const fenceLine = /^ {0,3}(?<fence>`{3,}|~{3,})(?<info>.*)$/u;

/** The fence that is open after a line, given the one that was open before. */
function fenceAfter(open: string | null, line: string): string | null {
  const match = fenceLine.exec(line.endsWith("\r") ? line.slice(0, -1) : line)?.groups;
  if (match === undefined) return open;
  const { fence = "", info = "" } = match;
  if (open === null) return fence.startsWith("`") && info.includes("`") ? null : fence;
  return fence.startsWith(open) && info.trim() === "" ? null : open;
}

/** The fence that a text leaves open, or null. */
export function openFence(text: string): string | null {
  let open: string | null = null;
  for (const line of text.split("\n")) open = fenceAfter(open, line);
  return open;
}

/** The length of a line's start that leaves no code span open: what is hostile in one would come alive in half of it. */
function closedSpans(line: string): number {
  let open: { readonly run: number; readonly at: number } | null = null;
  for (const { 0: ticks, index } of line.matchAll(/`+/g)) {
    if (open === null) open = { run: ticks.length, at: index };
    else if (open.run === ticks.length) open = null;
  }
  return open === null ? line.length : open.at;
}

interface Kept {
  readonly text: string;
  /** Fence to close behind it. */
  readonly open: string | null;
}

/** The whole paragraphs, else lines, else characters that fit into `room`. */
function keep(text: string, room: number): Kept {
  let open: string | null = null;
  let at = 0;
  let line: { readonly end: number; readonly open: string | null } | null = null;
  let paragraph = 0;
  while (at < text.length) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    if (end > room) break;
    const content = text.slice(at, end);
    if (content.trim() === "" && open === null) paragraph = at;
    open = fenceAfter(open, content);
    line = { end, open };
    at = end + 1;
  }
  // A paragraph that would throw away more than half of the room is not worth the tidy end.
  if (paragraph > room / 2) return { text: text.slice(0, paragraph).trimEnd(), open: null };
  if (line !== null) return { text: text.slice(0, line.end).trimEnd(), open: line.open };
  const whole = text.slice(0, wholeCharacters(text, room));
  const head = whole.slice(0, closedSpans(whole)).trimEnd();
  return { text: head, open: openFence(head) };
}

/**
 * Markdown of at most `limit` characters. What is left out is said in lines; `where` names the place that has it all, as
 * Markdown. Unchanged when it fits.
 */
export function cutMarkdown(text: string, limit: number, where = ""): string {
  if (text.length <= limit) return text;
  const note = (left: number) => `… ${counted(left, "more line")} not shown.${where === "" ? "" : ` ${where}`}\n`;
  const room = limit - note(text.length).length - 2;
  let kept = keep(text, Math.max(0, room));
  // A fence that must be closed takes room itself.
  if (kept.open !== null) kept = keep(text, Math.max(0, room - kept.open.length - 1));
  const fence = kept.open === null ? "" : `\n${kept.open}`;
  const left = text.slice(kept.text.length).trimStart().split("\n").length;
  return `${kept.text}${fence}${kept.text === "" ? "" : "\n\n"}${note(left)}`;
}
