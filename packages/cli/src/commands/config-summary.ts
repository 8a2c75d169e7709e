/** @module What a configuration will do, in a few lines a person can compare with what they meant. */

import type { Configuration } from "@warrant/kernel/configuration";

type Intent = Configuration["intent"];

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function patterns(list: readonly string[]): string {
  if (list.length === 0) return "default list";
  const added = list.every((entry) => entry.startsWith("+"));
  return added
    ? `default list and ${list.length} more`
    : `${count(list.length, "entry", "entries")} instead of the default list`;
}

function names(list: readonly string[], none = "none"): string {
  const shown = list.slice(0, 4).map((name) => JSON.stringify(name));
  const rest = list.length - shown.length;
  return list.length === 0 ? none : `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Who is gated, with the bots the switch `bots` decides about (change gate, section 4.5). */
function gatedLine({ gate, bots }: Intent): string {
  if (gate === "everyone") return "every change, bots too";
  const which = gate === "agents" ? "dependency and automation bots" : "dependency bots";
  const who =
    gate === "agents" ? "changes by agents" : "changes by agents and by anyone not known as a bot or listed person";
  return `${who}; ${which} ${bots === "gate" ? "too" : "are reported only"}`;
}

function issueLine({ issue }: Intent["evidence"]): string {
  const parts = [issue.require_open ? "open" : "open or closed"];
  if (issue.require_labels.length > 0) parts.push(`labelled ${names(issue.require_labels)}`);
  parts.push(issue.reference_links ? 'linked by "fixes" or "refs"' : 'linked by "fixes"');
  parts.push(
    issue.allow_self_written
      ? "also self-written"
      : `self-written only with write permission or endorsed by ${names(issue.endorsed_labels)}`,
  );
  if (issue.require === "all") parts.push("all of them");
  return parts.join(", ");
}

function approvalLine({ approval }: Intent["evidence"]): string {
  const excluded = [
    ...(approval.exclude_requester ? ["the requester"] : []),
    ...(approval.exclude_committers ? ["committers"] : []),
  ];
  const who = `${approval.count} by someone with ${approval.min_permission} permission or more`;
  return `${who}, not the author${excluded.map((each) => ` or ${each}`).join("")}; enough alone for ${
    approval.tiers.length === 0
      ? "no tier"
      : `tier ${approval.tiers.toSorted((left, right) => left - right).join(", ")}`
  }`;
}

function policyLine(policy: Configuration["policy"]): string {
  if (policy === undefined) return "none: tiers decide alone";
  return `${count(policy.rules.length, "rule")}, ${count(Object.keys(policy.labels).length, "label")}; ${policy.attribution.trust_labels} labels count`;
}

/** Pairs of a name and what will apply, in the order of the file. */
export function summarize({ intent, policy }: Configuration): readonly (readonly [string, string])[] {
  const { plan } = intent.evidence;
  return [
    [
      "mode",
      intent.enforce
        ? "enforce: a denial has consequences"
        : "report-only: nothing is refused, unless a run is told to enforce",
    ],
    ["gated", gatedLine(intent)],
    ["tests", patterns(intent.test_path_patterns)],
    ["docs", patterns(intent.docs_path_patterns)],
    ["guardrails", patterns(intent.guardrail_path_patterns)],
    ["features", patterns(intent.feature_signals)],
    [
      "sensitive",
      `built-in rules${intent.sensitive_paths.length > 0 ? ` and ${count(intent.sensitive_paths.length, "pattern")}` : ""}`,
    ],
    ["issue", issueLine(intent.evidence)],
    ["plan", `beads ${names(plan.beads)}; labels ${names(plan.labels)}; files ${names(plan.paths)}`],
    ["approval", approvalLine(intent.evidence)],
    ["drift", intent.drift.decide ? "denies" : "is shown only"],
    ["model", intent.alignment_model === "" ? "none" : JSON.stringify(intent.alignment_model)],
    ["hold", names(intent.hold_labels)],
    ["policy", policyLine(policy)],
  ];
}
