/** @module Attribution: which request a change or an issue belongs to, from which one source, and by which guard. */

import { compareText } from "../compare-text.ts";
import type { Finding } from "../finding.ts";
import { cleanQuote } from "../text/clean.ts";
import { type Attribution, type AttributionStatus, attributionStatuses, type Root } from "../verdict.ts";
import { foldName, type LabelReading, type PolicyConfiguration, readLabels, uniqueLabels } from "./labels.ts";

/** An issue a change closes, with the labels of it that count. */
export interface AttributionRoot {
  readonly repository: string;
  readonly number: number;
  readonly url: string | null;
  readonly isReadable: boolean;
  readonly isOpen: boolean;
  /** Names of labels that count; others are claims and are left out by the caller. */
  readonly labels: readonly string[];
}

/** Explicit intent that counts; intent that does not is `null` in the input. */
export interface CountedIntent {
  readonly key: string;
  /** As written; null when it was not given. */
  readonly status: string | null;
  readonly root: { readonly repository: string; readonly number: number; readonly url: string | null } | null;
  readonly labels: readonly string[];
}

/** What the resolver decides from. Whether a label or an intent counts was settled before (change gate, section 5.2). */
export interface AttributionInput {
  readonly change: { readonly repository: string; readonly number: number | null; readonly url: string | null };
  readonly explicitIntent: CountedIntent | null;
  readonly roots: readonly AttributionRoot[];
  /** Counted labels of the change itself. */
  readonly labels: readonly string[];
  /** Whether `roots` is known to hold every root. */
  readonly areRootsComplete: boolean;
}

export interface AttributionResult {
  readonly attribution: Attribution;
  /** With `all_closing_issues` the record of each root, whose policies are then met; empty otherwise. */
  readonly parts: readonly Attribution[];
  readonly findings: readonly Finding[];
}

/** An issue on its own, for `resolveIssue`. */
export interface AttributionIssue extends Omit<AttributionRoot, "isOpen" | "isReadable"> {}

/** Roots that `multiple_roots: all` takes together at most; a change that closes more is not one bounded request. */
export const maximumRootsTakenTogether = 50;

function rootOf(issue: { repository: string; number: number; url: string | null }): Root {
  return { type: "issue", repository: issue.repository, number: issue.number, url: issue.url };
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

/** Two rows of one issue that disagree say nothing that can be relied on, whichever stands first. */
function mergeRows(left: AttributionRoot, right: AttributionRoot): AttributionRoot {
  const spelling = compareText(left.repository, right.repository) <= 0 ? left : right;
  const fold = (root: AttributionRoot) => [...new Set(root.labels.map(foldName))].sort(compareText);
  const agree =
    left.isReadable && right.isReadable && left.isOpen === right.isOpen && isSameList(fold(left), fold(right));
  return agree
    ? { ...spelling, labels: uniqueLabels([...left.labels, ...right.labels]) }
    : { ...spelling, isReadable: false, isOpen: false, labels: [] };
}

/** Each issue once, by folded repository and number, sorted by them. */
export function uniqueRoots(roots: readonly AttributionRoot[]): AttributionRoot[] {
  const byAddress = new Map<string, AttributionRoot>();
  for (const root of roots) {
    const address = `${foldName(root.repository)}#${root.number}`;
    const known = byAddress.get(address);
    byAddress.set(address, known === undefined ? root : mergeRows(known, root));
  }
  return [...byAddress.values()].sort(
    (left, right) => compareText(foldName(left.repository), foldName(right.repository)) || left.number - right.number,
  );
}

function readStatus(status: string | null): AttributionStatus {
  if (status === null) return "mapped";
  return attributionStatuses.find((known) => known === status) ?? "unlinked";
}

function conflictFindings(reading: LabelReading, where: Finding["where"]): Finding[] {
  return reading.conflicts.map(({ dimension, values, labels }) => {
    const shown = values.slice(0, 5).join(", ");
    const used = dimension === "risk" ? `the higher is used: ${reading.dimensions.risk}` : "neither is used";
    return {
      rule: "label.conflict",
      severity: "warn",
      message: `Labels name ${values.length} values of ${dimension} (${shown}); ${used}.`,
      where,
      quote: cleanQuote(labels.slice(0, 20).join(", ")),
      next: "Remove one of the labels.",
    };
  });
}

/** A record without anything read from labels: linked to nothing, to too much, or to what cannot be read. */
function unread(
  parts: Pick<Attribution, "status" | "source" | "rule" | "root" | "roots">,
  configDigest: string,
): AttributionResult {
  const attribution: Attribution = {
    ...parts,
    key: null,
    labels: [],
    dimensions: { priority: null, domains: [], initiative: null, risk: null },
    weight: null,
    config_digest: configDigest,
    resolver: "attribution/v1",
  };
  return { attribution, parts: [], findings: [] };
}

/** A record read from the labels of one root; `status` null lets the labels decide it. */
function fromLabels(
  from: { source: Attribution["source"]; rule: string; root: Root | null; labels: readonly string[] },
  decided: { status: AttributionStatus | null; key: string | null },
  policy: PolicyConfiguration | undefined,
  configDigest: string,
): AttributionResult {
  const reading = readLabels(from.labels, policy);
  const attribution: Attribution = {
    status: decided.status ?? (reading.isMapped ? "mapped" : "unmapped"),
    source: from.source,
    rule: from.rule,
    root: from.root,
    roots: from.root === null ? [] : [from.root],
    key: decided.key,
    labels: [...reading.labels],
    dimensions: reading.dimensions,
    weight: reading.weight,
    config_digest: configDigest,
    resolver: "attribution/v1",
  };
  const where =
    from.root?.type === "issue" ? { issue: `${from.root.repository}#${from.root.number}` } : { field: "labels" };
  return { attribution, parts: [], findings: conflictFindings(reading, where) };
}

const byItsLabels = { status: null, key: null };

function fromSeveralRoots(
  input: AttributionInput,
  roots: readonly AttributionRoot[],
  policy: PolicyConfiguration | undefined,
  configDigest: string,
): AttributionResult {
  const list = roots.map(rootOf);
  const ambiguous = unread(
    { status: "ambiguous", source: "closing_issue", rule: "multiple_closing_issues", root: null, roots: list },
    configDigest,
  );
  const mayTakeAll =
    policy?.attribution.multiple_roots === "all" &&
    input.areRootsComplete &&
    roots.length <= maximumRootsTakenTogether &&
    roots.every((root) => root.isReadable && root.isOpen);
  if (!mayTakeAll) return ambiguous;
  const each = roots.map((root) =>
    fromLabels(
      { source: "closing_issue", rule: "all_closing_issues", root: rootOf(root), labels: root.labels },
      byItsLabels,
      policy,
      configDigest,
    ),
  );
  if (each.some(({ attribution }) => attribution.status !== "mapped")) return ambiguous;
  // The record shows what all roots say together. No policy is compiled from it: that is the meet over `parts`.
  const together = readLabels(
    roots.flatMap((root) => root.labels),
    policy,
  );
  return {
    attribution: {
      ...ambiguous.attribution,
      status: "mapped",
      rule: "all_closing_issues",
      labels: [...together.labels],
      dimensions: together.dimensions,
      weight: together.weight,
    },
    parts: each.map(({ attribution }) => attribution),
    findings: each.flatMap(({ findings }) => findings),
  };
}

/**
 * Which request a change belongs to: the first guard of change gate, section 5.3, that holds.
 *
 * One source decides, never a blend. Roots that are not known to be all of them are read as if the one that is known were
 * unreadable, so a list that failed to load is never taken for a single request. Order and repetition never matter.
 */
export function resolveAttribution(
  input: AttributionInput,
  policy: PolicyConfiguration | undefined,
  configDigest: string,
): AttributionResult {
  const intent = input.explicitIntent;
  if (intent !== null) {
    const root = intent.root === null ? null : rootOf(intent.root);
    return fromLabels(
      { source: "explicit_metadata", rule: "explicit_metadata", root, labels: intent.labels },
      { status: readStatus(intent.status), key: intent.key },
      policy,
      configDigest,
    );
  }
  const roots = uniqueRoots(input.roots);
  const [only] = roots;
  if (roots.length === 1 && only !== undefined) {
    const root = rootOf(only);
    if (!only.isReadable || !input.areRootsComplete) {
      return unread(
        { status: "unlinked", source: "closing_issue", rule: "closing_issue_unreadable", root, roots: [root] },
        configDigest,
      );
    }
    return fromLabels(
      { source: "closing_issue", rule: "single_closing_issue", root, labels: only.labels },
      byItsLabels,
      policy,
      configDigest,
    );
  }
  if (roots.length > 1) return fromSeveralRoots(input, roots, policy, configDigest);
  const isFallbackAllowed = policy?.attribution.allow_artifact_label_fallback ?? true;
  if (isFallbackAllowed && input.areRootsComplete && input.labels.some((label) => label.trim() !== "")) {
    const root: Root = { type: "change", ...input.change };
    return fromLabels(
      { source: "artifact_labels", rule: "pull_request_label_fallback", root, labels: input.labels },
      byItsLabels,
      policy,
      configDigest,
    );
  }
  return unlinked(configDigest);
}

function unlinked(configDigest: string): AttributionResult {
  return unread(
    { status: "unlinked", source: "none", rule: "no_supported_intent_source", root: null, roots: [] },
    configDigest,
  );
}

/** What an issue itself asks for, read from its counted labels; without any it is unlinked (change gate, section 5.3). */
export function resolveIssue(
  issue: AttributionIssue,
  policy: PolicyConfiguration | undefined,
  configDigest: string,
): AttributionResult {
  if (!issue.labels.some((label) => label.trim() !== "")) return unlinked(configDigest);
  return fromLabels(
    { source: "issue_labels", rule: "issue_label_fallback", root: rootOf(issue), labels: issue.labels },
    byItsLabels,
    policy,
    configDigest,
  );
}
