/** @module What a clause rules out, and the clause without it: the words of a ban vote for nothing. */

import type { EffectKind } from "../../effect.ts";
import { kindsOf } from "./ban-kinds.ts";
import { type Target, targetsOf } from "./ban-targets.ts";
import type { ClauseWords } from "./clauses.ts";
import { singular } from "./lexicon/lemma.ts";
import { type FoundVerb, type Verb, verbAt, verbNamed } from "./lexicon/lookup.ts";
import { phraseSet } from "./lexicon/phrase-set.ts";
import {
  askingAfter,
  askingFirst,
  leftAlone,
  negators,
  notNegators,
  orderingNegators,
  standingWords,
  strictNegators,
  warningsOff,
} from "./lexicon/phrases.ts";
import { actionNouns } from "./lexicon/verbs.ts";
import { determiners, prepositions, productionWords } from "./lexicon/words.ts";
import type { Ban } from "./removal.ts";
import { destroysAt } from "./stakes-commands.ts";

const negations = phraseSet(negators);
const others = phraseSet(notNegators);
const warnings = phraseSet(warningsOff);
const alone = phraseSet(leftAlone);
const firstAsked = phraseSet(askingFirst);
const thenAsked = phraseSet(askingAfter);

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
/** After these only `pushing` or `pushes` rules out: `no tests` and `except main` do not. */
const onlyGerunds: ReadonlySet<string> = new Set([
  "no",
  "without",
  "except",
  "except for",
  "other than",
  "apart from",
  "stop",
]);
/** After `stop` these say what a thing does: `stop running containers`. */
const states: ReadonlySet<string> = new Set(["running", "waiting", "listening", "testing", "building", "using"]);
const verbReach = 3;
const longestText = 120;

/** A ban whose object nobody can resolve means the effect as a whole; `isUnresolved` until the whole request is known. */
export type BanDraft = Ban & { readonly isUnresolved?: true };

export interface BanReading {
  readonly bans: readonly BanDraft[];
  /** Which places of the clause belong to a ban. */
  readonly taken: ReadonlySet<number>;
  /** A negator that opens an order reaches no verb: what it rules out may be all that follows. */
  readonly isNegated: boolean;
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
    const noun = singular(word);
    const action =
      isStrict && noun !== word && Object.hasOwn(actionNouns, noun) ? verbNamed(actionNouns[noun] ?? "") : undefined;
    if (action !== undefined) return { verb: action, after: at + 1 };
    const found: FoundVerb | undefined = verbAt(words, at, true);
    if (found !== undefined) return { verb: found.verb, after: at + found.length };
    const isTouch =
      touching.has(word) || touching.has(word.replace(/ing$/, "")) || touching.has(word.replace(/ed$/, ""));
    if (isTouch) return { verb: { name: word, act: "modify", weight: 1 }, after: at + 1 };
  }
  return undefined;
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

const touch: Verb = { name: "touch", act: "modify", weight: 1 };
/** How far the end of `leave … alone` may be. */
const aloneReach = 10;

/** `hands off the bucket`, `stay out of src/legacy`, `leave the volume alone`: orders not to touch, without a negated verb. */
function warningAt(words: readonly string[], at: number): Found | undefined {
  const length = warnings.at(words, at);
  // "the agent hands off to the worker"
  if (length > 0) return words[at + length] === "to" ? undefined : { verb: touch, after: at + length };
  if (words[at] !== "leave") return undefined;
  for (let end = at + 2; end <= at + aloneReach && end < words.length; end += 1) {
    if (breaks.has(words[end] ?? "")) return undefined;
    if (alone.at(words, end) > 0) return { verb: touch, after: at + 1, until: end };
  }
  return undefined;
}

/** `ask me before you push`, `before deleting anything, check with me`: the act that has to be asked for. */
function askedAt(words: readonly string[], at: number): Found | undefined {
  const length = firstAsked.at(words, at);
  const isOwn =
    length > 0 && (opensOrder(words, at) || words.slice(at, at + length).some((word) => ["me", "my"].includes(word)));
  const isBefore = words[at] === "before" && words.some((_word, place) => place > at && thenAsked.at(words, place) > 0);
  return isOwn ? verbNear(words, at + length, false) : isBefore ? verbNear(words, at + 1, false) : undefined;
}

/** Whether an order can begin here. */
function opensOrder(words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? "";
  return !/[\p{L}\p{N}]/u.test(before) || breaks.has(before) || orderOpeners.has(before);
}

const orderOpeners: ReadonlySet<string> = new Set(["please", "pls", "and", "so", "ok", "always", "but", "no"]);

/** Finds the bans of a clause. */
export function findBans(clause: ClauseWords): BanReading {
  const { words, texts } = clause;
  const bans: BanDraft[] = [];
  const taken = new Set<number>();
  let isNegated = false;
  const take = (from: number, end: number): void => {
    for (let place = from; place < end; place += 1) taken.add(place);
  };
  const textAt = (from: number, end: number): string => texts.slice(from, end).join(" ").slice(0, longestText);
  for (let at = 0; at < words.length; ) {
    const asked = askedAt(words, at);
    if (asked !== undefined) {
      const end = endOf(words, asked.after);
      const said = { text: textAt(at, end), standing: isStanding(words), index: 0, isGrave: false };
      const found = bansOf(asked.verb, targetsOf(clause, asked.after, end) ?? [{}], said);
      bans.push(...found.map((ban): BanDraft => ({ ...ban, strength: "ask" })));
      if (found.length > 0) take(at, end);
      at = found.length > 0 ? end : at + 1;
      continue;
    }
    const warning = warningAt(words, at);
    const warned =
      warning === undefined
        ? undefined
        : targetsOf(clause, warning.after, warning.until ?? endOf(words, warning.after));
    if (warned !== undefined) {
      const end = endOf(words, at + 1);
      const said = { text: textAt(at, end), standing: isStanding(words), index: 0, isGrave: false };
      bans.push(...bansOf(touch, warned, said));
      take(at, end);
      at = end;
      continue;
    }
    const skipped = others.at(words, at);
    const length = negations.at(words, at);
    if (skipped > 0 || length === 0) {
      at += Math.max(1, skipped);
      continue;
    }
    const phrase = words.slice(at, at + length).join(" ");
    const isStrict = strictNegators.has(phrase);
    const near = describesOnly(words, at, phrase) ? passive(words, at, length) : verbNear(words, at + length, isStrict);
    const next = words[at + length] ?? "";
    const isFitting =
      near !== undefined &&
      (!onlyGerunds.has(phrase) || /ing$|s$/.test(next)) &&
      !(phrase === "stop" && (states.has(next) || !opensOrder(words, at)));
    const end = endOf(words, at + length);
    if (near === undefined || !isFitting) {
      isNegated ||= near === undefined && orderingNegators.has(phrase) && opensOrder(words, at);
      at += length;
      continue;
    }
    const text = textAt(at, end);
    // What would have been irreversible there is denied for all of it, whatever else is asked for.
    const isGrave = words.slice(at, end).some((word) => productionWords.has(word));
    const found = orderedVerbs(words, near, end).flatMap((verb, index) =>
      bansOf(verb.verb, targetsOf(clause, verb.after, verb.until ?? end), {
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
      take(at, end);
    }
    at = found.length > 0 ? end : at + length;
  }
  return { bans, taken, isNegated };
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
