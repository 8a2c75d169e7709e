/**
 * @module The one client that asks GitHub anything. Everything that must hold for every request is here: its server, its
 * headers, the one retry layer, waits, deadlines, the count and the log.
 */

import * as z from "zod/mini";
import { type BaseUrls, isOwnAddress } from "./base-urls.ts";
import { PlatformError } from "./errors.ts";
import { type GraphqlAnswer, GraphqlEnvelope, readAnswer, refusalsOf } from "./graphql-answer.ts";
import { unknownParts, withoutParts } from "./older-servers.ts";
import { type Route, readAgainst, stoppedBy } from "./request-failure.ts";
import {
  type ClientOptions,
  isRead,
  openScope,
  type Raw,
  type RequestContext,
  type RequestOptions,
  type Scope,
  type Sent,
  type Shared,
  send,
  sharedState,
} from "./send.ts";
import type { Timing } from "./timing.ts";
import type { Headers } from "./waiting.ts";

export type { ClientOptions, RequestContext, RequestLogEntry, RequestOptions } from "./send.ts";

export interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
}

type Parameters = Readonly<Record<string, unknown>>;

const nextLink = /<(?<address>[^<>\s]{1,4000})>;\s{0,8}rel="next"/;

/** A list that goes on longer than this does not end. */
const mostPages = 1000;

/** Parts of our queries that the server does not know; found out by the first query that it refuses. */
const unknownToServer = { make: () => new Set<string>() };

function news(answer: Raw, known: ReadonlySet<string>): string[] {
  return unknownParts(refusalsOf(answer.data)).filter((name) => !known.has(name));
}

/** Makes every request of the product to GitHub (GitHub, section 1). Its methods fail with `PlatformError` only. */
export class GitHubClient {
  readonly #shared: Shared;
  readonly #scope: Scope;

  constructor(options: ClientOptions, inside?: { readonly shared: Shared; readonly scope: Scope }) {
    this.#shared = inside?.shared ?? sharedState(options);
    this.#scope =
      inside?.scope ??
      openScope({
        context: {},
        signal: new AbortController().signal,
        endsAt: Number.POSITIVE_INFINITY,
        parent: null,
        isWork: false,
      });
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

  /** The smallest share that is left of the platform's rate limits, from 0 to 1; 1 while no answer told. */
  get rateLeft(): number {
    return this.#shared.rate.share(this.timing.wallTime());
  }

  /** When the platform's limits begin anew of which the least is left, milliseconds since 1970; null where that is not told. */
  get rateResetsAt(): number | null {
    return this.#shared.rate.resetsAt(this.timing.wallTime());
  }

  /** Aborted when this part's work has ended or its deadline passed. */
  get signal(): AbortSignal {
    return this.#scope.signal;
  }

  /**
   * The same client for one piece of work: its requests carry the context in the log, are counted on their own, and end with
   * the signal or after `deadlineMs`. Its waits count as those of the whole, unless it is `isWork`: one of many that each
   * may wait.
   */
  within(
    context: RequestContext,
    limits: { readonly signal?: AbortSignal | undefined; readonly deadlineMs?: number; readonly isWork?: boolean } = {},
  ): GitHubClient {
    const parent = this.#scope;
    const signals = [parent.signal];
    if (limits.signal !== undefined) signals.push(limits.signal);
    if (limits.deadlineMs !== undefined) signals.push(AbortSignal.timeout(limits.deadlineMs));
    const endsAt = limits.deadlineMs === undefined ? Number.POSITIVE_INFINITY : this.timing.now() + limits.deadlineMs;
    return new GitHubClient(this.#shared.options, {
      shared: this.#shared,
      scope: openScope({
        context: { ...parent.context, ...context },
        signal: signals.length === 1 ? parent.signal : AbortSignal.any(signals),
        endsAt: Math.min(endsAt, parent.endsAt),
        parent,
        isWork: limits.isWork === true,
      }),
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
    const raw = await this.#send({ method, url, data: body, asked }, options, !isRead(method));
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
    // Every page goes by the name of the list: the address of a further one is the platform's text, and may hold anything.
    const asked = this.#route("GET", endpoint.url);
    let url: string | undefined = endpoint.url;
    while (url !== undefined && read.size !== limits.maximumPages) {
      read.add(url);
      const raw: Raw = await this.#send({ method: "GET", url, data: undefined, asked }, {}, false);
      yield readAgainst(schema, raw.data, asked);
      url = nextLink.exec(String(raw.headers["link"] ?? ""))?.groups?.["address"];
      if (url !== undefined && (read.has(url) || read.size === mostPages || !isOwnAddress(this.urls, url))) {
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
    const unknown = this.remember(unknownToServer);
    const ask = async (): Promise<Raw> => {
      const data = { query: withoutParts(query, unknown), variables };
      const sent: Sent = { method: "POST", url, data, asked, isGraphql: true };
      return await this.#send(sent, { repeatable: !isWrite, ...options }, isWrite);
    };
    let raw = await ask();
    // An older server names all it does not know at once, or one after the other.
    for (let missing = news(raw, unknown); missing.length > 0; missing = news(raw, unknown)) {
      for (const name of missing) unknown.add(name);
      raw = await ask();
    }
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

  /** Writes take turns; see `WriteTurns`. */
  async #send(request: Sent, options: RequestOptions, isWrite: boolean): Promise<Raw> {
    const ask = (): Promise<Raw> => send(this.#shared, this.#scope, request, options);
    if (!isWrite) return await ask();
    const { context, signal } = this.#scope;
    try {
      return await this.#shared.writes.take(context.repository ?? "", signal, ask);
    } catch (error) {
      if (error instanceof PlatformError) throw error;
      throw stoppedBy(request.asked, 0);
    }
  }
}

/** For answers of which nothing is used. */
export const Anything = z.unknown();
