/** @module Why a file was or was not flagged, in words a maintainer understands without knowing the model. */

import { cleanText } from "../../text/clean.ts";
import type { ChangeWords, FileWords } from "./file-words.ts";
import type { FileScore, Points } from "./score.ts";

export interface FileExplanation {
  readonly reason: string;
  /** Request words found in the file, and the file's heaviest words that the request lacks; at most 5 each. */
  readonly words: { readonly shared: string[]; readonly own: string[] };
  /** The largest points; those left out make up the rest of the score. */
  readonly points: Points[];
}

const listed = 5;
const inSentence = 3;

function wordsOf(stems: readonly number[], words: ChangeWords): string[] {
  return stems.slice(0, listed).flatMap((stem) => words.stemWords[stem] ?? []);
}

/** The five stems of highest weight, the heaviest first; an earlier one wins a tie. Weight 0 leaves a stem out. */
function heaviest(stems: readonly number[], weight: (stem: number, index: number) => number): number[] {
  const found: { stem: number; weight: number }[] = [];
  for (const [index, stem] of stems.entries()) {
    const own = weight(stem, index);
    const least = found[listed - 1];
    if (own <= 0 || (least !== undefined && own <= least.weight)) continue;
    let place = found.length;
    while (place > 0 && (found[place - 1]?.weight ?? 0) < own) place -= 1;
    found.splice(place, 0, { stem, weight: own });
    if (found.length > listed) found.pop();
  }
  return found.map((entry) => entry.stem);
}

/** Request words found in the file: those of a title first, then those the request says most. */
export function sharedWords(file: FileWords, words: ChangeWords): string[] {
  const { times, inTitle } = words.request;
  const weight = (stem: number): number => {
    const said = times[stem] ?? 0;
    return said > 0 && inTitle[stem] === true ? said + 1_000_000 : said;
  };
  return wordsOf(heaviest(file.allStems, weight), words);
}

/** The file's own words: those in most of its identifiers first, then those in fewest files of the change. */
export function ownWords(file: FileWords, words: ChangeWords): string[] {
  const { times } = words.request;
  // `allStems` begins with `stems`, so a place in it is a place in `stemTimes`; path words follow.
  const weight = (stem: number, index: number): number =>
    (times[stem] ?? 0) > 0 ? 0 : (file.stemTimes[index] ?? 0) + 1 / (1 + (words.filesWithStem[stem] ?? 0));
  return wordsOf(heaviest(file.allStems, weight), words);
}

/** The request's most telling words, for a sentence that says they are not there. */
function requestWords(words: ChangeWords): string {
  const { stems, titleStems, times } = words.request;
  const title = new Set(titleStems);
  const ordered = stems.toSorted(
    (left, right) =>
      Number(title.has(right)) - Number(title.has(left)) || (times[right] ?? 0) - (times[left] ?? 0) || left - right,
  );
  return wordsOf(ordered, words).slice(0, inSentence).join(", ");
}

function join(parts: readonly string[]): string {
  return parts.join("; ");
}

function linkWords(score: FileScore, isInScope: (file: FileWords) => boolean): string {
  if (score.closest === null) return "nothing links it to another file of the change";
  const path = cleanText(score.closest.file.path);
  return isInScope(score.closest)
    ? `it hangs only loosely on ${path}`
    : `the file it hangs on most, ${path}, is out of scope too`;
}

/** The sentence for a file whose score is above the limit. */
function flaggedReason(
  file: FileWords,
  score: FileScore,
  words: ChangeWords,
  isInScope: (file: FileWords) => boolean,
): string {
  const shared = sharedWords(file, words).slice(0, inSentence);
  const asked = requestWords(words);
  const text =
    shared.length === 0
      ? `none of the request's words (${asked}) occur in its path or its changed lines`
      : `it shares only ${shared.join(", ")} with the request`;
  const own = ownWords(file, words).slice(0, inSentence);
  const about = own.length === 0 ? [] : [`it is about ${own.join(", ")}`];
  const unseen = file.identifiers.length === 0 ? ["no names could be read on its changed lines"] : [];
  return join([text, ...unseen, ...about, linkWords(score, isInScope)]);
}

function explainedReason(file: FileWords, score: FileScore, words: ChangeWords): string {
  const shared = sharedWords(file, words).slice(0, inSentence);
  const parts: string[] = [];
  if (score.evidence.named === 1) parts.push("the request names it");
  if (shared.length > 0) parts.push(`it shares ${shared.join(", ")} with the request`);
  if (score.closest !== null) parts.push(`it hangs together with ${cleanText(score.closest.file.path)}`);
  return parts.length === 0
    ? "nothing speaks against it: the rest of the change is no closer to the request"
    : join(parts);
}

/** The points by size, the largest first; a tie keeps the model's order. */
function largestPoints(points: readonly Points[]): Points[] {
  return points
    .filter((entry) => entry.points !== 0)
    .toSorted((left, right) => Math.abs(right.points) - Math.abs(left.points))
    .slice(0, listed);
}

/** What a person is told about one scored file. */
export function explainFile(
  file: FileWords,
  score: FileScore,
  words: ChangeWords,
  isInScope: (file: FileWords) => boolean,
): FileExplanation {
  return {
    reason: isInScope(file) ? explainedReason(file, score, words) : flaggedReason(file, score, words, isInScope),
    words: { shared: sharedWords(file, words), own: ownWords(file, words) },
    points: largestPoints(score.points),
  };
}
