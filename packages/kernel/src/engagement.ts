/**
 * @module Ceiling and posture: the two halves of an engagement, and what they are made of. The ceiling carries all the
 * authority, the posture none.
 */

import * as z from "zod/mini";
import { effectKinds } from "./effect.ts";
import { requestScales } from "./scale.ts";

const texts = z.array(z.string());
const finite = z.number().check(z.nonnegative());

/** What a model would have to take in or give out. `data` is never demanded of a model, and is a modality all the same. */
export const modalities = ["text", "data", "image", "audio", "video", "screen", "stream"] as const;
export type Modality = (typeof modalities)[number];

/** One thing, or one described set of things, whose removal a request speaks of. */
export const RemovalEntry = z.strictObject({
  wording: z.enum(requestScales.wording.words),
  /** The kind of thing as the words name it (`branch`, `job`, …), or `any`. */
  kind: z.string(),
  binding: z.enum(requestScales.binding.words),
  /** Exact names as they were typed; one that ends in `/` is a folder or an address with everything below it. */
  names: texts,
  /** A whole token of the name. */
  ticket: z.optional(z.string()),
  /** Whole numbers, both ends included; with `digits` only those of so many digits (`48xx`). */
  range: z.optional(z.strictObject({ from: z.int(), to: z.int(), digits: z.optional(z.int()) })),
  /** How the name, or a segment of it, begins (`x*`). */
  prefix: z.optional(z.string()),
  older_than_days: z.optional(finite),
  /** Words such as `merged` or `stale`; they hold only where the facts of the thing state them. */
  states: texts,
  /** `me`, or the handles the words name. */
  owners: texts,
  /** `shared`: the copy that others use as well as the local one. */
  place: z.enum(["local", "shared"]),
});
export type RemovalEntry = z.infer<typeof RemovalEntry>;

/** What one request leaves of deletions: the entries that grant, and what becomes of all others. */
export const RemovalScope = z.strictObject({
  otherwise: z.enum(requestScales.otherwise.words),
  grants: z.array(RemovalEntry),
  /** Words spoke of removal without granting any; only says why a deletion asks. */
  vague: z.optional(z.boolean()),
});
export type RemovalScope = z.infer<typeof RemovalScope>;

/** What a person ruled out. Without target, kind of thing and place: the effect as a whole. */
export const Ban = z.strictObject({
  kind: z.enum([...effectKinds, "any"]),
  /** A name or path as it was typed. */
  target: z.optional(z.string()),
  /** The kind of thing the words rule out as a whole. */
  resource_kind: z.optional(z.string()),
  /** Everything there. */
  place: z.optional(z.enum(["local", "shared"])),
  /** The words, at most 120 characters. */
  text: z.string(),
  /** Holds for the rest of the session, not only for this thread. */
  standing: z.boolean(),
  /** Asks in place of denying: the same person also asked for it, or the words are not a person's request. */
  asks: z.optional(z.literal(true)),
});
export type Ban = z.infer<typeof Ban>;

/**
 * What may be done. Absent does not narrow, so the empty document is top; what is present and cannot be read is the bottom
 * of its field. A list of kinds, domains or tools permits what it names, an empty one nothing.
 */
export const Ceiling = z.strictObject({
  schema: z.optional(z.literal("warrant.ceiling/v1")),
  permission: z.optional(z.enum(requestScales.permission.words)),
  approval: z.optional(z.enum(requestScales.approval.words)),
  kinds: z.optional(z.union([z.literal("all"), z.array(z.enum(effectKinds))])),
  removal: z.optional(z.array(RemovalScope)),
  bans: z.optional(z.array(Ban)),
  deletion: z.optional(z.enum(requestScales.deletion.words)),
  tools: z.optional(z.strictObject({ allowed: z.union([z.literal("all"), texts]), denied: texts })),
  /** Lists of patterns; a path must match one of each list. */
  paths: z.optional(z.array(texts)),
  hosts: z.optional(z.array(texts)),
  branches: z.optional(z.enum(requestScales.branches.words)),
  /** The highest attempt that may run; 0 is none. */
  attempts: z.optional(z.int().check(z.nonnegative())),
  spend_usd: z.optional(finite),
  domains: z.optional(z.union([z.literal("all"), texts])),
  modalities: z.optional(z.array(z.enum(modalities))),
  satisfaction: z.optional(z.enum(requestScales.satisfaction.words)),
});
export type Ceiling = z.infer<typeof Ceiling>;

export const shapes = ["prose", "findings", "artifact", "diff", "report", "matrix"] as const;
export type Shape = (typeof shapes)[number];

/** How the work is done and told: what no safety review has to read. */
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
  /** Sentences for the model; empty when there is nothing it could not know. */
  note: texts,
});
export type Posture = z.infer<typeof Posture>;

export const Engagement = z.strictObject({ ceiling: Ceiling, posture: Posture });
export type Engagement = z.infer<typeof Engagement>;
