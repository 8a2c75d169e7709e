/** @module What a person configures about models: provider, names, prices, budgets, deadlines (cards, section 16). */

/** A number of zero or more, or no limit at all. Zero means that nothing is spent. */
export type Amount = number | "unlimited";

/** USD for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

export interface ModelSettings {
  readonly enabled: boolean;
  readonly provider: "anthropic" | "openai-compatible";
  /** Of an OpenAI-compatible provider, with its version path. */
  readonly baseUrl: string | null;
  /** `strong` alone serves both roles. There is no default name. */
  readonly models: { readonly fast: string | null; readonly strong: string | null };
  readonly prices: Readonly<Record<string, Price>>;
  readonly budget: {
    readonly cardUsd: Amount;
    readonly cardTokens: Amount;
    readonly dayUsd: Amount;
    readonly dayTokens: Amount;
  };
  readonly timeouts: { readonly callSeconds: number; readonly cardSeconds: number };
}

export const defaultModelSettings: ModelSettings = {
  enabled: true,
  provider: "anthropic",
  baseUrl: null,
  models: { fast: null, strong: null },
  prices: {},
  budget: { cardUsd: 1, cardTokens: 250_000, dayUsd: 10, dayTokens: 5_000_000 },
  timeouts: { callSeconds: 60, cardSeconds: 150 },
};
