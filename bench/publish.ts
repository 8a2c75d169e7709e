/** @module `warrant check --publish` of a pull request of 100 files: from the start of the process to the published check. */

import { join } from "node:path";
import { median, type Row } from "./measure.ts";
import { changedFiles, latencyMs, openBenchPlatform, runAgainst } from "./platform.ts";

const warrant = join(import.meta.dirname, "../packages/cli/bin/warrant.js");

export async function benchPublish(runs = 9): Promise<Row[]> {
  const platform = await openBenchPlatform();
  const { github, repository } = platform;
  try {
    const reached: number[] = [];
    let requests = 0;
    // The first run is not counted: it fills Node's compile cache.
    for (let run = 0; run <= runs; run += 1) {
      repository.checkRuns.length = 0;
      github.requests.length = 0;
      const args = [warrant, "check", "acme/shop#12", "--publish"];
      const found = await runAgainst(platform, args, () => repository.checkRuns[0]?.status === "completed");
      requests = github.requests.length;
      if (run > 0) reached.push(found.reached);
    }
    const value = median(reached);
    return [
      {
        area: `warrant check --publish, ${changedFiles} files, ${latencyMs} ms for each answer`,
        what: "start of the process to the published check, median",
        value: `${value.toFixed(0)} ms`,
        against: `${requests} requests in all`,
        target: "≤ 600 ms",
        met: value <= 600,
      },
    ];
  } finally {
    await platform.close();
  }
}
