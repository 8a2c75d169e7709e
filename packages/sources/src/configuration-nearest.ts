/** @module The nearest of the words that would have been valid. */

const longest = 64;

/** Edits between two short words: insert, delete, replace, or swap two neighbours. */
function distance(left: string, right: string): number {
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const replaced = (last[column - 1] ?? 0) + (same ? 0 : 1);
      let least = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced);
      if (left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1] && row > 1 && column > 1) {
        least = Math.min(least, (before[column - 2] ?? 0) + 1);
      }
      current.push(least);
    }
    before = last;
    last = current;
  }
  return last[right.length] ?? 0;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[-_\s]/g, "");
}

/** Whether the words begin alike: one begins the other, or they share at least five letters that are most of the first. */
function beginsAlike(wanted: string, other: string): boolean {
  let shared = 0;
  while (shared < wanted.length && wanted[shared] === other[shared]) shared += 1;
  const isWhole = shared === wanted.length || shared === other.length;
  return isWhole ? shared >= 3 : shared >= 5 && shared * 3 >= wanted.length * 2;
}

/**
 * The word a person most likely meant, or undefined when none is near: at most a third of its letters differ, or both begin
 * alike. Case, `-` and `_` do not count.
 */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  if (word.length === 0 || word.length > longest) return undefined;
  const wanted = plain(word);
  let nearest: { word: string; edits: number } | undefined;
  for (const candidate of words) {
    const other = plain(candidate);
    const most = Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3));
    const counted = distance(wanted, other);
    const edits = beginsAlike(wanted, other) ? Math.min(most, counted) : counted;
    if (edits <= most && (nearest === undefined || edits < nearest.edits)) nearest = { word: candidate, edits };
  }
  return nearest?.word;
}
