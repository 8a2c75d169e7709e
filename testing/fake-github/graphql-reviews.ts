/** @module Reviews, comments and reactions in the GraphQL graph. */

import { actorNode, connection, type Graph, isGiven, type Node, type PageArguments } from "./graphql-graph.ts";
import type { Comment, FakeIssue, Reaction, Review } from "./issues.ts";
import { FakePullRequest } from "./pull-request.ts";
import { nodeId } from "./rest-shapes.ts";

interface ReviewArguments extends PageArguments {
  readonly states?: readonly string[] | null;
  readonly author?: string | null;
}

/** What a pull request says of its reviews. */
export function reviewFields(graph: Graph, change: FakePullRequest): Node {
  // A pending review is shown to nobody but its author.
  const visible = (): Review[] =>
    change.reviews.filter((review) => review.state !== "PENDING" || review.author?.id === graph.viewer.account.id);
  function list(args: ReviewArguments, reviews: readonly Review[]): Node {
    const { states, author } = args;
    const chosen = reviews.filter(
      (review) =>
        (!isGiven(states) || states.includes(review.state)) &&
        (!isGiven(author) || review.author?.graphqlLogin === author),
    );
    return connection(chosen, args, (review) => reviewNode(graph, change, review));
  }
  return {
    reviewDecision: null,
    reviews: (args: ReviewArguments) => list(args, visible()),
    latestReviews: (args: ReviewArguments) => list(args, latestByPerson(visible())),
    latestOpinionatedReviews: (args: ReviewArguments) =>
      list(
        args,
        latestByPerson(visible().filter((review) => review.state !== "COMMENTED" && review.state !== "PENDING")),
      ),
    reviewRequests: (args: PageArguments) =>
      connection(change.requestedReviewers, args, (account) => ({
        __typename: "ReviewRequest",
        id: nodeId("ReviewRequest", account.id),
        databaseId: account.id,
        asCodeOwner: false,
        requestedReviewer: actorNode(graph.world, account),
      })),
  };
}

function latestByPerson(reviews: readonly Review[]): Review[] {
  const latest = new Map<number | undefined, Review>();
  for (const review of reviews) latest.set(review.author?.id, review);
  return [...latest.values()];
}

export function reviewNode(graph: Graph, change: FakePullRequest, review: Review): Node {
  const url = `${change.url}#pullrequestreview-${review.id}`;
  return {
    ...commentFields(graph, review.author, review.body, review.association, review.submittedAt ?? change.updatedAt),
    __typename: "PullRequestReview",
    id: nodeId("PullRequestReview", review.id),
    databaseId: review.id,
    fullDatabaseId: String(review.id),
    state: review.state,
    submittedAt: review.submittedAt,
    commit: async () =>
      review.commit === null ? null : await graph.show.gitObject(graph, change.repository, review.commit),
    pullRequest: () => graph.show.pullRequest(graph, change),
    repository: () => graph.show.repository(graph, change.repository),
    authorCanPushToRepository:
      review.author !== null && ["write", "maintain", "admin"].includes(change.repository.roleOf(review.author).role),
    url,
    resourcePath: `${new URL(change.url).pathname}#pullrequestreview-${review.id}`,
    comments: (args: PageArguments) => connection([], args, () => null),
    onBehalfOf: (args: PageArguments) => connection([], args, () => null),
    reactions: (args: PageArguments) => reactionsOf(graph, [], args),
  };
}

function commentFields(
  graph: Graph,
  author: Review["author"],
  body: string,
  authorAssociation: string,
  at: string,
): Node {
  return {
    author: actorNode(graph.world, author),
    authorAssociation,
    body,
    bodyText: body,
    createdAt: at,
    publishedAt: at,
    updatedAt: at,
    createdViaEmail: false,
    editor: null,
    lastEditedAt: null,
    includesCreatedEdit: false,
    viewerDidAuthor: author?.id === graph.viewer.account.id,
  };
}

export function commentNode(graph: Graph, issue: FakeIssue, comment: Comment): Node {
  return {
    ...commentFields(graph, comment.author, comment.body, comment.association, comment.createdAt),
    __typename: "IssueComment",
    id: nodeId("IssueComment", comment.id),
    databaseId: comment.id,
    fullDatabaseId: String(comment.id),
    updatedAt: comment.updatedAt,
    isMinimized: false,
    url: `${issue.url}#issuecomment-${comment.id}`,
    resourcePath: `${new URL(issue.url).pathname}#issuecomment-${comment.id}`,
    issue: () => graph.show.issue(graph, issue),
    pullRequest: () => (issue instanceof FakePullRequest ? graph.show.pullRequest(graph, issue) : null),
    repository: () => graph.show.repository(graph, issue.repository),
    reactions: (args: PageArguments) => reactionsOf(graph, comment.reactions, args),
  };
}

const reactionNames = {
  "+1": "THUMBS_UP",
  "-1": "THUMBS_DOWN",
  laugh: "LAUGH",
  confused: "CONFUSED",
  heart: "HEART",
  hooray: "HOORAY",
  rocket: "ROCKET",
  eyes: "EYES",
} as const satisfies Record<Reaction["content"], string>;

export function reactionsOf(
  graph: Graph,
  reactions: readonly Reaction[],
  args: PageArguments & { content?: string | null },
): Node {
  const chosen = reactions.filter(
    (reaction) => !isGiven(args.content) || reactionNames[reaction.content] === args.content,
  );
  return {
    ...connection(chosen, args, (reaction) => ({
      __typename: "Reaction",
      id: nodeId("Reaction", reaction.id),
      databaseId: reaction.id,
      content: reactionNames[reaction.content],
      createdAt: reaction.createdAt,
      user: actorNode(graph.world, reaction.user),
    })),
    viewerHasReacted: reactions.some((reaction) => reaction.user.id === graph.viewer.account.id),
  };
}
