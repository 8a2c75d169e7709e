/** @module Excerpts with omissions: every fragment has to stand in the pane, in order, with nothing that turns them in between (claim gate, 4.3). */

import type { Token } from "../tokens.ts";
import { isFailureWord, isNegator, lightWords } from "../word-sets.ts";
import { edgeVeto, tokenAt } from "./edges.ts";
import { findExact } from "./exact.ts";
import type { ExcerptGrade } from "./grade.ts";
import type { Occurrence } from "./occurrence.ts";
import { Pane } from "./pane.ts";
import { findRepaired } from "./repaired.ts";

const omission = /\[(?:\u2026|\.{3,})\]|\((?:\u2026|\.{3,})\)|\u2026|\.{3,}/g;
const longestGap = 30;
const longestGaps = 60;
const mostFragments = 64;

/** The excerpt without omissions at its ends, and its fragments. */
export function fragmentsOf(excerpt: string): string[] {
  const parts = excerpt.split(omission).map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

export interface ChainMatch {
  readonly grade: ExcerptGrade;
  readonly veto: string | null;
  readonly spans: readonly (readonly [number, number])[];
}

interface Fragment {
  readonly pane: Pane;
  readonly tokens: readonly Token[];
  readonly places: readonly Occurrence[];
}

function contentOf(tokens: readonly Token[]): number {
  return tokens.filter(({ key }) => !lightWords.has(key)).length;
}

function readFragment(source: Pane, text: string): Fragment {
  const pane = new Pane(text);
  const exact = findExact(source, pane.folded.text);
  const repaired = [source.all, ...(source.plain === source.all ? [] : [source.plain])].flatMap((line) =>
    findRepaired(source, pane.folded.text, pane.tokens, line),
  );
  // Inside a chain only its outer ends have edges.
  const places = [...exact, ...repaired].filter(
    ({ veto }) => veto !== "identifier_mismatch" && veto !== "operator_mismatch",
  );
  return { pane, tokens: pane.tokens, places: places.toSorted((left, right) => left.start - right.start) };
}

/** The tightest row of places in order, or null. */
function chainOf(fragments: readonly Fragment[]): Occurrence[] | null {
  let best: Occurrence[] | null = null;
  let bestLength = Number.POSITIVE_INFINITY;
  const [first, ...rest] = fragments;
  for (const place of first?.places ?? []) {
    const chain = [place];
    let end = place.end;
    for (const { places } of rest) {
      const next = places.find(({ start }) => start >= end);
      if (next === undefined) break;
      chain.push(next);
      end = next.end;
    }
    if (chain.length === fragments.length && end - place.start < bestLength) {
      best = chain;
      bestLength = end - place.start;
    }
  }
  return best;
}

function isNumbered(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind }) => kind === "num");
}

function judgeChain(source: Pane, fragments: readonly Fragment[], chain: readonly Occurrence[]): ChainMatch {
  const { tokens, folded } = source;
  const spans = chain.map(({ start, end }): [number, number] => [start, end]);
  let total = 0;
  let longest = 0;
  let veto: string | null = null;
  let hasNumberGap = false;
  for (let index = 1; index < chain.length; index += 1) {
    const [left, right] = [chain[index - 1], chain[index]];
    if (left === undefined || right === undefined) continue;
    const gap = tokens.slice(tokenAt(tokens, left.end), tokenAt(tokens, right.start)).filter((one) => !one.isGutter);
    total += gap.length;
    longest = Math.max(longest, gap.length);
    if (gap.some(({ key }) => isNegator(key) || isFailureWord(key))) veto = "negation_gap";
    const isBeside = isNumbered(fragments[index - 1]?.tokens ?? []) || isNumbered(fragments[index]?.tokens ?? []);
    if (isNumbered(gap) && isBeside) hasNumberGap = true;
    if (source.cuts.some((cut) => cut > (folded.ends[left.end - 1] ?? 0) && cut < (folded.starts[right.start] ?? 0)))
      return { grade: "partial", veto: "quilted", spans };
  }
  if (longest > longestGap || total > longestGaps) return { grade: "partial", veto: "quilted", spans };
  const [first, last] = [chain[0], chain.at(-1)];
  veto ??= hasNumberGap ? "number_gap" : null;
  if (veto === null && first !== undefined && last !== undefined)
    veto = edgeVeto(folded.text, tokens, first.start, last.end);
  return { grade: "interleaved", veto, spans };
}

/** Matches fragments that an excerpt joins by omissions. */
export function matchChain(source: Pane, texts: readonly string[]): ChainMatch {
  if (texts.length > mostFragments) return { grade: "partial", veto: "quilted", spans: [] };
  const fragments = texts.map((text) => readFragment(source, text));
  const found = fragments.filter(({ places }) => places.length > 0);
  const weight = (all: readonly Fragment[]) => all.reduce((sum, { tokens }) => sum + contentOf(tokens), 0);
  const share = weight(found) / Math.max(1, weight(fragments));
  const isShort = fragments.some(({ tokens, pane }) => contentOf(tokens) < 2 && pane.folded.text.length < 8);
  if (isShort) return { grade: share >= 0.6 ? "partial" : "absent", veto: "too_short", spans: [] };
  if (found.length < fragments.length) return { grade: share >= 0.6 ? "partial" : "absent", veto: null, spans: [] };
  const chain = chainOf(fragments);
  if (chain === null) return { grade: "partial", veto: "ellipsis_order", spans: [] };
  return judgeChain(source, fragments, chain);
}
