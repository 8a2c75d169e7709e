/**
 * @module What a check run remembers of a verdict, and when that may be believed.
 *
 * The last lines of the output name each judged change with the digests of what it was judged from; `external_id` is the
 * verdict's own digest. It answers for a change only while head commit, base branch, configuration and intent are those
 * it was decided from (A16, E4, E5).
 */

import { digest } from "@warrant/kernel/canonical";
import { type ChangeVerdict, denyKinds, rulesVersion } from "@warrant/kernel/verdict";
import type { Publisher } from "./publisher.ts";

export const checkName = "warrant/change";

export interface StoredVerdict {
  readonly number: number;
  readonly decision: "allow" | "deny";
  readonly denyKind: (typeof denyKinds)[number] | null;
  readonly baseRef: string;
  readonly baseSha: string;
  readonly headSha: string;
  readonly config: string;
  readonly intent: string;
  readonly facts: string;
  readonly rulesVersion: number;
  /** Digest of the verdict itself. */
  readonly verdict: string;
}

/** What a stored verdict must agree with to be believed. */
export interface Expected {
  readonly number: number;
  readonly headSha: string;
  readonly baseRef: string;
  readonly config: string;
  readonly intent: string;
}

/** The parts of a check run that are read. */
export interface CheckRun {
  readonly id: number;
  readonly name: string;
  readonly headSha: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly externalId: string | null;
  readonly detailsUrl: string | null;
  /** Null for a run whose app is not told. */
  readonly appId: number | null;
  readonly appSlug: string | null;
  readonly title: string | null;
  readonly summary: string | null;
  readonly text: string | null;
  readonly annotations: number;
}

const line =
  /^`warrant\.verdict\/v1 change=(?<number>\d{1,10}) decision=(?<decision>allow|deny) kind=(?<kind>[a-z]{4,12}) base=(?<base>[^\s`]{1,1000}) base_sha=(?<baseSha>[0-9a-f]{40,64}) head=(?<head>[0-9a-f]{40,64}) config=(?<config>sha256:[0-9a-f]{64}) intent=(?<intent>sha256:[0-9a-f]{64}) facts=(?<facts>sha256:[0-9a-f]{64}) rules=(?<rules>\d{1,6}) verdict=(?<verdict>sha256:[0-9a-f]{64})`$/;

/** Characters of an encoded branch name; the platform allows 255 bytes. What is longer is cut, and then matches nothing. */
const longestField = 1000;

function field(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll("%3A", ":").slice(0, longestField);
}

function unfield(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** The line that remembers a verdict. Everything in it is a word of ours, a digest or percent-encoded. */
export function digestLine(verdict: ChangeVerdict): string {
  const { subject, digests } = verdict;
  const parts = {
    change: subject.number ?? 0,
    decision: verdict.decision,
    kind: verdict.deny_kind ?? "none",
    base: field(subject.base_ref),
    base_sha: field(subject.base_sha),
    head: field(subject.head_sha),
    config: field(digests.config),
    intent: field(digests.intent),
    facts: field(digests.facts),
    rules: verdict.rules_version,
    verdict: digest(verdict),
  };
  const said = Object.entries(parts).map(([key, value]) => `${key}=${value}`);
  return `\`warrant.verdict/v1 ${said.join(" ")}\``;
}

const annotationsOf = /^`warrant\.annotations\/v1 (?<digest>sha256:[0-9a-f]{64})`$/;

/** The line that remembers which annotations a run carries; it stands before the verdicts. */
export function annotationsLine(annotations: readonly unknown[]): string {
  return `\`warrant.annotations/v1 ${digest(annotations)}\``;
}

/** Whether a run carries exactly these annotations, as far as its text remembers. */
export function hasAnnotations(text: string | null, annotations: readonly unknown[]): boolean {
  const line = lastLines(text ?? "").findLast((one) => read(one) === null) ?? "";
  return annotationsOf.exec(line)?.groups?.["digest"] === digest(annotations);
}

const seenOf = /^`warrant\.seen\/v1 change=(?<number>\d{1,10}) seen=(?<seen>sha256:[0-9a-f]{64})`$/;

/** The lines that remember what a sweep saw of changes before they were judged; they stand before the annotations. */
export function seenLines(seen: ReadonlyMap<number, string>): string {
  return [...seen].map(([number, digest]) => `\`warrant.seen/v1 change=${number} seen=${digest}\`\n`).join("");
}

/** What a sweep saw of a change before the verdict of this text; null when the text does not say it once. */
export function seenIn(text: string, number: number): string | null {
  const lines = lastLines(text);
  const end = lines.findLastIndex((one) => read(one) === null);
  const found: string[] = [];
  for (const one of lines.slice(0, Math.max(0, end)).toReversed()) {
    const groups = seenOf.exec(one)?.groups;
    if (groups === undefined) break;
    if (Number(groups["number"]) === number) found.push(groups["seen"] ?? "");
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** More changes than fit into these characters never share a commit, and a long text is not searched for them. */
function lastLines(text: string): string[] {
  return text.slice(-200_000).replaceAll("\r\n", "\n").trimEnd().split("\n");
}

function read(text: string): StoredVerdict | null {
  const groups = line.exec(text)?.groups;
  if (groups === undefined) return null;
  const { number, decision, kind, base = "", baseSha = "", head = "", config = "", intent = "" } = groups;
  const baseRef = unfield(base);
  const denyKind = denyKinds.find((known) => known === kind) ?? null;
  if (baseRef === null || (denyKind === null) !== (kind === "none")) return null;
  if ((decision === "deny") !== (denyKind !== null)) return null;
  return {
    number: Number(number),
    decision: decision === "allow" ? "allow" : "deny",
    denyKind,
    baseRef,
    baseSha,
    headSha: head,
    config,
    intent,
    facts: groups["facts"] ?? "",
    rulesVersion: Number(groups["rules"]),
    verdict: groups["verdict"] ?? "",
  };
}

/** The verdicts named by the last lines of an output, first line first. Nothing before those lines is looked at. */
export function storedVerdicts(text: string): StoredVerdict[] {
  return verdictLines(text).flatMap((one) => read(one) ?? []);
}

/** Those lines themselves. */
export function verdictLines(text: string): string[] {
  const lines = lastLines(text);
  return lines.slice(lines.findLastIndex((one) => read(one) === null) + 1);
}

/**
 * The verdict a check run stores for a change, or null when any of it does not agree: another app's run, another commit,
 * not completed, older rules, a digest that differs, a change named twice.
 */
export function storedVerdict(run: CheckRun, expected: Expected, publisher: Publisher): StoredVerdict | null {
  if (run.name !== checkName || run.appId !== publisher.appId || run.headSha !== expected.headSha) return null;
  if (run.status !== "completed") return null;
  const all = storedVerdicts(run.text ?? "");
  const [own] = all;
  const named = all.filter((stored) => stored.number === expected.number);
  const [stored] = named;
  if (own === undefined || stored === undefined || named.length > 1) return null;
  if (run.externalId !== own.verdict || stored.rulesVersion !== rulesVersion) return null;
  const agrees =
    stored.headSha === expected.headSha &&
    stored.baseRef === expected.baseRef &&
    stored.config === expected.config &&
    stored.intent === expected.intent;
  return agrees ? stored : null;
}
