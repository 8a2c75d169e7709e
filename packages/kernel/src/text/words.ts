/** @module Words of text, paths and identifiers: one way to cut, fold and stem them, so all three can be compared. */

import { stemOf } from "./stem.ts";
import { stopWords } from "./words-stop.ts";

/** Shorter words say too little. */
export const minimumWordLength = 3;

const other = 0;
const lower = 1;
const upper = 2;
/** A letter without case, as in Chinese or Hebrew. */
const caseless = 3;
/** A combining mark: it belongs to the letter before it. */
const mark = 4;

function kindBeyondAscii(character: string): number {
  if (/^\p{M}$/u.test(character)) return mark;
  if (!/^\p{L}$/u.test(character)) return other;
  if (/^\p{Lu}$/u.test(character)) return upper;
  return /^\p{Ll}$/u.test(character) ? lower : caseless;
}

function fold(word: string, isAscii: boolean): string {
  // Upper then lower is the full case fold (`STRASSE` = `straße`); NFKC makes the spellings of one letter equal.
  return isAscii ? word.toLowerCase() : word.normalize("NFKC").toUpperCase().toLowerCase();
}

/**
 * The words of a text in order, folded: cut at everything that is not a letter and at case changes, so
 * `parseHTTPHeader_v2` gives `parse`, `http`, `header`, `v`. Linear in the text.
 */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let start = -1;
  /** Where the character before this one begins. */
  let last = 0;
  let before = other;
  /** Whether the word so far is plain; a word that is cut at a capital may be folded in full for nothing. */
  let isAscii = true;
  let index = 0;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    let width = 1;
    let kind: number;
    if (unit < 128) {
      kind = unit >= 97 && unit <= 122 ? lower : unit >= 65 && unit <= 90 ? upper : other;
    } else {
      isAscii = false;
      const character = String.fromCodePoint(text.codePointAt(index) ?? unit);
      width = character.length;
      kind = kindBeyondAscii(character);
      if (kind === mark) kind = start === -1 ? other : before;
    }
    if (kind === other) {
      if (start !== -1) words.push(fold(text.slice(start, index), isAscii));
      start = -1;
      isAscii = true;
    } else if (start === -1) {
      start = index;
    } else if (kind === upper && before === lower) {
      words.push(fold(text.slice(start, index), isAscii));
      start = index;
    } else if (kind === lower && before === upper && last > start) {
      // `HTTPHeader`: the last capital begins the next word.
      words.push(fold(text.slice(start, last), isAscii));
      start = last;
    }
    before = kind;
    last = index;
    index += width;
  }
  if (start !== -1) words.push(fold(text.slice(start), isAscii));
  return words;
}

/** Whether a folded word may say what a change is about: long enough and not on the stop list. */
export function isTelling(word: string): boolean {
  return word.length >= minimumWordLength && !stopWords.has(word);
}

/** The stems of a text's telling words, in order and with repetition. */
export function stemsOf(text: string): string[] {
  const stems: string[] = [];
  for (const word of splitWords(text)) if (isTelling(word)) stems.push(stemOf(word));
  return stems;
}
