/** @module The root of the GraphQL graph, repositories, branches and merge queues. */

import { reading } from "./answers.ts";
import {
  actorNode,
  allowed,
  connection,
  type Graph,
  isGiven,
  type Node,
  type PageArguments,
  platformError,
} from "./graphql-graph.ts";
import { FakePullRequest } from "./pull-request.ts";
import type { FakeRepository, QueueEntry } from "./repository.ts";
import { nodeId } from "./rest-shapes.ts";
import { canSee, demand } from "./tokens.ts";

export function queryRoot(graph: Graph): Node {
  const { world, viewer } = graph;
  return {
    repository({ owner, name }: { owner: string; name: string }) {
      const repository = world.findRepository(owner, name);
      if (repository === undefined || !canSee(viewer, repository)) {
        throw platformError("NOT_FOUND", `Could not resolve to a Repository with the name '${owner}/${name}'.`);
      }
      return repositoryNode(graph, repository);
    },
    rateLimit() {
      const { limit, used, reset } = viewer.rate;
      const resetAt = new Date(reset * 1000).toISOString();
      return { cost: graph.cost, limit, used, remaining: Math.max(limit - used, 0), nodeCount: graph.nodes, resetAt };
    },
    // The account asking is shown as a user, so a bot has its whole name here.
    viewer: () => ({ ...actorNode(world, viewer.account), login: viewer.account.login }),
    node({ id }: { id: string }) {
      for (const repository of world.repositories.values()) {
        if (!canSee(viewer, repository)) continue;
        if (nodeId("Repository", repository.id) === id) return repositoryNode(graph, repository);
        for (const issue of repository.issues.values()) {
          const kind = issue instanceof FakePullRequest ? "PullRequest" : "Issue";
          if (nodeId(kind, issue.id) === id) return issueOrPullRequestNode(graph, repository, issue.number);
        }
      }
      throw platformError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
    },
  };
}

function issueOrPullRequestNode(graph: Graph, repository: FakeRepository, number: number): Node {
  const issue = repository.issues.get(number);
  if (issue === undefined) {
    throw platformError("NOT_FOUND", `Could not resolve to an issue or pull request with the number of ${number}.`);
  }
  if (issue.forbidden) throw platformError("FORBIDDEN", "Resource not accessible by integration");
  if (issue instanceof FakePullRequest) {
    allowed(() => demand(graph.viewer, repository, reading.pulls));
    return graph.show.pullRequest(graph, issue);
  }
  allowed(() => demand(graph.viewer, repository, reading.onlyIssues));
  return graph.show.issue(graph, issue);
}

interface ListArguments extends PageArguments {
  readonly states?: readonly string[] | null;
  readonly baseRefName?: string | null;
  readonly headRefName?: string | null;
  readonly orderBy?: { readonly field: string; readonly direction: "ASC" | "DESC" } | null;
}

export function repositoryNode(graph: Graph, repository: FakeRepository): Node {
  const { world, viewer } = graph;
  const { git } = repository;
  return {
    __typename: "Repository",
    id: nodeId("Repository", repository.id),
    databaseId: repository.id,
    name: repository.name,
    nameWithOwner: repository.fullName,
    owner: actorNode(world, repository.owner),
    url: repository.htmlUrl,
    isPrivate: repository.private,
    isFork: repository.parent !== undefined,
    isArchived: false,
    visibility: repository.private ? "PRIVATE" : "PUBLIC",
    createdAt: repository.createdAt,
    updatedAt: repository.createdAt,
    pushedAt: repository.createdAt,
    viewerPermission: repository.roleOf(viewer.account).role.toUpperCase().replace("NONE", "READ"),
    parent: () => (repository.parent === undefined ? null : repositoryNode(graph, repository.parent)),
    defaultBranchRef: async () => await refNode(graph, repository, repository.defaultBranch),
    ref: async ({ qualifiedName }: { qualifiedName: string }) =>
      await refNode(graph, repository, qualifiedName.replace(/^refs\/heads\//, "")),
    async object({ expression, oid }: { expression?: string; oid?: string }) {
      const [revision = "", path] = (oid ?? expression ?? "").split(":");
      if (path !== undefined) return await objectAt(graph, repository, revision, path);
      const found = await git.resolve(revision);
      return found === undefined ? null : await graph.show.gitObject(graph, repository, found);
    },
    pullRequest({ number }: { number: number }) {
      const change = repository.findPullRequest(number);
      if (change === undefined) {
        throw platformError("NOT_FOUND", `Could not resolve to a PullRequest with the number of ${number}.`);
      }
      allowed(() => demand(viewer, repository, reading.pulls));
      return graph.show.pullRequest(graph, change);
    },
    issue({ number }: { number: number }) {
      const issue = repository.issues.get(number);
      if (issue === undefined || issue instanceof FakePullRequest) {
        throw platformError("NOT_FOUND", `Could not resolve to an Issue with the number of ${number}.`);
      }
      return issueOrPullRequestNode(graph, repository, number);
    },
    issueOrPullRequest: ({ number }: { number: number }) => issueOrPullRequestNode(graph, repository, number),
    pullRequests(args: ListArguments) {
      allowed(() => demand(viewer, repository, reading.pulls));
      return connection(chosen(repository, args), args, (change) => graph.show.pullRequest(graph, change));
    },
    mergeQueue({ branch }: { branch?: string | null }) {
      allowed(() => demand(viewer, repository, reading.queue));
      return mergeQueueNode(graph, repository, branch ?? repository.defaultBranch);
    },
    rulesets: (args: PageArguments) =>
      connection(repository.rulesets, args, (ruleset) => ({
        id: nodeId("RepositoryRuleset", ruleset.id),
        databaseId: ruleset.id,
        name: ruleset.name,
        enforcement: ruleset.enforcement.toUpperCase(),
        target: "BRANCH",
      })),
  };
}

async function objectAt(
  graph: Graph,
  repository: FakeRepository,
  revision: string,
  path: string,
): Promise<Node | null> {
  const commit = await repository.git.resolve(revision);
  if (commit === undefined) return null;
  const entry = (await repository.git.tree(commit)).get(path);
  return entry === undefined || entry.type === "commit"
    ? null
    : await graph.show.gitObject(graph, repository, entry.oid);
}

function chosen(repository: FakeRepository, args: ListArguments): FakePullRequest[] {
  const { states, baseRefName, headRefName, orderBy } = args;
  const changes = repository.pullRequests().filter((change) => {
    const state = change.merged ? "MERGED" : change.state.toUpperCase();
    return (
      (!isGiven(states) || states.includes(state)) &&
      (baseRefName ?? change.base) === change.base &&
      (headRefName ?? change.headRef) === change.headRef
    );
  });
  const key = orderBy?.field === "UPDATED_AT" ? "updatedAt" : "createdAt";
  const sign = orderBy?.direction === "DESC" ? -1 : 1;
  return changes.sort((a, b) => sign * (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : a.number - b.number));
}

export async function refNode(graph: Graph, repository: FakeRepository, name: string): Promise<Node | null> {
  const oid = repository.git.branch(name);
  if (oid === undefined) return null;
  return {
    __typename: "Ref",
    id: nodeId("Ref", `${repository.id}:${name}`),
    name,
    prefix: "refs/heads/",
    repository: () => repositoryNode(graph, repository),
    target: async () => await graph.show.gitObject(graph, repository, oid),
  };
}

function mergeQueueNode(graph: Graph, repository: FakeRepository, branch: string): Node | null {
  const entries = repository.queue.filter((entry) => entry.change.base === branch);
  const configured = repository.rulesetsOn(branch).some((set) => set.rules.some((rule) => rule.type === "merge_queue"));
  if (entries.length === 0 && !configured) return null;
  return {
    __typename: "MergeQueue",
    id: nodeId("MergeQueue", `${repository.id}:${branch}`),
    url: `${repository.htmlUrl}/queue/${branch}`,
    nextEntryEstimatedTimeToMerge: null,
    repository: () => repositoryNode(graph, repository),
    entries: (args: PageArguments) => connection(entries, args, (entry) => entryNode(graph, repository, entry)),
  };
}

export function entryNode(graph: Graph, repository: FakeRepository, entry: QueueEntry): Node {
  const place = repository.queue.filter((one) => one.change.base === entry.change.base).indexOf(entry);
  return {
    __typename: "MergeQueueEntry",
    id: nodeId("MergeQueueEntry", entry.change.id),
    position: place + 1,
    state: entry.state,
    headCommit: async () => await graph.show.gitObject(graph, repository, entry.headSha),
    baseCommit: async () => await graph.show.gitObject(graph, repository, entry.baseSha),
    pullRequest: () => graph.show.pullRequest(graph, entry.change),
    enqueuedAt: entry.change.updatedAt,
    enqueuer: actorNode(graph.world, entry.change.author),
    solo: false,
    jump: false,
  };
}
