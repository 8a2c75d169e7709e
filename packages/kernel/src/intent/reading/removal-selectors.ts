/** @module What the words after a removal verb select: names, a ticket, a range, a prefix, states, owners, a place. */

import type { ClauseWords } from "./clauses.ts";
import { singular } from "./lexicon/lemma.ts";
import { kindNouns } from "./lexicon/nouns.ts";
import { phraseSet } from "./lexicon/phrase-set.ts";
import {
  addressShape,
  hostedShape,
  minePhrases,
  mineWords,
  noOwners,
  ownerLeads,
  prefixLeads,
  sharedWords,
  stateWords,
  ticketShape,
  ticketWords,
} from "./lexicon/removal-words.ts";
import { determiners, mainLines, prepositions, pronouns } from "./lexicon/words.ts";
import { isNamedBy, isNameLike, namesNext } from "./noun-phrase.ts";
import type { NumberRange, RemovalPlace } from "./removal.ts";
import { choosing, isSmall, isTelling, startsAside, timely, turning } from "./selection-words.ts";

const mine = phraseSet(minePhrases);
const ownerLead = phraseSet(ownerLeads);
const prefixLead = phraseSet(prefixLeads);
const unitDays: Readonly<Record<string, number>> = {
  day: 1,
  days: 1,
  week: 7,
  weeks: 7,
  month: 30,
  months: 30,
  year: 365,
  years: 365,
};

/** What the facts know: the kinds of the things of exactly this name, and whether something belongs to somebody of this name. */
export interface KnownNames {
  readonly kindsOf: (name: string) => ReadonlySet<string> | undefined;
  readonly isOwner: (name: string) => boolean;
}

export interface Selectors {
  readonly kind: string | undefined;
  readonly names: readonly string[];
  readonly ticket: string | undefined;
  readonly range: NumberRange | undefined;
  readonly prefix: string | undefined;
  readonly states: readonly string[];
  readonly olderThanDays: number | undefined;
  readonly owners: readonly string[];
  readonly place: RemovalPlace;
  /** A part of the selection was said and cannot be read. */
  readonly isBroken: boolean;
  /** A joined spelling beside its kind is the name, whatever its words mean. */
  readonly isCalled: boolean;
}

function rangeOf(from: string, to: string): NumberRange | undefined {
  if (!/^\d{1,15}$/.test(from) || !/^\d{1,15}$/.test(to) || from.length !== to.length) return undefined;
  const [low, high] = [Number(from), Number(to)];
  return low <= high ? { from: low, to: high, digits: from.length } : undefined;
}

/** `48xx`: all numbers of that many digits that begin so. */
function wildRange(word: string): NumberRange | undefined {
  const { digits, holes } = /^(?<digits>\d{1,12})(?<holes>x{1,6})$/.exec(word)?.groups ?? {};
  return digits === undefined || holes === undefined
    ? undefined
    : rangeOf(digits + "0".repeat(holes.length), digits + "9".repeat(holes.length));
}

class Selection {
  readonly names: string[] = [];
  readonly states = new Set<string>();
  readonly owners: string[] = [];
  ticket: string | undefined;
  range: NumberRange | undefined;
  prefix: string | undefined;
  olderThanDays: number | undefined;
  /** Where the last name ended. */
  private namedUntil = 0;
  isBroken = false;
  isVague = false;
  /** What follows says why, or goes on with something else. */
  private isAside = false;
  isCalled = false;
  isShared = false;
  kind: string | undefined;

  private readonly words: readonly string[];
  private readonly texts: readonly string[];
  private readonly joined: ClauseWords["joined"];
  private readonly known: KnownNames;

  constructor({ words, texts, joined }: ClauseWords, known: KnownNames) {
    this.words = words;
    this.texts = texts;
    this.joined = joined;
    this.known = known;
  }

  private own(owner: string): void {
    if (!this.owners.includes(owner)) this.owners.push(owner);
  }

  private bound(range: NumberRange | undefined): void {
    if (range === undefined) this.isBroken = true;
    else this.range = range;
  }

  /** How many words a range takes at a place. */
  private rangeAt(at: number): number {
    const word = this.words[at] ?? "";
    const wild = wildRange(word);
    if (wild !== undefined) {
      this.range = wild;
      return 1;
    }
    const ends = /^(?<from>\d+)(?:[-–—]|\.\.)(?<to>\d+)$/.exec(word)?.groups;
    if (ends !== undefined && (ends["from"] ?? "").length > 1) {
      this.bound(rangeOf(ends["from"] ?? "", ends["to"] ?? ""));
      return 1;
    }
    if (/^-\d/.test(word)) {
      this.isBroken = true;
      return 1;
    }
    const isBetween = word === "between" && this.words[at + 2] === "and";
    const isFrom =
      word === "from" &&
      ["to", "through", "until"].includes(this.words[at + 2] ?? "") &&
      /\d/.test(this.words[at + 1] ?? "");
    if (isBetween || isFrom) {
      this.bound(rangeOf(this.words[at + 1] ?? "", this.words[at + 3] ?? ""));
      return 4;
    }
    if (
      /^\d+$/.test(word) &&
      ["to", "through"].includes(this.words[at + 1] ?? "") &&
      /^\d+$/.test(this.words[at + 2] ?? "")
    ) {
      this.bound(rangeOf(word, this.words[at + 2] ?? ""));
      return 3;
    }
    return 0;
  }

  private ageAt(at: number): number {
    if (this.words[at] !== "older" || this.words[at + 1] !== "than") return 0;
    const count = this.words[at + 2] ?? "";
    const unit = unitDays[this.words[at + 3] ?? ""];
    if (unit === undefined || !/^\d{1,6}$/.test(count)) {
      this.isBroken = true;
      return 2;
    }
    this.olderThanDays = Number(count) * unit;
    return 4;
  }

  private ticketAt(at: number): number {
    const word = this.words[at] ?? "";
    const next = this.words[at + 1] ?? "";
    const isFor = word === "for" && /\d/.test(next);
    if (!(ticketWords.has(word) || isFor)) return 0;
    if (!ticketShape.test(next)) {
      this.isVague ||= ticketWords.has(word);
      return 0;
    }
    if (wildRange(next) !== undefined) return 0;
    this.ticket = (this.texts[at + 1] ?? next).replace(/^#/, "");
    return 2;
  }

  private ownerAt(at: number): number {
    const word = this.words[at] ?? "";
    if (mineWords.has(word)) {
      this.own("me");
      return 1;
    }
    const owned = mine.at(this.words, at);
    if (owned > 0) {
      this.own("me");
      return owned;
    }
    const lead = ownerLead.at(this.words, at);
    const named = this.texts[at + lead] ?? "";
    if (
      lead > 0 &&
      /^@?[\w.-]+$/.test(named) &&
      !pronouns.has(named.toLowerCase()) &&
      !determiners.has(named.toLowerCase())
    ) {
      this.own(named.replace(/^@/, ""));
      return lead + 1;
    }
    const owner = this.texts[at + 1] ?? "";
    if ((word === "of" || word === "by") && this.known.isOwner(owner)) {
      this.own(owner);
      return 2;
    }
    const possessive = /^@?(?<owner>[\w.-]{1,80})'s$/i.exec(this.texts[at] ?? "")?.groups?.["owner"];
    if (possessive === undefined || noOwners.has(word)) return 0;
    this.own(possessive);
    return 1;
  }

  private nameAt(at: number): void {
    const word = this.words[at] ?? "";
    const text = this.texts[at] ?? "";
    if (text.endsWith("*") && /^[\w./-]+\*{1,2}$/.test(text)) {
      this.prefix = text.replace(/\*+$/, "");
      return;
    }
    const before = this.words[at - 1] ?? "";
    if (word === "" || isNameLike(word)) {
      // "before 2019", "older than 30": a condition nobody here can read selects nothing.
      if (/^\d[\d.,:-]*$/.test(word) && timely.has(before)) this.isBroken = true;
      else if (isName(text)) this.names.push(text);
      return;
    }
    if (isSmall(word) || stateWords.has(word)) return;
    // Before "folder" a kind of thing is a name as well: the build folder, the logs directory.
    const isFolder = this.isFolder(at, at + 1);
    if (Object.hasOwn(kindNouns, singular(word)) && !isFolder) return;
    const isKnown = this.known.kindsOf(text) !== undefined || mainLines.has(word);
    if (isKnown || isNamedBy(this.words, at, at + 1) || isFolder) this.names.push(text);
  }

  /** `the dist folder`: the words before it are its name. */
  private isFolder(at: number, end: number): boolean {
    const [before = "", next = ""] = [this.words[at - 1], this.words[end]];
    return (next === "folder" || next === "directory") && (determiners.has(before) || before === "");
  }

  /** A name that reads as several words (`login-fix`), where a kind, a name before it or the facts make it one. */
  private joinedAt(at: number): number {
    const whole = this.joined[at];
    const end = at + (whole?.length ?? 0);
    if (whole === undefined || end > this.words.length) return 0;
    const isListed = this.names.length > 0 && ["and", "or", ","].includes(this.words[at - 1] ?? "");
    const isNamed = isNamedBy(this.words, at, end) || namesNext(this.words, at, end);
    if (!isNamed && !isListed && !this.isFolder(at, end) && this.known.kindsOf(whole.text) === undefined) return 0;
    this.isCalled ||= isNamed;
    this.names.push(whole.text);
    return whole.length;
  }

  private kindAt(at: number): void {
    const noun = singular(this.words[at] ?? "");
    const before = this.words[at - 1];
    if (noun === "file" && (before === "temporary" || before === "temp" || before === "tmp"))
      this.kind = "temporary-file";
    else if (noun === "environment" && before === "preview") this.kind = "preview-environment";
    else if (Object.hasOwn(kindNouns, noun) && !(this.kind !== undefined && prepositions.has(before ?? "")))
      this.kind ??= kindNouns[noun];
  }

  /** Reads all words; `objectEnd` is where the object phrase ends: a kind is said inside it only. */
  read(objectEnd: number): void {
    const isKind = (word: string) => Object.hasOwn(kindNouns, singular(word));
    const kindAt = this.words.slice(0, objectEnd).findLastIndex(isKind);
    for (let at = 0; at < this.words.length; ) {
      const word = this.words[at] ?? "";
      const { length } = this.names;
      if (at < objectEnd) this.lastKind(at);
      if (sharedWords.has(word)) this.isShared = true;
      const prefix = prefixLead.at(this.words, at);
      if (prefix > 0) {
        const start = this.texts[at + prefix]?.replace(/\*$/, "") ?? "";
        if (start === "") this.isBroken = true;
        else this.prefix = start;
        at += prefix + 1;
        continue;
      }
      const taken = this.joinedAt(at) || this.rangeAt(at) || this.ageAt(at) || this.ticketAt(at) || this.ownerAt(at);
      if (taken === 0) this.wordAt(at, at < kindAt);
      at += Math.max(1, taken);
      if (this.names.length > length) this.namedUntil = at;
    }
    const isImage = this.kind === "image" || this.kind === "package";
    if (this.names.some((name) => addressShape.test(name) || (isImage && hostedShape.test(name)))) this.isShared = true;
  }

  private wordAt(at: number, isBeforeKind: boolean): void {
    const word = this.words[at] ?? "";
    if (stateWords.has(word)) this.states.add(word);
    else if (choosing.has(word) || (/^(?:\d+|one|two|three|any)$/.test(word) && this.words[at + 1] === "of"))
      this.isBroken = true;
    else {
      const { length } = this.names;
      const { prefix } = this;
      this.nameAt(at);
      if (startsAside(this.words, at)) this.isAside = true;
      if (this.isAside || this.names.length > length || this.prefix !== prefix || !isTelling(word)) return;
      // "my login branches": those with the word in their name.
      if (isBeforeKind && !turning.has(word)) this.states.add(word);
      else this.isVague = true;
    }
  }

  /** The last kind noun of the object phrase is the kind. */
  private lastKind(at: number): void {
    const before = this.kind;
    this.kind = undefined;
    this.kindAt(at);
    // "the temp folder and the branch x": names of two kinds; as names of one they would be other things.
    const isOther = before !== undefined && this.kind !== undefined && this.kind !== before;
    if (isOther && this.names.length > 0 && this.namedUntil < at) this.isBroken = true;
    this.kind ??= before;
  }
}

/** One word of at most 80 characters that can be somebody's name for a thing. No flag, no bare punctuation. */
function isName(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= 80 &&
    !/\s/.test(text) &&
    /[\p{L}\p{N}]/u.test(text) &&
    !text.startsWith("-") &&
    !/^[.,:;!?]+$/.test(text)
  );
}

/** Reads the selectors of the words after a removal verb. `known` says what the facts hold. */
export function selectorsOf(clause: ClauseWords, objectEnd: number, known: KnownNames): Selectors {
  const selection = new Selection(clause, known);
  selection.read(objectEnd);
  const { kind, names, ticket, range, prefix, olderThanDays, owners, isCalled } = selection;
  return {
    kind,
    names: [...new Set(names)],
    ticket,
    range,
    prefix,
    states: [...selection.states].sort(),
    olderThanDays,
    owners,
    place: selection.isShared ? "shared" : "local",
    // A name is a name, whatever else is said of it; a selection with a word nobody can look up is wider than what was said.
    isBroken: selection.isBroken || (selection.isVague && names.length === 0),
    isCalled,
  };
}
