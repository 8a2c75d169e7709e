/** @module The schema of ceiling and posture, the two halves of an engagement. */

import * as z from "zod/mini";
import { effectKinds } from "../effect.ts";
import { domains } from "../intent/reading/reading.ts";
import { requestScales } from "../scale.ts";
import { modalities, shapes } from "./engagement.ts";

const texts = z.array(z.string());
const finite = z.number().check(z.nonnegative());

/** What the words say about the removal of one thing, or one described set of things. */
export const RemovalEntry = z.strictObject({
  wording: z.enum(requestScales.wording.words),
  kind: z.string(),
  binding: z.enum(requestScales.binding.words),
  names: texts,
  ticket: z.optional(z.string()),
  range: z.optional(z.strictObject({ from: z.int(), to: z.int(), digits: z.int() })),
  prefix: z.optional(z.string()),
  states: texts,
  older_than_days: z.optional(finite),
  owners: texts,
  place: z.enum(["local", "shared"]),
});

const Scope = z.strictObject({
  otherwise: z.enum(requestScales.otherwise.words),
  grants: z.array(RemovalEntry),
  wording: z.enum(requestScales.wording.words),
});

export const Ban = z.strictObject({
  kind: z.enum([...effectKinds, "any"]),
  target: z.optional(z.string()),
  resource_kind: z.optional(z.string()),
  place: z.optional(z.string()),
  text: z.string(),
  standing: z.boolean(),
  strength: z.enum(["deny", "ask"]),
});

export const Ceiling = z.strictObject({
  schema: z.optional(z.literal("warrant.ceiling/v1")),
  permission: z.optional(z.enum(requestScales.permission.words)),
  approval: z.optional(z.enum(requestScales.approval.words)),
  kinds: z.optional(z.union([z.literal("all"), z.array(z.enum(effectKinds))])),
  removal: z.optional(z.array(Scope)),
  bans: z.optional(z.array(Ban)),
  deletion: z.optional(z.enum(requestScales.deletion.words)),
  tools: z.optional(z.strictObject({ allowed: z.union([z.literal("all"), texts]), denied: texts })),
  paths: z.optional(z.array(texts)),
  hosts: z.optional(z.array(texts)),
  branches: z.optional(z.enum(requestScales.branches.words)),
  attempts: z.optional(z.int().check(z.nonnegative())),
  spend_usd: z.optional(finite),
  domains: z.optional(z.union([z.literal("all"), z.array(z.enum(domains))])),
  modalities: z.optional(z.array(z.enum(modalities))),
  satisfaction: z.optional(z.enum(requestScales.satisfaction.words)),
});

export const Posture = z.strictObject({
  managed: z.boolean(),
  open_commitment: z.boolean(),
  checkpoint: z.boolean(),
  fallback: z.enum(requestScales.fallback.words),
  hil: z.enum(requestScales.hil.words),
  clarify: z.enum(requestScales.clarify.words),
  shape: z.enum(shapes),
  sources: z.boolean(),
  cadence: z.enum(requestScales.cadence.words),
  urgency: z.enum(requestScales.urgency.words),
  demand: z.strictObject({
    reasoning: z.boolean(),
    evidence: z.boolean(),
    structured: z.boolean(),
    direct_reply: z.boolean(),
  }),
  stop: z.enum(requestScales.stop.words),
  context: z.enum(requestScales.context.words),
  note: texts,
});

/** `warrant.ceiling/v1` and the posture beside it. */
export const Engagement = z.strictObject({ ceiling: Ceiling, posture: Posture });
