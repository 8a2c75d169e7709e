/** @module Issues and pull requests in the GraphQL graph. */

import { reading } from "./answers.ts";
import type { GitCommit } from "./git.ts";
import {
  actorNode,
  allowed,
  connection,
  type Graph,
  type Node,
  type PageArguments,
  type TimelineArguments,
} from "./graphql-graph.ts";
import { reactionsOf, reviewFields } from "./graphql-reviews.ts";
import type { FakeIssue } from "./issues.ts";
import { FakePullRequest } from "./pull-request.ts";
import { changeCommits, changeCounts, type FileRow, fileRows } from "./rest-file-rows.ts";
import { nodeId } from "./rest-shapes.ts";
import { canSee, demand } from "./tokens.ts";

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
    lastEditedAt: issue.lastEditedAt,
    includesCreatedEdit: issue.editor !== null,
    createdAt: issue.createdAt,
    publishedAt: issue.createdAt,
    updatedAt: issue.updatedAt,
    closed: issue.state === "closed",
    closedAt: issue.closedAt,
    createdViaEmail: false,
    locked: issue.locked,
    milestone: null,
    url: issue.url,
    resourcePath: new URL(issue.url).pathname,
    viewerDidAuthor: issue.author?.id === graph.viewer.account.id,
    repository: () => graph.show.repository(graph, issue.repository),
    labels: (args: PageArguments) => connection([...issue.labels], args, (name) => labelNode(issue, name)),
    assignees: (args: PageArguments) => connection(people(issue), args, (account) => actorNode(world, account)),
    participants: (args: PageArguments) =>
      connection(issue.author?.kind === "User" ? [issue.author] : [], args, (account) => actorNode(world, account)),
    comments: (args: PageArguments) =>
      connection(issue.comments, args, (comment) => graph.show.comment(graph, issue, comment)),
    reactions: (args: PageArguments) => reactionsOf(graph, [], args),
    timelineItems: (args: TimelineArguments) => graph.show.timeline(graph, issue, args),
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
    url: `${issue.repository.htmlUrl}/labels/${encodeURIComponent(name.toWellFormed())}`,
    resourcePath: `/${issue.repository.fullName}/labels/${encodeURIComponent(name.toWellFormed())}`,
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
      change.mergeCommit === null ? null : await graph.show.gitObject(graph, repository, change.mergeCommit),
    potentialMergeCommit: null,
    mergeable: "MERGEABLE",
    mergeStateStatus: change.draft ? "DRAFT" : "CLEAN",
    permalink: change.url,
    checksUrl: `${change.url}/checks`,
    isInMergeQueue: repository.queue.some((entry) => entry.change === change),
    mergeQueueEntry() {
      const entry = repository.queue.find((one) => one.change === change);
      return entry === undefined ? null : graph.show.queueEntry(graph, repository, entry);
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
      return graph.show.rollup(graph, repository, await change.headOid());
    },
    ...reviewFields(graph, change),
    closingIssuesReferences(args: PageArguments & { userLinkedOnly?: boolean | null }) {
      allowed(() => demand(graph.viewer, repository, reading.issues));
      // An issue of a repository the token may not see is not in the list, nor counted.
      const linked = closedIssues(change, args.userLinkedOnly === true);
      const visible = linked.filter((issue) => canSee(graph.viewer, issue.repository));
      return connection(visible, args, (issue) => {
        allowed(() => demand(graph.viewer, issue.repository, reading.onlyIssues));
        return issueNode(graph, issue);
      });
    },
  };
}

function headAndBase(graph: Graph, change: FakePullRequest): Node {
  const { repository, headRepository } = change;
  return {
    headRefOid: async () => await change.headOid(),
    headRefName: change.headRef,
    headRef: async () => (headRepository === null ? null : await graph.show.ref(graph, headRepository, change.headRef)),
    headRepository: () => (headRepository === null ? null : graph.show.repository(graph, headRepository)),
    headRepositoryOwner: headRepository === null ? null : actorNode(graph.world, headRepository.owner),
    isCrossRepository: headRepository !== repository,
    maintainerCanModify: headRepository !== repository,
    baseRefOid: async () => await change.recordedBase(),
    baseRefName: change.base,
    baseRef: async () => await graph.show.ref(graph, repository, change.base),
    baseRepository: () => graph.show.repository(graph, repository),
  };
}

export function pullRequestCommitNode(graph: Graph, change: FakePullRequest, commit: GitCommit): Node {
  return {
    __typename: "PullRequestCommit",
    id: nodeId("PullRequestCommit", `${change.id}:${commit.oid}`),
    commit: () => graph.show.commit(graph, change.repository, commit),
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
