/**
 * @module `npm run fuzz -- shell|paths [--count N] [--seed N]`: random calls to the action gate. Looks for an input that
 * makes it fail or stall, and for another spelling of a refused call that it allows. Not part of CI; a seed repeats a run.
 */

import { parseArgs } from "node:util";
import { type ActionVerdict, judgeAction } from "@warrant/kernel/action/judge";
import { decidePath, type PathOperation } from "@warrant/kernel/action/paths/decide";
import type { PathAnswer } from "@warrant/kernel/action/place";
import { actionFacts, shellFacts } from "../testing/action-facts.ts";
import { brokenCommand, type Chance, chanceOf, pick, randomCommand, variantsOf } from "../testing/shell-variants.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: "string" }, seed: { type: "string" } },
});
const [what = "shell"] = positionals;
const count = Number(values.count ?? 100_000);
const seed = Number(values.seed ?? 1);

interface Outcome {
  inputs: number;
  slowest: { ms: number; text: string };
  readonly found: Map<string, string>;
}

const outcome: Outcome = { inputs: 0, slowest: { ms: 0, text: "" }, found: new Map() };

function report(kind: string, text: string): void {
  if (!outcome.found.has(kind)) outcome.found.set(kind, text);
}

function judge(text: string): ActionVerdict {
  const start = performance.now();
  const verdict = judgeAction(shellFacts(text));
  const ms = performance.now() - start;
  outcome.inputs += 1;
  if (ms > outcome.slowest.ms) outcome.slowest = { ms, text };
  if (verdict.rule === "action.failed" || verdict.rule === "action.facts-invalid") report("failed", text);
  return verdict;
}

function fuzzShell(chance: Chance): void {
  judge(brokenCommand(chance));
  const text = randomCommand(chance);
  const base = judge(text);
  if (base.decision === "allow") return;
  for (const variant of variantsOf(text)) {
    if (chance() > 0.3) continue;
    const other = judge(variant.text);
    const isWeaker =
      other.decision === "allow" || (variant.isSame && base.decision === "deny" && other.decision !== "deny");
    if (isWeaker) report(`${base.decision} becomes ${other.decision} ${variant.name}`, `${text}\n  as ${variant.text}`);
  }
}

const pieces = [
  "..",
  ".",
  "",
  "src",
  "SRC",
  ".git",
  ".claude",
  "settings.json",
  "%2e%2e",
  "%2F",
  "~",
  "$HOME",
  "a*",
  "link",
  "out",
  "loop",
  "с",
  "\u0000",
  "e\u0301",
  "é",
  "C:",
  "..\\x",
  "con",
  "x:y",
  "x.",
  "file:",
  "work",
  "shop",
  "etc",
  "\ud800",
] as const;
const seen: Readonly<Record<string, PathAnswer>> = {
  "/work/shop/link": { type: "link", link_target: "/etc" },
  "/etc": { type: "dir" },
  "/work/shop/out": { type: "link", link_target: "src" },
  "/work/shop/src": { type: "dir" },
  "/work/shop/loop": { type: "link", link_target: "loop/x" },
  "/work/shop/a": { type: "file", nlink: 1 },
};

function randomPath(chance: Chance): string {
  const parts = Array.from({ length: 1 + Math.floor(chance() * 6) }, () => pick(chance, pieces));
  return `${chance() < 0.4 ? "/" : ""}${parts.join("/")}`;
}

function fuzzPaths(chance: Chance): void {
  const isWindows = chance() < 0.2;
  const change = isWindows
    ? {
        cwd: "C:\\work\\shop",
        place: { os: "win32" as const, home: "C:\\Users\\ada", roots: [{ path: "C:\\work\\shop" }] },
      }
    : { seen };
  const { place, filesystem } = actionFacts("Write", {}, change);
  const op = pick<PathOperation>(chance, ["read", "write", "delete"]);
  const path = randomPath(chance);
  const ask = (spelling: string) => {
    outcome.inputs += 1;
    return decidePath({ op, path: spelling, deny: ["**/.git/**"], scope: ["**"] }, place, filesystem);
  };
  try {
    const base = ask(path);
    const root = isWindows ? "C:\\work\\shop" : "/work/shop";
    const isIn = base.resolved === root || base.resolved?.startsWith(`${root}${isWindows ? "\\" : "/"}`) === true;
    if (base.covered && !isIn) report("covered outside", path);
    if (!base.denied) return;
    const others = [
      `${path}/.`,
      /link|out|loop/.test(path) ? path : path.toUpperCase(),
      path.replaceAll("/", "//"),
      path.normalize("NFD"),
    ];
    for (const other of path.startsWith("~") ? others.slice(0, 1) : others) {
      if (other !== "" && !other.startsWith("//") && ask(other).covered)
        report("denied becomes covered", `${path}\n  as ${other}`);
    }
  } catch (error) {
    report(`threw ${String(error)}`, path);
  }
}

if ((what !== "shell" && what !== "paths") || !Number.isSafeInteger(count) || !Number.isSafeInteger(seed)) {
  process.stderr.write("fuzz: say what to fuzz, as in: npm run fuzz -- shell --count 100000 --seed 1\n");
  process.exitCode = 2;
} else {
  const chance = chanceOf(seed);
  while (outcome.inputs < count) {
    if (what === "shell") fuzzShell(chance);
    else fuzzPaths(chance);
  }
  const { inputs, slowest, found } = outcome;
  process.stdout.write(
    `${what}: ${inputs} inputs of seed ${seed}, slowest ${slowest.ms.toFixed(1)} ms ${JSON.stringify(slowest.text.slice(0, 200))}\n`,
  );
  for (const [kind, text] of found) process.stdout.write(`${kind}: ${text}\n`);
  if (found.size > 0) process.exitCode = 1;
}
