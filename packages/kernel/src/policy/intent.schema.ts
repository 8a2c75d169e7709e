/** @module The schema of `warrant.intent/v1`. */

import * as z from "zod/mini";
import { effectKinds } from "../effect.ts";
import { Finding } from "../finding.ts";
import { acts, domains } from "../intent/reading/reading.ts";
import { requestScales } from "../scale.ts";
import { Ban, Ceiling, Engagement, Posture, RemovalEntry } from "./engagement.schema.ts";
import { modalities } from "./engagement.ts";

const share = z.number().check(z.minimum(0), z.maximum(1));

const Reading = z.strictObject({
  act: z.enum(acts),
  acts: z.array(z.enum(acts)),
  horizon: z.enum(requestScales.horizon.words),
  stakes: z.enum(requestScales.stakes.words),
  evidence: z.enum(requestScales.evidence.words),
  clarity: z.enum(requestScales.clarity.words),
  inputs: z.array(z.enum(modalities)),
  outputs: z.array(z.enum(modalities)),
  attendance: z.enum(requestScales.attendance.words),
  domains: z.union([z.literal("all"), z.array(z.enum(domains))]),
  removal: z.array(RemovalEntry),
  confidences: z.strictObject({ act: share, horizon: share, stakes: share, evidence: share }),
  confidence: share,
});

const Strand = z.strictObject({
  strand_id: z.string(),
  thread_id: z.string(),
  text: z.string(),
  role: z.enum(["ban", "social", "request", "question", "statement", "imperative", "unknown-verb"]),
  state: z.enum(["unread", "provisional", "confident"]),
  reading: Reading,
  relation: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("independent") }),
    z.strictObject({ kind: z.literal("sequential"), after: z.string() }),
    z.strictObject({ kind: z.literal("dependent"), on: z.string() }),
  ]),
  lineage: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("new") }),
    z.strictObject({ kind: z.literal("continues"), thread_id: z.string(), merges: z.array(z.string()) }),
    z.strictObject({ kind: z.literal("corrects"), thread_id: z.string() }),
    z.strictObject({ kind: z.literal("replaces"), thread_id: z.string() }),
  ]),
  ceiling: Ceiling,
  posture: Posture,
});

export const Intent = z.strictObject({
  schema: z.literal("warrant.intent/v1"),
  turn: z.enum(["work", "affirmation", "social", "bans", "empty", "not-human", "no-standing", "control"]),
  reading: Reading,
  strands: z.array(Strand),
  engagement: Engagement,
  bans: z.array(Ban),
  named: z.array(z.strictObject({ text: z.string(), kind: z.enum(effectKinds), target: z.string() })),
  provenance: z.strictObject({
    tier: z.enum(["declared", "signals", "general", "local-model", "cloud-model"]),
    resolver_version: z.int(),
    reproducible: z.boolean(),
    model_id: z.optional(z.string()),
    prompt_digest: z.optional(z.string()),
    escalation: z.optional(z.string()),
  }),
  signals: z.array(
    z.strictObject({
      kind: z.enum(["lexical", "structural", "deictic", "workspace", "session", "surface", "attachment", "declared"]),
      name: z.string(),
      weight: z.number(),
      detail: z.string(),
    }),
  ),
  findings: z.array(Finding),
  note: z.string(),
});
