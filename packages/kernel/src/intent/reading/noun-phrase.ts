/** @module Where a noun phrase begins, and the object of a verb: its words and its head noun. */

import { singular } from "./lexicon/lemma.ts";
import { codeThings, inFileNouns, kindNouns, visualNouns } from "./lexicon/nouns.ts";
import {
  bulkWords,
  conjunctions,
  dataNouns,
  determiners,
  lowerEnvironments,
  mainLines,
  openingAdjectives,
  possessives,
  prepositions,
  pronouns,
  quantifiers,
  relativePronouns,
  stateVerbs,
  trailingWords,
} from "./lexicon/words.ts";

const nameShape = /[\d/\\.@=+~$_]|^-/;
const mark = /^[^\p{L}\p{N}]$/u;

/** Whether the word at a place is a name, a number or a quoted span rather than a plain word. */
export function isNameLike(word: string): boolean {
  return word === "" || nameShape.test(word);
}

/** Whether a noun phrase opens at a place: an article, possessive, pronoun, quantifier, number, name, span, or an adjective of state. */
export function opensNounPhrase(words: readonly string[], at: number): boolean {
  const word = words[at];
  if (word === undefined) return false;
  return (
    determiners.has(word) ||
    pronouns.has(word) ||
    possessives.has(word) ||
    quantifiers.has(word) ||
    openingAdjectives.has(word) ||
    isNameLike(word) ||
    (word.endsWith("'s") && !word.startsWith("'")) ||
    mainLines.has(word)
  );
}

/** The object of a verb: from the first word after it to where its noun phrases end. */
export interface ObjectPhrase {
  /** Without determiners and adjectives of age. */
  readonly words: readonly string[];
  /** The last word, and the last before each `and`; in the singular. */
  readonly heads: readonly string[];
  /** It takes in all there is. */
  readonly isBulk: boolean;
  readonly isPronoun: boolean;
  /** Where it ends in the clause. */
  readonly end: number;
}

/** Nouns that stand for what follows `of` or `in`. */
const partOf: ReadonlySet<string> = new Set([
  "content",
  "contents",
  "rest",
  "half",
  "part",
  "remainder",
  "all",
  "everything",
  "most",
  "both",
  "some",
  "each",
  "many",
  "none",
  "any",
  "one",
  "ones",
  "lot",
  "set",
  "list",
  "kind",
  "bunch",
  "number",
  "pair",
  "entirety",
  "whole",
  "anything",
  "copy",
  "copies",
]);

function endsPhrase(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  if (mark.test(word)) return word !== "/";
  if (word === "and" || word === "&") return false;
  if (words[at + 1] === "than") return true;
  return (
    prepositions.has(word) ||
    conjunctions.has(word) ||
    (relativePronouns.has(word) && word !== "that") ||
    (word === "that" && at > 0 && stateVerbs.has(words[at + 1] ?? ""))
  );
}

const ageWords: ReadonlySet<string> = new Set([
  "old",
  "new",
  "stale",
  "recent",
  "latest",
  "previous",
  "current",
  "unused",
  "outdated",
  "obsolete",
  "existing",
  "remaining",
]);

function headOf(words: readonly string[]): string {
  let at = words.length - 1;
  while (at > 0 && trailingWords.has(words[at] ?? "")) at -= 1;
  // "table player_scores", "migration 0042": an identifier after a noun is its name.
  while (at > 0 && isIdentifier(words[at] ?? "") && !isNameLike(words[at - 1] ?? "")) at -= 1;
  // "the word production": what is said about is the word.
  if (at === 1 && mentions.has(words[0] ?? "")) return words[0] ?? "";
  // "the namespace payments": a store, then plain words nobody knows as a thing.
  const [store = ""] = words;
  if (at >= 1 && at <= 3 && namedStores.has(store) && !isThing(words[at] ?? "", store)) return store;
  return singular(words[at] ?? "");
}

const mentions: ReadonlySet<string> = new Set([
  "word",
  "string",
  "phrase",
  "term",
  "text",
  "literal",
  "symbol",
  "character",
  "letter",
  "label",
  "heading",
]);

const namedStores: ReadonlySet<string> = new Set([
  "namespace",
  "database",
  "bucket",
  "tenant",
  "repo",
  "repository",
  "table",
  "dataset",
  "keyspace",
  "schema",
]);

function isThing(word: string, store: string): boolean {
  if (lowerEnvironments.has(word)) return false;
  const noun = singular(word);
  // "the table users": what the table holds.
  if (store === "table" && noun !== word && Object.hasOwn(kindNouns, noun)) return false;
  if (inFileNouns.has(noun) || codeThings.has(noun) || visualNouns.has(noun)) return true;
  if (Object.hasOwn(kindNouns, noun)) return true;
  return /(?:er|or|ion|ment|ing|ness|ity|age)$/.test(word);
}

function endsAt(words: readonly string[], at: number): boolean {
  const word = words[at];
  return word === undefined || !/\p{L}/u.test(word) || prepositions.has(word) || conjunctions.has(word);
}

const naming: ReadonlySet<string> = new Set(["called", "named"]);

/**
 * Whether the words from `at` to `end` are the name of the kind said before them: `the branch login-fix`, `the branch called
 * hotfix`. A name of stored data may not be a thing of a program, since `the account menu` is none.
 */
export function isNamedBy(words: readonly string[], at: number, end: number): boolean {
  const kind = words[at - (naming.has(words[at - 1] ?? "") ? 2 : 1)] ?? "";
  const isJoined = end - at > 1;
  if (!Object.hasOwn(kindNouns, singular(kind)) || !(isJoined || kind === singular(kind)) || !endsAt(words, end))
    return false;
  return !(dataNouns.has(kind) && isThing(words[end - 1] ?? "", kind));
}

const describing = /(?:ed|ing|able|ible|ful|less|like|style|based|free|only|old|new|wide|side|end|time|term|level)$/;

/**
 * Whether a joined spelling is the name of the one thing whose kind follows it: `the login-fix branch`. One that describes
 * (`the long-lived branch`) names none, and neither does one before a plural.
 */
export function namesNext(words: readonly string[], at: number, end: number): boolean {
  const [before = "", kind = ""] = [words[at - 1], words[end]];
  const isOne = Object.hasOwn(kindNouns, kind) && kind === singular(kind);
  return isOne && (before === "the" || before === "") && end - at > 1 && !describing.test(words[end - 1] ?? "");
}

/** A written name: digits, slashes, dots; identifiers joined by underscores are told apart by the caller. */
function isIdentifier(word: string): boolean {
  return isNameLike(word) || /^[0-9a-f]{7,40}$/.test(word);
}

/** The object after a verb that ends before `from`. `stops` are places where another verb takes over. */
export function objectPhrase(
  words: readonly string[],
  from: number,
  stops: ReadonlySet<number> = new Set(),
): ObjectPhrase {
  const kept: string[] = [];
  const heads: string[] = [];
  let phrase: string[] = [];
  let isBulk = false;
  let at = from;
  const close = (): void => {
    if (phrase.length > 0) heads.push(headOf(phrase));
    phrase = [];
  };
  for (; at < words.length && !stops.has(at); at += 1) {
    const word = words[at] ?? "";
    const isPart =
      (word === "of" || word === "in" || word === "from" || word === "inside" || word === "within") &&
      partOf.has(words[at - 1] ?? "") &&
      at > from;
    if (isPart) {
      phrase = phrase.filter((kind) => !partOf.has(kind));
      continue;
    }
    if (endsPhrase(words, at)) break;
    if (bulkWords.has(word.replace(/'s$/, ""))) isBulk = true;
    if (word === "and" || word === "&") close();
    else if (!determiners.has(word) || pronouns.has(word)) {
      if (ageWords.has(word)) continue;
      kept.push(word);
      phrase.push(word);
    }
  }
  close();
  const isPronoun = kept.length > 0 && kept.every((word) => pronouns.has(word) || trailingWords.has(word)) && !isBulk;
  return { words: kept, heads, isBulk, isPronoun, end: at };
}
