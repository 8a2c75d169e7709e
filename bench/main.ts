/** @module `npm run bench [-- AREA…]`: every figure of docs/benchmarks.md, measured in one run on this machine. */

import { cpus, loadavg } from "node:os";
import { benchAct } from "./act.ts";
import { benchAction } from "./action.ts";
import { benchBacktest } from "./backtest.ts";
import { benchCheck } from "./check.ts";
import { benchClaim } from "./claim.ts";
import { benchExtremes } from "./extremes.ts";
import { benchHook } from "./hook.ts";
import { benchJudge } from "./judge.ts";
import { benchLedger } from "./ledger.ts";
import { printRows, type Row } from "./measure.ts";
import { benchPublish } from "./publish.ts";
import { benchReading } from "./reading.ts";
import { benchSweep } from "./sweep.ts";

const areas: Readonly<Record<string, () => Row[] | Promise<Row[]>>> = {
  judge: benchJudge,
  check: benchCheck,
  backtest: benchBacktest,
  extremes: benchExtremes,
  act: benchAct,
  action: benchAction,
  claim: benchClaim,
  hook: benchHook,
  publish: benchPublish,
  ledger: benchLedger,
  reading: benchReading,
  sweep: benchSweep,
};
const asked = process.argv.slice(2);
const unknown = asked.find((name) => areas[name] === undefined);
if (unknown !== undefined) {
  process.stderr.write(`bench: there is no area ${unknown}; there are ${Object.keys(areas).join(", ")}.\n`);
  process.exitCode = 2;
} else {
  process.stdout.write(
    `Node ${process.versions.node} on ${cpus().length} × ${cpus()[0]?.model.trim() ?? "an unknown processor"}, load ${loadavg()[0]?.toFixed(1)}\n`,
  );
  for (const [name, measure] of Object.entries(areas)) {
    if (asked.length === 0 || asked.includes(name)) printRows(await measure());
  }
}
