/** @module Faults by script: limits, failures, slow and cut answers, and changes of state while an answer is under way. */

import { matches, type RequestMatch, type SeenRequest } from "./requests.ts";

export interface Fault extends RequestMatch {
  /** How many matching requests meet it; otherwise 1. */
  readonly times?: number;
  /** How many matching requests are let through first. */
  readonly after?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is when a string (so it may be broken JSON), otherwise as JSON. */
  readonly body?: unknown;
  readonly delayMs?: number;
  /** The connection ends after this many bytes of the body; 0 before any header. */
  readonly cutAfterBytes?: number;
  /** The request takes effect first, and only its answer is lost: what a writer must survive. */
  readonly applied?: boolean;
}

interface KeptFault {
  readonly fault: Fault;
  skips: number;
  left: number;
}

interface Hook {
  readonly match: RequestMatch;
  readonly moment: "before" | "after";
  readonly act: (request: SeenRequest) => void | Promise<void>;
  left: number;
}

export class Faults {
  readonly #faults: KeptFault[] = [];
  readonly #hooks: Hook[] = [];

  add(fault: Fault): void {
    this.#faults.push({ fault, skips: fault.after ?? 0, left: fault.times ?? 1 });
  }

  hook(moment: Hook["moment"], match: RequestMatch & { readonly times?: number }, act: Hook["act"]): void {
    this.#hooks.push({ match, moment, act, left: match.times ?? 1 });
  }

  /** The fault this request meets, if any; it is used up by asking. */
  take(request: SeenRequest): Fault | undefined {
    for (const kept of this.#faults) {
      if (kept.left === 0 || !matches(request, kept.fault)) continue;
      if (kept.skips > 0) {
        kept.skips -= 1;
        continue;
      }
      kept.left -= 1;
      return kept.fault;
    }
    return undefined;
  }

  async run(moment: Hook["moment"], request: SeenRequest): Promise<void> {
    for (const hook of this.#hooks) {
      if (hook.moment !== moment || hook.left === 0 || !matches(request, hook.match)) continue;
      hook.left -= 1;
      await hook.act(request);
    }
  }

  /** Faults that were scripted and never met: a test that scripts one in vain does not test it. */
  unused(): Fault[] {
    return this.#faults
      .filter((kept) => kept.left > 0 && kept.left !== Number.POSITIVE_INFINITY)
      .map((kept) => kept.fault);
  }

  clear(): void {
    this.#faults.length = 0;
    this.#hooks.length = 0;
  }
}

const soon = (): string => String(Math.floor(Date.now() / 1000) + 60);

/** The answers the platform gives when it wants less, with the headers it then sets. */
export const limitAnswers = {
  primary: (status: 403 | 429 = 403, reset = soon()) => ({
    status,
    headers: {
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-used": "5000",
      "x-ratelimit-reset": reset,
    },
    body: {
      message: "API rate limit exceeded for installation ID 1.",
      documentation_url: "https://docs.github.com/rest",
    },
  }),
  secondary: (
    retryAfter: number | undefined,
    message = "You have exceeded a secondary rate limit.",
    status: 403 | 429 = 403,
  ) => ({
    status,
    headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
    body: { message, documentation_url: "https://docs.github.com/rest" },
  }),
  graphql: (reset = soon()) => ({
    status: 200,
    headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset, "x-ratelimit-resource": "graphql" },
    body: { errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded for installation ID 1." }] },
  }),
} as const;
