/** @module Reviews of a change as the facts have them, in the order of the platform. */

import type { Review } from "@warrant/kernel/change/facts";
import type { ReviewsPage } from "./answers.ts";
import { actorOf } from "./people.ts";

type ReviewAnswer = NonNullable<NonNullable<ReviewsPage["nodes"]>[number]>;

const states: Readonly<Record<string, Review["state"]>> = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes_requested",
  COMMENTED: "commented",
  DISMISSED: "dismissed",
};

/** A review without its author's permission, which is looked up for those that decide. A state nobody knows is a no. */
export function reviewOf(answer: ReviewAnswer): Review {
  return {
    author: actorOf(answer.author),
    permission: "unknown",
    association: answer.authorAssociation,
    state: states[answer.state] ?? "changes_requested",
    commit: answer.commit?.oid ?? null,
    submitted_at: answer.submittedAt,
  };
}

/** Reviews that were submitted: a pending one is seen by its author alone. */
export function submittedReviews(nodes: readonly (ReviewAnswer | null)[]): Review[] {
  return nodes.flatMap((node) => (node === null || node.state === "PENDING" ? [] : [reviewOf(node)]));
}

/** Whether the review approves or refuses, so that it matters who gave it. */
export function isDeciding(review: Review): boolean {
  return review.state === "approved" || review.state === "changes_requested";
}
