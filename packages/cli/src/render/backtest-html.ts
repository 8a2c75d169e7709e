/** @module A backtest as one self-contained page: no script, nothing loaded, readable without colour. */

import { createHash } from "node:crypto";
import { counted, grouped } from "@warrant/kernel/render/phrase";
import type { BacktestReport, Drift } from "../backtest-report.ts";
import { barSvg, seriesSvg } from "./backtest-plots.ts";
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
import { html } from "./html-text.ts";
import { pageStyle } from "./page-style.ts";

/** Rows of one table; the JSON holds all. */
const mostRows = 40;

function tile(name: string, value: string, note: string, kind = ""): string {
  const isOf = kind === "" ? "" : ` class="${kind}"`;
  return `<div${isOf}><dt>${html(name)}</dt><dd>${html(value)}<small>${html(note)}</small></dd></div>`;
}

function tiles(report: BacktestReport): string {
  const { changes, denied, undecided, by_agents, misaligned, gated, time } = report;
  return (
    '<dl class="tiles">' +
    tile("Changes judged", grouped(changes), `${grouped(gated)} gated`) +
    tile("By agents", grouped(by_agents), percent(by_agents, changes)) +
    tile("Would be denied", grouped(denied), percent(denied, changes), denied > 0 ? "denied" : "") +
    tile("Undecided", grouped(undecided), percent(undecided, changes)) +
    tile("Misaligned", grouped(misaligned), percent(misaligned, changes)) +
    tile("Time per change", milliseconds(time.median_ms), `95 % within ${milliseconds(time.p95_ms)}`) +
    "</dl>"
  );
}

function row(breakdown: Breakdown, entry: Breakdown["shares"][number], whole: number): string {
  const { label, id, share } = entry;
  const rule = id === null || id === label ? "" : `<small>${html(id)}</small>`;
  return (
    `<tr><th scope="row">${html(label)}${rule}</th><td class="bar">${barSvg(share, whole)}</td>` +
    `<td class="number">${grouped(share.changes)}<small>${html(percent(share.changes, whole))}</small></td>` +
    (breakdown.deniedOnly ? "" : outcomeCells(share)) +
    "</tr>"
  );
}

/** Denied and undecided, in the columns of `outcomeHeads`. */
function outcomeCells({ denied, undecided }: { readonly denied: number; readonly undecided: number }): string {
  return `<td class="number">${grouped(denied)}</td><td class="number">${grouped(undecided)}</td>`;
}

const outcomeHeads = '<th scope="col" class="number">Denied</th><th scope="col" class="number">Undecided</th>';

function table(breakdown: Breakdown, report: BacktestReport): string {
  const whole = breakdown.deniedOnly ? report.denied : report.changes;
  const shown = breakdown.shares.slice(0, mostRows);
  if (shown.length === 0) return "";
  const rest = breakdown.shares.length - shown.length;
  return (
    `<div class="card scroll"><table><caption>${html(breakdown.title)}</caption><thead><tr>` +
    '<th scope="col"><span class="soft">Name</span></th><th scope="col" class="bar"></th>' +
    '<th scope="col" class="number">Changes</th>' +
    (breakdown.deniedOnly ? "" : outcomeHeads) +
    `</tr></thead><tbody>${shown.map((entry) => row(breakdown, entry, whole)).join("")}</tbody></table>` +
    (rest > 0 ? `<p class="soft">and ${counted(rest, "more row")}</p>` : "") +
    "</div>"
  );
}

function series(report: BacktestReport): string {
  const { points, undated } = report.series;
  if (points.length === 0) return "";
  const rows = points.map(
    (point) =>
      `<tr><th scope="row">${html(point.from)}</th><td class="number">${grouped(point.changes)}</td>` +
      `${outcomeCells(point)}</tr>`,
  );
  const key = (kind: string) =>
    `<svg viewBox="0 0 12 12" aria-hidden="true" focusable="false"><rect class="${kind}" width="12" height="12" rx="2"/></svg>`;
  return (
    '<section aria-labelledby="over-time"><h2 id="over-time">Over time</h2><div class="card">' +
    `<ul class="legend"><li>${key("allowed")}changes a ${html(stepWords(report))}</li>` +
    `<li>${key("denied")}of these would have been denied</li>` +
    (report.undecided > 0 ? `<li>${key("undecided")}would have needed an approval or a plan</li>` : "") +
    `</ul>${seriesSvg(report, "wide")}${seriesSvg(report, "narrow")}` +
    (undated > 0 ? `<p class="soft">${counted(undated, "change")} without a readable date left out.</p>` : "") +
    '<details><summary>The same as a table</summary><table><thead><tr><th scope="col">From</th>' +
    `<th scope="col" class="number">Changes</th>${outcomeHeads}</tr></thead>` +
    `<tbody>${rows.join("")}</tbody></table></details></div></section>`
  );
}

function listing({ title, ruleHeading, ruleOfChange, changes, whole }: Listing): string {
  const rows = changes.map((change) => {
    const rule = ruleOfChange(change);
    const date = change.date === null ? "" : html(change.date.slice(0, 10));
    return (
      `<tr><th scope="row">${html(listedTitle(change))}<small>${html(change.sha.slice(0, 7))} ${date}</small></th>` +
      `<td class="number">${change.tier}</td><td class="rule">${html(ruleTitle(rule))}<small>${html(rule)}</small></td></tr>`
    );
  });
  const rest = whole - changes.length;
  return (
    `<details class="card"${whole <= 10 ? " open" : ""}><summary>${html(title)}: ${grouped(whole)}</summary><div class="scroll"><table>` +
    '<thead><tr><th scope="col">Change</th><th scope="col" class="number">Tier</th><th scope="col" class="rule">' +
    `${html(ruleHeading)}</th></tr></thead>` +
    `<tbody>${rows.join("")}</tbody></table></div>${rest > 0 ? `<p class="soft">and ${grouped(rest)} more</p>` : ""}</details>`
  );
}

function why(report: BacktestReport): string {
  const tables = whyBreakdowns(report).map((breakdown) => table(breakdown, report));
  const what = report.denied === 0 ? "<p>Nothing for certain.</p>" : `<div class="pair">${tables.join("")}</div>`;
  return (
    '<section aria-labelledby="why"><h2 id="why">What would have been denied, and why</h2>' +
    `${what}${listings(report).map(listing).join("")}</section>`
  );
}

function drift(entry: Drift): string {
  const files = entry.explained.map((file) => {
    const words = file.words === "" ? "" : ` · ${html(file.words)}`;
    return `<div><dt><code>${html(file.path)}</code></dt><dd>${html(file.reason)}${words}</dd></div>`;
  });
  const more = entry.files_out - entry.explained.length;
  if (more > 0) files.push(`<div><dd>and ${counted(more, "more file")}</dd></div>`);
  const date = entry.date === null ? "" : ` · ${html(entry.date.slice(0, 10))}`;
  return (
    `<li class="card"><h3>${html(entry.title)}</h3><p class="amount">${grouped(entry.files_out)}` +
    `<small>of ${counted(entry.files, "file")}</small></p>` +
    `<p class="soft"><code>${html(entry.sha.slice(0, 10))}</code> ${html(entry.change)}${date}</p>` +
    `<dl><div><dd>${html(entry.rationale)}</dd></div>${files.join("")}</dl></li>`
  );
}

function drifts(report: BacktestReport): string {
  if (report.drifts.length === 0) return "";
  return (
    '<section aria-labelledby="drifts"><h2 id="drifts">Largest drifts</h2>' +
    '<p class="soft">Changes with the files that the request explains least. The number counts files nothing in the request explains.</p>' +
    `<ol class="drifts">${report.drifts.map(drift).join("")}</ol></section>`
  );
}

function foot(report: BacktestReport): string {
  const { time } = report;
  const lines = [
    `Configuration: ${report.configuration_origin}.`,
    ...(report.assumed.length === 0 ? [] : [`Assuming ${report.assumed.join("; ")}.`]),
    `Judged in ${milliseconds(time.total_ms)}; the slowest change took ${milliseconds(time.longest_ms)}.`,
    "Reviews, labels and checks live on the platform and were not seen here: a change that would have needed an approval or a plan is undecided.",
  ];
  return `<footer>${lines.map((text) => `<p>${html(text)}</p>`).join("")}</footer>`;
}

/**
 * One HTML document. Its policy allows its own style, by digest, and nothing else: whatever a title or path holds, the page
 * can run no script and load nothing.
 */
export function renderBacktestHtml(report: BacktestReport): string {
  const styleDigest = createHash("sha256").update(pageStyle).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'`;
  const hint = hintOf(report);
  const undecided = undecidedOf(report);
  const kinds = kindBreakdowns(report).map((breakdown) => table(breakdown, report));
  const body =
    report.changes === 0
      ? ""
      : series(report) +
        why(report) +
        `<section aria-labelledby="kinds"><h2 id="kinds">What kind of changes these were</h2><div class="pair">${kinds.join("")}</div></section>` +
        drifts(report) +
        `<section aria-labelledby="rules"><h2 id="rules">Every rule that spoke</h2>${table(ruleBreakdown(report), report)}</section>`;
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">' +
    `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">' +
    `<title>${html(`Warrant backtest of ${report.repository}`)}</title><style>${pageStyle}</style></head><body>` +
    `<header><p class="over">Warrant backtest · ${html(report.repository)} ${html(spanOf(report))}</p>` +
    `<h1>${html(headlineOf(report))}</h1>` +
    (undecided === null ? "" : `<p class="lead">${html(undecided)}</p>`) +
    '<p class="soft">Each change was judged as if it were proposed today. Nothing was refused; this is what enforcing would do.</p>' +
    `${hint === null ? "" : `<p class="soft">${html(hint)}</p>`}${tiles(report)}</header><main>${body}</main>${foot(report)}</body></html>\n`
  );
}
