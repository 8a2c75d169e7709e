/** @module Stems of words: `totals`, `total` and `totalled` meet in one spelling. */

import { stemmer } from "stemmer";
import { ownCopy } from "./own-copy.ts";

/** Longer words are cut before stemming; nothing a person writes as one word is longer. */
export const maximumWordLength = 40;
/** Stems kept for the next question. The memo is emptied when it is full, so memory stays bounded; answers never differ. */
const maximumRemembered = 16_384;

const remembered = new Map<string, string>();

/** The stem of one folded word (Porter's rules for English; a word of another language comes back nearly unchanged). */
export function stemOf(word: string): string {
  const read = word.slice(0, maximumWordLength);
  const known = remembered.get(read);
  if (known !== undefined) return known;
  const own = ownCopy(read);
  const stem = stemmer(own);
  if (remembered.size >= maximumRemembered) remembered.clear();
  remembered.set(own, stem);
  return stem;
}
