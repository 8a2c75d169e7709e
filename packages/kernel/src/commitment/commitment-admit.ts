/**
 * @module What may follow in a commitment's stream. Judged before each event is written, and again when one is imported or
 * read: what may not follow is refused then, and changes nothing now.
 */

import { type Actor, isLive, lineOf, readActor, readEnvelope } from "../policy/envelope.ts";
import { widerFields } from "../policy/envelope-grant.ts";
import { type Commitment, openQuestion, stakesOf } from "./commitment.ts";
import {
  type CommitmentBody,
  type CommitmentEventKind,
  commitmentBodies,
  isCommitmentKind,
} from "./commitment-shape.ts";
import { type Admission, refuse, type StreamEvent } from "./stream.ts";
import { isFulfillable, standingOf, strengthOf } from "./strength.ts";

type Judge<Kind extends CommitmentEventKind> = (
  commitment: Commitment,
  body: CommitmentBody<Kind>,
  event: StreamEvent,
  actor: Actor,
) => Admission;

const closed = "The commitment is closed; nothing can follow.";

function asIs<Kind extends CommitmentEventKind>(_commitment: Commitment, body: CommitmentBody<Kind>): Admission {
  return { body };
}

function refuseAgent(actor: Actor, what: string): Admission | null {
  return actor.kind === "person"
    ? null
    : refuse("refused", `Only a person can ${what}.`, { rule: "authority.not-human" });
}

function openEpisode(commitment: Commitment, id: string): Admission | null {
  const episode = commitment.episodes.find((one) => one.id === id);
  if (episode === undefined) return refuse("not-found", "There is no such episode.");
  return episode.ended_at === undefined ? null : refuse("conflict", "The episode has ended.");
}

/** A question that is open stays open until it is answered, or asked anew by its own id. */
function refuseOpenQuestion(commitment: Commitment, replaces?: string): Admission | null {
  const question = openQuestion(commitment);
  if (question === null || question.question_id === replaces) return null;
  return refuse("refused", "A question is still open; answer it first.", { question_id: question.question_id });
}

/** A question that is to be answered: this one, and open. */
function refuseOtherQuestion(commitment: Commitment, id: string): Admission | null {
  if (openQuestion(commitment)?.question_id === id) return null;
  return refuse("conflict", "This question is not open: it was answered, asked anew, or belongs elsewhere.");
}

const grant: Judge<"envelope-granted"> = (commitment, { envelope: written }, event, actor) => {
  const refusal = refuseAgent(actor, "grant");
  if (refusal !== null) return refusal;
  // When and by whom it was granted is what this event says, not what it was handed.
  const envelope = readEnvelope({ ...written, granted_by: actor, granted_at: event.at });
  if (envelope === null) return refuse("refused", "The envelope cannot be read.");
  if (envelope.escalation.kind === "assume-conservative" && stakesOf(commitment) === "irreversible") {
    return refuse("refused", "Nothing may be assumed where a step cannot be undone.");
  }
  if (envelope.commitment !== commitment.id) return refuse("refused", "The envelope is for another commitment.");
  if (commitment.envelopes.some(({ id }) => id === envelope.id))
    return refuse("conflict", "There is such an envelope.");
  if (envelope.parent !== undefined) {
    const parent = commitment.envelopes.find(({ id }) => id === envelope.parent);
    if (parent === undefined) return refuse("not-found", "There is no such envelope to take it from.");
    const uses = commitment.uses[parent.id] ?? 0;
    const wider = widerFields(envelope, { envelope: parent, spent_usd: commitment.spent_usd, uses });
    if (wider.length > 0)
      return refuse("refused", `Wider than the envelope it comes from: ${wider.join(", ")}.`, { wider });
  }
  return { body: { envelope } };
};

const use: Judge<"envelope-used"> = (commitment, body, event) => {
  const known = new Map(commitment.envelopes.map((envelope) => [envelope.id, envelope]));
  const line = lineOf(body.id, known);
  if (line === null) return refuse("not-found", "There is no such envelope.");
  // What another ledger let through is history; nothing here is let through by it.
  if (event.imported) return { body };
  for (const envelope of line) {
    if (commitment.void_envelopes.includes(envelope.id) || !isLive(envelope, event.at)) {
      return refuse("refused", "The envelope is not live.");
    }
    const used = Object.entries(commitment.uses)
      .filter(([id]) => id === envelope.id || lineOf(id, known)?.includes(envelope) === true)
      .reduce((sum, [, count]) => sum + count, 0);
    if (envelope.max_uses !== "unlimited" && used >= envelope.max_uses)
      return refuse("refused", "The envelope is used up.");
  }
  return { body };
};

const judges: { readonly [Kind in CommitmentEventKind]: Judge<Kind> } = {
  opened: () => refuse("conflict", "The commitment is already open."),
  reread: asIs,
  "episode-started": (commitment, body) => {
    if (commitment.episodes.some(({ id }) => id === body.episode_id))
      return refuse("conflict", "There is such an episode.");
    return refuseOpenQuestion(commitment) ?? { body };
  },
  "usage-recorded": (commitment, body) => openEpisode(commitment, body.episode_id) ?? { body },
  "episode-ended": (commitment, body) => openEpisode(commitment, body.episode_id) ?? { body },
  suspended: (commitment, body) => {
    const { suspension } = body;
    return refuseOpenQuestion(commitment, suspension.kind === "human" ? suspension.replaces : undefined) ?? { body };
  },
  resumed: (commitment, body) => refuseOpenQuestion(commitment) ?? { body },
  blocked: asIs,
  unblocked: asIs,
  "criterion-evaluated": (commitment, body, _event, actor) => {
    const criterion = commitment.criteria.find(({ id }) => id === body.id);
    if (criterion === undefined) return refuse("not-found", "There is no such criterion.");
    const strength = strengthOf(criterion.kind, actor, body.is_signature_verified === true);
    if (strength === null) return refuse("refused", "What a sentence means only a person can judge.");
    return { body: { ...body, evaluator: actor, strength } };
  },
  "envelope-granted": grant,
  "envelope-revoked": (commitment, body, _event, actor) => {
    const envelope = commitment.envelopes.find(({ id }) => id === body.id);
    if (envelope === undefined) return refuse("not-found", "There is no such envelope.");
    if ("revoked_at" in envelope) return refuse("conflict", "The envelope is already revoked.");
    return { body: { ...body, by: actor } };
  },
  "envelope-used": use,
  "question-answered": (commitment, body, _event, actor) => {
    const refusal = refuseAgent(actor, "answer") ?? refuseOtherQuestion(commitment, body.question_id);
    return refusal ?? { body: { ...body, by: actor } };
  },
  "assumption-recorded": (commitment, body, _event, actor) => {
    if (actor.kind !== "runtime") return refuse("refused", "Only upkeep assumes anything.");
    const refusal = refuseOtherQuestion(commitment, body.question_id);
    if (refusal !== null) return refusal;
    const question = openQuestion(commitment);
    const isGrave =
      stakesOf(commitment) === "irreversible" || (question?.reversibility ?? "irreversible") === "irreversible";
    return isGrave ? refuse("refused", "Nothing may be assumed where a step cannot be undone.") : { body };
  },
  reassigned: (commitment, body) => {
    return openQuestion(commitment) === null ? refuse("conflict", "No question is open.") : { body };
  },
  pinned: asIs,
  unpinned: asIs,
  superseded: asIs,
  closed: (commitment, body, _event, actor) => {
    const standing = standingOf(commitment.criteria, commitment.spec.min_satisfaction);
    if (body.outcome === "fulfilled") {
      if (actor.kind === "agent" || actor.kind === "tool") {
        return refuse("refused", "An agent cannot close work as fulfilled.", { rule: "authority.not-human" });
      }
      if (!isFulfillable(standing)) return refuse("refused", "Not closed: the evidence is not there.", { ...standing });
    }
    return { body: { ...body, achieved: standing.achieved } };
  },
};

function admitOpening(event: StreamEvent, actor: Actor): Admission {
  if (event.kind !== "opened") return refuse("not-found", "There is no such commitment.");
  return refuseAgent(actor, "open a commitment") ?? { body: event.body };
}

/** The body to write for an event that is to follow, strengths and actors recomputed; or why it may not follow. */
export function admitToCommitment(commitment: Commitment | null, event: StreamEvent): Admission {
  const { kind, body } = event;
  const actor = readActor(event.actor);
  if (actor === null) return refuse("refused", "Nobody knows who did this.");
  if (!isCommitmentKind(kind) || !commitmentBodies[kind](body)) return refuse("refused", "The event cannot be read.");
  if (commitment === null) return admitOpening(event, actor);
  if (commitment.closure !== null) return refuse("closed", closed);
  // The table gives each kind its own body; the compiler cannot follow that through an index.
  const judge = judges[kind] as unknown as (...given: readonly unknown[]) => Admission;
  return judge(commitment, body, event, actor);
}
