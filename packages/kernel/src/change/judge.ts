/**
 * @module The change gate: one facts document and one configuration in, one verdict out (change gate, sections 1 and 10).
 *
 * Every step always runs, also for a change that is not gated, so a report is complete. Nothing here reads a clock, a file
 * or the network, and no input makes it throw.
 */

import { digest, digestText } from "../canonical.ts";
import { type Configuration, configurationDigest } from "../configuration.ts";
import { type Finding, sortFindings } from "../finding.ts";
import { readLabels } from "../intent/labels.ts";
import { compilePathClasses } from "../paths/classes.ts";
import { authorizeAutoMerge } from "../policy/authorize.ts";
import { cleanText } from "../text/clean.ts";
import { issueKey } from "../text/issue-key.ts";
import { mergeReferences, parseReferences, type Reference, referenceFindings } from "../text/references.ts";
import {
  type ChangeVerdict,
  denyKinds,
  type Evidence,
  type ExecutionPolicy,
  rulesVersion,
  verdictSchemaName,
} from "../verdict.ts";
import { type AlignmentAdvice, decideAlignment, readAlignmentAdvice } from "./alignment.ts";
import { attributeChange } from "./attribution-input.ts";
import { authorize } from "./authorization.ts";
import { type ClaimAdvice, claimFindings, readClaimAdvice } from "./claim-advice.ts";
import { humanApproval } from "./evidence/approval.ts";
import { linkedIssue } from "./evidence/issue.ts";
import { approvedPlan } from "./evidence/plan.ts";
import { type ChangeFacts, factsForDigest, type Issue, isFileListComplete } from "./facts.ts";
import { decideFloor } from "./floor.ts";
import { decideGate } from "./gate.ts";
import { identifyAgent } from "./identity.ts";
import { type Failure, policyFailures } from "./policy-failures.ts";
import { textFindings } from "./text-findings.ts";
import { decideTier } from "./tier.ts";

/** What models answered and what records say of claims, read strictly where it is used. Leaving it out changes nothing but the parts that say no model was asked. */
export interface Advice {
  readonly alignment?: unknown;
  /** What was found about the claims of the description (`adviseClaims`). */
  readonly claims?: unknown;
}

export interface JudgeOptions {
  /** Local checks only: an issue that could not be looked up is taken as counting, and the verdict says so. */
  readonly assumeNamedIssues?: boolean;
  /** Backtests only: the change's own words stand in for the request when drift is measured, which then never denies. */
  readonly assumeRequest?: boolean;
}

/** The parts of a change whose absence is said as a finding of its own; evidence that was needed and is missing has another. */
const reportedIncomplete = new Set(["files", "commits", "patches", "body", "plans", "issues", "permissions"]);

function incompleteFindings(facts: ChangeFacts): Finding[] {
  return facts.incomplete
    .filter((entry) => reportedIncomplete.has(entry.what))
    .map((entry) => ({
      rule: "facts.incomplete",
      severity: "info",
      message: `Not all of the ${entry.what} of this change could be read: ${cleanText(entry.why).replace(/\.$/, "")}.`,
      where: { field: entry.what },
      next: "Collect the facts again where they can be read in full.",
    }));
}

/** Every reference the texts of the change make, and what should be said about them. */
function readReferences(facts: ChangeFacts): { references: ChangeVerdict["references"]; findings: Finding[] } {
  const at = { repository: facts.repository, host: facts.host };
  const isLocal = facts.number === null;
  const texts: { where: string; references: Reference[] }[] = [
    { where: "title", references: parseReferences(facts.title, { ...at, as: isLocal ? "commit" : "title" }) },
    { where: "body", references: parseReferences(facts.body ?? "", { ...at, as: isLocal ? "commit" : "description" }) },
  ];
  if (isLocal) {
    for (const commit of facts.commits) {
      texts.push({
        where: `commit:${commit.sha}`,
        references: parseReferences(commit.message, { ...at, as: "commit" }),
      });
    }
  }
  return { references: mergeReferences(texts), findings: referenceFindings(texts) };
}

function autoMerge(
  allowed: boolean,
  facts: ChangeFacts,
  policy: ExecutionPolicy | undefined,
  floor: ChangeVerdict["floor"],
): ChangeVerdict["auto_merge"] {
  const because: string[] = [];
  if (!allowed) because.push("the change is denied");
  const byPolicy = policy === undefined || authorizeAutoMerge(policy).ok;
  if (!byPolicy) because.push("the policy does not allow auto-merge");
  if (facts.draft) because.push("the change is a draft");
  const permitted = allowed && byPolicy && !facts.draft;
  // Without a policy a sensitive floor is shown and does not refuse.
  if (policy === undefined && floor.class === "sensitive") because.push("the floor is sensitive");
  return { allowed: permitted, because };
}

/** A finding of a step that could not refuse is told as advice. */
function withSeverity(finding: Finding, severity: "warn" | "info"): Finding {
  return finding.severity === "block" ? { ...finding, severity } : finding;
}

const filesIncomplete: Finding = {
  rule: "auth.files-incomplete",
  severity: "block",
  message: "The list of changed files is not complete, so nothing can be said to be safe.",
  where: { field: "files" },
  next: "Collect the facts again where every file can be listed.",
};

const nothingFound: Finding = {
  rule: "change.nothing-found",
  severity: "info",
  message: "Nothing was found to say about this change.",
  where: {},
  next: "Nothing to do.",
};

const nothingChanged = { rule: nothingFound.rule, message: "No file is changed, so there is nothing to authorize." };

const notGatedWords = {
  agent: "it is an agent's",
  unknown: "its author is not known",
  everyone: "everyone's changes are gated",
  not_agent: "no trace of an agent was found",
  bot: "its author is a known bot",
} as const;

function notGated(because: ChangeVerdict["gated_because"]): Finding {
  return {
    rule: "change.not-gated",
    severity: "info",
    message: `This change is not gated: ${notGatedWords[because]}.`,
    where: { field: "author" },
    next: "Nothing to do; `intent.gate` decides whose changes are gated.",
  };
}

const allowedWords: Readonly<Record<string, string>> = {
  "auth.tier0": "It changes only documentation or tests, which needs nothing.",
  "auth.issue": "An issue that counts asks for this change.",
  "auth.plan": "An approved plan covers this change.",
  "auth.approval": "A person with authority approved this commit.",
};

function allowed(rule: string): { readonly rule: string; readonly message: string } {
  return { rule, message: allowedWords[rule] ?? "The evidence authorizes this change." };
}

/** The step is that of the finding that says the same thing; a model's answer alone has none. */
function misaligned(alignment: ChangeVerdict["alignment"], found: readonly Finding[]): Failure {
  const deciding = alignment.deterministic_findings.find((each) => each.status === "misaligned");
  const next = found.find((finding) => finding.rule === deciding?.rule)?.next;
  return {
    kind: "misaligned",
    finding: {
      rule: "change.misaligned",
      severity: "block",
      message: alignment.rationale,
      where: { field: "files" },
      next:
        next ??
        "An approval does not lift this. Move what was not asked for to a change of its own, or have the issue or an approved plan name it.",
    },
  };
}

/** The change's own description, as if it were the issue that asked for it. */
function describedRequest(facts: ChangeFacts): Issue {
  const { repository, number, title, body, author } = facts;
  return {
    repository,
    number: number ?? 1,
    link: "explicit",
    title,
    body,
    state: "open",
    state_reason: null,
    labels: [],
    author,
    is_pull_request: false,
  };
}

/** The issues a stored verdict answers for: another link is another request (A16, E4). */
function linkedIssues(facts: ChangeFacts): string[] {
  return [...new Set(facts.issues.map((issue) => `${issueKey(issue)} ${issue.link}`))].sort();
}

/** Of the answers as they were read: nothing else of them can reach the verdict, and they may be of any shape and depth. */
function adviceDigest(alignment: AlignmentAdvice, claims: ClaimAdvice): string | null {
  if (alignment === null && claims === null) return null;
  return digest({ ...(alignment === null ? {} : { alignment }), ...(claims === null ? {} : { claims }) });
}

/**
 * Judges one change.
 *
 * @param facts as `readFacts` gives them.
 * @param configuration of the base commit, with its defaults.
 * @param advice answers of models; they can only add caution.
 * @returns the verdict; its canonical form is the same bytes for the same input. Report-only and enforce are no input: they
 * differ in what happens next (law 6).
 */
export function judgeChange(
  facts: ChangeFacts,
  configuration: Configuration,
  advice: Advice = {},
  options: JudgeOptions = {},
): ChangeVerdict {
  const { intent, policy } = configuration;
  const alignmentAdvice = readAlignmentAdvice(advice.alignment);
  const claimAdvice = readClaimAdvice(advice.claims);
  const configDigest = configurationDigest(configuration);
  const classes = compilePathClasses(intent);

  const text = textFindings(facts, (path) => classes.isTest(path));
  const identity = identifyAgent(facts, intent.agents);
  const gate = decideGate(identity.agent, facts, intent);
  const references = readReferences(facts);

  const issue = linkedIssue(facts, intent, { assumeNamedIssues: options.assumeNamedIssues === true });
  const plan = approvedPlan(facts, intent, issue);
  const approval = humanApproval(facts, intent, identity.agent);
  const evidence: Evidence = {
    linked_issue: issue.result,
    approved_plan: plan.result,
    human_approval: approval.result,
  };
  const attributed = attributeChange(facts, configuration, { countingPlanIds: plan.countingIds }, configDigest);
  const { execution } = attributed;
  const tier = decideTier(facts, classes, intent);
  const floor = decideFloor(facts, classes, { injection: text.raisesFloor });
  const alignment = decideAlignment({
    facts,
    tier: tier.tier.value,
    countingIssues: options.assumeRequest === true ? [describedRequest(facts)] : issue.counting,
    countingPlans: plan.counting,
    explicitKey: attributed.explicitKey,
    classes,
    domainsOf: (labelled) =>
      readLabels(
        labelled.labels.map((label) => label.name),
        policy,
      ).dimensions.domains,
    advice: alignmentAdvice,
  });
  const authorization = authorize(tier.tier.value, evidence, facts, intent);

  const driftDecides = intent.drift.decide && options.assumeRequest !== true;
  // A complete list without files: nothing would merge, so nothing is refused.
  const isEmpty = facts.files.length === 0 && isFileListComplete(facts);
  const failures: Failure[] = [
    ...(isFileListComplete(facts) ? [] : [{ kind: "incomplete" as const, finding: filesIncomplete }]),
    ...authorization.failures,
    ...(execution === null ? [] : policyFailures(facts, execution.policy, approval.result)),
    ...(driftDecides && alignment.alignment.status === "misaligned"
      ? [misaligned(alignment.alignment, alignment.findings)]
      : []),
  ];
  // Why a review does not count is no warning where enough others do, or where nothing asks for one.
  const isApprovalWanted =
    !approval.result.present &&
    (!authorization.authorized || failures.some((each) => each.finding.rule === "execution.approval-required"));
  const claims = claimFindings(claimAdvice, configuration.claim?.change === "deny");
  const refuted = claims.find(({ severity }) => severity === "block");
  const byKind = failures.toSorted((left, right) => denyKinds.indexOf(left.kind) - denyKinds.indexOf(right.kind));
  // Behind every other reason, so that none gives way to it.
  if (refuted !== undefined) byKind.push({ kind: "policy", finding: refuted });
  const failure = isEmpty ? undefined : byKind[0];
  const isDenied = gate.gated && failure !== undefined;
  const findings = [
    ...incompleteFindings(facts),
    ...text.findings,
    ...identity.findings,
    ...references.findings,
    ...issue.findings,
    ...plan.findings,
    ...approval.findings.map((finding) => (isApprovalWanted ? finding : { ...finding, severity: "info" as const })),
    ...attributed.findings,
    ...tier.findings,
    ...floor.findings,
    ...alignment.findings.map((finding) => (driftDecides ? finding : withSeverity(finding, "warn"))),
    ...(isEmpty ? claims.map((finding) => withSeverity(finding, "warn")) : claims),
    ...(isEmpty ? [{ ...nothingFound, ...nothingChanged }] : failures.map((each) => each.finding)),
    ...(gate.gated ? [] : [notGated(gate.gated_because)]),
  ].map((finding) => (gate.gated ? finding : withSeverity(finding, "info")));
  const authorizing = isEmpty ? nothingChanged : allowed(authorization.rule);
  const deciding = isDenied ? failure.finding : gate.gated ? authorizing : notGated(gate.gated_because);

  return {
    schema: verdictSchemaName,
    gate: "change",
    subject: {
      repository: facts.repository,
      number: facts.number,
      base_ref: facts.base.ref,
      base_sha: facts.base.sha,
      head_sha: facts.head.sha,
    },
    decision: isDenied ? "deny" : "allow",
    deny_kind: isDenied ? failure.kind : null,
    reason: `${deciding.message} [${deciding.rule}]`,
    gated: gate.gated,
    gated_because: gate.gated_because,
    agent: identity.agent,
    tier: tier.tier,
    authorized: isEmpty || authorization.authorized,
    evidence,
    references: references.references,
    attribution: attributed.attribution,
    execution,
    auto_merge: autoMerge(!isDenied, facts, execution?.policy, floor.floor),
    floor: floor.floor,
    alignment: alignment.alignment,
    incomplete: facts.incomplete,
    findings: findings.length === 0 ? [nothingFound] : sortFindings(findings),
    digests: {
      facts: digestText(factsForDigest(facts)),
      config: configDigest,
      intent: digest({
        text: alignment.alignment.text.digest,
        issues: linkedIssues(facts),
        base_ref: facts.base.ref,
      }),
      advice: adviceDigest(alignmentAdvice, claimAdvice),
    },
    rules_version: rulesVersion,
  };
}
