/** @module What every part of the GraphQL graph shares: connections, errors, accounts, ids. */

import { GraphQLError } from "graphql";
import type { Account, App } from "./accounts.ts";
import type { GitCommit } from "./git.ts";
import type { SuiteFilter } from "./graphql-checks.ts";
import type { Comment, FakeIssue, Review } from "./issues.ts";
import { PlatformError } from "./platform-error.ts";
import type { FakePullRequest } from "./pull-request.ts";
import type { FakeRepository, QueueEntry } from "./repository.ts";
import { nodeId } from "./rest-shapes.ts";
import type { Viewer } from "./tokens.ts";
import type { World } from "./world.ts";

/** How each thing is shown. One table, so that a commit can lead to its change and a change to its commits. */
export interface Show {
  readonly repository: (graph: Graph, repository: FakeRepository) => Node;
  readonly ref: (graph: Graph, repository: FakeRepository, name: string) => Promise<Node | null>;
  readonly gitObject: (graph: Graph, repository: FakeRepository, oid: string) => Promise<Node | null>;
  readonly commit: (graph: Graph, repository: FakeRepository, commit: GitCommit) => Node;
  readonly rollup: (graph: Graph, repository: FakeRepository, oid: string) => Node | null;
  readonly suites: (graph: Graph, repository: FakeRepository, oid: string, filter?: SuiteFilter) => readonly Node[];
  readonly issue: (graph: Graph, issue: FakeIssue) => Node;
  readonly pullRequest: (graph: Graph, change: FakePullRequest) => Node;
  readonly label: (issue: FakeIssue, name: string) => Node;
  readonly review: (graph: Graph, change: FakePullRequest, review: Review) => Node;
  readonly comment: (graph: Graph, issue: FakeIssue, comment: Comment) => Node;
  readonly timeline: (graph: Graph, issue: FakeIssue, args: TimelineArguments) => Node;
  readonly queueEntry: (graph: Graph, repository: FakeRepository, entry: QueueEntry) => Node;
}

/** Made anew for every query. */
export interface Graph {
  readonly show: Show;
  readonly world: World;
  readonly viewer: Viewer;
  readonly cost: number;
  readonly nodes: number;
}

/** A node is an object whose fields are values or functions of a field's arguments; graphql-js calls them by name. */
export type Node = Readonly<Record<string, unknown>>;

export interface PageArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
}

export function platformError(type: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } });
}

export interface TimelineArguments extends PageArguments {
  readonly itemTypes?: readonly string[] | null;
  readonly since?: string | null;
  readonly skip?: number | null;
}

/** An argument may be left out or be null; both mean that it is not given. */
export function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== undefined && value !== null;
}

/** Runs a check that speaks REST and gives its refusal as the error GraphQL shows. */
export function allowed(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof PlatformError) throw platformError("FORBIDDEN", "Resource not accessible by integration");
    throw error;
  }
}

function cursor(index: number): string {
  return Buffer.from(`cursor:v2:${index}`).toString("base64");
}

function indexOf(mark: string): number {
  const index = Number(Buffer.from(mark, "base64").toString().slice("cursor:v2:".length));
  if (!Number.isInteger(index))
    throw platformError("INVALID_CURSOR_ARGUMENTS", `\`${mark}\` does not appear to be a valid cursor.`);
  return index;
}

/** One page of a list, by the cursors of its rows, with what is left on both sides. */
export function connection<Row>(
  rows: readonly Row[],
  args: PageArguments,
  node: (row: Row) => Node | null,
  total = rows.length,
): Node {
  const size = args.first ?? args.last ?? 0;
  if (size > 100) {
    throw platformError(
      "EXCESSIVE_PAGINATION",
      `Requesting ${size} records on a connection exceeds the \`first\` limit of 100 records.`,
    );
  }
  if (size < 0) throw platformError("INVALID_PAGINATION", "`first` and `last` cannot be less than zero.");
  let from = isGiven(args.after) ? indexOf(args.after) + 1 : 0;
  let to = isGiven(args.before) ? indexOf(args.before) : rows.length;
  if (isGiven(args.first)) to = Math.min(to, from + args.first);
  else if (isGiven(args.last)) from = Math.max(from, to - args.last);
  const shown = rows.slice(from, to).map(node);
  const last = from + shown.length - 1;
  return {
    nodes: shown,
    edges: shown.map((one, index) => ({ cursor: cursor(from + index), node: one })),
    totalCount: total,
    pageInfo: {
      hasNextPage: to < rows.length,
      hasPreviousPage: from > 0,
      startCursor: shown.length === 0 ? null : cursor(from),
      endCursor: shown.length === 0 ? null : cursor(last),
    },
  };
}

/** An account as GraphQL spells it; a deleted one is null. */
export function actorNode(world: World, account: Account | null | undefined): Node | null {
  if (account === null || account === undefined) return null;
  const path = account.kind === "Bot" ? `/apps/${account.graphqlLogin}` : `/${account.login}`;
  return {
    __typename: account.kind,
    id: nodeId(account.kind, account.id),
    databaseId: account.id,
    login: account.graphqlLogin,
    name: account.name,
    email: account.emails.length > 1 ? account.emails[0] : "",
    isViewer: false,
    avatarUrl: `${world.urls.html}/avatars/u/${account.id}`,
    resourcePath: path,
    url: world.urls.html + path,
  };
}

export function appNode(world: World, app: App): Node {
  return {
    __typename: "App",
    id: nodeId("App", app.id),
    databaseId: app.id,
    name: app.slug,
    slug: app.slug,
    url: `${world.urls.html}/apps/${app.slug}`,
  };
}
