/** @module Alignment: whether a change stays inside what people asked for (change gate, section 12). */

import type { Finding } from "../finding.ts";
import type { PathClasses } from "../paths/classes.ts";
import type { Tier } from "../scale.ts";
import { cleanText } from "../text/clean.ts";
import { issueKey } from "../text/issue-key.ts";
import type { Alignment, AlignmentFile, AlignmentStatus } from "../verdict.ts";
import { type AlignmentAdvice, mergeAdvice } from "./alignment-advice.ts";
import { authorizedText } from "./authorized-text.ts";
import { type DriftResult, decideDrift } from "./drift/drift.ts";
import { driftModel } from "./drift/model.ts";
import { type ChangeFacts, type Issue, isReadable, type Plan, type ReadableIssue } from "./facts.ts";

export { type AlignmentAdvice, readAlignmentAdvice } from "./alignment-advice.ts";

export interface AlignmentInput {
  readonly facts: ChangeFacts;
  readonly tier: Tier;
  /** Issues and plans that count as requests (sections 9.1 and 9.2). */
  readonly countingIssues: readonly Issue[];
  readonly countingPlans: readonly Plan[];
  readonly explicitKey: string | null;
  readonly classes: PathClasses;
  readonly advice: AlignmentAdvice;
  /** Whether misalignment denies (`drift.decide`, true when absent); if not, its findings are warnings. */
  readonly decides?: boolean;
  /** Domains the configuration maps an issue's labels to; without it only the labels themselves speak. */
  readonly domainsOf?: (issue: ReadableIssue) => readonly string[];
}

export interface AlignmentDecision {
  readonly alignment: Alignment;
  readonly findings: Finding[];
}

type Deterministic = Alignment["deterministic_findings"][number];

const fewestWords = 3;
const fewestWordsToMissAll = 5;
const shownPaths = 3;
/** Findings for single files; more are counted in one. */
const maximumFileFindings = 50;
const documentation = new Set(["docs", "documentation"]);

function isDocumentationIssue(issue: Issue, domainsOf: AlignmentInput["domainsOf"]): boolean {
  if (!isReadable(issue)) return false;
  const isNamed = (name: string) => documentation.has(name.trim().toLowerCase());
  return (
    issue.labels.some((label) => isNamed(label.name)) ||
    (domainsOf?.(issue).some((domain) => domain.trim().toLowerCase() === "documentation") ?? false)
  );
}

/** Some paths by name, the others as a number. */
function namePaths(paths: readonly string[]): string {
  const shown = paths.slice(0, shownPaths).map((path) => cleanText(path));
  const more = paths.length - shown.length;
  return more === 0 ? shown.join(", ") : `${shown.join(", ")} and ${more} more`;
}

/** Paths of a change that are neither docs nor test; a rename must be of the kind on both sides. */
function beyondTier0({ facts, tier, classes }: AlignmentInput): string[] {
  if (tier !== 0) return [];
  const isFree = (path: string) => classes.isDocs(path) || classes.isTest(path);
  return facts.files
    .filter(({ path, previous_path }) => !isFree(path) || (previous_path !== undefined && !isFree(previous_path)))
    .map((file) => file.path);
}

function notScored(facts: ChangeFacts, reason: string): AlignmentFile[] {
  return facts.files.map(({ path }) => ({
    path,
    state: "not_scored",
    reason,
    score: null,
    declared: false,
    words: { shared: [], own: [] },
    points: [],
  }));
}

/** What the scores say, as rules of section 12.2. */
function rulesOf(drift: DriftResult, total: number): Deterministic[] {
  const { outsideClass, near, model } = drift;
  const rules: Deterministic[] = [];
  if (outsideClass.length > 0) {
    rules.push({
      rule: "drift.intent-class",
      status: "misaligned",
      reason: `Every issue that counts is about documentation only, and other files changed: ${namePaths(outsideClass)}.`,
      files: [...outsideClass],
    });
  }
  const classed = new Set(outsideClass);
  const flagged = drift.outOfScope.filter((path) => !classed.has(path));
  if (flagged.length > 0) {
    const count = flagged.length === 1 ? "1 file is" : `${flagged.length} files are`;
    rules.push({
      rule: "drift.outside-intent",
      status: "misaligned",
      reason: `${count} not explained by the request, of ${total} in all: ${namePaths(flagged)}.`,
      files: flagged,
      threshold: model.t_flag,
    });
  }
  if (drift.words >= fewestWordsToMissAll && drift.core > 0 && drift.bestEvidence <= model.t_none) {
    rules.push({
      rule: "drift.nothing-explained",
      status: "misaligned",
      reason: "Even the file that fits the request best shares next to nothing with it.",
      threshold: model.t_none,
    });
  }
  if (drift.outOfScope.length === 0 && near.length > 0) {
    rules.push({
      rule: "drift.near",
      status: "unclear",
      reason: `Close to being unexplained: ${namePaths(near)}.`,
      files: [...near],
      threshold: model.t_near,
    });
  }
  if (2 * drift.notSeen > drift.core) {
    rules.push({
      rule: "drift.not-seen",
      status: "unclear",
      reason: `${drift.notSeen} of ${drift.core} files have no patch that could be read.`,
    });
  }
  return rules;
}

/** Issues a step names. */
const mostNamedIssues = 3;

/** `the issue`, with the ones that count; one that is only described has no name. */
function issueWords({ facts, countingIssues }: AlignmentInput): string {
  const linked = new Set(facts.issues.map(issueKey));
  const names = countingIssues
    .filter((issue) => linked.has(issueKey(issue)))
    .slice(0, mostNamedIssues)
    .map(({ repository, number }) => `${repository}#${number}`);
  return names.length === 0 ? "the issue" : `the issue (${names.join(", ")})`;
}

function checkIssue(issue: string): string {
  return `Check that the right issue is linked, or say in ${issue} what has to change.`;
}

function nextStep(rule: string, issue: string): string {
  const steps: Readonly<Record<string, string>> = {
    "drift.tier0-escape": "Take the other files out, or link the issue that asks for them.",
    "drift.outside-intent": `Move these files to a change of their own, or name them in ${issue} or an approved plan.`,
    "drift.intent-class": "Take the other files out, or link an issue that asks for them.",
    "drift.nothing-explained": checkIssue(issue),
    "drift.no-request": "Link the issue that asks for this change.",
    "drift.short-request": `Say in ${issue} what should change.`,
    "drift.near": "Look at the files that are named.",
    "drift.not-seen": "Look at the files yourself.",
  };
  return steps[rule] ?? "";
}

function findingsOf(
  rules: readonly Deterministic[],
  files: readonly AlignmentFile[],
  misaligned: "block" | "warn",
  {
    issue,
    isTextUnknown,
    isSomethingLinked,
  }: { readonly issue: string; readonly isTextUnknown: boolean; readonly isSomethingLinked: boolean },
): Finding[] {
  const isSomethingExplained = files.some((file) => file.state === "in_scope");
  const reasons = new Map(files.filter((file) => file.state === "out_of_scope").map((file) => [file.path, file]));
  return rules.flatMap(({ rule, status, reason, files: paths = [] }) => {
    const severity = status === "misaligned" ? misaligned : rule === "drift.no-request" ? "warn" : "info";
    const next =
      rule === "drift.outside-intent" && !isSomethingExplained
        ? checkIssue(issue)
        : rule === "drift.no-request" && isTextUnknown
          ? "Check again where the issue can be read; locally, give it with `--facts-issues`."
          : rule === "drift.no-request" && isSomethingLinked
            ? "Settle why the linked issue does not count, or link the one that asks for this change."
            : nextStep(rule, issue);
    const step = severity === "block" ? `An approval does not lift this. ${next}` : next;
    const whole: Finding = { rule, severity, message: reason, where: { field: "files" }, next: step };
    if (rule !== "drift.outside-intent") return [whole];
    const each = paths.slice(0, maximumFileFindings).map((path): Finding => {
      const row = reasons.get(path);
      const said = row?.declared === true ? " The description says so, no request does." : "";
      return {
        rule,
        severity,
        message: `Not explained by the request. ${row?.reason ?? ""}${said}`,
        where: { path },
        next: step,
      };
    });
    return paths.length > each.length ? [...each, whole] : each;
  });
}

function rationaleOf(status: AlignmentStatus, rules: readonly Deterministic[]): string {
  const deciding = rules.find((rule) => rule.status === status);
  return deciding?.reason ?? "The request explains every file of the change.";
}

const nothingToCompare: DriftResult = {
  files: [],
  outOfScope: [],
  outsideClass: [],
  near: [],
  lonelyLockfiles: [],
  words: 0,
  core: 0,
  notSeen: 0,
  bestEvidence: 0,
  model: driftModel,
};

/**
 * Decides alignment: `misaligned` if a rule or the model says so, else `unclear` if one of them does, else `aligned`.
 *
 * Only the authorized text puts a file in scope. What the change says about itself is shown as `declared` and decides nothing.
 */
export function decideAlignment(input: AlignmentInput): AlignmentDecision {
  const { facts, countingIssues, countingPlans, classes } = input;
  const text = authorizedText(countingIssues, countingPlans, input.explicitKey);
  const escaped = beyondTier0(input);
  const rules: Deterministic[] = [];
  if (escaped.length > 0) {
    rules.push({
      rule: "drift.tier0-escape",
      status: "misaligned",
      reason: `Passed as documentation or tests only, but also changes ${namePaths(escaped)}.`,
      files: escaped,
    });
  }
  const isMissing = text.request.text === "";
  // An issue that is only assumed to be open counts and has no text.
  const isTextUnknown = isMissing && countingIssues.length > 0 && !countingIssues.some(isReadable);
  const isDocsOnly =
    countingIssues.length > 0 && countingIssues.every((issue) => isDocumentationIssue(issue, input.domainsOf));
  const drift =
    // Without a request only a rule about all issues speaks of a file, so most changes without one are not looked at.
    isMissing && !isDocsOnly
      ? nothingToCompare
      : decideDrift({
          request: text.request,
          changeText: `${facts.title}\n${facts.body ?? ""}`,
          files: facts.files,
          classes,
          planPaths: countingPlans.flatMap((plan) => plan.paths ?? []),
          isDocsOnly,
        });
  const findings: Finding[] = [];
  let files: readonly AlignmentFile[] = drift.files;
  if (isMissing || drift.words < fewestWords) {
    const reason = isTextUnknown
      ? "The issue's text is not known, so there is no request to compare with."
      : isMissing
        ? "No issue or plan counts, so there is no request to compare with."
        : "The request has fewer than three words that could be compared.";
    const outside = new Set(drift.outsideClass);
    files = notScored(facts, reason).map((file, place) =>
      outside.has(file.path) ? { ...file, state: "out_of_scope", reason: drift.files[place]?.reason ?? "" } : file,
    );
    rules.push(...rulesOf({ ...drift, outOfScope: drift.outsideClass, near: [], core: 0, notSeen: 0 }, files.length));
    rules.push({ rule: isMissing ? "drift.no-request" : "drift.short-request", status: "unclear", reason });
  } else {
    rules.push(...rulesOf(drift, files.length));
    findings.push(...drift.lonelyLockfiles.slice(0, maximumFileFindings).map(lonelyLockfile));
  }
  const status = rules.some((rule) => rule.status === "misaligned")
    ? "misaligned"
    : rules.length > 0
      ? "unclear"
      : "aligned";
  const alignment: Alignment = {
    status,
    rationale: rationaleOf(status, rules),
    text: { words: drift.words, issues: [...text.issues], plans: [...text.plans], digest: text.digest },
    deterministic_findings: rules,
    files: [...files],
    model: null,
    model_error: null,
  };
  return {
    alignment: mergeAdvice(alignment, input.advice),
    findings: [
      ...findings,
      ...findingsOf(rules, files, input.decides === false ? "warn" : "block", {
        issue: issueWords(input),
        isTextUnknown,
        isSomethingLinked: facts.issues.length > 0,
      }),
    ],
  };
}

function lonelyLockfile(path: string): Finding {
  return {
    rule: "drift.lockfile-alone",
    severity: "warn",
    message: "A lockfile changed, and no manifest of its kind changed with it.",
    where: { path },
    next: "Ask why the lock moved when nothing it locks did.",
  };
}
