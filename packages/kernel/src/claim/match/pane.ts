/** @module A text that is searched, with its folding, tokens and token numbers made once and only when a search needs them. */

import { type Folded, fold } from "../fold.ts";
import { numberedTokens, type Token } from "../tokens.ts";
import { rowsOf } from "./search.ts";

/** Tokens with a number for each key, so that rows are found by numbers alone. */
export interface KeyLine {
  readonly tokens: readonly Token[];
  readonly numbers: Int32Array;
}

/** Longer panes are searched raw only. */
export const longestFolded = 2_000_000;

export class Pane {
  readonly raw: string;
  readonly cuts: readonly number[];
  #folded: Folded | null = null;
  #tokens: { readonly tokens: readonly Token[]; readonly numbers: ReadonlyMap<string, number> } | null = null;
  #all: KeyLine | null = null;
  #plain: KeyLine | null = null;
  #counts: Uint32Array | null = null;

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

  get #read(): { readonly tokens: readonly Token[]; readonly numbers: ReadonlyMap<string, number> } {
    this.#tokens ??= numberedTokens(this.folded);
    return this.#tokens;
  }

  get tokens(): readonly Token[] {
    return this.#read.tokens;
  }

  get all(): KeyLine {
    if (this.#all !== null) return this.#all;
    const { tokens, numbers: keys } = this.#read;
    const numbers = new Int32Array(tokens.length);
    const counts = new Uint32Array(keys.size);
    for (let index = 0; index < numbers.length; index += 1) {
      const number = tokens[index]?.number ?? 0;
      numbers[index] = number;
      counts[number] = (counts[number] ?? 0) + 1;
    }
    this.#counts = counts;
    this.#all = { tokens, numbers };
    return this.#all;
  }

  /** Without what a tool printed before the lines. */
  get plain(): KeyLine {
    if (this.#plain !== null) return this.#plain;
    const { all } = this;
    if (all.tokens.some(({ isGutter }) => isGutter)) {
      const numbers = all.numbers.filter((_, index) => all.tokens[index]?.isGutter === false);
      this.#plain = { tokens: all.tokens.filter(({ isGutter }) => !isGutter), numbers };
    } else this.#plain = all;
    return this.#plain;
  }

  /** The number of a key here, or -1. */
  numberOf(key: string): number {
    return this.#read.numbers.get(key) ?? -1;
  }

  /** How often a numbered key stands here. */
  countOf(number: number): number {
    return this.all.numbers.length === 0 ? 0 : (this.#counts?.[number] ?? 0);
  }
}

/** Indexes of the tokens of a line where a row of keys begins, at most `most`. */
export function findRow(pane: Pane, line: KeyLine, keys: readonly string[], most: number): number[] {
  const wanted = Int32Array.from(keys, (key) => pane.numberOf(key));
  if (wanted.includes(-1)) return [];
  const found: number[] = [];
  for (const index of rowsOf(line.numbers, wanted)) {
    found.push(index);
    if (found.length >= most) break;
  }
  return found;
}
