/** @module Measuring: medians of paired runs, peak memory of a child process, and the exponent of a cost that grows. */

import { execFileSync, spawnSync } from "node:child_process";

/** One line of the report. `target` is what `value` should be, as text with its comparison; `met` says whether it is. */
export interface Row {
  readonly area: string;
  readonly what: string;
  readonly value: string;
  readonly against?: string;
  readonly target?: string;
  readonly met?: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Milliseconds of one call. */
export function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Runs the two works in turn, so that a busy machine slows both, and gives their medians and the median of the ratios. */
export function pair(
  runs: number,
  work: () => void,
  against: () => void,
): { work: number; against: number; ratio: number } {
  const rows: { work: number; against: number }[] = [];
  work();
  against();
  for (let run = 0; run < runs; run += 1) rows.push({ work: time(work), against: time(against) });
  return {
    work: median(rows.map((row) => row.work)),
    against: median(rows.map((row) => row.against)),
    ratio: median(rows.map((row) => row.work / row.against)),
  };
}

export function runQuietly(file: string, args: readonly string[], cwd: string): void {
  execFileSync(file, args, { cwd, stdio: ["ignore", "ignore", "inherit"], maxBuffer: 1 << 30 });
}

/** Peak resident memory of a Node process in MiB, told by the process itself at its end. */
export function peakMemory(script: readonly string[], cwd: string): number {
  const tell =
    'import{writeSync}from"node:fs";process.on("exit",()=>writeSync(2,"peak "+process.resourceUsage().maxRSS))';
  const child = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(tell)}`, ...script],
    { cwd, stdio: ["ignore", "ignore", "pipe"], maxBuffer: 1 << 28 },
  );
  const peak = /peak (?<kib>\d+)/.exec(child.stderr.toString())?.groups?.["kib"];
  if (peak === undefined)
    throw new Error(`the process did not tell its memory: ${child.stderr.toString().slice(0, 500)}`);
  return Number(peak) / 1024;
}

/** The exponent of growth between two sizes: 1 is linear, 2 quadratic. */
export function exponent(small: { size: number; cost: number }, large: { size: number; cost: number }): number {
  return Math.log(large.cost / small.cost) / Math.log(large.size / small.size);
}

export function printRows(rows: readonly Row[]): void {
  for (const area of new Set(rows.map((row) => row.area))) {
    process.stdout.write(`\n${area}\n`);
    for (const row of rows.filter((candidate) => candidate.area === area)) {
      const target = row.target === undefined ? "" : `   target ${row.target}: ${row.met === true ? "met" : "MISSED"}`;
      const against = row.against === undefined ? "" : `   (${row.against})`;
      process.stdout.write(`  ${row.what.padEnd(58)} ${row.value}${against}${target}\n`);
    }
  }
}
