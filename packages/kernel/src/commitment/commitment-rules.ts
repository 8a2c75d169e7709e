/** @module The stream of a commitment: what its events add up to. Total, so that no row can stop a reading. */

import { type Actor, readActor, readEnvelope } from "../policy/envelope.ts";
import type { ServedCommitment } from "../policy/envelope-cover.ts";
import { revokeEnvelope } from "../policy/envelope-grant.ts";
import type { Commitment, Episode } from "./commitment.ts";
import { isHumanWork, openQuestion } from "./commitment.ts";
import { admitToCommitment } from "./commitment-admit.ts";
import {
  type CommitmentBody,
  type CommitmentEventKind,
  commitmentBodies,
  isCommitmentKind,
} from "./commitment-shape.ts";
import { type EventDraft, idOf, type StreamEvent, type StreamRules } from "./stream.ts";
import { streamKey } from "./stream-key.ts";
import { standingOf } from "./strength.ts";

type Step<Kind extends CommitmentEventKind> = (
  commitment: Commitment,
  body: CommitmentBody<Kind>,
  event: StreamEvent,
  actor: Actor,
) => Partial<Commitment>;

function openCommitment({ spec }: CommitmentBody<"opened">, event: StreamEvent, actor: Actor): Commitment {
  return {
    id: idOf(event.stream),
    spec,
    opened_by: actor,
    opened_at: event.at,
    updated_at: event.at,
    phase: "active",
    reading: spec.reading,
    changes: [],
    criteria: spec.criteria,
    episodes: [],
    earlier_episodes: 0,
    spent_usd: 0,
    stalls: 0,
    suspension: null,
    blocker: null,
    last_answer: null,
    envelopes: [],
    void_envelopes: [],
    uses: {},
    pinned: false,
    closure: null,
    ignored: 0,
  };
}

/** Ended episodes a commitment holds; work that goes on for years would be copied with each event otherwise. */
const heldEpisodes = 50;

/** One episode changed, and what the change costs added to what was spent. */
function withEpisode(commitment: Commitment, id: string, change: (episode: Episode) => Episode): Partial<Commitment> {
  const at = commitment.episodes.findIndex((episode) => episode.id === id);
  const before = commitment.episodes[at];
  if (before === undefined) return {};
  const after = change(before);
  return {
    episodes: commitment.episodes.with(at, after),
    spent_usd: commitment.spent_usd + (after.spend_usd - before.spend_usd),
  };
}

/** Without the oldest ended episodes, which are only counted. */
function withoutOldest({ episodes, earlier_episodes: earlier }: Commitment): Partial<Commitment> {
  const ended = episodes.filter((episode) => episode.ended_at !== undefined);
  const dropped = new Set(ended.slice(0, Math.max(0, ended.length - heldEpisodes)));
  if (dropped.size === 0) return {};
  return { episodes: episodes.filter((episode) => !dropped.has(episode)), earlier_episodes: earlier + dropped.size };
}

const endEpisode: Step<"episode-ended"> = (commitment, { episode_id: id, advancement, spend_usd: spend }, event) => {
  const settled = withEpisode(commitment, id, (episode) => ({
    ...episode,
    ended_at: event.at,
    advancement,
    spend_usd: spend > episode.spend_usd ? spend : episode.spend_usd,
  }));
  return {
    ...settled,
    ...withoutOldest({ ...commitment, ...settled }),
    stalls: advancement.kind === "stalled" ? commitment.stalls + 1 : 0,
    ...(advancement.kind === "blocked" ? { phase: "blocked", blocker: advancement.blocker } : {}),
  };
};

const evaluate: Step<"criterion-evaluated"> = (commitment, body, _event, actor) => ({
  criteria: commitment.criteria.map((criterion) =>
    criterion.id === body.id
      ? {
          ...criterion,
          result: body.result,
          evaluator: actor,
          ...(body.strength === undefined ? {} : { strength: body.strength }),
        }
      : criterion,
  ),
  // An agent's word moves nothing.
  ...(commitment.phase === "active" && body.result.kind === "passed" && actor.kind !== "agent"
    ? { phase: "satisfying" }
    : {}),
});

/** An open question is settled: work goes on, and its answer is kept for the next session. */
function settle(
  commitment: Commitment,
  answer: { readonly answer: string; readonly note?: string; readonly by: Actor },
  at: string,
): Partial<Commitment> {
  const question = openQuestion(commitment)?.question ?? "";
  return { phase: "active", suspension: null, blocker: null, last_answer: { question, ...answer, at } };
}

const granted: Step<"envelope-granted"> = (commitment, body, event) => {
  const envelope = readEnvelope(body.envelope);
  if (envelope === null) return {};
  return {
    envelopes: [...commitment.envelopes, envelope],
    // Authority does not travel between ledgers.
    ...(event.imported ? { void_envelopes: [...commitment.void_envelopes, envelope.id] } : {}),
  };
};

const steps: { readonly [Kind in CommitmentEventKind]: Step<Kind> } = {
  opened: () => ({}),
  reread: (_commitment, { changes, reading }) => ({ changes, reading }),
  "episode-started": (commitment, { episode_id: id, session_id: session, strand_id: strand }, event) => ({
    phase: "active",
    blocker: null,
    suspension: null,
    episodes: [
      ...commitment.episodes,
      {
        id,
        session_id: session,
        ...(strand === undefined ? {} : { strand_id: strand }),
        started_at: event.at,
        spend_usd: 0,
      },
    ],
  }),
  "usage-recorded": (commitment, { episode_id: id, spend_usd: spend }) =>
    withEpisode(commitment, id, (episode) => ({ ...episode, spend_usd: episode.spend_usd + spend })),
  "episode-ended": endEpisode,
  suspended: (_commitment, { suspension }) => ({ phase: "suspended", suspension }),
  resumed: () => ({ phase: "active", suspension: null }),
  blocked: (_commitment, { blocker }) => ({ phase: "blocked", blocker }),
  unblocked: (commitment) => ({ phase: openQuestion(commitment) === null ? "active" : "suspended", blocker: null }),
  "criterion-evaluated": evaluate,
  "envelope-granted": granted,
  "envelope-revoked": (commitment, { id }, event, actor) => ({
    envelopes: commitment.envelopes.map((envelope) =>
      envelope.id === id ? revokeEnvelope(envelope, event.at, actor) : envelope,
    ),
  }),
  "envelope-used": (commitment, { id }) => ({ uses: { ...commitment.uses, [id]: (commitment.uses[id] ?? 0) + 1 } }),
  "question-answered": (commitment, { answer, note }, event, actor) =>
    settle(commitment, { answer, ...(note === undefined ? {} : { note }), by: actor }, event.at),
  "assumption-recorded": (commitment, { assumed }, event, actor) =>
    settle(commitment, { answer: assumed, note: "assumed, since nobody answered", by: actor }, event.at),
  reassigned: (commitment, { to }) => {
    const question = openQuestion(commitment);
    return question === null ? {} : { suspension: { ...question, addressed_to: to } };
  },
  pinned: () => ({ pinned: true }),
  unpinned: () => ({ pinned: false }),
  superseded: (commitment, { by, reason }, event) => ({
    phase: "closed",
    closure: {
      outcome: "superseded",
      evidence: "",
      note: reason,
      achieved: standingOf(commitment.criteria, commitment.spec.min_satisfaction).achieved,
      at: event.at,
      by,
    },
  }),
  closed: (commitment, { outcome, evidence, note }, event) => ({
    phase: "closed",
    closure: {
      outcome,
      evidence,
      note,
      achieved: standingOf(commitment.criteria, commitment.spec.min_satisfaction).achieved,
      at: event.at,
    },
  }),
};

function apply(commitment: Commitment | null, event: StreamEvent): Commitment | null {
  const admitted = admitToCommitment(commitment, event);
  const actor = readActor(event.actor);
  if ("refusal" in admitted || actor === null || !isCommitmentKind(event.kind)) {
    return commitment === null ? null : { ...commitment, ignored: commitment.ignored + 1 };
  }
  const { body } = admitted;
  if (commitment === null) {
    return commitmentBodies.opened(body) ? openCommitment(body, event, actor) : null;
  }
  // The table gives each kind its own body; the compiler cannot follow that through an index.
  const step = steps[event.kind] as unknown as (...given: readonly unknown[]) => Partial<Commitment>;
  return { ...commitment, ...step(commitment, body, event, actor), updated_at: event.at };
}

/** Its thread when it opens, each session that works on it, each envelope on it. */
function keysOf({ kind, body }: EventDraft): readonly string[] {
  if (kind === "opened" && commitmentBodies[kind](body)) {
    const { thread_id: thread } = body.spec;
    return thread === undefined ? [] : [streamKey("thread", thread)];
  }
  if (kind === "episode-started" && commitmentBodies[kind](body)) return [streamKey("served", body.session_id)];
  const envelope = kind === "envelope-granted" && commitmentBodies[kind](body) ? readEnvelope(body.envelope) : null;
  return envelope === null ? [] : [streamKey("envelope", envelope.id)];
}

export const commitmentRules: StreamRules<Commitment | null> = {
  version: "commitment/1",
  start: null,
  fits: ({ kind, body, actor }) => isCommitmentKind(kind) && commitmentBodies[kind](body) && readActor(actor) !== null,
  admit: admitToCommitment,
  apply,
  keysOf,
  spoil: (commitment) =>
    commitment === null ? null : { ...commitment, void_envelopes: commitment.envelopes.map(({ id }) => id) },
};

/** What the events of one stream add up to, in their order; null without an opening. */
export function projectCommitment(events: readonly StreamEvent[]): Commitment | null {
  return events.reduce<Commitment | null>(apply, null);
}

/** The commitment as an envelope is asked about it. */
export function servedBy(commitment: Commitment): ServedCommitment {
  return {
    id: commitment.id,
    is_closed: commitment.closure !== null,
    is_human: isHumanWork(commitment),
    envelopes: commitment.envelopes,
    void_envelopes: commitment.void_envelopes,
    uses: commitment.uses,
    spent_usd: commitment.spent_usd,
  };
}
