/** @module Counts over time in steps of one or more weeks, never more steps than a plot can show. */

import type { Outcome } from "./backtest-outcome.ts";
import { type Count, countIn, noChanges } from "./backtest-tally.ts";

export interface SeriesPoint extends Readonly<Count> {
  readonly from: string;
}

const day = 86_400_000;
const week = 7 * day;
/** 1970-01-01 was a Thursday; weeks begin on Mondays. */
const daysToMonday = 3;
/** Steps that are kept; past that two neighbours become one. */
export const mostPoints = 120;

function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** A history of any length and with any dates fits, because the steps grow: 1, 2, 4, … weeks. */
export class WeekSeries {
  #counts = new Map<number, Count>();
  #weeks = 1;
  #undated = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  /** `date` is RFC 3339; one that cannot be read is counted as undated. */
  add(date: string | null, outcome: Outcome): void {
    const time = date === null ? Number.NaN : Date.parse(date);
    if (!Number.isFinite(time)) {
      this.#undated += 1;
      return;
    }
    this.#first = Math.min(this.#first, time);
    this.#last = Math.max(this.#last, time);
    const step = Math.floor((time + daysToMonday * day) / (week * this.#weeks));
    const entry = this.#counts.get(step) ?? noChanges();
    countIn(entry, outcome);
    this.#counts.set(step, entry);
    while (this.#range() > mostPoints) this.#widen();
  }

  #steps(): [first: number, last: number] {
    const step = (time: number) => Math.floor((time + daysToMonday * day) / (week * this.#weeks));
    return [step(this.#first), step(this.#last)];
  }

  #range(): number {
    const [first, last] = this.#steps();
    return last - first + 1;
  }

  #widen(): void {
    const wider = new Map<number, Count>();
    for (const [step, entry] of this.#counts) {
      const key = Math.floor(step / 2);
      const sum = wider.get(key) ?? noChanges();
      sum.changes += entry.changes;
      sum.denied += entry.denied;
      sum.undecided += entry.undecided;
      wider.set(key, sum);
    }
    this.#counts = wider;
    this.#weeks *= 2;
  }

  /** The dates of the first and last change, or null when none has one. */
  span(): { first: string | null; last: string | null } {
    if (!Number.isFinite(this.#first)) return { first: null, last: null };
    return { first: dateOf(this.#first), last: dateOf(this.#last) };
  }

  /** Every step from the first to the last, also those without a change. */
  finish(): { weeks_per_point: number; undated: number; points: SeriesPoint[] } {
    const points: SeriesPoint[] = [];
    if (Number.isFinite(this.#first)) {
      const [first, last] = this.#steps();
      for (let step = first; step <= last; step += 1) {
        const entry = this.#counts.get(step) ?? noChanges();
        points.push({ from: this.#startOf(step), ...entry });
      }
    }
    return { weeks_per_point: this.#weeks, undated: this.#undated, points };
  }

  #startOf(step: number): string {
    const start = step * week * this.#weeks - daysToMonday * day;
    // A step can begin before the first date JavaScript knows.
    return dateOf(Math.max(-8_640_000_000_000_000, start));
  }
}
