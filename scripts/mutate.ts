/**
 * @module `npm run mutate`: breaks each file that decides in small ways, one at a time, and counts how many of the breaks the
 * tests of that file notice. `npm run mutate -- gate tier` takes only the files whose path ends so.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";

const root = join(import.meta.dirname, "..");
const source = "packages/kernel/src";

/** The files that decide, and the tests that must notice when one of them decides otherwise. */
const decisionFiles: Readonly<Record<string, readonly string[]>> = {
  scale: ["scale"],
  "intent/attribution": ["intent/attribution"],
  "intent/labels": ["intent/labels"],
  "policy/compile": ["policy/compile", "policy/compile.property"],
  "policy/meet": ["policy/compile", "policy/compile.property"],
  "policy/rule": ["policy/compile", "policy/compile.property"],
  "policy/authorize": ["policy/authorize"],
  "policy/branches": ["policy/branches", "policy/authorize"],
  "change/attribution-input": ["change/attribution-input", "change/next-steps"],
  "change/gate": ["change/gate"],
  "change/tier": ["change/tier"],
  "change/floor": ["change/floor"],
  "change/authorization": ["change/authorization", "change/next-steps"],
  "change/judge": ["change/judge", "change/judge-document", "change/next-steps"],
  "change/evidence/approval": ["change/evidence/approval", "change/next-steps"],
  "change/evidence/authority": ["change/evidence/authority", "change/evidence/approval"],
  "change/evidence/contributors": ["change/evidence/approval"],
  "change/evidence/issue": ["change/evidence/issue", "change/next-steps"],
  "change/evidence/plan": ["change/evidence/plan", "change/next-steps"],
  "change/evidence/reviewers": ["change/evidence/reviewers", "change/evidence/approval"],
};

/** The share of breaks that tests must notice, of all files together. */
const leastScore = 80;

interface Tally {
  readonly file: string;
  readonly mutants: number;
  readonly killed: number;
  readonly survived: number;
  readonly seconds: number;
}

async function mutate(file: string, tests: readonly string[], concurrency: number | undefined): Promise<Tally> {
  const started = Date.now();
  // Read by vitest.mutation.config.ts in the processes that run the tests.
  process.env["WARRANT_MUTATION_TESTS"] = tests.map((test) => `${source}/${test}.test.ts`).join(",");
  const results = await new Stryker({
    mutate: [`${source}/${file}.ts`],
    jsonReporter: { fileName: `reports/mutation/${file.replaceAll("/", "-")}.json` },
    ...(concurrency === undefined ? {} : { concurrency }),
  }).runMutationTest();
  const count = (...statuses: readonly string[]) => results.filter(({ status }) => statuses.includes(status)).length;
  // A break that makes the tests hang was noticed; one that no test reaches was not.
  const killed = count("Killed", "Timeout");
  const survived = count("Survived", "NoCoverage");
  return { file, mutants: killed + survived, killed, survived, seconds: (Date.now() - started) / 1000 };
}

function sum(tallies: readonly Tally[]): Tally {
  const total = (field: "mutants" | "killed" | "survived" | "seconds") =>
    tallies.reduce((all, tally) => all + tally[field], 0);
  return {
    file: "all",
    mutants: total("mutants"),
    killed: total("killed"),
    survived: total("survived"),
    seconds: total("seconds"),
  };
}

function scoreOf({ killed, mutants }: Tally): number {
  return mutants === 0 ? 100 : (100 * killed) / mutants;
}

function row(tally: Tally): string {
  const { file, mutants, killed, survived, seconds } = tally;
  return `| ${file} | ${mutants} | ${killed} | ${survived} | ${scoreOf(tally).toFixed(1)} % | ${seconds.toFixed(0)} s |`;
}

const { values, positionals } = parseArgs({ options: { concurrency: { type: "string" } }, allowPositionals: true });
const concurrency = values.concurrency === undefined ? undefined : Number(values.concurrency);
const chosen = Object.entries(decisionFiles).filter(
  ([file]) => positionals.length === 0 || positionals.some((name) => `/${file}`.endsWith(`/${name}`)),
);
if (chosen.length === 0) {
  process.stderr.write(
    `No file that decides ends so: ${positionals.join(", ")}. They are ${Object.keys(decisionFiles).join(", ")}.\n`,
  );
  process.exit(2);
}

process.chdir(root);
const tallies: Tally[] = [];
for (const [file, tests] of chosen) tallies.push(await mutate(file, tests, concurrency));
const total = sum(tallies);
const table = [
  "| file | mutants | killed | survived | score | time |",
  "|---|---|---|---|---|---|",
  ...[...tallies, total].map(row),
].join("\n");
mkdirSync("reports", { recursive: true });
writeFileSync("reports/mutation.md", `${table}\n`);
process.stdout.write(`\n${table}\n`);
if (scoreOf(total) < leastScore) {
  process.stderr.write(`Together the tests notice less than ${leastScore} % of the breaks.\n`);
  process.exitCode = 1;
}
