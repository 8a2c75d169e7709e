/** @module The judge alone: verdicts a second on real changes, how the cost grows with files, and the largest inputs. */

import type { ChangedFile, ChangeFacts } from "@warrant/kernel/change/facts";
import { judgeChange } from "@warrant/kernel/change/judge";
import { Configuration, defaultConfiguration } from "@warrant/kernel/configuration";
import { hasCorpus, readCorpus } from "../testing/corpus.ts";
import { type CorpusRecord, factsOfCorpusRecord } from "../testing/corpus-facts.ts";
import { changeFacts, file, issue } from "../testing/facts.ts";
import { exponent, median, type Row, time } from "./measure.ts";

const area = "the judge alone, one core";

/** The change as the issue that asks for it, so that every file is scored. */
function withRequest(facts: ChangeFacts): ChangeFacts {
  const { repository, title, body } = facts;
  const request = issue(1, {
    repository,
    title,
    body,
    labels: [{ name: "accepted", actor: { login: "maria", kind: "user", id: 9 }, permission: "admin" }],
  });
  return { ...facts, author: { login: "agent", kind: "bot", id: 5 }, issues: [request] };
}

function perSecond(changes: readonly ChangeFacts[]): number {
  const rounds = Array.from({ length: 5 }, () =>
    time(() => {
      for (const facts of changes) judgeChange(facts, defaultConfiguration);
    }),
  );
  return (1000 * changes.length) / median(rounds);
}

function rates(): Row[] {
  const set = "real-prs.jsonl.gz";
  if (!hasCorpus(set))
    return [{ area, what: "verdicts on real changes", value: "not measured: the corpus is not here" }];
  const changes = readCorpus<CorpusRecord>(set).map(factsOfCorpusRecord);
  const plain = perSecond(changes);
  const scored = perSecond(changes.map(withRequest));
  const row = (what: string, rate: number, least: number): Row => ({
    area,
    what,
    value: `${Math.round(rate).toLocaleString("en")} verdicts/s`,
    target: `≥ ${least.toLocaleString("en")}/s`,
    met: rate >= least,
  });
  return [
    row(`${changes.length} real changes, nothing to compare with`, plain, 5000),
    row(`${changes.length} real changes, every file scored for drift`, scored, 1000),
  ];
}

function manyFiles(count: number): ChangeFacts {
  const files = Array.from({ length: count }, (_, index): ChangedFile => {
    const patch = `@@ -1 +1,2 @@\n-const total${index % 997} = sumOf(lines);\n+const total${index % 997} = addLines(cart, price${index % 89});\n+report(total${index % 997});`;
    return file(`src/part${index % 300}/module${index}.ts`, { additions: 2, deletions: 1, patch });
  });
  return withRequest(
    changeFacts({ files, title: "Add up the lines of the cart", body: "The total of a cart is the sum of its lines." }),
  );
}

function growth(): Row[] {
  const measured = [1000, 10_000, 100_000].map((size) => {
    const facts = manyFiles(size);
    const runs = size > 10_000 ? 3 : 7;
    return {
      size,
      cost: median(Array.from({ length: runs }, () => time(() => judgeChange(facts, defaultConfiguration)))),
    };
  });
  const [small, middle, large] = measured;
  if (small === undefined || middle === undefined || large === undefined) return [];
  return [
    ...measured.map(
      ({ size, cost }): Row => ({
        area,
        what: `${size.toLocaleString("en")} files with patches`,
        value: `${cost.toFixed(0)} ms`,
      }),
    ),
    { area, what: "exponent of the cost in files, 1,000 to 10,000", value: exponent(small, middle).toFixed(2) },
    {
      area,
      what: "exponent of the cost in files, 10,000 to 100,000",
      value: exponent(middle, large).toFixed(2),
      target: "linear",
      met: exponent(middle, large) < 1.15,
    },
  ];
}

function extremes(): Row[] {
  const policy = {
    labels: {},
    rules: Array.from({ length: 10_000 }, (_, index) => ({
      id: `rule-${index}`,
      scope: "repository",
      when: { domain: `domain-${index % 50}`, status: ["mapped", "unmapped"] },
      set: { max_attempts: (index % 9) + 1 },
    })),
  };
  const ruled = Configuration.parse({ policy });
  const patch = `@@ -0,0 +1 @@\n${"+const total = addLines(cart, price);\n".repeat(28_000)}`;
  const heavy = changeFacts({
    files: Array.from({ length: 20 }, (_, index) => file(`src/heavy${index}.ts`, { patch })),
  });
  const body = "Fixes [the (cart) *total* `code` <!-- x --> #1 ".repeat(1390);
  const row = (what: string, work: () => void): Row => ({ area, what, value: `${time(work).toFixed(0)} ms` });
  return [
    row("10,000 rules", () => judgeChange(withRequest(changeFacts()), ruled)),
    row("20 MB of patches in 20 files", () => judgeChange(withRequest(heavy), defaultConfiguration)),
    row("a body of 65,000 characters of half-open Markdown", () =>
      judgeChange(changeFacts({ body }), defaultConfiguration),
    ),
  ];
}

export function benchJudge(): Row[] {
  return [...rates(), ...growth(), ...extremes()];
}
