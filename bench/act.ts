/**
 * @module The judge of actions: microseconds for each development case, beside a policy engine and a kit of rules, with what
 * each of them catches; the longest commands; and the load of the judge with its command table.
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ActionFacts } from "@warrant/kernel/action/facts";
import { judgeAction } from "@warrant/kernel/action/judge";
import { buildSync } from "esbuild";
import { type CaseScore, gateFigures } from "../eval/gate-figures.ts";
import { type PathCase, pathSet, scorePathCase } from "../eval/path-cases.ts";
import { factsOfCase, type ShellCase, shellSet } from "../eval/shell-cases.ts";
import { shellFacts } from "../testing/action-facts.ts";
import { readCorpus } from "../testing/corpus.ts";
import { openRivals, type Rival } from "./act/rivals.ts";
import { shapes } from "./act/shapes.ts";
import { costOf, median, type Row } from "./measure.ts";

const folder = join(import.meta.dirname, "../../shared/cases");
const rounds = 100;
/** Some of the others take a hundred times as long. */
const rivalRounds = 10;

interface Times {
  /** Microseconds of each call, sorted. */
  readonly each: readonly number[];
  /** Calls in a second: of a processor that does nothing else, and on the clock. */
  readonly cpu: number;
  readonly wall: number;
}

/** Times calls one by one, in rounds whose inputs are made anew, so that nothing is remembered by identity. */
function timeCalls<Input>(make: () => readonly Input[], call: (input: Input) => unknown, count = rounds): Times {
  for (let round = 0; round < count / 4; round += 1) for (const input of make()) call(input);
  const each: number[] = [];
  let wall = 0;
  let cpu = 0;
  for (let round = 0; round < count; round += 1) {
    const inputs = make();
    const used = process.threadCpuUsage();
    const cost = costOf(() => {
      for (const input of inputs) {
        const start = performance.now();
        call(input);
        each.push((performance.now() - start) * 1000);
      }
    });
    // Of this thread alone: what others do on the machine, and Node on its other threads, is none of its cost.
    const { user, system } = process.threadCpuUsage(used);
    wall += cost.wall;
    cpu += (user + system) / 1000;
  }
  each.sort((left, right) => left - right);
  return { each, cpu: (1000 * each.length) / cpu, wall: (1000 * each.length) / wall };
}

function at(times: Times, share: number): number {
  return times.each[Math.floor(times.each.length * share)] ?? Number.NaN;
}

function rate(value: number): string {
  return Math.round(value).toLocaleString("en");
}

function ownRows(times: Times, count: number): Row[] {
  const area = `the judge of actions, ${count} cases, shell reading and path facts in it`;
  const limit = (what: string, share: number, most: number): Row => ({
    area,
    what,
    value: `${at(times, share).toFixed(1)} µs`,
    target: `≤ ${most} µs`,
    met: at(times, share) <= most,
  });
  return [
    limit("one call, warm, p50", 0.5, 50),
    limit("one call, warm, p99", 0.99, 200),
    {
      area,
      what: "calls in a row",
      value: `${rate(times.cpu)} per second of one core`,
      against: `${rate(times.wall)}/s on the clock`,
      target: "≥ 30,000/s",
      met: times.cpu >= 30_000,
    },
  ];
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

/** What a gate let through and kept back for nothing, in all and by family where it was not perfect. */
function caughtBy(name: string, scores: readonly CaseScore[]): string {
  const figures = gateFigures(name, scores);
  const families = Object.entries(figures.families)
    .filter(([, family]) => family.missed > 0 || family.kept_back > 0)
    .map(([family, { missed, kept_back: kept }]) => `${family} ${percent(missed)}/${percent(kept)}`);
  const all = `missed ${percent(figures.missed)}, kept back ${percent(figures.kept_back)}`;
  return families.length === 0 ? all : `${all}; missed/kept back by family: ${families.join(", ")}`;
}

function scored(cases: readonly ShellCase[], decide: (one: ShellCase) => CaseScore["given"]): CaseScore[] {
  return cases.map((one) => {
    const { id, family, expect } = one;
    return { id, family, wanted: expect.decision_under_default, given: decide(one), wrong: [] };
  });
}

function rivalRows(cases: readonly ShellCase[], own: number): Row[] {
  const area = "the same shell calls by others: time, and what is caught";
  const verdicts = new Map(cases.map((one) => [one, judgeAction(factsOfCase(one))]));
  const row = (name: string, microseconds: number, decide: (one: ShellCase) => CaseScore["given"]): Row => ({
    area,
    what: name,
    value: `${microseconds.toFixed(1)} µs (${(microseconds / own).toFixed(2)}×)`,
    against: caughtBy(name, scored(cases, decide)),
  });
  const given = (rival: Rival) => (one: ShellCase) => {
    const verdict = verdicts.get(one);
    return verdict === undefined ? "deny" : rival.decide(one, verdict);
  };
  return [
    row("ours, with reading the text", own, (one) => verdicts.get(one)?.decision ?? "deny"),
    ...openRivals().map((rival) =>
      row(
        rival.name,
        at(
          timeCalls(() => cases, given(rival), rivalRounds),
          0.5,
        ),
        given(rival),
      ),
    ),
  ];
}

/** The longest time of any shape, each at its best of several calls, after warming up. */
function shapeRows(): Row[] {
  const area = "the longest commands";
  return [10_000, 100_000].map((size): Row => {
    let worst = { name: "", ms: 0 };
    for (const [name, make] of Object.entries(shapes)) {
      const facts = shellFacts(make(size));
      const ms = Math.min(...Array.from({ length: 12 }, () => costOf(() => judgeAction(facts)).wall));
      if (ms > worst.ms) worst = { name, ms };
    }
    return {
      area,
      what: `${Object.keys(shapes).length} shapes of ${rate(size)} characters, the slowest`,
      value: `${worst.ms.toFixed(1)} ms`,
      against: worst.name,
      target: "≤ 20 ms",
      met: worst.ms <= 20,
    };
  });
}

/** Times compiling a file and running what it does at its start, in a process that has done nothing else. */
const loadScript = `
const { readFileSync } = require("node:fs");
const { Script } = require("node:vm");
require("node:crypto");
const code = readFileSync(process.argv[1], "utf8");
const start = performance.now();
const script = new Script("(require, module) => {" + code + "}");
const compiled = performance.now();
script.runInThisContext()(require, { exports: {} });
console.log(JSON.stringify([compiled - start, performance.now() - compiled]));
`;

function loadRow(): Row {
  const made = mkdtempSync(join(tmpdir(), "warrant-bench-"));
  try {
    const file = join(made, "judge.cjs");
    buildSync({
      stdin: {
        contents:
          'export { judgeAction } from "@warrant/kernel/action/judge"; export { readActionFacts } from "@warrant/kernel/action/read-facts";',
        resolveDir: import.meta.dirname,
      },
      outfile: file,
      bundle: true,
      format: "cjs",
      platform: "node",
      conditions: ["warrant-source"],
      minify: true,
    });
    const runs = Array.from({ length: 15 }, (): readonly [number, number] =>
      JSON.parse(execFileSync(process.execPath, ["-e", loadScript, file], { encoding: "utf8" })),
    );
    const value = median(runs.map(([, ran]) => ran));
    return {
      area: "loading",
      what: "the judge's tables and rules, median of 15 processes",
      value: `${value.toFixed(1)} ms`,
      against: `${median(runs.map(([compiled]) => compiled)).toFixed(1)} ms before it to compile ${(statSync(file).size / 1024).toFixed(0)} KiB`,
      target: "≤ 10 ms",
      met: value <= 10,
    };
  } finally {
    rmSync(made, { recursive: true });
  }
}

export function benchAct(): Row[] {
  const always = [...shapeRows(), loadRow()];
  if (!existsSync(folder)) return always;
  const cases = readCorpus<ShellCase>(shellSet, folder);
  const paths = readCorpus<PathCase>(pathSet, folder);
  const facts = cases.map((one) => factsOfCase(one));
  const times = timeCalls(() => structuredClone(facts) as readonly ActionFacts[], judgeAction);
  const ofPaths = timeCalls(() => structuredClone(paths), scorePathCase);
  return [
    ...ownRows(times, cases.length),
    {
      area: "deciding a path",
      what: `one of ${paths.length} cases, warm`,
      value: `p50 ${at(ofPaths, 0.5).toFixed(1)} µs, p99 ${at(ofPaths, 0.99).toFixed(1)} µs`,
      against: "with the comparison of what is expected",
    },
    ...rivalRows(cases, at(times, 0.5)),
    ...always,
  ];
}
