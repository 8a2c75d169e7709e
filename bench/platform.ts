/** @module A pull request of 100 files on a fake platform that answers after 50 ms, and processes that ask it. */

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FakeRepository } from "../testing/fake-github/repository.ts";
import { type FakeGithub, startFakeGithub } from "../testing/fake-github/server.ts";

export const latencyMs = 50;
export const changedFiles = 100;

export interface BenchPlatform {
  readonly github: FakeGithub;
  readonly repository: FakeRepository;
  /** Variables that lead a process to it, with a workflow token that may publish. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

function git(folder: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=Maria Keller", "-c", "user.email=maria@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "ignore" });
}

function writeFiles(folder: string, edit: string): void {
  for (let index = 0; index < changedFiles; index += 1) {
    mkdirSync(join(folder, `src/part${index % 10}`), { recursive: true });
    const lines = Array.from({ length: 20 }, (_, line) => `export const value${line} = "${edit}${line}";`);
    writeFileSync(join(folder, `src/part${index % 10}/module${index}.ts`), `${lines.join("\n")}\n`);
  }
}

/** `acme/shop` with pull request 12 of an agent, which fixes issue 7 of a maintainer and was approved by her. */
export async function openBenchPlatform(): Promise<BenchPlatform> {
  const folder = mkdtempSync(join(tmpdir(), "warrant-bench-"));
  git(folder, "init", "-q", "--initial-branch=main");
  writeFiles(folder, "before");
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "Begin");
  git(folder, "switch", "-q", "-c", "copilot/compute");
  writeFiles(folder, "after");
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "feat: compute values after");
  git(folder, "switch", "-q", "main");
  const github = await startFakeGithub({ latencyMs });
  const repository = github.repository("acme/shop", folder);
  repository.user("maria", { permission: "maintain" });
  github.bot("Copilot");
  repository.issue({
    number: 7,
    title: "Values after",
    author: "maria",
    body: "Modules should give the values after.",
  });
  repository
    .pullRequest({
      number: 12,
      title: "Compute values",
      head: "copilot/compute",
      author: "Copilot",
      body: "Fixes #7",
      closes: [7],
    })
    .review({ author: "maria", state: "APPROVED" });
  const permissions = {
    contents: "read",
    pull_requests: "write",
    issues: "read",
    checks: "write",
    statuses: "read",
  } as const;
  return {
    github,
    repository,
    env: {
      GITHUB_SERVER_URL: github.serverUrl,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_TOKEN: github.tokens.workflow(repository, permissions),
    },
    close: async () => {
      await github.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export interface Run {
  /** Milliseconds from the start of the process to its end. */
  readonly total: number;
  /** Milliseconds from the start of the process until the platform had answered what was looked for. */
  readonly reached: number;
}

/**
 * Runs a process that asks the platform, in an environment of nothing but the platform's variables.
 *
 * @param isReached whether the platform now shows what is waited for
 * @throws Error when the process fails, or ends before that
 */
export async function runAgainst(
  platform: BenchPlatform,
  args: readonly string[],
  isReached: () => boolean,
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const start = performance.now();
  let reached = Number.NaN;
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn(process.execPath, args, {
    env: { ...platform.env, ...env, PATH: process.env["PATH"] },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr.on("data", (part: Buffer) => (told += part.toString()));
  child.on("error", reject).on("close", resolve);
  const watch = setInterval(() => {
    if (Number.isNaN(reached) && isReached()) reached = performance.now() - start;
  }, 1);
  const code = await promise;
  clearInterval(watch);
  if (Number.isNaN(reached)) throw new Error(`the process ended with ${code} before it was there: ${told}`);
  return { total: performance.now() - start, reached };
}
