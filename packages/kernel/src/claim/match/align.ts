/** @module Aligns an excerpt with the windows of a pane that hold most of its tokens, in order; the cost is bounded (claim gate, 4.3). */

import { glueBetween, type Token } from "../tokens.ts";
import { lightWords } from "../word-sets.ts";

export const mostAligned = 512;
const mostVotes = 2_000;
const mostWindows = 8;
const leastShare = 0.4;

/** Matched pairs: for each excerpt token the index of the source token, or -1. */
export interface Alignment {
  readonly pairs: readonly number[];
  readonly score: number;
}

interface Vote {
  readonly at: number;
  readonly key: number;
}

/** Positions of the excerpt's tokens in the source, in order. */
function votesOf(excerpt: readonly Token[], source: readonly Token[], ids: ReadonlyMap<string, number>): Vote[] {
  const counts = new Uint32Array(ids.size);
  for (const { key } of source) {
    const id = ids.get(key);
    if (id !== undefined) counts[id] = (counts[id] ?? 0) + 1;
  }
  const isRare = (id: number) => (counts[id] ?? 0) <= mostVotes;
  const hasRare = excerpt.some(({ key }) => {
    const id = ids.get(key) ?? 0;
    return (counts[id] ?? 0) > 0 && isRare(id);
  });
  const taken = new Uint32Array(ids.size);
  const votes: Vote[] = [];
  for (const [at, { key }] of source.entries()) {
    const id = ids.get(key);
    if (id === undefined || (hasRare && !isRare(id)) || (taken[id] ?? 0) >= mostVotes) continue;
    taken[id] = (taken[id] ?? 0) + 1;
    votes.push({ at, key: id });
  }
  return votes;
}

interface Window {
  readonly from: number;
  readonly score: number;
}

/** The windows with the most of the excerpt's tokens that do not coincide. */
function windowsOf(votes: readonly Vote[], need: Uint32Array, size: number, least: number): Window[] {
  const have = new Uint32Array(need.length);
  const all: Window[] = [];
  let score = 0;
  let left = 0;
  for (const { at, key } of votes) {
    const had = have[key] ?? 0;
    have[key] = had + 1;
    if (had < (need[key] ?? 0)) score += 1;
    for (let first = votes[left]; first !== undefined && first.at <= at - size; first = votes[left]) {
      const held = have[first.key] ?? 0;
      have[first.key] = held - 1;
      if (held <= (need[first.key] ?? 0)) score -= 1;
      left += 1;
    }
    if (score >= least) all.push({ from: votes[left]?.at ?? at, score });
  }
  all.sort((one, other) => other.score - one.score || one.from - other.from);
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
  isJoined: readonly boolean[],
  source: readonly Token[],
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
    const weight = lightWords.has(token.key) ? 0.3 : 1;
    const bonus = isJoined[row - 1] === true ? joined : 0;
    for (let column = 1; column <= columns; column += 1) {
      const cell = row * width + column;
      const above = cell - width - 1;
      let here = Number.NEGATIVE_INFINITY;
      if (source[from + column - 1]?.key === token.key) {
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

/** The best alignments of an excerpt of at most 512 tokens, best first. */
export function alignments(excerptText: string, excerpt: readonly Token[], source: readonly Token[]): Alignment[] {
  const ids = new Map<string, number>();
  for (const { key } of excerpt) if (!ids.has(key)) ids.set(key, ids.size);
  const need = new Uint32Array(ids.size);
  for (const { key } of excerpt) {
    const id = ids.get(key) ?? 0;
    need[id] = (need[id] ?? 0) + 1;
  }
  const length = excerpt.length;
  const size = length + Math.max(8, length);
  const votes = votesOf(excerpt, source, ids);
  const isJoined = excerpt.map((token, index) => {
    const before = excerpt[index - 1];
    return before !== undefined && glueBetween(excerptText, before, token) !== null;
  });
  const voting = new Set(votes.map(({ key }) => key));
  const reachable = excerpt.filter(({ key }) => voting.has(ids.get(key) ?? -1)).length;
  const windows = windowsOf(votes, need, size, Math.max(1, Math.ceil(Math.min(reachable, length) * leastShare)));
  return windows
    .map(({ from }) =>
      alignWindow(excerpt, isJoined, source, Math.max(0, from - 4), Math.min(source.length, from + size)),
    )
    .toSorted((left, right) => right.score - left.score);
}
