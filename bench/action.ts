/** @module The Action on a pull request of 100 files: from the start of its process to the published check. */

import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, type Row } from "./measure.ts";
import { changedFiles, latencyMs, openBenchPlatform, runAgainst } from "./platform.ts";

const bundle = join(import.meta.dirname, "../packages/action/dist/index.js");

export async function benchAction(runs = 9): Promise<Row[]> {
  const platform = await openBenchPlatform();
  const { github, repository, env } = platform;
  const folder = mkdtempSync(join(tmpdir(), "warrant-bench-"));
  const event = join(folder, "event.json");
  writeFileSync(event, JSON.stringify({ action: "synchronize", pull_request: { number: 12 } }));
  const job = {
    "INPUT_GITHUB-TOKEN": env["GITHUB_TOKEN"] ?? "",
    GITHUB_EVENT_NAME: "pull_request_target",
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: "acme/shop",
    GITHUB_STEP_SUMMARY: join(folder, "summary"),
    GITHUB_OUTPUT: join(folder, "output"),
  };
  try {
    const reached: number[] = [];
    const total: number[] = [];
    let requests = 0;
    for (let run = 0; run < runs; run += 1) {
      repository.checkRuns.length = 0;
      for (const change of repository.pullRequests()) change.comments.length = 0;
      github.requests.length = 0;
      const found = await runAgainst(platform, [bundle], () => repository.checkRuns[0]?.status === "completed", job);
      requests = github.requests.length;
      reached.push(found.reached);
      total.push(found.total);
    }
    const value = median(reached);
    return [
      {
        area: `the Action, ${changedFiles} files, ${latencyMs} ms for each answer`,
        what: "start of the process to the published check, median",
        value: `${value.toFixed(0)} ms`,
        against: `${requests} requests and ${median(total).toFixed(0)} ms in all, a second of it before the comment`,
        target: "≤ 2,000 ms",
        met: value <= 2000,
      },
      {
        area: `the Action, ${changedFiles} files, ${latencyMs} ms for each answer`,
        what: "size of its one file",
        value: `${(statSync(bundle).size / 1024).toFixed(0)} KiB`,
        target: "≤ 1,536 KiB",
        met: statSync(bundle).size <= 1536 * 1024,
      },
    ];
  } finally {
    await platform.close();
    rmSync(folder, { recursive: true });
  }
}
