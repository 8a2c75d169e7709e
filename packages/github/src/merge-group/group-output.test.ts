import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headSha } from "../../../../testing/facts.ts";
import { harmIn } from "../../../../testing/markdown-harm.ts";
import { changeVerdict, deniedVerdict } from "../../../../testing/verdicts.ts";
import { outputLimit } from "../publish/check-output.ts";
import { type Mode, titleLimit } from "../publish/conclusion.ts";
import { storedVerdicts } from "../publish/stored-verdict.ts";
import { concludeGroup, type GroupFindings, groupOutput, groupTitle } from "./group-output.ts";
import { type GroupChange, unknownChange } from "./judge-member.ts";

function allowed(number: number): GroupChange {
  const judged = { verdict: changeVerdict() };
  return { number, headSha, from: "stored", decision: "allow", judged, mode: "enforce" };
}

function denied(number: number, reason = "Nobody asked. [auth.none]"): GroupChange {
  const judged = { verdict: deniedVerdict({ reason }) };
  return { number, headSha, from: "judged", decision: "deny", judged, mode: "enforce" };
}

function unknown(number: number, why = "It could not be read."): GroupChange {
  return unknownChange({ number, headSha }, why);
}

function findings(changes: readonly GroupChange[], parts: Partial<GroupFindings> = {}): GroupFindings {
  return { mode: "enforce", changes, why: null, ...parts };
}

const attacks = [
  "@maria",
  "#7",
  "<!-- x -->",
  "[a](http://x)",
  "acme/shop#7",
  "`",
  "\n# Title",
  "![a](http://x)",
  "\u202E",
];

const anyChange = fc
  .tuple(fc.constantFrom("allow", "deny", "unknown"), fc.integer({ min: 1, max: 99 }), fc.string())
  .map(([kind, number, text]) =>
    kind === "allow" ? allowed(number) : kind === "deny" ? denied(number, text) : unknown(number, text),
  );
const anyFindings = fc.record({
  mode: fc.constantFrom<Mode>("report", "enforce"),
  changes: fc.array(anyChange, { maxLength: 6 }),
  why: fc.option(fc.string()),
});

describe("the conclusion of a group", () => {
  it("is success only for known changes that are all allowed, and neutral only under report (F1: Mergifyio/mergify#468, F4: palantir/policy-bot#800)", () => {
    fc.assert(
      fc.property(anyFindings, (found) => {
        const all =
          found.why === null && found.changes.length > 0 && found.changes.every((one) => one.decision === "allow");
        expect(concludeGroup(found)).toBe(found.mode === "report" ? "neutral" : all ? "success" : "failure");
      }),
    );
  });

  it("has a title and a summary the platform takes, the same each time, and stores no verdict (C10: reviewdog/action-eslint#139)", () => {
    fc.assert(
      fc.property(anyFindings, (found) => {
        const output = groupOutput(headSha, found);
        expect(output.outcome.title).toBe(groupTitle(found));
        expect(output.outcome.title.length).toBeLessThanOrEqual(titleLimit);
        expect(output.summary.length).toBeLessThanOrEqual(outputLimit);
        expect(groupOutput(headSha, structuredClone(found))).toEqual(output);
        expect(storedVerdicts(output.text)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

describe("the title of a group", () => {
  it.each([
    ["one allowed change", [allowed(12)], {}, "Allowed: #12"],
    ["several", [allowed(12), allowed(14)], {}, "Allowed: #12, #14"],
    ["a denied change", [allowed(12), denied(13)], {}, "#13 denied: Nobody asked. [auth.none]"],
    ["an unknown one", [unknown(14)], {}, "#14 could not be judged: It could not be read."],
    ["two, the denied one first", [unknown(11), denied(13)], {}, "#13 (and 1 more) denied: Nobody asked. [auth.none]"],
    ["two denied, the lower first", [denied(15), denied(13)], {}, "#13 (and 1 more) denied: Nobody asked. [auth.none]"],
    [
      "a denied change under report",
      [denied(13)],
      { mode: "report" },
      "#13 would be denied: Nobody asked. [auth.none]",
    ],
    ["an allowed one under report", [allowed(12)], { mode: "report" }, "Allowed: #12"],
    ["no change", [], {}, "Warrant does not know this group's changes: there are none"],
    [
      "no known change",
      [],
      { why: "the queue is gone" },
      "Warrant does not know this group's changes: the queue is gone",
    ],
  ] as const)("with %s", (_, changes, parts, title) => {
    expect(groupTitle(findings(changes, parts))).toBe(title);
  });

  it("of a hundred changes is cut", () => {
    const changes = Array.from({ length: 100 }, (_, index) => allowed(1000 + index));
    expect(groupTitle(findings(changes)).length).toBeLessThanOrEqual(titleLimit);
  });
});

describe("the summary of a group", () => {
  it("says of each change what was decided, by what, and why; and what to do", () => {
    const { summary } = groupOutput(headSha, findings([allowed(12), denied(13), unknown(14)]));
    expect(summary).toContain("- ✅ `#12` allowed, by the verdict on its own head:");
    expect(summary).toContain("- ❌ `#13` denied, judged for this group: Nobody asked.");
    expect(summary).toContain("- ❌ `#14` could not be judged: It could not be read.");
    expect(summary).toContain("See to the changes named here, then add them to the queue again.");
    expect(summary).toContain("### ❌ Denied");
  });

  it("of a group that is not known says who may read the queue", () => {
    const { summary } = groupOutput(headSha, findings([], { why: "the queue is gone" }));
    expect(summary).toContain("Warrant does not know which changes this group holds: the queue is gone.");
    expect(summary).toContain("run Warrant as an App that may read merge queues");
  });

  it("shows at most four verdicts whole, and stays within the limit (C10: reviewdog/action-eslint#139)", () => {
    const changes = Array.from({ length: 100 }, (_, index) => denied(index + 1, "x".repeat(2000)));
    const { summary } = groupOutput(headSha, findings(changes));
    expect(summary.length).toBeLessThanOrEqual(outputLimit);
    const few = groupOutput(headSha, findings(Array.from({ length: 6 }, (_, index) => denied(index + 1)))).summary;
    expect(few.split("### ❌ Denied")).toHaveLength(5);
  });

  it("links and pings nothing, whatever a reason says (G6: anthropics/claude-code-action#1779)", () => {
    fc.assert(
      fc.property(fc.constantFrom(...attacks), fc.string(), fc.boolean(), (attack, text, isWhy) => {
        const said = `${text}${attack}`;
        const found = isWhy ? findings([], { why: said }) : findings([unknown(14, said)]);
        expect(harmIn(groupOutput(headSha, found).summary)).toEqual([]);
      }),
    );
  });
});

describe("the digest of an answer", () => {
  const base = groupOutput(headSha, findings([allowed(12)])).externalId;
  it.each([
    ["another group", "f".repeat(40), findings([allowed(12)])],
    ["another change", headSha, findings([allowed(13)])],
    ["another decision", headSha, findings([denied(12)])],
    ["another mode", headSha, findings([allowed(12)], { mode: "report" })],
  ] as const)("differs for %s", (_, sha, found) => {
    expect(groupOutput(sha, found).externalId).not.toBe(base);
  });
});
