/** @module Words around what a removal selects: which of them say something of it, and where what follows is no part of it. */

import { singular } from "./lexicon/lemma.ts";
import { kindNouns } from "./lexicon/nouns.ts";
import { sharedWords } from "./lexicon/removal-words.ts";
import {
  bulkWords,
  conjunctions,
  dataNouns,
  determiners,
  openingAdjectives,
  prepositions,
  pronouns,
  relativePronouns,
  subjects,
  trailingWords,
} from "./lexicon/words.ts";

/** Before a number these make a time or an amount of it. */
export const timely: ReadonlySet<string> = new Set([
  "than",
  "before",
  "after",
  "since",
  "until",
  "till",
  "during",
  "in",
  "from",
  "over",
  "under",
  "above",
  "below",
  "least",
  "most",
  "about",
  "by",
  "last",
  "first",
]);

/** Which of them is meant, nobody can tell. */
export const choosing: ReadonlySet<string> = new Set(["either", "half", "some", "several", "few", "most"]);
const asides: ReadonlySet<string> = new Set([
  "because",
  "since",
  "so",
  "as",
  "to",
  "if",
  "when",
  "once",
  "and",
  "—",
  "(",
  ":",
]);
/** Of what has a place where the work is anyway. */
const places: ReadonlySet<string> = new Set(
  "repo repository clone checkout project workspace machine laptop computer disk here locally".split(" "),
);
const plain: ReadonlySet<string> = new Set(
  "is are was were be been being has have own name names called named file files".split(" "),
);

/** `because …`, `to free the disk`, `, we are done with them`: no part of the selection. */
export function startsAside(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  return asides.has(word) || (word === "," && (subjects.has(words[at + 1] ?? "") || pronouns.has(words[at + 1] ?? "")));
}

/** Whether a word says something of the things selected that was not taken for a selector. */
export function isTelling(word: string): boolean {
  if (turning.has(word)) return true;
  if (!/\p{L}/u.test(word) || isSmall(word) || Object.hasOwn(kindNouns, singular(word))) return false;
  const isPlain = plain.has(word) || places.has(word) || trailingWords.has(word) || sharedWords.has(word);
  return !(isPlain || bulkWords.has(word) || openingAdjectives.has(word) || dataNouns.has(singular(word)));
}

/** What comes after these is left out. */
export const excluding: ReadonlySet<string> = new Set(
  "except excluding instead rather other apart besides save".split(" "),
);
/** These turn a selection round. */
export const turning: ReadonlySet<string> = new Set(
  "not non no never unless without but except aren't isn't wasn't weren't haven't hasn't don't doesn't didn't".split(
    " ",
  ),
);

export function isSmall(word: string): boolean {
  return (
    determiners.has(word) ||
    prepositions.has(word) ||
    pronouns.has(word) ||
    conjunctions.has(word) ||
    relativePronouns.has(word) ||
    /^\W+$/.test(word)
  );
}
