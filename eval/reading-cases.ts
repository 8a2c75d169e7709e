/** @module Cases of kind `reading` of `requests.jsonl`: how a request is read, by its axes, its ceiling and its reasons. */

import { readRequest } from "@warrant/kernel/intent/reading/read";
import type { Act, RequestReading } from "@warrant/kernel/intent/reading/reading";
import type { Request, Resource } from "@warrant/kernel/intent/reading/request";
import { autonomyOf } from "@warrant/kernel/policy/autonomy";
import { engageTurn, freshSession } from "@warrant/kernel/policy/engage";
import type { Ceiling } from "@warrant/kernel/policy/engagement";
import { isAtLeast, requestScales } from "@warrant/kernel/scale";

export const requestSet = "requests.jsonl";

interface CaseFacts {
  readonly surface?: string;
  readonly origin?: string | NonNullable<Request["origin"]>;
  readonly autonomy?: string;
  readonly attachments?: NonNullable<Request["attachments"]>;
  readonly history?: NonNullable<Request["history"]>;
  readonly me?: string;
  readonly cwd?: string;
  readonly protected?: readonly string[];
  readonly resources?: readonly Resource[];
}

type OneOf<Word> = Word | readonly Word[];

export interface ReadingCase {
  readonly id: string;
  readonly kind: "reading";
  readonly group: string;
  readonly text: string;
  readonly facts?: CaseFacts;
  readonly expect: {
    readonly act?: OneOf<Act>;
    readonly horizon?: OneOf<string>;
    readonly stakes?: OneOf<string>;
    readonly evidence?: OneOf<string>;
    readonly clarity?: OneOf<string>;
    readonly parts?: number;
    readonly ceiling?: {
      readonly approval_at_most?: string;
      readonly approval_at_least?: string;
      readonly satisfaction_at_least?: string;
      readonly kinds_exclude?: readonly string[];
      readonly removal?: string;
    };
    readonly reasons?: readonly string[];
    readonly no_reasons?: readonly string[];
  };
}

/** A request as a host would hand it over, with the defaults of the set's format. */
export function requestOf(text: string, facts: CaseFacts = {}): Request {
  const { surface = "cli", origin = "human", attachments, history, me, resources } = facts;
  return {
    text,
    surface,
    origin: typeof origin === "string" ? { kind: origin } : origin,
    ...(facts.protected === undefined ? {} : { workspace: { protected: facts.protected } }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(history === undefined ? {} : { history }),
    ...(me === undefined ? {} : { me }),
    ...(resources === undefined ? {} : { resources }),
  };
}

function engage(reading: RequestReading, facts: CaseFacts = {}): ReturnType<typeof engageTurn>["engagement"] {
  const authority = {
    autonomy_grants: [autonomyOf(facts.autonomy)],
    attendance: reading.reading.attendance,
    posture: "on",
  } as const;
  return engageTurn(reading, authority, freshSession).engagement;
}

function isOneOf<Word>(wanted: OneOf<Word> | undefined, actual: Word): boolean {
  if (wanted === undefined) return true;
  return Array.isArray(wanted) ? wanted.includes(actual) : wanted === actual;
}

function ceilingMisses(wanted: NonNullable<ReadingCase["expect"]["ceiling"]>, ceiling: Ceiling): string[] {
  const { approval, satisfaction } = requestScales;
  const rank = (word: unknown) => approval.words.findIndex((known) => known === word);
  const actual = rank(ceiling.approval ?? "auto-approve");
  const kinds = ceiling.kinds ?? "all";
  const misses: string[] = [];
  if (wanted.approval_at_most !== undefined && actual > rank(wanted.approval_at_most)) misses.push("approval wider");
  if (wanted.approval_at_least !== undefined && actual < rank(wanted.approval_at_least))
    misses.push("approval narrower");
  if (wanted.satisfaction_at_least !== undefined) {
    const least = satisfaction.words.find((word) => word === wanted.satisfaction_at_least) ?? satisfaction.careful;
    if (!isAtLeast(satisfaction, ceiling.satisfaction ?? "asserted", least)) misses.push("satisfaction");
  }
  if (wanted.kinds_exclude?.some((kind) => kinds === "all" || kinds.some((own) => own === kind)) === true)
    misses.push("kinds");
  if (wanted.removal !== undefined && ceiling.removal?.some(({ otherwise }) => otherwise === wanted.removal) !== true)
    misses.push("removal");
  return misses;
}

/** What a case says that did not come out: axis names, `-reason` for one that is absent, `+reason` for one too many. */
export function missesOf({ text, facts, expect }: ReadingCase): string[] {
  const result = readRequest(requestOf(text, facts));
  const { reading } = result;
  const misses: string[] = [];
  const compare = <Word extends string>(name: string, wanted: OneOf<Word> | undefined, actual: Word): void => {
    if (!isOneOf(wanted, actual)) misses.push(`${name} ${actual}`);
  };
  compare("act", expect.act, reading.act);
  compare("horizon", expect.horizon, reading.horizon);
  compare("stakes", expect.stakes, reading.stakes);
  compare("evidence", expect.evidence, reading.evidence);
  compare("clarity", expect.clarity, reading.clarity);
  if (expect.parts !== undefined && expect.parts !== result.parts.length) misses.push(`parts ${result.parts.length}`);
  if (expect.ceiling !== undefined) misses.push(...ceilingMisses(expect.ceiling, engage(result, facts).ceiling));
  const found = new Set(result.findings.map(({ rule }) => rule));
  for (const rule of expect.reasons ?? []) if (!found.has(rule)) misses.push(`-${rule}`);
  for (const rule of expect.no_reasons ?? []) if (found.has(rule)) misses.push(`+${rule}`);
  return misses;
}

export interface ReadingReport {
  readonly set: "reading";
  readonly total: number;
  readonly passed: number;
  readonly failed: readonly string[];
  readonly groups: Readonly<Record<string, { readonly total: number; readonly failed: readonly string[] }>>;
}

/** Scores the cases of kind `reading` among the records of a case file. */
export function scoreReadingCases(cases: readonly ReadingCase[]): ReadingReport {
  const groups: Record<string, { total: number; failed: string[] }> = {};
  for (const one of cases) {
    const group = (groups[one.group] ??= { total: 0, failed: [] });
    group.total += 1;
    if (missesOf(one).length > 0) group.failed.push(one.id);
  }
  const failed = Object.values(groups).flatMap((group) => group.failed);
  return { set: "reading", total: cases.length, passed: cases.length - failed.length, failed, groups };
}

/** The report as lines for a terminal. */
export function renderReadingReport(report: ReadingReport): string[] {
  const rows = Object.entries(report.groups).map(([name, { total, failed }]) => {
    const not = failed.length === 0 ? "" : `   not: ${failed.join(", ")}`;
    return `  ${name.padEnd(12)} ${total - failed.length} of ${total}${not}`;
  });
  return [`  all          ${report.passed} of ${report.total}`, ...rows];
}
