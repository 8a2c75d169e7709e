/** @module Findings as a SARIF 2.1.0 log, for code scanning and editors. */

import { createHash } from "node:crypto";
import type { Finding, Severity } from "../finding.ts";
import { type Rule, ruleOf } from "../rules.ts";
import type { ChangeVerdict } from "../verdict.ts";
import { subjectName } from "./outline.ts";
import { outside } from "./outside.ts";
import type { RunDescription } from "./run-description.ts";

const levels = { block: "error", warn: "warning", info: "note" } as const satisfies Record<Severity, string>;
type Level = (typeof levels)[Severity];

interface SarifRule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription: { readonly text: string };
  readonly help: { readonly text: string; readonly markdown: string };
  readonly defaultConfiguration: { readonly level: Level };
  readonly properties: { readonly tags: readonly string[] };
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: Level;
  readonly message: { readonly text: string };
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string; readonly uriBaseId: "%SRCROOT%" };
        readonly region: { readonly startLine: 1 };
      };
    },
  ];
  readonly partialFingerprints: { readonly "warrantFinding/v1": string };
  readonly properties: { readonly change: string; readonly next: string; readonly quote?: string };
}

/**
 * A repository path as a relative URI: every segment percent-encoded. Segments that are only dots and leading slashes are
 * encoded too, so that a hostile path cannot point outside the root it is relative to.
 */
export function pathUri(path: string): string {
  const leading = /^\/*/.exec(path)?.[0] ?? "";
  const segments = path
    .slice(leading.length)
    .toWellFormed()
    .split("/")
    .map((segment) =>
      segment === "." || segment === ".." ? segment.replaceAll(".", "%2E") : encodeURIComponent(segment),
    );
  return leading.replaceAll("/", "%2F") + segments.join("/");
}

/** The same finding of the same change has the same fingerprint, whatever its head commit and its wording. */
function fingerprint(finding: Finding, change: string, ordinal: number): string {
  const { path, issue, login, field } = finding.where;
  const identity = [finding.rule, change, path ?? "", issue ?? "", login ?? "", field ?? "", ordinal];
  return createHash("sha256").update(JSON.stringify(identity)).digest("hex");
}

function sarifRule(id: string, rule: Rule | undefined, finding: Finding): SarifRule {
  const title = rule?.title ?? id;
  const meaning = rule?.meaning ?? title;
  const next = rule?.next ?? finding.next;
  const level = rule === undefined || rule.severity === "result" ? levels[finding.severity] : levels[rule.severity];
  return {
    id,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: meaning },
    help: { text: `${meaning} ${next}`.trim(), markdown: `${meaning}\n\n**What to do:** ${next}` },
    defaultConfiguration: { level },
    properties: { tags: [rule?.area ?? "change"] },
  };
}

function changeOf(verdict: ChangeVerdict): string {
  const { repository, number } = verdict.subject;
  return number === null ? repository : `${repository}#${number}`;
}

function summaryOf(verdict: ChangeVerdict): Record<string, unknown> {
  return {
    subject: verdict.subject,
    change: subjectName(verdict),
    decision: verdict.decision,
    deny_kind: verdict.deny_kind,
    reason: verdict.reason,
    gated: verdict.gated,
    tier: verdict.tier.value,
    authorized: verdict.authorized,
    floor: verdict.floor.class,
    alignment: verdict.alignment.status,
    digests: verdict.digests,
    rules_version: verdict.rules_version,
    findings_without_path: verdict.findings
      .filter((finding) => finding.where.path === undefined)
      .map(({ rule, severity, message, where, next }) => ({ rule, severity, message: outside(message), where, next })),
  };
}

function fullMessage(finding: Finding): string {
  const quote = finding.quote === undefined || finding.quote === "" ? "" : ` Quote: ${outside(finding.quote)}`;
  return `${outside(finding.message)}${quote}${finding.next === "" ? "" : ` Next: ${outside(finding.next)}`}`;
}

/**
 * One SARIF run: a result for each finding that names a path; verdicts, and findings that name none, are in the run's
 * properties. `version` is that of the tool. Ends in one newline.
 */
export function renderSarif(
  verdicts: readonly ChangeVerdict[],
  options: { readonly version: string; readonly run?: RunDescription | undefined },
): string {
  const rules = new Map<string, { index: number; rule: SarifRule }>();
  const results: SarifResult[] = [];
  const seen = new Map<string, number>();
  for (const verdict of verdicts) {
    const change = changeOf(verdict);
    for (const finding of verdict.findings) {
      const { path } = finding.where;
      if (path === undefined || path === "") continue;
      const known = rules.get(finding.rule) ?? {
        index: rules.size,
        rule: sarifRule(finding.rule, ruleOf(finding.rule), finding),
      };
      rules.set(finding.rule, known);
      // Two findings of one rule at one place differ only by how many came before.
      const place = fingerprint(finding, change, 0);
      const ordinal = seen.get(place) ?? 0;
      seen.set(place, ordinal + 1);
      results.push({
        ruleId: finding.rule,
        ruleIndex: known.index,
        level: levels[finding.severity],
        message: { text: fullMessage(finding) },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: pathUri(path), uriBaseId: "%SRCROOT%" },
              region: { startLine: 1 },
            },
          },
        ],
        partialFingerprints: { "warrantFinding/v1": fingerprint(finding, change, ordinal) },
        properties: {
          change: subjectName(verdict),
          next: finding.next,
          ...(finding.quote === undefined ? {} : { quote: finding.quote }),
        },
      });
    }
  }
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Warrant",
            semanticVersion: options.version,
            rules: [...rules.values()].map((known) => known.rule),
          },
        },
        automationDetails: { id: "warrant/change/" },
        originalUriBaseIds: { "%SRCROOT%": { description: { text: "The root of the repository." } } },
        columnKind: "utf16CodeUnits",
        results,
        properties: {
          verdicts: verdicts.map(summaryOf),
          ...(options.run === undefined
            ? {}
            : {
                enforced: options.run.enforced,
                configuration_origin: options.run.configuration_origin,
                assumed: options.run.assumed,
              }),
        },
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}
