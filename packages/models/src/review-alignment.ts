/** @module Asks a model whether a change serves its request. It fails open: a failure is told and changes nothing (cards, section 15). */

import { type AlignmentAnswer, alignmentBlocks, readAlignment } from "@warrant/kernel/card/alignment";
import type { CardCall } from "@warrant/kernel/card/card.schema";
import { type Failure, failureWords } from "@warrant/kernel/card/failure";
import type { AlignmentContext } from "@warrant/kernel/change/alignment-context";
import { ask, type Question, worstCost } from "./ask.ts";
import { alignmentPrompt } from "./prompts/alignment.v1.ts";
import { CardPurse } from "./spend.ts";
import { type CardWriting, surroundingsOf } from "./write-card.ts";

/** `advice` is what the judge of changes takes as `advice.alignment`. */
export interface AlignmentReview {
  readonly advice: (AlignmentAnswer & { readonly model_id: string }) | { readonly error: string };
  readonly call: CardCall | null;
}

function failed(failure: Failure, call: CardCall | null = null): AlignmentReview {
  return { advice: { error: failureWords(failure) }, call };
}

/** The advice of a model, named in `intent.alignment_model`. The budgets of cards hold for it too. Never throws for an answer. */
export async function reviewAlignment(
  context: AlignmentContext,
  model: string,
  how: CardWriting,
): Promise<AlignmentReview> {
  const { settings, sender, day } = how;
  if ("failure" in sender) return failed(sender.failure);
  const isLimited = settings.budget.cardUsd !== "unlimited" || settings.budget.dayUsd !== "unlimited";
  if (isLimited && !Object.hasOwn(settings.prices, model)) return failed({ code: "price_unknown" });
  const question: Question<AlignmentAnswer> = {
    role: "alignment",
    prompt: alignmentPrompt,
    blocks: alignmentBlocks(context),
    model,
    read: (text) => readAlignment(text, context.files),
  };
  const worst = worstCost(question, settings.prices);
  if (!new CardPurse(settings.budget).has(worst)) return failed({ code: "budget_card" });
  const reservation = await day.reserve(worst);
  if (reservation === null) return failed({ code: "budget_day" });
  try {
    const reply = await ask(question, surroundingsOf(how, sender));
    await reservation.spend(worst, reply.cost);
    if (!reply.ok) return failed(reply.failure, reply.call);
    return { advice: { ...reply.answer, model_id: model }, call: reply.call };
  } finally {
    await reservation.close();
  }
}
