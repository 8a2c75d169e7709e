/** @module Turns of writing: one write at a time to a repository, each at least a second after the one before (GitHub, section 1). */

import type { Timing } from "./timing.ts";

const pauseMs = 1000;

export class WriteTurns {
  readonly #timing: Timing;
  readonly #turns = new Map<string, Promise<number>>();

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  /** Runs a write when those before it for the same repository are done. A write that fails does not hold up the next. */
  async take<Result>(repository: string, signal: AbortSignal, write: () => Promise<Result>): Promise<Result> {
    const key = repository.toLowerCase();
    const before = this.#turns.get(key) ?? Promise.resolve(Number.NEGATIVE_INFINITY);
    const run = before.then(async (last) => {
      const pause = last + pauseMs - this.#timing.now();
      if (pause > 0) await this.#timing.sleep(pause, signal);
      signal.throwIfAborted();
      const start = this.#timing.now();
      return { start, result: await write() };
    });
    const turn = run.then(
      ({ start }) => start,
      () => this.#timing.now(),
    );
    // Re-inserted, so that the oldest names are first and are forgotten first: their second is long over.
    this.#turns.delete(key);
    this.#turns.set(key, turn);
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > 1000 && oldest !== undefined) this.#turns.delete(oldest);
    return (await run).result;
  }
}
