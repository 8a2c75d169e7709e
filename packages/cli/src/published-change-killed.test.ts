/** The built command, killed by the system at every request of a publication, and run again. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../testing/git-repository.ts";
import { openShop, type Shop } from "../../../testing/github-change.ts";
import { testIo } from "../../../testing/io.ts";
import { run } from "./main.ts";

const command = join(import.meta.dirname, "../bin/warrant.js");
const results = ["intent-verdicts.json", "merge-eligible.json"];

/** An agent's change that nobody asked for, so that there are a check and a comment to write. */
async function open(): Promise<Shop> {
  return await openShop({
    base: { "warrant.yaml": "intent:\n  enforce: true\n" },
    change: { author: "Copilot", body: "No issue.", closes: [] },
    before: (repository) => void repository.world.bot("Copilot"),
  });
}

function callOf({ github, repository }: Shop, folder: string) {
  const permissions = { contents: "read", pull_requests: "write", issues: "read", checks: "write" } as const;
  return {
    args: ["check", "acme/shop#12", "--publish", "--out", folder],
    env: {
      GITHUB_SERVER_URL: github.serverUrl,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_TOKEN: github.tokens.workflow(repository, permissions),
    },
  };
}

/** Runs the command to its end in this process; its exit code and how many requests it makes. */
async function publish(shop: Shop, folder: string) {
  const { args, env } = callOf(shop, folder);
  const before = shop.github.requests.length;
  const code = await run(args, testIo({ cwd: folder, env }).io);
  return { code, requests: shop.github.requests.length - before };
}

/** Runs it as a process that is killed when so many requests were carried out and the last is not answered yet. */
async function publishKilled(shop: Shop, folder: string, killAfter: number): Promise<void> {
  const { args, env } = callOf(shop, folder);
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: "ignore",
  });
  let carriedOut = 0;
  shop.github.after({ times: killAfter }, () => {
    carriedOut += 1;
    if (carriedOut === killAfter) child.kill("SIGKILL");
  });
  const [code] = (await once(child, "close")) as [number | null];
  expect(code).toBeNull();
}

function expectSane({ repository, change, work }: Shop, folder: string): void {
  const ours = change.comments.filter(({ body }) => body.startsWith("<!-- warrant:comment v1 -->"));
  expect(ours.length).toBeLessThanOrEqual(1);
  const checks = repository.checkRuns.map(({ headSha }) => headSha);
  expect(new Set([...checks, work.git("rev-parse", "feature")]).size).toBe(1);
  for (const name of readdirSync(folder).filter((file) => results.includes(file))) {
    expect(JSON.parse(readFileSync(join(folder, name), "utf8"))).toMatchObject({ enforced: true });
  }
}

async function killedAndAgain(killAfter: number): Promise<void> {
  const shop = await open();
  const folder = temporaryFolder();
  await publishKilled(shop, folder, killAfter);
  expectSane(shop, folder);
  expect((await publish(shop, folder)).code).toBe(3);
  expectSane(shop, folder);
  expect(shop.repository.checkRuns).toMatchObject([{ status: "completed", conclusion: "action_required" }]);
  expect(shop.change.comments).toHaveLength(1);
  expect(readdirSync(folder).sort()).toEqual(results);
  await shop.github.close();
}

it("killed at any request, the next run leaves one comment, one check on the head and whole result files", async () => {
  const shop = await open();
  const folder = temporaryFolder();
  const { code, requests } = await publish(shop, folder);
  expect(code).toBe(3);
  expect(requests).toBeGreaterThan(7);
  await shop.github.close();
  await Promise.all(Array.from({ length: requests }, (_, index) => killedAndAgain(index + 1)));
}, 120_000);
