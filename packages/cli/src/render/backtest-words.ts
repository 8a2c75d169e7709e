/** @module What a backtest says, in words that its text and its page share. */

import { counted } from "@warrant/kernel/render/phrase";
import { ruleOf } from "@warrant/kernel/rules";
import type { BacktestReport, Share } from "../backtest-report.ts";

/** `18.5 %`, or `0 %` of nothing. */
export function percent(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "0 %";
  const value = (part / whole) * 100;
  return `${value > 0 && value < 0.1 ? "< 0.1" : value === 100 ? "100" : value.toFixed(1)} %`;
}

export function milliseconds(value: number): string {
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`;
  return value >= 10 ? `${Math.round(value)} ms` : `${value.toFixed(value >= 1 ? 1 : 2)} ms`;
}

export interface Breakdown {
  readonly title: string;
  readonly shares: readonly { readonly label: string; readonly id: string | null; readonly share: Share }[];
  /** Whether only denied changes are counted. */
  readonly deniedOnly: boolean;
}

const tierNames = ["documentation or tests", "ordinary", "feature", "guarded or not seen whole"] as const;
const attributionNames: Readonly<Record<string, string>> = {
  mapped: "mapped to an intent",
  unmapped: "linked, nothing configured",
  unlinked: "no request named",
  ambiguous: "several requests",
  suggested: "suggested only",
};
const denyNames: Readonly<Record<string, string>> = {
  incomplete: "evidence incomplete",
  unauthorized: "not authorized",
  policy: "policy not met",
  misaligned: "misaligned with the request",
};

function named(shares: readonly Share[], label: (name: string) => string): Breakdown["shares"] {
  return shares.map((share) => ({ label: label(share.name), id: null, share }));
}

function byRule(shares: readonly Share[]): Breakdown["shares"] {
  return shares.map((share) => ({ label: ruleOf(share.name)?.title ?? share.name, id: share.name, share }));
}

export function whyBreakdowns(report: BacktestReport): Breakdown[] {
  return [
    { title: "Deciding rule", shares: byRule(report.reasons), deniedOnly: true },
    { title: "Kind of denial", shares: named(report.deny_kinds, (name) => denyNames[name] ?? name), deniedOnly: true },
  ];
}

export function kindBreakdowns(report: BacktestReport): Breakdown[] {
  return [
    {
      title: "Tier",
      shares: named(report.tiers, (name) => `${name}, ${tierNames[Number(name)] ?? ""}`),
      deniedOnly: false,
    },
    { title: "Risk floor", shares: named(report.floors, (name) => name), deniedOnly: false },
    { title: "Written by", shares: named(report.agents, (name) => name), deniedOnly: false },
    {
      title: "Who asked for it",
      shares: named(report.attribution, (name) => attributionNames[name] ?? name),
      deniedOnly: false,
    },
    { title: "Alignment", shares: named(report.alignment, (name) => name), deniedOnly: false },
  ];
}

export function ruleBreakdown(report: BacktestReport): Breakdown {
  return { title: "Rules that found something", shares: byRule(report.rules), deniedOnly: false };
}

/** The one sentence a maintainer takes along. */
export function headlineOf(report: BacktestReport): string {
  if (report.changes === 0) return "There was no change to judge.";
  if (report.gated === 0)
    return `None of ${counted(report.changes, "change")} is gated, so none would have been denied.`;
  const share = percent(report.denied, report.changes);
  if (report.denied === 0) return `None of ${counted(report.changes, "change")} would have been denied.`;
  return `${report.denied} of ${counted(report.changes, "change")} (${share}) would have been denied.`;
}

/** What to try when the configuration gates nothing of this history; null otherwise. */
export function hintOf(report: BacktestReport): string | null {
  if (report.changes === 0 || report.gated > 0) return null;
  return "To see what gating all of them would do, give a configuration with `intent.gate: everyone` as --config.";
}

export function spanOf(report: BacktestReport): string {
  if (report.first_date === null || report.last_date === null) return `on ${report.branch}`;
  return report.first_date === report.last_date
    ? `on ${report.branch}, ${report.first_date}`
    : `on ${report.branch}, ${report.first_date} to ${report.last_date}`;
}

export function stepWords(report: BacktestReport): string {
  const weeks = report.series.weeks_per_point;
  return weeks === 1 ? "week" : `${weeks} weeks`;
}
