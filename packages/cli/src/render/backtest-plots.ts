/** @module The plots of the backtest page as inline SVG: no script, no style attribute, a table beside each. */

import { grouped } from "@warrant/kernel/render/phrase";
import type { BacktestReport } from "../backtest-report.ts";
import { percent } from "./backtest-words.ts";
import { html } from "./html-text.ts";

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A horizontal bar of `part` of `whole`, its denied share in front. For the eye only: the numbers stand beside it. */
export function barSvg(part: number, denied: number, whole: number): string {
  const width = whole === 0 ? 0 : (part / whole) * 100;
  const front = whole === 0 ? 0 : (denied / whole) * 100;
  // What is there at all must be seen.
  const seen = (value: number) => (value > 0 ? Math.max(0.8, value) : 0);
  return (
    '<svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true" focusable="false">' +
    '<rect class="track" width="100" height="12" rx="1"/>' +
    `<rect class="allowed" width="${rounded(seen(width))}" height="12" rx="1"/>` +
    `<rect class="denied" width="${rounded(seen(front))}" height="12" rx="1"/></svg>`
  );
}

/** The top of an axis that holds `highest`: a round number not far above it. */
export function axisTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  for (const step of [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10]) if (step * power >= highest) return step * power;
  return 10 * power;
}

const plotWidth = 1000;
const plotHeight = 260;
const left = 48;
const bottom = 28;
const top = 12;

/** Columns over time: all changes, and in front those that would have been denied. */
export function seriesSvg(report: BacktestReport): string {
  const { points } = report.series;
  const highest = axisTop(Math.max(1, ...points.map((point) => point.changes)));
  const areaWidth = plotWidth - left;
  const areaHeight = plotHeight - bottom - top;
  const step = areaWidth / Math.max(1, points.length);
  const gap = Math.min(4, step * 0.2);
  // A column of a short history should not become a wall.
  const columnWidth = Math.min(56, step - gap);
  const y = (value: number) => top + areaHeight - (value / highest) * areaHeight;
  const marks = [0, highest / 2, highest].filter((mark) => Number.isInteger(mark));
  const grid = marks.map(
    (mark) =>
      `<line class="axis" x1="${left}" x2="${plotWidth}" y1="${rounded(y(mark))}" y2="${rounded(y(mark))}"/>` +
      `<text x="${left - 8}" y="${rounded(y(mark) + 4)}" text-anchor="end">${grouped(mark)}</text>`,
  );
  const columns = points.map((point, index) => {
    const x = rounded(left + index * step + (step - columnWidth) / 2);
    const column = (kind: string, value: number) =>
      value === 0
        ? ""
        : `<rect class="${kind}" x="${x}" y="${rounded(y(value))}" width="${rounded(columnWidth)}" height="${rounded(y(0) - y(value))}" rx="1"/>`;
    const label = `from ${point.from}: ${grouped(point.changes)} changes, ${grouped(point.denied)} denied`;
    return `<g><title>${html(label)}</title>${column("allowed", point.changes)}${column("denied", point.denied)}</g>`;
  });
  const labels = labelled(points.length).map((index) => {
    const anchor = index === 0 ? "start" : index === points.length - 1 && points.length > 1 ? "end" : "middle";
    const at = anchor === "start" ? left + index * step : anchor === "end" ? plotWidth : left + index * step + step / 2;
    return `<text x="${rounded(at)}" y="${plotHeight - 8}" text-anchor="${anchor}">${html(points[index]?.from ?? "")}</text>`;
  });
  const share = percent(report.denied, report.changes);
  return (
    `<svg class="plot" viewBox="0 0 ${plotWidth} ${plotHeight}" role="img" aria-labelledby="series-title series-text">` +
    `<title id="series-title">Changes over time</title><desc id="series-text">${grouped(report.changes)} changes, ` +
    `${grouped(report.denied)} of them (${share}) would have been denied. The table below has every number.</desc>` +
    `${grid.join("")}${columns.join("")}${labels.join("")}</svg>`
  );
}

/** At most five points of the time axis that get a date. */
function labelled(count: number): number[] {
  if (count === 0) return [];
  const most = Math.min(5, count);
  const indexes = Array.from({ length: most }, (_, index) =>
    most === 1 ? 0 : Math.round((index * (count - 1)) / (most - 1)),
  );
  return [...new Set(indexes)];
}
