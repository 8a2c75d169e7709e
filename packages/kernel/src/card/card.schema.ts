/** @module The card document, `warrant.card/v1`: what a change does, who said so, and what was not shown (cards, section 2). */

import * as z from "zod/mini";
import { floorScale } from "../scale.ts";
import { FloorResult } from "../verdict.ts";
import { cardLimits, outcomes } from "./answers.ts";
import { failureCodes } from "./failure.ts";
import { riskSources } from "./risk.ts";
import { mostNotShown } from "./shown.ts";

export const cardSchemaName = "warrant.card/v1";
export const cardStates = ["checked", "unchecked", "unavailable"] as const;
/** A card holds calls of the first three; the reviewer of alignment is asked by the same port and recorded alike. */
export const callRoles = ["first_pass", "writer", "verifier", "alignment"] as const;

const count = z.int().check(z.nonnegative());
const words = z.string().check(z.maxLength(cardLimits.words));
const paths = z.array(z.string()).check(z.maxLength(cardLimits.paths));
const digest = z.string();
const hiddenReasons = [
  "submodule",
  "binary",
  "lockfile",
  "generated",
  "no_patch",
  "too_large",
  "over_budget",
  "long_line",
] as const;

export const CardCall = z.strictObject({
  role: z.enum(callRoles),
  provider: z.string(),
  model: z.string(),
  /** The name the provider answered with, where it differs. */
  answered_by: z.nullable(z.string()),
  prompt: z.strictObject({ version: z.string(), digest }),
  /** Of the text of the answer; null without one. */
  answer_digest: z.nullable(digest),
  attempts: z.nullable(count),
  input_tokens: count,
  output_tokens: count,
  usage: z.enum(["reported", "estimated"]),
  /** In USD; null when no price is known. */
  cost_usd: z.nullable(z.number()),
  ms: z.nullable(count),
  outcome: z.union([z.literal("answered"), z.enum(failureCodes)]),
});
export type CardCall = z.infer<typeof CardCall>;

export const Card = z.strictObject({
  schema: z.literal(cardSchemaName),
  card_id: z.string().check(z.regex(/^card_[a-z2-7]{26}$/)),
  repository: z.string(),
  number: z.nullable(count),
  head_sha: z.string(),
  base_sha: z.string(),
  state: z.enum(cardStates),
  state_reason: z.nullable(z.enum(failureCodes)),
  state_detail: z.nullable(z.string()),
  agrees: z.nullable(z.boolean()),
  goal: z.nullable(words),
  behavior_changes: z
    .array(z.strictObject({ id: z.string(), text: words, paths }))
    .check(z.maxLength(cardLimits.changes)),
  out_of_scope: z
    .array(z.strictObject({ path: z.string(), by: z.array(z.enum(["writer", "verifier"])), why: words }))
    .check(z.maxLength(cardLimits.outOfScope)),
  claims: z.array(
    z.strictObject({
      id: z.string(),
      text: words,
      outcome: z.enum([...outcomes, "not_judged"]),
      why: z.nullable(words),
      paths,
      quote: z.nullable(z.string()),
      quote_grade: z.nullable(z.enum(["exact", "repaired"])),
    }),
  ),
  missed: z
    .array(z.strictObject({ text: words, paths, quote: z.nullable(z.string()) }))
    .check(z.maxLength(cardLimits.missed)),
  /** Paths the models named that the change does not have. */
  dropped_paths: count,
  risk: z.strictObject({
    class: z.enum(floorScale.words),
    contributors: z.array(
      z.strictObject({ source: z.enum(riskSources), class: z.enum(floorScale.words), why: z.string() }),
    ),
  }),
  floor_reasons: FloorResult.shape.contributors,
  shown: z.strictObject({
    files: count,
    files_listed: count,
    files_shown: count,
    bytes: count,
    bytes_shown: count,
    not_shown: z
      .array(z.strictObject({ path: z.string(), reason: z.enum(hiddenReasons), bytes: count }))
      .check(z.maxLength(mostNotShown)),
    not_shown_omitted: count,
  }),
  calls: z.array(CardCall),
  digests: z.strictObject({ facts: digest, config: digest, verdict: digest }),
  /** The platform's own time of the writing that showed the card; null until then. */
  published_at: z.nullable(z.string()),
});
export type Card = z.infer<typeof Card>;
