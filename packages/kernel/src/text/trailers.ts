/** @module Trailers of a commit message or description (change gate, section 4.3). */

export interface Trailer {
  key: string;
  value: string;
}

// `//` after the colon is an address, not a value.
const trailerLine = /^(?<key>[A-Za-z0-9-]{1,100})[ \t]{0,20}:(?!\/\/)[ \t]*(?<value>\S.*)$/;
const continuation = /^[ \t]+\S/;
const blank = /^[ \t]*$/;
const rule = /^---[ \t]*$/;
/** One of these makes a paragraph a trailer paragraph whatever else it holds; other lines of it are then prose. */
const certain = /^(?:co-authored-by|signed-off-by)[ \t]{0,20}:/i;

/**
 * A line as a person sees it: what is invisible goes and every other space is one, so that neither hides a trailer nor makes
 * a paragraph of nothing after it. The braille blank is drawn as nothing as well.
 */
function seen(line: string): string {
  if (!/[^\t\x20-\x7e]/.test(line)) return line;
  return line
    .replaceAll(/[\p{Cf}\p{Cs}\0\p{Default_Ignorable_Code_Point}]/gu, "")
    .replaceAll(/[^\S\t]|[\u2800\p{Cc}]/gu, (mark) => (mark === "\t" ? mark : " "));
}

/** Where the trailer paragraph begins and ends in `lines`; equal when there is none. */
function trailerParagraph(lines: readonly string[]): { start: number; end: number } {
  const line = (index: number): string => lines[index] ?? "";
  const skipBlank = (from: number): number => {
    let at = from;
    while (at > 0 && blank.test(line(at - 1))) at -= 1;
    return at;
  };
  let end = skipBlank(lines.length);
  if (end > 0 && rule.test(line(end - 1))) end = skipBlank(end - 1);
  let start = end;
  while (start > 0 && !blank.test(line(start - 1))) start -= 1;
  const paragraph = lines.slice(start, end);
  const isStrict = paragraph.every((text, index) => trailerLine.test(text) || (index > 0 && continuation.test(text)));
  return isStrict || paragraph.some((text) => certain.test(text)) ? { start, end } : { start: end, end };
}

function splitLines(text: string): string[] {
  return text.replace(/\r\n?/g, "\n").split("\n");
}

/**
 * The trailers of a text, in its order, keys as written (compare them folded), continuations joined with a space.
 *
 * Only the last paragraph counts, and only if each of its lines is `Key: value` or an indented continuation, or one is a
 * `Co-authored-by` or `Signed-off-by` line. A trailer-like line elsewhere is nothing. Linear; never throws.
 */
export function readTrailers(text: string): Trailer[] {
  const lines = splitLines(text).map(seen);
  const { start, end } = trailerParagraph(lines);
  const trailers: { key: string; values: string[] }[] = [];
  let isOpen = false;
  for (const line of lines.slice(start, end)) {
    const groups = trailerLine.exec(line)?.groups;
    if (groups !== undefined) {
      trailers.push({ key: groups["key"] ?? "", values: [(groups["value"] ?? "").trimEnd()] });
      isOpen = true;
    } else if (isOpen && continuation.test(line)) trailers.at(-1)?.values.push(line.trim());
    else isOpen = false;
  }
  return trailers.map(({ key, values }) => ({ key, value: values.join(" ") }));
}

/**
 * The text without its trailers and what follows them; prose lines of a mixed paragraph stay.
 *
 * A text of one paragraph keeps its first line when that is no certain trailer: `fix: correct the total` is a title.
 */
export function withoutTrailers(text: string): string {
  const lines = splitLines(text);
  const read = lines.map(seen);
  const { start, end } = trailerParagraph(read);
  if (start === end) return text;
  const kept = lines.slice(0, start);
  let isTrailer = false;
  for (const [index, line] of read.slice(start, end).entries()) {
    const isTitle = start + index === 0 && !certain.test(line);
    isTrailer = !isTitle && (trailerLine.test(line) || (isTrailer && continuation.test(line)));
    if (!isTrailer) kept.push(lines[start + index] ?? "");
  }
  return kept.join("\n").trimEnd();
}
