/** @module The judge alone: verdicts a second on real changes, beside a parser of references, and how the cost grows with files. */

import type { ChangedFile, ChangeFacts } from "@warrant/kernel/change/facts";
import { judgeChange } from "@warrant/kernel/change/judge";
import { defaultConfiguration } from "@warrant/kernel/configuration";
import { parseReferences } from "@warrant/kernel/text/references";
import issueParser from "issue-parser";
import { hasCorpus, readCorpus } from "../testing/corpus.ts";
import { type CorpusRecord, factsOfCorpusRecord } from "../testing/corpus-facts.ts";
import { changeFacts, file, issue } from "../testing/facts.ts";
import { type Cost, exponent, medianCost, type Row, showCost } from "./measure.ts";

const area = "the judge alone, one core";

/** The change as the issue that asks for it, so that every file is scored. */
export function withRequest(facts: ChangeFacts): ChangeFacts {
  const { repository, title, body } = facts;
  const request = issue(1, {
    repository,
    title,
    body,
    labels: [{ name: "accepted", actor: { login: "maria", kind: "user", id: 9 }, permission: "admin" }],
  });
  return { ...facts, author: { login: "agent", kind: "bot", id: 5 }, issues: [request] };
}

/** Each round has a configuration of its own, so that no path is remembered from the round before. */
function judgeAll(changes: readonly ChangeFacts[]): void {
  const configuration = structuredClone(defaultConfiguration);
  for (const facts of changes) judgeChange(facts, configuration);
}

function rateRow(what: string, count: number, cost: Cost, least: number): Row {
  const rate = (milliseconds: number) => Math.round((1000 * count) / milliseconds).toLocaleString("en");
  return {
    area,
    what,
    value: `${rate(cost.cpu)} verdicts per processor second`,
    against: `${rate(cost.wall)}/s on the clock`,
    target: `≥ ${least.toLocaleString("en")}/s`,
    met: (1000 * count) / cost.cpu >= least,
  };
}

/** Microseconds of processor time for one description each, warm. */
function referenceRows(changes: readonly ChangeFacts[]): Row[] {
  const parse = issueParser("github");
  const microseconds = (work: (facts: ChangeFacts) => void): string => {
    const { cpu } = medianCost(
      9,
      () => {
        for (const facts of changes) work(facts);
      },
      3,
    );
    return ((1000 * cpu) / changes.length).toFixed(0);
  };
  const ours = microseconds(({ body, repository, host }) =>
    parseReferences(body ?? "", { repository, host, as: "description" }),
  );
  const peer = microseconds(({ body }) => parse(body ?? ""));
  return [
    {
      area,
      what: "references of one description",
      value: `${ours} µs`,
      against: `the npm package issue-parser: ${peer} µs`,
    },
  ];
}

function rates(): Row[] {
  const set = "real-prs.jsonl.gz";
  if (!hasCorpus(set))
    return [{ area, what: "verdicts on real changes", value: "not measured: the corpus is not here" }];
  const changes = readCorpus<CorpusRecord>(set).map(factsOfCorpusRecord);
  const requested = changes.map(withRequest);
  const plain = medianCost(9, () => judgeAll(changes), 3);
  const scored = medianCost(5, () => judgeAll(requested), 2);
  return [
    rateRow(`${changes.length} real changes, nothing to compare with`, changes.length, plain, 5000),
    rateRow(`${changes.length} real changes, every file scored for drift`, changes.length, scored, 1000),
    ...referenceRows(changes),
  ];
}

export function manyFiles(count: number): ChangeFacts {
  const files = Array.from({ length: count }, (_, index): ChangedFile => {
    const patch = `@@ -1 +1,2 @@\n-const total${index % 997} = sumOf(lines);\n+const total${index % 997} = addLines(cart, price${index % 89});\n+report(total${index % 997});`;
    return file(`src/part${index % 300}/module${index}.ts`, { additions: 2, deletions: 1, patch });
  });
  return withRequest(
    changeFacts({ files, title: "Add up the lines of the cart", body: "The total of a cart is the sum of its lines." }),
  );
}

function growth(): Row[] {
  const configuration = defaultConfiguration;
  const measured = [300, 1000, 3000, 10_000, 100_000].map((size) => {
    const facts = manyFiles(size);
    const cost = medianCost(size > 10_000 ? 3 : 5, () => judgeChange(facts, structuredClone(configuration)));
    return { size, cost };
  });
  const limits: Readonly<Record<number, number>> = { 300: 100, 3000: 1000 };
  const rows = measured.map(({ size, cost }): Row => {
    const limit = limits[size];
    const target = limit === undefined ? {} : { target: `≤ ${limit} ms of a processor`, met: cost.cpu <= limit };
    return {
      area,
      what: `${size.toLocaleString("en")} files with patches, all scored`,
      value: showCost(cost),
      ...target,
    };
  });
  const sizes = new Map(measured.map(({ size, cost }) => [size, { size, cost: cost.cpu }]));
  const growthBetween = (from: number, to: number): Row[] => {
    const [small, large] = [sizes.get(from), sizes.get(to)];
    if (small === undefined || large === undefined) return [];
    const value = exponent(small, large);
    const what = `exponent of the cost, ${from.toLocaleString("en")} to ${to.toLocaleString("en")} files`;
    return [{ area, what, value: value.toFixed(2), target: "linear (≤ 1.15)", met: value <= 1.15 }];
  };
  return [...rows, ...growthBetween(1000, 10_000), ...growthBetween(10_000, 100_000)];
}

export function benchJudge(): Row[] {
  return [...rates(), ...growth()];
}
