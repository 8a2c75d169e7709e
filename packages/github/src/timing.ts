/** @module The clock and the waiting of the client, in one place so that tests need not wait. Nothing else reads a clock. */

import { setTimeout as sleep } from "node:timers/promises";

export interface Timing {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Milliseconds since 1970, for limits that are told as a time of day. */
  wallTime(): number;
  /** Waits; rejects with the signal's reason when it is aborted meanwhile. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const realTiming: Timing = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal });
  },
};
