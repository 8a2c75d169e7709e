/**
 * @module The one client that asks GitHub anything. Everything that must hold for every request is here: its server, its
 * headers, the one retry layer, waits, deadlines, the count and the log.
 */

import { Octokit } from "@octokit/core";
import * as z from "zod/mini";
import type { BaseUrls } from "./base-urls.ts";
import { isOwnAddress } from "./base-urls.ts";
import { PlatformError } from "./errors.ts";
import { type GraphqlAnswer, GraphqlEnvelope, isLimited, readAnswer } from "./graphql-answer.ts";
import { failureOf, notJson, type Route, readAgainst, stoppedBy } from "./request-failure.ts";
import { realTiming, type Timing } from "./timing.ts";
import { fetchWhole, TransportError } from "./transport.ts";
import { type Headers, judgeAnswer, limitWaitMs, maximumAttempts } from "./waiting.ts";
import { WriteTurns } from "./write-turns.ts";

/** What a request belongs to; it goes into the log and nowhere else. */
export interface RequestContext {
  readonly repository?: string;
  readonly number?: number;
  readonly headSha?: string;
  readonly deliveryId?: string;
}

/** One request of the log. Never bodies, never tokens, never the query of an address. */
export interface RequestLogEntry {
  readonly method: string;
  readonly path: string;
  /** Null: no answer came. */
  readonly status: number | null;
  readonly duration_ms: number;
  readonly delivery_id: string | null;
  readonly repository: string | null;
  readonly number: number | null;
  readonly head_sha: string | null;
  /** The count of this request in its part of the work, from 1. */
  readonly requests_used: number;
}

export interface ClientOptions {
  readonly urls: BaseUrls;
  /** Gives the token of each request; it may ask for a new one. */
  readonly token: () => Promise<string>;
  /** The version of Warrant, for the user agent. */
  readonly version: string;
  readonly log?: ((entry: RequestLogEntry) => void) | undefined;
  readonly timing?: Timing | undefined;
  /** Milliseconds of a request until its last byte. Default 10 s. */
  readonly requestTimeoutMs?: number | undefined;
  /** Milliseconds all waits of this client may take together; a longer one is an error at once. Default 90 s. */
  readonly waitBudgetMs?: number | undefined;
}

export interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
}

export interface RequestOptions {
  /**
   * Whether making the request twice is the same as once. Default: every method but POST. A request that is not is never
   * made again after a failure that may have happened on its way back; a limit refuses before anything is done.
   */
  readonly repeatable?: boolean;
  /** Further headers, as `if-none-match`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** State all parts of one client share. */
interface Shared {
  readonly options: ClientOptions;
  readonly octokit: Octokit;
  readonly timing: Timing;
  readonly writes: WriteTurns;
  readonly memory: WeakMap<object, unknown>;
  waitedMs: number;
}

interface Scope {
  readonly context: RequestContext;
  readonly signal: AbortSignal;
  /** By the monotonic clock; after it nothing is waited for. */
  readonly endsAt: number;
  readonly parent: Scope | null;
  requests: number;
}

interface Raw {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
}

type Parameters = Readonly<Record<string, unknown>>;

const apiVersion = "2022-11-28";
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const nextLink = /<(?<address>[^<>\s]{1,4000})>;\s{0,8}rel="next"/;
const maximumRedirects = 3;
const isRead = (method: string): boolean => method === "GET" || method === "HEAD";

function sharedState(options: ClientOptions): Shared {
  const timing = options.timing ?? realTiming;
  const octokit = new Octokit({ baseUrl: options.urls.rest, log: silent });
  return { options, octokit, timing, writes: new WriteTurns(timing), memory: new WeakMap(), waitedMs: 0 };
}

/** Makes every request of the product to GitHub (GitHub, section 1). Its methods fail with `PlatformError` only. */
export class GitHubClient {
  readonly #shared: Shared;
  readonly #scope: Scope;

  constructor(options: ClientOptions, inside?: { readonly shared: Shared; readonly scope: Scope }) {
    this.#shared = inside?.shared ?? sharedState(options);
    this.#scope = inside?.scope ?? {
      context: {},
      signal: new AbortController().signal,
      endsAt: Number.POSITIVE_INFINITY,
      parent: null,
      requests: 0,
    };
  }

  get urls(): BaseUrls {
    return this.#shared.options.urls;
  }

  get timing(): Timing {
    return this.#shared.timing;
  }

  /** Requests made through this part of the client, redirects and repeats included. */
  get requests(): number {
    return this.#scope.requests;
  }

  /** Aborted when this part's work has ended or its deadline passed. */
  get signal(): AbortSignal {
    return this.#scope.signal;
  }

  /**
   * The same client for one piece of work: its requests carry the context in the log, are counted on their own, and end with
   * the signal or after `deadlineMs`.
   */
  within(
    context: RequestContext,
    limits: { readonly signal?: AbortSignal | undefined; readonly deadlineMs?: number } = {},
  ): GitHubClient {
    const parent = this.#scope;
    const signals = [parent.signal];
    if (limits.signal !== undefined) signals.push(limits.signal);
    if (limits.deadlineMs !== undefined) signals.push(AbortSignal.timeout(limits.deadlineMs));
    const endsAt = limits.deadlineMs === undefined ? Number.POSITIVE_INFINITY : this.timing.now() + limits.deadlineMs;
    return new GitHubClient(this.#shared.options, {
      shared: this.#shared,
      scope: {
        context: { ...parent.context, ...context },
        signal: signals.length === 1 ? parent.signal : AbortSignal.any(signals),
        endsAt: Math.min(endsAt, parent.endsAt),
        parent,
        requests: 0,
      },
    });
  }

  /** Something to keep for the life of the client, such as a cache; made on first use. */
  remember<Value>(key: object & { readonly make: () => Value }): Value {
    const known = this.#shared.memory.get(key);
    if (known !== undefined) return known as Value;
    const made = key.make();
    this.#shared.memory.set(key, made);
    return made;
  }

  /**
   * One REST request, as `rest("GET /repos/{owner}/{repo}", {owner, repo}, Schema)`; parameters that are not in the path go
   * into the query or the body.
   *
   * @throws PlatformError `platform-shape` when the answer does not fit the schema.
   */
  async rest<Data>(
    route: string,
    parameters: Parameters,
    schema: z.ZodMiniType<Data>,
    options: RequestOptions = {},
  ): Promise<Answer<Data>> {
    const endpoint = this.#shared.octokit.request.endpoint(route, parameters);
    const asked = this.#route(endpoint.method, endpoint.url);
    const { method, url, body } = endpoint;
    const send = () => this.#send({ method, url, data: body, asked }, options);
    const raw = await (isRead(method) ? send() : this.#inTurn(send));
    return { ...raw, data: readAgainst(schema, raw.data, asked) };
  }

  /**
   * Every page of a list in the platform's order, by the `Link` header. Ends after the last page; a page that fails throws, so
   * that what was yielded before is known to be a part.
   *
   * @throws PlatformError `platform-shape` also when a page names a next one that is on another server or was read already.
   */
  async *pages<Data>(
    route: string,
    parameters: Parameters,
    schema: z.ZodMiniType<Data>,
    limits: { readonly maximumPages?: number } = {},
  ): AsyncGenerator<Data> {
    const endpoint = this.#shared.octokit.request.endpoint(route, parameters);
    const read = new Set<string>();
    let url: string | undefined = endpoint.url;
    while (url !== undefined && read.size < (limits.maximumPages ?? 1000)) {
      read.add(url);
      const asked = this.#route("GET", url);
      const raw: Raw = await this.#send({ method: "GET", url, data: undefined, asked }, {});
      yield readAgainst(schema, raw.data, asked);
      url = nextLink.exec(String(raw.headers["link"] ?? ""))?.groups?.["address"];
      if (url !== undefined && (read.has(url) || !isOwnAddress(this.urls, url))) {
        throw new PlatformError({
          code: "platform-shape",
          asked: asked.text,
          came: "the next page it names is no page of this list",
          next: "Try again; if it happens again, report it.",
        });
      }
    }
  }

  /**
   * One GraphQL query. An answer with data and errors is an answer: what is wrong with which part is in `faults`.
   *
   * @param name Names the query in errors, as `the pull request`.
   * @throws PlatformError when there is no data at all.
   */
  async graphql<Data>(
    name: string,
    query: string,
    variables: Parameters,
    schema: z.ZodMiniType<Data>,
    options: RequestOptions & { readonly isWrite?: boolean } = {},
  ): Promise<GraphqlAnswer<Data>> {
    const url = this.urls.graphql;
    const asked: Route = { ...this.#route("POST", url), text: `${name} (GraphQL)` };
    const isWrite = options.isWrite === true;
    const send = () =>
      this.#send(
        { method: "POST", url, data: { query, variables }, asked, isGraphql: true },
        { repeatable: !isWrite, ...options },
      );
    const raw = await (isWrite ? this.#inTurn(send) : send());
    const { data, faults } = readAnswer(readAgainst(GraphqlEnvelope, raw.data, asked), asked);
    return { data: readAgainst(schema, data, asked), faults };
  }

  #route(method: string, url: string): Route {
    const address = new URL(url, this.urls.rest);
    const base = new URL(this.urls.rest).pathname.replace(/\/$/, "");
    const { pathname } = address;
    const path = base !== "" && pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
    return { method, path, text: `${method} ${path}` };
  }

  async #inTurn<Result>(write: () => Promise<Result>): Promise<Result> {
    const { context, signal } = this.#scope;
    try {
      return await this.#shared.writes.take(context.repository ?? "", signal, write);
    } catch (error) {
      if (error instanceof PlatformError) throw error;
      throw stoppedBy({ method: "POST", path: "", text: "a write" }, 0);
    }
  }

  /** The one retry layer: at most three requests for one failure, and no wait beyond the budget or the deadline. */
  async #send(
    request: { method: string; url: string; data: unknown; asked: Route; isGraphql?: boolean },
    options: RequestOptions,
  ): Promise<Raw> {
    const { asked } = request;
    const repeatable = options.repeatable ?? request.method !== "POST";
    let url = request.url;
    let redirects = 0;
    for (let attempt = 1; ; ) {
      if (!isOwnAddress(this.urls, url)) {
        throw new PlatformError({
          code: "platform-shape",
          asked: asked.text,
          came: "it is not on the server that was configured",
          next: "Check the address of the server.",
        });
      }
      const got = await this.#attempt({ ...request, url }, options.headers ?? {});
      const wall = this.timing.wallTime();
      const status = "transport" in got ? null : got.status;
      const headers = "transport" in got ? {} : got.headers;
      let judged = judgeAnswer(status, headers, attempt, wall);
      if (!("transport" in got)) {
        if (request.isGraphql === true && isLimited(got.data, headers)) {
          judged = { kind: "limit", waitMs: limitWaitMs(headers, attempt, wall) };
        }
        if (judged.kind === "answer" && status !== 304 && got.status >= 300) {
          const next = this.#redirected(got, request.method, url);
          if (next === null || redirects === maximumRedirects) throw failureOf(asked, got, attempt);
          redirects += 1;
          url = next;
          continue;
        }
        if (judged.kind === "answer") {
          if (!notJson(got)) return got;
          judged = { kind: "transient", waitMs: judgedPause(attempt) };
        }
      } else if (got.transport.kind === "stopped" || got.transport.kind === "too-large") judged = { kind: "final" };
      const mayRepeat =
        judged.kind === "limit" || (judged.kind === "transient" && (repeatable || isRead(request.method)));
      const waitMs = "waitMs" in judged ? judged.waitMs : 0;
      if (!mayRepeat || attempt === maximumAttempts || !this.#mayWait(waitMs)) {
        throw failureOf(asked, got, attempt, judged.kind === "limit" ? waitMs : undefined);
      }
      await this.#wait(waitMs, asked, attempt);
      attempt += 1;
    }
  }

  #redirected({ status, headers }: Raw, method: string, from: string): string | null {
    const { location } = headers;
    if (typeof location !== "string" || !isRead(method) || ![301, 302, 307, 308].includes(status)) return null;
    return URL.canParse(location, from) ? new URL(location, from).href : null;
  }

  #mayWait(milliseconds: number): boolean {
    const budget = this.#shared.options.waitBudgetMs ?? 90_000;
    return (
      this.#shared.waitedMs + milliseconds <= budget &&
      this.timing.now() + milliseconds < this.#scope.endsAt &&
      !this.#scope.signal.aborted
    );
  }

  async #wait(milliseconds: number, asked: Route, attempt: number): Promise<void> {
    this.#shared.waitedMs += milliseconds;
    try {
      await this.timing.sleep(milliseconds, this.#scope.signal);
    } catch {
      throw stoppedBy(asked, attempt);
    }
  }

  async #attempt(
    request: { method: string; url: string; data: unknown; asked: Route },
    further: Readonly<Record<string, string>>,
  ): Promise<Raw | { readonly transport: TransportError }> {
    const { options, octokit, timing } = this.#shared;
    const { context, signal } = this.#scope;
    const token = await options.token();
    for (let scope: Scope | null = this.#scope; scope !== null; scope = scope.parent) scope.requests += 1;
    const requestsUsed = this.#scope.requests;
    const start = timing.now();
    let status: number | null = null;
    let transport: TransportError | undefined;
    try {
      const answer = await octokit.request({
        method: request.method as "GET",
        url: request.url,
        ...(request.data === undefined ? {} : { data: request.data }),
        headers: {
          accept: "application/vnd.github+json",
          "user-agent": `warrant/${options.version}`,
          "x-github-api-version": apiVersion,
          authorization: `Bearer ${token}`,
          ...further,
        },
        request: {
          fetch: async (address: string, init: RequestInit) => {
            try {
              const response = await fetchWhole(address, init, options.requestTimeoutMs ?? 10_000, signal);
              status = response.status;
              return response;
            } catch (error) {
              if (error instanceof TransportError) transport = error;
              throw error;
            }
          },
        },
      });
      return { status: answer.status, headers: answer.headers, data: answer.data };
    } catch (error) {
      if (transport !== undefined) return { transport };
      const { response } = error as { response?: Raw };
      if (response !== undefined) return { status: response.status, headers: response.headers, data: null };
      return { transport: new TransportError("network", "the request could not be made") };
    } finally {
      options.log?.({
        method: request.method,
        path: request.asked.path,
        status,
        duration_ms: Math.round(timing.now() - start),
        delivery_id: context.deliveryId ?? null,
        repository: context.repository ?? null,
        number: context.number ?? null,
        head_sha: context.headSha ?? null,
        requests_used: requestsUsed,
      });
    }
  }
}

function judgedPause(attempt: number): number {
  return 250 * 4 ** (attempt - 1);
}

/** For answers of which nothing is used. */
export const Anything = z.unknown();
