/** @module The schema of `warrant.envelope/v1`: what a person delegated, for one commitment, within a scope, until a time. */

import * as z from "zod/mini";
import { effectKinds } from "../effect.ts";
import { requestScales } from "../scale.ts";

const texts = z.array(z.string());

/** Who did something, as the transport stamped it; never what a message says of itself. */
const Actor = z.strictObject({
  kind: z.enum(["person", "agent", "runtime", "system", "tool"]),
  id: z.string().check(z.minLength(1)),
});

const hours = z.number().check(z.positive());

const Escalation = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("wait") }),
  z.strictObject({ kind: z.literal("assume-conservative"), after_hours: hours }),
  z.strictObject({ kind: z.literal("abandon"), after_hours: hours }),
  z.strictObject({ kind: z.literal("reassign"), to: z.string().check(z.minLength(1)), after_hours: hours }),
]);

export const Envelope = z.strictObject({
  schema: z.literal("warrant.envelope/v1"),
  id: z.string(),
  version: z.int().check(z.positive()),
  commitment: z.string(),
  parent: z.optional(z.string()),
  granted_by: Actor,
  granted_at: z.string(),
  expires_at: z.string(),
  revoked_at: z.optional(z.unknown()),
  revoked_by: z.optional(z.unknown()),
  kinds: z.array(z.enum(effectKinds)),
  tools: z.optional(texts),
  any_tool: z.optional(z.literal(true)),
  paths: z.optional(texts),
  any_path: z.optional(z.literal(true)),
  hosts: texts,
  executes: texts,
  remotes: texts,
  spend_usd: z.union([z.literal("unlimited"), z.number().check(z.nonnegative())]),
  max_uses: z.union([z.literal("unlimited"), z.int().check(z.positive())]),
  permission: z.enum(requestScales.permission.words),
  escalation: Escalation,
  descendants: z.boolean(),
});
