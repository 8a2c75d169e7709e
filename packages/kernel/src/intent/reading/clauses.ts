/** @module A text cut into clauses: at sentence ends, and at the words that put one step after or beside another. */

import { verbAt } from "./lexicon/lookup.ts";
import { phraseSet } from "./lexicon/phrase-set.ts";
import { additionJoints, askingOpeners, fillers, greetings, plainOpeners, sequenceJoints } from "./lexicon/phrases.ts";
import { conjunctions, questionWords, stateVerbs, subjects } from "./lexicon/words.ts";
import { isListItem, withoutMarker } from "./line-shape.ts";
import { opensNounPhrase } from "./noun-phrase.ts";
import { type Joined, type Token, tokenize } from "./tokens.ts";

export type Joint = "none" | "sequence" | "addition";

export interface Clause {
  readonly tokens: readonly Token[];
  /** The lower-case words, marks as themselves, spans as nothing. */
  readonly words: readonly string[];
  readonly joint: Joint;
  /** The sentence ended in a question mark and this was its last clause. */
  readonly isQuestion: boolean;
  readonly isListItem: boolean;
  /** A sentence or line begins here. */
  readonly isFirst: boolean;
}

/** The words of a clause in lower case, the same words as typed, and which of them were written as one. */
export interface ClauseWords {
  readonly words: readonly string[];
  readonly texts: readonly string[];
  /** At the first word of a joined spelling that is whole here, all of it. */
  readonly joined: readonly (Joined | undefined)[];
}

const sequences = phraseSet(sequenceJoints);
const additions = phraseSet(additionJoints);
const asking = phraseSet(askingOpeners);
const leading = phraseSet([...greetings, ...fillers]);
const polite = phraseSet(["please", "pls", "plz", "kindly"]);
const openers = phraseSet([...askingOpeners, ...plainOpeners, ...fillers]);

const abbreviations: ReadonlySet<string> = new Set([
  "e.g",
  "i.e",
  "etc",
  "vs",
  "cf",
  "approx",
  "mr",
  "mrs",
  "ms",
  "dr",
  "prof",
  "fig",
  "eg",
  "ie",
  "incl",
]);
/** Before `then` these make a time of it. */
const notBeforeThen: ReadonlySet<string> = new Set([
  "since",
  "by",
  "until",
  "till",
  "back",
  "from",
  "than",
  "before",
  "even",
  "just",
]);
/** Joints that are ordinary words inside a clause. */
const onlyAfterBreak: ReadonlySet<string> = new Set([
  "finally",
  "afterwards",
  "afterward",
  "lastly",
  "subsequently",
  "thereafter",
  "plus",
  "besides",
  "at",
  "furthermore",
  "moreover",
]);

/** `after the deploy, check the logs`: when, not where. */
const timeWords: ReadonlySet<string> = new Set([
  "after",
  "before",
  "since",
  "until",
  "till",
  "during",
  "as",
  "with",
  "without",
  "despite",
  "for",
  "over",
  "due",
  "based",
]);

/** Words that open a clause standing before the one it belongs to: `if …,`, `on the settings page,`. */
function leadsIn(word: string): boolean {
  return (
    timeWords.has(word) ||
    (conjunctions.has(word) && word !== "and" && word !== "or") ||
    word === "every" ||
    word === "each"
  );
}

function peelEnd(words: readonly string[], from: number): number {
  let at = from;
  for (;;) {
    const step = words[at] === "," ? 1 : openers.at(words, at);
    const verb = verbAt(words, at);
    if (step === 0 || (verb !== undefined && verb.length > step)) return at;
    at += step;
  }
}

/** Whether an order begins at this place: a verb in its base form, and its object or the end after it. */
export function ordersAt(words: readonly string[], from: number): boolean {
  const at = peelEnd(words, from);
  const found = verbAt(words, at);
  if (found?.isBase !== true) return false;
  const next = words[at + found.length];
  return (
    next === undefined ||
    next === "," ||
    next === "." ||
    polite.at(words, at + found.length) > 0 ||
    opensNounPhrase(words, at + found.length)
  );
}

interface Cut {
  readonly end: number;
  readonly next: number;
  readonly joint: Joint;
}

function isBreak(word: string | undefined): boolean {
  return word === undefined || word === "," || word === "and" || word === "but" || word === "so" || word === ":";
}

/** The soft end at a place, if there is one. */
function cutAt(words: readonly string[], at: number, start: number, isReport: boolean): Cut | undefined {
  const word = words[at] ?? "";
  const before = at === start ? undefined : words[at - 1];
  if (word === "—") return { end: at, next: at + 1, joint: "none" };
  const sequence = sequences.at(words, at);
  if (sequence > 0 && (isBreak(before) || (!onlyAfterBreak.has(word) && !notBeforeThen.has(before ?? "")))) {
    return { end: at, next: at + sequence, joint: "sequence" };
  }
  const addition = additions.at(words, at);
  const follows = words[at + addition];
  if (addition > 0 && follows !== "to" && follows !== "of") {
    const isPlain = word === "as" || word === "and" || word === "but";
    const isApart = isBreak(before) || (word === "also" && ordersAt(words, at + addition));
    if (isPlain || (word === "plus" ? before === "," || before === undefined : isApart)) {
      return { end: at, next: at + addition, joint: "addition" };
    }
  }
  if (at === start || (word !== "," && word !== "and" && word !== "so")) return undefined;
  const joined = word === "," && ["and", "so", "but"].includes(words[at + 1] ?? "") ? at + 2 : at + 1;
  const isAsking = asking.at(words, joined) > 0 || (polite.at(words, joined) > 0 && word === ",");
  if (isAsking && verbAt(words, peelEnd(words, joined)) !== undefined) return { end: at, next: joined, joint: "none" };
  // `the cache is stale, clear it`: what was only reported or set the scene ends where an order begins.
  if (isReport && word === "," && ordersAt(words, joined)) return { end: at, next: joined, joint: "none" };
  return undefined;
}

/** Whether what begins here only reports or sets the scene, so that an order after a comma stands on its own. */
function reports(words: readonly string[], from: number): boolean {
  let at = from;
  for (;;) {
    const step = words[at] === "," ? 1 : leading.at(words, at);
    if (step === 0) break;
    at += step;
  }
  const word = words[at] ?? "";
  if (leadsIn(word)) return true;
  const verb = verbAt(words, at);
  if (verb !== undefined && !(stateVerbs.has(words[at + 1] ?? "") && !opensNounPhrase(words, at + 1))) return false;
  if (questionWords.has(word) && word !== "when") return false;
  return subjects.has(word) || word === "" || words.slice(at + 1, at + 6).some((other) => stateVerbs.has(other));
}

function trimmed(tokens: readonly Token[]): readonly Token[] {
  let from = 0;
  let to = tokens.length;
  while (from < to && isTrimmed(tokens[from])) from += 1;
  while (to > from && isTrimmed(tokens[to - 1])) to -= 1;
  return tokens.slice(from, to);
}

function isTrimmed(token: Token | undefined): boolean {
  return token?.kind === "mark" && !"([{".includes(token.word);
}

/** A clause of more words is cut, so that what looks around inside one stays cheap. */
const longestClause = 150;

function clausesOf(sentence: readonly Token[], isAsked: boolean, isItem: boolean): Clause[] {
  const words = sentence.map(({ word }) => word);
  const clauses: Clause[] = [];
  let start = 0;
  let joint: Joint = "none";
  let isReport = reports(words, 0);
  const close = (end: number): void => {
    const tokens = trimmed(sentence.slice(start, end));
    if (tokens.length > 0) {
      clauses.push({
        tokens,
        words: tokens.map(({ word }) => word),
        joint,
        isQuestion: false,
        isListItem: isItem,
        isFirst: clauses.length === 0,
      });
      joint = "none";
    }
  };
  for (let at = 0; at < words.length; ) {
    const cut: Cut | undefined =
      at - start >= longestClause ? { end: at, next: at, joint: "none" } : cutAt(words, at, start, isReport);
    if (cut === undefined) {
      at += 1;
      continue;
    }
    close(cut.end);
    if (cut.joint !== "none") joint = cut.joint;
    start = cut.next;
    at = Math.max(cut.next, at);
    isReport = reports(words, start);
  }
  close(words.length);
  const last = clauses.at(-1);
  if (isAsked && last !== undefined) clauses[clauses.length - 1] = { ...last, isQuestion: true };
  return clauses;
}

function endsSentence(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== "mark") return false;
  if (token.word === ";" || token.word === "!" || token.word === "?") return true;
  return token.word === "." && !(abbreviations.has(tokens[at - 1]?.word ?? "") && at < tokens.length - 1);
}

/** Of marks in a row (`?!?`) the first few tell what the sentence was. */
const marksLookedAt = 8;

/** The clauses of a prepared text, in order. Linear in its length. */
export function cutClauses(text: string): Clause[] {
  const clauses: Clause[] = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    if (line === "") {
      offset += 1;
      continue;
    }
    const isItem = isListItem(line.trim());
    const body = isItem ? withoutMarker(line) : line;
    const tokens = tokenize(body, offset + line.length - body.length);
    let start = 0;
    for (let at = 0; at <= tokens.length; at += 1) {
      if (at < tokens.length && !endsSentence(tokens, at)) continue;
      let isAsked = false;
      for (let mark = at; mark < at + marksLookedAt && tokens[mark]?.kind === "mark"; mark += 1)
        if (tokens[mark]?.word === "?") isAsked = true;
      if (at > start) clauses.push(...clausesOf(tokens.slice(start, at), isAsked, isItem));
      start = at + 1;
    }
    offset += line.length + 1;
  }
  return clauses;
}
