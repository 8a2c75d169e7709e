/**
 * @module Deriving an engagement from what was read and what a person delegated: pure, total, and below top whatever it is
 * given (requests and authority, section 8).
 */

import { type EffectKind, effectKinds } from "../effect.ts";
import {
  type Act,
  acts as allActs,
  domains as allDomains,
  type Domain,
  floorDomains,
  type Modality,
  type PartReading,
  type Reading,
} from "../intent/reading/reading.ts";
import type { Ban, RemovalScope } from "../intent/reading/removal.ts";
import { narrow, type RequestWord, raise, readOn, requestScales } from "../scale.ts";
import { type Authority, approvalOf } from "./autonomy.ts";
import { meetCeilings } from "./ceiling.ts";
import { type Ceiling, type Engagement, modalities, type Posture } from "./engagement.ts";
import { generalPosture, postureOf, type WorkPlace } from "./posture.ts";

/** The most an unread part, or an instruction whose verb nobody knows, is approved for. */
const unreadApproval = "approve-safe";
const unreadKinds: readonly EffectKind[] = ["read", "write", "execute", "network", "delegate"];

/** With the kernel switched off: nothing narrowed. */
export const generalEngagement: Engagement = { ceiling: {}, posture: generalPosture };

const asking: readonly EffectKind[] = ["read", "execute", "network", "delegate"];
const making: readonly EffectKind[] = [...asking, "write", "delete"];

/** Kinds of effect each act may need (section 8.3). `pay` takes a money word as well, `elevate` is in none. */
const kindsOfAct: Readonly<Record<Act, readonly EffectKind[]>> = {
  converse: asking,
  answer: asking,
  locate: asking,
  analyze: asking,
  verify: [...asking, "write"],
  orchestrate: [...asking, "write"],
  author: making,
  modify: making,
  operate: [...making, "publish", "configure"],
  govern: [...asking, "write", "configure"],
};

function inOrder<Word extends string>(order: readonly Word[], words: Iterable<Word>): Word[] {
  const set = new Set(words);
  return order.filter((word) => set.has(word));
}

function kindsOf(part: PartReading): EffectKind[] {
  if (part.state === "unread") return [...unreadKinds];
  const { acts } = part.reading;
  const kinds = acts.flatMap((act) => kindsOfAct[act]);
  if (part.money && acts.includes("operate")) kinds.push("pay");
  return inOrder(effectKinds, kinds);
}

const satisfactionOfEvidence: Readonly<Record<RequestWord<"evidence">, RequestWord<"satisfaction">>> = {
  none: "asserted",
  cited: "cited",
  verified: "observed",
  audited: "attested",
};

/** The strength of evidence that a demand for evidence asks for, one to one. */
export function satisfactionOf(evidence: RequestWord<"evidence">): RequestWord<"satisfaction"> {
  return satisfactionOfEvidence[readOn(requestScales.evidence, evidence)];
}

/** What a model has to take in or give out. Text and data every model has, or none is asked to have. */
function demandsOf(reading: Reading): Modality[] {
  const demanded = [...reading.inputs, ...reading.outputs].filter(
    (modality) => modality !== "text" && modality !== "data",
  );
  return inOrder(modalities, demanded);
}

function domainsOf(part: PartReading): "all" | Domain[] {
  const { domains } = part.reading;
  if (domains === "all") return part.state === "unread" ? [...floorDomains] : "all";
  return inOrder(allDomains, part.state === "confident" ? [...floorDomains, ...domains] : floorDomains);
}

const deletionOfOtherwise = { never: "none", confirm: "named", reversible: "any" } as const;

/** What a removal says to hosts that cannot read it. */
export function deletionOf(removal: RemovalScope): RequestWord<"deletion"> {
  return deletionOfOtherwise[readOn(requestScales.otherwise, removal.otherwise)];
}

function ceilingOf(part: PartReading, authority: Authority): Ceiling {
  const { reading } = part;
  const approval = approvalOf(reading.stakes, authority.autonomy_grants);
  const isCapped = part.state === "unread" || part.unknown_verb;
  const removal: RemovalScope =
    part.state === "unread" && part.removal.otherwise !== "never"
      ? { otherwise: "confirm", grants: [], wording: part.removal.wording }
      : part.removal;
  return {
    approval: isCapped ? narrow(requestScales.approval, approval, unreadApproval) : approval,
    kinds: kindsOf(part),
    removal: [removal],
    deletion: deletionOf(removal),
    domains: domainsOf(part),
    modalities: demandsOf(reading),
    satisfaction: satisfactionOf(reading.evidence),
  };
}

/** Where nothing could be read: the general posture, the floor, and the approval of an unread part. */
export function orientingEngagement(authority: Authority): Engagement {
  if (authority.posture === "off") return generalEngagement;
  const removal: RemovalScope = { otherwise: "confirm", grants: [], wording: "none" };
  const approval = narrow(requestScales.approval, approvalOf("reversible", authority.autonomy_grants), unreadApproval);
  return {
    ceiling: {
      approval,
      kinds: [...unreadKinds],
      removal: [removal],
      deletion: deletionOf(removal),
      domains: [...floorDomains],
    },
    posture: generalPosture,
  };
}

const knownActs: ReadonlySet<Act> = new Set(allActs);

/** The part with every word its axis does not know as the safe end of it; an act nobody knows leaves the part unread. */
function withKnownWords(part: PartReading): PartReading {
  const { reading } = part;
  const stakes = readOn(requestScales.stakes, reading.stakes);
  const evidence = readOn(requestScales.evidence, reading.evidence);
  const horizon = readOn(requestScales.horizon, reading.horizon);
  const clarity = readOn(requestScales.clarity, reading.clarity);
  const attendance = readOn(requestScales.attendance, reading.attendance);
  const isRead = knownActs.has(reading.act) && reading.acts.every((act) => knownActs.has(act));
  const isKnownState = part.state === "confident" || part.state === "provisional";
  return {
    ...part,
    state: isRead && isKnownState ? part.state : "unread",
    reading: { ...reading, stakes, evidence, horizon, clarity, attendance },
  };
}

/** The engagement of one part. `bans` are those of its request, which hold for every part of it. */
export function deriveStrand(
  part: PartReading,
  authority: Authority,
  place: WorkPlace,
  bans: readonly Ban[] = [],
): Engagement {
  if (authority.posture === "off") return generalEngagement;
  const known = withKnownWords(part);
  const own = ceilingOf(known, authority);
  return {
    ceiling: bans.length === 0 ? own : { ...own, bans },
    posture:
      known.state === "unread"
        ? generalPosture
        : postureOf(
            known.reading,
            authority,
            place,
            bans.map((ban) => ban.kind),
          ),
  };
}

function unite<Word extends string>(
  order: readonly Word[],
  lists: readonly ("all" | readonly Word[] | undefined)[],
): "all" | Word[] | undefined {
  if (lists.some((list) => list === undefined)) return undefined;
  if (lists.includes("all")) return "all";
  return inOrder(
    order,
    lists.flatMap((list) => (list === undefined || list === "all" ? [] : list)),
  );
}

/** One scope for what one person asked in one breath: grants united, the strictest of what becomes of the rest. */
function uniteRemoval(scopes: readonly RemovalScope[]): RemovalScope {
  return {
    otherwise: narrow(requestScales.otherwise, ...scopes.map((scope) => scope.otherwise)),
    grants: scopes.flatMap((scope) => scope.grants),
    wording: raise(requestScales.wording, ...scopes.map((scope) => scope.wording)),
  };
}

function composeCeilings(ceilings: readonly Ceiling[]): Ceiling {
  const {
    kinds: _kinds,
    domains: _domains,
    removal: _removal,
    deletion: _deletion,
    ...met
  } = meetCeilings(...ceilings);
  const kinds = unite(
    effectKinds,
    ceilings.map((ceiling) => ceiling.kinds),
  );
  const domains = unite(
    allDomains,
    ceilings.map((ceiling) => ceiling.domains),
  );
  const scopes = ceilings.flatMap((ceiling) => ceiling.removal ?? []);
  const isNarrowed = ceilings.every((ceiling) => ceiling.removal !== undefined);
  const removal = uniteRemoval(scopes);
  return {
    ...met,
    ...(kinds === undefined ? {} : { kinds }),
    ...(domains === undefined ? {} : { domains }),
    ...(isNarrowed ? { removal: [removal], deletion: deletionOf(removal) } : {}),
  };
}

/** Notes of the parts, each sentence once; numbered by part where parts that have one differ. */
function composeNotes(notes: readonly (readonly string[])[]): string[] {
  const [first, ...others] = notes.filter((note) => note.length > 0);
  if (first === undefined) return [];
  if (others.every((note) => note.length === first.length && note.every((text, at) => text === first[at])))
    return [...first];
  const parts = new Map<string, number[]>();
  for (const [index, note] of notes.entries()) {
    for (const text of note) parts.set(text, [...(parts.get(text) ?? []), index + 1]);
  }
  return [...parts].map(([text, numbers]) =>
    numbers.length === notes.length
      ? text
      : `${numbers.length === 1 ? "Part" : "Parts"} ${shownParts(numbers)}: ${text}`,
  );
}

/** Parts a note names before it counts the rest. */
const namedParts = 12;

function shownParts(numbers: readonly number[]): string {
  const shown = numbers.slice(0, namedParts).join(", ");
  return numbers.length > namedParts ? `${shown} and ${numbers.length - namedParts} more` : shown;
}

function composePostures(postures: readonly Posture[], primary: Posture): Posture {
  const each = <Field extends keyof Posture>(field: Field) => postures.map((posture) => posture[field]);
  const some = (field: "managed" | "open_commitment" | "checkpoint" | "sources") => each(field).includes(true);
  const demands = postures.map((posture) => posture.demand);
  return {
    managed: some("managed"),
    open_commitment: some("open_commitment"),
    checkpoint: some("checkpoint"),
    fallback: raise(requestScales.fallback, ...each("fallback")),
    hil: raise(requestScales.hil, ...each("hil")),
    clarify: raise(requestScales.clarify, ...each("clarify")),
    shape: primary.shape,
    sources: some("sources"),
    cadence: raise(requestScales.cadence, ...each("cadence")),
    urgency: raise(requestScales.urgency, ...each("urgency")),
    demand: {
      reasoning: demands.some((demand) => demand.reasoning),
      evidence: demands.some((demand) => demand.evidence),
      structured: demands.some((demand) => demand.structured),
      direct_reply: demands.every((demand) => demand.direct_reply),
    },
    stop: raise(requestScales.stop, ...each("stop")),
    context: raise(requestScales.context, ...each("context")),
    note: composeNotes(each("note")),
  };
}

/**
 * The engagement of a whole request: everything met, but kinds, domains and removal grants united, which stays below top
 * because one person asked for them in one breath (section 8.5).
 *
 * @param primary the index of the strand whose shape the answer has.
 */
export function composeEngagements(strands: readonly [Engagement, ...Engagement[]], primary = 0): Engagement {
  const [first] = strands;
  if (strands.length === 1) return first;
  return {
    ceiling: composeCeilings(strands.map((strand) => strand.ceiling)),
    posture: composePostures(
      strands.map((strand) => strand.posture),
      (strands[primary] ?? first).posture,
    ),
  };
}
