/**
 * @module When a gate asks and nobody can answer (requests and authority, section 14): the call is refused for now, and the
 * question waits where a person finds it.
 */

import type { Effect } from "../effect.ts";
import {
  type ActionIdentity,
  type ApprovalLives,
  actionDigest,
  approvalExpiry,
  effectsDigest,
} from "../policy/approval.ts";
import type { Actor } from "../policy/envelope.ts";
import { type RequestWord, raise, requestScales } from "../scale.ts";
import { cleanQuote } from "../text/clean.ts";
import type { ApprovalRequest } from "./approval-rules.ts";
import { type Commitment, openQuestion } from "./commitment.ts";
import type { HumanSuspension } from "./commitment-shape.ts";
import { dedupeKey, type InboxEntry, type InboxOpening } from "./inbox.ts";
import type { EventDraft } from "./stream.ts";

/** A call that waits for a person. */
export interface PendingAction {
  readonly identity: ActionIdentity;
  /** Null when they were not understood. */
  readonly effects: readonly Effect[] | null;
  readonly request_id: string;
  /** Rules that ask, the deciding one first. */
  readonly gates: readonly string[];
  /** Why it asks, in a sentence. */
  readonly reason: string;
  readonly requester: Actor;
  readonly principal?: string;
}

export interface ParkContext {
  readonly now: string;
  readonly attendance: RequestWord<"attendance">;
  readonly fallback: RequestWord<"fallback">;
  /** Open commitments of the turn, the first one served first. */
  readonly served: readonly Commitment[];
  readonly entries: readonly InboxEntry[];
  readonly ids: { readonly approval: string; readonly question: string; readonly inbox: string };
  readonly lives: ApprovalLives;
  readonly second_person: boolean;
  readonly escalation: HumanSuspension["escalation"];
}

export type Parking =
  /** Somebody can answer now: the ordinary prompt asks, and nothing is written. */
  | { readonly kind: "prompt" }
  | { readonly kind: "deny" }
  /** Refused for now; the drafts are one transaction, and none for a retry of what already waits. */
  | { readonly kind: "parked"; readonly inbox_id: string; readonly drafts: readonly EventDraft[] };

/** Names of the documents events carry. */
export const eventSchemas = {
  commitment: "warrant.commitment-event/v1",
  approval: "warrant.approval-event/v1",
  inbox: "warrant.inbox-event/v1",
  /** What a session, or every session of a work tree, is bound to. */
  binding: "warrant.binding-event/v1",
  /** What happened in a session. */
  session: "warrant.session-event/v1",
} as const;

/** An event of one of the families. */
export function draft(
  family: keyof typeof eventSchemas,
  id: string,
  kind: string,
  actor: Actor,
  body: object,
): EventDraft {
  return { stream: `${family}/${id}`, kind, schema: eventSchemas[family], actor: { ...actor }, body: { ...body } };
}

/** The arguments of a call as a person reads them: its command, or all of them. */
export function argumentsOf({ input }: Pick<ActionIdentity, "input">): string {
  const { command } = input;
  return cleanQuote(typeof command === "string" ? command : JSON.stringify(input));
}

function approvalRequest(action: PendingAction, context: ParkContext, expiresAt: string): ApprovalRequest {
  const { identity, effects } = action;
  return {
    digest: actionDigest(identity),
    effects_digest: effects === null ? null : effectsDigest(identity, effects),
    tool: identity.tool,
    input: identity.input,
    cwd: identity.cwd,
    session: identity.session,
    agent: identity.agent,
    policy_digest: identity.policy_digest,
    gates: action.gates,
    request_id: action.request_id,
    asked: "inbox",
    expires_at: expiresAt,
    second_person: context.second_person,
    ...(action.principal === undefined ? {} : { principal: action.principal }),
  };
}

/** The strongest of what a call would do; what was not understood cannot be undone. */
function reversibilityOf(effects: readonly Effect[] | null): RequestWord<"reversibility"> {
  if (effects === null || effects.length === 0) return "irreversible";
  return raise(requestScales.reversibility, ...effects.map(({ reversibility }) => reversibility));
}

/**
 * What becomes of a call that asks: the prompt, a refusal, or a place in the inbox.
 *
 * @throws InexactValue when the arguments have no one canonical form; the caller denies.
 */
export function park(action: PendingAction, context: ParkContext): Parking {
  if (context.attendance === "interactive") return { kind: "prompt" };
  if (context.fallback !== "park") return { kind: "deny" };
  const expiresAt = approvalExpiry("inbox", "asked", context.now, context.lives);
  if (expiresAt === null) return { kind: "deny" };
  const request = approvalRequest(action, context, expiresAt);
  const key = dedupeKey(request);
  const waiting = context.entries.find((entry) => entry.state === "open" && entry.dedupe_key === key);
  if (waiting !== undefined) return { kind: "parked", inbox_id: waiting.id, drafts: [] };
  // A commitment holds one open question; another call of the turn asks for its approval alone.
  const commitment = context.served.find((one) => one.closure === null && openQuestion(one) === null);
  const { ids } = context;
  const asks = `${action.identity.tool} "${argumentsOf(action.identity)}"`;
  const drafts: EventDraft[] = [draft("approval", ids.approval, "approval-requested", action.requester, { request })];
  if (commitment !== undefined) {
    const suspension: HumanSuspension = {
      kind: "human",
      at: context.now,
      question_id: ids.question,
      question: asks,
      approval_id: ids.approval,
      inbox_id: ids.inbox,
      escalation: context.escalation,
      reversibility: reversibilityOf(action.effects),
    };
    drafts.push(draft("commitment", commitment.id, "suspended", action.requester, { suspension }));
  }
  const entry: InboxOpening = {
    kind: "approval-pending",
    title: `${commitment === undefined ? "" : `${cleanQuote(commitment.spec.objective)}: `}${asks}`,
    body: action.reason,
    session_id: action.identity.session,
    ...(commitment === undefined ? {} : { commitment_id: commitment.id, question_id: ids.question }),
    approval_id: ids.approval,
    action_digest: request.digest,
    expires_at: expiresAt,
    dedupe_key: key,
    choices: ["once", "effects", "no"],
  };
  drafts.push(draft("inbox", ids.inbox, "inbox-opened", action.requester, { entry }));
  return { kind: "parked", inbox_id: ids.inbox, drafts };
}
