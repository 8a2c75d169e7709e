/** @module The claim gate: verbatim, near and absent quotes, long traces, how the cost grows, and the worst repetitions. */

import { exhibitOf } from "@warrant/kernel/claim/evidence";
import { claimFactsSchema } from "@warrant/kernel/claim/facts";
import { gate } from "@warrant/kernel/claim/judge";
import { matchExcerpt } from "@warrant/kernel/claim/match/excerpt";
import type { ExecutorOutput } from "@warrant/kernel/claim/output";
import { Panes } from "@warrant/kernel/claim/panes";
import { poolOf } from "@warrant/kernel/claim/pool";
import { readTrace } from "@warrant/kernel/claim/read-trace";
import { onlyAnswers, printsOwnWords } from "@warrant/kernel/claim/receipts/shell-call";
import { checkExcerpts } from "@warrant/kernel/claim/rules/excerpt-similarity";
import { checkReferences } from "@warrant/kernel/claim/rules/invocation-ref";
import type { Trace } from "@warrant/kernel/claim/trace";
import { type Cost, costOf, exponent, medianCost, type Row } from "./measure.ts";

const area = "the claim gate";
const words =
  "request worker queue lease token cache region shard replica index schema migration timeout retry budget header stream parser buffer socket".split(
    " ",
  );

/** One line of a result, different for every number. */
function line(seed: number): string {
  const pick = (at: number) => words[(seed * 7 + at * 13) % words.length] ?? "";
  return `${pick(1)} ${pick(2)} ${seed} handled by the ${pick(3)}-${seed % 97}, ${pick(4)} = ${seed * 3} ms in ${pick(5)}`;
}

interface Load {
  readonly output: ExecutorOutput;
  readonly trace: Trace;
  readonly raw: unknown;
}

type Quality = "verbatim" | "near" | "absent";

function quoteOf(text: string, quality: Quality): string {
  if (quality === "verbatim") return text;
  return quality === "near" ? text.toUpperCase() : text.replaceAll(/[a-z]+/g, (word) => `${word}x`);
}

/** An output of `items` quotes over a trace of about `characters`, one call for each twenty kilobytes at most. */
function load(items: number, characters: number, qualityOf: (item: number) => Quality = () => "verbatim"): Load {
  const calls = Math.max(12, Math.ceil(characters / 20_000));
  const perCall = Math.ceil(characters / calls / 76);
  const texts = Array.from({ length: calls }, (_, call) =>
    Array.from({ length: perCall }, (_line, at) => line(call * perCall + at)),
  );
  const invocations = texts.map((lines, call) => ({
    id: `toolu_${String(call).padStart(6, "0")}`,
    tool: call % 3 === 0 ? "Bash" : "Read",
    arguments: call % 3 === 0 ? { command: `cat logs/${call}.log` } : { file_path: `/repo/logs/${call}.log` },
    status: "ok",
    exit_code: call % 3 === 0 ? 0 : null,
    result: { text: `${lines.join("\n")}\n` },
  }));
  const raw = {
    schema: "warrant.trace/v1",
    session: { id: "s", host: "claude-code", cwd: "/repo" },
    complete: true,
    invocations,
  };
  const trace = readTrace(raw);
  if (trace === null) throw new Error("The trace of the bench cannot be read.");
  const evidence = Array.from({ length: items }, (_, item) => {
    const call = (item * 5) % calls;
    const lines = texts[call] ?? [];
    return {
      id: `e${item}`,
      invocation_id: invocations[call]?.id ?? "",
      tool: invocations[call]?.tool ?? "",
      excerpt: quoteOf(lines[(item * 31 + 40) % lines.length] ?? "", qualityOf(item)),
    };
  });
  const claims = evidence.slice(0, 200).map(({ id, excerpt }) => ({
    id: `c${id}`,
    text: `The log says ${excerpt}.`,
    kind: "observation",
    evidence_ids: [id],
  }));
  const output = { schema_version: "executor_evidence_v2", task: "Read the logs", claims, evidence };
  return { output: output as unknown as ExecutorOutput, trace, raw };
}

/** The two checks of evidence alone, everything made anew. */
function evidenceRules({ output, trace }: Load): number {
  const pool = poolOf(trace, "main");
  const exhibits = new Map(output.evidence.map((item) => [item.id, exhibitOf(item)]));
  const references = checkReferences(output, exhibits, { trace, pool, aliases: [], isAnswer: onlyAnswers });
  const panes = new Panes();
  const quotes = checkExcerpts(exhibits.values(), { pool, panes, least: "interleaved", printsOwnWords });
  return references.findings.length + quotes.length;
}

function wholeGate({ output, raw }: Load): string {
  return gate({ schema: claimFactsSchema, mode: "output", output, trace: raw }).status;
}

function shown(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`;
}

/** Wall and processor time; a machine that is shared stretches the first, and is not what is measured. */
function row(what: string, { wall, cpu }: Cost, most: number): Row {
  return {
    area,
    what,
    value: shown(wall),
    against: `processor ${shown(cpu)}`,
    target: `≤ ${most} ms`,
    met: Math.min(wall, cpu) <= most,
  };
}

function percentile95(costs: readonly Cost[]): Cost {
  const sorted = costs.toSorted((left, right) => left.wall - right.wall);
  return sorted[Math.floor(costs.length * 0.95)] ?? { wall: Number.NaN, cpu: Number.NaN };
}

function repetitions(): readonly (readonly [string, string, string])[] {
  const letters = "a".repeat(2_000_000);
  return [
    ["one word, again and again", "aa bb ".repeat(330_000), `${"aa bb ".repeat(600)}zz`],
    ["one letter, again and again", letters, `${"a".repeat(3_700)}b${"a".repeat(299)}`],
    ["one letter in one line, another at the end", letters, `${"a".repeat(3_999)}b`],
    ["omissions", "a b c ".repeat(330_000), "a b c ... ".repeat(390)],
    ["numbers that count up", Array.from({ length: 180_000 }, (_, at) => `${at}: x`).join("\n"), "179999: y 179998: z"],
    ["one line of signs", "-".repeat(2_000_000), `${"-".repeat(3_000)}x y z`],
    ["marks on marks", `a${"\u0301".repeat(1_900_000)}`, "a b c d e f"],
  ];
}

export function benchClaim(): Row[] {
  const small = load(20, 200_000);
  if (evidenceRules(small) !== 0 || wholeGate(small) !== "pass") throw new Error("The bench's own output is refused.");
  const mixed = load(20, 200_000, (item) => (item === 7 ? "absent" : item % 7 === 3 ? "near" : "verbatim"));
  const rules = medianCost(200, () => evidenceRules(small), 100);
  const whole = medianCost(100, () => wholeGate(small), 50);
  for (let run = 0; run < 20; run += 1) wholeGate(mixed);
  const mixes = Array.from({ length: 60 }, () => costOf(() => evidenceRules(mixed)));
  const large = load(1_000, 50_000_000);
  const half = load(1_000, 25_000_000);
  const largeCost = medianCost(3, () => evidenceRules(large));
  const halfGate = { ...half, output: { ...half.output, evidence: half.output.evidence.slice(0, 200) } };
  const largeGate = { ...large, output: { ...large.output, evidence: large.output.evidence.slice(0, 200) } };
  const growth = exponent(
    { size: 25, cost: medianCost(5, () => wholeGate(halfGate)).cpu },
    { size: 50, cost: medianCost(5, () => wholeGate(largeGate)).cpu },
  );
  return [
    row("20 verbatim quotes over 200 KB: both evidence rules, median", rules, 1),
    row("the same, whole gate, median", whole, 5),
    row("the same, 15 % near and 5 % absent, 95th percentile", percentile95(mixes), 60),
    row("1,000 quotes over 50 MB: both evidence rules, median of 3", largeCost, 2_000),
    {
      area,
      what: "whole gate, 200 quotes: exponent from 25 to 50 MB",
      value: growth.toFixed(2),
      target: "≤ 1.2",
      met: growth <= 1.2,
    },
    ...repetitions().map(([what, pane, excerpt]) =>
      row(
        `worst repetition: ${what}`,
        medianCost(3, () => matchExcerpt(pane, excerpt)),
        250,
      ),
    ),
  ];
}
