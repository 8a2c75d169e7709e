/**
 * @module Questions nobody waits for any more: of work that was closed, or of no work at all once their time is over
 * (requests and authority, section 14).
 */

import { type Approval, isOver } from "../policy/approval.ts";
import type { Commitment } from "./commitment.ts";
import type { InboxEntry } from "./inbox.ts";
import { expiryNews } from "./news.ts";
import { draft } from "./park.ts";
import { type EventDraft, runtimeActor } from "./stream.ts";

/** An open entry of the inbox with everything it is about; null for what there is none of. */
export interface Leftover {
  readonly entry: InboxEntry;
  readonly approval: Approval | null;
  readonly commitment: Commitment | null;
}

function end(entry: InboxEntry | null, approval: Approval | null, how: "expired" | "withdrawn"): EventDraft[] {
  const drafts: EventDraft[] = [];
  if (approval?.state === "pending") drafts.push(draft("approval", approval.id, `approval-${how}`, runtimeActor, {}));
  if (entry?.state === "open") drafts.push(draft("inbox", entry.id, "inbox-answered", runtimeActor, { state: how }));
  return drafts;
}

/** The question of work that is being closed, taken back in the same transaction. */
export function withdrawQuestion(entry: InboxEntry | null, approval: Approval | null): EventDraft[] {
  return end(entry, approval, "withdrawn");
}

/**
 * What becomes of the question: withdrawn with its work, expired without any, and untouched while work waits for it.
 *
 * @param newsId an unused id, for the news that nobody answered.
 */
export function endLeftover({ entry, approval, commitment }: Leftover, now: string, newsId: string): EventDraft[] {
  // News is nobody's to answer: it stays until it was read, also of work that is closed.
  if (entry.state !== "open" || (entry.question_id === undefined && entry.approval_id === undefined)) return [];
  if (commitment !== null) return commitment.closure === null ? [] : end(entry, approval, "withdrawn");
  const { expires_at: expires } = approval ?? entry;
  if (expires === undefined || !isOver({ expires_at: expires }, now)) return [];
  return [
    ...end(entry, approval, "expired"),
    draft("inbox", newsId, "inbox-opened", runtimeActor, { entry: expiryNews(entry) }),
  ];
}
