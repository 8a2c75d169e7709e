/** @module Judging that is watched: after a second it is said that it has begun, and at the deadline it is over. */

import type { Timing } from "../timing.ts";
import { causeOf } from "./platform.ts";

/** Milliseconds after which a verdict is late enough to say that work has begun; one that is there sooner saves a write. */
export const beginAfterMs = 1000;
/** Milliseconds for judging. A check run that was begun is completed within 60 s, and publishing takes its part of that. */
export const judgingDeadlineMs = 50_000;

export interface Watch {
  readonly timing: Pick<Timing, "sleep">;
  /** Says that work has begun. Its failure is not ours: publishing will meet the same one and report it. */
  readonly begin: () => Promise<unknown>;
  readonly beginAfterMs: number;
  readonly deadlineMs: number;
  /** Ends the work early. */
  readonly signal: AbortSignal;
}

export type Watched<Result> = { readonly result: Result } | { readonly failure: string };

/** Resolves after a time, or at once when the signal is aborted; never rejects. */
async function elapsed(timing: Watch["timing"], milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await timing.sleep(milliseconds, signal);
  } catch {
    // Nobody waits for it any more.
  }
}

/**
 * Runs work that must end in time. Never rejects: an error, an interruption and a deadline are failures with a cause in
 * words. When it returns nothing that it started still writes.
 */
export async function watched<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  watch: Watch,
): Promise<Watched<Result>> {
  const ended = new AbortController();
  const working = AbortSignal.any([ended.signal, watch.signal]);
  const over = new AbortController();
  const deadline = elapsed(watch.timing, watch.deadlineMs, AbortSignal.any([over.signal, watch.signal])).then(
    (): Watched<Result> => ({
      failure: watch.signal.aborted
        ? "The work was interrupted."
        : `Judging did not end within ${Math.round(watch.deadlineMs / 1000)} s.`,
    }),
  );
  const beginning = async (): Promise<void> => {
    await elapsed(watch.timing, watch.beginAfterMs, AbortSignal.any([over.signal, watch.signal]));
    if (over.signal.aborted || watch.signal.aborted) return;
    try {
      await watch.begin();
    } catch {
      // See `begin`.
    }
  };
  const begun = beginning();
  const worked = Promise.resolve()
    .then(() => work(working))
    .then(
      (result): Watched<Result> => ({ result }),
      (error: unknown): Watched<Result> => ({ failure: causeOf(error) }),
    );
  const outcome = await Promise.race([worked, deadline]);
  over.abort();
  ended.abort();
  await begun;
  return outcome;
}
