/** @module The one way a request to GitHub fails: a code, what was asked, what came back, what to do. */

export const platformErrorCodes = [
  "platform-auth",
  "platform-limit",
  "platform-missing",
  "platform-failed",
  "platform-shape",
] as const;
export type PlatformErrorCode = (typeof platformErrorCodes)[number];

export interface PlatformFailure {
  readonly code: PlatformErrorCode;
  /** What was asked, as `GET /repos/o/r/pulls/1/files`. Never a body, never a token. */
  readonly asked: string;
  /** What came back, as a clause: `404`, `no answer within 10 s`. */
  readonly came: string;
  readonly next: string;
  /** The HTTP status of the last answer; null: there was none. */
  readonly status?: number | null;
  /** Requests that were made for it. */
  readonly requests?: number;
  /** When the platform would answer again, where it said so. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * A request that did not give what was asked for.
 *
 * Nothing of an answer's body is in the text, and no low-level error hangs on it as its cause: both can hold what must not
 * be printed.
 */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly code: PlatformErrorCode;
  readonly asked: string;
  readonly came: string;
  readonly status: number | null;
  readonly requests: number;
  readonly retryAfterMs: number | undefined;

  constructor(failure: PlatformFailure) {
    super(`GitHub was asked for ${failure.asked}; ${failure.came}. ${failure.next}`);
    this.code = failure.code;
    this.asked = failure.asked;
    this.came = failure.came;
    this.status = failure.status ?? null;
    this.requests = failure.requests ?? 0;
    this.retryAfterMs = failure.retryAfterMs;
  }
}

/** The cause as an `incomplete` entry says it: what was asked and what came back, without advice. */
export function whyFailed(error: unknown): string {
  return error instanceof PlatformError ? `${error.asked}: ${error.came}` : "the answer could not be read";
}
