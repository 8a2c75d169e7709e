/** @module The timeline of an issue as REST shows it: events, comments and reviews in the order they happened. */

import type { FakeIssue, TimelineEvent } from "./issues.ts";
import { FakePullRequest } from "./pull-request.ts";
import { commentShape, issueShape, reviewShape } from "./rest-pull-shapes.ts";
import { nodeId, type Schemas, userShape } from "./rest-shapes.ts";

export function timelineRows(issue: FakeIssue): object[] {
  const { world } = issue.repository;
  const rows: { at: string; row: object }[] = issue.events.map((event) => ({
    at: event.createdAt,
    row: eventShape(issue, event),
  }));
  for (const comment of issue.comments) {
    const actor = userShape(world, comment.author);
    const row = {
      event: "commented",
      actor,
      ...commentShape(issue, comment),
    } satisfies Schemas["timeline-comment-event"];
    rows.push({ at: comment.createdAt, row });
  }
  if (issue instanceof FakePullRequest) {
    for (const review of issue.reviews) {
      if (review.submittedAt === null) continue;
      rows.push({ at: review.submittedAt, row: { event: "reviewed", ...reviewShape(issue, review) } });
    }
  }
  return rows.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ row }) => row);
}

function commonFields(issue: FakeIssue, event: TimelineEvent) {
  return {
    id: event.id,
    node_id: nodeId(event.kind, event.id),
    url: `${issue.repository.apiUrl}/issues/events/${event.id}`,
    // The published types forget that whoever did it may have been deleted; the platform then sends null.
    actor: (event.actor === null ? null : userShape(issue.repository.world, event.actor)) as Schemas["simple-user"],
    event: event.kind as string,
    commit_id: null,
    commit_url: null,
    created_at: event.createdAt,
    performed_via_github_app: null,
  };
}

function eventShape(issue: FakeIssue, event: TimelineEvent): object {
  const { world } = issue.repository;
  const common = commonFields(issue, event);
  if (event.label !== undefined) {
    const label = { name: event.label, color: "ededed" };
    return { ...common, label } satisfies Schemas["labeled-issue-event"] & Schemas["unlabeled-issue-event"];
  }
  if (event.kind === "review_requested" && event.assignee !== undefined) {
    const requested = { requested_reviewer: userShape(world, event.assignee), review_requester: common.actor };
    return { ...common, ...requested } satisfies Schemas["review-requested-issue-event"];
  }
  if (event.assignee !== undefined) {
    const assignee = userShape(world, event.assignee);
    return { ...common, assignee, assigner: common.actor } satisfies Schemas["assigned-issue-event"];
  }
  if (event.kind === "renamed") {
    const rename = { from: event.from ?? "", to: event.to ?? "" };
    return { ...common, rename } satisfies Schemas["renamed-issue-event"];
  }
  if (event.kind === "review_dismissed" && event.review !== undefined) {
    const dismissed = { state: "approved", review_id: event.review.id, dismissal_message: null };
    return { ...common, dismissed_review: dismissed } satisfies Schemas["review-dismissed-issue-event"];
  }
  if (event.source !== undefined) return { ...common, source: { type: "issue", issue: issueShape(event.source) } };
  return common;
}
