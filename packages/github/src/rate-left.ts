/** @module What is left of the platform's rate limits, as its answers told it. */

import type { Headers } from "./waiting.ts";

/** The limits that collecting and publishing draw on; uploads and searches have others. */
const watched = new Set(["core", "graphql"]);

interface Limit {
  readonly share: number;
  /** Milliseconds since 1970 at which the limit begins anew. */
  readonly resetAt: number;
}

function count(headers: Headers, name: string): number {
  const text = String(headers[name] ?? "").trim();
  return /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
}

export class RateLeft {
  readonly #limits = new Map<string, Limit>();
  #refusedUntil = Number.NEGATIVE_INFINITY;

  /** Takes the headers of an answer; one without them tells nothing. */
  note(headers: Headers): void {
    const resource = String(headers["x-ratelimit-resource"] ?? "core");
    const limit = count(headers, "x-ratelimit-limit");
    const share = count(headers, "x-ratelimit-remaining") / limit;
    if (!watched.has(resource) || !(limit > 0) || Number.isNaN(share)) return;
    const reset = count(headers, "x-ratelimit-reset");
    this.#limits.set(resource, { share, resetAt: Number.isNaN(reset) ? Number.POSITIVE_INFINITY : reset * 1000 });
  }

  /** The platform refuses until then (milliseconds since 1970), whatever it counts as left. */
  refuse(until: number): void {
    this.#refusedUntil = Math.max(this.#refusedUntil, until);
  }

  /** When the limit begins anew of which the least is left, or the refusal ends; null where that is not told. */
  resetsAt(now: number): number | null {
    const running = [...this.#limits.values()].filter(({ resetAt }) => resetAt > now);
    const [least] = running.sort((left, right) => left.share - right.share);
    const at = Math.max(least?.resetAt ?? Number.NEGATIVE_INFINITY, this.#refusedUntil);
    return Number.isFinite(at) && at > now ? at : null;
  }

  /** The smallest share that is left of a limit, from 0 to 1; 1 while nothing was told. */
  share(now: number): number {
    if (now < this.#refusedUntil) return 0;
    const shares = [...this.#limits.values()].map(({ share, resetAt }) => (resetAt <= now ? 1 : share));
    return Math.max(0, Math.min(1, ...shares));
  }
}
