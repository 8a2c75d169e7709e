/** @module The second that lies between two writes to a repository, waited for before anything is read for the write. */

import type { Timing } from "../timing.ts";

/** Milliseconds between the starts of two writes; the platform counts faster ones as abuse. */
export const writeGap = 1000;

/**
 * Waits before a write. The client spaces writes too; waiting here comes before the head is read, so that what was read is
 * fresh when the write leaves.
 */
export class WritePace {
  readonly #timing: Pick<Timing, "now" | "sleep">;
  readonly #signal: AbortSignal;
  #last = Number.NEGATIVE_INFINITY;

  constructor(timing: Pick<Timing, "now" | "sleep">, signal: AbortSignal) {
    this.#timing = timing;
    this.#signal = signal;
  }

  /** Waits for the next turn; true when there was something to wait for. */
  async turn(): Promise<boolean> {
    const wait = this.#last + writeGap - this.#timing.now();
    if (wait <= 0) return false;
    await this.#timing.sleep(wait, this.#signal);
    return true;
  }

  /** Runs a write and remembers when it left. */
  async write<Result>(write: () => Promise<Result>): Promise<Result> {
    await this.turn();
    this.#last = this.#timing.now();
    return await write();
  }
}
