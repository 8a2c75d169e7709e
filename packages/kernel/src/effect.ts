/** @module Effects: what one tool call would do, as the action gate reads it and as ceilings and envelopes limit it. */

import * as z from "zod/mini";
import { requestScales } from "./scale.ts";

/** Every kind of effect, from looking to holding more rights. */
export const effectKinds = [
  "read",
  "write",
  "delete",
  "execute",
  "network",
  "publish",
  "pay",
  "configure",
  "delegate",
  "elevate",
] as const;
export type EffectKind = (typeof effectKinds)[number];

/** One effect of a call. `target` is `?` when it is not known; `certain: false` when only one of several readings has it. */
export const Effect = z.strictObject({
  kind: z.enum(effectKinds),
  target: z.string(),
  reversibility: z.enum(requestScales.reversibility.words),
  certain: z.boolean(),
  recursive: z.optional(z.boolean()),
  via: z.optional(z.string()),
});
export type Effect = z.infer<typeof Effect>;
