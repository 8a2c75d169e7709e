/** @module Scores tiers, floors and injection markers on real changes: certain labels, and the shares of a whole sample. */

import { judgeChange } from "@warrant/kernel/change/judge";
import { defaultConfiguration } from "@warrant/kernel/configuration";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import { hasCorpus, readCorpus } from "../testing/corpus.ts";
import { type CorpusRecord, factsOfCorpusRecord } from "../testing/corpus-facts.ts";

interface TierRecord extends CorpusRecord {
  readonly id: string;
  readonly tier: number;
  readonly tier_certain: boolean;
  readonly risk_floor: string;
  readonly risk_certain: boolean;
}

interface Labelled {
  readonly total: number;
  readonly passed: number;
  readonly failed: readonly string[];
}

export interface TiersReport {
  readonly set: string;
  readonly tier: Labelled;
  readonly floor: Labelled;
}

export interface RealChangesReport {
  readonly set: string;
  readonly total: number;
  /** Shares in percent. */
  readonly tier_percent: Readonly<Record<string, number>>;
  readonly floor_percent: Readonly<Record<string, number>>;
  readonly injection_percent: number;
  readonly agent: { readonly labelled: number; readonly found: number; readonly same_name: number };
}

function judge(record: CorpusRecord): ChangeVerdict {
  return judgeChange(factsOfCorpusRecord(record), defaultConfiguration);
}

function scored(records: readonly { id: string; expected: unknown; found: unknown }[]): Labelled {
  const failed = records.filter(({ expected, found }) => expected !== found).map(({ id }) => id);
  return { total: records.length, passed: records.length - failed.length, failed };
}

/** Only labels that are certain are scored. Undefined when the set is not in the folder. */
export function evaluateTiers(folder: string): TiersReport | undefined {
  const set = "tiers.jsonl.gz";
  if (!hasCorpus(set, folder)) return undefined;
  const judged = readCorpus<TierRecord>(set, folder).map((record) => ({ record, verdict: judge(record) }));
  return {
    set,
    tier: scored(
      judged
        .filter(({ record }) => record.tier_certain)
        .map(({ record, verdict }) => ({ id: record.id, expected: record.tier, found: verdict.tier.value })),
    ),
    floor: scored(
      judged
        .filter(({ record }) => record.risk_certain)
        .map(({ record, verdict }) => ({ id: record.id, expected: record.risk_floor, found: verdict.floor.class })),
    ),
  };
}

function percentages(values: readonly string[]): Record<string, number> {
  const shares: Record<string, number> = {};
  for (const value of [...new Set(values)].sort()) {
    const share = values.filter((other) => other === value).length / values.length;
    shares[value] = Math.round(share * 1000) / 10;
  }
  return shares;
}

/** Records have no patches, so markers are those of title and body. Undefined when the set is not in the folder. */
export function evaluateRealChanges(folder: string): RealChangesReport | undefined {
  const set = "real-prs.jsonl.gz";
  if (!hasCorpus(set, folder)) return undefined;
  const judged = readCorpus<CorpusRecord & { readonly agent: string | null }>(set, folder).map((record) => ({
    record,
    verdict: judge(record),
  }));
  const marked = judged.filter(({ verdict }) =>
    verdict.findings.some((finding) => finding.rule.startsWith("text.") && finding.severity === "warn"),
  );
  const labelled = judged.filter(({ record }) => record.agent !== null);
  return {
    set,
    total: judged.length,
    tier_percent: percentages(judged.map(({ verdict }) => String(verdict.tier.value))),
    floor_percent: percentages(judged.map(({ verdict }) => verdict.floor.class)),
    injection_percent: Math.round((1000 * marked.length) / judged.length) / 10,
    agent: {
      labelled: labelled.length,
      found: labelled.filter(({ verdict }) => verdict.agent.kind === "agent").length,
      same_name: labelled.filter(({ record, verdict }) => verdict.agent.name === record.agent).length,
    },
  };
}
