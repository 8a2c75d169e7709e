/** @module What routes share: the request at hand, its repository, pages with Link headers, ETags. */

import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { FakeIssue } from "./issues.ts";
import { notFound, PlatformError } from "./platform-error.ts";
import { FakePullRequest } from "./pull-request.ts";
import type { FakeRepository } from "./repository.ts";
import type { SeenRequest } from "./requests.ts";
import type { FakeGithub } from "./server.ts";
import { canSee, demand, type Need, type Viewer } from "./tokens.ts";
import type { World } from "./world.ts";

/** What the server hands to the routes with each request. */
export interface Asking {
  Bindings: {
    readonly viewer: Viewer;
    readonly github: FakeGithub;
    readonly body: unknown;
    readonly seen: SeenRequest;
  };
  Variables: { viewer: Viewer; world: World; body: unknown };
}

export type Asked = Context<Asking>;

export const reading = {
  contents: { anyOf: [["contents", "read"]], role: "read" },
  pulls: { anyOf: [["pull_requests", "read"]], role: "read" },
  issues: {
    anyOf: [
      ["issues", "read"],
      ["pull_requests", "read"],
    ],
    role: "read",
  },
  /** Issues that are no pull requests. */
  onlyIssues: { anyOf: [["issues", "read"]], role: "read" },
  checks: { anyOf: [["checks", "read"]], role: "read" },
  statuses: { anyOf: [["statuses", "read"]], role: "read" },
  metadata: { anyOf: [["metadata", "read"]], role: "read" },
  settings: { anyOf: [["administration", "read"]], role: "admin", evenWherePublic: true },
  queue: { anyOf: [["merge_queues", "read"]], role: "read", evenWherePublic: true },
} as const satisfies Record<string, Need>;

export const writing = {
  comments: {
    anyOf: [
      ["issues", "write"],
      ["pull_requests", "write"],
    ],
    role: "read",
  },
  checks: { anyOf: [["checks", "write"]], role: "write", appOnly: true },
  statuses: { anyOf: [["statuses", "write"]], role: "write" },
  sarif: { anyOf: [["security_events", "write"]], role: "write" },
} as const satisfies Record<string, Need>;

/** The repository of the path, if the token may see it and do this there. Throws the platform's 404 or 403. */
export function repositoryFor(asked: Asked, need: Need): FakeRepository {
  const viewer = asked.get("viewer");
  const repository = asked.get("world").findRepository(asked.req.param("owner") ?? "", asked.req.param("repo") ?? "");
  if (repository === undefined || viewer.kind === "app" || !canSee(viewer, repository)) throw notFound();
  demand(viewer, repository, need);
  return repository;
}

export function issueFor(asked: Asked, repository: FakeRepository): FakeIssue {
  const issue = repository.issues.get(Number(asked.req.param("number")));
  if (issue === undefined) throw notFound();
  return issue;
}

export function pullRequestFor(asked: Asked, repository: FakeRepository): FakePullRequest {
  const issue = issueFor(asked, repository);
  if (!(issue instanceof FakePullRequest)) throw notFound();
  return issue;
}

/** One page of a list, with the Link header to the others. The platform gives 30 rows unless asked, 100 at most. */
export function page<Row>(asked: Asked, rows: readonly Row[]): { rows: Row[]; link: Record<string, string> } {
  const size = Math.min(Math.max(wholeNumber(asked.req.query("per_page"), 30), 1), 100);
  const number = Math.max(wholeNumber(asked.req.query("page"), 1), 1);
  const last = Math.max(Math.ceil(rows.length / size), 1);
  return { rows: rows.slice((number - 1) * size, number * size), link: linkHeader(asked, number, last) };
}

function linkHeader(asked: Asked, number: number, last: number): Record<string, string> {
  const links: string[] = [];
  function add(to: number, rel: string): void {
    const url = new URL(asked.get("world").urls.api + asked.req.path);
    for (const [name, value] of Object.entries(asked.req.query())) url.searchParams.set(name, value);
    url.searchParams.set("page", String(to));
    links.push(`<${url.href}>; rel="${rel}"`);
  }
  if (number > 1) add(number - 1, "prev");
  if (number < last) add(number + 1, "next");
  if (number < last) add(last, "last");
  if (number > 1) add(1, "first");
  return links.length === 0 ? {} : { link: links.join(", ") };
}

function wholeNumber(text: string | undefined, fallback: number): number {
  const value = Number(text ?? "");
  return text === undefined || !Number.isInteger(value) ? fallback : value;
}

export function pageAnswer(asked: Asked, rows: readonly object[]): Response {
  const { rows: shown, link } = page(asked, rows);
  return asked.json(shown, 200, link);
}

/** The object of a JSON request body. Throws the platform's 400. */
export function bodyObject(asked: Asked): Record<string, unknown> {
  const body = asked.get("body");
  if (typeof body !== "object" || body === null) throw new PlatformError(400, "Problems parsing JSON");
  return { ...body };
}

/** Differs from token to token for one and the same body, as the platform's do. */
export function etagFor(viewer: Viewer, body: string): string {
  return `W/"${createHash("sha256").update(`${viewer.key} ${body}`).digest("hex")}"`;
}
