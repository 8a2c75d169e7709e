/** @module `npm run demo`: Warrant on real input: an agent's pull request, this repository's own history, and one of its changes. */

import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const warrant = join(root, "packages/cli/bin/warrant.js");
const colours = process.stdout.isTTY && !process.env["NO_COLOR"] ? { FORCE_COLOR: "1" } : {};
const width = process.stdout.isTTY ? {} : { COLUMNS: "100" };

function say(text: string): void {
  process.stdout.write(`\n${text}\n`);
}

/** Shows a command and what it prints; its exit code is part of what is shown. */
function show(args: readonly string[], input?: string): void {
  process.stdout.write(`\n$ warrant ${args.join(" ")}\n`);
  const ended = spawnSync(process.execPath, [warrant, ...args], {
    cwd: root,
    input,
    env: { ...process.env, ...colours, ...width },
    stdio: [input === undefined ? "ignore" : "pipe", "inherit", "inherit"],
  });
  if (ended.status !== 0) process.stdout.write(`(exit code ${ended.status})\n`);
}

interface Shown {
  readonly decision: string;
  readonly floor: { readonly class: string };
  readonly findings: readonly unknown[];
}

function output(args: readonly string[], input?: string): string {
  return execFileSync(process.execPath, [warrant, ...args], {
    cwd: root,
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    // What it has to say is said where the same call is shown.
    stdio: ["pipe", "pipe", "ignore"],
  });
}

/** Names of the newest commits, as far as this clone has them. */
function newest(count: number): string[] {
  const listed = execFileSync("git", ["rev-list", "--first-parent", `--max-count=${count}`, "HEAD"], {
    cwd: root,
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((line) => line !== "")
    .map((_, index) => (index === 0 ? "HEAD" : `HEAD~${index}`));
}

/** The commit there is most to say about: a denied one with a high floor and many findings. */
function mostTelling(commits: readonly string[], facts: string): string {
  const verdicts = output(["check", "--facts", "-", "--config", "warrant.yaml", "--format", "jsonl"], facts)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Shown);
  const weight = (verdict: Shown) =>
    (verdict.decision === "deny" ? 100 : 0) +
    (verdict.floor.class === "sensitive" ? 50 : 0) +
    Math.min(40, verdict.findings.length);
  const weights = verdicts.map(weight);
  return commits[weights.indexOf(Math.max(...weights))] ?? "HEAD";
}

say('1. An agent\'s pull request that says "Fixes #12", enforced:');
show(["check", "--facts", "examples/pull-request.json", "--enforce"]);
const commits = newest(12);
const facts = commits.map((commit) => output(["facts", commit])).join("");
say(
  "2. The newest changes of this repository, by its own warrant.yaml. It gates everyone, and this project commits without\n" +
    "issues: such changes would be denied, and report-only means that nothing was.",
);
show(["check", "--facts", "-", "--config", "warrant.yaml"], facts);
say("3. The one of them there is most to say about:");
show(["check", mostTelling(commits, facts), "--config", "warrant.yaml"]);
say("Next: `warrant backtest` in your own repository shows what enforcing would have meant; README.md says how.");
