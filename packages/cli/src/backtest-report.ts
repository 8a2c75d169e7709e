/** @module What judging the last changes of a branch gave, added up change by change in memory that does not grow with them. */

import { flaggedFiles, wordsBeyondReason } from "@warrant/kernel/render/alignment-words";
import { subjectName } from "@warrant/kernel/render/outline";
import { decidingRule } from "@warrant/kernel/rules";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import * as z from "zod/mini";
import { Foremost } from "./backtest-foremost.ts";
import { isTelling, outcomeOf, requestKinds, requestOf } from "./backtest-outcome.ts";
import { WeekSeries } from "./backtest-series.ts";
import { CappedTally, countIn, noChanges } from "./backtest-tally.ts";
import { Durations } from "./durations.ts";

export const backtestSchemaName = "warrant.backtest/v1";
/** Drifts that are kept: the largest. */
export const mostDrifts = 20;
/** Files of one drift that are explained. */
const mostFiles = 5;
/** Changes that are listed one by one: the newest of those denied, and of those undecided. */
export const mostListed = 50;

const count = z.int().check(z.nonnegative());
const counts = { changes: count, denied: count, undecided: count };
const Share = z.strictObject({ name: z.string(), ...counts });
export type Share = z.infer<typeof Share>;

const Drift = z.strictObject({
  change: z.string(),
  sha: z.string(),
  title: z.string(),
  date: z.nullable(z.string()),
  size: z.number(),
  files: count,
  files_out: count,
  rationale: z.string(),
  explained: z.array(z.strictObject({ path: z.string(), reason: z.string(), words: z.string() })),
});
export type Drift = z.infer<typeof Drift>;

const ListedChange = z.strictObject({
  change: z.string(),
  sha: z.string(),
  number: z.nullable(z.number()),
  title: z.string(),
  date: z.nullable(z.string()),
  tier: z.number(),
  /** Why it is of that tier. */
  tier_rule: z.string(),
  /** The rule that decided. */
  rule: z.string(),
});
export type ListedChange = z.infer<typeof ListedChange>;

/**
 * The document `warrant backtest --format json` prints. `denied` counts what enforcing would certainly have denied,
 * `undecided` what would have needed an approval or a plan, which git cannot show.
 */
export const BacktestReport = z.strictObject({
  schema: z.literal(backtestSchemaName),
  repository: z.string(),
  branch: z.string(),
  configuration_origin: z.string(),
  /** What was taken for granted, in words; the empty list when nothing was. */
  assumed: z.array(z.string()),
  /** The date, or the time ago, after which changes were taken; null for no limit. */
  since: z.nullable(z.string()),
  ...counts,
  gated: count,
  by_agents: count,
  misaligned: count,
  first_date: z.nullable(z.string()),
  last_date: z.nullable(z.string()),
  tiers: z.array(Share),
  floors: z.array(Share),
  agents: z.array(Share),
  /** Whether a change names an issue (`issue`, `several`, `none`); it was not looked up. */
  requests: z.array(Share),
  alignment: z.array(Share),
  /** Of denied changes only. */
  deny_kinds: z.array(Share),
  /** The rule that decided each denied change. */
  reasons: z.array(Share),
  /** The newest denied changes, the newest first. */
  denied_changes: z.array(ListedChange),
  undecided_changes: z.array(ListedChange),
  /** Changes in which a rule found something, whatever it led to; not the rules that only say what was assumed. */
  rules: z.array(Share),
  series: z.strictObject({
    weeks_per_point: count,
    undated: count,
    points: z.array(z.strictObject({ from: z.string(), ...counts })),
  }),
  drifts: z.array(Drift),
  time: z.strictObject({ median_ms: z.number(), p95_ms: z.number(), longest_ms: z.number(), total_ms: z.number() }),
});
export type BacktestReport = z.infer<typeof BacktestReport>;

export interface BacktestChange {
  readonly sha: string;
  readonly title: string;
  /** RFC 3339; null when not known. */
  readonly date: string | null;
  /** Time it took to judge the change. */
  readonly milliseconds: number;
  /** How far the change drifts; the sum over its unexplained files when absent. */
  readonly drift?: number | undefined;
}

export interface BacktestRun {
  readonly repository: string;
  readonly branch: string;
  readonly configuration_origin: string;
  readonly assumed: readonly string[];
  readonly since?: string | null | undefined;
}

export interface BacktestBuilder {
  add(verdict: ChangeVerdict, change: BacktestChange): void;
  /** The report of what was added so far; more may be added afterwards. */
  finish(run: BacktestRun): BacktestReport;
}

/** How far a change drifts: the scores of its unexplained files, each counted as something even where it is low. */
export function driftSize(verdict: ChangeVerdict): number {
  return flaggedFiles(verdict).reduce((sum, file) => sum + Math.max(0.1, file.score ?? 1), 0);
}

function driftOf(verdict: ChangeVerdict, change: BacktestChange): Drift {
  const flagged = flaggedFiles(verdict);
  return {
    change: subjectName(verdict),
    sha: change.sha,
    title: change.title.slice(0, 300),
    date: change.date,
    size: Math.round((change.drift ?? driftSize(verdict)) * 1000) / 1000,
    files: verdict.alignment.files.length,
    files_out: flagged.length,
    rationale: verdict.alignment.rationale,
    explained: flagged
      .slice(0, mostFiles)
      .map((file) => ({ path: file.path, reason: file.reason, words: wordsBeyondReason(file) })),
  };
}

function compareDrift(left: Drift, right: Drift): number {
  if (left.size !== right.size) return right.size - left.size;
  return left.sha < right.sha ? -1 : left.sha > right.sha ? 1 : 0;
}

function listedOf(verdict: ChangeVerdict, change: BacktestChange): ListedChange {
  return {
    change: subjectName(verdict),
    sha: change.sha,
    number: verdict.subject.number,
    title: change.title.slice(0, 300),
    date: change.date,
    tier: verdict.tier.value,
    tier_rule: verdict.tier.rule,
    rule: decidingRule(verdict.reason) ?? "unknown",
  };
}

function timeOf(date: string | null): number {
  const time = date === null ? Number.NaN : Date.parse(date);
  return Number.isFinite(time) ? time : Number.MIN_SAFE_INTEGER;
}

/** The newest first, those without a readable date last. */
function compareNewest(left: ListedChange, right: ListedChange): number {
  return timeOf(right.date) - timeOf(left.date) || (left.sha < right.sha ? -1 : left.sha > right.sha ? 1 : 0);
}

function agentName(verdict: ChangeVerdict): string {
  const { kind, name } = verdict.agent;
  if (kind === "unknown") return "no trace of an agent";
  if (name !== null) return name;
  return kind.replaceAll("_", " ");
}

/** A builder of the report. Memory is bounded: names, points in time and drifts are capped, durations are binned. */
export function createBacktestReport(): BacktestBuilder {
  const tallies = {
    tiers: new CappedTally(["0", "1", "2", "3"]),
    floors: new CappedTally(["trivial", "logic", "sensitive"]),
    agents: new CappedTally(),
    requests: new CappedTally(requestKinds),
    alignment: new CappedTally(["aligned", "unclear", "misaligned"]),
    deny_kinds: new CappedTally(),
    reasons: new CappedTally(),
    rules: new CappedTally(),
  };
  const series = new WeekSeries();
  const durations = new Durations();
  const drifts = new Foremost(mostDrifts, compareDrift);
  const listed = {
    denied: new Foremost(mostListed, compareNewest),
    undecided: new Foremost(mostListed, compareNewest),
  };
  const totals = { ...noChanges(), gated: 0, by_agents: 0, misaligned: 0 };

  function add(verdict: ChangeVerdict, change: BacktestChange): void {
    const outcome = outcomeOf(verdict);
    countIn(totals, outcome);
    if (verdict.gated) totals.gated += 1;
    if (verdict.agent.kind === "agent") totals.by_agents += 1;
    tallies.tiers.add(String(verdict.tier.value), outcome);
    tallies.floors.add(verdict.floor.class, outcome);
    tallies.agents.add(agentName(verdict), outcome);
    tallies.requests.add(requestOf(verdict), outcome);
    tallies.alignment.add(verdict.alignment.status, outcome);
    if (outcome === "denied") {
      tallies.deny_kinds.add(verdict.deny_kind ?? "unknown", outcome);
      tallies.reasons.add(decidingRule(verdict.reason) ?? "unknown", outcome);
    }
    if (outcome !== "allowed") listed[outcome].add(listedOf(verdict, change));
    for (const rule of new Set(verdict.findings.map((finding) => finding.rule))) {
      if (isTelling(rule)) tallies.rules.add(rule, outcome);
    }
    series.add(change.date, outcome);
    durations.add(change.milliseconds);
    if (verdict.alignment.status !== "misaligned") return;
    totals.misaligned += 1;
    drifts.add(driftOf(verdict, change));
  }

  function finish(run: BacktestRun): BacktestReport {
    const span = series.span();
    return {
      schema: backtestSchemaName,
      repository: run.repository,
      branch: run.branch,
      configuration_origin: run.configuration_origin,
      assumed: [...run.assumed],
      since: run.since ?? null,
      ...totals,
      first_date: span.first,
      last_date: span.last,
      tiers: tallies.tiers.shares("given"),
      floors: tallies.floors.shares("given"),
      agents: tallies.agents.shares("largest"),
      requests: tallies.requests.shares("given"),
      alignment: tallies.alignment.shares("given"),
      deny_kinds: tallies.deny_kinds.shares("largest"),
      reasons: tallies.reasons.shares("largest"),
      denied_changes: listed.denied.finish(),
      undecided_changes: listed.undecided.finish(),
      rules: tallies.rules.shares("largest"),
      series: series.finish(),
      drifts: drifts.finish(),
      time: durations.finish(),
    };
  }

  return { add, finish };
}
