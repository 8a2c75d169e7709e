/**
 * @module What a session remembers: the requests that were made in it, its agents, and the calls that were seen. Built from the
 * events of the session's stream alone, so that every process sees the same.
 */

import type { NamedThing } from "@warrant/kernel/action/facts";
import type { Resource } from "@warrant/kernel/intent/reading/request";
import type { AgentLimits } from "@warrant/kernel/policy/ceiling-entries";
import type { Engagement } from "@warrant/kernel/policy/engagement";
import type { HeldBan } from "@warrant/kernel/policy/held-bans";

/** The kinds of events the gate writes into a session's stream. */
export const sessionEventKinds = [
  "session-started",
  "session-ended",
  "request-recorded",
  "agent-started",
  "place-changed",
  "action-judged",
  "trace-appended",
  "claim-judged",
  "config-changed",
  "gate-off",
] as const;
export type SessionEventKind = (typeof sessionEventKinds)[number];

export interface SessionEventDraft {
  readonly kind: SessionEventKind;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One request as it was recorded. Replays use this, never a new reading. */
export interface RecordedRequest {
  readonly request_id: string;
  /** `human`, `scheduled`, `webhook`, `agent`, `tool` or `unknown`. */
  readonly origin: string;
  /** Null where nothing was read: then only orienting ceilings hold. */
  readonly engagement: Engagement | null;
  readonly named: readonly NamedThing[];
  readonly resources: readonly Resource[];
  /** Whether any part of it cannot be undone; unknown is yes. */
  readonly asks_irreversible: boolean;
  readonly act: string | null;
}

/** A call that was judged, kept so that the same call from a second configuration is one. */
export interface SeenCall {
  readonly key: string;
  readonly via: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly event: string;
}

export interface SessionMemory {
  readonly session: string;
  /** The newest request, whoever made it; null before the first. */
  readonly request: RecordedRequest | null;
  /** The engagement that goes on: that of the last human request with work. */
  readonly carried: Engagement | null;
  readonly bans: readonly HeldBan[];
  /** Every agent of the session by id; the main agent is "". */
  readonly agents: ReadonlyMap<string, AgentLimits>;
  /** Folders a person added. */
  readonly added: readonly string[];
  readonly paused: boolean;
  readonly recent: readonly SeenCall[];
  /** Calls that were let through and whose result did not come back yet. */
  readonly unanswered: readonly string[];
  /** How many trace entries there are. */
  readonly traced: number;
  /** How often the agent was sent back since the last request. */
  readonly sent_back: number;
  /** The person who started the session through `warrant run`, if one did. */
  readonly principal: string | null;
  readonly is_gate_off_said: boolean;
  /** A note that waits for an event that can carry it. */
  readonly waiting_note: string | null;
}
