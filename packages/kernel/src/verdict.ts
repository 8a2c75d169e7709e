/** @module The verdict document, `warrant.verdict/v1`: the decision, its reasons and the digests of what it was decided from. */

import * as z from "zod/mini";
import { Finding } from "./finding.ts";
import { autonomyScale, confidenceScale, floorScale, riskScale, tierScale, writeScopeScale } from "./scale.ts";

export const verdictSchemaName = "warrant.verdict/v1";
/** Raised whenever a rule or a default list changes, so a stored verdict of older rules is never believed. */
export const rulesVersion = 1;

const count = z.int().check(z.nonnegative());

export const AgentEvidence = z.strictObject({
  signal: z.enum(["account", "commit", "trailer", "signature", "branch_shape", "branch_prefix"]),
  value: z.string(),
  names: z.string(),
  strength: z.enum(confidenceScale.words),
});
export type AgentEvidence = z.infer<typeof AgentEvidence>;

export const AgentIdentity = z.strictObject({
  kind: z.enum(["agent", "dependency_bot", "automation_bot", "unknown"]),
  name: z.nullable(z.string()),
  confidence: z.enum(confidenceScale.words),
  evidence: z.array(AgentEvidence),
});
export type AgentIdentity = z.infer<typeof AgentIdentity>;

export const gatedReasons = ["agent", "unknown", "everyone", "not_agent", "bot"] as const;

export const TierResult = z.strictObject({
  value: z.union(tierScale.words.map((word) => z.literal(word))),
  rule: z.string(),
  reason: z.string(),
  /** At most 20 of the paths that decided. */
  paths: z.array(z.string()),
});
export type TierResult = z.infer<typeof TierResult>;

export const Evidence = z.strictObject({
  linked_issue: z.strictObject({
    present: z.boolean(),
    issues: z.array(
      z.strictObject({
        repository: z.string(),
        number: z.number(),
        link: z.enum(["explicit", "closing", "reference", "unknown"]),
        counts: z.boolean(),
        because: z.string(),
      }),
    ),
  }),
  approved_plan: z.strictObject({
    present: z.boolean(),
    source: z.nullable(z.enum(["beads", "label", "file"])),
    plans: z.array(
      z.strictObject({
        id: z.string(),
        source: z.enum(["beads", "label", "file", "unknown"]),
        counts: z.boolean(),
        because: z.string(),
      }),
    ),
  }),
  human_approval: z.strictObject({
    present: z.boolean(),
    needed: count,
    approvals: z.array(z.strictObject({ login: z.nullable(z.string()), counts: z.boolean(), because: z.string() })),
    vetoes: z.array(z.nullable(z.string())),
  }),
});
export type Evidence = z.infer<typeof Evidence>;

export const referenceKinds = ["closing", "reference", "mention"] as const;
export const VerdictReference = z.strictObject({
  repository: z.string(),
  number: z.number(),
  kind: z.enum(referenceKinds),
  keyword: z.nullable(z.string()),
  form: z.string(),
  quoted: z.boolean(),
  anchor: z.optional(z.string()),
  /** Every text it stood in: `title`, `body` or `commit:<sha>`. */
  where: z.array(z.string()),
});
export type VerdictReference = z.infer<typeof VerdictReference>;

export const attributionStatuses = ["mapped", "unmapped", "unlinked", "ambiguous", "suggested"] as const;
export type AttributionStatus = (typeof attributionStatuses)[number];
export const attributionSources = [
  "explicit_metadata",
  "closing_issue",
  "parent_issue",
  "referenced_issue",
  "project",
  "milestone",
  "issue_labels",
  "artifact_labels",
  "suggestion",
  "none",
] as const;
const Root = z.strictObject({
  type: z.enum(["issue", "change"]),
  repository: z.string(),
  number: z.nullable(z.number()),
  url: z.nullable(z.string()),
});
export type Root = z.infer<typeof Root>;

export const riskDimension = [...riskScale.words, "unknown"] as const;
export const Attribution = z.strictObject({
  status: z.enum(attributionStatuses),
  source: z.enum(attributionSources),
  rule: z.string(),
  root: z.nullable(Root),
  roots: z.array(Root),
  key: z.nullable(z.string()),
  labels: z.array(z.string()),
  dimensions: z.strictObject({
    priority: z.nullable(z.string()),
    domains: z.array(z.string()),
    initiative: z.nullable(z.string()),
    risk: z.nullable(z.enum(riskDimension)),
  }),
  weight: z.nullable(z.number()),
  config_digest: z.string(),
  resolver: z.literal("attribution/v1"),
});
export type Attribution = z.infer<typeof Attribution>;

export const ExecutionPolicy = z.strictObject({
  autonomy: z.enum(autonomyScale.words),
  write_scope: z.enum(writeScopeScale.words),
  human_approval_required: z.boolean(),
  auto_merge_allowed: z.boolean(),
  max_attempts: z.int().check(z.positive()),
  allowed_tools: z.nullable(z.array(z.string())),
  denied_tools: z.array(z.string()),
  required_checks: z.array(z.string()),
  rule_ids: z.array(z.string()),
});
export type ExecutionPolicy = z.infer<typeof ExecutionPolicy>;

export const PolicyDecision = z.strictObject({
  schema: z.literal("warrant.policy-decision/v1"),
  intent: Attribution,
  policy: ExecutionPolicy,
  applied_rules: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
  not_applied: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
  overrides: z.array(
    z.strictObject({
      field: z.string(),
      requested: z.unknown(),
      effective: z.unknown(),
      rule: z.string(),
      by: z.string(),
      reason: z.string(),
    }),
  ),
  config_digest: z.string(),
  compiler: z.literal("policy/v1"),
});
export type PolicyDecision = z.infer<typeof PolicyDecision>;

export const FloorResult = z.strictObject({
  class: z.enum(floorScale.words),
  contributors: z.array(
    z.strictObject({
      rule: z.string(),
      class: z.enum(floorScale.words),
      path: z.optional(z.string()),
      value: z.optional(z.number()),
      limit: z.optional(z.number()),
    }),
  ),
  files: count,
  lines: count,
  lines_by: z.strictObject({ code: count, test: count, docs: count, generated: count, lockfile: count, other: count }),
});
export type FloorResult = z.infer<typeof FloorResult>;

export const alignmentStatuses = ["aligned", "misaligned", "unclear"] as const;
export type AlignmentStatus = (typeof alignmentStatuses)[number];
export const AlignmentFile = z.strictObject({
  path: z.string(),
  state: z.enum(["in_scope", "out_of_scope", "exempt", "not_scored"]),
  reason: z.string(),
  score: z.nullable(z.number()),
  declared: z.boolean(),
  words: z.strictObject({ shared: z.array(z.string()), own: z.array(z.string()) }),
  points: z.array(z.strictObject({ feature: z.string(), value: z.number(), points: z.number() })),
  follows: z.optional(z.string()),
});
export type AlignmentFile = z.infer<typeof AlignmentFile>;

export const AlignmentModel = z.strictObject({
  status: z.enum(alignmentStatuses),
  confidence: z.number(),
  rationale: z.string(),
  files: z.array(z.string()),
  model_id: z.string(),
});
export type AlignmentModel = z.infer<typeof AlignmentModel>;

export const Alignment = z.strictObject({
  status: z.enum(alignmentStatuses),
  rationale: z.string(),
  text: z.strictObject({ words: count, issues: z.array(z.string()), plans: z.array(z.string()), digest: z.string() }),
  deterministic_findings: z.array(
    z.strictObject({
      rule: z.string(),
      status: z.enum(["misaligned", "unclear"]),
      reason: z.string(),
      files: z.optional(z.array(z.string())),
      threshold: z.optional(z.number()),
    }),
  ),
  files: z.array(AlignmentFile),
  model: z.nullable(AlignmentModel),
  model_error: z.nullable(z.string()),
});
export type Alignment = z.infer<typeof Alignment>;

export const denyKinds = ["incomplete", "unauthorized", "policy", "misaligned"] as const;
export type DenyKind = (typeof denyKinds)[number];

export const ChangeVerdict = z.strictObject({
  schema: z.literal(verdictSchemaName),
  gate: z.literal("change"),
  subject: z.strictObject({
    repository: z.string(),
    number: z.nullable(z.number()),
    base_ref: z.string(),
    base_sha: z.string(),
    head_sha: z.string(),
  }),
  decision: z.enum(["allow", "deny"]),
  deny_kind: z.nullable(z.enum(denyKinds)),
  reason: z.string(),
  gated: z.boolean(),
  gated_because: z.enum(gatedReasons),
  agent: AgentIdentity,
  tier: TierResult,
  authorized: z.boolean(),
  evidence: Evidence,
  references: z.array(VerdictReference),
  attribution: Attribution,
  execution: z.nullable(PolicyDecision),
  auto_merge: z.strictObject({ allowed: z.boolean(), because: z.array(z.string()) }),
  floor: FloorResult,
  alignment: Alignment,
  incomplete: z.array(z.unknown()),
  findings: z.array(Finding),
  digests: z.strictObject({
    facts: z.string(),
    config: z.string(),
    intent: z.string(),
    advice: z.nullable(z.string()),
  }),
  rules_version: z.int(),
});
export type ChangeVerdict = z.infer<typeof ChangeVerdict>;
