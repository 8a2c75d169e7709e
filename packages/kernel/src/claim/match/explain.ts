/** @module What an alignment amounts to: its grade, and the sharpest reason to refuse it (claim gate, 4.3). */

import type { Token } from "../tokens.ts";
import { isFailureWord, isNegator, isRestriction, isUnit, lightWords } from "../word-sets.ts";
import type { Alignment } from "./align.ts";
import { edgeVeto } from "./edges.ts";
import type { ExcerptGrade } from "./grade.ts";
import type { Pane } from "./pane.ts";
import { pairVeto } from "./repaired.ts";

export interface AlignmentMatch {
  readonly grade: ExcerptGrade;
  readonly veto: string | null;
  readonly start: number;
  readonly end: number;
  readonly coverage: number;
  /** The words it leaves out, to tell two readings apart. */
  readonly skipped: string;
}

const longestGap = 5;

interface Skips {
  readonly tokens: readonly Token[];
  readonly longest: number;
  /** A unit right behind a matched number was left out. */
  readonly dropsUnit: boolean;
}

function skipsOf(pairs: readonly number[], source: readonly Token[]): Skips {
  const tokens: Token[] = [];
  let longest = 0;
  let dropsUnit = false;
  let last = -1;
  for (const pair of pairs) {
    if (pair < 0) continue;
    if (last >= 0) {
      const gap = source.slice(last + 1, pair);
      longest = Math.max(longest, gap.length);
      tokens.push(...gap);
      const [first] = gap;
      if (first !== undefined && source[last]?.kind === "num" && isUnit(first.key)) dropsUnit = true;
    }
    last = pair;
  }
  return { tokens, longest, dropsUnit };
}

function skipVeto(
  skips: Skips,
  excerptText: string,
  excerpt: readonly Token[],
  pane: Pane,
  matched: Token[],
): string | null {
  const { tokens } = skips;
  if (tokens.some(({ key }) => isNegator(key) || isFailureWord(key) || isRestriction(key))) return "negation_gap";
  if (skips.dropsUnit || tokens.some(({ kind }) => kind === "num")) return "number_gap";
  if (tokens.some(({ kind }) => kind === "op")) return "operator_mismatch";
  return pairVeto(excerptText, excerpt, pane.folded.text, matched);
}

/** A word that names something in code: with a digit, an underscore or a capital inside. */
function isIdentifier(text: string, { kind, start, end }: Token): boolean {
  if (kind !== "word") return false;
  const written = text.slice(start, end);
  return (
    /[\p{L}_].*[\p{N}_]|[\p{N}_].*\p{L}/u.test(written) || /\p{Ll}\p{Lu}/u.test(written) || isDigitJoined(text, start)
  );
}

function isDigitJoined(text: string, start: number): boolean {
  return /\p{N}/u.test(text[start - 1] ?? "");
}

function partialVeto(unmatched: readonly Token[], skips: Skips, excerptText: string, pane: Pane): string {
  if ([...unmatched, ...skips.tokens].some(({ key }) => isNegator(key))) return "negation_mismatch";
  if (unmatched.some(({ kind }) => kind === "op")) return "operator_mismatch";
  if (unmatched.some(({ kind, key }) => kind === "num" || isUnit(key))) return "number_mismatch";
  if (unmatched.every(({ key }) => pane.numberOf(key) >= 0)) return "reordered";
  return unmatched.some((token) => isIdentifier(excerptText, token)) ? "identifier_mismatch" : "changed_words";
}

/** Grades one alignment. `source` are the tokens that were aligned. */
export function explainAlignment(
  alignment: Alignment,
  excerptText: string,
  excerpt: readonly Token[],
  source: readonly Token[],
  pane: Pane,
): AlignmentMatch {
  const { pairs } = alignment;
  const isLight = ({ key }: Token) => lightWords.has(key);
  const content = excerpt.filter((token) => !isLight(token)).length;
  const unmatched = excerpt.filter((_, index) => (pairs[index] ?? -1) < 0);
  const unmatchedContent = unmatched.filter((token) => !isLight(token));
  const skips = skipsOf(pairs, source);
  const held = pairs.filter((pair) => pair >= 0);
  const [first, last] = [source[held[0] ?? -1], source[held.at(-1) ?? -1]];
  const start = first?.start ?? 0;
  const end = last?.end ?? 0;
  const coverage = (content - unmatchedContent.length) / Math.max(1, content);
  const skipped = skips.tokens.map(({ key }) => key).join(" ");
  const base = { start, end, coverage, skipped };
  if (unmatchedContent.length > 0 || content === 0) {
    if (coverage < 0.6) return { ...base, grade: "absent", veto: null };
    return { ...base, grade: "partial", veto: partialVeto(unmatchedContent, skips, excerptText, pane) };
  }
  const matched: Token[] = [];
  for (const [index, pair] of pairs.entries()) {
    const token = source[pair];
    if (pair >= 0 && token !== undefined) matched[index] = token;
  }
  const lightLost = unmatched.length;
  const isWithin =
    lightLost <= 2 &&
    lightLost <= 0.2 * excerpt.length &&
    skips.longest <= longestGap &&
    skips.tokens.length <= Math.max(2, 0.34 * excerpt.length);
  const veto = skipVeto(skips, excerptText, excerpt, pane, matched);
  if (!isWithin) return { ...base, grade: "partial", veto: veto ?? "quilted" };
  return { ...base, grade: "interleaved", veto: veto ?? edgeVeto(pane.folded.text, pane.tokens, start, end) };
}
