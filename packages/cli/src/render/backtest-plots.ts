/** @module The plots of the backtest page as inline SVG: no script, no style attribute, a table beside each. */

import { grouped } from "@warrant/kernel/render/phrase";
import type { BacktestReport, Share } from "../backtest-report.ts";
import { percent } from "./backtest-words.ts";
import { html } from "./html-text.ts";

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A horizontal bar of a share of `whole`: denied, then undecided, then the rest. For the eye only: the numbers stand beside it. */
export function barSvg({ changes, denied, undecided }: Omit<Share, "name">, whole: number): string {
  // What is there at all must be seen.
  const width = (value: number) => (whole === 0 || value === 0 ? 0 : Math.max(0.8, (value / whole) * 100));
  const rect = (kind: string, value: number) =>
    `<rect class="${kind}" width="${rounded(width(value))}" height="12" rx="1"/>`;
  return (
    '<svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true" focusable="false">' +
    '<rect class="track" width="100" height="12" rx="1"/>' +
    rect("allowed", changes) +
    rect("undecided", undecided === 0 ? 0 : denied + undecided) +
    `${rect("denied", denied)}</svg>`
  );
}

/** The top of an axis that holds `highest`: a round number not far above it. */
export function axisTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  for (const step of [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10]) if (step * power >= highest) return step * power;
  return 10 * power;
}

interface Shape {
  readonly width: number;
  readonly height: number;
  /** Dates along the axis; one is about 66 units wide. */
  readonly mostLabels: number;
  readonly widestColumn: number;
}

/** One drawing for screens and one for phones: text inside a drawing shrinks with it, so one alone cannot be read on both. */
const shapes = {
  wide: { width: 1000, height: 260, mostLabels: 8, widestColumn: 56 },
  narrow: { width: 350, height: 200, mostLabels: 3, widestColumn: 36 },
} as const satisfies Readonly<Record<string, Shape>>;
const left = 40;
/** Room for half a date, so that the last one stands under its column too. */
const right = 36;
const bottom = 28;
const top = 12;

/** Columns over time: from the axis those denied, above them the undecided, then the rest. */
export function seriesSvg(report: BacktestReport, name: keyof typeof shapes): string {
  const { points } = report.series;
  const { width, height, mostLabels, widestColumn } = shapes[name];
  const highest = axisTop(Math.max(1, ...points.map((point) => point.changes)));
  const areaHeight = height - bottom - top;
  const step = (width - left - right) / Math.max(1, points.length);
  // A column of a short history should not become a wall.
  const columnWidth = Math.min(widestColumn, step - Math.min(4, step * 0.2));
  const middle = (index: number) => left + (index + 0.5) * step;
  const y = (value: number) => top + areaHeight - (value / highest) * areaHeight;
  const marks = [0, highest / 2, highest].filter((mark) => Number.isInteger(mark));
  const grid = marks.map(
    (mark) =>
      `<line class="axis" x1="${left}" x2="${width}" y1="${rounded(y(mark))}" y2="${rounded(y(mark))}"/>` +
      `<text x="${left - 8}" y="${rounded(y(mark) + 4)}" text-anchor="end">${grouped(mark)}</text>`,
  );
  const columns = points.map(({ from, changes, denied, undecided }, index) => {
    const x = rounded(middle(index) - columnWidth / 2);
    const column = (kind: string, start: number, value: number) =>
      value === 0
        ? ""
        : `<rect class="${kind}" x="${x}" y="${rounded(y(start + value))}" width="${rounded(columnWidth)}" height="${rounded(y(0) - y(value))}"/>`;
    const label = `from ${from}: ${grouped(changes)} changes, ${grouped(denied)} denied, ${grouped(undecided)} undecided`;
    const parts =
      column("denied", 0, denied) +
      column("undecided", denied, undecided) +
      column("allowed", denied + undecided, changes - denied - undecided);
    return `<g><title>${html(label)}</title>${parts}</g>`;
  });
  const labels = labelled(points.length, mostLabels).map(
    (index) =>
      `<text x="${rounded(middle(index))}" y="${height - 8}" text-anchor="middle">${html(points[index]?.from ?? "")}</text>`,
  );
  const said =
    `${grouped(report.changes)} changes, ${grouped(report.denied)} of them (${percent(report.denied, report.changes)}) ` +
    `would have been denied, ${grouped(report.undecided)} are undecided. The table below has every number.`;
  return (
    `<svg class="plot ${name}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${name}-title ${name}-text">` +
    `<title id="${name}-title">Changes over time</title><desc id="${name}-text">${said}</desc>` +
    `${grid.join("")}${columns.join("")}${labels.join("")}</svg>`
  );
}

/** The points of the time axis that get a date, always as far from one another. */
function labelled(count: number, most: number): number[] {
  const stride = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / stride) }, (_, index) => index * stride);
}
