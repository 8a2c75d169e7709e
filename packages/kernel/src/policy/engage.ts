/**
 * @module The engagement of one turn: derived where a person asked for work, and carried from the session's last request
 * where the turn has no authority of its own (requests and authority, sections 4 and 8).
 */

import type { RequestReading, Turn } from "../intent/reading/reading.ts";
import type { Ban, RemovalScope } from "../intent/reading/removal.ts";
import type { RequestWord } from "../scale.ts";
import type { Authority } from "./autonomy.ts";
import { meetCeilings } from "./ceiling.ts";
import { composeEngagements, deletionOf, deriveStrand, generalEngagement, orientingEngagement } from "./derive.ts";
import type { Ceiling, Engagement } from "./engagement.ts";
import { bansInForce, type HeldBan } from "./held-bans.ts";
import { generalPosture, type WorkPlace } from "./posture.ts";
import type { ScopeFacts } from "./resource.ts";

/** What the session holds when the turn begins. */
export interface SessionState {
  /** The engagement of the last human request with work, or the opening one of the commitment a schedule serves. */
  readonly carried: Engagement | null;
  /** Engagements of the parts of an earlier request that still runs; a new request joins them. */
  readonly running: readonly Engagement[];
  /** After stop, cancel or pause, until resume or the next work request. */
  readonly paused: boolean;
  readonly place: WorkPlace;
  /** What was ruled out so far and may still hold. */
  readonly bans: readonly HeldBan[];
  /** What is known of the things names may mean. */
  readonly facts: ScopeFacts;
}

/** A session that begins with this turn, in a place nobody looked at. */
export const freshSession: SessionState = {
  carried: null,
  running: [],
  paused: false,
  place: { dirty: "unknown" },
  bans: [],
  facts: {},
};

/** The engagement of a turn, and of each of its parts in their order. */
export interface TurnEngagement {
  readonly engagement: Engagement;
  readonly strands: readonly Engagement[];
  /** What is ruled out from here on; the session holds it for the next turn. */
  readonly bans: readonly HeldBan[];
}

const confirmAll: RemovalScope = { otherwise: "confirm", grants: [], wording: "none" };

function fixed(approval: RequestWord<"approval">, kinds: Ceiling["kinds"]): Engagement {
  const ceiling: Ceiling = {
    approval,
    ...(kinds === undefined ? {} : { kinds }),
    removal: [confirmAll],
    deletion: deletionOf(confirmAll),
  };
  return { ceiling, posture: generalPosture };
}

/** Where nobody with authority has asked for anything. */
const unasked = fixed("ask", ["read", "network"]);
/** Where a person has only said what must not happen. */
const onlyBans = fixed("approve-safe", ["read", "execute", "network", "delegate"]);
const pausedCeiling: Ceiling = { kinds: ["read"] };

function withBans(engagement: Engagement, bans: readonly Ban[]): Engagement {
  if (bans.length === 0) return engagement;
  return { ...engagement, ceiling: meetCeilings(engagement.ceiling, { bans }) };
}

/** Bans are in the list of those in force, where they can be lifted. */
function withoutBans({ ceiling, posture }: Engagement): Engagement {
  const { bans: _bans, ...others } = ceiling;
  return { ceiling: others, posture };
}

/** The same engagement without what was granted for removal: the occasion it was granted for is over. */
function withoutGrants(engagement: Engagement): Engagement {
  const { removal } = engagement.ceiling;
  if (removal === undefined) return engagement;
  return {
    ...engagement,
    ceiling: { ...engagement.ceiling, removal: removal.map((scope) => ({ ...scope, grants: [] })) },
  };
}

/** The first part that has the act and stakes of the whole; it gives the answer its shape (section 6.2). */
function primaryOf({ parts, reading }: RequestReading): number {
  const lead = parts.findIndex((part) => part.reading.act === reading.act && part.reading.stakes === reading.stakes);
  return Math.max(0, lead);
}

/** The engagement of a turn as it was read. Total: whatever is not a person's work request never widens what was carried. */
export function engageTurn(request: RequestReading, authority: Authority, session: SessionState): TurnEngagement {
  const held = bansInForce(session.bans, request, session.running.length > 0, session.facts);
  const bans = held.map(({ ban }) => ban);
  const strands = request.parts.map((part) => deriveStrand(part, authority, session.place, bans));
  const turn = (engagement: Engagement): TurnEngagement => ({ engagement, strands, bans: held });
  if (authority.posture === "off") return turn(generalEngagement);
  const orienting = withBans(orientingEngagement(authority), bans);
  const [first = orienting, ...others] = strands;
  const hold = (carried: Engagement): TurnEngagement => {
    const engagement = withBans(carried, bans);
    if (!session.paused) return turn(engagement);
    return turn({ ...engagement, ceiling: meetCeilings(engagement.ceiling, pausedCeiling) });
  };
  const carried = () => hold(session.carried ?? orienting);
  const unknownPerson = () => hold(session.carried ?? unasked);
  const turns: Readonly<Record<Turn, () => TurnEngagement>> = {
    work: () => turn(composeEngagements([first, ...others, ...session.running.map(withoutBans)], primaryOf(request))),
    affirmation: carried,
    control: carried,
    social: () => hold(withoutGrants(session.carried ?? composeEngagements([first, ...others]))),
    bans: () => hold(session.carried ?? onlyBans),
    // Nothing of the session is carried over.
    empty: () => turn(orienting),
    "not-human": unknownPerson,
    "no-standing": unknownPerson,
  };
  return turns[request.turn]();
}
