/** @module What questions cost: the worst case before one is asked, what was used after, and the limits of a card (cards, 8). */

import type { Usage } from "./sender.ts";
import type { Amount, ModelSettings } from "./settings.ts";

/** Bytes of a prompt that a token holds at least, as it is estimated. */
const bytesOfToken = 3;

/** USD are null where no price is known. */
export interface Cost {
  readonly usd: number | null;
  readonly tokens: number;
}

export function estimatedTokens(bytes: number): number {
  return Math.ceil(bytes / bytesOfToken);
}

export function costOf({ input, output }: Usage, model: string, prices: ModelSettings["prices"]): Cost {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  const usd = price === undefined ? null : (input * price.input + output * price.output) / 1_000_000;
  return { usd, tokens: input + output };
}

function within(amount: number, limit: Amount): boolean {
  // Anything but a number of zero or more is no limit a person meant (law 3).
  return limit === "unlimited" || (Number.isFinite(limit) && limit >= 0 && amount <= limit);
}

export function addCosts(left: Cost, right: Cost): Cost {
  const usd = left.usd === null || right.usd === null ? null : left.usd + right.usd;
  return { usd, tokens: left.tokens + right.tokens };
}

export const noCost: Cost = { usd: 0, tokens: 0 };

/** Whether a cost stays inside limits. A cost in USD that nobody knows does so only where USD are unlimited. */
export function fits(cost: Cost, usd: Amount, tokens: Amount): boolean {
  return within(cost.tokens, tokens) && (cost.usd === null ? usd === "unlimited" : within(cost.usd, usd));
}

/** The day's book of one repository, kept in the ledger where there is one. */
export interface DayBook {
  /** Sets aside the worst case in one step, or null when the day has not that much left. */
  readonly reserve: (worst: Cost) => Promise<Reservation | null>;
}

export interface Reservation {
  /** Replaces a part of what was set aside by what was used. */
  readonly spend: (reserved: Cost, used: Cost) => Promise<void>;
  /** Gives back what is left. */
  readonly close: () => Promise<void>;
}

/** No day's budget: where nothing is remembered, only that of a card holds. */
export const noDayBook: DayBook = {
  reserve: async () => ({ spend: async () => {}, close: async () => {} }),
};

/** What one card may still spend, and has. */
export class CardPurse {
  readonly #budget: ModelSettings["budget"];
  #spent: Cost = noCost;

  constructor(budget: ModelSettings["budget"]) {
    this.#budget = budget;
  }

  has(cost: Cost): boolean {
    return fits(addCosts(this.#spent, cost), this.#budget.cardUsd, this.#budget.cardTokens);
  }

  take(cost: Cost): void {
    this.#spent = addCosts(this.#spent, cost);
  }

  get spent(): Cost {
    return this.#spent;
  }
}
