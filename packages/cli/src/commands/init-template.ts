/** @module The text of a new `warrant.yaml`: every key with what it does and its default, switched off until wanted. */

import type { IntentConfiguration } from "@warrant/kernel/configuration";
import { action } from "./init-action.ts";
import { claim } from "./init-claim.ts";
import { runtime } from "./init-runtime.ts";
import { type Key, key, type Section, section } from "./init-section.ts";

/** Values that are written switched on, by their key under `intent`. */
export type InitSettings = Partial<IntentConfiguration>;

const intent = section(
  "intent",
  [],
  key(
    "enforce",
    "false",
    "false: verdicts are computed and shown, nothing is refused. true: the same verdicts have consequences.",
  ),
  key(
    "gate",
    "agents",
    "Whose changes need authorization: agents, agents_and_unknown (all but known bots and people listed below), everyone.",
  ),
  key("bots", "report", "Dependency and automation bots: report (shown only) or gate (like an agent)."),
  section(
    "agents",
    ["Who is who, beyond the identities that are built in. Logins with or without [bot]."],
    key("logins", "[]", "Accounts that are agents."),
    key("emails", "[]", "Commit addresses that are agents."),
    key("people", "[]", "Accounts that are people, whatever their commits, trailers or branches look like."),
    key("dependency_bots", "[]", "Accounts that update dependencies."),
    key("automation_bots", "[]", "Other accounts of scripts."),
  ),
  key(
    "test_path_patterns",
    "[]",
    "Path lists know * (inside a folder) and ** (any folders), and ! for exceptions. An empty list is the default.",
    "Entries that all begin with + are added to the default; entries without + replace it.",
    "Files that are tests.",
  ),
  key(
    "docs_path_patterns",
    "[]",
    "Files that are documentation. A change of docs and tests alone needs nothing (tier 0).",
  ),
  key("guardrail_path_patterns", "[]", "Files only a person's approval can change (tier 3)."),
  key("feature_signals", "[]", "Words in a title or label that make a change a feature (tier 2). + adds, as above."),
  key("sensitive_paths", "[]", "More files whose change is sensitive. Always added to the built-in rules."),
  section(
    "evidence",
    [],
    section(
      "issue",
      ["Which linked issues authorize a change (tier 1)."],
      key("require_open", "true", "The issue must be open. Closed as not planned or duplicate never counts."),
      key("require_labels", "[]", "Labels the issue must carry, put there by someone with triage permission or more."),
      key("reference_links", "true", 'Whether "refs #12" and "part of #12" link an issue, as "fixes #12" does.'),
      key(
        "endorsed_labels",
        '["accepted", "approved", "help wanted"]',
        "A label of this list, put there by someone else, makes an issue count that the change's own author wrote.",
      ),
      key(
        "allow_self_written",
        "false",
        "Whether an issue by the change's own author counts without such a label or write permission.",
      ),
      key("require", "any", "any: one issue that counts is enough. all: every issue the change closes must count."),
    ),
    section(
      "plan",
      ["Where approved plans are (tier 2). Read at the base commit. An empty list switches a source off."],
      key("beads", '[".beads/issues.jsonl", ".beads/beads.jsonl"]', "Beads files."),
      key("labels", '["plan approved", "plan-approved"]', "Labels that approve a linked issue as the plan."),
      key(
        "paths",
        '["plans/**/*.md", "docs/plans/**/*.md"]',
        "Plan files with status and issue in their front matter.",
      ),
    ),
    section(
      "approval",
      ["Whose approval counts, always of the exact head commit (tiers 2 and 3)."],
      key("min_permission", "write", "Repository permission an approver needs: write, maintain or admin."),
      key("count", "1", "How many approvals."),
      key("tiers", "[2, 3]", "Tiers an approval alone authorizes. Add 1 to let it stand in for an issue."),
      key("exclude_requester", "true", "Whether the person who asked the agent may not approve its change."),
      key("exclude_committers", "true", "Whether people with commits in the change may not approve it."),
      key("ignore_commits_by", "[]", "Accounts whose verified commits do not make an earlier approval stale."),
    ),
  ),
  section(
    "drift",
    [],
    key("decide", "true", "Whether files the request does not explain deny the change, or are only shown."),
  ),
  key(
    "alignment_model",
    '""',
    "Model that is asked for a second opinion on drift. Empty: none. It can only add doubt.",
  ),
  key("hold_labels", '["hold", "do-not-merge"]', "Labels that keep a change off the merge list."),
);

const policy = `
# What each kind of intent may do. Without this section the tiers decide alone; with it, both must agree.
# An empty section would ask for a person's approval every time, so switch on all of it or nothing.
#policy:
  # What labels mean. Dimensions: priority, domain, risk (low, medium, high), initiative.
  #labels:
    #"area/docs": { dimension: domain, value: documentation }
    #"priority/critical": { dimension: priority, value: critical, weight: 100 }
    #"risk/high": { dimension: risk, value: high }
    #"q3-checkout": { dimension: initiative, value: q3-checkout }
  # The weight of a change: max, sum or first of the weights of one dimension.
  #scoring: { dimension: priority, strategy: max }
  #attribution:
    # A change that closes several issues: ambiguous (the safest policy), or all (each must permit it).
    #multiple_roots: ambiguous
    # Whether labels of the change itself count when it names no issue.
    #allow_artifact_label_fallback: true
    # verified: labels put there by a person with triage permission or more. any: all labels.
    #trust_labels: verified
  # The strictest of the rules that match wins, whatever their order. What no rule sets is the safest.
  #rules:
    #- id: documentation-moves-fast
      # organization, repository, intent or workflow: who speaks. It orders explanations only.
      #scope: repository
      # All conditions must hold; a list means any of. Left out: anything. Status: mapped, unmapped, suggested.
      #when:
        #status: mapped
        #domain: documentation
        #priority: [critical]
        #risk: [low, unknown]
        #initiative: q3-checkout
        #owner: acme
        #repository: acme/shop
      #set:
        # propose_only, supervised or bounded.
        #autonomy: bounded
        # none, feature_branch or any_branch.
        #write_scope: feature_branch
        #human_approval_required: false
        #auto_merge_allowed: true
        #max_attempts: 3
        # null: every tool that is not denied. []: no tool.
        #allowed_tools: null
        #denied_tools: []
        #required_checks: []
`;

/** What each key under `intent`, `runtime`, `action` and `claim` is for, by its path; editors show it beside the key. */
export function keyDescriptions(): ReadonlyMap<string, string> {
  const descriptions = new Map<string, string>();
  const waiting = [intent, runtime, action, claim].map((entry: Key | Section) => ({ entry, path: "" }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { entry } = next;
    const name = "section" in entry ? entry.section : entry.key;
    const path = next.path === "" ? name : `${next.path}.${name}`;
    if (entry.about.length > 0) descriptions.set(path, entry.about.at(-1) ?? "");
    if ("section" in entry) waiting.push(...entry.entries.map((each) => ({ entry: each, path })));
  }
  return descriptions;
}

function listLines(values: readonly string[], indent: string): string {
  // A JSON text is a double-quoted YAML text.
  return values.map((value) => `\n${indent}  - ${JSON.stringify(value)}`).join("");
}

function valueText(value: unknown, indent: string): string {
  if (!Array.isArray(value)) return ` ${JSON.stringify(value)}`;
  return value.length === 0 ? " []" : listLines(value.map(String), indent);
}

function render(entry: Key | Section, depth: number, settings: Readonly<Record<string, unknown>>): string[] {
  const indent = "  ".repeat(depth);
  const about = entry.about.map((line) => `${indent}# ${line}`);
  if ("section" in entry) {
    const inner = depth === 0 ? settings : {};
    return [
      ...about,
      `${indent}${entry.section}:`,
      ...entry.entries.flatMap((each) => render(each, depth + 1, inner)),
      "",
    ];
  }
  const value = settings[entry.key];
  if (value !== undefined) return [...about, `${indent}${entry.key}:${valueText(value, indent)}`];
  return [...about, `${indent}#${entry.key}: ${entry.shown}`];
}

/** A section of which not even the name is switched on, since an empty one says something too. */
function renderOff(entry: Section): string {
  const lines = render(entry, 0, {}).filter((line) => line !== "");
  return `\n${lines.map((line) => line.replace(/^(?<indent> *)(?<name>[a-z_]+:)$/, "$<indent>#$<name>")).join("\n")}\n`;
}

/** A `warrant.yaml` with these settings switched on and everything else at its default, each key explained. */
export function renderConfiguration(settings: InitSettings): string {
  const head = [
    "# Warrant: what changes by AI agents need before they may be merged.",
    "# It is read from the base branch, so a change cannot loosen its own rules.",
    "# Lines that begin with # and a key show the default; remove the # to change it.",
    "# Check it with: warrant config check",
    "",
  ];
  const body = render(intent, 0, { enforce: false, ...settings });
  return `${[...head, ...body]
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trimEnd()}\n${policy}${renderOff(runtime)}${renderOff(action)}${renderOff(claim)}`;
}
