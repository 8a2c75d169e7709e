/** @module The schema of `warrant.request/v1`: a request as a host hands it over. Kept apart, so that the hook loads no schema. */

import * as z from "zod/mini";
import { acts } from "./reading.ts";

const text = z.string();
const few = z.array(text).check(z.maxLength(200));
const modalities = ["text", "data", "image", "audio", "video", "screen", "stream"] as const;

const Resource = z.strictObject({
  target: text,
  kind: text,
  name: text,
  place: z.enum(["local", "shared"]),
  owner: z.optional(text),
  states: z.optional(few),
  age_days: z.optional(z.number().check(z.nonnegative())),
});

const OpenThread = z.strictObject({ thread_id: text, act: z.enum(acts), keywords: few });

/** Absent means not known. Words of the scales are read later, so that an unknown one is careful instead of an error. */
export const Request = z.strictObject({
  schema: z.optional(z.literal("warrant.request/v1")),
  text,
  turn_id: z.optional(text),
  origin: z.optional(
    z.strictObject({
      kind: z.optional(text),
      via: z.optional(text),
      principal: z.optional(text),
      permission: z.optional(text),
    }),
  ),
  surface: z.optional(text),
  attendance: z.optional(text),
  attachments: z.optional(z.array(z.strictObject({ modality: z.enum(modalities), name: text }))),
  workspace: z.optional(
    z.strictObject({
      is_repo: z.optional(z.boolean()),
      dirty: z.optional(z.union([z.boolean(), z.literal("unknown")])),
      branch: z.optional(text),
      default_branch: z.optional(text),
      protected: z.optional(few),
    }),
  ),
  history: z.optional(
    z.strictObject({
      previous_act: z.optional(text),
      turn_index: z.optional(z.int().check(z.nonnegative())),
      running: z.optional(z.boolean()),
      open_threads: z.optional(z.array(OpenThread)),
    }),
  ),
  lineage: z.optional(z.enum(["corrects", "replaces"])),
  me: z.optional(text),
  resources: z.optional(z.array(Resource)),
  scaffold_tags: z.optional(few),
});
