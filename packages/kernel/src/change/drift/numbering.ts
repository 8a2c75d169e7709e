/** @module Small numbers for the stems and identifiers of one change, so that files can be compared by counting. */

import { identifierWords } from "../../text/identifiers-words.ts";
import { stemOf } from "../../text/stem.ts";
import { isTelling, splitWords } from "../../text/words.ts";

/** One identifier with what makes it telling: the more words it is made of, the less likely two files share it by chance. */
export interface IdentifierWeight {
  readonly weight: number;
  readonly isCompound: boolean;
}

/** An identifier of four words or more weighs as one of four. */
const longestWeighed = 4;
const weightsByLength: readonly IdentifierWeight[] = [0, 1, 2, 3, 4].map((length) => ({
  weight: length * Math.sqrt(length),
  isCompound: length > 1,
}));

/** Gives every stem of one change a small number, the same each time. */
export interface StemNumbering {
  readonly size: number;
  /** The first word met with each stem: what a person is shown. */
  readonly words: readonly string[];
  of(stem: string, word: string): number;
}

export function startStemNumbering(): StemNumbering {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  return {
    get size() {
      return words.length;
    },
    words,
    of(stem, word) {
      const known = numbers.get(stem);
      if (known !== undefined) return known;
      numbers.set(stem, words.length);
      words.push(word);
      return words.length - 1;
    },
  };
}

export function stemNumbers(text: string, stems: StemNumbering): number[] {
  const found: number[] = [];
  for (const word of splitWords(text)) if (isTelling(word)) found.push(stems.of(stemOf(word), word));
  return found;
}

/** The identifiers of a change, each read once. */
export interface IdentifierNumbering {
  readonly texts: readonly string[];
  readonly stems: readonly (readonly number[])[];
  readonly folded: readonly string[];
  readonly weights: readonly IdentifierWeight[];
  of(identifier: string): number;
}

export function startIdentifierNumbering(stemNumbering: StemNumbering): IdentifierNumbering {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const stems: number[][] = [];
  const folded: string[] = [];
  const weights: IdentifierWeight[] = [];
  return {
    texts,
    stems,
    folded,
    weights,
    of(identifier) {
      const known = numbers.get(identifier);
      if (known !== undefined) return known;
      const words = identifierWords(identifier);
      numbers.set(identifier, texts.length);
      texts.push(identifier);
      stems.push(words.stems.map((stem, index) => stemNumbering.of(stem, words.words[index] ?? stem)));
      folded.push(words.folded);
      weights.push(weightsByLength[Math.min(words.length, longestWeighed)] ?? { weight: 1, isCompound: false });
      return texts.length - 1;
    },
  };
}

/** Collects numbers once each; `begin` starts anew without clearing what is large. */
export interface Collector {
  begin(): void;
  add(number: number): void;
  readonly numbers: readonly number[];
  readonly times: readonly number[];
}

export function startCollector(): Collector {
  let round = 0;
  const seen: number[] = [];
  const place: number[] = [];
  const state = {
    numbers: [] as number[],
    times: [] as number[],
    begin() {
      round += 1;
      state.numbers = [];
      state.times = [];
    },
    add(number: number) {
      while (seen.length <= number) {
        seen.push(0);
        place.push(0);
      }
      if (seen[number] === round) {
        const at = place[number] ?? 0;
        state.times[at] = (state.times[at] ?? 0) + 1;
      } else {
        seen[number] = round;
        place[number] = state.numbers.length;
        state.numbers.push(number);
        state.times.push(1);
      }
    },
  };
  return state;
}

/** The numbers without repetition, in the order they first come. */
export function once(numbers: readonly number[], collector: Collector): readonly number[] {
  collector.begin();
  for (const number of numbers) collector.add(number);
  return collector.numbers;
}
