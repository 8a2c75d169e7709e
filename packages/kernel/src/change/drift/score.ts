/** @module Scores: the points of the model added up for each core file, then averaged over its links. */

import { blockFeatures, type FeatureName, featureNames } from "./features.ts";
import type { ChangeWords, FileWords } from "./file-words.ts";
import { noEvidence, type TextEvidence } from "./text-evidence.ts";

/** `usual` is where every file starts, `links` what averaging over links changed. */
export type PointsName = FeatureName | "usual" | "links";

/** One table of points: `points[n]` holds where `n` of the ascending edges are at or below the value. */
export interface FeatureTable {
  readonly name: string;
  readonly edges: readonly number[];
  readonly points: readonly number[];
}

/** `change/drift/model.json`. Numbers only; written by `scripts/train-drift.ts`. */
export interface DriftModel {
  readonly version: number;
  readonly features: readonly FeatureTable[];
  readonly bias: number;
  readonly smoothing: number;
  /** Above it a file is out of scope; from `t_near` on it is close; at or below `t_none` no file has to do with the request. */
  readonly t_flag: number;
  readonly t_near: number;
  readonly t_none: number;
}

export interface Points {
  readonly feature: PointsName;
  readonly value: number;
  readonly points: number;
}

export interface FileScore {
  /** Log-odds of not being explained: 0 or less means explained. Three decimals. */
  readonly score: number;
  /** Everything the score is made of, in the model's order. They add up to it. */
  readonly points: readonly Points[];
  readonly evidence: TextEvidence;
  /** The core file it hangs on most, if it hangs on any. */
  readonly closest: FileWords | null;
}

/** Files whose links are looked at exactly. More are read in parts, each beside the best explained files of them all. */
export const maximumBlock = 300;
const partSize = 200;
const anchors = 50;

export function pointsFor(table: FeatureTable, value: number): number {
  let step = 0;
  while (step < table.edges.length && value >= (table.edges[step] ?? 0)) step += 1;
  return table.points[step] ?? 0;
}

function rounded(value: number): number {
  const result = Math.round(value * 1000) / 1000;
  return result === 0 ? 0 : result;
}

/** Scores averaged over links: a file that hangs on others is judged with them. */
export function smooth(scores: readonly number[], weights: Float64Array, smoothing: number): number[] {
  const size = scores.length;
  return scores.map((own, index) => {
    let weight = 0;
    let others = 0;
    for (let other = 0; other < size; other += 1) {
      const link = weights[index * size + other] ?? 0;
      weight += link;
      others += link * (scores[other] ?? 0);
    }
    if (weight === 0) return own;
    const moved = smoothing * Math.min(1, weight);
    return (1 - moved) * own + (moved * others) / weight;
  });
}

function closestOf(strength: Float64Array, block: readonly FileWords[], file: number): FileWords | null {
  let found: FileWords | null = null;
  let most = 0;
  for (const [other, words] of block.entries()) {
    const link = strength[file * block.length + other] ?? 0;
    if (link > most) {
      most = link;
      found = words;
    }
  }
  return found;
}

function scoreBlock(
  words: ChangeWords,
  block: readonly FileWords[],
  evidence: readonly TextEvidence[],
  model: DriftModel,
): FileScore[] {
  const { rows, links } = blockFeatures(words, block, evidence);
  const points = rows.map((row) =>
    featureNames.map((feature, index) => {
      const value = row[index] ?? 0;
      const table = model.features[index];
      return { feature, value: rounded(value), points: table === undefined ? 0 : pointsFor(table, value) };
    }),
  );
  const own = points.map((list) => list.reduce((sum, entry) => sum + entry.points, model.bias));
  const smoothed = smooth(own, links.strength, model.smoothing);
  return points.map((list, index) => {
    const score = rounded(smoothed[index] ?? 0);
    return {
      score,
      points: [
        { feature: "usual" as const, value: 1, points: model.bias },
        ...list,
        // Both sides have three decimals, so what is listed adds up exactly.
        { feature: "links" as const, value: model.smoothing, points: rounded(score - rounded(own[index] ?? 0)) },
      ],
      evidence: evidence[index] ?? noEvidence,
      closest: closestOf(links.strength, block, index),
    };
  });
}

/** The blocks of a change: the places of their files, and how many of these are the block's own. */
function blocksOf(evidence: readonly TextEvidence[]): { places: number[]; own: number }[] {
  const all = evidence.map((_, place) => place);
  if (all.length <= maximumBlock) return [{ places: all, own: all.length }];
  const explained = (place: number): number => evidence[place]?.explained ?? 0;
  const best = all.toSorted((left, right) => explained(right) - explained(left) || left - right).slice(0, anchors);
  const blocks: { places: number[]; own: number }[] = [];
  for (let start = 0; start < all.length; start += partSize) {
    const part = all.slice(start, start + partSize);
    const within = new Set(part);
    const others = best.filter((place) => !within.has(place)).sort((left, right) => left - right);
    blocks.push({ places: [...part, ...others], own: part.length });
  }
  return blocks;
}

/**
 * The score of every core file, in the order of `words.files`, which must be sorted by path.
 *
 * Up to 300 files every pair is compared. A larger change is read in parts of 200 neighbours in path order, each beside the
 * 50 best explained files of the whole, so the cost stays linear.
 */
export function scoreFiles(words: ChangeWords, evidence: readonly TextEvidence[], model: DriftModel): FileScore[] {
  const scores: FileScore[] = [];
  for (const { places, own } of blocksOf(evidence)) {
    const pick = <Item>(items: readonly Item[]): Item[] =>
      places.flatMap((place) => {
        const item = items[place];
        return item === undefined ? [] : [item];
      });
    for (const score of scoreBlock(words, pick(words.files), pick(evidence), model).slice(0, own)) scores.push(score);
  }
  return scores;
}
