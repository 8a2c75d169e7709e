/**
 * @module What a session remembers: the requests that were made in it, its agents, and the calls that were seen. Built from the
 * events of the session's stream alone, so that every process sees the same.
 */

import type { NamedThing } from "@warrant/kernel/action/facts";
import type { OpenThread, Resource } from "@warrant/kernel/intent/reading/request";
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

/** An event as the session's stream has it. */
export interface SessionEvent extends SessionEventDraft {
  /** When it was written, RFC 3339. */
  readonly at: string;
}

/** One request as it was recorded. Replays use this, never a new reading. */
export interface RecordedRequest {
  /** What it is known by; a text that only goes on with a request has that one's. */
  readonly request_id: string;
  /** The host's own id of the text. */
  readonly prompt_id: string | null;
  /** `human`, `scheduled`, `webhook`, `agent`, `tool` or `unknown`. */
  readonly origin: string;
  /** Null where nothing was read: then only orienting ceilings hold. */
  readonly engagement: Engagement | null;
  readonly named: readonly NamedThing[];
  readonly resources: readonly Resource[];
  /** Whether any part of it cannot be undone; unknown is yes. */
  readonly asks_irreversible: boolean;
  readonly act: string | null;
  /** The person who asked, where a headless session was started with it. */
  readonly principal: string | null;
  /** The digest of its text, to know the same prompt from a second configuration. */
  readonly text_digest: string | null;
  readonly via: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A call that was judged, kept so that the same call from a second configuration is one. */
export interface SeenCall {
  /** The host's id of the call; empty when it gives none. */
  readonly call_id: string;
  /** The digest of the action; null when its arguments have no one form. */
  readonly action: string | null;
  readonly via: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The host's name of the event it was seen at. */
  readonly event: string;
  readonly decision: string;
  readonly rule: string;
  readonly authority: string | null;
  /** The id its verdict is recorded under. */
  readonly verdict: string;
  /** The host was told not to run it. */
  readonly is_refused: boolean;
}

/** A call that was let through and whose result did not come back yet. */
export interface UnansweredCall {
  readonly call_id: string;
  readonly tool: string;
  readonly agent: string | null;
  readonly verdict: string;
}

/** How often an agent was sent back for one request, and the digest of the claims it was sent back with last. */
export interface SentBack {
  readonly count: number;
  readonly last_refuted: string | null;
}

export interface SessionMemory {
  readonly session: string;
  /** The newest request, whoever made it; null before the first. */
  readonly request: RecordedRequest | null;
  /** The engagement that goes on: that of the last human request with work. */
  readonly carried: Engagement | null;
  readonly bans: readonly HeldBan[];
  /** What the parts of earlier requests were about, oldest first. */
  readonly threads: readonly OpenThread[];
  /** How many requests there were. */
  readonly turns: number;
  /** Every agent of the session by id; the main agent is "". */
  readonly agents: ReadonlyMap<string, AgentLimits>;
  /** Folders a person added. */
  readonly added: readonly string[];
  readonly paused: boolean;
  readonly recent: readonly SeenCall[];
  readonly unanswered: readonly UnansweredCall[];
  /** How many trace entries there are. */
  readonly traced: number;
  /** How often each agent was sent back since the last request; the main agent is "". */
  readonly sent_back: ReadonlyMap<string, SentBack>;
  /** The person whose request is served, where it is known who that is. */
  readonly principal: string | null;
  readonly is_gate_off_said: boolean;
  /** A note that waits for an event that can carry it. */
  readonly waiting_note: string | null;
}
