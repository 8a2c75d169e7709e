/** @module The policy compiler: rules and an attribution in, one execution policy and its explanation out. */

import { compareText } from "../compare-text.ts";
import type { PolicyRule } from "../configuration.ts";
import { type Attribution, attributionStatuses, type PolicyDecision } from "../verdict.ts";
import { meetRecords, meetRules } from "./meet.ts";
import { overridesOf } from "./overrides.ts";
import { matchRule, type ReadRule, type RuleMatch, readRule, ruleSubject, safestPolicy } from "./rule.ts";

export { safestPolicy } from "./rule.ts";

/** What a policy is compiled for besides the attribution. */
export interface PolicySubject {
  readonly owner: string;
  /** `name` or `owner/name`. */
  readonly repository: string;
  /** With `all_closing_issues`: the record of each root (`AttributionResult.parts`). Without them the safest holds. */
  readonly parts?: readonly Attribution[];
}

/** A rule with whether it applies to any of the records, and the condition that held or failed. */
interface RuleOutcome extends RuleMatch {
  readonly rule: ReadRule;
}

/** Every rule for every record, in the order of the rules. */
function matchRules(
  records: readonly Attribution[],
  rules: readonly ReadRule[],
  subject: PolicySubject,
): RuleMatch[][] {
  return records.map((record) => {
    const compared = ruleSubject(record, subject.owner, subject.repository);
    return rules.map((rule) => matchRule(rule, compared));
  });
}

/** Whether rules are looked at: not for a record that says nobody asked, nor for a status this version does not know. */
function isReachable({ status }: Attribution): boolean {
  return attributionStatuses.includes(status) && status !== "ambiguous" && status !== "unlinked";
}

/**
 * The execution policy of an attribution (change gate, section 6.3), with the explanation of section 6.4.
 *
 * A status that says nobody asked gets the safest policy before any rule is looked at. Otherwise every matching rule is
 * met with the others field by field, and only then what none of them set is filled with the safest value. So the order of
 * rules never matters, and a further matching rule never widens what others allow. Time is linear in the rules. Rules are
 * read carefully: what cannot be read is the safest, and nothing throws.
 *
 * @param configDigest of the configuration the rules are from; recorded, never decided from.
 */
export function compilePolicy(
  attribution: Attribution,
  rules: readonly PolicyRule[],
  configDigest: string,
  subject: PolicySubject,
): PolicyDecision {
  // Explanation order: by scope, then as listed.
  const read = rules.map(readRule).sort((left, right) => left.scope - right.scope);
  const decision = { schema: "warrant.policy-decision/v1", intent: attribution, config_digest: configDigest } as const;
  const records = attribution.rule === "all_closing_issues" ? (subject.parts ?? []) : [attribution];
  if (!isReachable(attribution) || records.length === 0 || !records.every(isReachable)) {
    const cause = isReachable(attribution) ? "not every linked issue is resolved" : `status is ${attribution.status}`;
    const reason = `${cause}, so the safest policy holds before any rule is looked at`;
    return {
      ...decision,
      policy: safestPolicy(),
      applied_rules: [],
      not_applied: read.map(({ id }) => ({ id, reason })),
      overrides: [],
      compiler: "policy/v1",
    };
  }
  const matches = matchRules(records, read, subject);
  const met = matches
    .map((matched) => meetRules(read.filter((_, index) => matched[index]?.applies === true)))
    .reduce((left, right) => meetRecords(left, right));
  const applied: RuleOutcome[] = [];
  const notApplied: RuleOutcome[] = [];
  for (const [index, rule] of read.entries()) {
    const ofRule = matches.flatMap((matched) => matched[index] ?? []);
    const outcome = ofRule.find(({ applies }) => applies) ?? ofRule[0];
    if (outcome !== undefined) (outcome.applies ? applied : notApplied).push({ rule, ...outcome });
  }
  const reasons = (outcomes: readonly RuleOutcome[]) => outcomes.map(({ rule, reason }) => ({ id: rule.id, reason }));
  const tools = met.tools === null ? null : [...met.tools].sort(compareText);
  return {
    ...decision,
    policy: {
      autonomy: met.single.autonomy.value,
      write_scope: met.single.write_scope.value,
      human_approval_required: met.single.human_approval_required.value,
      auto_merge_allowed: met.single.auto_merge_allowed.value,
      max_attempts: met.single.max_attempts.value,
      allowed_tools: tools,
      denied_tools: [...met.denied].sort(compareText),
      required_checks: [...met.checks].sort(compareText),
      rule_ids: applied.map(({ rule }) => rule.id),
    },
    applied_rules: reasons(applied),
    not_applied: reasons(notApplied),
    overrides: applied.flatMap(({ rule }) => overridesOf(rule, met, tools ?? [])),
    compiler: "policy/v1",
  };
}
