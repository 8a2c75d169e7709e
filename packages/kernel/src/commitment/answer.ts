/**
 * @module Answering a question of the inbox (requests and authority, section 14): one transaction that fits exactly one
 * open question, or nothing.
 */

import {
  type Answerer,
  type AnswerRefusal,
  type Approval,
  type ApprovalLives,
  approvalExpiry,
  refuseAnswer,
} from "../policy/approval.ts";
import { type Commitment, openQuestion } from "./commitment.ts";
import type { InboxEntry } from "./inbox.ts";
import { draft } from "./park.ts";
import type { EventDraft } from "./stream.ts";

/** A person's answer, and everything it must fit as the ledger has it in this transaction. */
export interface Answering {
  readonly decision: "approve" | "deny";
  readonly scope: "once" | "effects";
  readonly note?: string;
  readonly by: Answerer;
  readonly now: string;
  readonly lives: ApprovalLives;
  readonly entry: InboxEntry | null;
  /** Null for a question that is about no action. */
  readonly approval: Approval | null;
  /** Null where no commitment waits for it. */
  readonly commitment: Commitment | null;
}

export type AnswerResult =
  | { readonly ok: true; readonly drafts: readonly EventDraft[] }
  /** Nothing changes. Exit 2: too late or meant for something else; 3: this answerer may not. */
  | { readonly ok: false; readonly exit: 2 | 3; readonly rule: AnswerRefusal | "stale"; readonly message: string };

function stale(message: string): AnswerResult {
  return { ok: false, exit: 2, rule: "stale", message };
}

const authorityMessages: Readonly<Record<string, string>> = {
  "authority.not-human": "Only a person can answer.",
  "authority.self-approved": "Whoever asked cannot answer; another person has to.",
  "authority.second-person": "This takes another person than the one whose request is served.",
};

function refuseApproval(approval: Approval, answering: Answering): AnswerResult | null {
  const rule = refuseAnswer(approval, answering.by, answering.now, approval.second_person);
  if (rule === null) return null;
  if (rule === "imported") return stale("The question came from another ledger; ask it anew here.");
  if (rule === "expired") return stale(`The question expired at ${approval.expires_at}.`);
  if (rule === "decided")
    return stale(`The question is ${approval.state} since ${approval.decided_at ?? approval.expires_at}.`);
  return { ok: false, exit: 3, rule, message: authorityMessages[rule] ?? "This answerer may not answer." };
}

/** Why the commitment does not wait for this very question; null when it does, or when none is linked. */
function refuseQuestion(entry: InboxEntry, commitment: Commitment | null): AnswerResult | null {
  if (entry.question_id === undefined) return null;
  if (commitment === null || commitment.id !== entry.commitment_id)
    return stale("Nobody knows the work this is about.");
  if (commitment.closure !== null)
    return stale(`The work was closed as ${commitment.closure.outcome} at ${commitment.closure.at}.`);
  if (openQuestion(commitment)?.question_id === entry.question_id) return null;
  return stale("The question was answered or asked anew since.");
}

/** The events of an answer, or why it changes nothing. */
export function answer(answering: Answering): AnswerResult {
  const { entry, approval, commitment, by, decision, note } = answering;
  if (entry === null) return stale("There is no such question.");
  if (by.actor.kind !== "person")
    return { ok: false, exit: 3, rule: "authority.not-human", message: "Only a person can answer." };
  if (entry.state !== "open") return stale(`The entry is ${entry.state}.`);
  if (entry.approval_id !== approval?.id) return stale("Nobody knows the action this is about.");
  const refusal = (approval === null ? null : refuseApproval(approval, answering)) ?? refuseQuestion(entry, commitment);
  if (refusal !== null) return refusal;
  const drafts: EventDraft[] = [];
  if (approval !== null) {
    const expiresAt = approvalExpiry(approval.asked, "answered", answering.now, answering.lives);
    if (expiresAt === null) return stale("The time is not known, so no answer can be given.");
    drafts.push(
      draft("approval", approval.id, "approval-decided", by.actor, {
        decision: decision === "approve" ? "approved" : "denied",
        scope: answering.scope,
        expires_at: expiresAt,
        ...(note === undefined ? {} : { note }),
        ...(by.session === null ? {} : { session: by.session }),
      }),
    );
  }
  if (commitment !== null && entry.question_id !== undefined) {
    drafts.push(
      draft("commitment", commitment.id, "question-answered", by.actor, {
        question_id: entry.question_id,
        answer: decision,
        ...(note === undefined ? {} : { note }),
      }),
    );
  }
  drafts.push(draft("inbox", entry.id, "inbox-answered", by.actor, { state: "answered" }));
  return { ok: true, drafts };
}
