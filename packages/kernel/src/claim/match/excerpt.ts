/** @module Whether an excerpt stands in a pane: the grade of the match, what refuses it, and where it is (claim gate, 4.3). */

import { fold } from "../fold.ts";
import { tokensOf } from "../tokens.ts";
import { lightWords } from "../word-sets.ts";
import { type Alignment, alignments, mostAligned } from "./align.ts";
import { fragmentsOf, matchChain } from "./ellipsis.ts";
import { findExact, findRaw } from "./exact.ts";
import { explainAlignment } from "./explain.ts";
import type { ExcerptGrade } from "./grade.ts";
import { isAcrossCut } from "./occurrence.ts";
import { Pane } from "./pane.ts";
import { findRepaired } from "./repaired.ts";

export interface MatchOptions {
  /** Lines of the pane, from 1: they choose among equal matches. */
  readonly lineStart?: number;
  readonly lineEnd?: number;
}

export interface ExcerptMatch {
  readonly grade: ExcerptGrade;
  /** The name of what refuses it, whatever the grade. */
  readonly veto: string | null;
  /** Share of the content tokens that were found. */
  readonly coverage: number;
  /** UTF-16 offsets in the pane as received. */
  readonly spans: readonly (readonly [number, number])[];
  /** How often it stands there. */
  readonly count: number;
  /** The pane is too long to be folded, and the excerpt does not stand in it as written. */
  readonly isTooLarge?: boolean;
}

const nothing: ExcerptMatch = { grade: "absent", veto: null, coverage: 0, spans: [], count: 0 };

interface Place {
  readonly start: number;
  readonly end: number;
  readonly veto: string | null;
}

function lineAt(raw: string, offset: number): number {
  let line = 1;
  for (let at = raw.indexOf("\n"); at >= 0 && at < offset; at = raw.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** Several places: those in the named lines if any are; all clean, all refused, or two meanings. */
function settle(raw: string, grade: ExcerptGrade, places: readonly Place[], options: MatchOptions): ExcerptMatch {
  const { lineStart, lineEnd } = options;
  let chosen = places;
  if (lineStart !== undefined && places.length > 1) {
    const inside = places.filter(({ start }) => {
      const line = lineAt(raw, start);
      return line >= lineStart && line <= (lineEnd ?? lineStart);
    });
    if (inside.length > 0) chosen = inside;
  }
  const clean = chosen.filter(({ veto }) => veto === null);
  const isMixed = clean.length > 0 && clean.length < chosen.length;
  const shown = clean[0] ?? chosen[0];
  return {
    grade,
    veto: isMixed ? "ambiguous" : (shown?.veto ?? null),
    coverage: 1,
    spans: shown === undefined ? [] : [[shown.start, shown.end]],
    count: places.length,
  };
}

/** What every search of an excerpt needs, made once. */
export class Excerpt {
  readonly raw: string;
  readonly trimmed: string;
  readonly pane: Pane;
  readonly fragments: readonly string[];
  readonly contentTokens: number;

  constructor(raw: string) {
    this.raw = raw;
    this.pane = new Pane(raw);
    this.fragments = fragmentsOf(raw);
    this.trimmed = this.fragments.length === 1 ? (this.fragments[0] ?? raw) : raw;
    this.contentTokens = this.pane.tokens.filter(({ key }) => !lightWords.has(key)).length;
  }
}

function placesIn(pane: Pane, places: readonly { start: number; end: number; veto: string | null }[]): Place[] {
  const { starts, ends } = pane.folded;
  return places.map(({ start, end, veto }) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0, veto }));
}

/** Exact or repaired, or null. */
export function matchWhole(pane: Pane, excerpt: Excerpt, options: MatchOptions): ExcerptMatch | null {
  for (const text of excerpt.raw === excerpt.trimmed ? [excerpt.raw] : [excerpt.raw, excerpt.trimmed]) {
    const raw = findRaw(pane, text);
    if (raw.length > 0) return settle(pane.raw, "exact", raw, options);
  }
  if (pane.isLong) return null;
  const texts = excerpt.raw === excerpt.trimmed ? [excerpt.pane] : [excerpt.pane, new Pane(excerpt.trimmed)];
  for (const { folded, raw } of texts) {
    // What folds to itself on both sides was looked for already.
    const isLooked = pane.folded.text === pane.raw && folded.text === raw && !raw.includes(" ") && !raw.includes("\n");
    const exact = isLooked ? [] : findExact(pane, folded.text);
    if (exact.length > 0) return settle(pane.raw, "exact", placesIn(pane, exact), options);
  }
  if (excerpt.fragments.length > 1) return null;
  const last = texts.at(-1) ?? excerpt.pane;
  for (const line of pane.plain === pane.all ? [pane.all] : [pane.all, pane.plain]) {
    const repaired = findRepaired(pane, last.folded.text, last.tokens, line);
    if (repaired.length > 0) return settle(pane.raw, "repaired", placesIn(pane, repaired), options);
  }
  return null;
}

function matchAligned(pane: Pane, excerpt: Excerpt): ExcerptMatch {
  const folded = excerpt.raw === excerpt.trimmed ? excerpt.pane.folded : fold(excerpt.trimmed);
  const tokens = (excerpt.raw === excerpt.trimmed ? excerpt.pane.tokens : tokensOf(folded)).slice(0, mostAligned);
  const isWhole = tokens.length === excerpt.pane.tokens.length;
  // A quote that brings line numbers or paths along is held to them.
  const line = tokens.some(({ isGutter }) => isGutter) ? pane.all : pane.plain;
  const source = line.tokens;
  const explain = (alignment: Alignment) => explainAlignment(alignment, folded.text, tokens, source, pane);
  const isAccepted = (alignment: Alignment) => {
    const { grade, veto } = explain(alignment);
    return grade === "interleaved" && veto === null;
  };
  const found = alignments(folded.text, tokens, pane, line, isAccepted).map(explain);
  const { starts, ends } = pane.folded;
  const whole = found.filter(
    ({ start, end }) => !isAcrossCut(pane.cuts, starts[start] ?? 0, ends[Math.max(0, end - 1)] ?? 0),
  );
  const [best] = whole;
  if (best === undefined) return nothing;
  const spans: [number, number][] = [[starts[best.start] ?? 0, ends[Math.max(0, best.end - 1)] ?? 0]];
  const { grade, veto, coverage } = best;
  if (!isWhole && grade === "interleaved")
    return { grade: "partial", veto: "changed_words", coverage, spans, count: 1 };
  if (grade !== "interleaved" || veto !== null)
    return { grade, veto, coverage, spans: grade === "absent" ? [] : spans, count: grade === "absent" ? 0 : 1 };
  const others = whole.filter((one) => one.grade === "interleaved" && one.start >= best.end !== one.end <= best.start);
  const isAmbiguous = others.some(({ skipped }) => skipped !== best.skipped);
  return { grade, veto: isAmbiguous ? "ambiguous" : null, coverage, spans, count: 1 + others.length };
}

function isTooShort(pane: Pane, excerpt: Excerpt): boolean {
  if (excerpt.pane.tokens.length === 0) return true;
  if (excerpt.pane.folded.text.length >= 12 || excerpt.contentTokens >= 3) return false;
  if (pane.raw.length > 400) return true;
  return pane.folded.text !== excerpt.pane.folded.text;
}

/** Matches an excerpt that was read before. */
export function matchPrepared(pane: Pane, excerpt: Excerpt, options: MatchOptions = {}): ExcerptMatch {
  if (excerpt.pane.tokens.length === 0) return { ...nothing, veto: "too_short" };
  const match = matchAny(pane, excerpt, options);
  return isTooShort(pane, excerpt) ? { ...match, veto: "too_short" } : match;
}

function matchAny(pane: Pane, excerpt: Excerpt, options: MatchOptions): ExcerptMatch {
  const whole = matchWhole(pane, excerpt, options);
  if (whole !== null) return whole;
  if (pane.isLong) return { ...nothing, isTooLarge: true };
  if (excerpt.fragments.length < 2) return matchAligned(pane, excerpt);
  const { grade, veto, spans } = matchChain(pane, excerpt.fragments);
  const { starts, ends } = pane.folded;
  return {
    grade,
    veto,
    coverage: grade === "interleaved" ? 1 : 0,
    spans: spans.map(([start, end]) => [starts[start] ?? 0, ends[end - 1] ?? 0]),
    count: grade === "absent" ? 0 : 1,
  };
}

/**
 * Whether an excerpt stands in a pane. Linear in the pane for exact and repaired matches; an alignment costs at most
 * 8 windows of twice the excerpt. Never throws.
 */
export function matchExcerpt(pane: string, excerpt: string, options: MatchOptions = {}): ExcerptMatch {
  return matchPrepared(new Pane(pane), new Excerpt(excerpt), options);
}
