/**
 * @module What a request does to the commitments that are there, before any of its work begins, and what a session leaves
 * behind when it stops (requests and authority, section 12.4).
 */

import { hour, parseInstant, writeInstant } from "../instant.ts";
import type { PartReading } from "../intent/reading/reading.ts";
import { satisfactionOf } from "../policy/derive.ts";
import type { Ceiling, Posture } from "../policy/engagement.ts";
import type { Actor } from "../policy/envelope.ts";
import { type Commitment, openQuestion } from "./commitment.ts";
import type { CommitmentSpec } from "./commitment-shape.ts";
import {
  advancementOf,
  type EpisodeEnd,
  type OpeningContext,
  objectiveOf,
  planOpening,
  seedCriteria,
  startEpisode,
} from "./opening.ts";
import { draft } from "./park.ts";
import type { EventDraft } from "./stream.ts";

/** One part of a request with what it permits by itself. */
export type Strand = Pick<PartReading, "strand_id" | "thread_id" | "text" | "reading" | "lineage"> & {
  readonly ceiling: Ceiling;
  readonly posture: Posture;
};

/** What new work gets where nobody said otherwise. */
export interface CommitmentDefaults {
  readonly lifetime_budget_usd: number | "unlimited";
  readonly stall_limit: number;
  readonly review_every_hours?: number;
  /** Days until it ends by itself. */
  readonly ttl_days?: number;
}

export interface ServingFacts extends OpeningContext {
  readonly session_id: string;
  readonly cwd: string;
  /** Who asked. Only a person opens work. */
  readonly actor: Actor;
  readonly now: string;
  readonly defaults: CommitmentDefaults;
  /** The issue the session is bound to. */
  readonly bound_issue?: string;
  readonly newId: (of: "commitment" | "episode") => string;
}

export interface Serving {
  readonly drafts: readonly EventDraft[];
  /** Ids of the commitments on which an episode starts, the first part's first. */
  readonly served: readonly string[];
  /** Ids of those whose question has to be answered before work on them goes on. */
  readonly waiting: readonly string[];
}

/** Null where it is to end and nobody can say when. */
function economicsOf({ defaults, now }: ServingFacts): CommitmentSpec["economics"] | null {
  const { ttl_days: days, ...rest } = defaults;
  if (days === undefined) return rest;
  const from = parseInstant(now);
  return from === null ? null : { ...rest, expires_at: writeInstant(from + days * 24 * hour) };
}

function specOf(strand: Strand, facts: ServingFacts, supersedes: string | null): CommitmentSpec | null {
  const economics = economicsOf(facts);
  const objective = objectiveOf(strand.text);
  if (economics === null) return null;
  const { evidence } = strand.reading;
  return {
    objective,
    reading: { ...strand.reading },
    engagement: { ceiling: strand.ceiling, posture: strand.posture },
    criteria: seedCriteria(evidence, objective),
    min_satisfaction: satisfactionOf(evidence),
    economics,
    cwd: facts.cwd,
    thread_id: strand.thread_id,
    ...(supersedes === null ? {} : { supersedes }),
    ...(facts.bound_issue === undefined ? {} : { bound_issue: facts.bound_issue }),
  };
}

function openWork(strand: Strand, facts: ServingFacts, replaced: string | null): { id: string; drafts: EventDraft[] } {
  const spec = specOf(strand, facts, replaced);
  const id = facts.newId("commitment");
  if (spec === null) return { id, drafts: [] };
  const episode = { episode_id: facts.newId("episode"), session_id: facts.session_id, strand_id: strand.strand_id };
  const replacing =
    replaced === null
      ? []
      : [draft("commitment", replaced, "superseded", facts.actor, { by: id, reason: "replaced by a later request" })];
  const drafts = [
    draft("commitment", id, "opened", facts.actor, { spec }),
    ...replacing,
    draft("commitment", id, "episode-started", facts.actor, episode),
  ];
  return { id, drafts };
}

function goOn(commitment: Commitment, strand: Strand, facts: ServingFacts): EventDraft[] {
  const episode = { id: facts.newId("episode"), session_id: facts.session_id, strand_id: strand.strand_id };
  return [
    draft("commitment", commitment.id, "reread", facts.actor, { changes: [], reading: { ...strand.reading } }),
    ...startEpisode(commitment, episode, facts.actor),
  ];
}

/**
 * What one human request opens, goes on with and replaces. One transaction writes all of it; when that fails the turn runs
 * without.
 */
export function serveStrands(strands: readonly Strand[], facts: ServingFacts): Serving {
  const drafts: EventDraft[] = [];
  const served: string[] = [];
  const waiting = new Set<string>();
  /** Threads and commitments this request has dealt with: two parts of one thread are one piece of work. */
  const dealt = new Set<string>();
  const context: OpeningContext = { ...facts, is_human: facts.is_human && facts.actor.kind === "person" };
  for (const strand of strands) {
    const plan = planOpening(strand, strand.posture, context);
    if (plan.kind === "nothing" || dealt.has(strand.thread_id)) continue;
    dealt.add(strand.thread_id);
    if (plan.kind === "serve") {
      const commitment = facts.commitments.find(({ id }) => id === plan.commitment_id);
      if (commitment === undefined) continue;
      // An open question is never dropped by going on.
      if (openQuestion(commitment) !== null) {
        waiting.add(commitment.id);
        continue;
      }
      drafts.push(...goOn(commitment, strand, facts));
      served.push(commitment.id);
      continue;
    }
    const replaced = plan.kind === "succeed" && !dealt.has(plan.commitment_id) ? plan.commitment_id : null;
    const opened = openWork(strand, facts, replaced);
    if (opened.drafts.length === 0) continue;
    // Two parts may replace one piece of work, which is superseded once.
    if (replaced !== null) dealt.add(replaced);
    drafts.push(...opened.drafts);
    served.push(opened.id);
  }
  return { drafts, served, waiting: [...waiting] };
}

/**
 * How the episodes of a session end.
 *
 * @param spendUsd what the turn cost; it is counted on the first of them, since nobody knows how it was shared.
 */
export function endEpisodes(
  commitments: readonly Commitment[],
  session: string,
  end: EpisodeEnd,
  spendUsd: number,
  actor: Actor,
): EventDraft[] {
  const drafts: EventDraft[] = [];
  for (const { id, closure, episodes } of commitments) {
    if (closure !== null) continue;
    for (const episode of episodes) {
      if (episode.session_id !== session || episode.ended_at !== undefined) continue;
      const spend = drafts.length === 0 ? spendUsd : 0;
      const body = { episode_id: episode.id, advancement: advancementOf(end), spend_usd: spend };
      drafts.push(draft("commitment", id, "episode-ended", actor, body));
    }
  }
  return drafts;
}
