/** @module The largest inputs, by the library and by the command: answered or refused with a clear error, in bounded memory. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChangeFacts } from "@warrant/kernel/change/facts";
import { judgeChange } from "@warrant/kernel/change/judge";
import { readFacts } from "@warrant/kernel/change/read-facts";
import { Configuration, defaultConfiguration } from "@warrant/kernel/configuration";
import { changeFacts, commit, file, issue, review } from "../testing/facts.ts";
import { manyFiles, withRequest } from "./judge.ts";
import { costOf, type Row, showCost } from "./measure.ts";

const area = "the largest inputs";
const warrant = join(import.meta.dirname, "../packages/cli/bin/warrant.js");

function id(number: number): string {
  return number.toString(16).padStart(40, "0");
}

function manyRules(count: number): Pick<Configuration, "policy"> {
  const { policy } = Configuration.parse({
    policy: {
      rules: Array.from({ length: count }, (_, index) => ({
        id: `rule-${index}`,
        scope: "repository",
        when: { domain: `domain-${index % 50}`, status: ["mapped", "unmapped"] },
        set: { max_attempts: (index % 9) + 1 },
      })),
    },
  });
  return { policy };
}

/** `count` commits of as many people, labels, reviews and issues, one kind a change. */
function longLists(count: number): Readonly<Record<string, ChangeFacts>> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const person = (number: number) => ({ name: `Person ${number}`, email: `p${number}@example.org`, login: null });
  return {
    commits: changeFacts({
      commits: numbers.map((number) =>
        commit({ sha: id(number), author: person(number), message: `Correct total ${number}\n\nFixes #${number}` }),
      ),
    }),
    labels: changeFacts({ labels: numbers.map((number) => ({ name: `label ${number}` })) }),
    reviews: changeFacts({
      reviews: numbers.map((number) => review(`person-${number}`)),
    }),
    issues: changeFacts({ issues: numbers.map((number) => issue(number)) }),
  };
}

function inLibrary(): Row[] {
  const row = (what: string, work: () => void): Row => ({ area, what, value: showCost(costOf(work)) });
  const judge = (facts: ChangeFacts, configuration: Configuration = defaultConfiguration) =>
    judgeChange(facts, configuration);
  const patch = `@@ -0,0 +1 @@\n${"+const total = addLines(cart, price);\n".repeat(28_000)}`;
  const heavy = changeFacts({
    files: Array.from({ length: 50 }, (_, index) => file(`src/heavy${index}.ts`, { patch })),
  });
  const half = "Fixes [the (cart) *total* `code` <!-- x --> #1 ";
  const large = changeFacts({ body: half.repeat(220_000) });
  return [
    row("100,000 files with patches", () => judge(manyFiles(100_000))),
    row("50 MB of patches in 50 files, read and judged", () => {
      const reading = readFacts(heavy);
      if (reading.ok) judge(withRequest(reading.facts));
    }),
    row("a body of 10 MB of half-open Markdown, cut where it is read", () => {
      const reading = readFacts(large);
      if (reading.ok) judge(reading.facts);
    }),
    row("10,000 rules", () => judge(withRequest(changeFacts()), { ...defaultConfiguration, ...manyRules(10_000) })),
    ...Object.entries(longLists(100_000)).map(([what, facts]) => row(`100,000 ${what}`, () => judge(facts))),
  ];
}

/** One call of the command in a bounded heap: its status, its last words, its peak. */
function call(what: string, folder: string, args: readonly string[]): Row {
  const tell = 'process.on("exit",()=>process.stderr.write(`\\npeak ${process.resourceUsage().maxRSS}`))';
  const start = performance.now();
  const ended = spawnSync(
    process.execPath,
    ["--max-old-space-size=1500", "--import", `data:text/javascript,${encodeURIComponent(tell)}`, warrant, ...args],
    { cwd: folder, stdio: ["ignore", "ignore", "pipe"], timeout: 120_000, encoding: "utf8" },
  );
  const said = ended.stderr.split("\n").filter((line) => line.trim() !== "");
  const peak = Number(/^peak (?<kib>\d+)$/.exec(said.pop() ?? "")?.groups?.["kib"]) / 1024;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const isPlain = ended.status !== null && ended.status <= 4 && !/FATAL|defect/.test(ended.stderr);
  return {
    area,
    what,
    value: `exit ${ended.status ?? ended.signal}, ${seconds} s, peak ${peak.toFixed(0)} MiB`,
    against: (said.at(-1) ?? "").slice(0, 140) || "answered",
    target: "answered or refused",
    met: isPlain,
  };
}

function byCommand(): Row[] {
  const folder = mkdtempSync(join(tmpdir(), "warrant-bench-"));
  try {
    const put = (name: string, text: string | readonly string[]) => writeFileSync(join(folder, name), text as string);
    const facts = changeFacts({ files: manyFiles(100_000).files, files_total: 100_000 });
    put("files.json", JSON.stringify(facts));
    put("large.json", JSON.stringify(changeFacts({ title: "x".repeat(200 * 1024 * 1024) })));
    put("deep.json", `${'{"schema":"warrant.change-facts/v1","body":'.padEnd(40)}${"[".repeat(2_000_000)}`);
    put("closed.json", `{"schema":"warrant.change-facts/v1","body":${"[".repeat(500_000)}${"]".repeat(500_000)}}`);
    put("small.json", JSON.stringify(changeFacts()));
    put(
      "rules.yaml",
      `policy:\n  rules:\n${"    - { id: r, scope: repository, set: { max_attempts: 3 } }\n".repeat(10_000)}`,
    );
    put("bomb.yaml", `a: &a [x]\n${Array.from({ length: 30 }, (_, index) => `b${index}: [*a, *a]`).join("\n")}\n`);
    const check = (file: string, ...more: readonly string[]) => ["check", "--facts", file, "--format", "json", ...more];
    return [
      call("facts of 100,000 files, by the command", folder, check("files.json")),
      call("a facts document of 200 MB", folder, check("large.json")),
      call("facts nested 2,000,000 deep and not closed", folder, check("deep.json")),
      call("facts nested 500,000 deep", folder, check("closed.json")),
      call("a configuration of 10,000 rules", folder, check("small.json", "--config", "rules.yaml")),
      call("a configuration with many aliases", folder, check("small.json", "--config", "bomb.yaml")),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function benchExtremes(): Row[] {
  return [...inLibrary(), ...byCommand()];
}
