/**
 * @module The configuration document (`warrant.yaml`): one schema with every default, shared by all readers of it.
 *
 * The file itself is read, with positions, by `@warrant/sources`. An empty document gives every default: report-only.
 */

import * as z from "zod/mini";
import { digest } from "./canonical.ts";
import { checkKinds } from "./claim/receipts/kinds.ts";
import { leastGrades, phraseCategories, phraseLevels } from "./claim/settings.ts";
import { effectKinds } from "./effect.ts";
import { escalations } from "./runtime-settings.ts";
import { requestScales, riskScale } from "./scale.ts";
import { attributionStatuses } from "./verdict.ts";

const word = z.string().check(z.minLength(1));
const words = z._default(z.array(word), []);
const flag = (initial: boolean) => z._default(z.boolean(), initial);
const positive = z.int().check(z.minimum(1));

const Agents = z.strictObject({
  logins: words,
  emails: words,
  people: words,
  dependency_bots: words,
  automation_bots: words,
});

const IssueEvidence = z.strictObject({
  require_open: flag(true),
  require_labels: words,
  reference_links: flag(true),
  endorsed_labels: z._default(z.array(word), ["accepted", "approved", "help wanted"]),
  allow_self_written: flag(false),
  require: z._default(z.enum(["any", "all"]), "any"),
});

const PlanEvidence = z.strictObject({
  beads: z._default(z.array(word), [".beads/issues.jsonl", ".beads/beads.jsonl"]),
  labels: z._default(z.array(word), ["plan approved", "plan-approved"]),
  paths: z._default(z.array(word), ["plans/**/*.md", "docs/plans/**/*.md"]),
});

const ApprovalEvidence = z.strictObject({
  min_permission: z._default(z.enum(["write", "maintain", "admin"]), "write"),
  count: z._default(positive, 1),
  tiers: z._default(z.array(z.literal([1, 2, 3])), [2, 3]),
  exclude_requester: flag(true),
  exclude_committers: flag(true),
  ignore_commits_by: words,
});

const IntentConfiguration = z.strictObject({
  enforce: flag(false),
  gate: z._default(z.enum(["agents", "agents_and_unknown", "everyone"]), "agents"),
  bots: z._default(z.enum(["report", "gate"]), "report"),
  agents: z.prefault(Agents, {}),
  test_path_patterns: words,
  docs_path_patterns: words,
  guardrail_path_patterns: words,
  feature_signals: words,
  sensitive_paths: words,
  evidence: z.prefault(
    z.strictObject({
      issue: z.prefault(IssueEvidence, {}),
      plan: z.prefault(PlanEvidence, {}),
      approval: z.prefault(ApprovalEvidence, {}),
    }),
    {},
  ),
  drift: z.prefault(z.strictObject({ decide: flag(true) }), {}),
  alignment_model: z._default(z.string(), ""),
  hold_labels: z._default(z.array(word), ["hold", "do-not-merge"]),
});
export type IntentConfiguration = z.infer<typeof IntentConfiguration>;

export const labelDimensions = ["priority", "domain", "risk", "initiative"] as const;
const LabelMeaning = z.discriminatedUnion("dimension", [
  z.strictObject({
    dimension: z.literal("risk"),
    value: z.enum(riskScale.words),
    weight: z.optional(z.int()),
  }),
  z.strictObject({
    dimension: z.enum(["priority", "domain", "initiative"]),
    value: word,
    weight: z.optional(z.int()),
  }),
]);
export type LabelMeaning = z.infer<typeof LabelMeaning>;

const oneOrMore = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.optional(z.union([schema, z.array(schema).check(z.minLength(1))]));
const ruleStatuses = attributionStatuses.filter((status) => status !== "ambiguous" && status !== "unlinked");

export const PolicyRule = z.strictObject({
  id: word,
  scope: z.enum(["organization", "repository", "intent", "workflow"]),
  when: z.prefault(
    z.strictObject({
      status: oneOrMore(z.enum(ruleStatuses)),
      domain: oneOrMore(word),
      priority: oneOrMore(word),
      risk: oneOrMore(z.enum([...riskScale.words, "unknown"])),
      initiative: oneOrMore(word),
      owner: oneOrMore(word),
      repository: oneOrMore(word),
    }),
    {},
  ),
  set: z.strictObject({
    autonomy: z.optional(z.enum(["propose_only", "supervised", "bounded"])),
    write_scope: z.optional(z.enum(["none", "feature_branch", "any_branch"])),
    human_approval_required: z.optional(z.boolean()),
    auto_merge_allowed: z.optional(z.boolean()),
    max_attempts: z.optional(positive),
    allowed_tools: z.optional(z.nullable(z.array(word))),
    denied_tools: z.optional(z.array(word)),
    required_checks: z.optional(z.array(word)),
  }),
});
export type PolicyRule = z.infer<typeof PolicyRule>;

const PolicyConfiguration = z.strictObject({
  labels: z._default(z.record(word, LabelMeaning), {}),
  scoring: z.optional(
    z.strictObject({
      dimension: z.enum(labelDimensions),
      strategy: z._default(z.enum(["max", "sum", "first"]), "max"),
    }),
  ),
  attribution: z.prefault(
    z.strictObject({
      multiple_roots: z._default(z.enum(["ambiguous", "all"]), "ambiguous"),
      allow_artifact_label_fallback: flag(true),
      trust_labels: z._default(z.enum(["verified", "any"]), "verified"),
    }),
    {},
  ),
  rules: z._default(z.array(PolicyRule), []),
});
export type PolicyConfiguration = z.infer<typeof PolicyConfiguration>;

const share = z.number().check(z.minimum(0), z.maximum(1));
const amount = z.number().check(z.nonnegative());
const duration = z.number().check(z.positive());
const given = <Schema extends z.core.$ZodType>(schema: Schema) => z.optional(schema);

/** Without defaults: a person's file and a project's are met, and what is not written says nothing. */
export const RuntimeConfiguration = z.strictObject({
  enabled: given(z.boolean()),
  posture: given(z.enum(["on", "off"])),
  autonomy: given(z.enum(requestScales.autonomy.words)),
  approval: given(z.enum(requestScales.approval.words)),
  permission: given(z.enum(requestScales.permission.words)),
  accept_confidence: given(share),
  provisional_confidence: given(share),
  escalate: given(z.enum(escalations)),
  classify_model: given(word),
  max_classify_usd: given(amount),
  classify_timeout_seconds: given(duration),
  require_bound_issue: given(z.boolean()),
  protected_names: given(z.array(word)),
  offer_by_domain: given(z.boolean()),
  modality_hints: given(
    z.array(
      z.strictObject({
        modality: z.enum(["text", "data", "image", "audio", "video", "screen", "stream"]),
        name_contains: z.array(word),
      }),
    ),
  ),
  subagents: given(z.strictObject({ max_depth: given(z.int().check(z.nonnegative())) })),
  envelope: given(z.strictObject({ default_hours: given(duration), max_hours: given(duration) })),
  approvals: given(
    z.strictObject({
      live_minutes: given(duration),
      parked_hours: given(duration),
      ask_hours: given(duration),
      second_person: given(z.boolean()),
    }),
  ),
  commitment: given(
    z.strictObject({
      enabled: given(z.boolean()),
      lifetime_budget_usd: given(z.union([z.literal("unlimited"), amount])),
      stall_limit: given(positive),
      review_every_hours: given(duration),
      default_ttl_days: given(duration),
    }),
  ),
  ledger: given(z.strictObject({ url: given(word) })),
});

/** An id stands in verdicts as `policy.ID`. */
const ruleId = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/));
const ruleText = z.string().check(z.minLength(1), z.maxLength(1000));

const ActionRule = z.strictObject({
  id: ruleId,
  decision: z.enum(["allow", "ask", "deny"]),
  effect: given(z.strictObject({ kind: given(z.enum(effectKinds)), target: given(ruleText) })),
  command: given(z.strictObject({ name: ruleText, subcommand: given(ruleText), flags: given(z.array(ruleText)) })),
  unknown: given(z.enum(["deny", "ask"])),
});

const DeclaredTool = z.strictObject({
  effects: z.array(z.strictObject({ kind: z.enum(effectKinds), target_from: given(word) })),
  paths: given(z.array(word)),
  reversibility: given(z.enum(requestScales.reversibility.words)),
});

/** Without defaults, as `runtime`: a person's file and a project's are met. */
const ActionConfiguration = z.strictObject({
  enabled: given(z.boolean()),
  enforce: given(z.boolean()),
  defer: given(z.enum(["on", "off"])),
  tools: given(z.record(word, DeclaredTool)),
  rules: given(z.array(ActionRule)),
});

const phraseText = z.string().check(z.minLength(1), z.maxLength(200));
const phraseLevel = given(z.enum(phraseLevels));

/** Without defaults, as `action`. What may be set: `ClaimSettings`, and for changes `checks`, `change` and `keys`. */
const ClaimConfiguration = z.strictObject({
  enforce: given(z.boolean()),
  excerpt: given(z.enum(leastGrades)),
  unverified: given(z.enum(["allow", "deny"])),
  phrases: given(
    z.strictObject({
      placeholder: phraseLevel,
      simulated: phraseLevel,
      printed_call: phraseLevel,
      claimed_tool_use: phraseLevel,
      claimed_test_results: phraseLevel,
      certainty: phraseLevel,
      as_we_can_see: phraseLevel,
      prior_knowledge: phraseLevel,
      extra: given(z.array(z.strictObject({ category: z.enum(phraseCategories), text: phraseText }))),
    }),
  ),
  tools: given(z.strictObject({ alias: given(z.array(z.array(word))) })),
  runners: given(
    z.array(
      z.strictObject({
        kind: z.enum(checkKinds),
        argv: z.array(word).check(z.minLength(1)),
        scope: z.enum(["full", "narrow"]),
      }),
    ),
  ),
  checks: given(
    z.strictObject({
      tests: given(z.array(word)),
      build: given(z.array(word)),
      typecheck: given(z.array(word)),
      lint: given(z.array(word)),
    }),
  ),
  stop: given(
    z.strictObject({
      max_blocks: given(z.int().check(z.minimum(0), z.maximum(4))),
      unverified: given(z.boolean()),
    }),
  ),
  change: given(z.enum(["report", "deny"])),
  keys: given(z.array(word)),
});

/** Everything `warrant.yaml` may say, with every default filled in. Without `policy` tiers decide alone (law 8). */
export const Configuration = z.strictObject({
  intent: z.prefault(IntentConfiguration, {}),
  policy: z.optional(PolicyConfiguration),
  runtime: z.optional(RuntimeConfiguration),
  action: z.optional(ActionConfiguration),
  claim: z.optional(ClaimConfiguration),
});
export type Configuration = z.infer<typeof Configuration>;

export const defaultConfiguration: Configuration = Configuration.parse({});

/** Digests live exactly as long as their configuration, which is never changed in place. */
const digests = new WeakMap<Configuration, string>();

/**
 * Digest of what a verdict is decided from. `intent.enforce` is left out: report-only and enforce decide the same
 * (law 6), so switching the mode must not make a stored verdict stale.
 */
export function configurationDigest(configuration: Configuration): string {
  const known = digests.get(configuration);
  if (known !== undefined) return known;
  const { enforce: _, ...intent } = configuration.intent;
  // Settings of sessions say nothing about changes.
  const { runtime: _runtime, action: _action, claim, ...judging } = configuration;
  // Of claims, what they do to a change and what answers for them; receipts show in the advice.
  const { change, checks } = claim ?? {};
  const answering = change === undefined && checks === undefined ? {} : { claim: { change, checks } };
  const found = digest({ ...judging, intent, ...answering });
  digests.set(configuration, found);
  return found;
}
