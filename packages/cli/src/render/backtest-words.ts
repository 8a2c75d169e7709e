/** @module What a backtest says, in words that its text and its page share. */

import { counted, grouped } from "@warrant/kernel/render/phrase";
import { ruleOf } from "@warrant/kernel/rules";
import type { BacktestReport, ListedChange, Share } from "../backtest-report.ts";

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
const requestNames: Readonly<Record<string, string>> = {
  issue: "names an issue, not looked up",
  several: "names several issues, not looked up",
  none: "names no issue",
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
  return shares.map((share) => ({ label: ruleTitle(share.name), id: share.name, share }));
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
      shares: named(report.requests, (name) => requestNames[name] ?? name),
      deniedOnly: false,
    },
    { title: "Alignment", shares: named(report.alignment, (name) => name), deniedOnly: false },
  ];
}

export function ruleBreakdown(report: BacktestReport): Breakdown {
  return { title: "Rules that found something", shares: byRule(report.rules), deniedOnly: false };
}

/** The one sentence a maintainer takes along: what is certain. */
export function headlineOf(report: BacktestReport): string {
  const { changes, denied, undecided, gated } = report;
  if (changes === 0) return "There was no change to judge.";
  if (gated === 0) return `None of ${counted(changes, "change")} is gated, so none would have been denied.`;
  const certain = undecided > 0 ? " for certain" : "";
  if (denied === 0) return `None of ${counted(changes, "change")} would have been denied${certain}.`;
  return `${grouped(denied)} of ${counted(changes, "change")} (${percent(denied, changes)}) would have been denied.`;
}

/** What git leaves open; null when it leaves nothing open. */
export function undecidedOf(report: BacktestReport): string | null {
  const { changes, denied, undecided } = report;
  if (undecided === 0) return null;
  const share = percent(undecided, changes);
  return `${grouped(undecided)}${denied > 0 ? " more" : ""} (${share}) would have needed an approval or a plan, which git cannot show.`;
}

/** What to try when there is no change, or the configuration gates nothing of this history; null otherwise. */
export function hintOf(report: BacktestReport): string | null {
  if (report.changes === 0) {
    return report.since === null ? null : `No change of ${report.branch} is newer than ${report.since}.`;
  }
  if (report.gated > 0) return null;
  return "To see what gating all of them would do, give a configuration with `intent.gate: everyone` as --config.";
}

export interface Listing {
  readonly title: string;
  readonly ruleHeading: string;
  /** The rule that says most about a change: of undecided ones all decided by the same, so it is why they need so much. */
  readonly ruleOfChange: (change: ListedChange) => string;
  readonly changes: readonly ListedChange[];
  /** How many there are, listed or not. */
  readonly whole: number;
}

/** The denied and the undecided changes one by one; a listing without a change is left out. */
export function listings(report: BacktestReport): Listing[] {
  return [
    {
      title: "Denied changes",
      ruleHeading: "Deciding rule",
      ruleOfChange: (change: ListedChange) => change.rule,
      changes: report.denied_changes,
      whole: report.denied,
    },
    {
      title: "Changes that would have needed an approval or a plan",
      ruleHeading: "Why",
      ruleOfChange: (change: ListedChange) => change.tier_rule,
      changes: report.undecided_changes,
      whole: report.undecided,
    },
  ].filter((listing) => listing.whole > 0);
}

/** `#12 Correct the total`; a title that ends with the number does not say it twice. */
export function listedTitle({ number, title }: ListedChange): string {
  if (number === null) return title;
  const end = ` (#${number})`;
  return `#${number} ${title.endsWith(end) ? title.slice(0, -end.length) : title}`;
}

export function ruleTitle(rule: string): string {
  return ruleOf(rule)?.title ?? rule;
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
