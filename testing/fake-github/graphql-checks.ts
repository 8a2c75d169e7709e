/** @module Check runs and commit statuses in the GraphQL graph. */

import { reading } from "./answers.ts";
import {
  actorNode,
  allowed,
  appNode,
  connection,
  type Graph,
  isGiven,
  type Node,
  type PageArguments,
} from "./graphql-graph.ts";
import type { CheckRun, CommitStatus, FakeRepository } from "./repository.ts";
import { latestOfEach, latestStatuses } from "./rest-checks.ts";
import { nodeId } from "./rest-shapes.ts";
import { demand } from "./tokens.ts";

/** Null where nothing was ever said about the commit. */
export function rollupNode(graph: Graph, repository: FakeRepository, oid: string): Node | null {
  const runs = latestOfEach(repository.checkRuns.filter((run) => run.headSha === oid));
  const statuses = latestStatuses(repository, oid);
  if (runs.length + statuses.length === 0) return null;
  // A token that may read only one of the two gets the other's rows as errors.
  const contexts = [
    ...runs.map((run) => () => {
      allowed(() => demand(graph.viewer, repository, reading.checks));
      return checkRunNode(graph, repository, run);
    }),
    ...statuses.map((status) => () => {
      allowed(() => demand(graph.viewer, repository, reading.statuses));
      return statusNode(graph, repository, status);
    }),
  ];
  return {
    __typename: "StatusCheckRollup",
    id: nodeId("StatusCheckRollup", oid),
    commit: async () => await graph.show.gitObject(graph, repository, oid),
    state: rollupState(runs, statuses),
    contexts: (args: PageArguments) => ({
      ...connection(contexts, args, (context) => context()),
      checkRunCount: runs.length,
      statusContextCount: statuses.length,
    }),
  };
}

const passing = new Set(["success", "neutral", "skipped"]);

function rollupState(runs: readonly CheckRun[], statuses: readonly CommitStatus[]): string {
  if (statuses.some((status) => status.state === "error")) return "ERROR";
  const failed = runs.some((run) => run.conclusion !== null && !passing.has(run.conclusion));
  if (failed || statuses.some((status) => status.state === "failure")) return "FAILURE";
  const waiting = runs.some((run) => run.conclusion === null) || statuses.some((status) => status.state === "pending");
  return waiting ? "PENDING" : "SUCCESS";
}

export function checkRunNode(graph: Graph, repository: FakeRepository, run: CheckRun): Node {
  const url = `${repository.htmlUrl}/runs/${run.id}`;
  return {
    __typename: "CheckRun",
    id: nodeId("CheckRun", run.id),
    databaseId: run.id,
    name: run.name,
    status: run.status.toUpperCase(),
    conclusion: run.conclusion?.toUpperCase() ?? null,
    detailsUrl: run.detailsUrl,
    externalId: run.externalId,
    title: run.title,
    summary: run.summary,
    text: run.text,
    startedAt: run.startedAt,
    completedAt: run.completedAt,
    isRequired: false,
    url,
    permalink: url,
    resourcePath: `/${repository.fullName}/runs/${run.id}`,
    repository: () => graph.show.repository(graph, repository),
    checkSuite: () => suiteNode(graph, repository, run.headSha, [run]),
  };
}

export interface SuiteFilter {
  readonly appId?: number | null;
  /** Suites that hold a run of this name. */
  readonly checkName?: string | null;
}

/** One suite per app, as the platform keeps them. */
export function suiteNodes(
  graph: Graph,
  repository: FakeRepository,
  oid: string,
  { appId, checkName }: SuiteFilter = {},
): Node[] {
  const byApp = new Map<number, CheckRun[]>();
  for (const run of repository.checkRuns) {
    if (run.headSha === oid) byApp.set(run.app.id, [...(byApp.get(run.app.id) ?? []), run]);
  }
  return [...byApp]
    .filter(([app]) => !isGiven(appId) || app === appId)
    .filter(([, runs]) => !isGiven(checkName) || runs.some((run) => run.name === checkName))
    .map(([, runs]) => suiteNode(graph, repository, oid, runs));
}

interface RunFilter {
  readonly appId?: number | null;
  readonly checkName?: string | null;
  /** The newest of each name, unless all are asked for. */
  readonly checkType?: "ALL" | "LATEST" | null;
}

function chosenRuns(runs: readonly CheckRun[], { appId, checkName, checkType }: RunFilter): readonly CheckRun[] {
  const kept = checkType === "ALL" ? runs : latestOfEach(runs);
  return kept
    .filter((run) => !isGiven(appId) || run.app.id === appId)
    .filter((run) => !isGiven(checkName) || run.name === checkName);
}

function suiteNode(graph: Graph, repository: FakeRepository, oid: string, runs: readonly CheckRun[]): Node {
  const app = runs[0]?.app ?? graph.world.actionsApp;
  const done = runs.every((run) => run.status === "completed");
  return {
    __typename: "CheckSuite",
    id: nodeId("CheckSuite", `${app.id}:${oid}`),
    databaseId: app.id * 1000 + 1,
    app: appNode(graph.world, app),
    branch: null,
    creator: null,
    status: done ? "COMPLETED" : "IN_PROGRESS",
    conclusion: done ? (runs[0]?.conclusion?.toUpperCase() ?? null) : null,
    createdAt: runs[0]?.startedAt,
    updatedAt: runs[0]?.completedAt ?? runs[0]?.startedAt,
    commit: async () => await graph.show.gitObject(graph, repository, oid),
    repository: () => graph.show.repository(graph, repository),
    checkRuns: (args: PageArguments & { filterBy?: RunFilter | null }) =>
      connection(chosenRuns(runs, args.filterBy ?? {}), args, (run) => checkRunNode(graph, repository, run)),
  };
}

function statusNode(graph: Graph, repository: FakeRepository, status: CommitStatus): Node {
  return {
    __typename: "StatusContext",
    id: nodeId("StatusContext", status.id),
    context: status.context,
    state: status.state.toUpperCase(),
    description: status.description,
    targetUrl: status.targetUrl,
    creator: actorNode(graph.world, status.creator),
    createdAt: status.createdAt,
    isRequired: false,
    avatarUrl: null,
    commit: async () => await graph.show.gitObject(graph, repository, status.sha),
  };
}
