/** @module Aligns an excerpt with the windows of a pane that hold most of its tokens, in order; the cost is bounded (claim gate, 4.3). */

import { glueBetween, type Token } from "../tokens.ts";
import { lightWords } from "../word-sets.ts";
import type { KeyLine, Pane } from "./pane.ts";

export const mostAligned = 512;
const mostVotes = 2_000;
const mostWindows = 8;
const leastShare = 0.4;

/** Matched pairs: for each excerpt token the index of the source token, or -1. */
export interface Alignment {
  readonly pairs: readonly number[];
  readonly score: number;
}

/** Positions of the excerpt's tokens in the source, in order, and what each key weighs. */
interface Votes {
  readonly at: Int32Array;
  readonly key: Int32Array;
}

function weigh(key: string): number {
  return lightWords.has(key) ? 0.3 : 1;
}

/** Keys that stand too often do not vote, unless all do. */
function votesOf(pane: Pane, line: KeyLine, numbers: readonly number[]): Votes {
  const present = numbers.filter((number) => number >= 0);
  const isRare = (number: number) => pane.countOf(number) <= mostVotes;
  const voters = present.some(isRare) ? present.filter(isRare) : present;
  const own = new Map<number, number>();
  for (const number of voters) if (!own.has(number)) own.set(number, own.size);
  const slots = new Int32Array(Math.max(0, ...voters) + 1).fill(-1);
  for (const [number, slot] of own) slots[number] = slot;
  const taken = new Uint32Array(own.size);
  const at: number[] = [];
  const key: number[] = [];
  for (const [index, number] of line.numbers.entries()) {
    const slot = slots[number] ?? -1;
    if (slot < 0 || (taken[slot] ?? 0) >= mostVotes) continue;
    taken[slot] = (taken[slot] ?? 0) + 1;
    at.push(index);
    key.push(number);
  }
  return { at: Int32Array.from(at), key: Int32Array.from(key) };
}

interface Window {
  readonly from: number;
  /** No alignment in it weighs more, but for tokens that do not vote. */
  readonly bound: number;
}

/** The windows with the most of the excerpt's tokens that do not coincide. */
function windowsOf(
  votes: Votes,
  need: ReadonlyMap<number, readonly [count: number, weight: number]>,
  size: number,
): Window[] {
  const have = new Map<number, number>();
  const all: Window[] = [];
  let total = 0;
  for (const [count, weight] of need.values()) total += count * weight;
  const least = total * leastShare;
  let bound = 0;
  let left = 0;
  for (const [index, at] of votes.at.entries()) {
    const key = votes.key[index] ?? -1;
    const [count = 0, weight = 1] = need.get(key) ?? [];
    const had = have.get(key) ?? 0;
    have.set(key, had + 1);
    if (had < count) bound += weight;
    while ((votes.at[left] ?? 0) <= at - size) {
      const gone = votes.key[left] ?? -1;
      const [most = 0, lost = 1] = need.get(gone) ?? [];
      const held = have.get(gone) ?? 0;
      have.set(gone, held - 1);
      if (held <= most) bound -= lost;
      left += 1;
    }
    if (bound >= least - 1e-9) all.push({ from: votes.at[left] ?? at, bound });
  }
  all.sort((one, other) => other.bound - one.bound || one.from - other.from);
  const best: Window[] = [];
  for (const window of all) {
    if (best.length >= mostWindows) break;
    if (best.every(({ from }) => Math.abs(from - window.from) >= Math.max(1, size >> 2))) best.push(window);
  }
  return best;
}

const skipCost = 0.001;
/** Breaks ties in favour of what stays joined. */
const joined = 0.0004;

/** The ordered alignment of most weight within `source[from..to)`. */
function alignWindow(
  excerpt: readonly Token[],
  wanted: readonly number[],
  isJoined: readonly boolean[],
  source: Int32Array,
  from: number,
  to: number,
): Alignment {
  const rows = excerpt.length;
  const columns = to - from;
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width).fill(Number.NEGATIVE_INFINITY);
  const match = new Float64Array((rows + 1) * width).fill(Number.NEGATIVE_INFINITY);
  let topScore = 0;
  let top = -1;
  for (let row = 1; row <= rows; row += 1) {
    const token = excerpt[row - 1];
    if (token === undefined) break;
    const weight = weigh(token.key);
    const number = wanted[row - 1] ?? -1;
    const bonus = isJoined[row - 1] === true ? joined : 0;
    for (let column = 1; column <= columns; column += 1) {
      const cell = row * width + column;
      const above = cell - width - 1;
      let here = Number.NEGATIVE_INFINITY;
      if (source[from + column - 1] === number) {
        const before = Math.max(best[above] ?? 0, (match[above] ?? 0) + bonus);
        here = weight + Math.max(0, before);
        match[cell] = here;
        if (here > topScore + 1e-9) {
          topScore = here;
          top = cell;
        }
      }
      best[cell] = Math.max(here, best[cell - width] ?? here, (best[cell - 1] ?? here) - skipCost);
    }
  }
  return { pairs: traceBack(top, width, rows, from, best, match, isJoined), score: topScore };
}

function traceBack(
  top: number,
  width: number,
  rows: number,
  from: number,
  best: Float64Array,
  match: Float64Array,
  isJoined: readonly boolean[],
): number[] {
  const pairs = Array.from({ length: rows }, () => -1);
  let cell = top;
  while (cell > 0) {
    const row = Math.floor(cell / width);
    const column = cell % width;
    pairs[row - 1] = from + column - 1;
    const above = cell - width - 1;
    const bonus = isJoined[row - 1] === true ? joined : 0;
    const contiguous = (match[above] ?? 0) + bonus;
    const earlier = best[above] ?? 0;
    if (Math.max(contiguous, earlier) <= 0) break;
    if (contiguous >= earlier) {
      cell = above;
      continue;
    }
    // Walk to the match that the best value of the cell above stands for.
    let at = above;
    while (at > 0 && match[at] !== best[at]) {
      const up = at - width;
      if (up >= width && best[up] === best[at]) at = up;
      else at -= 1;
      if (at % width === 0) return pairs;
    }
    cell = at;
  }
  return pairs;
}

/**
 * The best alignments of an excerpt of at most 512 tokens, best first. Windows that cannot do better than what was found
 * are left out, unless `isAccepted` says that a second place may matter.
 */
export function alignments(
  excerptText: string,
  excerpt: readonly Token[],
  pane: Pane,
  line: KeyLine,
  isAccepted: (alignment: Alignment) => boolean,
): Alignment[] {
  const numbers = excerpt.map(({ key }) => pane.numberOf(key));
  const votes = votesOf(pane, line, numbers);
  const voting = new Set(votes.key);
  const need = new Map<number, [number, number]>();
  let silent = 0;
  for (const [index, number] of numbers.entries()) {
    const weight = weigh(excerpt[index]?.key ?? "");
    if (voting.has(number)) need.set(number, [(need.get(number)?.[0] ?? 0) + 1, weight]);
    else if (number >= 0) silent += weight;
  }
  const size = excerpt.length + Math.max(8, excerpt.length);
  const isJoined = excerpt.map((token, index) => {
    const before = excerpt[index - 1];
    return before !== undefined && glueBetween(excerptText, before, token) !== null;
  });
  const found: Alignment[] = [];
  let best: Alignment | null = null;
  for (const { from, bound } of windowsOf(votes, need, size)) {
    const isBeaten = best !== null && bound + silent <= best.score + 0.1 && !isAccepted(best);
    if (isBeaten) break;
    const to = Math.min(line.tokens.length, from + size);
    const alignment = alignWindow(excerpt, numbers, isJoined, line.numbers, Math.max(0, from - 4), to);
    found.push(alignment);
    if (best === null || alignment.score > best.score) best = alignment;
  }
  return found.toSorted((left, right) => right.score - left.score);
}
