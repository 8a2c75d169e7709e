/** @module The schema of `executor_evidence_v2`, for editors and other programs; the gate reads by hand to name every fault. */

import * as z from "zod/mini";
import { claimKinds, documentId, outputLimits, outputVersion } from "./output.ts";

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const id = z.string().check(z.regex(documentId));
const line = z.int().check(z.minimum(1));

export const ExecutorOutput = z.strictObject({
  schema_version: z.literal(outputVersion),
  task: text(outputLimits.task),
  claims: z
    .array(
      z.strictObject({
        id,
        text: text(outputLimits.text),
        kind: z.enum(claimKinds),
        evidence_ids: z.array(id),
      }),
    )
    .check(z.minLength(1), z.maxLength(outputLimits.claims)),
  evidence: z
    .array(
      z.strictObject({
        id,
        invocation_id: text(outputLimits.name),
        tool: text(outputLimits.name),
        excerpt: text(outputLimits.excerpt),
        locator: z.optional(
          z.strictObject({
            path: z.optional(z.string()),
            line_start: z.optional(line),
            line_end: z.optional(line),
            pointer: z.optional(z.string()),
          }),
        ),
        note: z.optional(z.string().check(z.maxLength(outputLimits.note))),
      }),
    )
    .check(z.maxLength(outputLimits.evidence)),
});
