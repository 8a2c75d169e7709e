/** @module Why there is no card, or why nobody checked it: a code for programs, a sentence and a next step for people (cards, 10). */

export const failureCodes = [
  "disabled",
  "no_key",
  "no_model",
  "key_rejected",
  "price_unknown",
  "budget_card",
  "budget_day",
  "unreachable",
  "timeout",
  "rate_limited",
  "overloaded",
  "provider_error",
  "too_large",
  "refused",
  "truncated_answer",
  "bad_answer",
  "hostile_answer",
  "stale_head",
  "cancelled",
  "internal",
] as const;
export type FailureCode = (typeof failureCodes)[number];

interface Wording {
  readonly sentence: string;
  readonly next: string;
}

const again = "It is asked again by the next sweep, or by `warrant card --fresh`.";

const wordings: Readonly<Record<FailureCode, Wording>> = {
  disabled: { sentence: "Cards are switched off.", next: "Set `card.enabled: true` in warrant.yaml to have them." },
  no_key: {
    sentence: "No key for a model is set.",
    next: "Set ANTHROPIC_API_KEY, or WARRANT_MODEL_API_KEY for another provider. Jobs of forks get no secrets.",
  },
  no_model: { sentence: "No model is named.", next: "Name one in warrant.yaml under `card.models.strong`." },
  key_rejected: {
    sentence: "The provider did not accept the key.",
    next: "Check the key. It is not tried again for this commit.",
  },
  price_unknown: {
    sentence: "There is a budget in USD, and the price of the model is not known.",
    next: "Give it in warrant.yaml under `card.prices`, or set the budgets in USD to `unlimited`.",
  },
  budget_card: {
    sentence: "The questions could cost more than one card may.",
    next: "Raise `card.budget.card_usd` or `card.budget.card_tokens`.",
  },
  budget_day: {
    sentence: "The budget of this day is spent.",
    next: "Wait until 00:00 UTC, or raise `card.budget.day_usd` or `card.budget.day_tokens`.",
  },
  unreachable: { sentence: "The provider could not be reached.", next: again },
  timeout: { sentence: "The model did not answer in time.", next: again },
  rate_limited: { sentence: "The provider takes no more questions for now.", next: again },
  overloaded: { sentence: "The provider is overloaded.", next: again },
  provider_error: { sentence: "The provider answered with an error.", next: again },
  too_large: {
    sentence: "The change is too large for the model, also with half of its diff.",
    next: "Split the change, or name a model that reads more.",
  },
  refused: { sentence: "The model declined to answer.", next: "Read the change yourself." },
  truncated_answer: { sentence: "The model's answer was cut off.", next: again },
  bad_answer: { sentence: "The model's answer was not of the form that was asked for, twice.", next: again },
  hostile_answer: {
    sentence: "The model's answer speaks to a model or imitates this gate, so text of the change may speak through it.",
    next: "Read the change yourself.",
  },
  stale_head: { sentence: "The change moved while it was read.", next: "The new commit gets a card of its own." },
  cancelled: { sentence: "It was cancelled.", next: again },
  internal: { sentence: "Warrant failed.", next: "Report it with the id in the log." },
};

/** What failed. `detail` is one sentence in our words, such as the status that came back; never text of an answer. */
export interface Failure {
  readonly code: FailureCode;
  readonly detail?: string;
}

/** What is told to people where the card, or its check, would be. */
export function failureWords({ code, detail }: Failure): string {
  const { sentence, next } = wordings[code];
  return [sentence, ...(detail === undefined || detail === "" ? [] : [detail]), next].join(" ");
}
