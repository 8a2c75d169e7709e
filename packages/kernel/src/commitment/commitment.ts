/** @module A commitment: work that outlives a session, as its events add up (requests and authority, section 12). */

import type { Actor, Envelope } from "../policy/envelope.ts";
import { type RequestWord, raise, requestScales } from "../scale.ts";
import type { Advancement, CommitmentSpec, HumanSuspension, Outcome, Phase, Suspension } from "./commitment-shape.ts";
import type { CriterionState } from "./strength.ts";

export interface Episode {
  readonly id: string;
  readonly session_id: string;
  readonly strand_id?: string;
  readonly started_at: string;
  readonly ended_at?: string;
  readonly advancement?: Advancement;
  /** Reported while it runs, and settled at its end to the larger of the two. */
  readonly spend_usd: number;
}

/** What a person said to the last open question, or what was assumed in their silence. */
export interface Answer {
  readonly question: string;
  readonly answer: string;
  readonly note?: string;
  readonly by: Actor;
  readonly at: string;
}

export interface Closure {
  readonly outcome: Outcome;
  readonly evidence: string;
  readonly note: string;
  /** Recomputed when it closed. */
  readonly achieved: RequestWord<"achieved">;
  readonly at: string;
  readonly by?: string;
}

/** A JSON document: it is kept in snapshots. */
export interface Commitment {
  readonly id: string;
  readonly spec: CommitmentSpec;
  readonly opened_by: Actor;
  readonly opened_at: string;
  readonly updated_at: string;
  readonly phase: Phase;
  readonly reading: Readonly<Record<string, unknown>>;
  /** What changed outside since last time. */
  readonly changes: readonly string[];
  readonly criteria: readonly CriterionState[];
  /** Those that have not ended, and the last ones that have. */
  readonly episodes: readonly Episode[];
  /** Ended ones that are no longer held. */
  readonly earlier_episodes: number;
  readonly spent_usd: number;
  /** Stalled episodes in a row. */
  readonly stalls: number;
  readonly suspension: Suspension | null;
  readonly blocker: string | null;
  readonly last_answer: Answer | null;
  readonly envelopes: readonly Envelope[];
  /** Envelopes that came from another ledger, or before a row nobody could read. */
  readonly void_envelopes: readonly string[];
  readonly uses: Readonly<Record<string, number>>;
  readonly pinned: boolean;
  readonly closure: Closure | null;
  /** Events that could not follow, counted. */
  readonly ignored: number;
}

/** The question a person has to answer before work goes on, or null. */
export function openQuestion(commitment: Commitment): HumanSuspension | null {
  const { suspension } = commitment;
  return commitment.closure === null && suspension?.kind === "human" ? suspension : null;
}

/** The higher of the stakes it was opened and last read with; a reading without known stakes cannot be undone. */
export function stakesOf(commitment: Commitment): RequestWord<"stakes"> {
  return raise(requestScales.stakes, commitment.spec.reading["stakes"], commitment.reading["stakes"]);
}

/** Whether a person opened it. */
export function isHumanWork(commitment: Commitment): boolean {
  return commitment.opened_by.kind === "person";
}
