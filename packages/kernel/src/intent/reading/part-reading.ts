/** @module The reading of one part: its act, horizon, stakes, evidence and clarity from the votes of its clauses. */

import { raise, requestScales } from "../../scale.ts";
import { type ActVote, actVotes, decideAct } from "./act.ts";
import { evidenceOf, floorOf, horizonOf, type Level, stakesOf } from "./axes.ts";
import type { ClauseReading } from "./clause-reading.ts";
import { evidenceVotes } from "./evidence.ts";
import type { Head } from "./heads.ts";
import { horizonVotes } from "./horizon.ts";
import { cautionWord } from "./lexicon/caution.ts";
import { domainsOfActs } from "./lexicon/domains.ts";
import { moneyWords } from "./lexicon/money.ts";
import { deicticPronouns } from "./lexicon/words.ts";
import type { Span } from "./material.ts";
import { isNameLike } from "./noun-phrase.ts";
import { entriesOf, grantsOf } from "./part-removal.ts";
import type { Part } from "./parts.ts";
import {
  type Act,
  acts as allActs,
  type Domain,
  floorDomains,
  type Modality,
  type PartState,
  type Reading,
} from "./reading.ts";
import type { RemovalEntry } from "./removal.ts";
import { removalsOf } from "./removal-entries.ts";
import type { KnownNames } from "./removal-selectors.ts";
import { stakesVotes } from "./stakes.ts";
import { isStaged } from "./stakes-environment.ts";
import type { Stakes, StakesVote } from "./stakes-vote.ts";

/** What parts are read with beside their words. */
export interface ReadingContext {
  readonly spans: readonly Span[];
  readonly known: KnownNames;
  /** Clauses that give nothing. */
  readonly unmeant: ReadonlySet<ClauseReading>;
  readonly listItems: number;
  readonly isFirstMessage: boolean;
  readonly attachments: readonly Modality[];
  readonly hasMaterial: boolean;
  readonly hasFence: boolean;
  readonly previousAct: Act | undefined;
  readonly attendance: Reading["attendance"];
  readonly accept: number;
  readonly provisional: number;
  readonly offerByDomain: boolean;
  /** The text was cut: the part counts as unread. */
  readonly isCut: boolean;
  /** No person said it: nothing is granted. */
  readonly isGranting: boolean;
  /** Whether a word stands in the text as typed. */
  readonly isTyped: (word: string) => boolean;
}

export interface ReadPart {
  readonly reading: Reading;
  readonly state: PartState;
  readonly isUnknownVerb: boolean;
  readonly isDeictic: boolean;
  readonly hasMoney: boolean;
  readonly votes: readonly ActVote[];
  readonly stakesVotes: readonly StakesVote[];
  readonly grants: readonly RemovalEntry[];
}

function attachmentVotes(context: ReadingContext, votes: readonly ActVote[], isDeictic: boolean): ActVote[] {
  const media = context.attachments.filter((modality) => modality !== "text" && modality !== "data");
  const more: ActVote[] = [];
  if (media.length > 0) more.push({ act: "analyze", weight: 0.4, kind: "other", name: "attachment" });
  if (votes.length === 0 && isDeictic && context.previousAct !== undefined)
    more.push({ act: context.previousAct, weight: 0.25, kind: "other", name: "previous act" });
  return more;
}

function isPronoun({ object }: Head): boolean {
  return object.words.length > 0 && object.words.every((word) => deicticPronouns.has(word));
}

/** `do the same`: no noun, and what it is the same as stands elsewhere. */
function saysSame(clause: ClauseReading, head: Head): boolean {
  return (
    clause.heads.includes(head) &&
    head.object.words.length === 0 &&
    clause.words.slice(head.after, head.object.end).includes("same")
  );
}

/** Whether the only objects of the part are pronouns whose meaning lies outside it. */
function isBarePronoun(clauses: readonly ClauseReading[]): boolean {
  const heads = clauses.flatMap((clause) => clause.heads);
  const [first] = heads;
  if (first !== undefined)
    return heads.length === 1 && (isPronoun(first) || clauses.some((clause) => saysSame(clause, first)));
  return clauses.some(({ words }) => words.some((word) => deicticPronouns.has(word)));
}

function namesSomething(clauses: readonly ClauseReading[]): boolean {
  return clauses.some(({ words, texts }) =>
    words.some((word, at) => isNameLike(word) && /[\p{L}\p{N}]/u.test(texts[at] ?? "")),
  );
}

function clarityOf(
  clauses: readonly ClauseReading[],
  entries: readonly RemovalEntry[],
  context: ReadingContext,
): Reading["clarity"] {
  const isNew = context.isFirstMessage && context.attachments.length === 0;
  if (isNew && isBarePronoun(clauses) && !namesSomething(clauses)) return "ambiguous";
  const isVague = entries.some(
    ({ wording, binding }) =>
      wording !== "explicit" || binding === "open-range" || binding === "unbound" || binding === "owned-range",
  );
  return isVague ? "underspecified" : "clear";
}

function foreignVotes(part: Part, isUnread: boolean): StakesVote[] {
  if (!isUnread) return [];
  const word = cautionWord(part.clauses.flatMap(({ words }) => words));
  return word === undefined ? [] : [{ level: "irreversible", weight: 0.9, name: "foreign", about: word }];
}

function domainsOf(
  state: PartState,
  acts: readonly Act[],
  evidence: Reading["evidence"],
  context: ReadingContext,
): Reading["domains"] {
  if (!context.offerByDomain) return "all";
  if (state !== "confident") return floorDomains;
  const found: Domain[] = [
    ...floorDomains,
    ...domainsOfActs(acts),
    ...(evidence === "none" ? [] : (["live-data", "web"] as const)),
  ];
  return [...new Set(found)].sort();
}

function stateOf(act: Level<Act>, confidence: number, context: ReadingContext, isUnknownVerb: boolean): PartState {
  if (context.isCut || confidence < context.provisional) return "unread";
  if (isUnknownVerb || !context.offerByDomain || act.confidence < context.accept) return "provisional";
  return "confident";
}

function inOrder(acts: readonly Act[]): Act[] {
  return [...new Set(acts)].sort((left, right) => allActs.indexOf(left) - allActs.indexOf(right));
}

/** What a part of bans only is: a rule for what comes, read in full. */
function isOnlyBans(part: Part): boolean {
  return (
    part.clauses.every(({ role }) => role === "ban" || role === "social") &&
    part.clauses.some(({ role }) => role === "ban")
  );
}

function isOnlySocial(part: Part): boolean {
  return (
    part.clauses.some(({ role, peeled }) => role === "social" || peeled.isSocial) &&
    part.clauses.every(
      ({ role, modal }) => role === "social" || ((role === "statement" || role === "request") && modal === undefined),
    )
  );
}

function headsAndModal({ heads, modal }: ClauseReading): readonly Head[] {
  return modal === undefined ? heads : [...heads, modal];
}

/** Reads one part. Total; never throws. */
export function readPart(part: Part, context: ReadingContext): ReadPart {
  const { clauses } = part;
  const isSocial = isOnlySocial(part) && (clauses[0]?.role === "social" || clauses[0]?.peeled.isSocial === true);
  const isDeictic = isBarePronoun(clauses);
  const spoken = isSocial
    ? [{ act: "converse", weight: 1.3, kind: "head", name: "greeting" } as const]
    : clauses.flatMap(actVotes);
  const votes = [...spoken, ...attachmentVotes(context, spoken, isDeictic)];
  const isUnknownVerb = part.opening.role === "unknown-verb";
  const heads = new Map<Head, ClauseReading>();
  for (const clause of clauses) for (const head of headsAndModal(clause)) heads.set(head, clause);
  const act = isOnlyBans(part)
    ? { act: "govern" as const, acts: ["govern" as const], confidence: 1 }
    : readAct(votes, isUnknownVerb, context);
  const isNotRead = act.confidence < context.provisional || isUnknownVerb;
  const removals = isSocial ? [] : clauses.map((clause) => removalsOf(clause, context.known));
  const spokenEntries = isSocial ? [] : entriesOf(clauses, removals.flat(), context.known);
  const entries = spokenEntries.map(({ entry }) => entry);
  const stated = isSocial
    ? []
    : [
        ...clauses.flatMap((clause, index) => stakesVotes(clause, removals[index] ?? [], context.spans)),
        ...foreignVotes(part, isNotRead),
      ];
  const staged = (head: Head): boolean => {
    const clause = heads.get(head);
    return clause !== undefined && isStaged(clause, head);
  };
  const floor = floorOf(act.acts, [...heads.keys()], staged);
  const stakes = stakesOf(stated, floor, act.confidence);
  const horizon = horizonOf([
    ...clauses.flatMap((clause) => horizonVotes(clause, context.listItems)),
    ...(isSocial ? [{ level: "immediate" as const, weight: 0.6 }] : []),
  ]);
  const evidence = evidenceOf(isSocial ? [] : clauses.flatMap(evidenceVotes));
  const confidences = {
    act: act.confidence,
    horizon: horizon.confidence,
    stakes: stakes.confidence,
    evidence: evidence.confidence,
  };
  const confidence = Math.min(...Object.values(confidences));
  const state = stateOf({ level: act.act, confidence: act.confidence }, confidence, context, isUnknownVerb);
  const isUnread = state === "unread";
  const shared = {
    inputs: inputsOf(context),
    outputs: ["text" as const],
    attendance: context.attendance,
    confidences,
    confidence,
  };
  const statedLevel =
    stated.length > 0
      ? raise(
          requestScales.stakes,
          ...stated.filter(({ weight }) => weight >= 0.5).map(({ level }) => level),
          "reversible",
        )
      : "reversible";
  const reading: Reading = isUnread
    ? {
        act: "answer",
        acts: ["answer"],
        horizon: "turn",
        stakes: statedLevel satisfies Stakes,
        evidence: evidence.level,
        clarity: "clear",
        ...shared,
        domains: domainsOf(state, [], "none", context),
        removal: entries,
      }
    : {
        act: act.act,
        acts: inOrder(act.acts),
        horizon: horizon.level,
        stakes: stakes.level,
        evidence: evidence.level,
        clarity: clarityOf(clauses, entries, context),
        ...shared,
        domains: domainsOf(state, act.acts, evidence.level, context),
        removal: entries,
      };
  const meant = removals.filter((_removals, index) => {
    const clause = clauses[index];
    return clause !== undefined && !context.unmeant.has(clause);
  });
  const granting = meant.length < clauses.length ? entriesOf(clauses, meant.flat(), context.known) : spokenEntries;
  const grants = isUnread || !context.isGranting ? [] : grantsOf(granting, context.isTyped);
  const hasMoney = clauses.some(
    (clause) =>
      clause.heads.some(({ verb }) => verb.pays === true) || clause.words.some((word) => moneyWords.has(word)),
  );
  return { reading, state, isUnknownVerb, isDeictic, hasMoney, votes, stakesVotes: stated, grants };
}

function readAct(
  votes: readonly ActVote[],
  isUnknownVerb: boolean,
  context: ReadingContext,
): { act: Act; acts: readonly Act[]; confidence: number } {
  if (votes.length === 0 && context.hasFence) return { act: "analyze", acts: ["analyze"], confidence: 0.3 };
  return decideAct(votes, isUnknownVerb);
}

function inputsOf(context: ReadingContext): Modality[] {
  return [...new Set<Modality>(["text", ...(context.hasMaterial ? (["data"] as const) : []), ...context.attachments])];
}
