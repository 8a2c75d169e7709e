/** @module Authorization: whether the evidence of a change is what its tier asks for (change gate, section 10.1). */

import { compareText } from "../compare-text.ts";
import type { IntentConfiguration } from "../configuration.ts";
import type { Finding } from "../finding.ts";
import { ruleOf } from "../rules.ts";
import { readOn, type Tier, tierScale } from "../scale.ts";
import type { DenyKind, Evidence } from "../verdict.ts";
import { isKnownAccount } from "./evidence/authority.ts";
import { isNotLoaded, issueCandidates } from "./evidence/issue.ts";
import type { ChangeFacts, IncompletePart } from "./facts.ts";
import { evidenceSteps, isLocalChange, isUncommitted, type MissingEvidence } from "./next-steps.ts";

export interface AuthorizationFailure {
  readonly kind: Extract<DenyKind, "incomplete" | "unauthorized">;
  readonly finding: Finding;
}

export interface Authorization {
  readonly authorized: boolean;
  /** What authorized it, or the rule of the first failure. */
  readonly rule: string;
  /** Every reason it is not authorized; empty when it is. */
  readonly failures: readonly AuthorizationFailure[];
  readonly findings: readonly Finding[];
  /** Whether evidence that was needed could not be read, so the answer is *incomplete*, not *no*. */
  readonly unavailable: boolean;
}

type Source = "issue" | "plan" | "approval";
const evidenceRules = { issue: "auth.issue", plan: "auth.plan", approval: "auth.approval" } as const;

/**
 * The evidence that authorizes a tier, any of it, first the one that is named when several are there. Tier 3 has no other
 * way than an approval, so `approval.tiers` decides about tiers 1 and 2 only.
 */
function acceptedFor(tier: Tier, configuration: IntentConfiguration): Source[] {
  if (tier === 3) return ["approval"];
  const first = tier === 1 ? "issue" : "plan";
  return configuration.evidence.approval.tiers.some((listed) => listed === tier) ? [first, "approval"] : [first];
}

function isPresent(source: Source, evidence: Evidence): boolean {
  if (source === "issue") return evidence.linked_issue.present;
  return source === "plan" ? evidence.approved_plan.present : evidence.human_approval.present;
}

/** What of the facts each kind of evidence is read from. */
const readFrom: Record<Source, readonly IncompletePart[]> = {
  issue: ["issues"],
  plan: ["plans", "labels"],
  approval: ["reviews"],
};

const labelRules = new Set(["issue.label-missing", "issue.self-written", "issue.edited"]);

interface Cause {
  readonly words: string;
  readonly missing: MissingEvidence;
}

/** Why a kind of evidence that is absent might be there all the same; empty when it was read in full. */
function causes(source: Source, evidence: Evidence, facts: ChangeFacts, configuration: IntentConfiguration): Cause[] {
  const parts = new Set<IncompletePart>(readFrom[source]);
  const { issues } = evidence.linked_issue;
  const { approvals } = evidence.human_approval;
  // A plan that fails only for its issue may count once the issue is read.
  const dependsOnIssue =
    source === "issue" ||
    (source === "plan" && evidence.approved_plan.plans.some((plan) => plan.because === "plan.issue"));
  if (source === "approval") {
    if (approvals.some((approval) => approval.because === "approval.permission-unknown")) parts.add("permissions");
    if (approvals.some((approval) => approval.because === "approval.committer")) parts.add("commits");
  }
  if (dependsOnIssue) {
    parts.add("issues");
    if (issues.some((issue) => labelRules.has(issue.because))) parts.add("labels").add("permissions");
  }
  // A local issue's labels come with the issue: it is the author, whom git does not know, that keeps them from counting.
  // Where the author is named it is what the file of issues does not say.
  const isOfFile = isLocalChange(facts) && dependsOnIssue && issues.some((issue) => labelRules.has(issue.because));
  const found = facts.incomplete
    .filter((entry) => parts.has(entry.what))
    .map((entry): Cause => {
      if (entry.what === "labels" && isOfFile) {
        return isKnownAccount(facts.author)
          ? { words: "who edited the issue or set its labels", missing: "issue-history" }
          : { words: "it is not known who opened the change", missing: "author" };
      }
      return { words: `${entry.what}: ${shownCause(entry.why)}`, missing: entry.what };
    });
  if (dependsOnIssue) {
    const refused = new Set(
      issues.filter((issue) => !issue.counts).map((issue) => `${issue.repository}#${issue.number}`),
    );
    for (const issue of issueCandidates(facts, configuration)) {
      const address = `${issue.repository}#${issue.number}`;
      if (!isNotLoaded(issue) || !refused.has(address)) continue;
      found.push(
        issue.unreadable === "error"
          ? { words: `${address} failed to load`, missing: "issues" }
          : { words: `${address} was not looked up`, missing: "issue-text" },
      );
    }
  }
  return found;
}

function shownCause(why: string): string {
  return why.slice(0, 200).replaceAll(/\p{C}/gu, "\uFFFD").toWellFormed();
}

const mostNamed = 3;

/** Who may not approve, in words; a requester that is known is named. */
function notThese(facts: ChangeFacts, { evidence }: IntentConfiguration): string {
  if (!evidence.approval.exclude_requester) return "not the author";
  const logins = (facts.requested_by ?? []).flatMap(({ login }) => (login === null ? [] : [shownCause(login)]));
  const named = [...new Set(logins)].sort(compareText).slice(0, mostNamed);
  return named.length === 0 ? "not the author or requester" : `not the author or requester (${named.join(", ")})`;
}

/** What is the matter with the issue that was named: in the reason a clause, then the first step; both empty when none was. */
function namedIssue(
  { linked_issue }: Evidence,
  facts: ChangeFacts,
): { readonly clause: string; readonly step: string } {
  const refused = linked_issue.issues.find((issue) => !issue.counts);
  if (refused !== undefined) {
    const because = ruleOf(refused.because)?.title;
    const why = because === undefined ? "see the findings" : because.charAt(0).toLowerCase() + because.slice(1);
    const clause = `${refused.repository}#${refused.number} does not count`;
    return { clause: `: ${clause}`, step: `${clause}: ${why}. ` };
  }
  const mentioned = facts.issues.find(({ link }) => link === "reference");
  if (mentioned === undefined) return { clause: "", step: "" };
  const { repository, number } = mentioned;
  const name = repository.toLowerCase() === facts.repository.toLowerCase() ? `#${number}` : `${repository}#${number}`;
  const clause = `${repository}#${number} is only mentioned`;
  return { clause: `: ${clause}`, step: `${clause}: write "Fixes ${name}" if it asks for this change. ` };
}

function missingFinding(
  tier: Tier,
  evidence: Evidence,
  facts: ChangeFacts,
  configuration: IntentConfiguration,
): Finding {
  const { tiers, min_permission } = configuration.evidence.approval;
  const sha7 = facts.head.sha.slice(0, 7);
  const message = "No issue that counts asks for this change.";
  if (tier === 1 && isLocalChange(facts)) {
    return {
      rule: "auth.issue-missing",
      severity: "block",
      message,
      where: { field: "issues" },
      next: isUncommitted(facts)
        ? 'Commit it with an open issue in the message ("Fixes #N"), then check the commit.'
        : 'Name an open issue in a commit message ("Fixes #N").',
    };
  }
  if (tier === 1) {
    const orApproved = tiers.includes(1)
      ? `, or ask someone with ${min_permission} permission to approve commit ${sha7}`
      : "";
    const { clause, step } = namedIssue(evidence, facts);
    return {
      rule: "auth.issue-missing",
      severity: "block",
      message: `No issue that counts asks for this change${clause}.`,
      where: { field: "issues" },
      next: `${step}Name an open issue in the description ("Fixes #N") or link one by hand (Development, in the sidebar)${orApproved}.`,
    };
  }
  if (tier === 2) {
    const mayApprove = tiers.includes(2);
    return {
      rule: "auth.plan-or-approval-missing",
      severity: "block",
      message: mayApprove
        ? "There is neither an approved plan nor a human approval of this commit."
        : "There is no approved plan for this change.",
      where: { field: "plans" },
      next: mayApprove
        ? `Get the plan approved, or ask someone with ${min_permission} permission to approve this commit.`
        : "Get the plan approved.",
    };
  }
  return {
    rule: "auth.approval-missing",
    severity: "block",
    message: `No person with authority approved commit ${sha7}.`,
    where: { field: "reviews" },
    next: `Ask someone with ${min_permission} permission, ${notThese(facts, configuration)}, to approve commit ${sha7}.`,
  };
}

function unavailableFinding(causes: readonly Cause[], facts: ChangeFacts): Finding {
  const found = [...new Set(causes.map((cause) => cause.words))].sort();
  const listed = found.slice(0, 5).join("; ");
  const more = found.length > 5 ? `; and ${found.length - 5} more` : "";
  return {
    rule: "auth.evidence-unavailable",
    severity: "block",
    message: `Evidence that was needed could not be read (${listed}${more}).`,
    where: { field: "incomplete" },
    next: evidenceSteps(new Set(causes.map((cause) => cause.missing)), facts),
  };
}

function vetoFinding(vetoes: Evidence["human_approval"]["vetoes"]): Finding {
  const names = vetoes.slice(0, 5).map((login) => (login === null ? "an unknown account" : shownCause(login)));
  return {
    rule: "approval.veto",
    severity: "block",
    message: `${names.join(", ")}${vetoes.length > 5 ? " and others" : ""} asked for changes, which stands until they approve or it is dismissed.`,
    where: { field: "reviews" },
    next: "Settle it with them; they can approve, or their review can be dismissed.",
  };
}

/**
 * Decides whether the evidence authorizes a change of a tier.
 *
 * A veto blocks every tier from 1. Evidence that is absent but could not be read in full makes the answer *incomplete*,
 * unless a veto stands, which no further evidence lifts. An unreadable tier is tier 3.
 */
export function authorize(
  tier: Tier,
  evidence: Evidence,
  facts: ChangeFacts,
  configuration: IntentConfiguration,
): Authorization {
  const read = readOn(tierScale, tier);
  if (read === 0) return { authorized: true, rule: "auth.tier0", failures: [], findings: [], unavailable: false };
  const accepted = acceptedFor(read, configuration);
  const authorizing = accepted.find((source) => isPresent(source, evidence));
  const { vetoes } = evidence.human_approval;
  const failures: AuthorizationFailure[] = [];
  if (vetoes.length > 0) failures.push({ kind: "unauthorized", finding: vetoFinding(vetoes) });
  if (authorizing === undefined) {
    const found = vetoes.length > 0 ? [] : accepted.flatMap((source) => causes(source, evidence, facts, configuration));
    failures.push(
      found.length > 0
        ? { kind: "incomplete", finding: unavailableFinding(found, facts) }
        : { kind: "unauthorized", finding: missingFinding(read, evidence, facts, configuration) },
    );
  }
  const rule =
    failures[0]?.finding.rule ?? (authorizing === undefined ? "auth.approval-missing" : evidenceRules[authorizing]);
  return {
    authorized: failures.length === 0,
    rule,
    failures,
    findings: failures.map((failure) => failure.finding),
    unavailable: failures.some((failure) => failure.kind === "incomplete"),
  };
}
