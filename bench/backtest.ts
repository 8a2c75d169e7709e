/** @module `warrant backtest` of a large generated history, beside the one git process that yields the same facts. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plainLog } from "@warrant/sources/git/commits";
import { diffArguments } from "@warrant/sources/git/files";
import { generateHistory } from "./generate-history.ts";
import { pair, peakMemory, type Row, runQuietly } from "./measure.ts";

const warrant = join(import.meta.dirname, "../packages/cli/bin/warrant.js");
const area = "warrant backtest of a generated history (600 files)";

function backtest(count: number): string[] {
  return [warrant, "backtest", "--count", String(count), "--format", "json"];
}

export async function benchBacktest(runs = 3): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "warrant-bench-"));
  const history = join(folder, "history");
  try {
    await generateHistory(history, { commits: 20_000, files: 600 });
    const measured = pair(
      runs,
      () => runQuietly(process.execPath, backtest(5000), history),
      () =>
        runQuietly(
          "git",
          [
            "log",
            "--reverse",
            "--first-parent",
            "--max-count=5000",
            "-m",
            "--root",
            ...diffArguments,
            ...plainLog,
            "HEAD",
            "--",
          ],
          history,
        ),
    );
    const few = peakMemory(backtest(2000), history);
    const many = peakMemory(backtest(20_000), history);
    return [
      {
        area,
        what: "5,000 changes: wall time over git yielding the same facts",
        value: `${measured.ratio.toFixed(2)}×`,
        against: `${(measured.work / 1000).toFixed(1)} s over ${(measured.against / 1000).toFixed(1)} s`,
        target: "≤ 1.5×",
        met: measured.ratio <= 1.5,
      },
      {
        area,
        what: "the same in processor time of all processes",
        value: `${measured.cpu.ratio.toFixed(2)}×`,
        against: `${(measured.cpu.work / 1000).toFixed(1)} s over ${(measured.cpu.against / 1000).toFixed(1)} s`,
      },
      {
        area,
        what: "peak memory of 20,000 changes over 2,000",
        value: `${(many / few).toFixed(2)}×`,
        against: `${many.toFixed(0)} MiB over ${few.toFixed(0)} MiB`,
        target: "≤ 1.2×",
        met: many / few <= 1.2,
      },
      {
        area,
        what: "peak memory of 20,000 changes",
        value: `${many.toFixed(0)} MiB`,
        target: "< 350 MiB",
        met: many < 350,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
