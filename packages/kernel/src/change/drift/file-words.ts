/** @module The words of one change: its request and each of its core files, as numbers that can be compared quickly. */

import { stemOf } from "../../text/stem.ts";
import { isTelling, splitWords } from "../../text/words.ts";
import {
  type Collector,
  type IdentifierNumbering,
  type IdentifierWeight,
  once,
  type StemNumbering,
  startCollector,
  startIdentifierNumbering,
  startStemNumbering,
  stemNumbers,
} from "./numbering.ts";

/** One core file as the model sees it: nothing about its place in the list, nothing from outside the change. */
export interface DriftFile {
  readonly path: string;
  /** Identifiers on its changed lines (section 12.3). */
  readonly identifiers: readonly string[];
  readonly isTest: boolean;
  readonly isCi: boolean;
}

/** The request: `titles` is the part that names the task, `text` everything, titles too. Both are cleaned already. */
export interface DriftRequest {
  readonly titles: string;
  readonly text: string;
}

/** A file of the change. Numbers of stems and of identifiers are without repetition. */
export interface FileWords {
  readonly file: DriftFile;
  readonly folders: readonly string[];
  readonly folder: string;
  readonly base: string;
  /** Base name without extension and test markers, folded, only letters. */
  readonly bare: string;
  readonly stems: readonly number[];
  /** In how many of its identifiers each of `stems` stands. */
  readonly stemTimes: readonly number[];
  readonly pathStems: readonly number[];
  readonly baseStems: readonly number[];
  /** Stems of identifiers and path together. */
  readonly allStems: readonly number[];
  readonly identifiers: readonly number[];
  /** Bare names of the change's files that stand among its identifiers. */
  readonly mentions: ReadonlySet<string>;
}

export interface RequestWords {
  /** How often the request says a stem, by stem number; 0 for a stem it lacks. */
  readonly times: readonly number[];
  readonly inTitle: readonly boolean[];
  readonly stems: readonly number[];
  readonly titleStems: readonly number[];
  /** All occurrences of all stems. */
  readonly occurrences: number;
  readonly tokens: ReadonlySet<string>;
  /** File names and path parts as the request writes them, folded. */
  readonly names: ReadonlySet<string>;
  /** Up to four words in a row, joined: `line item` and `LineItem` are both found for `line-item.ts`. */
  readonly spellings: ReadonlySet<string>;
  /** Stems of a conventional title's scope, as in `fix(cart): …`. */
  readonly scope: ReadonlySet<number>;
  readonly asksForTests: Asked;
  readonly asksForCi: Asked;
}
/** Whether the request speaks of a kind of file: in its first title, elsewhere, not at all. */
export type Asked = "title" | "text" | "no";

export interface ChangeWords {
  readonly request: RequestWords;
  readonly files: readonly FileWords[];
  /** A word of the change for each stem, the request's own where it has one. */
  readonly stemWords: readonly string[];
  readonly identifierTexts: readonly string[];
  readonly identifierWeights: readonly IdentifierWeight[];
  /** In how many files of the change a stem (identifiers or path), or an identifier, stands. */
  readonly filesWithStem: readonly number[];
  readonly filesWithIdentifier: readonly number[];
}

const testMarkers = new Set(["test", "tests", "spec", "specs", "unit", "mock", "mocks"]);
const tokenPattern = /[\p{L}_][\p{L}\p{N}_]{3,}/gu;
const testsAsked = /\b(?:tests?|testing|flaky|coverage|e2e|unit|spec|fixtures?)\b/i;
const ciAsked = /\b(?:ci|workflows?|actions?|pipelines?|release|build|github)\b/i;
/** `fix(cart): …`: at most 30 characters before the bracket and 60 in it. */
const scopePattern = /^[^\n(:]{0,30}\((?<scope>[^)\n]{1,60})\)/;

/** Names of at least so many letters connect a file that mentions them, or a request that spells them in words. */
const shortestMention = 4;
const shortestSpelling = 6;
const beginningLength = 3;
/** Words in a row that may spell one name. */
const longestSpelling = 4;
/** Continuous integration and build scripts, which a request names as such and rarely by file. */
const ciPath =
  /^\.github\/|^\.circleci\/|^eng\/|(?:^|\/)(?:\.gitlab-ci|azure-pipelines|Dockerfile)[^/]*$|(?:^|\/)Makefile$/;
export function isCiPath(path: string): boolean {
  return ciPath.test(path);
}

/** Base name without extension and test markers, so a file and its test have the same one. */
export function bareName(base: string): string {
  const dot = base.indexOf(".", 1);
  return splitWords(dot === -1 ? base : base.slice(0, dot))
    .filter((word) => !testMarkers.has(word))
    .join("");
}

function asked(pattern: RegExp, request: DriftRequest): Asked {
  const end = request.titles.indexOf("\n");
  if (pattern.test(end === -1 ? request.titles : request.titles.slice(0, end))) return "title";
  return pattern.test(request.text) ? "text" : "no";
}

/** What could be a file or folder name: letters, digits and what stands inside names, without the full stop of a sentence. */
function namesIn(text: string): Set<string> {
  const found = text.toLowerCase().match(/[\p{L}\p{M}\p{N}_.@+-]+/gu) ?? [];
  return new Set(found.flatMap((name) => (name.endsWith(".") ? [name, name.replace(/\.{1,9}$/, "")] : [name])));
}

/** The names among `wanted` that some words in a row spell. Only words that begin a wanted name are followed. */
function spellingsIn(words: readonly string[], wanted: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  if (wanted.size === 0) return found;
  const beginnings = new Set<string>();
  for (const name of wanted) beginnings.add(name.slice(0, beginningLength));
  for (let start = 0; start < words.length; start += 1) {
    let joined = "";
    for (let next = start; next < start + longestSpelling && next < words.length; next += 1) {
      joined += words[next] ?? "";
      if (joined.length >= beginningLength && !beginnings.has(joined.slice(0, beginningLength))) break;
      if (wanted.has(joined)) found.add(joined);
    }
  }
  return found;
}

function countFiles(
  files: readonly FileWords[],
  numbersOf: (file: FileWords) => readonly number[],
  size: number,
): number[] {
  const counts = Array.from({ length: size }, () => 0);
  for (const file of files) for (const number of numbersOf(file)) counts[number] = (counts[number] ?? 0) + 1;
  return counts;
}

interface Reading {
  readonly stems: StemNumbering;
  readonly identifiers: IdentifierNumbering;
  readonly collector: Collector;
  readonly bareNames: ReadonlySet<string>;
}

function readFile(file: DriftFile, bare: string, { stems, identifiers, collector, bareNames }: Reading): FileWords {
  const folders = file.path.split("/");
  const base = folders.pop() ?? "";
  const numbers = once(
    file.identifiers.map((identifier) => identifiers.of(identifier)),
    collector,
  );
  const mentions = new Set<string>();
  collector.begin();
  for (const number of numbers) {
    for (const stem of identifiers.stems[number] ?? []) collector.add(stem);
    const folded = identifiers.folded[number] ?? "";
    if (bareNames.has(folded)) mentions.add(folded);
  }
  const { numbers: own, times } = collector;
  const baseStems = once(stemNumbers(base, stems), collector);
  const pathStems = once(stemNumbers(file.path, stems), collector);
  return {
    file,
    folders,
    folder: folders.join("/"),
    base,
    bare,
    stems: own,
    stemTimes: times,
    pathStems,
    baseStems,
    allStems: once([...own, ...pathStems], collector),
    identifiers: numbers,
    mentions,
  };
}

/** Cuts the request and the files of one change into words, once. Linear in what it is given. */
export function readChangeWords(request: DriftRequest, files: readonly DriftFile[]): ChangeWords {
  const stems = startStemNumbering();
  const identifiers = startIdentifierNumbering(stems);
  const collector = startCollector();
  const said = splitWords(request.text);
  const occurrences = said.flatMap((word) => (isTelling(word) ? [stems.of(stemOf(word), word)] : []));
  const inTitle = new Set(stemNumbers(request.titles, stems));
  const scope = new Set(stemNumbers(scopePattern.exec(request.titles)?.groups?.["scope"] ?? "", stems));
  const bares = files.map((file) => bareName(file.path.slice(file.path.lastIndexOf("/") + 1)));
  const bareNames = new Set(bares.filter((bare) => bare.length >= shortestMention));
  const reading: Reading = { stems, identifiers, collector, bareNames };
  const words = files.map((file, index) => readFile(file, bares[index] ?? "", reading));
  const times = Array.from({ length: stems.size }, () => 0);
  for (const stem of occurrences) times[stem] = (times[stem] ?? 0) + 1;
  return {
    request: {
      times,
      inTitle: times.map((_, stem) => inTitle.has(stem)),
      stems: once(occurrences, collector),
      titleStems: [...inTitle],
      occurrences: occurrences.length,
      tokens: new Set(request.text.match(tokenPattern) ?? []),
      names: namesIn(request.text),
      spellings: spellingsIn(said, new Set(bares.filter((bare) => bare.length >= shortestSpelling))),
      scope,
      asksForTests: asked(testsAsked, request),
      asksForCi: asked(ciAsked, request),
    },
    files: words,
    stemWords: stems.words,
    identifierTexts: identifiers.texts,
    identifierWeights: identifiers.weights,
    filesWithStem: countFiles(words, (file) => file.allStems, stems.size),
    filesWithIdentifier: countFiles(words, (file) => file.identifiers, identifiers.texts.length),
  };
}
