/** @module Issues and pull requests in the GraphQL graph. */

import { reading } from "./answers.ts";
import { rollupNode } from "./graphql-checks.ts";
import { commitNode, gitObjectNode } from "./graphql-commits.ts";
import { actorNode, allowed, connection, type Graph, type Node, type PageArguments } from "./graphql-graph.ts";
import { entryNode, refNode, repositoryNode } from "./graphql-repository.ts";
import { type TimelineArguments, timelineConnection } from "./graphql-timeline.ts";
import type { Comment, FakeIssue, Reaction, Review } from "./issues.ts";
import { FakePullRequest } from "./pull-request.ts";
import { changeCommits, changeCounts, type FileRow, fileRows } from "./rest-file-rows.ts";
import { nodeId } from "./rest-shapes.ts";
import { demand } from "./tokens.ts";

/** Fields that issues and pull requests have in common. */
function sharedFields(graph: Graph, issue: FakeIssue): Node {
  const { world } = graph;
  const kind = issue instanceof FakePullRequest ? "PullRequest" : "Issue";
  return {
    __typename: kind,
    id: nodeId(kind, issue.id),
    databaseId: issue.id,
    fullDatabaseId: String(issue.id),
    number: issue.number,
    title: issue.title,
    titleHTML: issue.title,
    body: issue.body ?? "",
    bodyText: issue.body ?? "",
    bodyHTML: issue.body ?? "",
    author: actorNode(world, issue.author),
    authorAssociation: issue.association,
    editor: actorNode(world, issue.editor),
    lastEditedAt: issue.editor === null ? null : issue.updatedAt,
    includesCreatedEdit: issue.editor !== null,
    createdAt: issue.createdAt,
    publishedAt: issue.createdAt,
    updatedAt: issue.updatedAt,
    closed: issue.state === "closed",
    closedAt: issue.closedAt,
    createdViaEmail: false,
    locked: false,
    milestone: null,
    url: issue.url,
    resourcePath: new URL(issue.url).pathname,
    viewerDidAuthor: issue.author?.id === graph.viewer.account.id,
    repository: () => repositoryNode(graph, issue.repository),
    labels: (args: PageArguments) => connection([...issue.labels], args, (name) => labelNode(issue, name)),
    assignees: (args: PageArguments) => connection(people(issue), args, (account) => actorNode(world, account)),
    participants: (args: PageArguments) =>
      connection(issue.author?.kind === "User" ? [issue.author] : [], args, (account) => actorNode(world, account)),
    comments: (args: PageArguments) =>
      connection(issue.comments, args, (comment) => commentNode(graph, issue, comment)),
    reactions: (args: PageArguments) => reactionsOf(graph, [], args),
    timelineItems: (args: TimelineArguments) => timelineConnection(graph, issue, args),
  };
}

/** The field is typed as people: assigned bots are not shown by it. */
function people(issue: FakeIssue) {
  return [...issue.assignees.values()].filter((account) => account.kind === "User");
}

export function labelNode(issue: FakeIssue, name: string): Node {
  return {
    __typename: "Label",
    id: nodeId("Label", name),
    name,
    color: "ededed",
    description: null,
    isDefault: false,
    url: `${issue.repository.htmlUrl}/labels/${encodeURIComponent(name)}`,
    resourcePath: `/${issue.repository.fullName}/labels/${encodeURIComponent(name)}`,
    createdAt: issue.repository.createdAt,
  };
}

export function issueNode(graph: Graph, issue: FakeIssue): Node {
  return {
    ...sharedFields(graph, issue),
    state: issue.state.toUpperCase(),
    stateReason: issue.stateReason?.toUpperCase() ?? null,
    parent: null,
    closedByPullRequestsReferences(args: PageArguments) {
      const closing = issue.repository.pullRequests().filter((change) => closedIssues(change, false).includes(issue));
      return connection(closing, args, (change) => pullRequestNode(graph, change));
    },
  };
}

/** The platform's closing list, by numbers of this repository or issues of any. */
function closedIssues(change: FakePullRequest, byHandOnly: boolean): FakeIssue[] {
  const list = byHandOnly ? change.linkedByHand : change.closes;
  return list.flatMap((one) => {
    const issue = typeof one === "number" ? change.repository.issues.get(one) : one;
    return issue === undefined ? [] : [issue];
  });
}

export function pullRequestNode(graph: Graph, change: FakePullRequest): Node {
  const { world } = graph;
  const { repository } = change;
  return {
    ...sharedFields(graph, change),
    ...headAndBase(graph, change),
    state: change.merged ? "MERGED" : change.state.toUpperCase(),
    isDraft: change.draft,
    merged: change.merged,
    mergedAt: change.merged ? change.closedAt : null,
    mergedBy: actorNode(world, change.mergedBy),
    mergeCommit: async () =>
      change.mergeCommit === null ? null : await gitObjectNode(graph, repository, change.mergeCommit),
    potentialMergeCommit: null,
    mergeable: "MERGEABLE",
    mergeStateStatus: change.draft ? "DRAFT" : "CLEAN",
    permalink: change.url,
    checksUrl: `${change.url}/checks`,
    isInMergeQueue: repository.queue.some((entry) => entry.change === change),
    mergeQueueEntry() {
      const entry = repository.queue.find((one) => one.change === change);
      return entry === undefined ? null : entryNode(graph, repository, entry);
    },
    totalCommentsCount: change.comments.length + change.reviews.filter((review) => review.body !== "").length,
    changedFiles: async () => (await changeCounts(change)).changedFiles,
    additions: async () => (await changeCounts(change)).additions,
    deletions: async () => (await changeCounts(change)).deletions,
    async commits(args: PageArguments) {
      const { commits: total } = await changeCounts(change);
      const shown = (await changeCommits(change)).slice(0, world.limits.commits);
      return connection(shown, args, (commit) => pullRequestCommitNode(graph, change, commit), total);
    },
    async files(args: PageArguments) {
      const rows = await fileRows(change);
      return connection(rows.slice(0, world.limits.fileRows), args, changedFileNode, rows.length);
    },
    async statusCheckRollup() {
      return rollupNode(graph, repository, await change.headOid());
    },
    ...reviewFields(graph, change),
    closingIssuesReferences(args: PageArguments & { userLinkedOnly?: boolean | null }) {
      allowed(() => demand(graph.viewer, repository, reading.issues));
      return connection(closedIssues(change, args.userLinkedOnly === true), args, (issue) => issueNode(graph, issue));
    },
  };
}

function headAndBase(graph: Graph, change: FakePullRequest): Node {
  const { repository, headRepository } = change;
  return {
    headRefOid: async () => await change.headOid(),
    headRefName: change.headRef,
    headRef: async () => (headRepository === null ? null : await refNode(graph, repository, change.headRef)),
    headRepository: () => (headRepository === null ? null : repositoryNode(graph, headRepository)),
    headRepositoryOwner: headRepository === null ? null : actorNode(graph.world, headRepository.owner),
    isCrossRepository: headRepository !== repository,
    maintainerCanModify: headRepository !== repository,
    baseRefOid: async () => await change.recordedBase(),
    baseRefName: change.base,
    baseRef: async () => await refNode(graph, repository, change.base),
    baseRepository: () => repositoryNode(graph, repository),
  };
}

export function pullRequestCommitNode(
  graph: Graph,
  change: FakePullRequest,
  commit: Parameters<typeof commitNode>[2],
): Node {
  return {
    __typename: "PullRequestCommit",
    id: nodeId("PullRequestCommit", `${change.id}:${commit.oid}`),
    commit: () => commitNode(graph, change.repository, commit),
    pullRequest: () => pullRequestNode(graph, change),
    url: `${change.url}/commits/${commit.oid}`,
    resourcePath: `${new URL(change.url).pathname}/commits/${commit.oid}`,
  };
}

const changeTypes = { removed: "DELETED", unchanged: "MODIFIED" } as const;

function changedFileNode(row: FileRow): Node {
  const changeType =
    row.status === "removed" || row.status === "unchanged" ? changeTypes[row.status] : row.status.toUpperCase();
  return {
    __typename: "PullRequestChangedFile",
    path: row.filename,
    additions: row.additions,
    deletions: row.deletions,
    changeType,
    viewerViewedState: "UNVIEWED",
  };
}

interface ReviewArguments extends PageArguments {
  readonly states?: readonly string[] | null;
  readonly author?: string | null;
}

function reviewFields(graph: Graph, change: FakePullRequest): Node {
  // A pending review is shown to nobody but its author.
  const visible = (): Review[] =>
    change.reviews.filter((review) => review.state !== "PENDING" || review.author?.id === graph.viewer.account.id);
  function list(args: ReviewArguments, reviews: readonly Review[]): Node {
    const { states, author } = args;
    const chosen = reviews.filter(
      (review) =>
        (states == null || states.includes(review.state)) && (author == null || review.author?.graphqlLogin === author),
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
    commit: async () => (review.commit === null ? null : await gitObjectNode(graph, change.repository, review.commit)),
    pullRequest: () => pullRequestNode(graph, change),
    repository: () => repositoryNode(graph, change.repository),
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
    issue: () => issueNode(graph, issue),
    pullRequest: () => (issue instanceof FakePullRequest ? pullRequestNode(graph, issue) : null),
    repository: () => repositoryNode(graph, issue.repository),
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

function reactionsOf(
  graph: Graph,
  reactions: readonly Reaction[],
  args: PageArguments & { content?: string | null },
): Node {
  const chosen = reactions.filter(
    (reaction) => args.content == null || reactionNames[reaction.content] === args.content,
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
