/** @module What of a text is material and no request: pastes, quotations, reported speech, quoted spans. */

import { isListItem, isLogShaped, readsAsRequest } from "./line-shape.ts";
import { spanEnd, spanMark } from "./tokens.ts";

/** A quoted span or inline code: what it holds, and how it was written. */
export interface Span {
  readonly content: string;
  readonly written: string;
}

/** A text without its material. */
export interface Prepared {
  /** Lines that remain, joined by line breaks; quoted spans are marks in them. */
  readonly text: string;
  readonly spans: readonly Span[];
  readonly hasPasted: boolean;
  readonly hasQuoted: boolean;
  readonly hasFence: boolean;
}

type Fate = "kept" | "fenced" | "quoted" | "pasted";

const fencePattern = /^ {0,3}(?<fence>`{3,}|~{3,})/;
const indented = /^(?: {4}|\t)/;
const reported = /(?:^|\s)(?:says|said|reads|wrote|message|output|error|log|instructions)\s?:(?=\s*\S)/i;
/** Whoever speaks in a transcript: what follows was said there. */
const speaking = /^\s*[*_[(]{0,3}(?:system|user|human|assistant|ai|bot|developer|tool)[\])]?\s?:[*_]{0,3}(?=\s*\S)/i;
/** A line this long that does not read as a request is a paste, also alone. */
const longLine = 160;

/** Host-written blocks between the tags the host names, closed or not. */
function withoutScaffold(text: string, tags: readonly string[]): string {
  let rest = text;
  for (const tag of tags.slice(0, 20)) {
    if (!/^[\w-]{1,64}$/.test(tag)) continue;
    const open = `<${tag}>`;
    const close = `</${tag}>`;
    let kept = "";
    let from = 0;
    for (let at = rest.indexOf(open); at >= 0; at = rest.indexOf(open, from)) {
      kept += `${rest.slice(from, at)}\n`;
      const end = rest.indexOf(close, at + open.length);
      from = end < 0 ? rest.length : end + close.length;
    }
    rest = kept + rest.slice(from);
  }
  return rest;
}

function fencedAndQuoted(lines: readonly string[]): Fate[] {
  const fates: Fate[] = [];
  let fence: string | undefined;
  for (const line of lines) {
    const mark = fencePattern.exec(line)?.groups?.["fence"];
    if (fence !== undefined) {
      fates.push("fenced");
      if (mark !== undefined && mark.startsWith(fence)) fence = undefined;
    } else if (mark !== undefined) {
      fence = mark;
      fates.push("fenced");
    } else fates.push(/^\s{0,3}>/.test(line) ? "quoted" : "kept");
  }
  return fates;
}

function setAsideIndented(lines: readonly string[], fates: Fate[]): void {
  let isInList = false;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const isItem = isListItem(line.trim());
    if (fates[index] === "kept" && indented.test(line) && !(isItem && isInList)) fates[index] = "pasted";
    isInList = isItem;
  }
}

/** Runs of neighbouring lines none of which reads as a request, and single ones that are long or log-shaped. */
function setAsideRuns(lines: readonly string[], fates: Fate[]): void {
  let run: number[] = [];
  let isInDiff = false;
  const close = (): void => {
    const [only] = run;
    const line = only === undefined ? "" : (lines[only] ?? "");
    if (run.length > 1 || isLogShaped(line.trim()) || line.length >= longLine)
      for (const at of run) fates[at] = "pasted";
    run = [];
  };
  for (const [index, line] of lines.entries()) {
    isInDiff =
      /^(?:@@|--- |diff --git )/.test(line) ||
      (isInDiff && /^(?:[-+ \\]|index |new file|deleted file|similarity |rename |Binary )/.test(line));
    if (fates[index] !== "kept") close();
    else if (!isInDiff && readsAsRequest(line)) close();
    else run.push(index);
  }
  close();
}

/** Where each quoting character closes. `'` is one only around words, never inside one. */
const closers: Readonly<Record<string, string>> = {
  "`": "`",
  '"': '"',
  "'": "'",
  "“": "”",
  "„": "“",
  "«": "»",
  "»": "«",
};
const beforeOpening = /[\s([{=:,>—–-]/;

/** Closers tried for one opener, so that a line of stray quotes costs no more than its length. */
const triesPerOpener = 32;

class Spans {
  readonly found: Span[] = [];
  /** The last place each closer was found at, and where the line ends: asked again and again, searched once. */
  private readonly ahead = new Map<string, number>();

  private next(text: string, what: string, from: number): number {
    const known = this.ahead.get(what);
    if (known !== undefined && known >= from) return known;
    const found = text.indexOf(what, from);
    const place = found < 0 ? text.length : found;
    this.ahead.set(what, place);
    return place;
  }

  private end(text: string, at: number, mark: string): number {
    const closer = closers[mark] ?? mark;
    const lineEnd = this.next(text, "\n", at);
    let close = this.next(text, closer, at + 1);
    for (let tries = 0; tries < triesPerOpener && close < text.length; tries += 1) {
      const isClosing = !/\s/.test(text[close - 1] ?? " ") && !/[\p{L}\p{N}]/u.test(text[close + 1] ?? " ");
      if (close > lineEnd && (mark === "'" || mark === "`" || !isClosing)) return -1;
      if (close > at + 1 && (mark !== "'" || isClosing)) return close;
      if (mark === "`") return -1;
      const following = text.indexOf(closer, close + 1);
      close = following < 0 ? text.length : following;
    }
    return -1;
  }

  /** The text with every span replaced by its mark. */
  replace(text: string): string {
    let out = "";
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const mark = text[at] ?? "";
      if (closers[mark] === undefined) continue;
      const isOpening = mark === "`" || at === 0 || beforeOpening.test(text[at - 1] ?? "");
      if (!isOpening || (mark !== "`" && /\s/.test(text[at + 1] ?? " "))) continue;
      const end = this.end(text, at, mark);
      if (end < 0) continue;
      out += `${text.slice(from, at)}${spanMark}${this.found.length}${spanEnd}`;
      this.found.push({ content: text.slice(at + 1, end), written: text.slice(at, end + 1) });
      from = end + 1;
      at = end;
    }
    return out + text.slice(from);
  }
}

/** Sets the material of a text aside. Linear in its length. */
export function setAside(view: string, scaffoldTags: readonly string[]): Prepared {
  const lines = withoutScaffold(view, scaffoldTags).split("\n");
  const fates = fencedAndQuoted(lines);
  setAsideIndented(lines, fates);
  setAsideRuns(lines, fates);
  const shown = lines.map((line) =>
    line.replace(speaking.test(line) ? speaking : reported, (words) => `${words}${spanEnd}`),
  );
  const reportedLines = shown.map((line) => line.indexOf(spanEnd));
  const kept = lines.map((line, index) => {
    const cut = reportedLines[index] ?? -1;
    return fates[index] !== "kept" ? "" : cut < 0 ? line : line.slice(0, cut);
  });
  // A text cannot hide its request by looking like a log.
  const isAllAside = kept.every(
    (line, index) => line.trim() === "" || (line.trim().length < 12 && (reportedLines[index] ?? -1) >= 0),
  );
  const remaining = isAllAside
    ? lines.map((line, index) => (fates[index] === "fenced" || fates[index] === "quoted" ? "" : line))
    : kept;
  const spans = new Spans();
  const text = spans.replace(remaining.join("\n"));
  return {
    text,
    spans: spans.found,
    hasPasted: fates.includes("fenced") || (!isAllAside && fates.includes("pasted")),
    hasQuoted:
      fates.includes("quoted") ||
      spans.found.length > 0 ||
      (!isAllAside && reportedLines.some((cut, index) => cut >= 0 && fates[index] === "kept")),
    hasFence: fates.includes("fenced"),
  };
}
