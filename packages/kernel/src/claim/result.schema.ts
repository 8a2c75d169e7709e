/** @module The schema of `warrant.gatekeeper-result/v1`, for the programs that store and read results. */

import * as z from "zod/mini";
import { severities } from "../finding.ts";
import { claimRules } from "./finding.ts";
import { excerptGrades } from "./match/grade.ts";
import { resultSchema } from "./result.ts";

const count = z.int().check(z.nonnegative());
const outcome = z.enum(["supported", "contradicted", "unverified"]);

const Finding = z.strictObject({
  rule: z.enum(claimRules),
  code: z.string(),
  severity: z.enum(severities),
  message: z.string(),
  where: z.strictObject({
    claim: z.optional(z.string()),
    evidence: z.optional(z.string()),
    invocation: z.optional(z.string()),
    line: z.optional(count),
  }),
  quote: z.optional(z.string()),
  next: z.string(),
});

const Receipt = z.strictObject({
  kind: z.enum([
    "tests_pass",
    "build_succeeds",
    "typecheck_clean",
    "lint_clean",
    "file_created",
    "file_modified",
    "file_deleted",
    "no_other_files_changed",
    "ran_command",
  ]),
  outcome,
  reason: z.string(),
  invocation_ids: z.array(z.string()),
  strength: z.enum(["observed", "independent", "attested", "reported"]),
});

export const GatekeeperResult = z.strictObject({
  schema: z.literal(resultSchema),
  status: z.enum(["pass", "fail", "error"]),
  checks: z.array(
    z.strictObject({
      rule: z.enum(claimRules),
      status: z.enum(["pass", "fail", "error", "skipped"]),
      findings: z.array(Finding),
    }),
  ),
  claims: z.array(
    z.strictObject({
      id: z.string(),
      outcome,
      basis: z.enum(["receipt", "quoted", "none"]),
      coverage: z.nullable(z.number()),
      grounding: z.nullable(z.number()),
      receipts: z.array(Receipt),
      evidence_ids: z.array(z.string()),
      because: z.string(),
    }),
  ),
  evidence: z.array(
    z.strictObject({
      id: z.string(),
      invocation_id: z.string(),
      pane: z.nullable(z.enum(["text", "structured"])),
      grade: z.nullable(z.enum(excerptGrades)),
      veto: z.nullable(z.string()),
      coverage: z.number(),
      spans: z.array(z.tuple([count, count])),
      line_start: z.nullable(count),
      line_end: z.nullable(count),
      count,
      owner: z.nullable(z.string()),
    }),
  ),
  pool: z.strictObject({
    agent: z.string(),
    session: z.string(),
    size: count,
    calls: count,
    used: count,
    share: z.number(),
    complete: z.boolean(),
    gaps: z.array(z.strictObject({ what: z.string(), count: z.number(), where: z.optional(z.string()) })),
  }),
  digests: z.strictObject({ output: z.string(), trace: z.string(), config: z.string(), result: z.string() }),
  rules_version: z.int(),
});
