/** @module A fake GitHub: a real HTTP server on 127.0.0.1 with state in memory and real git repositories behind it. */

import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { etagFor } from "./answers.ts";
import { type Fault, Faults } from "./faults.ts";
import { answerGraphql, type Newer } from "./graphql.ts";
import { PlatformError } from "./platform-error.ts";
import { describeRequest, matches, type RequestMatch, type SeenRequest, seenRequest } from "./requests.ts";
import { restApp } from "./rest.ts";
import type { RateLimit, Viewer } from "./tokens.ts";
import { Webhooks } from "./webhooks.ts";
import { type Limits, World } from "./world.ts";

export interface FakeGithubOptions {
  /** `plain`: `/` and `/graphql`, as api.github.com. `enterprise`: `/api/v3` and `/api/graphql`. Only one answers. */
  readonly base?: "plain" | "enterprise";
  /** Added to every answer. */
  readonly latencyMs?: number;
  readonly limits?: Partial<Limits>;
  /** What its schema does not have, as that of an older Enterprise Server. */
  readonly lacks?: readonly Newer[];
  /** A fixed port; otherwise any free one. */
  readonly port?: number;
}

export class FakeGithub extends World {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  /** What to give as the server's address: for Enterprise the origin. */
  readonly serverUrl: string;
  readonly requests: SeenRequest[] = [];
  /** Requests no route or field was there for. `close` throws when one is left. */
  readonly unexpected: string[] = [];
  readonly faults = new Faults();
  readonly webhooks: Webhooks;
  readonly lacks: readonly Newer[];
  latencyMs: number;
  readonly #stop: () => Promise<void>;
  #stopped: Promise<void> | undefined;

  constructor(origin: string, options: FakeGithubOptions, stop: () => Promise<void>) {
    super(options.limits);
    const enterprise = options.base === "enterprise";
    this.origin = origin;
    this.apiUrl = enterprise ? `${origin}/api/v3` : origin;
    this.graphqlUrl = enterprise ? `${origin}/api/graphql` : `${origin}/graphql`;
    this.serverUrl = enterprise ? origin : "https://github.com";
    Object.assign(this.urls, { html: this.serverUrl, api: this.apiUrl, graphql: this.graphqlUrl });
    this.latencyMs = options.latencyMs ?? 0;
    this.lacks = options.lacks ?? [];
    this.webhooks = new Webhooks(this);
    this.#stop = stop;
  }

  /** The next matching requests are answered like this instead of truly. */
  fail(fault: Fault): void {
    this.faults.add(fault);
  }

  /** Does something when a matching request has arrived and before it is answered. */
  before(match: RequestMatch & { readonly times?: number }, act: (request: SeenRequest) => void | Promise<void>): void {
    this.faults.hook("before", match, act);
  }

  /** Does something when the answer is ready and before it is sent: the state moves behind the asker's back. */
  after(match: RequestMatch & { readonly times?: number }, act: (request: SeenRequest) => void | Promise<void>): void {
    this.faults.hook("after", match, act);
  }

  /** The requests seen so far that match. */
  seen(match: RequestMatch = {}): SeenRequest[] {
    return this.requests.filter((request) => matches(request, match));
  }

  /** One line per request, in order of arrival. */
  log(): string[] {
    return this.requests.map(describeRequest);
  }

  /** Stops listening. Throws when something was asked that the platform does not have, so that the test fails. */
  async close(): Promise<void> {
    this.#stopped ??= this.#stop();
    await this.#stopped;
    if (this.unexpected.length > 0) throw new Error(`the fake GitHub was asked for:\n${this.unexpected.join("\n")}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/**
 * Starts a fake GitHub, to be closed by the test. Nothing is there until the test puts it there:
 *
 * @example
 * const github = await startFakeGithub({ base: "enterprise" });
 * const shop = github.repository("acme/shop", work.folder); // a real git repository, bare or not
 * shop.user("maria", { permission: "maintain" });
 * shop.issue({ number: 7, title: "Discounts" }).label("agreed", { by: "maria" });
 * const change = shop.pullRequest({ number: 12, head: "feature", author: "Copilot", body: "Fixes #7", closes: [7] });
 * change.review({ author: "maria", state: "APPROVED" });
 * const token = github.tokens.workflow(shop, { contents: "read", pull_requests: "write", checks: "write" });
 * github.fail({ method: "POST", path: /check-runs$/, ...limitAnswers.secondary(2) });
 * github.after({ path: /\/files$/ }, () => change.push(newHead)); // moves while it is read
 * // … run what is tested against github.apiUrl and github.graphqlUrl …
 * expect(github.log()).toEqual(["POST PullRequest 200", "GET /repos/acme/shop/pulls/12/files?per_page=100 200"]);
 * await github.close(); // throws when a route or field was asked for that is not there
 */
export async function startFakeGithub(options: FakeGithubOptions = {}): Promise<FakeGithub> {
  let answer: ((request: Request, bindings: HttpBindings) => Promise<Response>) | undefined;
  const server = createAdaptorServer({
    fetch: async (request: Request, env: unknown) => await answer?.(request, env as HttpBindings),
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const github = new FakeGithub(`http://127.0.0.1:${port}`, options, async () => {
    const closed = once(server, "close");
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
    await closed;
  });
  const rest = restApp();
  answer = async (request, bindings) => await serve(github, rest, request, bindings);
  return github;
}

type Rest = ReturnType<typeof restApp>;

async function serve(github: FakeGithub, rest: Rest, request: Request, { outgoing }: HttpBindings): Promise<Response> {
  const url = new URL(request.url);
  const path = pathBelowBase(github, url.pathname);
  const text = await request.text();
  const seen = seenRequest(request, path ?? url.pathname, text);
  github.requests.push(seen);
  if (github.latencyMs > 0) await wait(github.latencyMs);
  await github.faults.run("before", seen);
  const fault = github.faults.take(seen);
  if (fault?.delayMs !== undefined) await wait(fault.delayMs);
  const replaced = fault?.status !== undefined && fault.applied !== true;
  let response: Response;
  if (replaced) response = faultAnswer(fault);
  else if (path === undefined) response = unknownRoute(github, seen);
  else response = await answerOrFail(github, rest, request, seen);
  if (fault?.applied === true && fault.status !== undefined) response = faultAnswer(fault);
  await github.faults.run("after", seen);
  if (fault?.cutAfterBytes !== undefined) return await cut(response, outgoing, fault.cutAfterBytes);
  seen.status = response.status;
  return response;
}

/** The path as the documentation writes it; undefined outside the configured base. */
function pathBelowBase(github: FakeGithub, pathname: string): string | undefined {
  const full = `${github.origin}${pathname}`;
  if (full === github.graphqlUrl) return "/graphql";
  if (github.apiUrl === github.origin) return pathname;
  return full.startsWith(`${github.apiUrl}/`) ? full.slice(github.apiUrl.length) : undefined;
}

/** A fault of the fake itself must not pass as one of the platform's. */
async function answerOrFail(github: FakeGithub, rest: Rest, request: Request, seen: SeenRequest): Promise<Response> {
  try {
    return await answerTruly(github, rest, request, seen);
  } catch (error) {
    github.unexpected.push(
      `${describeRequest(seen)}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return Response.json({ message: "the fake GitHub failed" }, { status: 500 });
  }
}

async function answerTruly(github: FakeGithub, rest: Rest, request: Request, seen: SeenRequest): Promise<Response> {
  for (const repository of github.repositories.values()) repository.git.forgetRefs();
  let viewer: Viewer;
  try {
    viewer = github.tokens.read(request.headers.get("authorization") ?? undefined);
  } catch (error) {
    return errorAnswer(error);
  }
  seen.by = viewer.account.login;
  const { rate } = viewer;
  const free = seen.path === "/rate_limit";
  if (!free && rate.used >= rate.limit) return withRate(errorAnswer(limitReached()), rate, seen);
  if (!free) rate.used += 1;
  if (seen.path === "/graphql") return withRate(await answerGraphql(github, viewer, seen), rate, seen);
  const address = `http://fake${seen.path}${new URL(request.url).search}`;
  const { method, headers } = request;
  const response = await rest.request(address, { method, headers }, { viewer, github, body: seen.body, seen });
  return withRate(await withEtag(response, request, viewer), rate, seen);
}

function limitReached(): PlatformError {
  return new PlatformError(403, "API rate limit exceeded for installation.");
}

export function errorAnswer(error: unknown): Response {
  if (!(error instanceof PlatformError)) throw error;
  return Response.json(error.body, { status: error.status, headers: error.headers });
}

export function unknownRoute(github: FakeGithub, seen: SeenRequest): Response {
  github.unexpected.push(`${seen.method} ${seen.path}`);
  return errorAnswer(new PlatformError(404, "Not Found"));
}

function withRate(response: Response, rate: RateLimit, seen: SeenRequest): Response {
  const headers = new Headers(response.headers);
  headers.set("x-ratelimit-limit", String(rate.limit));
  headers.set("x-ratelimit-remaining", String(Math.max(rate.limit - rate.used, 0)));
  headers.set("x-ratelimit-used", String(rate.used));
  headers.set("x-ratelimit-reset", String(rate.reset));
  headers.set("x-ratelimit-resource", seen.path === "/graphql" ? "graphql" : "core");
  headers.set("x-github-request-id", `FAKE:${Math.round(seen.at)}`);
  return new Response(response.body, { status: response.status, headers });
}

/** A 304 costs nothing of the rate limit, as documented. */
async function withEtag(response: Response, request: Request, viewer: Viewer): Promise<Response> {
  if (request.method !== "GET" || response.status !== 200) return response;
  const body = await response.text();
  const headers = new Headers(response.headers);
  const etag = etagFor(viewer, body + (headers.get("link") ?? ""));
  headers.set("etag", etag);
  if (request.headers.get("if-none-match") !== etag) return new Response(body, { status: 200, headers });
  viewer.rate.used -= 1;
  return new Response(null, { status: 304, headers });
}

function faultAnswer(fault: Fault): Response {
  const body = typeof fault.body === "string" ? fault.body : JSON.stringify(fault.body ?? { message: "fault" });
  const headers = { "content-type": "application/json; charset=utf-8", ...fault.headers };
  return new Response(fault.status === 204 || fault.status === 304 ? null : body, {
    status: fault.status ?? 500,
    headers,
  });
}

/** Promises the whole body and ends the connection inside it. */
async function cut(response: Response, outgoing: ServerResponse, bytes: number): Promise<Response> {
  const body = Buffer.from(await response.arrayBuffer());
  if (bytes === 0) {
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), "content-length": body.length + 1 });
  await new Promise<void>((done) => {
    outgoing.write(body.subarray(0, bytes), () => done());
  });
  outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}
