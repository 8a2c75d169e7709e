/** @module Labelled rows: a label, and beside it one line or several. */

import type { Colours } from "./colours.ts";

export type Row = readonly [label: string, lines: readonly string[]];

/** Rows with their labels in one column. A row without lines is left out. */
export function rowsOf(rows: readonly Row[], colours: Colours): string[] {
  const width = Math.max(0, ...rows.map(([label]) => label.length));
  return rows.flatMap(([label, lines]) =>
    lines.map((line, index) => `${colours.bold((index === 0 ? label : "").padEnd(width))} ${line}`),
  );
}
