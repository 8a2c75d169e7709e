/** @module Counts by name, with a bound on how many names there can be. */

import type { Outcome } from "./backtest-outcome.ts";

/** Changes, and how many of them came to what. */
export interface Count {
  changes: number;
  denied: number;
  undecided: number;
}

export function noChanges(): Count {
  return { changes: 0, denied: 0, undecided: 0 };
}

export function countIn(count: Count, outcome: Outcome): void {
  count.changes += 1;
  if (outcome !== "allowed") count[outcome] += 1;
}

/** Names that are kept apart; what comes after them is counted together. */
export const mostNames = 200;
export const otherName = "others";

export class CappedTally {
  readonly #counts = new Map<string, Count>();

  /** Names given first are listed in this order, also when nothing was counted for them. */
  constructor(names: readonly string[] = []) {
    for (const name of names) this.#counts.set(name, noChanges());
  }

  add(name: string, outcome: Outcome): void {
    const isKept = this.#counts.has(name) || this.#counts.size < mostNames;
    const key = isKept ? name.slice(0, 200) : otherName;
    const entry = this.#counts.get(key) ?? noChanges();
    countIn(entry, outcome);
    this.#counts.set(key, entry);
  }

  /** `given`: in the order of the constructor, then of arrival. `largest`: most changes first, ties by name. */
  shares(order: "given" | "largest"): ({ name: string } & Count)[] {
    const shares = [...this.#counts].map(([name, entry]) => ({ name, ...entry }));
    if (order === "given") return shares;
    return shares.sort((left, right) => right.changes - left.changes || (left.name < right.name ? -1 : 1));
  }
}
