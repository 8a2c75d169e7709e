/** @module Bench: reading requests, and how the cost grows with the text. */

import { readRequest } from "@warrant/kernel/intent/reading/read";
import { engageTurn, freshSession } from "@warrant/kernel/policy/engage";
import { coverCall } from "@warrant/kernel/policy/envelope-cover";
import { callWith, commitmentWith, coverFactsWith, envelopeWith } from "../testing/envelope.ts";
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

const authority = { autonomy_grants: ["assisted"], attendance: "interactive", posture: "on" } as const;

/** Deriving a request of several parts and composing it, and finding the envelope that covers among ten of twenty patterns. */
function benchAuthority(): Row[] {
  const text =
    "fix the parser, then add a test, then deploy to staging, and delete my 48xx branches, but never push to main";
  const request = readRequest({ text, surface: "cli", origin: { kind: "human" } });
  const envelopes = Array.from({ length: 10 }, (_, number) => {
    const elsewhere = Array.from({ length: 19 }, (_one, place) => `packages/p${number}/${place}/**`);
    return envelopeWith({ id: `e${number}`, paths: [...elsewhere, number === 9 ? "docs/**" : "notes/**"] });
  });
  const commitments = [commitmentWith({ envelopes })];
  const [call, facts] = [callWith(), coverFactsWith()];
  const each = 200;
  const micro = (work: () => unknown): number =>
    (medianCost(21, () => Array.from({ length: each }, work), 5).cpu * 1000) / each;
  const engaged = micro(() => engageTurn(request, authority, freshSession));
  const covered = micro(() => coverCall(call, commitments, facts));
  return [
    limit("deriving and composing a request of three parts", engaged, 50, `${engaged.toFixed(0)} µs`, "≤ 50 µs"),
    limit("coverage by 10 envelopes of 20 patterns", covered, 100, `${covered.toFixed(0)} µs`, "≤ 100 µs"),
  ];
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
    ...benchAuthority(),
  ];
}
