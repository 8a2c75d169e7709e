/** @module Rounds of a sweep until it is interrupted: at a bounded rate, and slower while the platform fails. */

/** Milliseconds a round is put off at most while the platform fails. */
const longestWaitMs = 3_600_000;

export interface Rounds {
  /** One sweep; whether it did all that was to do. What it throws ends the watching. */
  readonly round: (count: number) => Promise<boolean>;
  readonly intervalMs: number;
  /** Rejects when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** Told how long it is until the next round, when that is longer than usual. */
  readonly onDelay: (milliseconds: number) => void;
}

/** Runs rounds until the signal is aborted. After one that did not end well the wait doubles each time, up to an hour. */
export async function watchRounds({ round, intervalMs, sleep, signal, onDelay }: Rounds): Promise<void> {
  let wait = intervalMs;
  for (let count = 1; ; count += 1) {
    const isWell = await round(count);
    wait = isWell ? intervalMs : Math.min(wait * 2, Math.max(longestWaitMs, intervalMs));
    if (!isWell) onDelay(wait);
    try {
      await sleep(wait, signal);
    } catch {
      return;
    }
  }
}
