/** @module How far the request explains each core file by itself: the words they share. */

import type { ChangeWords, FileWords, RequestWords } from "./file-words.ts";

/** What request and file share, each a share between 0 and 1 unless it says otherwise. */
export interface TextEvidence {
  /** Cosine of request stems with the stems of the file's identifiers and path. */
  readonly overlap: number;
  /** Share of the file's identifier stems that the request says. */
  readonly identifierShare: number;
  /** Share of the title's stems that the file holds. */
  readonly titleShare: number;
  /** Share of all the request's word occurrences that the file holds. */
  readonly requestShare: number;
  readonly pathShare: number;
  readonly baseShare: number;
  /** Number of whole identifiers of two or more words that the request quotes. */
  readonly quoted: number;
  /** 1: the request says the base name. 0.5: it says it in another spelling. */
  readonly named: number;
  /** 2: the title's scope stands in the path; 1: in the identifiers; −1: in neither; 0: the title has no scope. */
  readonly scope: number;
  /** All of it as one number: how well the words of the request and of the file fit. */
  readonly explained: number;
  /** The same from the request's side only: how much of the request the file holds. */
  readonly answered: number;
}

export const noEvidence: TextEvidence = {
  overlap: 0,
  identifierShare: 0,
  titleShare: 0,
  requestShare: 0,
  pathShare: 0,
  baseShare: 0,
  quoted: 0,
  named: 0,
  scope: 0,
  explained: 0,
  answered: 0,
};

const shortestName = 4;

function countOf(numbers: readonly number[], times: readonly number[]): number {
  let count = 0;
  for (const number of numbers) if ((times[number] ?? 0) > 0) count += 1;
  return count;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function cosine(common: number, left: number, right: number): number {
  return left === 0 || right === 0 ? 0 : common / Math.sqrt(left * right);
}

/** Whether the request says the name of the file. */
export function nameInRequest(file: FileWords, request: RequestWords): number {
  if (file.base.length >= shortestName && request.names.has(file.base.toLowerCase())) return 1;
  return request.spellings.has(file.bare) ? 0.5 : 0;
}

function scopeOf(file: FileWords, request: RequestWords): number {
  if (request.scope.size === 0) return 0;
  if (file.pathStems.some((stem) => request.scope.has(stem))) return 2;
  return file.stems.some((stem) => request.scope.has(stem)) ? 1 : -1;
}

function evidenceOf(file: FileWords, words: ChangeWords): TextEvidence {
  const { request } = words;
  let common = 0;
  let titleCommon = 0;
  let held = 0;
  for (const stem of file.allStems) {
    const times = request.times[stem] ?? 0;
    held += times;
    if (times > 0) common += 1;
    if (request.inTitle[stem] === true) titleCommon += 1;
  }
  let titleIdentifiers = 0;
  for (const stem of file.stems) if (request.inTitle[stem] === true) titleIdentifiers += 1;
  let titlePath = 0;
  for (const stem of file.pathStems) if (request.inTitle[stem] === true) titlePath += 1;
  let quoted = 0;
  for (const identifier of file.identifiers) {
    if (words.identifierWeights[identifier]?.isCompound !== true) continue;
    if (request.tokens.has(words.identifierTexts[identifier] ?? "")) quoted += 1;
  }
  const last = file.folders.at(-1)?.toLowerCase() ?? "";
  const folderNamed = last.length >= 3 && request.names.has(last) ? 1 : 0;
  const titles = request.titleStems.length;
  const overlap = cosine(common, request.stems.length, file.allStems.length);
  const identifierShare = share(countOf(file.stems, request.times), file.stems.length);
  const titleShare = share(titleCommon, titles);
  const requestShare = share(held, request.occurrences);
  const pathShare = share(countOf(file.pathStems, request.times), file.pathStems.length);
  const named = nameInRequest(file, request);
  const scope = scopeOf(file, request);
  const few = Math.min(3, quoted);
  return {
    overlap,
    identifierShare,
    titleShare,
    requestShare,
    pathShare,
    baseShare: share(countOf(file.baseStems, request.times), file.baseStems.length),
    quoted,
    named,
    scope,
    // Weights found once on the training corpus so that the sum alone, spread over links, ranks files best.
    explained:
      0.8 * overlap +
      0.9 * requestShare +
      0.7 * identifierShare +
      0.3 * pathShare +
      0.1 * titleShare +
      0.2 * share(titlePath, titles) +
      0.25 * cosine(titleIdentifiers, titles, file.stems.length) +
      0.22 * few +
      0.2 * named +
      0.2 * folderNamed +
      0.05 * scope,
    answered: overlap + 0.3 * titleShare + 0.5 * requestShare + 0.1 * few + 0.3 * named + 0.1 * scope,
  };
}

/** The text evidence of every file, in the order of the files. */
export function textEvidence(words: ChangeWords): TextEvidence[] {
  return words.files.map((file) => evidenceOf(file, words));
}
