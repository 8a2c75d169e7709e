/** @module What one clause is: a question, an order, a report, a ban; and the verbs that order something in it. */

import { type BanDraft, type BanReading, findBans } from "./bans.ts";
import type { Clause, ClauseWords } from "./clauses.ts";
import { findExceptions } from "./exceptions.ts";
import { type Head, headsOf } from "./heads.ts";
import { baseForms } from "./lexicon/lemma.ts";
import { verbAt } from "./lexicon/lookup.ts";
import {
  auxiliaries,
  conjunctions,
  determiners,
  finiteVerbs,
  functionWords,
  prepositions,
  pronouns,
  questionWords,
  stateVerbs,
  subjects,
} from "./lexicon/words.ts";
import { modalHead } from "./modal.ts";
import { isNameLike, opensNounPhrase } from "./noun-phrase.ts";
import { type Peeled, peel } from "./peel.ts";
import type { Role } from "./reading.ts";
import { commandAt } from "./stakes-commands.ts";
import type { Joined } from "./tokens.ts";

/** What a clause reads is without the words of its bans. */
export interface ClauseReading extends ClauseWords {
  readonly clause: Clause;
  readonly peeled: Peeled;
  readonly role: Role;
  readonly heads: readonly Head[];
  readonly bans: readonly BanDraft[];
  /** A verb of removal or operation in a modal: `all rows should be deleted`. */
  readonly modal: Head | undefined;
  /** A negator opens an order in it and rules nothing out that can be told. */
  readonly isNegated: boolean;
}

const wishes: ReadonlySet<string> = new Set([
  "i want",
  "i need",
  "i'd like",
  "what i",
  "we want",
  "we need",
  "we'd like",
  "i would",
  "we would",
  "i wish",
  "id like",
  "my wish",
]);
const doForms: ReadonlySet<string> = new Set(["do", "does", "did", "don't", "doesn't", "didn't"]);

function isQuestion(words: readonly string[], peeled: Peeled, isAsked: boolean): boolean {
  const { at } = peeled;
  const word = words[at] ?? "";
  const next = words[at + 1] ?? "";
  if (questionWords.has(word) && !(word === "when" && !isAsked) && !(word === "which" && next === "")) return true;
  if (auxiliaries.has(word) && !peeled.isAsking && (verbAt(words, at)?.length ?? 1) === 1) {
    const hasSubject =
      next !== "" && (subjects.has(next) || opensNounPhrase(words, at + 1) || (isAsked && !prepositions.has(next)));
    // "have a dark mode" orders where "have you …" asks.
    const isHave = word === "have" || word === "has" || word === "had";
    if (isHave && !isAsked && !subjects.has(next)) return false;
    if (isHave && !isAsked && (next === "a" || next === "the" || next === "an")) return false;
    if (doForms.has(word) ? isAsked && hasSubject : hasSubject) return true;
  }
  if (!isAsked) return false;
  // `deploy to production?` orders as much as it asks; the careful reading is the order.
  const found = verbAt(words, at);
  const after = at + (found?.length ?? 0);
  const orders =
    found?.isBase === true &&
    (opensNounPhrase(words, after) || prepositions.has(words[after] ?? "") || isNameLike(words[after] ?? "x"));
  return !orders && words.slice(at).some((other) => functionWords.has(other));
}

function isStatement(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  return (
    finiteVerbs.has(words[at + 1] ?? "") ||
    (stateVerbs.has(words[at + 1] ?? "") && verbAt(words, at) === undefined) ||
    (/\d/.test(word) && !word.includes("/"))
  );
}

function isSmallWord(word: string): boolean {
  return (
    prepositions.has(word) ||
    conjunctions.has(word) ||
    determiners.has(word) ||
    pronouns.has(word) ||
    functionWords.has(word) ||
    stateVerbs.has(word) ||
    questionWords.has(word)
  );
}

function roleOf(words: readonly string[], peeled: Peeled, heads: readonly Head[], isAsked: boolean): Role {
  const { at } = peeled;
  const word = words[at] ?? "";
  if (wishes.has(words.slice(at, at + 2).join(" "))) return heads.length > 0 ? "imperative" : "request";
  if (isQuestion(words, peeled, isAsked && !peeled.isAsking)) return "question";
  if (commandAt(words) === at) return "imperative";
  if (isStatement(words, at) && heads.every((head) => !head.isFirst))
    return heads.length > 0 ? "imperative" : "statement";
  if (heads.length > 0) return "imperative";
  if (subjects.has(word)) return "statement";
  const isPlain =
    /^\p{Ll}+$/u.test(word) && !isSmallWord(word) && baseForms(word).every((form) => verbAt([form], 0) === undefined);
  if (isPlain && opensNounPhrase(words, at + 1) && !stateVerbs.has(words[at + 1] ?? "") && words[at + 1] !== "")
    return "unknown-verb";
  return "request";
}

function isLeftOut(words: readonly string[], at: number): boolean {
  return ["keep", "leave", "spare"].includes(words[at] ?? "");
}

/**
 * Reads one clause.
 *
 * @param typed the words as typed, quoted spans filled in.
 * @param afterRemoval an earlier clause asked for a removal, so that `keep X` is an exception to it.
 */
export function readClause(clause: Clause, typed: readonly string[], afterRemoval: boolean): ClauseReading {
  const whole = { words: clause.words, texts: typed, joined: clause.tokens.map((token) => token.joined) };
  const banned = findBans(whole);
  const rest = withoutPlaces(whole, banned);
  const first = headsOf(rest.words, rest.texts, peel(rest.words).at);
  const removal = first.find((head) => head.verb.removal !== undefined);
  const exceptionsFrom =
    removal?.after ?? (afterRemoval && isLeftOut(rest.words, peel(rest.words).at) ? peel(rest.words).at : undefined);
  const left = exceptionsFrom === undefined ? none : findExceptions(rest, exceptionsFrom);
  const kept = left.taken.size > 0 ? withoutPlaces(rest, left) : rest;
  const { words, texts } = kept;
  const peeled = peel(words);
  const heads = left.taken.size > 0 ? headsOf(words, texts, peeled.at) : first;
  const bans = [...banned.bans, ...left.bans];
  const { isNegated } = banned;
  const isOver = words.slice(peeled.at).every((word) => word !== "" && !/[\p{L}\p{N}]/u.test(word));
  if (isOver) {
    const role = bans.length > 0 ? "ban" : peeled.isSocial ? "social" : "request";
    return { clause, ...kept, peeled, role, heads: [], bans, modal: undefined, isNegated };
  }
  const role = roleOf(words, peeled, heads, clause.isQuestion);
  const modal = role === "statement" || role === "request" ? modalHead(words) : undefined;
  return { clause, ...kept, peeled, role, heads: role === "question" ? [] : heads, bans, modal, isNegated };
}

const none: BanReading = { bans: [], taken: new Set(), isNegated: false };

function withoutPlaces({ words, texts, joined }: ClauseWords, { taken }: BanReading): ClauseWords {
  const rest = { words: [] as string[], texts: [] as string[], joined: [] as (Joined | undefined)[] };
  for (const [at, word] of words.entries()) {
    const isGap = taken.has(at) && !taken.has(at - 1) && rest.words.length > 0;
    if (taken.has(at) && !isGap) continue;
    const whole = isGap ? undefined : joined[at];
    const isWhole = whole !== undefined && !taken.has(at + whole.length - 1);
    rest.words.push(isGap ? "," : word);
    rest.texts.push(isGap ? "," : (texts[at] ?? word));
    rest.joined.push(isWhole ? whole : undefined);
  }
  return rest;
}
