import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasCorpus, readCorpus } from "../testing/corpus.ts";
import { requestSet } from "./reading-cases.ts";
import { judgeCase, renderScopeReport, type ScopeCase, scoreScopeCases } from "./scope-cases.ts";

const folder = process.env["WARRANT_CASES"] ?? join(import.meta.dirname, "../../shared/cases");

describe.runIf(hasCorpus(requestSet, folder))("the scope cases", () => {
  const report = scoreScopeCases(readCorpus<ScopeCase>(requestSet, folder).filter(({ kind }) => kind === "scope"));

  it.each(Object.entries(report.families))(
    "of %s miss at most 10 % and refuse at most 5 % falsely",
    (_name, family) => {
      expect(family.missed).toBeLessThanOrEqual(0.1);
      expect(family.false_refusals).toBeLessThanOrEqual(0.05);
      expect(family.allow_all).toEqual({ missed: family.allow_all.missed > 0 ? 1 : 0, false_refusals: 0 });
    },
  );

  it("all come out as they say", () => {
    expect(report.failed).toEqual([]);
  });
});

describe("the score of scope cases", () => {
  const effect = {
    kind: "delete",
    target: "git:branch/heron/4812-retry",
    reversibility: "irreversible",
    certain: true,
  } as const;
  const base = { kind: "scope", family: "branches", text: "", action: { effects: [effect] } } as const;
  const cases: readonly ScopeCase[] = [
    { ...base, id: "open", expect: { decision: "allow" } },
    { ...base, id: "gated", expect: { decision: "ask", reasons: ["deletion.not-named"] } },
    { ...base, id: "ruled-out", expect: { decision: "deny" } },
    { ...base, id: "other", family: "jobs", expect: { decision: "ask" } },
  ];

  it.each([
    ["allow", { missed: 1, false_refusals: 0 }, ["gated", "ruled-out"], []],
    ["ask", { missed: 0, false_refusals: 1 }, ["open", "gated", "ruled-out"], ["ruled-out"]],
    ["deny", { missed: 0, false_refusals: 1 }, ["open", "gated"], ["gated"]],
  ] as const)("of a gate that always says %s", (decision, figures, failed, other) => {
    const { branches } = scoreScopeCases(cases, () => ({ decision, reasons: [] })).families;
    expect(branches).toMatchObject({ ...figures, total: 3, failed, other_refusals: other });
    expect(branches).toMatchObject({
      allow_all: { missed: 1, false_refusals: 0 },
      ask_all: { missed: 0, false_refusals: 1 },
    });
  });

  it("asks for the reasons too, and is told family by family", () => {
    const report = scoreScopeCases(cases, ({ expect: { decision } }) => ({
      decision,
      reasons: ["deletion.not-named"],
    }));
    expect(report).toMatchObject({ set: "scope", total: 4, passed: 4, failed: [] });
    expect(renderScopeReport(report)).toEqual([
      "Requests: what they cover",
      "  all          4 of 4",
      "  branches     3 of 3   missed 0.0 %   false refusals 0.0 %   allow all 100.0 % / 0.0 %   ask all 0.0 % / 100.0 %",
      "  jobs         1 of 1   missed 0.0 %   false refusals 0.0 %   allow all 100.0 % / 0.0 %   ask all 0.0 % / 0.0 %",
    ]);
  });

  it("judges a case through reading, engagement and scope", () => {
    const text = "Delete the branch heron/4812-retry.";
    expect(judgeCase({ ...base, id: "x", text, expect: { decision: "allow" } })).toEqual({
      decision: "allow",
      reasons: [],
    });
    const tool = { ...base, id: "x", text, facts: { origin: "tool" }, expect: { decision: "ask" } } as const;
    expect(judgeCase(tool)).toMatchObject({ decision: "ask" });
  });
});
