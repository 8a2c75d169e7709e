/** @module What a clause rules out, and the clause without it: the words of a ban vote for nothing. */

import type { EffectKind } from "../../effect.ts";
import { singular } from "./lexicon/lemma.ts";
import { type FoundVerb, type Verb, verbAt } from "./lexicon/lookup.ts";
import { kindNouns } from "./lexicon/nouns.ts";
import { phraseSet } from "./lexicon/phrase-set.ts";
import { exceptions, negators, notNegators, standingWords, strictNegators } from "./lexicon/phrases.ts";
import type { VerbClass } from "./lexicon/verbs.ts";
import { determiners, prepositions, productionWords, pronouns } from "./lexicon/words.ts";
import { isNameLike, objectPhrase } from "./noun-phrase.ts";
import type { Act } from "./reading.ts";
import type { Ban } from "./removal.ts";
import { destroysAt } from "./stakes-commands.ts";

const negations = phraseSet(negators);
const others = phraseSet(notNegators);
const leftOut = phraseSet(exceptions);

/** Verbs that are only known for what they rule out. */
const touching: ReadonlySet<string> = new Set([
  "touch",
  "run",
  "modify",
  "alter",
  "change",
  "edit",
  "mess with",
  "break",
  "use",
  "introduce",
  "disturb",
  "affect",
]);

/** A place everything at which is meant. */
export const placeWords: Readonly<Record<string, string>> = {
  remote: "remote",
  origin: "remote",
  upstream: "remote",
  github: "remote",
  bucket: "bucket",
  s3: "bucket",
  registry: "registry",
  server: "server",
  servers: "server",
  cluster: "cluster",
  shared: "shared",
};
const breaks: ReadonlySet<string> = new Set([",", ";", "—", "but", "just", "only", "then", ".", "!", "?", "instead"]);
/** Who is told: with them a negated modal is a ban, with others it describes a program. */
const told: ReadonlySet<string> = new Set(["you", "we", "agent", "agents", "nobody"]);
const describing: ReadonlySet<string> = new Set([
  "cannot",
  "can not",
  "should not",
  "shouldn't",
  "must not",
  "mustn't",
  "may not",
  "need not",
  "needn't",
]);
const verbReach = 3;
const longestText = 120;

const wholeEffect: ReadonlySet<string> = new Set([
  "anything",
  "nothing",
  "any",
  "anyone",
  "anybody",
  "everything",
  "it",
  "this",
  "that",
  "them",
  "these",
  "those",
  "all",
]);

/** What each class of operation would do. */
const kindsOfClass: Readonly<Record<VerbClass, readonly EffectKind[]>> = {
  outward: ["publish"],
  staged: ["publish"],
  launch: ["publish"],
  money: ["pay", "publish", "execute"],
  costly: ["publish", "execute"],
  inward: ["execute"],
};
/** What each act would do. Asking rules nothing out. */
const kindsOfAct: Readonly<Record<Act, readonly EffectKind[]>> = {
  modify: ["write", "delete"],
  author: ["write", "delete"],
  operate: ["execute"],
  verify: ["execute"],
  govern: ["configure"],
  orchestrate: ["delegate"],
  converse: [],
  answer: [],
  locate: [],
  analyze: [],
};

/** The kinds of effect a verb would have: what a ban on it rules out. */
export function kindsOf(verb: Verb): readonly EffectKind[] {
  if (verb.removal !== undefined) return ["delete"];
  if (verb.pays === true) return ["pay", "publish"];
  if (verb.name === "push" || verb.name === "sync") return ["publish"];
  return verb.class === undefined ? kindsOfAct[verb.act] : kindsOfClass[verb.class];
}

/** A ban whose object nobody can resolve means the effect as a whole; `isUnresolved` until the whole request is known. */
export type BanDraft = Ban & { readonly isUnresolved?: true };

export interface BanReading {
  readonly bans: readonly BanDraft[];
  /** Which places of the clause belong to a ban. */
  readonly taken: ReadonlySet<number>;
}

interface Found {
  readonly verb: Verb;
  readonly after: number;
  /** Where its object ends, when that is not the end of the ban. */
  readonly until?: number;
}

function verbNear(words: readonly string[], from: number, isStrict: boolean): Found | undefined {
  for (let at = from; at <= from + (isStrict ? 0 : verbReach - 1) && at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (breaks.has(word) || (at > from && (determiners.has(word) || prepositions.has(word)))) return undefined;
    if (negations.at(words, at) > 0 && !touching.has(word)) return undefined;
    const found: FoundVerb | undefined = verbAt(words, at, true);
    if (found !== undefined) return { verb: found.verb, after: at + found.length };
    const isTouch =
      touching.has(word) || touching.has(word.replace(/ing$/, "")) || touching.has(word.replace(/ed$/, ""));
    if (isTouch) return { verb: { name: word, act: "modify", weight: 1 }, after: at + 1 };
  }
  return undefined;
}

/** Kinds that are named by the plain word beside them: `the migrations folder`, `the table orders`. */
const namedKinds: ReadonlySet<string> = new Set([
  "folder",
  "directory",
  "dir",
  "file",
  "branch",
  "table",
  "bucket",
  "module",
  "database",
]);

type Target = Pick<Ban, "target" | "place" | "resource_kind">;

/** What the object of a ban names: names, places and kinds; `undefined` when it cannot be told. */
function targetsOf(
  words: readonly string[],
  texts: readonly string[],
  from: number,
  end: number,
): Target[] | undefined {
  const object = objectPhrase(words.slice(0, end), from);
  const span = words.slice(from, end);
  const places = span.flatMap((word) => (Object.hasOwn(placeWords, word) ? [placeWords[word] ?? ""] : []));
  const names = namesBetween(words, texts, from, end);
  if (names.length > 0) return names.map((target) => ({ target }));
  if (places.length > 0) return [...new Set(places)].map((place) => ({ place }));
  if (object.words.length === 0 && !object.isBulk)
    return span.every((word) => wholeEffect.has(word) || prepositions.has(word)) ? [{}] : undefined;
  if (span.some((word) => wholeEffect.has(word)) && !span.includes("important")) return [{}];
  const [first, last] = object.words.slice(-2);
  const [named, kind] = namedKinds.has(first ?? "") ? [last, first] : [first, last];
  if (kind !== undefined && named !== undefined && namedKinds.has(kind)) {
    const at = words.indexOf(named, from);
    return [{ target: texts[at] ?? named }];
  }
  const [head] = object.heads;
  if (object.words.length === 1 && head !== undefined && Object.hasOwn(kindNouns, head))
    return [{ resource_kind: kindNouns[head] ?? head }];
  return undefined;
}

/** Names as typed between two places: paths, identifiers, numbers. */
function namesBetween(words: readonly string[], texts: readonly string[], from: number, end: number): string[] {
  const names: string[] = [];
  for (let at = from; at < end; at += 1) {
    const word = words[at] ?? "";
    const isBranchName = word === "main" || word === "master" || word === "trunk";
    if ((isNameLike(word) && !/^[.,:;!?()[\]{}]$/.test(word)) || isBranchName) names.push(texts[at] ?? word);
  }
  return names.filter((name) => name !== "" && !name.startsWith("-"));
}

/** `it does not delete the row` describes; only an order rules out. */
const reporting: ReadonlySet<string> = new Set(
  "does did is are was were has have had will would could did be been am".split(" "),
);

function describesOnly(words: readonly string[], at: number, phrase: string): boolean {
  if ((phrase === "not" || phrase === "never") && reporting.has(words[at - 1] ?? "")) return true;
  if (!describing.has(phrase)) return false;
  const before = words[at - 1];
  return before !== undefined && !told.has(before) && !breaks.has(before) && before !== "and";
}

function isStanding(words: readonly string[]): boolean {
  const text = ` ${words.join(" ")} `;
  return (
    words.some((word) => standingWords.has(word)) ||
    text.includes(" from now on ") ||
    text.includes(" in this session ")
  );
}

/** Finds the bans of a clause. `texts` are its words as typed, quoted spans filled in. */
export function findBans(words: readonly string[], texts: readonly string[]): BanReading {
  const bans: BanDraft[] = [];
  const taken = new Set<number>();
  for (let at = 0; at < words.length; ) {
    const skipped = others.at(words, at);
    const length = negations.at(words, at);
    if (skipped > 0 || length === 0) {
      at += Math.max(1, skipped);
      continue;
    }
    const phrase = words.slice(at, at + length).join(" ");
    const isStrict = strictNegators.has(phrase);
    const near = describesOnly(words, at, phrase) ? passive(words, at, length) : verbNear(words, at + length, isStrict);
    const isFitting =
      near !== undefined && (phrase !== "no" && phrase !== "without" ? true : /ing$|s$/.test(words[at + length] ?? ""));
    const end = endOf(words, at + length);
    if (near === undefined || !isFitting) {
      at += length;
      continue;
    }
    const text = texts.slice(at, end).join(" ").slice(0, longestText);
    // What would have been irreversible there is denied for all of it, whatever else is asked for.
    const isGrave = words.slice(at, end).some((word) => productionWords.has(word));
    const found = orderedVerbs(words, near, end).flatMap((verb, index) =>
      bansOf(verb.verb, targetsOf(words, texts, verb.after, verb.until ?? end), {
        text,
        standing: isStanding(words),
        index,
        isGrave,
      }),
    );
    const commands = destroysAt(words.slice(at, end).join(" "))
      ? wholeBans(["delete", "publish"], text, isStanding(words))
      : [];
    if (found.length > 0 || commands.length > 0) {
      bans.push(...found, ...commands);
      for (let place = at; place < end; place += 1) taken.add(place);
    }
    at = found.length > 0 ? end : at + length;
  }
  return { bans, taken };
}

/** `the production table must not be dropped`. */
function passive(words: readonly string[], at: number, length: number): Found | undefined {
  if (words[at + length] !== "be") return undefined;
  const found = verbAt(words, at + length + 1, true);
  return found === undefined || found.isBase || found.verb.name === "undo" || found.verb.name === "revert"
    ? undefined
    : { verb: found.verb, after: 0, until: at };
}

function endOf(words: readonly string[], from: number): number {
  let end = from;
  while (end < words.length && !breaks.has(words[end] ?? "")) end += 1;
  return end;
}

/** The verb of a ban and those joined to it by `or`, `and`, `nor`: all of them are ruled out. */
function orderedVerbs(words: readonly string[], first: Found, end: number): Found[] {
  const verbs = [first];
  for (let at = first.after; at < end; at += 1) {
    if (!["or", "and", "nor"].includes(words[at] ?? "")) continue;
    const found = verbAt(words, at + 1, true);
    if (found !== undefined) verbs.push({ verb: found.verb, after: at + 1 + found.length });
  }
  return verbs;
}

function wholeBans(kinds: readonly EffectKind[], text: string, standing: boolean): Ban[] {
  return kinds.map((kind) => ({ kind, text, standing, strength: "deny" }));
}

interface BanWords {
  readonly text: string;
  readonly standing: boolean;
  /** Which verb of the ban: only the first one has to rule something out. */
  readonly index: number;
  readonly isGrave: boolean;
}

function bansOf(verb: Verb, targets: Target[] | undefined, { text, standing, index, isGrave }: BanWords): BanDraft[] {
  const kinds = kindsOf(verb);
  if (index > 0 && kinds.length === 0) return [];
  // What cannot be told apart is the effect as a whole; where the request also asks for that effect, it asks instead.
  if (targets === undefined)
    return kinds.map((kind) => ({
      kind,
      text,
      standing,
      strength: "deny",
      ...(isGrave ? {} : { isUnresolved: true }),
    }));
  return targets.flatMap((target) => kinds.map((kind) => ({ kind, ...target, text, standing, strength: "deny" })));
}

/** What a removal leaves out: `except main`, `but keep 4831`. Bans on the removal of those names. */
export function findExceptions(words: readonly string[], texts: readonly string[], from: number): BanReading {
  const bans: BanDraft[] = [];
  const taken = new Set<number>();
  for (let at = from; at < words.length; at += 1) {
    // "my jobs, not 48214"
    const isNot = words[at] === "not" && at > from && namesBetween(words, texts, at + 1, at + 3).length > 0;
    const length = isNot ? 1 : leftOut.at(words, at);
    if (length === 0) continue;
    let end = at + length;
    while (end < words.length && !["—", ";", "then", "because", "since", "so"].includes(words[end] ?? "")) end += 1;
    const text = texts.slice(at, end).join(" ").slice(0, longestText);
    const names = namesBetween(words, texts, at + length, end);
    const places = words
      .slice(at + length, end)
      .flatMap((word) => (Object.hasOwn(placeWords, word) ? [placeWords[word] ?? word] : []));
    const named = names.length > 0 ? names : places.length > 0 ? [] : wordsLeft(words, texts, at + length, end);
    for (const place of names.length > 0 ? [] : places)
      bans.push({ kind: "delete", place, text, standing: false, strength: "deny" });
    if (named.length > 0)
      bans.push(
        ...named.map((target) => ({
          kind: "delete" as const,
          target,
          text,
          standing: false,
          strength: "deny" as const,
        })),
      );
    else if (places.length === 0)
      bans.push({ kind: "delete", text, standing: false, strength: "deny", isUnresolved: true });
    for (let place = at; place < end; place += 1) taken.add(place);
    at = end;
  }
  return { bans, taken };
}

/** One plain word that names what stays: `except develop`, `but keep the staging one`. */
function wordsLeft(words: readonly string[], texts: readonly string[], from: number, end: number): string[] {
  const rest: string[] = [];
  for (let at = from; at < end; at += 1) {
    const word = words[at] ?? "";
    const isSmall =
      determiners.has(word) ||
      pronouns.has(word) ||
      prepositions.has(word) ||
      ["and", "or", ",", "alone", "alive", "as", "please", "one", "ones", "important"].includes(word) ||
      Object.hasOwn(kindNouns, singular(word));
    if (!isSmall) rest.push(texts[at] ?? word);
  }
  return rest.length <= 3 ? rest : [];
}
