/** @module A text that is searched, with its folding, tokens and token keys made once and only when a search needs them. */

import { type Folded, fold } from "../fold.ts";
import { type Token, tokensOf } from "../tokens.ts";

/** Token keys in one text, so that a row of tokens is found as a substring. */
export interface KeyLine {
  readonly text: string;
  /** Index of the token each key begins, by position in `text`. */
  readonly offsets: Uint32Array;
  readonly tokens: readonly Token[];
}

/** Longer panes are searched raw only. */
export const longestFolded = 2_000_000;

export class Pane {
  readonly raw: string;
  readonly cuts: readonly number[];
  #folded: Folded | null = null;
  #tokens: readonly Token[] | null = null;
  #all: KeyLine | null = null;
  #plain: KeyLine | null = null;

  constructor(raw: string, cuts: readonly number[] = []) {
    this.raw = raw;
    this.cuts = cuts;
  }

  get isLong(): boolean {
    return this.raw.length > longestFolded;
  }

  get folded(): Folded {
    this.#folded ??= fold(this.raw);
    return this.#folded;
  }

  get tokens(): readonly Token[] {
    this.#tokens ??= tokensOf(this.folded);
    return this.#tokens;
  }

  get all(): KeyLine {
    this.#all ??= keyLine(this.tokens);
    return this.#all;
  }

  /** Without what a tool printed before the lines. */
  get plain(): KeyLine {
    this.#plain ??= this.tokens.some(({ isGutter }) => isGutter)
      ? keyLine(this.tokens.filter(({ isGutter }) => !isGutter))
      : this.all;
    return this.#plain;
  }
}

const join = "\u0000";

export function keyLine(tokens: readonly Token[]): KeyLine {
  const offsets = new Uint32Array(tokens.length);
  let length = 1;
  for (const [index, { key }] of tokens.entries()) {
    offsets[index] = length;
    length += key.length + 1;
  }
  return { text: join + tokens.map(({ key }) => key).join(join) + join, offsets, tokens };
}

/** Indexes of the tokens where a row of keys begins, at most `most`. */
export function findRow(line: KeyLine, keys: readonly string[], most: number): number[] {
  const wanted = join + keys.join(join) + join;
  const found: number[] = [];
  for (let at = line.text.indexOf(wanted); at >= 0 && found.length < most; at = line.text.indexOf(wanted, at + 1))
    found.push(indexAt(line.offsets, at + 1));
  return found;
}

function indexAt(offsets: Uint32Array, offset: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
