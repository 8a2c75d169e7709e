/** @module `evidence.excerpt_similarity`: every quote stands in the result of the call it names (claim gate, 4.3). */

import type { Exhibit } from "../evidence.ts";
import { type ClaimFinding, claimFinding } from "../finding.ts";
import { Excerpt, type ExcerptMatch, type MatchOptions, matchPrepared, matchWhole } from "../match/excerpt.ts";
import { excerptGrades, isAcceptedGrade } from "../match/grade.ts";
import type { Pane } from "../match/pane.ts";
import type { PaneName, Panes } from "../panes.ts";
import type { Pool } from "../pool.ts";
import type { ClaimSettings } from "../settings.ts";
import type { Invocation } from "../trace.ts";

const rule = "evidence.excerpt_similarity";
/** Characters of other results searched for the real owner of a quote. */
const mostSearched = 8_000_000;

const reasons: Readonly<Record<string, readonly [message: string, next: string]>> = {
  partial: ["Only a part of the quote is in the result.", "Quote the result as it stands."],
  absent: ["The quote is not in the result.", "Quote the result as it stands."],
  misattributed: ["The quote is from another call.", "Cite the call the words come from."],
  too_short: ["The quote is too short to show anything.", "Quote at least three words or twelve characters."],
  negation_edge: ["A word right outside the quote turns it around.", "Quote the whole statement."],
  negation_gap: ["The quote leaves out a word that turns it around.", "Quote without leaving that word out."],
  negation_mismatch: ["The quote negates otherwise than the result.", "Quote the result as it stands."],
  number_gap: ["The quote leaves out a number or a unit.", "Quote the number with it."],
  number_mismatch: ["A number or unit differs from the result.", "Quote the number as it stands."],
  unit_edge: ["The quote cuts a number from its unit.", "Quote the unit with it."],
  operator_mismatch: ["An operator or sign differs from the result.", "Quote the code as it stands."],
  identifier_mismatch: ["A name differs from the result.", "Quote the name as it stands."],
  changed_words: ["Words of the quote are not in the result.", "Quote the result as it stands."],
  reordered: ["The words are there, in another order.", "Quote them in the order of the result."],
  quilted: ["The quote joins words that stand far apart.", "Quote each part as an item of its own."],
  ellipsis_order: ["The parts of the quote stand in another order.", "Quote them in the order of the result."],
  ambiguous: ["The quote stands there twice, with two meanings.", "Quote more around it, or name the lines."],
  own_words: ["The command only printed what the agent typed.", "Cite a call that shows it."],
  result_not_recorded: ["The result of the call was not recorded.", "Record results, or cite another call."],
  source_truncated: [
    "The record of the result was cut, and the quote is not in what is left.",
    "Record the whole result.",
  ],
  source_too_large: ["The result is too large to be searched for a near match.", "Quote it exactly as it stands."],
};

export interface SimilaritySources {
  readonly pool: Pool;
  readonly panes: Panes;
  readonly least: ClaimSettings["excerpt"];
  /** Whether a call does nothing but print what the agent typed. */
  readonly printsOwnWords: (call: Invocation) => boolean;
}

function rank(match: ExcerptMatch): number {
  return excerptGrades.indexOf(match.grade) * 2 + (match.veto === null ? 0 : 1);
}

function bestMatch(
  panes: readonly (readonly [PaneName, Pane])[],
  excerpt: Excerpt,
  options: MatchOptions,
): { name: PaneName; match: ExcerptMatch } | null {
  let best: { name: PaneName; match: ExcerptMatch } | null = null;
  for (const [name, pane] of panes) {
    const match = matchPrepared(pane, excerpt, name === "text" ? options : {});
    // What is not refused is better than what is, whatever the grade.
    if (best === null || isBetter(match, best.match)) best = { name, match };
  }
  return best;
}

function isBetter(left: ExcerptMatch, right: ExcerptMatch): boolean {
  const isGood = (match: ExcerptMatch) => match.veto === null && rank(match) <= 4;
  if (isGood(left) !== isGood(right)) return isGood(left);
  return rank(left) < rank(right);
}

const longWord = /[A-Za-z]{4,}/g;

/** A pattern that every exact or repaired place of a quote holds, to pass over results quickly; null when there is none. */
function telltale(excerpt: Excerpt): RegExp | null {
  const words = excerpt.trimmed.match(longWord) ?? [];
  const longest = words.toSorted((left, right) => right.length - left.length)[0];
  return longest === undefined ? null : new RegExp(longest, "i");
}

/** The call of the pool a quote really comes from. */
function ownerOf(excerpt: Excerpt, own: Invocation, sources: SimilaritySources): Invocation | null {
  if (excerpt.pane.tokens.length === 0) return null;
  const mark = telltale(excerpt);
  let searched = 0;
  for (const call of sources.pool.calls) {
    if (call === own || call.result === null) continue;
    for (const [, pane] of sources.panes.of(call)) {
      searched += pane.raw.length;
      if (searched > mostSearched) return null;
      if (mark !== null && !mark.test(pane.raw)) continue;
      const match = matchWhole(pane, excerpt, {});
      if (match !== null && match.veto === null && isAcceptedGrade(match.grade, "repaired")) return call;
    }
  }
  return null;
}

function codeOf(
  exhibit: Exhibit,
  call: Invocation,
  match: ExcerptMatch,
  excerpt: Excerpt,
  sources: SimilaritySources,
): string | null {
  if (match.isTooLarge === true) return "source_too_large";
  const isGraded = isAcceptedGrade(match.grade, sources.least);
  if (match.veto === null && isGraded) {
    if (!sources.printsOwnWords(call)) return null;
    exhibit.veto = "own_words";
    return "own_words";
  }
  if (match.veto === "too_short") return "too_short";
  if (match.grade === "absent" && call.result?.truncated === true) return "source_truncated";
  const isFound = isAcceptedGrade(match.grade, "interleaved");
  const owner = isFound || match.veto === "own_words" ? null : ownerOf(excerpt, call, sources);
  if (owner !== null) {
    exhibit.grade = "misattributed";
    exhibit.veto = null;
    exhibit.owner = owner.id;
    return "misattributed";
  }
  return match.veto ?? match.grade;
}

/** Matches every quote whose call is known and notes there how it stands. */
export function checkExcerpts(exhibits: Iterable<Exhibit>, sources: SimilaritySources): ClaimFinding[] {
  const findings: ClaimFinding[] = [];
  for (const exhibit of exhibits) {
    const { call, item } = exhibit;
    if (call === null) continue;
    const code = judgeQuote(exhibit, call, sources);
    exhibit.isAccepted = code === null && exhibit.reference === null;
    if (code === null) continue;
    const [message, next] = reasons[code] ?? ["The quote was refused.", "Quote the result as it stands."];
    const named = exhibit.owner === null ? message : `${message} It stands in ${exhibit.owner}.`;
    const where = { evidence: item.id, invocation: call.id };
    findings.push(claimFinding(rule, code, "block", `${item.id}: ${named}`, where, next, item.excerpt));
  }
  return findings;
}

function judgeQuote(exhibit: Exhibit, call: Invocation, sources: SimilaritySources): string | null {
  const { item } = exhibit;
  if (call.result === null) return "result_not_recorded";
  const excerpt = new Excerpt(item.excerpt);
  const { line_start: lineStart, line_end: lineEnd } = item.locator ?? {};
  const options = {
    ...(lineStart === undefined ? {} : { lineStart }),
    ...(lineEnd === undefined ? {} : { lineEnd }),
  };
  const best = bestMatch(sources.panes.of(call), excerpt, options);
  if (best === null) return "result_not_recorded";
  const { match } = best;
  exhibit.pane = best.name;
  exhibit.grade = match.grade;
  exhibit.veto = match.veto;
  exhibit.coverage = match.coverage;
  exhibit.spans = match.spans;
  exhibit.count = match.count;
  return codeOf(exhibit, call, match, excerpt, sources);
}
