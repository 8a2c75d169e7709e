/** @module How core files of one change hang together: shared identifiers and words, names, folders. */

import type { ChangeWords, FileWords } from "./file-words.ts";

/** Symmetric numbers for every pair of `size` files, row by row; the diagonal is 0. */
export interface Links {
  readonly size: number;
  /** How strongly two files hang together, all signs in one number; the rarer what they share, the more it counts. */
  readonly strength: Float64Array;
  /** The same with less weight on identifiers that are made of several words. */
  readonly plain: Float64Array;
  /** Cosine of identifier stems, half a point for the same base name, 0.3 for a mention: what scores are averaged over. */
  readonly words: Float64Array;
  /** Weighted cosine of identifiers. */
  readonly identifiers: Float64Array;
  /** Shared identifiers of two or more words. */
  readonly compounds: Float64Array;
  /** Common folders as a share of the deeper path's. */
  readonly path: Float64Array;
}

interface Sums {
  readonly stems: Float64Array;
  readonly rareStems: Float64Array;
  readonly identifiers: Float64Array;
  readonly rareIdentifiers: Float64Array;
  readonly compounds: Float64Array;
}

/** Files of the block by what they hold; only what two files share links anything. */
function postings(lists: readonly (readonly number[])[]): Map<number, number[]> {
  const byNumber = new Map<number, number[]>();
  for (const [index, list] of lists.entries()) {
    for (const number of list) {
      const found = byNumber.get(number);
      if (found === undefined) byNumber.set(number, [index]);
      else found.push(index);
    }
  }
  return byNumber;
}

function addPairs(files: readonly number[], size: number, into: readonly (readonly [Float64Array, number])[]): void {
  for (const [sums, amount] of into) {
    for (let right = 1; right < files.length; right += 1) {
      const column = files[right] ?? 0;
      for (let left = 0; left < right; left += 1) {
        const cell = (files[left] ?? 0) * size + column;
        sums[cell] = (sums[cell] ?? 0) + amount;
      }
    }
  }
}

function sumPairs(words: ChangeWords, block: readonly FileWords[]): Sums {
  const size = block.length;
  const empty = (): Float64Array => new Float64Array(size * size);
  const sums: Sums = {
    stems: empty(),
    rareStems: empty(),
    identifiers: empty(),
    rareIdentifiers: empty(),
    compounds: empty(),
  };
  for (const [stem, files] of postings(block.map((file) => file.stems))) {
    if (files.length < 2) continue;
    addPairs(files, size, [
      [sums.stems, 1],
      [sums.rareStems, 1 / (words.filesWithStem[stem] ?? 1)],
    ]);
  }
  for (const [identifier, files] of postings(block.map((file) => file.identifiers))) {
    if (files.length < 2) continue;
    const { weight, isCompound } = words.identifierWeights[identifier] ?? { weight: 1, isCompound: false };
    addPairs(files, size, [
      [sums.identifiers, weight],
      [sums.rareIdentifiers, weight / (words.filesWithIdentifier[identifier] ?? 1)],
    ]);
    if (isCompound) addPairs(files, size, [[sums.compounds, 1]]);
  }
  return sums;
}

function total(numbers: readonly number[], weight: (number: number) => number): number {
  let sum = 0;
  for (const number of numbers) sum += weight(number);
  return sum;
}

function cosine(common: number, left: number, right: number): number {
  return common === 0 ? 0 : common / Math.sqrt(left * right);
}

function commonPath(left: FileWords, right: FileWords): number {
  const deeper = Math.max(left.folders.length, right.folders.length);
  if (deeper === 0) return 1;
  const shallower = Math.min(left.folders.length, right.folders.length);
  let common = 0;
  while (common < shallower && left.folders[common] === right.folders[common]) common += 1;
  return common / deeper;
}

/** The links of a block of files. Costs the square of the block, so callers bound it. */
export function linkFiles(words: ChangeWords, block: readonly FileWords[]): Links {
  const size = block.length;
  const sums = sumPairs(words, block);
  const stemWeight = (stem: number): number => 1 / (words.filesWithStem[stem] ?? 1);
  const weight = (identifier: number): number => words.identifierWeights[identifier]?.weight ?? 1;
  const rareWeight = (identifier: number): number => weight(identifier) / (words.filesWithIdentifier[identifier] ?? 1);
  const norms = block.map((file) => ({
    stems: file.stems.length,
    rareStems: total(file.stems, stemWeight),
    identifiers: total(file.identifiers, weight),
    rareIdentifiers: total(file.identifiers, rareWeight),
  }));
  const links: Links = {
    size,
    strength: new Float64Array(size * size),
    plain: new Float64Array(size * size),
    words: new Float64Array(size * size),
    identifiers: new Float64Array(size * size),
    compounds: new Float64Array(size * size),
    path: new Float64Array(size * size),
  };
  for (const [i, left] of block.entries()) {
    for (let j = i + 1; j < size; j += 1) {
      const right = block[j];
      const [a, b] = [norms[i], norms[j]];
      if (right === undefined || a === undefined || b === undefined) continue;
      const cell = i * size + j;
      const stems = cosine(sums.stems[cell] ?? 0, a.stems, b.stems);
      const rareStems = cosine(sums.rareStems[cell] ?? 0, a.rareStems, b.rareStems);
      const identifiers = cosine(sums.identifiers[cell] ?? 0, a.identifiers, b.identifiers);
      const rare = cosine(sums.rareIdentifiers[cell] ?? 0, a.rareIdentifiers, b.rareIdentifiers);
      const compounds = sums.compounds[cell] ?? 0;
      const path = commonPath(left, right);
      const sameBase = left.bare !== "" && left.bare === right.bare ? 1 : 0;
      const mention = left.mentions.has(right.bare) || right.mentions.has(left.bare) ? 1 : 0;
      const few = Math.min(3, compounds);
      const near = path * path;
      const mirrored = j * size + i;
      links.strength[cell] =
        1.3 * rare + 0.2 * identifiers + 0.2 * rareStems + 0.2 * few + 0.4 * sameBase + 0.2 * mention + 0.05 * near;
      links.strength[mirrored] = links.strength[cell] ?? 0;
      links.plain[cell] = rare + 0.5 * rareStems + 0.4 * sameBase + 0.3 * mention + 0.1 * near;
      links.plain[mirrored] = links.plain[cell] ?? 0;
      links.words[cell] = stems + 0.5 * sameBase + 0.3 * mention;
      links.words[mirrored] = links.words[cell] ?? 0;
      links.identifiers[cell] = identifiers;
      links.identifiers[mirrored] = identifiers;
      links.compounds[cell] = compounds;
      links.compounds[mirrored] = compounds;
      links.path[cell] = path;
      links.path[mirrored] = path;
    }
  }
  return links;
}

/**
 * A number of each file averaged over its links again and again: what explains a file also explains, in part, the files
 * that hang on it. A file without links keeps its own number.
 */
export function spread(values: readonly number[], strength: Float64Array, rounds: number, part: number): number[] {
  const size = values.length;
  const sums = values.map((_, i) => {
    let sum = 0;
    for (let j = 0; j < size; j += 1) sum += strength[i * size + j] ?? 0;
    return sum;
  });
  let current = [...values];
  for (let round = 0; round < rounds; round += 1) {
    current = values.map((own, i) => {
      const sum = sums[i] ?? 0;
      if (sum === 0) return own;
      let others = 0;
      for (let j = 0; j < size; j += 1) others += (strength[i * size + j] ?? 0) * (current[j] ?? 0);
      const moved = part * Math.min(1, sum);
      return (1 - moved) * own + (moved * others) / sum;
    });
  }
  return current;
}
