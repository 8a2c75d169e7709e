/**
 * @module Clauses that hold an order and are not meant as one: taken back, said to somebody else, only looked at, or rehearsed.
 * They count for everything that raises and give nothing.
 */

import type { ClauseReading } from "./clause-reading.ts";
import { verbAt } from "./lexicon/lookup.ts";
import { phraseSet } from "./lexicon/phrase-set.ts";
import { rehearsals, retractions, wholeRetractions } from "./lexicon/phrases.ts";
import { askingActs } from "./reading.ts";

const takingBack = phraseSet(retractions);
const alone: ReadonlySet<string> = new Set(wholeRetractions);
const rehearsing = phraseSet(rehearsals);

function holds(words: readonly string[], set: ReturnType<typeof phraseSet>): boolean {
  return words.some((_word, at) => set.at(words, at) > 0);
}

function isRetraction({ clause: { words } }: ClauseReading): boolean {
  const said = words.filter((word) => /[\p{L}\p{N}]/u.test(word)).join(" ");
  return alone.has(said) || holds(words, takingBack);
}

/** `translate: …`, `email paul: …`: what comes after the colon is the thing to be looked at, written or said. */
function introduces(words: readonly string[], colon: number): boolean {
  for (let at = 0; at < colon; at += 1) {
    const verb = verbAt(words, at)?.verb;
    if (verb !== undefined) return askingActs.has(verb.act) || verb.act === "author" || verb.class === "outward";
  }
  return false;
}

/** Whether a colon ends the clause; it is no word of it. */
function endsInColon({ clause }: ClauseReading, text: string): boolean {
  const end = clause.tokens.at(-1)?.end ?? text.length;
  return /^[*_ \t]*[:：]/.test(text.slice(end, end + 8));
}

/**
 * The clauses of a request that give nothing.
 *
 * @param text what they were cut from.
 */
export function unmeantClauses(clauses: readonly ClauseReading[], text: string): ReadonlySet<ClauseReading> {
  const unmeant = new Set(clauses.slice(0, clauses.findLastIndex(isRetraction) + 1));
  let isNegated = false;
  let isObject = false;
  for (const reading of clauses) {
    const { words, isFirst } = reading.clause;
    // A comma before an order ends a clause, not what was begun with `never`.
    isNegated = reading.isNegated || (isNegated && !isFirst);
    const colon = words.indexOf(":");
    if (isObject || isNegated || (colon > 0 && introduces(words, colon)) || holds(words, rehearsing))
      unmeant.add(reading);
    // What is introduced at the end of a line comes in those after it.
    isObject ||= endsInColon(reading, text) && introduces(words, words.length);
  }
  return unmeant;
}
