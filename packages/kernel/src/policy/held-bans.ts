/**
 * @module Which bans hold when a turn begins (requests and authority, section 4): those of its thread and of the request that
 * still runs, standing ones always, until a person asks for the very thing.
 */

import type { EffectKind } from "../effect.ts";
import { kindsOf } from "../intent/reading/ban-kinds.ts";
import { verbNamed } from "../intent/reading/lexicon/lookup.ts";
import type { RequestReading, Turn } from "../intent/reading/reading.ts";
import type { Ban } from "../intent/reading/removal.ts";
import { matchBan } from "./ban.ts";
import { type ScopeFacts, subjectOf } from "./resource.ts";

/** A ban with the threads it was said in. */
export interface HeldBan {
  readonly ban: Ban;
  readonly thread_ids: readonly string[];
}

/** What a person asks for in so many words: kinds of effect, and the names they are asked for. */
interface Asked {
  readonly kinds: ReadonlySet<EffectKind>;
  readonly names: readonly { readonly kind: EffectKind; readonly target: string }[];
  /** Whether a removal was asked for where others share. */
  readonly isShared: boolean;
}

function askedBy(request: RequestReading): Asked {
  const kinds = new Set<EffectKind>();
  for (const { kind, name, detail } of request.signals) {
    if (kind !== "lexical" || !/ (?:head|co-head)$/.test(detail)) continue;
    const verb = verbNamed(name);
    // Tidying and cleaning up ask for no removal.
    if (verb === undefined || (verb.removal !== undefined && verb.removal !== "explicit")) continue;
    for (const effect of kindsOf(verb)) kinds.add(effect);
  }
  const grants = request.parts.flatMap((part) => part.removal.grants);
  if (grants.some((grant) => grant.wording === "explicit")) kinds.add("delete");
  return {
    kinds,
    names: [
      ...request.named.map(({ kind, target }) => ({ kind, target })),
      ...grants.flatMap((grant) => grant.names.map((target) => ({ kind: "delete" as const, target }))),
    ],
    isShared: grants.some((grant) => grant.place === "shared"),
  };
}

/** Whether what is asked for is the banned effect on the same or a narrower target. */
function isAskedFor(ban: Ban, asked: Asked, facts: ScopeFacts): boolean {
  const kinds = [...asked.kinds].filter((kind) => ban.kind === "any" || ban.kind === kind);
  if (kinds.length === 0) return false;
  if (ban.target === undefined && ban.resource_kind === undefined) {
    return ban.place === undefined || (ban.kind === "delete" && asked.isShared);
  }
  return asked.names.some(({ kind, target }) => {
    if (!kinds.includes(kind)) return false;
    const effect = { kind, target, reversibility: "irreversible", certain: true } as const;
    return matchBan({ ...ban, kind }, effect, subjectOf(target, facts), facts) === "hit";
  });
}

/** Turns that begin no work of their own; nothing that was ruled out ends with them. */
const carrying: ReadonlySet<Turn> = new Set(["affirmation", "social", "bans", "control", "not-human", "no-standing"]);

/**
 * The bans in force for a turn, its own ones last.
 *
 * Only a person's work request lifts any: an ordinary ban ends, a standing one asks from then on.
 *
 * @param isRunning whether an earlier request has not ended.
 */
export function bansInForce(
  held: readonly HeldBan[],
  request: RequestReading,
  isRunning: boolean,
  facts: ScopeFacts,
): HeldBan[] {
  const threads = request.parts.map((part) => part.thread_id);
  const own = request.bans.map((ban) => ({ ban, thread_ids: threads }));
  if (held.length === 0) return own;
  if (carrying.has(request.turn)) return [...held, ...own];
  const asked = askedBy(request);
  const kept = held.flatMap((one): HeldBan[] => {
    const { ban } = one;
    const isHere = ban.standing || isRunning || one.thread_ids.some((thread) => threads.includes(thread));
    if (!isHere) return [];
    if (request.turn !== "work" || !isAskedFor(ban, asked, facts)) return [one];
    // "Nothing at all" is more than any one thing that is asked for later.
    return ban.standing || ban.kind === "any" ? [{ ...one, ban: { ...ban, strength: "ask" } }] : [];
  });
  return [...kept, ...own];
}
