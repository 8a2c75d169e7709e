/** @module The linked issue: which issues of a change count as someone's request for it (change gate, section 9.1). */

import { compareText } from "../../compare-text.ts";
import type { IntentConfiguration } from "../../configuration.ts";
import type { Finding } from "../../finding.ts";
import { foldName } from "../../intent/labels.ts";
import { isAtLeast, permissionScale } from "../../scale.ts";
import type { Evidence } from "../../verdict.ts";
import { type Actor, type ChangeFacts, type Issue, isReadable, type ReadableIssue } from "../facts.ts";
import { isBotAccount, isSameAccount } from "../identity.ts";
import { evidenceSteps, isLocalChange } from "../next-steps.ts";
import { isKnownAccount, isVerifiedLabel, type Parties, shownLogin } from "./authority.ts";

type IssueSettings = IntentConfiguration["evidence"]["issue"];
type IssueResult = Evidence["linked_issue"];

export interface LinkedIssue {
  readonly result: IssueResult;
  /** The issues that count, in the order of the result. An assumed one has no text. */
  readonly counting: readonly Issue[];
  readonly findings: readonly Finding[];
}

export interface LinkedIssueOptions {
  /** Local checks only: an issue that was not looked up is taken as open and someone's request, and the verdict says so. */
  readonly assumeNamedIssues: boolean;
}

/** `owner/name#N`, the way findings name an issue. */
export function issueAddress(issue: { readonly repository: string; readonly number: number }): string {
  return `${issue.repository}#${issue.number}`;
}

/** The form two spellings of one issue's address share. */
export function issueKey(issue: { readonly repository: string; readonly number: number }): string {
  return `${foldName(issue.repository)}#${issue.number}`;
}

interface Failure {
  readonly rule: string;
  readonly severity: Finding["severity"];
  readonly message: string;
  readonly next: string;
}

const unreadableWords = {
  not_found: "does not exist or is not visible",
  forbidden: "may not be read with the permissions at hand",
  error: "failed to load",
  not_looked_up: "was not looked up",
} as const;

/** Whether an issue's state is missing for a reason that may pass: it says nothing against the issue. */
export function isNotLoaded(issue: Issue): boolean {
  return issue.unreadable === "not_looked_up" || issue.unreadable === "error";
}

const neverCounts = new Set<unknown>(["not_planned", "duplicate"]);

function closedMessage(issue: ReadableIssue): string {
  const how =
    issue.state_reason === "not_planned"
      ? "was closed as not planned"
      : issue.state_reason === "duplicate"
        ? "was closed as a duplicate"
        : "is closed";
  return `${issueAddress(issue)} ${how}: the work may already be done or unwanted.`;
}

function closedFinding(issue: ReadableIssue): Failure {
  return {
    rule: "issue.closed",
    severity: "warn",
    message: closedMessage(issue),
    next: "Reopen it if the work is still wanted, or link the open issue.",
  };
}

function isEndorsed(issue: ReadableIssue, settings: IssueSettings, parties: Parties): boolean {
  const endorsing = new Set(settings.endorsed_labels.map(foldName));
  return issue.labels.some((label) => endorsing.has(foldName(label.name)) && isVerifiedLabel(label, parties));
}

interface Asking {
  readonly settings: IssueSettings;
  readonly parties: Parties;
  readonly isEndorsed: boolean;
  /** Whether git gave the facts, so that the author of the change can still be named. */
  readonly isLocal: boolean;
}

type Standing = "may-ask" | "not-a-person" | "unknown" | "own";

/**
 * The two author tests for one account. An account nobody knows (a deleted one too) may ask only with an endorsement, and
 * where the author of the change is unknown everyone could be them.
 */
function standingOf(account: Actor, permission: unknown, { settings, parties, isEndorsed }: Asking): Standing {
  if (isKnownAccount(account) && (account.kind === "unknown" || isBotAccount(account, parties.agents))) {
    return "not-a-person";
  }
  if (account.kind === "bot") return "not-a-person";
  if (isEndorsed) return "may-ask";
  if (!isKnownAccount(account)) return "unknown";
  if (settings.allow_self_written || isAtLeast(permissionScale, permission, "write")) return "may-ask";
  const mayBeAuthor = !isKnownAccount(parties.author) || isSameAccount(account, parties.author);
  return mayBeAuthor ? "own" : "may-ask";
}

function authorFailure(
  issue: ReadableIssue,
  standing: Standing,
  { parties, isLocal }: Pick<Asking, "parties" | "isLocal">,
): Failure | null {
  const address = issueAddress(issue);
  if (standing === "may-ask") return null;
  if (standing === "not-a-person") {
    return {
      rule: "issue.agent-written",
      severity: "warn",
      message: `${address} was written by ${shownLogin(issue.author)}, which is not known to be a person.`,
      next: "Have a person write the request in an issue of their own.",
    };
  }
  const why =
    standing === "unknown"
      ? `It is not known who wrote ${address}.`
      : isKnownAccount(parties.author)
        ? `${address} was written by ${shownLogin(issue.author)}, who opened the change, without write permission.`
        : `It is not known who opened the change, so ${shownLogin(issue.author)} may have written ${address} for it.`;
  return {
    rule: "issue.self-written",
    severity: "warn",
    message: why,
    next:
      isLocal && standing === "own" && !isKnownAccount(parties.author)
        ? evidenceSteps(new Set(["author"]), { source: "git" })
        : "Ask a maintainer to endorse the issue with a label such as `accepted`.",
  };
}

function editorFailure(issue: ReadableIssue, asking: Asking): Failure | null {
  const { editor } = issue;
  if (editor === null) return null;
  // Only the author's permission is part of the facts; any other editor's is not known.
  const permission = editor !== undefined && isSameAccount(editor, issue.author) ? issue.author_permission : undefined;
  if (editor !== undefined && standingOf(editor, permission, asking) === "may-ask") return null;
  return {
    rule: "issue.edited",
    severity: "warn",
    message:
      editor === undefined
        ? `It is not known whether someone edited ${issueAddress(issue)} after it was written.`
        : `${issueAddress(issue)} was last edited by ${shownLogin(editor)}, whose words are not a request for this change.`,
    next:
      editor === undefined && asking.isLocal
        ? evidenceSteps(new Set(["issue-history"]), { source: "git" })
        : "Have a person other than the author of the change check the text and edit the issue.",
  };
}

/** The first test of section 9.1 a readable issue fails, or null when it counts. */
function failureOf(issue: ReadableIssue, settings: IssueSettings, parties: Parties, isLocal: boolean): Failure | null {
  if (issue.is_pull_request !== false) {
    return {
      rule: "reference.pull-request",
      severity: "info",
      message: "A pull request is linked, and a pull request is not a request.",
      next: "Link the issue behind it.",
    };
  }
  if (neverCounts.has(issue.state_reason) || (issue.state !== "open" && settings.require_open)) {
    return closedFinding(issue);
  }
  const verified = new Set(
    issue.labels.filter((label) => isVerifiedLabel(label, parties)).map((label) => foldName(label.name)),
  );
  const missing = settings.require_labels.filter((name) => !verified.has(foldName(name)));
  if (missing.length > 0) {
    return {
      rule: "issue.label-missing",
      severity: "warn",
      message: `${issueAddress(issue)} lacks a label that someone with triage permission put there: ${missing.join(", ")}.`,
      next:
        isLocal && !isKnownAccount(parties.author)
          ? evidenceSteps(new Set(["author"]), { source: "git" })
          : "Ask a maintainer to label the issue.",
    };
  }
  const asking = { settings, parties, isEndorsed: isEndorsed(issue, settings, parties), isLocal };
  const standing = standingOf(issue.author, issue.author_permission, asking);
  return authorFailure(issue, standing, asking) ?? editorFailure(issue, asking);
}

interface Judged {
  readonly issue: Issue;
  readonly counts: boolean;
  readonly because: string;
  readonly findings: readonly Finding[];
}

function found(failure: Failure, issue: Issue): Finding {
  return { ...failure, where: { issue: issueAddress(issue) } };
}

function refused(issue: Issue, failure: Failure): Judged {
  return { issue, counts: false, because: failure.rule, findings: [found(failure, issue)] };
}

function judgeIssue(
  issue: Issue,
  facts: ChangeFacts,
  { evidence, agents }: IntentConfiguration,
  { assumeNamedIssues }: LinkedIssueOptions,
): Judged {
  if (issue.number === facts.number && foldName(issue.repository) === foldName(facts.repository)) {
    return refused(issue, {
      rule: "reference.self",
      severity: "info",
      message: "The change names itself, and a change cannot ask for itself.",
      next: "Link the issue that asks for it.",
    });
  }
  if (!isReadable(issue)) {
    if (assumeNamedIssues && issue.unreadable === "not_looked_up") {
      const assumed: Failure = {
        rule: "issue.assumed",
        severity: "info",
        message: `assuming #${issue.number} is open`,
        next: "Nothing to do; the check on the platform looks it up.",
      };
      return { issue, counts: true, because: "issue.assumed", findings: [found(assumed, issue)] };
    }
    return refused(issue, {
      rule: "issue.unreadable",
      severity: "warn",
      message: `${issueAddress(issue)} ${unreadableWords[issue.unreadable]}.`,
      next:
        issue.unreadable === "not_looked_up" && isLocalChange(facts)
          ? evidenceSteps(new Set(["issue-text"]), facts)
          : isNotLoaded(issue)
            ? "Check again where the issue can be read."
            : "Check the number and the permissions.",
    });
  }
  const failure = failureOf(issue, evidence.issue, { author: facts.author, agents }, isLocalChange(facts));
  if (failure !== null) return refused(issue, failure);
  // A closed issue may count when the configuration says so; the reader is told all the same.
  const warnings = issue.state === "open" ? [] : [found(closedFinding(issue), issue)];
  return { issue, counts: true, because: "auth.issue", findings: warnings };
}

/** The issues of a change that could count: linked for closing or by hand, and references unless they are switched off. */
export function issueCandidates(facts: ChangeFacts, configuration: IntentConfiguration): Issue[] {
  const { reference_links } = configuration.evidence.issue;
  return facts.issues.filter(
    ({ link }) => link === "closing" || link === "explicit" || (link === "reference" && reference_links),
  );
}

function unusedReferences(facts: ChangeFacts, candidates: readonly Issue[]): Finding[] {
  const used = new Set(candidates);
  return facts.issues
    .filter((issue) => !used.has(issue))
    .map((issue) => ({
      rule: "reference.not-closing",
      severity: "info",
      message: `${issueAddress(issue)} is only mentioned, and mentions do not count here.`,
      where: { issue: issueAddress(issue) },
      next: `Write "Fixes #${issue.number}" in the description if it asks for this change.`,
    }));
}

/**
 * Decides which issues count as a request for the change and whether that is enough.
 *
 * Every candidate is tested in the order of section 9.1 and the first test it fails is why it does not count. The order of
 * issues and labels in the facts does not matter. Present: at least one counts, and with `issue.require: all` every
 * closing one does and none could be missing.
 */
export function linkedIssue(
  facts: ChangeFacts,
  configuration: IntentConfiguration,
  options: LinkedIssueOptions = { assumeNamedIssues: false },
): LinkedIssue {
  const candidates = issueCandidates(facts, configuration);
  const judged = candidates.map((issue) => judgeIssue(issue, facts, configuration, options));
  const rank = ({ issue, because }: Judged): string => `${issueKey(issue)}\n${issue.link}\n${because}`;
  judged.sort((left, right) => compareText(rank(left), rank(right)));
  const counting = judged.filter((entry) => entry.counts);
  const wantsAll = configuration.evidence.issue.require === "all";
  const listIncomplete = facts.incomplete.some((entry) => entry.what === "issues");
  const everyClosing = judged.every((entry) => entry.issue.link !== "closing" || entry.counts);
  const present = counting.length > 0 && (!wantsAll || (everyClosing && !listIncomplete));
  return {
    result: {
      present,
      issues: judged.map(({ issue, counts, because }) => ({
        repository: issue.repository,
        number: issue.number,
        link: issue.link,
        counts,
        because,
      })),
    },
    counting: counting.map((entry) => entry.issue),
    findings: [...judged.flatMap((entry) => entry.findings), ...unusedReferences(facts, candidates)],
  };
}
