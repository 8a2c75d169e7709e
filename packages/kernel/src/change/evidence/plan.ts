/** @module The approved plan: which plans of a change count as approval of what it adds (change gate, section 9.2). */

import { compareText } from "../../compare-text.ts";
import type { IntentConfiguration } from "../../configuration.ts";
import type { Finding } from "../../finding.ts";
import { foldName } from "../../intent/labels.ts";
import type { Evidence } from "../../verdict.ts";
import type { ChangeFacts, Issue, Plan } from "../facts.ts";
import { evidenceSteps } from "../next-steps.ts";
import { shownLogin, speaksWithAuthority } from "./authority.ts";
import { isNotLoaded, issueAddress, issueKey } from "./issue.ts";

type PlanResult = Evidence["approved_plan"];

export interface ApprovedPlan {
  readonly result: PlanResult;
  /** The plans that count, in the order of the result. */
  readonly counting: readonly Plan[];
  /** Their ids; an explicit intent that names a plan counts only with one of these. */
  readonly countingIds: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

/** Sources in the order they are named when several approve. */
const sources = ["beads", "label", "file", "unknown"] as const;
const maximumShownId = 100;

function shownId(plan: Plan): string {
  return plan.id.slice(0, maximumShownId).replaceAll(/\p{C}/gu, "\uFFFD").toWellFormed();
}

/** The first rule a plan fails, or null when it counts. */
function failureOf(
  plan: Plan,
  facts: ChangeFacts,
  countingIssues: ReadonlySet<string>,
  { agents }: IntentConfiguration,
): Omit<Finding, "where"> | null {
  const status = foldName(plan.status);
  if (status === "unreadable" || plan.source === "unknown") {
    return {
      rule: "plan.unreadable",
      severity: "warn",
      message: `The plan ${shownId(plan)} could not be read, so it does not count.`,
      next: "Correct the plan's front matter.",
    };
  }
  if (status !== "approved") {
    return {
      rule: "plan.not-approved",
      severity: "info",
      message: `The plan ${shownId(plan)} is not approved.`,
      next: "Get the plan approved, or ask someone with write permission to approve this commit.",
    };
  }
  if (plan.issue === null || !countingIssues.has(issueKey(plan.issue))) {
    const key = plan.issue === null ? null : issueKey(plan.issue);
    const unread = facts.issues.find((issue) => issueKey(issue) === key && isNotLoaded(issue));
    if (unread !== undefined) {
      const wasAsked = unread.unreadable === "error";
      return {
        rule: "plan.issue",
        severity: "info",
        message: `The plan ${shownId(plan)} is for ${issueAddress(unread)}, which does not count because it ${wasAsked ? "failed to load" : "was not looked up"}.`,
        next: evidenceSteps(new Set([wasAsked ? "issues" : "issue-text"]), facts),
      };
    }
    return {
      rule: "plan.issue",
      severity: "info",
      message:
        plan.issue === null
          ? `The plan ${shownId(plan)} names no issue, so it is not known what it approves.`
          : `The plan ${shownId(plan)} is for ${issueAddress(plan.issue)}, which does not count as a request for this change.`,
      next: "Link the issue the plan is for.",
    };
  }
  if (plan.source !== "label" && plan.origin?.sha === facts.head.sha && facts.head.sha !== facts.base.sha) {
    return {
      rule: "plan.origin",
      severity: "warn",
      message: `The plan ${shownId(plan)} was read from the change itself, not from its base.`,
      next: "Merge the plan first; a change cannot approve itself.",
    };
  }
  const by = plan.approved_by;
  if (
    plan.source === "label" &&
    !speaksWithAuthority(by?.actor, by?.permission, "write", { author: facts.author, agents })
  ) {
    return {
      rule: "plan.approver",
      severity: "warn",
      message:
        by === undefined
          ? `It is not known who put the label on ${issueAddress(plan.issue)} that approves the plan.`
          : `The label that approves the plan of ${issueAddress(plan.issue)} was put there by ${shownLogin(by.actor)}, who may not approve it.`,
      next: "Ask someone with write permission, not the author of the change, to set the label.",
    };
  }
  return null;
}

interface Judged {
  readonly plan: Plan;
  readonly failure: Omit<Finding, "where"> | null;
}

function placeOf(plan: Plan): Finding["where"] {
  if (plan.origin !== undefined) return { path: plan.origin.path };
  return plan.issue === null ? { field: "plans" } : { issue: issueAddress(plan.issue) };
}

/**
 * Decides which plans count: approved, for an issue that counts, by the rule of their source. Beads and plan files are
 * believed as they stand at the base commit; a label by who put it there last. The order of the plans does not matter.
 */
export function approvedPlan(
  facts: ChangeFacts,
  configuration: IntentConfiguration,
  issue: { readonly counting: readonly Issue[] },
): ApprovedPlan {
  const countingIssues = new Set(issue.counting.map(issueKey));
  const judged: Judged[] = facts.plans.map((plan) => ({
    plan,
    failure: failureOf(plan, facts, countingIssues, configuration),
  }));
  const rank = ({ plan, failure }: Judged): string =>
    `${sources.indexOf(plan.source)}\n${plan.id}\n${plan.issue === null ? "" : issueKey(plan.issue)}\n${failure?.rule ?? ""}`;
  judged.sort((left, right) => compareText(rank(left), rank(right)));
  const counting = judged.filter((entry) => entry.failure === null).map((entry) => entry.plan);
  const source = counting[0]?.source;
  return {
    result: {
      present: counting.length > 0,
      source: source === undefined || source === "unknown" ? null : source,
      plans: judged.map(({ plan, failure }) => ({
        id: plan.id,
        source: plan.source,
        counts: failure === null,
        because: failure?.rule ?? "auth.plan",
      })),
    },
    counting,
    countingIds: new Set(counting.map((plan) => plan.id)),
    findings: judged.flatMap(({ plan, failure }) => (failure === null ? [] : [{ ...failure, where: placeOf(plan) }])),
  };
}
