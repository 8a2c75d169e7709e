/** @module The numbers the drift model looks at, for each core file of one change, from nothing but that change. */

import type { Asked, ChangeWords, FileWords } from "./file-words.ts";
import { type Links, linkFiles, spread } from "./links.ts";
import type { TextEvidence } from "./text-evidence.ts";

/** Every feature, in the order of a row. The names stand in the model, the verdict and `docs/drift.md`. */
export const featureNames = [
  "explained",
  "explained_of_best",
  "explained_with_links_of_best",
  "explained_with_links_over_weighted_mean",
  "answered_with_links_over_mean",
  "explained_in_folder",
  "words_shared_with_best",
  "identifiers_shared_with_best",
  "link_mean",
  "compounds_shared",
  "path_shared_with_best",
  "base_name_share",
  "scope",
  "tests_asked",
  "ci",
  "identifiers",
  "files",
] as const;
export type FeatureName = (typeof featureNames)[number];

/** What a file that is itself the best explained one gets where a feature compares with that one. */
const isBest = 9;

function best(values: readonly number[]): number {
  let index = 0;
  for (const [candidate, value] of values.entries()) if (value > (values[index] ?? 0)) index = candidate;
  return index;
}

function ofBest(values: readonly number[]): number[] {
  const highest = values[best(values)] ?? 0;
  return values.map((value) => (highest > 0 ? value / highest : 0));
}

function overMean(values: readonly number[]): number[] {
  let sum = 0;
  for (const value of values) sum += value;
  return values.map((value) => value - sum / values.length);
}

/** Over a mean in which well explained files weigh most, so that many foreign files together do not become the measure. */
function overWeightedMean(values: readonly number[]): number[] {
  let sum = 0;
  let weights = 0;
  for (const value of values) {
    const weight = value > 0 ? value * value : 0;
    sum += weight * value;
    weights += weight;
  }
  const mean = weights === 0 ? 0 : sum / weights;
  return values.map((value) => value - mean);
}

function withFile(matrix: Float64Array, size: number, other: number): (file: number) => number {
  return (file) => (file === other ? isBest : (matrix[file * size + other] ?? 0));
}

function rowSum(matrix: Float64Array, size: number, file: number): number {
  let sum = 0;
  for (let other = 0; other < size; other += 1) sum += matrix[file * size + other] ?? 0;
  return sum;
}

/** 2, 1 or −1 for a file of the kind (asked for in the title, elsewhere, nowhere); −2 for another one if the title asks for the kind. */
function askedFor(isKind: boolean, asked: Asked): number {
  if (isKind) return asked === "title" ? 2 : asked === "text" ? 1 : -1;
  return asked === "title" ? -2 : 0;
}

function bestInFolder(block: readonly FileWords[], explained: readonly number[]): number[] {
  const folders = new Map<string, number[]>();
  for (const [index, file] of block.entries()) {
    const found = folders.get(file.folder);
    if (found === undefined) folders.set(file.folder, [index]);
    else found.push(index);
  }
  const bests = Array.from({ length: block.length }, () => 0);
  for (const members of folders.values()) {
    // The two highest suffice: the best of the others is the first one, or the second for the first itself.
    let first = -1;
    let second = 0;
    for (const member of members) {
      const value = explained[member] ?? 0;
      if (first === -1 || value > (explained[first] ?? 0)) {
        second = first === -1 ? 0 : (explained[first] ?? 0);
        first = member;
      } else if (value > second) second = value;
    }
    for (const member of members) bests[member] = member === first ? second : (explained[first] ?? 0);
  }
  return bests;
}

export interface BlockFeatures {
  /** One row a file of the block, numbers in the order of `featureNames`. */
  readonly rows: readonly (readonly number[])[];
  readonly links: Links;
}

/**
 * The features of a block of files: a whole change, or a part of a very large one.
 *
 * @param evidence text evidence of the same files, in the same order
 */
export function blockFeatures(
  words: ChangeWords,
  block: readonly FileWords[],
  evidence: readonly TextEvidence[],
): BlockFeatures {
  const size = block.length;
  const links = linkFiles(words, block);
  const explained = evidence.map((file) => file.explained);
  const answered = evidence.map((file) => file.answered);
  const explainedBest = ofBest(explained);
  const explainedLinked = spread(explained, links.strength, 4, 0.875);
  const explainedLinkedBest = ofBest(explainedLinked);
  const explainedLinkedMean = overWeightedMean(explainedLinked);
  const answeredLinkedMean = overMean(spread(answered, links.plain, 6, 0.8));
  const inFolder = bestInFolder(block, explained);
  const wordsWithBest = withFile(links.words, size, best(explained));
  const pathWithBest = withFile(links.path, size, best(explained));
  const identifiersWithBest = withFile(links.identifiers, size, best(answered));
  const others = Math.max(1, size - 1);
  const rows = block.map((file, index) => {
    const features: Record<FeatureName, number> = {
      explained: explained[index] ?? 0,
      explained_of_best: explainedBest[index] ?? 0,
      explained_with_links_of_best: explainedLinkedBest[index] ?? 0,
      explained_with_links_over_weighted_mean: explainedLinkedMean[index] ?? 0,
      answered_with_links_over_mean: answeredLinkedMean[index] ?? 0,
      explained_in_folder: inFolder[index] ?? 0,
      words_shared_with_best: wordsWithBest(index),
      identifiers_shared_with_best: identifiersWithBest(index),
      link_mean: rowSum(links.strength, size, index) / others,
      compounds_shared: rowSum(links.compounds, size, index),
      path_shared_with_best: pathWithBest(index),
      base_name_share: evidence[index]?.baseShare ?? 0,
      scope: evidence[index]?.scope ?? 0,
      tests_asked: askedFor(file.file.isTest, words.request.asksForTests),
      ci: file.file.isCi ? 1 : 0,
      identifiers: file.identifiers.length,
      files: words.files.length,
    };
    return featureNames.map((name) => features[name]);
  });
  return { rows, links };
}
