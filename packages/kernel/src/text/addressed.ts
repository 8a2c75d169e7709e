/** @module Finding prose that speaks to a model which reads the change (change gate, section 11.4), in linear time. */

import { pairNames, pairs, roles, rules, stems } from "./addressed-rules.ts";

// Letters of other scripts that look like Latin ones: enough to read a disguised order, not a table of all look-alikes.
const lookAlikes: Readonly<Record<string, string>> = {
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  у: "y",
  х: "x",
  і: "i",
  ј: "j",
  ѕ: "s",
  һ: "h",
  ԁ: "d",
  ɡ: "g",
  ո: "n",
  м: "m",
  т: "t",
  к: "k",
  в: "b",
  н: "h",
  α: "a",
  ο: "o",
  ε: "e",
  ι: "i",
  ν: "v",
  ρ: "p",
  τ: "t",
  υ: "u",
  κ: "k",
  ı: "i",
  ƚ: "l",
  "’": "'",
  ʼ: "'",
};
const nonAscii = /[^\x00-\x7F]/;
const invisible = /[\uFE00-\uFE0F\p{Cf}\u115F\u1160\u3164\uFFA0\p{Cc}]/gu;

/** Letters or marks that can split or disguise a word; such a text is made plain before it is searched. */
const disguise =
  /[\u0370-\u058F\u0131\u019A\u0261\u2019\u02BC\u00AD\u200B-\u200F\u2060-\u2064\uFEFF\uFF21-\uFF5A]|(?<=[A-Za-z])(?:\*\*?|`)[A-Za-z]|&(?:nbsp|#\d|#x)|\uD835|\uDB40/;

/** The text as a model would read it: no invisible letters, disguise or markup, one space between words. Length may change. */
export function plainWords(text: string): string {
  let plain = text.replace(/[\t\n\r]+[ \t]*(?:(?:\/\/+|#+|--|\*+|>+|;+|%+|\|)[ \t]*)*/g, "\n");
  plain = plain.replace(/\n[ \t]*\n\s*/g, " . ").replaceAll("\n", " ");
  if (nonAscii.test(plain)) {
    plain = plain.normalize("NFKC").replace(invisible, "");
    plain = plain.replace(
      /[\u0370-\u058F\u0131\u019A\u0261\u2019\u02BC]/g,
      (letter) => lookAlikes[letter.toLowerCase()] ?? letter,
    );
  }
  if (plain.includes("&"))
    plain = plain.replace(/&(?:nbsp|#160|#32);/g, " ").replace(/&(?:quot|apos|#39|lt|gt);/g, "'");
  return plain.replace(/[*_`~\\]+/g, (mark) => (mark.startsWith("_") ? " " : "")).replace(/\s+/g, " ");
}

/** Length of a block; two neighbouring blocks are read together, so an order of up to one block is never cut. */
const blockLength = 256;
/** Stems up to this length are whole words; longer ones are found by their first letters. */
const exactLength = 3;
const headLength = 4;

type Stem = readonly [stem: string, bits: number];

function indexStems(): ReadonlyMap<string, readonly Stem[]> {
  const byHead = new Map<string, Stem[]>();
  for (const [index, role] of roles.entries()) {
    for (const stem of stems[role].split("|")) {
      const head = stem.slice(0, headLength);
      byHead.set(head, [...(byHead.get(head) ?? []), [stem, 1 << index]]);
    }
  }
  return byHead;
}

const stemsByHead = indexStems();

/** For each UTF-16 unit its number below 64, upper and lower case alike; 0 for what stands in no word. */
const letterNumbers = new Uint8Array(0x10000);
for (const [index, letter] of "abcdefghijklmnopqrstuvwxyz0123456789'".split("").entries()) {
  letterNumbers[letter.charCodeAt(0)] = index + 1;
  letterNumbers[letter.toUpperCase().charCodeAt(0)] = index + 1;
}

function letterNumber(text: string, at: number): number {
  return at < text.length ? (letterNumbers[text.charCodeAt(at)] ?? 0) : 0;
}

function headNumber(head: string): number {
  let number = 0;
  for (let at = 0; at < head.length; at += 1) number = number * 64 + letterNumber(head, at);
  return number;
}

/** Heads of all stems. Most words begin like none of them, and are not even cut out of the text. */
const headNumbers: ReadonlySet<number> = new Set([...stemsByHead.keys()].map(headNumber));

/** The roles of a lower-case word. */
function rolesOf(word: string): number {
  const candidates = stemsByHead.get(word.length <= headLength ? word : word.slice(0, headLength));
  if (candidates === undefined) return 0;
  let bits = 0;
  for (const [stem, bit] of candidates) {
    if (stem.length <= exactLength ? word === stem : word.startsWith(stem)) bits |= bit;
  }
  return bits;
}

function firstHit(words: string, bits: number): string | null {
  for (const { needs, pattern } of rules) {
    if ((bits & needs) !== needs) continue;
    const hit = pattern().exec(words);
    if (hit !== null) return words.slice(hit.index, hit.index + Math.max(hit[0].length, 120));
  }
  return null;
}

interface Follower {
  readonly first: number;
  readonly within: number;
  readonly bit: number;
}

/** For each role, the pairs it can complete. */
const followers: readonly (readonly Follower[])[] = roles.map((role) =>
  pairNames.flatMap((name, index) => {
    const [first, second, within] = pairs[name];
    return second === role ? [{ first: roles.indexOf(first), within, bit: 1 << index }] : [];
  }),
);

/** Follows the words of a text and tells which pairs each completes. */
class PairSearch {
  readonly #lastAt: number[] = roles.map(() => Number.NEGATIVE_INFINITY);
  #at = 0;

  /** A word that plays no role. */
  skip(): void {
    this.#at += 1;
  }

  next(word: string): number {
    this.#at += 1;
    const seen = rolesOf(word);
    if (seen === 0) return 0;
    let bits = 0;
    // A word can be both ends only of a pair that says so.
    for (let left = seen; left !== 0; left &= left - 1) {
      const role = 31 - Math.clz32(left & -left);
      for (const { first, within, bit } of followers[role] ?? []) {
        const isSame = within === 0 && first === role;
        if (isSame || this.#at - (this.#lastAt[first] ?? 0) <= within) bits |= bit;
      }
    }
    for (let left = seen; left !== 0; left &= left - 1) this.#lastAt[31 - Math.clz32(left & -left)] = this.#at;
    return bits;
  }
}

/**
 * Places where the text speaks to a model, at most `limit`, as excerpts of the text around them. Linear: a rule is only
 * tried where all the words it needs stand near each other.
 */
export function findAddressed(input: string, limit: number): string[] {
  const text = disguise.test(input) ? plainWords(input) : input;
  const hits: string[] = [];
  const search = new PairSearch();
  let blockStart = 0;
  let previousBits = 0;
  let bits = 0;
  const settle = (end: number): void => {
    const both = previousBits | bits;
    const start = Math.max(0, blockStart - (previousBits === 0 ? 32 : blockLength));
    const hit = bits !== 0 ? firstHit(plainWords(text.slice(start, end + 160)), both) : null;
    if (hit !== null) hits.push(hit);
    previousBits = hit === null ? bits : 0;
    bits = 0;
  };
  for (let at = 0; at < text.length && hits.length < limit; ) {
    const start = at;
    let head = 0;
    for (let letter = letterNumber(text, at); letter !== 0; letter = letterNumber(text, at)) {
      if (at < start + headLength) head = head * 64 + letter;
      at += 1;
    }
    if (at === start) {
      at += 1;
      continue;
    }
    if (start >= blockStart + blockLength) {
      settle(blockStart + blockLength);
      const skipped = Math.floor((start - blockStart) / blockLength);
      if (skipped > 1) previousBits = 0;
      blockStart += skipped * blockLength;
    }
    if (!headNumbers.has(head)) {
      search.skip();
      continue;
    }
    // A run of letters longer than any word of an order is looked at by its head only.
    const word = text.slice(start, Math.min(at, start + 24));
    bits |= search.next(word === "To" || word === "For" ? word : word.toLowerCase());
  }
  if (hits.length < limit) settle(text.length);
  return hits;
}
