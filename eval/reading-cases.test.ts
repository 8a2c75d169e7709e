import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasCorpus, readCorpus } from "../testing/corpus.ts";
import { missesOf, type ReadingCase, requestSet, scoreReadingCases } from "./reading-cases.ts";

const folder = process.env["WARRANT_CASES"] ?? join(import.meta.dirname, "../../shared/cases");

describe.runIf(hasCorpus(requestSet, folder))("the request cases", () => {
  const cases = readCorpus<ReadingCase>(requestSet, folder).filter(({ kind }) => kind === "reading");

  it.each(cases.map((one) => ({ ...one, name: `${one.id} (${one.group}) ${JSON.stringify(one.text.slice(0, 60))}` })))(
    "$name is read as it says",
    (one) => {
      expect(missesOf(one)).toEqual([]);
    },
  );
});

describe("the score of reading cases", () => {
  const base = { kind: "reading", group: "act", text: "fix the typo in the footer" } as const;

  it("counts by group, and names what did not come out", () => {
    const right: ReadingCase = {
      ...base,
      id: "r1",
      expect: { act: ["modify", "author"], parts: 1, stakes: "reversible" },
    };
    const wrong: ReadingCase = {
      ...base,
      id: "r2",
      expect: { act: "answer", reasons: ["request.ban"], no_reasons: [] },
    };
    expect(scoreReadingCases([right, wrong])).toEqual({
      set: "reading",
      total: 2,
      passed: 1,
      failed: ["r2"],
      groups: { act: { total: 2, failed: ["r2"] } },
    });
    expect(missesOf(wrong)).toEqual(["act modify", "-request.ban"]);
  });

  it.each([
    [{ approval_at_most: "ask" }, ["approval wider"]],
    [{ approval_at_least: "auto-approve" }, []],
    [{ satisfaction_at_least: "observed" }, ["satisfaction"]],
    [{ kinds_exclude: ["publish"] }, []],
    [{ kinds_exclude: ["write"] }, ["kinds"]],
    [{ removal: "never" }, ["removal"]],
    [{ removal: "reversible" }, []],
  ])("compares the ceiling %j", (ceiling, misses) => {
    expect(missesOf({ ...base, id: "r3", expect: { ceiling } })).toEqual(misses);
  });
});
