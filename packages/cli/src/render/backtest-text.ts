/** @module A backtest for a terminal: the headline, bars by kind, what was denied and why, the largest drifts. */

import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside } from "@warrant/kernel/render/outside";
import { counted, grouped } from "@warrant/kernel/render/phrase";
import picocolors from "picocolors";
import type { BacktestReport, Drift, Share } from "../backtest-report.ts";
import {
  type Breakdown,
  headlineOf,
  hintOf,
  kindBreakdowns,
  type Listing,
  listedTitle,
  listings,
  milliseconds,
  percent,
  ruleBreakdown,
  ruleTitle,
  spanOf,
  stepWords,
  undecidedOf,
  whyBreakdowns,
} from "./backtest-words.ts";
import { columns, cutAfter, shortened, wrapped } from "./layout.ts";

export interface BacktestTextOptions {
  readonly colour: boolean;
  readonly width: number;
}

type Colours = ReturnType<typeof picocolors.createColors>;

const widestBar = 24;
const countWidth = 7;
const shareWidth = 8;
/** Rows of one breakdown, and drifts, that a terminal shows; the JSON and the page hold all. */
const mostRows = 8;
const mostDrifts = 5;
const mostListed = 10;
const blocks = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - columns(text)));
}

/** Denied, then undecided, then allowed; each ends where its share of the filled part ends, so their sum never does not fit. */
function bar(share: Omit<Share, "name">, whole: number, width: number, colours: Colours): string {
  const { changes, denied, undecided } = share;
  const filled = whole === 0 || changes === 0 ? 0 : Math.max(1, Math.round((changes / whole) * width));
  const end = (part: number) => (changes === 0 ? 0 : Math.min(filled, Math.round((part / changes) * filled)));
  const red = end(denied);
  const open = Math.max(red, end(denied + undecided));
  return (
    colours.yellow("█".repeat(red)) +
    "▒".repeat(open - red) +
    colours.dim("░".repeat(filled - open)) +
    " ".repeat(width - filled)
  );
}

function breakdownLines(breakdown: Breakdown, report: BacktestReport, width: number, colours: Colours): string[] {
  const whole = breakdown.deniedOnly ? report.denied : report.changes;
  const shown = breakdown.shares.slice(0, mostRows);
  if (shown.length === 0) return [];
  const barWidth = Math.min(widestBar, Math.floor(width / 4));
  const labelWidth = Math.max(16, width - barWidth - countWidth - shareWidth - 8);
  const lines = ["", `  ${colours.bold(breakdown.title)}`];
  for (const { label, share } of shown) {
    lines.push(
      [
        `    ${padded(shortened(outside(label), labelWidth), labelWidth)}`,
        bar(share, whole, barWidth, colours),
        grouped(share.changes).padStart(countWidth - 1),
        percent(share.changes, whole).padStart(shareWidth - 1),
      ].join(" "),
    );
  }
  const rest = breakdown.shares.length - shown.length;
  if (rest > 0) lines.push(`    ${colours.dim(`and ${counted(rest, "more row")}`)}`);
  return lines;
}

function legend(colours: Colours): string {
  return `${colours.yellow("█")} denied  ▒ needs an approval or a plan  ${colours.dim("░")} allowed`;
}

/** One character a step: how many changes there were, and below how many of them would have been denied or are undecided. */
function seriesLines(report: BacktestReport, width: number, colours: Colours): string[] {
  const points = report.series.points.slice(-(width - 18));
  if (points.length < 2) return [];
  const highest = Math.max(1, ...points.map((point) => point.changes));
  const level = (value: number) => blocks[value === 0 ? 0 : Math.max(1, Math.round((value / highest) * 8))] ?? " ";
  return [
    "",
    `  ${colours.bold("Over time")} ${colours.dim(`one column a ${stepWords(report)}, highest ${grouped(highest)}`)}`,
    `    ${"changes".padEnd(10)}${colours.dim(points.map((point) => level(point.changes)).join(""))}`,
    `    ${"denied".padEnd(10)}${colours.yellow(points.map((point) => level(point.denied)).join(""))}`,
    ...(report.undecided === 0
      ? []
      : [`    ${"undecided".padEnd(10)}${points.map((point) => level(point.undecided)).join("")}`]),
  ];
}

function plainLines(text: string, width: number): string[] {
  return wrapped([text], width).map((words) => words.map((word) => (word.spaced ? " " : "") + word.text).join(""));
}

function driftLines(drift: Drift, width: number, colours: Colours): string[] {
  const head = `${drift.sha.slice(0, 7)}  ${drift.title}`;
  const lines = [`    ${cutAfter(outside(head), width - 5)}`];
  lines.push(`      ${colours.dim(`${drift.files_out} of ${counted(drift.files, "file")} unexplained`)}`);
  for (const file of drift.explained.slice(0, 3)) {
    lines.push(`      ${colours.cyan(shortened(outside(file.path), width - 7))}`);
    for (const text of plainLines(file.words === "" ? file.reason : file.words, width - 8))
      lines.push(`        ${text}`);
  }
  return lines;
}

function listingLines({ title, ruleOfChange, changes, whole }: Listing, width: number, colours: Colours): string[] {
  const lines = ["", `  ${colours.bold(title)}`];
  for (const change of changes.slice(0, mostListed)) {
    const head = `${change.sha.slice(0, 7)}  ${listedTitle(change)}`;
    lines.push(`    ${cutAfter(outside(head), width - 5)}`);
    lines.push(
      `      ${colours.dim(cutAfter(`tier ${change.tier}: ${outside(ruleTitle(ruleOfChange(change)))}`, width - 7))}`,
    );
  }
  const rest = whole - Math.min(mostListed, changes.length);
  if (rest > 0) lines.push(`    ${colours.dim(`and ${grouped(rest)} more`)}`);
  return lines;
}

/** The report for a terminal, ending in one newline. Everything from outside is cleaned. */
export function renderBacktestText(report: BacktestReport, options: BacktestTextOptions): string {
  const colours = picocolors.createColors(options.colour);
  const width = Math.min(100, Math.max(60, Math.trunc(options.width) || 80));
  const sentence = (text: string, style = (line: string) => line) => plainLines(text, width).map(style);
  const hint = hintOf(report);
  const undecided = undecidedOf(report);
  const lines = [
    ...sentence(headlineOf(report), colours.bold),
    ...(undecided === null ? [] : sentence(undecided)),
    cutAfter(outside(`${report.repository} ${spanOf(report)}`), width),
    colours.dim(cutAfter(outside(`configuration: ${report.configuration_origin}`), width)),
    ...report.assumed.flatMap((clause) => sentence(`assuming ${clause}`, colours.dim)),
    ...(hint === null ? [] : sentence(hint)),
    ...seriesLines(report, width, colours),
  ];
  if (report.changes > 0) lines.push("", `  ${legend(colours)}`);
  const shown = (breakdowns: readonly Breakdown[]) =>
    breakdowns.flatMap((breakdown) => breakdownLines(breakdown, report, width, colours));
  lines.push(...shown(whyBreakdowns(report)));
  for (const listing of listings(report)) lines.push(...listingLines(listing, width, colours));
  lines.push(...shown([...kindBreakdowns(report), ruleBreakdown(report)]));
  if (report.drifts.length > 0) {
    lines.push("", `  ${colours.bold("Largest drifts")}`);
    for (const drift of report.drifts.slice(0, mostDrifts)) lines.push(...driftLines(drift, width, colours));
    const rest = report.drifts.length - mostDrifts;
    if (rest > 0) lines.push(`    ${colours.dim(`and ${rest} more with --format json or html`)}`);
  }
  const { median_ms, p95_ms, total_ms } = report.time;
  lines.push(
    "",
    colours.dim(`${milliseconds(median_ms)} a change (median), ${milliseconds(p95_ms)} (95th percentile)`),
  );
  lines.push(colours.dim(`${milliseconds(total_ms)} in all`));
  return withoutCommands(`${lines.join("\n")}\n`);
}
