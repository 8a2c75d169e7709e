/** @module Identifiers on the changed lines of a patch: what a changed file is about, without its source. */

import { compareText } from "../compare-text.ts";
import { languageKeywords } from "./words-stop.ts";

/** Changed lines of one file that are read, characters of a line that are read, identifiers of a file that are kept. */
export const maximumChangedLines = 600;
export const maximumLineLength = 400;
export const maximumIdentifiers = 80;

const identifierPattern = /[\p{L}_][\p{L}\p{N}_]{3,}/gu;

/**
 * How often each identifier of four or more characters stands on the added and removed lines of a patch (hunks only),
 * without language keywords. Reads the first 600 changed lines and 400 characters of each: linear and bounded.
 */
export function countIdentifiers(patch: string): Map<string, number> {
  const counts = new Map<string, number>();
  let read = 0;
  let start = 0;
  while (start < patch.length && read < maximumChangedLines) {
    const found = patch.indexOf("\n", start);
    const end = found === -1 ? patch.length : found;
    const first = patch.charCodeAt(start);
    if (first === 43 || first === 45) {
      read += 1;
      const line = patch.slice(start + 1, Math.min(end, start + 1 + maximumLineLength));
      for (const identifier of line.match(identifierPattern) ?? []) {
        if (languageKeywords.has(identifier)) continue;
        counts.set(identifier, (counts.get(identifier) ?? 0) + 1);
      }
    }
    start = end + 1;
  }
  return counts;
}

/**
 * The identifiers kept for each file of one change, at most 80 a file: those in fewest files of the change first, then
 * the most frequent, then in the order of the alphabet. The order of the files decides nothing. A file with no more than that keeps them as they
 * come.
 */
export function chooseIdentifiers(files: readonly ReadonlyMap<string, number>[]): string[][] {
  if (files.every((file) => file.size <= maximumIdentifiers)) return files.map((file) => [...file.keys()]);
  const inFiles = new Map<string, number>();
  for (const file of files) {
    for (const identifier of file.keys()) inFiles.set(identifier, (inFiles.get(identifier) ?? 0) + 1);
  }
  return files.map((file) => {
    if (file.size <= maximumIdentifiers) return [...file.keys()];
    const entries = [...file].map(([identifier, count]) => ({
      identifier,
      count,
      files: inFiles.get(identifier) ?? 1,
    }));
    entries.sort(
      (left, right) =>
        left.files - right.files || right.count - left.count || compareText(left.identifier, right.identifier),
    );
    return entries.slice(0, maximumIdentifiers).map((entry) => entry.identifier);
  });
}
