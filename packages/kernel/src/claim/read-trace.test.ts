import { describe, expect, it } from "vitest";
import { judgeOutput, outputOf, read, traceOf } from "../../../../testing/claim-facts.ts";
import { readTrace } from "./read-trace.ts";

function readCall(given: Record<string, unknown>) {
  return readTrace(traceOf([{ id: "a", tool: "Read", ...given }]))?.invocations[0];
}

describe("a trace", () => {
  it.each([[null], [5], [{}], [{ schema: "warrant.trace/v9", invocations: [] }], [{ schema: "warrant.trace/v1" }]])(
    "that is %j is unreadable",
    (value) => {
      expect(readTrace(value)).toBeNull();
    },
  );

  it("that loses a call says so and is incomplete", () => {
    const read = readTrace(traceOf([{ id: "a", tool: "Read" }, { id: "", tool: "x" }, 7 as never]));
    expect(read).toMatchObject({ complete: false, gaps: [{ what: "unreadable invocation", count: 2 }] });
    expect(read?.invocations).toHaveLength(1);
  });

  it.each([["true"], [1], [undefined], [null]])("is complete only by true, not by %j", (complete) => {
    expect(readTrace(traceOf([], { complete }))?.complete).toBe(false);
  });

  it.each([
    ["a status nobody knows", { status: "fine" }, { status: "unknown" }],
    ["no status", {}, { status: "unknown", exit_code: null, agent_id: "main", arguments: null, result: null }],
    ["an exit code that is no number", { exit_code: "0" }, { exit_code: null }],
    ["a result without text", { result: { truncated: true } }, { result: null }],
    [
      "a mark of cutting that is no boolean",
      { result: { text: "x", truncated: "no" } },
      { result: { truncated: true } },
    ],
    ["cuts that cannot be read", { result: { text: "x", cuts: ["1"] } }, { result: { truncated: true } }],
    ["cuts out of order", { result: { text: "xyz", cuts: [2, 1] } }, { result: { cuts: [1, 2] } }],
    ["arguments that are a list", { arguments: [] }, { arguments: null }],
  ])("takes %s for the careful end", (_name, given, wanted) => {
    expect(readCall(given)).toMatchObject(wanted);
  });

  it("that is unreadable leaves every claim unverified and the gate in error", () => {
    const result = judgeOutput(outputOf("The PORT is 8080.", [["toolu_1", "Read", "PORT = 8080 # x"]]), {
      schema: "x",
    });
    expect(result.checks.map(({ status }) => status)).toEqual([
      "pass",
      "error",
      "skipped",
      "skipped",
      "skipped",
      "skipped",
    ]);
    expect([result.status, result.claims[0]?.outcome]).toEqual(["error", "unverified"]);
  });

  it("gives figures of use, which are reported and never judged", () => {
    const calls = [
      read("toolu_1", "/repo/a", "PORT = 8080 # x"),
      read("toolu_2", "/repo/b", "y"),
      read("toolu_3", "/repo/c", "z"),
    ];
    const { pool } = judgeOutput(
      outputOf("The PORT is 8080.", [["toolu_1", "Read", "PORT = 8080 # x"]]),
      traceOf(calls),
    );
    expect(pool).toMatchObject({ agent: "main", session: "ses-1", size: 3, calls: 3, used: 1, complete: true });
    expect(pool.share).toBeCloseTo(1 / 3);
  });
});
