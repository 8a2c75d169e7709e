/** @module Bench: reading requests, and how the cost grows with the text. */

import { readRequest } from "@warrant/kernel/intent/reading/read";
import { everyday, irreversible } from "../testing/request-phrases.ts";
import { costOf, exponent, median, medianCost, type Row, showCost } from "./measure.ts";

const area = "Reading requests";

function read(text: string): void {
  readRequest({ text, surface: "cli", origin: { kind: "human" } });
}

/** A text of about so many characters, as people write them. */
function prose(size: number): string {
  const piece =
    "The build on main fails since Monday because the cache key changed. Please look into it and fix the key. It is not urgent, but do not deploy before that. ";
  return piece.repeat(Math.ceil(size / piece.length));
}

function limit(what: string, value: number, most: number, shown: string, target: string): Row {
  return { area, what, value: shown, target, met: value <= most };
}

/** Medians of short requests, a long paste, a long text, and the exponent between two sizes. */
export function benchReading(): Row[] {
  const texts = [...everyday, ...irreversible];
  for (const text of texts) read(text);
  const each = median(texts.map((text) => costOf(() => read(text)).wall));
  const log = "2031-04-02 10:11:12 ERROR db: DROP TABLE users failed\n";
  const paste = medianCost(5, () => read(`why does this fail?\n${log.repeat(2000)}`));
  const [small, large] = [prose(100_000), prose(1_000_000)];
  const hundred = medianCost(3, () => read(small));
  const million = medianCost(3, () => read(large));
  const growth = exponent({ size: small.length, cost: hundred.cpu }, { size: large.length, cost: million.cpu });
  return [
    limit(`one of ${texts.length} short requests, median`, each, 0.3, `${each.toFixed(2)} ms`, "≤ 0.3 ms"),
    limit("a question with a paste of 2,000 lines", paste.cpu, 200, showCost(paste), "≤ 200 ms"),
    limit("1 MB of prose", million.cpu, 2000, showCost(million), "≤ 2 s"),
    limit("exponent of the cost, 100 kB to 1 MB", growth, 1.1, growth.toFixed(2), "linear"),
  ];
}
