/** @module The words of one change: its request and each of its core files, as numbers that can be compared quickly. */

import { stemOf } from "../../text/stem.ts";
import { isTelling, splitWords } from "../../text/words.ts";

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

/** Gives every text of one change a small number, the same each time. */
interface Numbering {
  of(text: string): number;
  readonly texts: readonly string[];
}

function startNumbering(): Numbering {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  return {
    of(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, texts.length);
      texts.push(text);
      return texts.length - 1;
    },
    texts,
  };
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
  readonly foldedIdentifiers: ReadonlySet<string>;
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

/** One identifier with what makes it telling: the more words it is made of, the less likely two files share it by chance. */
export interface IdentifierWeight {
  readonly weight: number;
  readonly isCompound: boolean;
}

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

interface StemNumbering extends Numbering {
  /** The first word met with each stem: what a person is shown. */
  readonly words: readonly string[];
  ofWord(word: string): number;
}

function startStemNumbering(): StemNumbering {
  const stems = startNumbering();
  const words: string[] = [];
  return {
    ...stems,
    words,
    ofWord(word) {
      const number = stems.of(stemOf(word));
      if (number === words.length) words.push(word);
      return number;
    },
  };
}

function stemNumbers(text: string, stems: StemNumbering): number[] {
  const found: number[] = [];
  for (const word of splitWords(text)) if (isTelling(word)) found.push(stems.ofWord(word));
  return found;
}

function weigh(identifier: string): IdentifierWeight {
  const words = Math.min(4, splitWords(identifier).length);
  return { weight: words * Math.sqrt(words), isCompound: words > 1 };
}

/** What could be a file or folder name: letters, digits and what stands inside names, without the full stop of a sentence. */
function namesIn(text: string): Set<string> {
  const found = text.toLowerCase().match(/[\p{L}\p{M}\p{N}_.@+-]+/gu) ?? [];
  return new Set(found.flatMap((name) => (name.endsWith(".") ? [name, name.replace(/\.{1,9}$/, "")] : [name])));
}

function spellingsIn(text: string): Set<string> {
  const words = splitWords(text);
  const found = new Set<string>();
  for (const start of words.keys()) {
    let joined = "";
    for (const word of words.slice(start, start + longestSpelling)) {
      joined += word;
      found.add(joined);
    }
  }
  return found;
}

function countFiles(lists: Iterable<readonly number[]>, size: number): number[] {
  const counts = Array.from({ length: size }, () => 0);
  for (const list of lists) for (const number of list) counts[number] = (counts[number] ?? 0) + 1;
  return counts;
}

function readFile(file: DriftFile, stems: StemNumbering, identifiers: Numbering): FileWords {
  const folders = file.path.split("/");
  const base = folders.pop() ?? "";
  const own = new Map<number, number>();
  const folded = new Set<string>();
  const numbers = new Set<number>();
  for (const identifier of file.identifiers) {
    for (const number of stemNumbers(identifier, stems)) own.set(number, (own.get(number) ?? 0) + 1);
    numbers.add(identifiers.of(identifier));
    folded.add(identifier.toLowerCase().replaceAll("_", ""));
  }
  const pathStems = new Set(stemNumbers(file.path, stems));
  return {
    file,
    folders,
    folder: folders.join("/"),
    base,
    bare: bareName(base),
    stems: [...own.keys()],
    stemTimes: [...own.values()],
    pathStems: [...pathStems],
    baseStems: [...new Set(stemNumbers(base, stems))],
    allStems: [...new Set([...own.keys(), ...pathStems])],
    identifiers: [...numbers],
    foldedIdentifiers: folded,
  };
}

/** Cuts the request and the files of one change into words, once. Linear in what it is given. */
export function readChangeWords(request: DriftRequest, files: readonly DriftFile[]): ChangeWords {
  const stems = startStemNumbering();
  const identifiers = startNumbering();
  const occurrences = stemNumbers(request.text, stems);
  const inTitle = new Set(stemNumbers(request.titles, stems));
  const scope = new Set(stemNumbers(scopePattern.exec(request.titles)?.groups?.["scope"] ?? "", stems));
  const words = files.map((file) => readFile(file, stems, identifiers));
  const times = Array.from({ length: stems.texts.length }, () => 0);
  for (const stem of occurrences) times[stem] = (times[stem] ?? 0) + 1;
  return {
    request: {
      times,
      inTitle: stems.texts.map((_, stem) => inTitle.has(stem)),
      stems: [...new Set(occurrences)],
      titleStems: [...inTitle],
      occurrences: occurrences.length,
      tokens: new Set(request.text.match(tokenPattern) ?? []),
      names: namesIn(request.text),
      spellings: spellingsIn(request.text),
      scope,
      asksForTests: asked(testsAsked, request),
      asksForCi: asked(ciAsked, request),
    },
    files: words,
    stemWords: stems.words,
    identifierTexts: identifiers.texts,
    identifierWeights: identifiers.texts.map(weigh),
    filesWithStem: countFiles(
      words.map((file) => file.allStems),
      stems.texts.length,
    ),
    filesWithIdentifier: countFiles(
      words.map((file) => file.identifiers),
      identifiers.texts.length,
    ),
  };
}
