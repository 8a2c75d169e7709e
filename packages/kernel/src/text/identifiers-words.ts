/** @module One identifier cut into its words, remembered: the same names come back in every file and every change. */

import { ownCopy } from "./own-copy.ts";
import { stemOf } from "./stem.ts";
import { isTelling, splitWords } from "./words.ts";

export interface IdentifierWords {
  /** Stems of its telling words, each once, and one telling word for each of them. */
  readonly stems: readonly string[];
  readonly words: readonly string[];
  /** How many words it is made of, telling or not. */
  readonly length: number;
  /** Folded, without underscores: `cart_total` and `cartTotal` meet. */
  readonly folded: string;
}

/** Identifiers that are remembered, and how long one may be to be so. The memory starts anew when it is full. */
const maximumRemembered = 8192;
const longestRemembered = 80;

const remembered = new Map<string, IdentifierWords>();

function read(identifier: string): IdentifierWords {
  const all = splitWords(identifier);
  const stems: string[] = [];
  const words: string[] = [];
  for (const word of all) {
    if (!isTelling(word)) continue;
    const stem = stemOf(word);
    if (stems.includes(stem)) continue;
    stems.push(stem);
    words.push(word);
    // No name is made of more; the bound keeps the look for repetition linear.
    if (stems.length === 32) break;
  }
  return { stems, words, length: all.length, folded: identifier.toLowerCase().replaceAll("_", "") };
}

/** The words of an identifier. The answer does not depend on what was asked before. */
export function identifierWords(identifier: string): IdentifierWords {
  const known = remembered.get(identifier);
  if (known !== undefined) return known;
  if (identifier.length > longestRemembered) return read(identifier);
  const own = ownCopy(identifier);
  const found = read(own);
  if (remembered.size >= maximumRemembered) remembered.clear();
  remembered.set(own, found);
  return found;
}
