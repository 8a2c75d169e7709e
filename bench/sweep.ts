/** @module `warrant sweep` of open changes of which nothing changed: its requests, its time and its memory, by their number. */

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GitHubClient } from "../packages/github/src/client.ts";
import { type FakeGithub, startFakeGithub } from "../testing/fake-github/server.ts";
import { keptForAll } from "../testing/sweep-state.ts";
import { median, type Row } from "./measure.ts";
import { latencyMs } from "./platform.ts";

const warrant = join(import.meta.dirname, "../packages/cli/bin/warrant.js");
const tellPeak =
  'import{writeSync}from"node:fs";process.on("exit",()=>writeSync(2,"peak "+process.resourceUsage().maxRSS))';

function git(folder: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=Maria Keller", "-c", "user.email=maria@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "ignore" });
}

interface Open {
  readonly github: FakeGithub;
  readonly token: string;
  readonly folder: string;
}

/** A fake platform with so many open changes, each with four thousand characters of text, and the state of a sweep of them. */
async function openChanges(count: number): Promise<Open> {
  const folder = mkdtempSync(join(tmpdir(), "warrant-bench-"));
  const work = join(folder, "work");
  mkdirSync(work);
  git(work, "init", "-q", "--initial-branch=main");
  git(work, "commit", "-q", "--allow-empty", "-m", "Begin");
  git(work, "switch", "-q", "-c", "change");
  writeFileSync(join(work, "discount.ts"), "export const discount = 1;\n");
  git(work, "add", "-A");
  git(work, "commit", "-q", "-m", "Add a discount");
  git(work, "switch", "-q", "main");
  const github = await startFakeGithub({ latencyMs });
  const repository = github.repository("acme/shop", work);
  repository.user("maria", { permission: "maintain" });
  github.bot("Copilot");
  repository.issue({ number: 7, title: "Discounts", author: "maria", body: "We want discounts." });
  for (let number = 101; number < 101 + count; number += 1) {
    const body = `Fixes #7\n\n${`Discount ${number}. `.repeat(4000 / 16)}`;
    repository.pullRequest({
      number,
      title: `Discount ${number}`,
      head: "change",
      author: "Copilot",
      body,
      closes: [7],
    });
  }
  const token = github.tokens.personal("maria");
  const client = new GitHubClient({
    urls: { host: "github.com", rest: github.apiUrl, graphql: github.graphqlUrl },
    token: () => Promise.resolve(token),
    version: "0.0.0",
  });
  mkdirSync(join(folder, "out"));
  writeFileSync(join(folder, "out/warrant-state.json"), await keptForAll(client, "acme/shop"));
  return { github, token, folder };
}

interface Swept {
  readonly requests: number;
  readonly milliseconds: number;
  readonly peakMiB: number;
}

async function sweepOnce({ github, token, folder }: Open): Promise<Swept> {
  github.requests.length = 0;
  github.tokens.rateOf(token).used = 0;
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(tellPeak)}`, warrant, "sweep", "acme/shop", "--out", "out"],
    {
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        GITHUB_SERVER_URL: "https://github.com",
        GITHUB_API_URL: github.apiUrl,
        GITHUB_GRAPHQL_URL: github.graphqlUrl,
        GITHUB_TOKEN: token,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let out = "";
  let told = "";
  child.stdout.on("data", (part: Buffer) => (out += part.toString()));
  child.stderr.on("data", (part: Buffer) => (told += part.toString()));
  await new Promise((resolve) => child.on("close", resolve));
  const peak = Number(/peak (?<kib>\d+)/.exec(told)?.groups?.["kib"]) / 1024;
  if (!/ unchanged, 0 judged/.test(out))
    throw new Error(`the sweep did not believe its state: ${told}${out.slice(-500)}`);
  return { requests: github.requests.length, milliseconds: performance.now() - start, peakMiB: peak };
}

async function measured(count: number, runs: number): Promise<Swept> {
  const open = await openChanges(count);
  try {
    const found: Swept[] = [];
    for (let run = 0; run <= runs; run += 1) found.push(await sweepOnce(open));
    const counted = found.slice(1);
    return {
      requests: Math.max(...counted.map(({ requests }) => requests)),
      milliseconds: median(counted.map(({ milliseconds }) => milliseconds)),
      peakMiB: median(counted.map(({ peakMiB }) => peakMiB)),
    };
  } finally {
    await open.github.close();
    rmSync(open.folder, { recursive: true });
  }
}

export async function benchSweep(runs = 5): Promise<Row[]> {
  const few = await measured(100, runs);
  const many = await measured(1000, runs);
  const growth = many.peakMiB / few.peakMiB;
  const area = `warrant sweep of 1,000 open changes of which nothing changed, ${latencyMs} ms for each answer`;
  return [
    {
      area,
      what: "requests",
      value: String(many.requests),
      against: `${few.requests} for 100 changes`,
      target: "≤ 60",
      met: many.requests <= 60,
    },
    { area, what: "whole process, median", value: `${many.milliseconds.toFixed(0)} ms` },
    {
      area,
      what: "peak memory over that for 100 changes",
      value: `${growth.toFixed(2)}×`,
      against: `${many.peakMiB.toFixed(0)} MiB over ${few.peakMiB.toFixed(0)} MiB`,
      target: "≤ 1.5×",
      met: growth <= 1.5,
    },
  ];
}
