/**
 * @module When a request is made again and how long that waits (GitHub, section 1). The one retry layer decides here, by
 * status and headers alone: wording of limits changes without notice (H7).
 */

export type Headers = Readonly<Record<string, string | number | undefined>>;

/** Requests one failure may cost in all, whatever it is (H8). */
export const maximumAttempts = 3;

export type Judged =
  | { readonly kind: "answer" }
  /** The network, a gateway: the same request may succeed in a moment. */
  | { readonly kind: "transient"; readonly waitMs: number }
  | { readonly kind: "limit"; readonly waitMs: number }
  | { readonly kind: "final" };

function text(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return value === undefined ? undefined : String(value).trim();
}

/** Seconds or a date, as milliseconds from `now` (milliseconds since 1970); undefined when it says neither. */
function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined || value === "") return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** What the server takes for now: its clock decides when a limit ends, ours may be wrong. */
function serverNow(headers: Headers, now: number): number {
  const date = Date.parse(text(headers, "date") ?? "");
  return Number.isNaN(date) ? now : date;
}

function resetMs(headers: Headers, now: number): number | undefined {
  const reset = text(headers, "x-ratelimit-reset");
  if (reset === undefined || !/^\d{1,12}$/.test(reset)) return undefined;
  // One second more: the limit ends within that second, not at its beginning.
  return Math.max(0, Number(reset) * 1000 - serverNow(headers, now)) + 1000;
}

/** How long a limit lasts: as the headers say, else a minute, doubled for each attempt before. */
export function limitWaitMs(headers: Headers, attempt: number, now: number): number {
  const after = retryAfterMs(text(headers, "retry-after"), serverNow(headers, now));
  if (after !== undefined) return after;
  const reset = text(headers, "x-ratelimit-remaining") === "0" ? resetMs(headers, now) : undefined;
  return reset ?? 60_000 * 2 ** (attempt - 1);
}

/** Whether the headers of a refusal say that a limit is its reason. */
export function saysLimit(headers: Headers): boolean {
  return text(headers, "retry-after") !== undefined || text(headers, "x-ratelimit-remaining") === "0";
}

/** The pause before a failure that passes by itself is tried again. */
export function transientWaitMs(attempt: number): number {
  return 250 * 4 ** (attempt - 1);
}

/**
 * What an answer means for the request: taken, tried again after a while, or final.
 *
 * @param status The HTTP status; null: no answer came.
 * @param attempt Which request this was, from 1.
 * @param now Milliseconds since 1970 by our clock.
 */
export function judgeAnswer(status: number | null, headers: Headers, attempt: number, now: number): Judged {
  if (status === null) return { kind: "transient", waitMs: transientWaitMs(attempt) };
  if (status === 429 || (status === 403 && saysLimit(headers))) {
    return { kind: "limit", waitMs: limitWaitMs(headers, attempt, now) };
  }
  if (status >= 502 && status <= 504) {
    const after = retryAfterMs(text(headers, "retry-after"), serverNow(headers, now));
    return { kind: "transient", waitMs: after ?? transientWaitMs(attempt) };
  }
  return status < 400 ? { kind: "answer" } : { kind: "final" };
}
