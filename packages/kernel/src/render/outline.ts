/** @module The outline of a verdict in words: what every rendering for people shows, in the order a person asks. */

import type { Finding, Severity } from "../finding.ts";
import { severities } from "../finding.ts";
import type { ChangeVerdict } from "../verdict.ts";
import { alignmentLines } from "./alignment-words.ts";
import { approvalLines, claimLines, issueLines, planLines } from "./evidence-words.ts";
import { intentLines, policyLines } from "./intent-words.ts";
import { type Line, line, type Mark, type Phrase } from "./phrase.ts";
import { floorLines, tierLines } from "./risk-words.ts";
import type { RunDescription } from "./run-description.ts";
import { authorLines } from "./who-words.ts";

export type Mode = "report" | "enforce";

export interface Section {
  readonly label: string;
  readonly lines: readonly Line[];
}

export interface FindingGroup {
  readonly severity: Severity;
  readonly findings: readonly Finding[];
}

export interface Outline {
  readonly mark: Mark;
  /** `Allowed`, `Would be denied`, … */
  readonly decision: string;
  readonly reason: string;
  /** The step that settles the reason; null when there is none. */
  readonly next: string | null;
  readonly subject: Phrase;
  readonly sections: readonly Section[];
  readonly groups: readonly FindingGroup[];
  /** Findings that a short outline leaves out. */
  readonly hidden: number;
  readonly footer: readonly Phrase[];
}

/** The decision in one or two words. Under report nothing is refused, and the word says so. */
export function decisionWord(verdict: ChangeVerdict, mode: Mode): string {
  if (verdict.decision === "allow") return verdict.gated ? "Allowed" : "Not gated";
  if (mode === "report") return verdict.deny_kind === "incomplete" ? "Would be denied (incomplete)" : "Would be denied";
  return verdict.deny_kind === "incomplete" ? "Denied (incomplete)" : "Denied";
}

export function decisionMark(verdict: ChangeVerdict, mode: Mode): Mark {
  if (verdict.decision === "allow") return "yes";
  return mode === "report" ? "warn" : "no";
}

/** `owner/name#7`, or `owner/name@1a2b3c4` for a local range; what is not committed has no id to show. */
export function subjectName(verdict: {
  readonly subject: Pick<ChangeVerdict["subject"], "repository" | "number" | "head_sha">;
}): string {
  const { repository, number, head_sha } = verdict.subject;
  if (number !== null) return `${repository}#${number}`;
  return `${repository}@${/^0+$/.test(head_sha) ? "uncommitted" : head_sha.slice(0, 7)}`;
}

/** What git compares a first commit with, by both of its hash algorithms. */
const emptyTrees: ReadonlySet<string> = new Set([
  "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
]);

/** The finding whose message is the reason, and that says no more than the reason and its next step. */
function decidingFinding(verdict: ChangeVerdict): Finding | undefined {
  return verdict.findings.find(
    (finding) =>
      finding.severity === "block" &&
      verdict.reason === `${finding.message} [${finding.rule}]` &&
      finding.where.path === undefined &&
      finding.quote === undefined,
  );
}

/** Findings that a short outline says elsewhere: the reason's own, and those the alignment section explains. */
function isSaidElsewhere(finding: Finding, verdict: ChangeVerdict, deciding: Finding | undefined): boolean {
  return (
    finding.rule === "change.nothing-found" ||
    finding === deciding ||
    verdict.alignment.deterministic_findings.some((found) => found.rule === finding.rule)
  );
}

function findingGroups(findings: readonly Finding[]): FindingGroup[] {
  return severities
    .map((severity) => ({ severity, findings: findings.filter((finding) => finding.severity === severity) }))
    .filter((group) => group.findings.length > 0);
}

/** What could not be seen; parts with the same cause share a line, and each is named once however often it is said. */
function incompleteLines(verdict: ChangeVerdict): Line[] {
  const parts = new Map<string, Set<string>>();
  for (const entry of verdict.incomplete) {
    if (typeof entry !== "object" || entry === null) continue;
    const { what, why, listed, total } = entry as Record<string, unknown>;
    const amount = typeof listed === "number" && typeof total === "number" ? ` (${listed} of ${total})` : "";
    const cause = String(why);
    const named = parts.get(cause) ?? new Set();
    parts.set(cause, named.add(`${String(what)}${amount}`));
  }
  return [...parts].map(([why, whats]) => line("warn", `${[...whats].join(", ")}: ${why}`));
}

function mergeLines(verdict: ChangeVerdict): Line[] {
  const because = verdict.auto_merge.because;
  const word = verdict.auto_merge.allowed ? "allowed" : "not allowed";
  const reason =
    because.length === 0 ? "" : `${verdict.auto_merge.allowed ? ", although " : ": "}${because.join("; ")}`;
  return [line("none", word + reason)];
}

function footer(verdict: ChangeVerdict, mode: Mode, verbose: boolean, run: RunDescription | undefined): Phrase[] {
  const lines: Phrase[] = [];
  if (run !== undefined && run.assumed.length > 0) lines.push([`Assuming ${run.assumed.join(", ")}.`]);
  const parts = mode === "report" ? ["Report-only by the configuration."] : [];
  if (run !== undefined) parts.push(`Configuration: ${run.configuration_origin}.`);
  if (parts.length > 0) lines.push([{ faint: parts.join(" ") }]);
  if (verbose) {
    for (const [name, value] of Object.entries(verdict.digests)) {
      if (value !== null) lines.push([{ faint: `${name} ${value}` }]);
    }
    lines.push([{ faint: `rules version ${verdict.rules_version}` }]);
  }
  return lines;
}

/**
 * What a person should see of a verdict. Short by default: sections that have nothing to add and notes are left out and
 * counted; `verbose` shows everything the verdict holds. The same verdict gives the same outline.
 */
export function outlineOf(
  verdict: ChangeVerdict,
  options: { readonly mode: Mode; readonly verbose: boolean; readonly run?: RunDescription | undefined },
): Outline {
  const { mode, verbose, run } = options;
  const deciding = decidingFinding(verdict);
  const own = verdict.findings.filter((finding) =>
    verbose ? finding !== deciding : !isSaidElsewhere(finding, verdict, deciding),
  );
  const shown = verbose ? own : own.filter((finding) => finding.severity !== "info");
  const subject: Phrase = [
    { strong: subjectName(verdict) },
    ...(run === undefined || run.title === "" ? [] : [` · ${run.title}`]),
    { faint: ` · into ${emptyTrees.has(verdict.subject.base_sha) ? "the empty tree" : verdict.subject.base_ref}` },
  ];
  const sections: Section[] = [
    { label: "Author", lines: authorLines(verdict, verbose, run?.author ?? null) },
    { label: "Tier", lines: tierLines(verdict, verbose) },
    { label: "Floor", lines: floorLines(verdict, verbose) },
    { label: "Issue", lines: issueLines(verdict) },
    { label: "Plan", lines: planLines(verdict, verbose) },
    { label: "Approval", lines: approvalLines(verdict, verbose) },
    { label: "Claims", lines: claimLines(verdict) },
    { label: "Intent", lines: intentLines(verdict, verbose) },
    { label: "Policy", lines: policyLines(verdict, verbose) },
    { label: "Alignment", lines: alignmentLines(verdict, verbose) },
    { label: "Incomplete", lines: incompleteLines(verdict) },
    { label: "Auto-merge", lines: verbose ? mergeLines(verdict) : [] },
  ];
  return {
    mark: decisionMark(verdict, mode),
    decision: decisionWord(verdict, mode),
    reason: verdict.reason,
    next: deciding?.next ?? null,
    subject,
    sections: sections.filter((section) => section.lines.length > 0),
    groups: findingGroups(shown),
    hidden: own.length - shown.length,
    footer: footer(verdict, mode, verbose, run),
  };
}

/** Where a finding stands, in words: the path, issue, account, commit or field it names. */
export function placeOf(finding: Finding): Phrase {
  const { path, issue, login, commit, field } = finding.where;
  const places: Phrase[] = [];
  if (path !== undefined) places.push([{ code: path }]);
  if (issue !== undefined) places.push([{ code: issue }]);
  if (login !== undefined) places.push([{ code: login }]);
  if (commit !== undefined) places.push(["commit ", { code: commit.slice(0, 7) }]);
  // A finding about several files names them itself.
  if (field !== undefined && field !== "files") places.push([field]);
  return places.flatMap((place, index) => (index === 0 ? [...place] : [" · ", ...place]));
}
