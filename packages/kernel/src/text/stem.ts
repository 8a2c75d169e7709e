/** @module Stems of words: `totals`, `total` and `totalled` meet in one spelling. */

import { stemmer } from "stemmer";

/** Longer words are cut before stemming; nothing a person writes as one word is longer. */
export const maximumWordLength = 40;
/** Stems kept for the next question. The memo is emptied when it is full, so memory stays bounded; answers never differ. */
const maximumRemembered = 50_000;

const remembered = new Map<string, string>();

/** The stem of one folded word (Porter's rules for English; a word of another language comes back nearly unchanged). */
export function stemOf(word: string): string {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word.slice(0, maximumWordLength));
  if (remembered.size >= maximumRemembered) remembered.clear();
  remembered.set(word, stem);
  return stem;
}
