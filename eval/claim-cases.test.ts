import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { corpusFolder, hasCorpus, readCorpus } from "../testing/corpus.ts";
import {
  type ClaimCase,
  claimSet,
  differences,
  expandRepeats,
  judgeClaimCase,
  renderClaimFigures,
  scoreClaimCases,
} from "./claim-cases.ts";

const folder = join(corpusFolder, "../cases");
const cases = readCorpus<ClaimCase>(claimSet, folder);

describe.runIf(hasCorpus(claimSet, folder))("the cases of claims", () => {
  it.each(cases.map((one) => [one.id, one] as const))("%s", (_id, one) => {
    expect(differences(one, judgeClaimCase(one))).toEqual([]);
  });
});

const trace = {
  schema: "warrant.trace/v1",
  session: { id: "s", host: "claude-code", cwd: "/repo" },
  complete: true,
  invocations: [
    {
      id: "toolu_1",
      tool: "Read",
      arguments: { file_path: "/repo/a" },
      status: "ok",
      result: { text: "port: 8080 # listens here\n" },
    },
  ],
};

function caseOf(id: string, excerpt: string, expected: Partial<ClaimCase["expect"]>): ClaimCase {
  return {
    id,
    family: "f",
    trace,
    output: {
      schema_version: "executor_evidence_v2",
      task: "t",
      claims: [{ id: "c1", text: "It listens on port 8080.", kind: "observation", evidence_ids: ["e1"] }],
      evidence: [{ id: "e1", invocation_id: "toolu_1", tool: "Read", excerpt }],
    },
    expect: { status: "pass", rules: [], claims: [{ id: "c1", outcome: "supported" }], ...expected },
  };
}

describe("scoring claims", () => {
  it("counts what is right and says in what a case differs, beside gates that always say the same", () => {
    const figures = scoreClaimCases([
      caseOf("right", "port: 8080 # listens here", { evidence: [{ id: "e1", grade: "exact", veto: null }] }),
      caseOf("kept", "port: 9090 # listens here", { evidence: [{ id: "e1", grade: "exact", veto: null }] }),
      caseOf("through", "port: 8080 # listens here", { status: "fail", warn: ["claim.receipt:stale_run"] }),
    ]);
    expect(figures).toMatchObject({
      total: 3,
      passed: 1,
      let_through: 1,
      kept_back: 0.5,
      outcomes: { total: 3, right: 2 },
      families: { f: { total: 3, passed: 1 } },
      always_pass: { let_through: 1, kept_back: 0 },
      always_fail: { let_through: 0, kept_back: 1 },
    });
    expect(figures.failed).toEqual({
      kept: [
        "status fail",
        "checks evidence.excerpt_similarity fail number_mismatch",
        "c1 unverified",
        "e1 partial number_mismatch",
      ],
      through: ["status pass", "no claim.receipt:stale_run"],
    });
    expect(renderClaimFigures(figures)).toContain(
      "  all                1 of 3   let through 100.0 %   kept back 50.0 %",
    );
  });

  it("puts long strings together", () => {
    expect(expandRepeats({ a: [{ $before: "<", $repeat: ["ab", 3], $after: ">" }, 1, null] })).toEqual({
      a: ["<ababab>", 1, null],
    });
  });
});
