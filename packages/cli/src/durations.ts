/** @module Median and 95th percentile of any number of durations, in a fixed number of bins. */

/** Neighbouring bins differ by 1 %, so a percentile is right to about half of that. */
const ratio = 1.01;
const smallest = 0.001;
const bins = 2600;

function binOf(milliseconds: number): number {
  const index = Math.round(Math.log(Math.max(smallest, milliseconds) / smallest) / Math.log(ratio));
  return Math.min(bins - 1, index);
}

export class Durations {
  readonly #counts = new Uint32Array(bins);
  #count = 0;
  #total = 0;
  #longest = 0;

  /** A duration that is no number, or negative, counts as zero. */
  add(milliseconds: number): void {
    const value = Number.isFinite(milliseconds) && milliseconds > 0 ? milliseconds : 0;
    const bin = binOf(value);
    this.#counts[bin] = (this.#counts[bin] ?? 0) + 1;
    this.#count += 1;
    this.#total += value;
    this.#longest = Math.max(this.#longest, value);
  }

  #percentile(share: number): number {
    let left = Math.ceil(this.#count * share);
    for (const [bin, count] of this.#counts.entries()) {
      left -= count;
      if (left <= 0 && count > 0) return Math.min(this.#longest, smallest * ratio ** bin);
    }
    return 0;
  }

  finish(): { median_ms: number; p95_ms: number; longest_ms: number; total_ms: number } {
    const rounded = (value: number) => Math.round(value * 1000) / 1000;
    return {
      median_ms: rounded(this.#percentile(0.5)),
      p95_ms: rounded(this.#percentile(0.95)),
      longest_ms: rounded(this.#longest),
      total_ms: rounded(this.#total),
    };
  }
}
