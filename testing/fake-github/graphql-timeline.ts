/** @module Timelines of issues and pull requests in the GraphQL graph. */

import { actorNode, connection, type Graph, isGiven, type Node, type TimelineArguments } from "./graphql-graph.ts";
import type { FakeIssue, TimelineEvent } from "./issues.ts";
import { FakePullRequest } from "./pull-request.ts";
import { nodeId } from "./rest-shapes.ts";

/** Type names by event; a type's name in `itemTypes` is the same words in capitals. */
const typeNames = {
  labeled: "LabeledEvent",
  unlabeled: "UnlabeledEvent",
  assigned: "AssignedEvent",
  unassigned: "UnassignedEvent",
  closed: "ClosedEvent",
  reopened: "ReopenedEvent",
  renamed: "RenamedTitleEvent",
  connected: "ConnectedEvent",
  disconnected: "DisconnectedEvent",
  "cross-referenced": "CrossReferencedEvent",
  base_ref_changed: "BaseRefChangedEvent",
  head_ref_force_pushed: "HeadRefForcePushedEvent",
  ready_for_review: "ReadyForReviewEvent",
  convert_to_draft: "ConvertToDraftEvent",
  review_requested: "ReviewRequestedEvent",
  review_dismissed: "ReviewDismissedEvent",
  merged: "MergedEvent",
} as const satisfies Record<TimelineEvent["kind"], string>;

/** `LabeledEvent` is `LABELED_EVENT` in the argument. */
function itemType(typeName: string): string {
  return typeName.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}

interface Item {
  readonly at: string;
  readonly type: string;
  readonly node: () => Node;
}

export function timelineConnection(graph: Graph, issue: FakeIssue, args: TimelineArguments): Node {
  const { itemTypes, since, skip } = args;
  const items = itemsOf(graph, issue)
    .filter((item) => !isGiven(itemTypes) || itemTypes.includes(item.type))
    .filter((item) => !isGiven(since) || item.at >= since)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .slice(skip ?? 0);
  const shown = connection(items, args, (item) => item.node());
  const count = Array.isArray(shown["nodes"]) ? shown["nodes"].length : 0;
  return { ...shown, filteredCount: items.length, pageCount: count, updatedAt: issue.updatedAt };
}

function itemsOf(graph: Graph, issue: FakeIssue): Item[] {
  const items: Item[] = issue.events.map((event) => ({
    at: event.createdAt,
    type: itemType(typeNames[event.kind]),
    node: () => eventNode(graph, issue, event),
  }));
  for (const comment of issue.comments) {
    items.push({ at: comment.createdAt, type: "ISSUE_COMMENT", node: () => graph.show.comment(graph, issue, comment) });
  }
  if (!(issue instanceof FakePullRequest)) return items;
  for (const review of issue.reviews) {
    if (review.submittedAt === null) continue;
    items.push({
      at: review.submittedAt,
      type: "PULL_REQUEST_REVIEW",
      node: () => graph.show.review(graph, issue, review),
    });
  }
  return items;
}

export function issueLikeNode(graph: Graph, issue: FakeIssue): Node {
  return issue instanceof FakePullRequest ? graph.show.pullRequest(graph, issue) : graph.show.issue(graph, issue);
}

function eventNode(graph: Graph, issue: FakeIssue, event: TimelineEvent): Node {
  const { world } = graph;
  const subject = (): Node => issueLikeNode(graph, issue);
  const other = (): Node => issueLikeNode(graph, event.source ?? issue);
  return {
    __typename: typeNames[event.kind],
    id: nodeId(typeNames[event.kind], event.id),
    databaseId: event.id,
    actor: actorNode(world, event.actor),
    createdAt: event.createdAt,
    referencedAt: event.createdAt,
    label: event.label === undefined ? null : graph.show.label(issue, event.label),
    labelable: subject,
    assignee: actorNode(world, event.assignee),
    assignable: subject,
    requestedReviewer: actorNode(world, event.assignee),
    closable: subject,
    stateReason: issue.stateReason?.toUpperCase() ?? null,
    previousTitle: event.from ?? "",
    currentTitle: event.to ?? "",
    previousRefName: event.from ?? "",
    currentRefName: event.to ?? "",
    mergeRefName: issue instanceof FakePullRequest ? issue.base : "",
    isCrossRepository: event.source !== undefined && event.source.repository !== issue.repository,
    source: other,
    subject,
    target: subject,
    willCloseTarget: event.kind === "connected",
    pullRequest: subject,
    url: issue.url,
    resourcePath: new URL(issue.url).pathname,
    dismissalMessage: null,
    previousReviewState: "APPROVED",
    review: () =>
      event.review === undefined || !(issue instanceof FakePullRequest)
        ? null
        : graph.show.review(graph, issue, event.review),
    repository: () => graph.show.repository(graph, issue.repository),
    beforeCommit: null,
    afterCommit: null,
    ref: null,
    commit: null,
  };
}
