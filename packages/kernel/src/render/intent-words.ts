/** @module Attribution and execution policy, in words. */

import { ruleOf } from "../rules.ts";
import type { ChangeVerdict } from "../verdict.ts";
import { continued, detail, type Line, line, listed, type Part } from "./phrase.ts";

const statusWords = {
  mapped: "mapped",
  unmapped: "unmapped",
  unlinked: "unlinked",
  ambiguous: "ambiguous",
  suggested: "suggested only",
} as const satisfies Record<ChangeVerdict["attribution"]["status"], string>;

/** Why labels give no meaning: they do not count, none is known, or none of those that count is configured. */
function whyUnmapped({ attribution, findings }: ChangeVerdict): string {
  if (attribution.labels.length > 0) return "nothing is configured for its labels";
  const claim = findings.find((finding) => finding.rule === "label.unverified");
  return claim === undefined ? "no label that counts is known" : continued(claim.message);
}

/** Shown when it says more than the evidence does: always with a policy or `verbose`, else when it is mapped or ambiguous. */
export function intentLines(verdict: ChangeVerdict, verbose: boolean): Line[] {
  const { attribution, execution } = verdict;
  const saysMore = attribution.status === "mapped" || attribution.status === "ambiguous" || attribution.key !== null;
  if (!verbose && execution === null && !saysMore) return [];
  const { priority, domains, initiative, risk } = attribution.dimensions;
  const meaning = [
    ...(attribution.key === null ? [] : [`key ${attribution.key}`]),
    ...(priority === null ? [] : [`priority ${priority}`]),
    ...(domains.length === 0 ? [] : [`domain ${domains.join(", ")}`]),
    ...(initiative === null ? [] : [`initiative ${initiative}`]),
    ...(risk === null || risk === "unknown" ? [] : [`risk ${risk}`]),
    ...(attribution.weight === null ? [] : [`weight ${attribution.weight}`]),
  ];
  const roots: Part[] =
    attribution.roots.length < 2
      ? []
      : [
          ": ",
          ...listed(
            attribution.roots.map((root) => [{ code: `${root.repository}#${root.number}` }]),
            5,
          ),
        ];
  const unmapped = attribution.status === "unmapped" ? `; ${whyUnmapped(verdict)}` : "";
  const how = continued(ruleOf(attribution.rule)?.title ?? attribution.rule);
  const lines = [line("none", { strong: statusWords[attribution.status] }, `: ${how}`, ...roots, unmapped)];
  if (meaning.length > 0) lines.push(detail(meaning.join(" · ")));
  if (verbose) lines.push(detail({ faint: `${attribution.rule}, source ${attribution.source}` }));
  return lines;
}

function toolWords(allowed: readonly string[] | null, denied: readonly string[]): string[] {
  const list = allowed === null ? [] : [allowed.length === 0 ? "no tool" : `tools ${allowed.join(", ")}`];
  return denied.length === 0 ? list : [...list, `never ${denied.join(", ")}`];
}

export function policyLines(verdict: ChangeVerdict, verbose: boolean): Line[] {
  if (verdict.execution === null) return verbose ? [line("none", "no policy section: tiers decide alone")] : [];
  const { policy, applied_rules, not_applied, overrides } = verdict.execution;
  const says = [
    policy.autonomy.replaceAll("_", " "),
    `writes ${policy.write_scope.replaceAll("_", " ")}`,
    policy.human_approval_required ? "human approval required" : "no approval beyond the tier's",
    policy.auto_merge_allowed ? "auto-merge allowed" : "no auto-merge",
    `${policy.max_attempts} ${policy.max_attempts === 1 ? "attempt" : "attempts"}`,
    ...toolWords(policy.allowed_tools, policy.denied_tools),
    ...(policy.required_checks.length === 0 ? [] : [`checks ${policy.required_checks.join(", ")}`]),
  ];
  const lines = [line("none", says.join(" · "))];
  lines.push(
    policy.rule_ids.length === 0
      ? detail("no rule applies: the safest policy")
      : detail(
          "by ",
          ...listed(
            policy.rule_ids.map((id) => [{ code: id }]),
            verbose ? 50 : 5,
          ),
        ),
  );
  if (!verbose) return lines;
  for (const rule of applied_rules.slice(0, 50)) lines.push(detail("applies: ", { code: rule.id }, `, ${rule.reason}`));
  for (const rule of not_applied.slice(0, 50)) {
    lines.push(detail("does not apply: ", { code: rule.id }, `, ${rule.reason}`));
  }
  for (const override of overrides.slice(0, 50)) {
    lines.push(
      detail(
        `${override.field}: `,
        { code: override.rule },
        ` asked for ${JSON.stringify(override.requested)}, ${JSON.stringify(override.effective)} holds by ${override.by}`,
      ),
    );
  }
  return lines;
}
