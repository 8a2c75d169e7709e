/** @module The folders a command may run in, as few as matter, and what the script has made above a path. */

import type { Origin } from "./state.ts";

/** More folders at once than are followed: then only the likely one is known. */
const mostFolders = 8;
/** No one works in a deeper folder; a loop of `cd` can name one. */
const longestFolder = 400;

/** Each folder once, the likely one first. Too many, or one that is too deep, is one nobody knows. */
export function possibleFolders(folders: readonly (string | null)[]): readonly (string | null)[] {
  const kept = new Set<string | null>();
  for (const folder of folders) kept.add(folder !== null && folder.length > longestFolder ? null : folder);
  const [first = null] = kept;
  if (kept.size > mostFolders) return first === null ? [null] : [first, null];
  return [...kept];
}

/** What the script made at or above an absolute path, the nearest first, with where that is. */
export function* madeAbove(
  path: string,
  made: ReadonlyMap<string, Origin>,
): Generator<{ readonly place: string; readonly origin: Origin }> {
  if (made.size === 0) return;
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const place = path.slice(0, end);
    const origin = made.get(place);
    if (origin !== undefined) yield { place, origin };
  }
}
