/** @module Findings: one reason each, with the rule that found it, what it is about and what to do next. */

import * as z from "zod/mini";
import { compareText } from "./compare-text.ts";

/** Severities in the order a person should read them. */
export const severities = ["block", "warn", "info"] as const;
export type Severity = (typeof severities)[number];

/** What a finding is about: a file, an issue (`owner/name#N`), an account, a commit, or a named field of the facts. */
export const Where = z.strictObject({
  path: z.optional(z.string()),
  issue: z.optional(z.string()),
  login: z.optional(z.string()),
  commit: z.optional(z.string()),
  field: z.optional(z.string()),
});
export type Where = z.infer<typeof Where>;

/** One reason. `rule` is the id in the rule reference, `next` the step a person can take. */
export const Finding = z.strictObject({
  rule: z.string(),
  severity: z.enum(severities),
  message: z.string(),
  where: Where,
  /** At most 200 characters, already cleaned for a terminal. */
  quote: z.optional(z.string()),
  next: z.string(),
});
export type Finding = z.infer<typeof Finding>;

const whereKeys = ["commit", "field", "issue", "login", "path"] as const;

function canonicalWhere(where: Where): string {
  let text = "";
  for (const key of whereKeys) if (where[key] !== undefined) text += `${text === "" ? "" : "\n"}${key}:${where[key]}`;
  return text;
}

/** Sorted by severity (`block` first), rule and place, each finding once: the order every document carries them in. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const keyed = findings.map((finding) => ({
    finding,
    key: `${severities.indexOf(finding.severity)}\n${finding.rule}\n${canonicalWhere(finding.where)}\n${finding.message}\n${finding.quote ?? ""}`,
  }));
  keyed.sort((left, right) => compareText(left.key, right.key));
  return keyed
    .filter((entry, index) => index === 0 || entry.key !== keyed[index - 1]?.key)
    .map((entry) => entry.finding);
}
