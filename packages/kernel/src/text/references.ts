/** @module References to issues in untrusted text: what closes, what names, what only mentions (change gate, section 5.1). */

import type { Finding, Where } from "../finding.ts";
import type { VerdictReference } from "../verdict.ts";
import { issueKey } from "./issue-key.ts";
import { readMarkdown } from "./markdown.ts";
import { normalizeLines } from "./markdown-blocks.ts";
import { maximumWork, parsingWork } from "./markdown-cost.ts";
import {
  type Reference,
  type ReferenceContext,
  type ReferenceHint,
  type ReferenceKind,
  referencesOf,
} from "./reference-scan.ts";

export type { Reference, ReferenceContext, ReferenceForm, ReferenceHint, ReferenceKind } from "./reference-scan.ts";

/** A cheap sign that a text could hold a reference; without it nothing is parsed. */
const sign = /#[1-9]|\/(?:issues|pull)\/[1-9]|gh-[1-9]/i;
const strength: Readonly<Record<ReferenceKind, number>> = { mention: 0, reference: 1, closing: 2 };

/** Whether `next` says more about the same issue: a stronger kind, or the same kind outside quotation marks. */
function isStronger(next: Reference, known: Reference): boolean {
  if (next.kind !== known.kind) return strength[next.kind] > strength[known.kind];
  return known.quoted && !next.quoted;
}

/**
 * The issues a text names, one entry each, the strongest kind kept, in order of first appearance.
 *
 * `closing` is what a platform would close on merge; weak forms are `reference`; everything else is a `mention` without
 * effect. Never throws, and the work is bounded: of a part that nests too deep to be read nothing is returned
 * (`isTooNestedToRead` tells).
 */
export function parseReferences(text: string, context: ReferenceContext): Reference[] {
  if (!sign.test(text)) return [];
  const byIssue = new Map<string, Reference>();
  for (const block of readMarkdown(text, (part) => sign.test(part)).prose) {
    for (const reference of referencesOf(block, context)) {
      const key = issueKey(reference);
      const known = byIssue.get(key);
      if (known === undefined || isStronger(reference, known)) byIssue.set(key, reference);
    }
  }
  return [...byIssue.values()];
}

/** References of one text of a change: `title`, `body` or `commit:<sha>`. */
export interface TextReferences {
  readonly where: string;
  readonly references: readonly Reference[];
}

/** All texts together: one entry an issue, the strongest kind kept, first appearance first, `where` collected in order. */
export function mergeReferences(parts: readonly TextReferences[]): VerdictReference[] {
  const merged = new Map<string, { reference: Reference; where: string[] }>();
  for (const { where, references } of parts) {
    for (const reference of references) {
      const known = merged.get(issueKey(reference));
      if (known === undefined) merged.set(issueKey(reference), { reference, where: [where] });
      else {
        if (isStronger(reference, known.reference)) known.reference = reference;
        if (!known.where.includes(where)) known.where.push(where);
      }
    }
  }
  return [...merged.values()].map(({ reference, where }) => {
    const { hint: _hint, ...rest } = reference;
    return { ...rest, where };
  });
}

/** No short text without such a run can go past the bound. */
const containers = /[\d>*+.)\s-]{61}/;

/**
 * Whether some part of a text that could name an issue nests too deep to be read, so that nothing of it counts.
 * Cheap for every ordinary text.
 */
export function isTooNestedToRead(text: string): boolean {
  if (!sign.test(text) || (text.length <= 1500 && !containers.test(text))) return false;
  if (parsingWork(normalizeLines(text)) <= maximumWork) return false;
  return readMarkdown(text, (part) => sign.test(part)).isTooNested;
}

/** Findings of one rule that are worth a reader's time; the last one says how many more there are. */
const maximumFindings = 20;

function placeOf(where: string, issue: string): Where {
  return where.startsWith("commit:") ? { commit: where.slice("commit:".length), issue } : { field: where, issue };
}

const hints: Readonly<Record<ReferenceHint, (name: string, reference: Reference) => [message: string, next: string]>> =
  {
    title: (name, { keyword, number }) => [
      `The title says "${keyword} ${name}", but platforms read closing keywords only in the description.`,
      `Write "Fixes #${number}" in the description.`,
    ],
    "repeat-keyword": (name) => [
      `${name} has no keyword of its own and is only mentioned.`,
      'Repeat the keyword before each number, as in "Fixes #1, fixes #2".',
    ],
    "word-between": (name, { number }) => [
      `A word stands between the keyword and ${name}, so it is only mentioned.`,
      `Write "Fixes #${number}", with nothing between.`,
    ],
  };

function bounded(findings: readonly Finding[]): Finding[] {
  const last = findings[maximumFindings - 1];
  if (findings.length <= maximumFindings || last === undefined) return [...findings];
  const more = findings.length - maximumFindings;
  return [...findings.slice(0, maximumFindings - 1), { ...last, message: `${last.message} (${more} more like it)` }];
}

/** What a writer should know about references that do not do what they seem to, or stand in quoted words. Severity info. */
export function referenceFindings(parts: readonly TextReferences[]): Finding[] {
  const merged = new Map(mergeReferences(parts).map((reference) => [issueKey(reference), reference]));
  const unlinked: Finding[] = [];
  const quoted: Finding[] = [];
  for (const { where, references } of parts) {
    for (const reference of references) {
      const whole = merged.get(issueKey(reference));
      const name = `${reference.repository}#${reference.number}`;
      const place = { severity: "info" as const, where: placeOf(where, name) };
      if (reference.hint !== undefined && whole?.kind === "mention") {
        const [message, next] = hints[reference.hint](name, reference);
        unlinked.push({ rule: "reference.not-closing", ...place, message, next });
      }
      if (reference.quoted && reference.kind !== "mention" && whole?.quoted === true) {
        const message = `"${reference.keyword} ${name}" stands in quotation marks and may be someone else's words.`;
        const next = "Check that the issue is meant; take the quotation marks away if it is.";
        quoted.push({ rule: "reference.quoted", ...place, message, next });
      }
    }
  }
  return [...bounded(unlinked), ...bounded(quoted)];
}
