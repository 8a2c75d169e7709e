/** @module Whether a text is English: the lists of phrases and receipts read nothing else (claim gate, 4.4). */

const functionWords: ReadonlySet<string> = new Set(
  "the a an is are was were to of in and no not with for on all it has have by as at from this that after before".split(
    " ",
  ),
);

/** Under 60 % Latin letters, or eight words and more without an English function word, is another language. */
export function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = text.match(/\p{Script=Latin}/gu) ?? [];
  if (letters.length > 0 && latin.length / letters.length < 0.6) return false;
  // A path or a command is one word.
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word));
  return words.length < 8 || words.some((word) => functionWords.has(word.replace(/[^\p{L}]/gu, "")));
}
