/** @module A model's answer about alignment: read strictly, merged so that it can only add caution (section 12.6). */

import * as z from "zod/mini";
import { cleanQuote } from "../text/clean.ts";
import type { Alignment, AlignmentModel } from "../verdict.ts";
import { alignmentStatuses } from "../verdict.ts";
import { pathForModel } from "./alignment-context.ts";

/** What the judge takes from a model: its answer, why there is none, or null when no model was asked. */
export type AlignmentAdvice = { readonly answer: AlignmentModel } | { readonly error: string } | null;

export const maximumAdviceFiles = 20;
const maximumModelId = 100;

const Answer = z.strictObject({
  status: z.enum(alignmentStatuses),
  confidence: z.number(),
  rationale: z.string(),
  files: z.array(z.string()),
  model_id: z.string().check(z.minLength(1)),
});
const Failure = z.strictObject({ error: z.string() });

/**
 * Reads `advice.alignment`. Never throws: whatever is not exactly an answer is an error, which changes no status.
 *
 * Confidence is clamped to 0–1. The rationale is cleaned to one line of at most 200 characters.
 */
export function readAlignmentAdvice(value: unknown): AlignmentAdvice {
  if (value === undefined || value === null) return null;
  const failure = Failure.safeParse(value);
  if (failure.success) return { error: cleanQuote(failure.data.error) || "the model gave no answer" };
  const answer = Answer.safeParse(value);
  if (!answer.success) return { error: "the model's answer does not have the shape that was asked for" };
  const { status, confidence, rationale, files, model_id } = answer.data;
  return {
    answer: {
      status,
      confidence: Math.min(1, Math.max(0, confidence)),
      rationale: cleanQuote(rationale),
      files,
      model_id: cleanQuote(model_id).slice(0, maximumModelId).toWellFormed(),
    },
  };
}

/**
 * The alignment with a model's answer merged in. Misaligned stands whatever else was found; unclear turns only aligned into
 * unclear; aligned and an error change nothing. Files that the change does not have are dropped.
 */
export function mergeAdvice(alignment: Alignment, advice: AlignmentAdvice): Alignment {
  if (advice === null) return alignment;
  if ("error" in advice) return { ...alignment, model_error: advice.error };
  const named = new Set(advice.answer.files);
  // The paths a model saw are cleaned.
  const files = alignment.files
    .map((file) => file.path)
    .filter((path) => named.has(path) || named.has(pathForModel(path)))
    .slice(0, maximumAdviceFiles);
  const model = { ...advice.answer, files };
  const hasRationale = model.rationale.trim() !== "";
  if (model.status === "misaligned") {
    const said = hasRationale ? model.rationale : "A model found the change to be outside the request.";
    const keeps = alignment.status === "misaligned" && !hasRationale;
    return { ...alignment, status: "misaligned", rationale: keeps ? alignment.rationale : said, model };
  }
  if (model.status === "unclear" && alignment.status === "aligned") {
    const said = hasRationale ? model.rationale : "A model could not tell whether the change is what was asked for.";
    return { ...alignment, status: "unclear", rationale: said, model };
  }
  return { ...alignment, model };
}
