/** @module Content words of claims and results, stemmed lightly, and how far a text grounds a claim (claim gate, 4.5). */

import { fold } from "./fold.ts";
import { canonicalNumber } from "./numbers.ts";

const stopList: ReadonlySet<string> = new Set(
  (
    "a an the and or but if then than so as of to in on at by for from with into onto over under about between through during " +
    "is are was were be been being am do does did done have has had having will would can could may might shall should must " +
    "this that these those it its he she they them his her their there here we you i our your my me us who whom whose which " +
    "what when where why how not no nor also such other another each every any some all both more most much many very just " +
    "only own same too up down out off again further once because s t d ll m re ve"
  ).split(" "),
);

/** One light stem: plural, past and progressive endings go. */
export function lightStem(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:[xsz]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s") && !word.endsWith("ss") && word.length > 3) return word.slice(0, -1);
  if (word.endsWith("ing") && word.length > 5) return word.slice(0, -3);
  if (word.endsWith("ed") && word.length > 4) return word.slice(0, -2);
  return word;
}

/** A number with its separators is one run. */
const runs = /(?<![\p{L}\p{N}])[0-9]+(?:[.,][0-9]+)+(?!\p{L})|[\p{L}\p{M}\p{N}]+/gu;

/** The content words of a folded, lower-case text in order, stemmed; words of fewer than three letters only with a digit. */
function wordsOfFolded(text: string): string[] {
  const found: string[] = [];
  for (const piece of text.match(runs) ?? []) {
    const run = canonicalNumber(piece);
    if (stopList.has(run)) continue;
    if (run.length < 3 && !/\p{N}/u.test(run)) continue;
    found.push(lightStem(run));
  }
  return found;
}

export function foldedLower(text: string): string {
  return fold(text).text.toLowerCase().replaceAll("\u0307", "");
}

/** The content words of a text in order, with repetition. */
export function contentWords(text: string): string[] {
  return wordsOfFolded(foldedLower(text));
}

/** The best share of the wanted words inside any window of the source. */
function bestWindow(wanted: ReadonlySet<string>, source: readonly string[], size: number): number {
  const held = new Map<string, number>();
  let best = 0;
  for (const [index, word] of source.entries()) {
    if (wanted.has(word)) held.set(word, (held.get(word) ?? 0) + 1);
    const gone = source[index - size];
    if (gone !== undefined && wanted.has(gone)) {
      const count = (held.get(gone) ?? 1) - 1;
      if (count === 0) held.delete(gone);
      else held.set(gone, count);
    }
    if (held.size > best) best = held.size;
  }
  return best / Math.max(1, wanted.size);
}

/** The share of neighbouring claim words that follow each other within four words in the source. */
function neighbours(claim: readonly string[], source: readonly string[]): number {
  if (claim.length < 2) return 0;
  const wanted = new Map<string, Set<string>>();
  for (let index = 1; index < claim.length; index += 1) {
    const [left = "", right = ""] = [claim[index - 1], claim[index]];
    wanted.set(left, (wanted.get(left) ?? new Set()).add(right));
  }
  const found = new Set<string>();
  for (const [index, word] of source.entries()) {
    const followers = wanted.get(word);
    if (followers === undefined) continue;
    for (let step = 1; step <= 4; step += 1) {
      const next = source[index + step];
      if (next !== undefined && followers.has(next)) found.add(`${word} ${next}`);
    }
  }
  let count = 0;
  for (let index = 1; index < claim.length; index += 1)
    if (found.has(`${claim[index - 1] ?? ""} ${claim[index] ?? ""}`)) count += 1;
  return count / (claim.length - 1);
}

/** Share of the claim's distinct content words among the source's words. */
export function coverageOf(claim: readonly string[], source: ReadonlySet<string>): number {
  const wanted = new Set(claim);
  if (wanted.size === 0) return 1;
  let held = 0;
  for (const word of wanted) if (source.has(word)) held += 1;
  return held / wanted.size;
}

/**
 * How far a text grounds a claim, from 0 to 1: the mean of coverage, of the best coverage inside a window, and of the
 * neighbours that stay together. It labels sentences; coverage decides.
 */
export function grounding(claim: string, text: string): number {
  const words = contentWords(claim);
  if (words.length === 0) return 0;
  return groundingOf(words, contentWords(text));
}

export function groundingOf(words: readonly string[], source: readonly string[]): number {
  const wanted = new Set(words);
  const coverage = coverageOf(words, new Set(source));
  const window = bestWindow(wanted, source, Math.max(30, 3 * wanted.size));
  return (coverage + window + neighbours(words, source)) / 3;
}
