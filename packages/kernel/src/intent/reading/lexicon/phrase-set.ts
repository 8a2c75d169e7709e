/** @module A set of phrases that is asked for the longest one at a place of a word list. */

/** The phrases of rows in which commas separate them, so that tables stay short. */
export function phraseList(...rows: readonly string[]): string[] {
  return rows.flatMap((row) => row.split(", "));
}

export interface PhraseSet {
  /** How many words the longest phrase at this place takes; 0 when none begins here. */
  readonly at: (words: readonly string[], place: number) => number;
}

/** A set of phrases; their words are separated by single spaces. */
export function phraseSet(phrases: readonly string[]): PhraseSet {
  const byFirstWord = new Map<string, string[][]>();
  for (const phrase of phrases) {
    const [first = "", ...rest] = phrase.split(" ");
    const known = byFirstWord.get(first);
    if (known === undefined) byFirstWord.set(first, [rest]);
    else known.push(rest);
  }
  for (const rests of byFirstWord.values()) rests.sort((left, right) => right.length - left.length);
  return {
    at: (words, place) => {
      const rests = byFirstWord.get(words[place] ?? "");
      const found = rests?.find((rest) => rest.every((word, offset) => words[place + 1 + offset] === word));
      return found === undefined ? 0 : found.length + 1;
    },
  };
}
