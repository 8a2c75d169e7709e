/**
 * @module Measuring: medians of paired runs as wall and processor time, peak memory of a child process, and the exponent of
 * a cost that grows.
 *
 * Processor time is told beside wall time because a machine that is shared stretches only the latter.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

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

/** Milliseconds: on the clock, and of a processor. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

/** What one call costs this process. */
export function costOf(work: () => void): Cost {
  const used = process.cpuUsage();
  const start = performance.now();
  work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  return { wall, cpu: (user + system) / 1000 };
}

/** The medians of several calls after some that are not counted, in which the code becomes warm. */
export function medianCost(runs: number, work: () => void, warmUp = 1): Cost {
  for (let run = 0; run < warmUp; run += 1) work();
  const costs = Array.from({ length: runs }, () => costOf(work));
  return { wall: median(costs.map((cost) => cost.wall)), cpu: median(costs.map((cost) => cost.cpu)) };
}

/** Both times of a cost, for a row. */
export function showCost({ wall, cpu }: Cost): string {
  return `${wall.toFixed(0)} ms (processor ${cpu.toFixed(0)} ms)`;
}

/** Processor milliseconds of all children that have ended, in steps of ten; NaN where the system does not tell. */
function childrenCpu(): number {
  if (process.platform !== "linux") return Number.NaN;
  const stat = readFileSync("/proc/self/stat", "utf8");
  // Behind the name, which may hold anything, `cutime` and `cstime` are the 14th and 15th field, in hundredths.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return 10 * (Number(fields[13]) + Number(fields[14]));
}

export interface Pair {
  readonly work: number;
  readonly against: number;
  readonly ratio: number;
  /** The same in processor time of all runs together. */
  readonly cpu: Pick<Pair, "work" | "against" | "ratio">;
}

/**
 * Runs two works that start processes in turn, so that a busy machine slows both, and gives their medians in milliseconds
 * and the median of the ratios.
 */
export function pair(runs: number, work: () => void, against: () => void): Pair {
  const rows: { work: number; against: number }[] = [];
  const cpu = { work: 0, against: 0 };
  const measure = (part: "work" | "against", run: () => void): number => {
    const before = childrenCpu();
    const { wall } = costOf(run);
    cpu[part] += (childrenCpu() - before) / runs;
    return wall;
  };
  work();
  against();
  for (let run = 0; run < runs; run += 1)
    rows.push({ work: measure("work", work), against: measure("against", against) });
  return {
    work: median(rows.map((row) => row.work)),
    against: median(rows.map((row) => row.against)),
    ratio: median(rows.map((row) => row.work / row.against)),
    cpu: { ...cpu, ratio: cpu.work / cpu.against },
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
