/**
 * @module Path patterns (change gate, section 7.1): `*` inside a segment, `**` for whole segments, and nothing else.
 *
 * The grammar is so small that patterns are compiled here instead of by a glob library: an index over the whole list is
 * exact, and one pass over a path answers for every list at once.
 */

import { anyDepth, indexPatterns, type PatternSegments, type SegmentGlob } from "./pattern-index.ts";

export const maximumPatternLength = 200;
export const maximumPatterns = 10_000;
/** No file system the platforms run on has longer paths. Longer ones are not compared: no lowering list matches them. */
export const maximumPathLength = 4096;

/** Characters of other glob languages. As names they can be written with `*` in their place. */
const otherSyntax = /[?[\]{}\\|]|[@!+*]\(/;
const hiddenCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** A list of patterns with its exceptions, ready to be asked. */
export interface PatternList {
  /** Whether a positive entry matches the raw path and no exception does. */
  matches(path: string): boolean;
}

export interface ListEntry {
  readonly isException: boolean;
  readonly pattern: string;
}

/** Splits off the `!` of an exception. */
export function readEntry(entry: string): ListEntry {
  const isException = entry.startsWith("!");
  return { isException, pattern: isException ? entry.slice(1) : entry };
}

function parseSegment(text: string): SegmentGlob {
  if (!text.includes("*")) return [text];
  const [first = "", ...rest] = text.split("*");
  return [first, ...rest];
}

/** The segments of a pattern without its `!`. Text that is no usable pattern is read as literally as it can be. */
export function parsePattern(pattern: string): PatternSegments {
  const isBelow = pattern.endsWith("/");
  const body = pattern.slice(pattern.startsWith("/") ? 1 : 0, isBelow && pattern.length > 1 ? -1 : undefined);
  const parts = body.split("/");
  const isAnchored = pattern.startsWith("/") || parts.length > 1;
  if (!isAnchored) parts.unshift(anyDepth);
  if (isBelow) parts.push(anyDepth);
  const segments: (SegmentGlob | typeof anyDepth)[] = [];
  for (const part of parts) {
    if (part !== anyDepth) segments.push(parseSegment(part));
    else if (segments.at(-1) !== anyDepth) segments.push(anyDepth);
  }
  if (segments.at(-1) === anyDepth) {
    // `P/**` is what lies below P, not P itself: at least one more segment.
    segments.splice(-1, 0, ["", ""]);
  }
  return segments;
}

/**
 * Why an entry of a list cannot be used, as the end of a sentence that begins with "it"; null when it can.
 * A leading `!` (exception) is part of the entry, a leading `+` is not (see `lists.ts`).
 */
export function checkPattern(entry: string): string | null {
  const { pattern } = readEntry(entry);
  if (pattern.trim() === "" || pattern === "/") return "is empty";
  if (pattern.length > maximumPatternLength) return `is longer than ${maximumPatternLength} characters`;
  if (hiddenCharacter.test(pattern)) return "holds a control or invisible character";
  if (!pattern.isWellFormed()) return "is not valid Unicode";
  if (pattern !== pattern.trim()) return "begins or ends with a space";
  if (/^[A-Za-z]:/.test(pattern)) return "begins with a drive; patterns start at the root of the repository";
  if (pattern.startsWith("!")) return "begins with two exclamation marks";
  if (otherSyntax.test(pattern)) return "uses a sign that patterns do not have; only `*` and `**` are known";
  const parts = pattern.replace(/^\//, "").replace(/\/$/, "").split("/");
  if (parts.includes("..")) return "leaves the repository with `..`";
  if (parts.includes(".") || parts.includes("")) return "has an empty or `.` segment, which no path has";
  return null;
}

export interface PatternProblem {
  /** Place in the list, from 0; null for the list as a whole. */
  readonly index: number | null;
  readonly reason: string;
}

/** Every entry that cannot be used, and whether the list is one of exceptions only or too long. Empty: usable. */
export function checkPatternList(entries: readonly string[]): PatternProblem[] {
  const problems: PatternProblem[] = [];
  if (entries.length > maximumPatterns)
    problems.push({ index: null, reason: `has more than ${maximumPatterns} entries` });
  if (entries.length > 0 && entries.every((entry) => entry.startsWith("!"))) {
    problems.push({ index: null, reason: "has only exceptions, so it can match nothing" });
  }
  for (const [index, entry] of entries.entries()) {
    const reason = checkPattern(entry);
    if (reason !== null) problems.push({ index, reason });
  }
  return problems;
}

const positive = 1;
const exception = 2;

/**
 * Compiles a list. The order of the entries does not matter: a path matches when a positive entry matches and no exception
 * does (B2). Dotfiles are ordinary. Never throws; check configured lists with `checkPatternList` first.
 */
export function compilePatternList(entries: readonly string[]): PatternList {
  const index = indexPatterns(
    entries.map(readEntry).map(({ isException, pattern }) => ({
      segments: parsePattern(pattern),
      mask: isException ? exception : positive,
    })),
  );
  return {
    matches(path) {
      return path.length <= maximumPathLength && index(path.split("/")) === positive;
    },
  };
}
