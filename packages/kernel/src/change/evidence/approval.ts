/** @module Human approval: whose reviews count for exactly this commit, and who says no (change gate, section 9.3). */

import type { IntentConfiguration } from "../../configuration.ts";
import type { Finding } from "../../finding.ts";
import { foldName } from "../../intent/labels.ts";
import { isAtLeast, permissionScale } from "../../scale.ts";
import type { AgentIdentity, Evidence } from "../../verdict.ts";
import type { ChangeFacts, Review } from "../facts.ts";
import { isSameAccount } from "../identity.ts";
import { isKnownAccount, isPersonAccount, shownLogin } from "./authority.ts";
import { type Contributors, contributorsOf } from "./contributors.ts";
import { AccountSet, standingReviews } from "./reviewers.ts";

type ApprovalSettings = IntentConfiguration["evidence"]["approval"];
type ApprovalResult = Evidence["human_approval"];

export interface HumanApproval {
  readonly result: ApprovalResult;
  readonly findings: readonly Finding[];
}

interface Failure {
  readonly rule: string;
  readonly severity: Finding["severity"];
  readonly message: string;
  readonly next: string;
}

function warning(rule: string, message: string, next: string): Failure {
  return { rule, severity: "warn", message, next };
}

function short(commit: string | null): string {
  return commit === null ? "an unknown commit" : commit.slice(0, 7);
}

/**
 * The commits an approval may be for: the head, and earlier ones after which only listed accounts committed, each commit
 * with a signature the platform checked. Empty list: the head alone. Walks back from the head, so it is linear.
 */
function approvableCommits(facts: ChangeFacts, settings: ApprovalSettings, isComplete: boolean): ReadonlySet<string> {
  const approvable = new Set([facts.head.sha]);
  const listed = new Set(settings.ignore_commits_by.map(foldName));
  if (listed.size === 0 || !isComplete || facts.commits.at(-1)?.sha !== facts.head.sha) return approvable;
  const isListed = (login: string | null): boolean => login !== null && listed.has(foldName(login));
  for (const commit of facts.commits.toReversed()) {
    approvable.add(commit.sha);
    if (commit.verified !== true || !isListed(commit.author.login) || !isListed(commit.committer.login)) break;
  }
  return approvable;
}

interface Judging {
  readonly facts: ChangeFacts;
  readonly configuration: IntentConfiguration;
  readonly approvable: ReadonlySet<string>;
  readonly requesters: AccountSet;
  readonly contributors: Contributors;
  readonly commitsComplete: boolean;
}

/** The first rule of section 9.3 an approval fails, or null when it counts. */
function failureOf(review: Review, judging: Judging): Failure | null {
  const { facts, configuration, requesters, contributors } = judging;
  const settings = configuration.evidence.approval;
  const { author, permission } = review;
  const who = shownLogin(author);
  if (review.state === "dismissed") {
    return {
      rule: "approval.dismissed",
      severity: "info",
      message: `The review by ${who} was dismissed.`,
      next: "Ask for a new approval of the head commit.",
    };
  }
  if (review.commit === null || !judging.approvable.has(review.commit)) {
    return warning(
      "approval.stale",
      `The approval by ${who} is for commit ${short(review.commit)}, not for ${short(facts.head.sha)}.`,
      "Ask for an approval of the head commit.",
    );
  }
  if (permission === "unknown" || !isKnownAccount(author)) {
    return warning(
      "approval.permission-unknown",
      isKnownAccount(author)
        ? `The permission of ${who} on this repository is not known.`
        : "The account that approved is deleted or unknown, and so is its permission.",
      "Look the permission up, or ask someone whose permission is known.",
    );
  }
  if (!isAtLeast(permissionScale, permission, settings.min_permission)) {
    return warning(
      "approval.permission",
      `${who} has ${permission} permission; an approval needs ${settings.min_permission}.`,
      `Ask someone with ${settings.min_permission} permission.`,
    );
  }
  if (!isPersonAccount(author, configuration.agents)) {
    return warning("approval.bot", `The approval by ${who} is not known to be a person's.`, "Ask a person to approve.");
  }
  if (isSameAccount(author, facts.author)) {
    return warning("approval.author", `${who} opened the change.`, "Ask someone other than the author to approve.");
  }
  if (settings.exclude_requester && requesters.has(author)) {
    return warning(
      "approval.requester",
      `${who}'s approval does not count: ${who} asked for this change.`,
      "Ask someone else, or set `intent.evidence.approval.exclude_requester: false` in a project of one person.",
    );
  }
  if (settings.exclude_committers && contributors.committers.has(author)) {
    return warning(
      "approval.committer",
      `${who} wrote or committed part of the change.`,
      "Ask someone else to approve.",
    );
  }
  if (settings.exclude_committers && !judging.commitsComplete) {
    return warning(
      "approval.committer",
      `Not all commits could be read, so ${who} may have written one.`,
      "Collect all commits, or split the change.",
    );
  }
  if (settings.exclude_requester && contributors.coAuthors.has(author)) {
    return warning(
      "approval.requester",
      `${who} is named as co-author of an agent's commit and is taken to have asked for it.`,
      "Ask someone else, or set `intent.evidence.approval.exclude_requester: false` in a project of one person.",
    );
  }
  return null;
}

/** Whether a reviewer's no has to be heard: they have the permission, or nobody knows that they have not. */
function isVeto(review: Review, settings: ApprovalSettings): boolean {
  return review.permission === "unknown" || isAtLeast(permissionScale, review.permission, settings.min_permission);
}

/**
 * Decides whether enough people with authority, none of whom wrote or asked for the change, approved exactly this commit.
 *
 * The order of the reviews is the order of events and matters. An incomplete list of reviews cannot show who changed
 * their mind, so nothing in it counts. Where it is not known who asked an agent for its change, or who opened it, any
 * single approval may be theirs and one more is needed for each. Linear in reviews and commits.
 */
export function humanApproval(
  facts: ChangeFacts,
  configuration: IntentConfiguration,
  agent: AgentIdentity,
): HumanApproval {
  const settings = configuration.evidence.approval;
  const reviewsComplete = !facts.incomplete.some((entry) => entry.what === "reviews");
  const commitsComplete = !facts.incomplete.some((entry) => entry.what === "commits");
  const requesters = new AccountSet();
  for (const requester of facts.requested_by ?? []) requesters.add(requester);
  const judging: Judging = {
    facts,
    configuration,
    approvable: approvableCommits(facts, settings, commitsComplete),
    requesters,
    contributors: contributorsOf(facts, configuration.agents),
    commitsComplete,
  };
  const findings: Finding[] = [];
  const approvals: ApprovalResult["approvals"] = [];
  const vetoes: ApprovalResult["vetoes"] = [];
  for (const review of standingReviews(facts)) {
    if (review.state === "changes_requested") {
      if (isVeto(review, settings)) vetoes.push(review.author.login);
      continue;
    }
    const failure = failureOf(review, judging);
    const because = failure?.rule ?? (reviewsComplete ? "auth.approval" : "auth.evidence-unavailable");
    approvals.push({ login: review.author.login, counts: because === "auth.approval", because });
    if (failure !== null) findings.push({ ...failure, where: whereOf(review) });
  }
  const counted = approvals.filter((approval) => approval.counts).length;
  const extra = unknownParties(facts, settings, agent);
  const needed = settings.count + extra.length;
  if (counted >= settings.count) findings.push(...extra);
  return {
    result: { present: vetoes.length === 0 && counted >= needed, needed, approvals, vetoes },
    findings,
  };
}

function whereOf(review: Review): Finding["where"] {
  const login = review.author.login === null ? {} : { login: shownLogin(review.author) };
  return review.commit === null ? login : { ...login, commit: review.commit };
}

/** One finding for each party nobody knows; each makes one more approval needed, since any single one may be theirs. */
function unknownParties(facts: ChangeFacts, settings: ApprovalSettings, agent: AgentIdentity): Finding[] {
  const unknown: string[] = [];
  if (settings.exclude_requester) {
    // A requester the collector could not name is as unknown as one it did not look for.
    const isNameless = facts.requested_by?.some((requester) => !isKnownAccount(requester)) ?? agent.kind === "agent";
    if (isNameless) unknown.push("asked the agent for this change");
  }
  if (!isKnownAccount(facts.author)) unknown.push("opened this change");
  return unknown.map((what) => ({
    rule: "approval.requester-unknown",
    severity: "warn",
    message: `It is not known who ${what}, and one of the approvals may be theirs, so one more is needed.`,
    where: { field: what.startsWith("opened") ? "author" : "requested_by" },
    next: "Name the requester, or get one more approval.",
  }));
}
