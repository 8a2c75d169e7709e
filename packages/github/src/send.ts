/**
 * @module One request with its repeats: the one retry layer, no wait beyond budget or deadline, headers that never change,
 * the count and the log (GitHub, section 1).
 */

import { Octokit } from "@octokit/core";
import { type BaseUrls, isOwnAddress } from "./base-urls.ts";
import { PlatformError } from "./errors.ts";
import { isLimited } from "./graphql-answer.ts";
import { RateLeft } from "./rate-left.ts";
import { failureOf, notJson, type Route, stoppedBy } from "./request-failure.ts";
import { realTiming, type Timing } from "./timing.ts";
import { fetchWhole, TransportError } from "./transport.ts";
import { type Headers, type Judged, judgeAnswer, limitWaitMs, maximumAttempts, transientWaitMs } from "./waiting.ts";
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
  /** Whether everything the client does has that budget together, as in a job that has to end. Default: each work its own. */
  readonly hasOneBudget?: boolean | undefined;
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
export interface Shared {
  readonly options: ClientOptions;
  readonly octokit: Octokit;
  readonly timing: Timing;
  readonly writes: WriteTurns;
  readonly memory: WeakMap<object, unknown>;
  readonly rate: RateLeft;
}

/** One piece of work, inside another or on its own. */
export interface Scope {
  readonly context: RequestContext;
  readonly signal: AbortSignal;
  /** By the monotonic clock; after it nothing is waited for. */
  readonly endsAt: number;
  readonly parent: Scope | null;
  /** Whether its waits are budgeted on their own, although it is a part of other work. */
  readonly isWork: boolean;
  requests: number;
  /** Milliseconds this work stood still for; waits at the same time count once. */
  waitedMs: number;
  waitsUntil: number;
}

export interface Raw {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
}

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly data: unknown;
  readonly asked: Route;
  readonly isGraphql?: boolean;
}

type Got = Raw | { readonly transport: TransportError };

const apiVersion = "2022-11-28";
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const maximumRedirects = 3;
const redirects = new Set([301, 302, 307, 308]);

export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

export function sharedState(options: ClientOptions): Shared {
  const timing = options.timing ?? realTiming;
  const octokit = new Octokit({ baseUrl: options.urls.rest, log: silent });
  return { options, octokit, timing, writes: new WriteTurns(timing), memory: new WeakMap(), rate: new RateLeft() };
}

export function openScope(parts: Pick<Scope, "context" | "signal" | "endsAt" | "parent" | "isWork">): Scope {
  return { ...parts, requests: 0, waitedMs: 0, waitsUntil: Number.NEGATIVE_INFINITY };
}

/** The whole piece of work a scope is a part of: its budget is one. With `isOne` all work of the client is. */
function workOf(scope: Scope, isOne: boolean): Scope {
  let work = scope;
  while (work.parent !== null && work.parent.parent !== null) {
    if (work.isWork && !isOne) break;
    work = work.parent;
  }
  return work;
}

/** Where a redirect leads; null when it is none that may be followed. */
function redirectOf({ status, headers }: Raw, method: string, from: string): string | null {
  const { location } = headers;
  if (typeof location !== "string" || !isRead(method) || !redirects.has(status)) return null;
  return URL.canParse(location, from) ? new URL(location, from).href : null;
}

/** What to do about an answer or its absence, GraphQL's refusals and answers that are no JSON included. */
function judge(got: Got, request: Sent, attempt: number, now: number): Judged {
  if ("transport" in got) {
    const { kind } = got.transport;
    return kind === "stopped" || kind === "too-large" ? { kind: "final" } : judgeAnswer(null, {}, attempt, now);
  }
  const { status, headers } = got;
  if (request.isGraphql === true && status < 300 && isLimited(got.data, headers)) {
    return { kind: "limit", waitMs: limitWaitMs(headers, attempt, now) };
  }
  const judged = judgeAnswer(status, headers, attempt, now);
  if (judged.kind === "answer" && status < 300 && notJson(got)) {
    return { kind: "transient", waitMs: transientWaitMs(attempt) };
  }
  return judged;
}

/** Waits, unless that takes the work past its budget or its end; then it says no at once instead of at the end. */
async function pause(
  shared: Shared,
  scope: Scope,
  milliseconds: number,
  asked: Route,
  attempt: number,
): Promise<boolean> {
  const { timing, options } = shared;
  const now = timing.now();
  const until = now + milliseconds;
  const work = workOf(scope, options.hasOneBudget === true);
  const added = Math.max(0, until - Math.max(now, work.waitsUntil));
  if (work.waitedMs + added > (options.waitBudgetMs ?? 90_000) || until >= scope.endsAt) return false;
  work.waitedMs += added;
  work.waitsUntil = Math.max(work.waitsUntil, until);
  try {
    await timing.sleep(milliseconds, scope.signal);
    return true;
  } catch {
    throw stoppedBy(asked, attempt);
  }
}

/**
 * The one retry layer: at most three requests for one failure, whatever it is (H8).
 *
 * @throws PlatformError when no answer came, or one that is an error.
 */
export async function send(shared: Shared, scope: Scope, request: Sent, options: RequestOptions): Promise<Raw> {
  const { asked, method } = request;
  const isRepeatable = isRead(method) || (options.repeatable ?? method !== "POST");
  let { url } = request;
  let followed = 0;
  for (let attempt = 1; ; ) {
    if (!isOwnAddress(shared.options.urls, url)) throw foreign(asked);
    const got = await sendOnce(shared, scope, { ...request, url }, options.headers ?? {});
    const judged = judge(got, request, attempt, shared.timing.wallTime());
    if (judged.kind === "answer" && !("transport" in got)) {
      if (got.status < 300 || got.status === 304) return got;
      const next = redirectOf(got, method, url);
      if (next === null || followed === maximumRedirects) throw failureOf(asked, got, attempt);
      followed += 1;
      url = next;
      continue;
    }
    const waitMs = "waitMs" in judged ? judged.waitMs : 0;
    if (judged.kind === "limit") shared.rate.refuse(shared.timing.wallTime() + waitMs);
    // A limit refuses before anything is done; after any other failure the request may have taken effect.
    const mayRepeat = judged.kind === "limit" || (judged.kind === "transient" && isRepeatable);
    const isOver = !mayRepeat || attempt === maximumAttempts || !(await pause(shared, scope, waitMs, asked, attempt));
    if (isOver) throw failureOf(asked, got, attempt, judged.kind === "limit" ? waitMs : undefined);
    attempt += 1;
  }
}

function foreign(asked: Route): PlatformError {
  return new PlatformError({
    code: "platform-shape",
    asked: asked.text,
    came: "it is not on the server that was configured",
    next: "Check the address of the server.",
  });
}

async function sendOnce(
  shared: Shared,
  scope: Scope,
  request: Sent,
  further: Readonly<Record<string, string>>,
): Promise<Got> {
  const { options, octokit, timing } = shared;
  const token = await options.token();
  for (let each: Scope | null = scope; each !== null; each = each.parent) each.requests += 1;
  const used = workOf(scope, false).requests;
  const start = timing.now();
  let status: number | null = null;
  let transport: TransportError | undefined;
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    try {
      const response = await fetchWhole(address, init, options.requestTimeoutMs ?? 10_000, scope.signal);
      ({ status } = response);
      return response;
    } catch (error) {
      if (error instanceof TransportError) transport = error;
      throw error;
    }
  };
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
      request: { fetch },
    });
    shared.rate.note(answer.headers);
    return { status: answer.status, headers: answer.headers, data: answer.data };
  } catch (error) {
    if (transport !== undefined) return { transport };
    const { response } = error as { response?: Raw };
    if (response !== undefined) {
      shared.rate.note(response.headers);
      return { status: response.status, headers: response.headers, data: null };
    }
    return { transport: new TransportError("network", "the request could not be made") };
  } finally {
    options.log?.(logEntry(request, scope.context, status, timing.now() - start, used));
  }
}

function logEntry(
  { method, asked }: Sent,
  context: RequestContext,
  status: number | null,
  duration: number,
  used: number,
): RequestLogEntry {
  return {
    method,
    path: asked.path,
    status,
    duration_ms: Math.round(duration),
    delivery_id: context.deliveryId ?? null,
    repository: context.repository ?? null,
    number: context.number ?? null,
    head_sha: context.headSha ?? null,
    requests_used: used,
  };
}
