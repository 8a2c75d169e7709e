import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyFacts } from "../../../../testing/arbitrary-facts.ts";
import { Configuration } from "../configuration.ts";
import { floorScale, tierScale } from "../scale.ts";
import type { ChangeVerdict } from "../verdict.ts";
import { judgeChange } from "./judge.ts";
import { readFacts } from "./read-facts.ts";

type Json = Record<string, unknown>;
type Place = readonly (string | number)[];

const configurations = fc.constantFrom(
  ...[
    {},
    { intent: { gate: "everyone" } },
    { intent: { gate: "agents_and_unknown", evidence: { approval: { tiers: [1, 2, 3] } } } },
    { intent: { gate: "everyone", evidence: { approval: { tiers: [1, 2, 3], ignore_commits_by: ["omar"] } } } },
    { intent: { gate: "everyone", evidence: { issue: { require_labels: ["bug"] } } } },
  ].map((document) => Configuration.parse(document)),
);

/** Words and numbers that decide: every field of the facts that is neither free text nor an address. */
const deciding = new Set([
  "kind",
  "status",
  "additions",
  "deletions",
  "binary",
  "mode",
  "previous_mode",
  "link",
  "state",
  "is_pull_request",
  "permission",
  "author_permission",
  "source",
  "what",
  "verified",
  "parents",
  "files_total",
  "unreadable",
  "draft",
]);

function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const place = [...at, Array.isArray(value) ? Number(key) : key];
    return [...(deciding.has(key) && typeof part !== "object" ? [place] : []), ...placesOf(part, place)];
  });
}

function replaced(value: unknown, [key, ...rest]: Place, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((part, index) => (index === key ? replaced(part, rest, by) : part));
  return Object.fromEntries(
    Object.entries(value as Json).map(([name, part]) => [name, name === key ? replaced(part, rest, by) : part]),
  );
}

/** Everything about a verdict that may only go one way, as numbers that must not fall. */
function care(verdict: ChangeVerdict): Json {
  return {
    decision: verdict.decision === "deny" ? 1 : 0,
    tier: tierScale.words.indexOf(verdict.tier.value),
    floor: floorScale.words.indexOf(verdict.floor.class),
    noIssue: verdict.evidence.linked_issue.present ? 0 : 1,
    noPlan: verdict.evidence.approved_plan.present ? 0 : 1,
    noApproval: verdict.evidence.human_approval.present ? 0 : 1,
    noAutoMerge: verdict.auto_merge.allowed ? 0 : 1,
  };
}

function less(after: Json, before: Json): string[] {
  return Object.keys(before).filter((key) => Number(after[key]) < Number(before[key]));
}

const unknownWord = fc.constantFrom<unknown>("banana", "__proto__", "constructor", "", -1, 1.5, 1e308, [], {}, "7");
const someModes = fc.constantFrom("100644", "100755", "120000", "160000");

/** Facts with the optional fields that few collectors fill, so that each of them is spoiled too. */
const fullFacts = fc.tuple(anyFacts, someModes, fc.integer({ min: 0, max: 5000 })).map(([facts, mode, additions]) => ({
  ...facts,
  files: facts.files.map((file) => ({ ...file, previous_mode: mode })),
  lines_total: { additions, deletions: 3 },
}));

describe("a field nobody can read is as careful as every value it may have had", () => {
  it("16.13: one unreadable word or number anywhere lowers nothing and allows nothing", () => {
    fc.assert(
      fc.property(fullFacts, configurations, unknownWord, fc.nat(), (facts, configured, word, pick) => {
        const first = readFacts(facts);
        if (!first.ok) throw new Error(first.error.message);
        const places = placesOf(facts);
        const place = places[pick % places.length] ?? [];
        const second = readFacts(replaced(facts, place, word));
        fc.pre(second.ok);
        const before = judgeChange(first.facts, configured);
        // Without the issue that counted there is nothing left to drift from: stated to users with property 16.4.
        fc.pre(before.deny_kind !== "misaligned" || place[0] !== "issues");
        expect({ place, less: less(care(judgeChange(second.facts, configured)), care(before)) }).toEqual({
          place,
          less: [],
        });
      }),
      { numRuns: 400 },
    );
  });
});
