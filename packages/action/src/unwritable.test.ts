/** Files a run cannot write, and files of an earlier run that must not speak for a later one. */

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Job, newJob, runInside, workflowPermissions } from "../../../testing/action-run.ts";
import { openShop, type Shop } from "../../../testing/github-change.ts";

const running: Shop[] = [];
afterEach(async () => {
  for (const shop of running.splice(0)) await shop.github.close();
});

async function open(isEnforced: boolean): Promise<Shop> {
  const shop = await openShop({
    base: { "warrant.yaml": `intent:\n  enforce: ${isEnforced}\n` },
    before: (repository) => void repository.world.bot("Copilot"),
    change: { author: "Copilot", body: "Fixes #7", closes: [7] },
  });
  running.push(shop);
  return shop;
}

async function gate(shop: Shop, job: Job, env: Readonly<Record<string, string>> = {}, event = "pull_request_target") {
  const token = shop.github.tokens.workflow(shop.repository, workflowPermissions);
  const payload = { pull_request: { number: 12 } };
  return await runInside({ github: shop.github, token, event, payload, job, env, inputs: { "output-dir": "out" } });
}

function folderNamed(name: string) {
  return (job: Job): Readonly<Record<string, string>> => {
    mkdirSync(join(job.workspace, "out", name), { recursive: true });
    return {};
  };
}

const unwritable: readonly (readonly [string, (job: Job) => Readonly<Record<string, string>>])[] = [
  ["GITHUB_OUTPUT is a folder", (job) => ({ GITHUB_OUTPUT: job.workspace })],
  ["merge-eligible.json is a folder", folderNamed("merge-eligible.json")],
  ["verdict.json is a folder", folderNamed("verdict.json")],
];

describe("a run whose files cannot be written", () => {
  it.each(unwritable)("passes under report and fails under enforcement, and says which: %s", async (_, make) => {
    for (const isEnforced of [false, true]) {
      const shop = await open(isEnforced);
      const job = newJob();
      const { code, log } = await gate(shop, job, make(job));
      expect(log).toMatch(/^::error title=Warrant::Could not write .*: it is a folder \(EISDIR\)/m);
      expect(log).not.toContain("defect of ours");
      expect([code, shop.repository.checkRuns.length]).toEqual([isEnforced ? 1 : 0, 1]);
      expect(existsSync(join(job.workspace, "out/merge-eligible.json"))).toBe(make !== unwritable[2]?.[1]);
    }
  });

  it("is one that failed otherwise, too: verdict.json is a folder and the platform gives no change", async () => {
    const shop = await open(false);
    const job = newJob();
    folderNamed("verdict.json")(job);
    shop.github.fail({ path: "/graphql", status: 500, times: 99 });
    const { code, log, outputs } = await gate(shop, job);
    expect(log).not.toContain("defect of ours");
    expect([code, outputs["decision"]]).toEqual([1, "deny"]);
  });
});

describe("what an earlier run said may be merged", () => {
  it.each(["schedule", "pull_request_target"])("is gone when the next run fails at %s", async (event) => {
    const shop = await open(true);
    const job = newJob();
    expect((await gate(shop, job, {}, "schedule")).code).toBe(0);
    const path = join(job.workspace, "out/merge-eligible.json");
    expect(existsSync(path)).toBe(true);
    shop.github.fail({ path: "/graphql", status: 500, times: 99 });
    expect((await gate(shop, job, {}, event)).code).toBe(1);
    const { eligible } = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { eligible: [] };
    expect(eligible).toEqual([]);
  });
});
