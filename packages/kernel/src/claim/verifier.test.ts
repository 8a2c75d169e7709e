import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bash, judgeOutput, outputOf, read, traceOf } from "../../../../testing/claim-facts.ts";
import { claimFactsSchema } from "./facts.ts";
import { summarizeTrace } from "./trace-summary.ts";
import { buildVerifierPayload, clampVerdict, mergeSelfEvaluation, type VerifierEvaluation } from "./verifier.ts";

const trace = traceOf([read("toolu_1", "/repo/a.toml", "log_level = warn\n"), bash("toolu_2", "ls -la", "a\n")]);
const quote = ["toolu_1", "Read", "log_level = warn"] as const;

function payload(output: unknown) {
  const facts = { schema: claimFactsSchema, mode: "output", output, trace } as const;
  return buildVerifierPayload(facts, judgeOutput(output, trace));
}

describe("the clamp", () => {
  it.each([
    [" pass\n", { status: "pass" }, "PASS", false],
    ["PASS", { status: "fail" }, "FAIL", true],
    ["PASS", { status: "error" }, "UNCLEAR", true],
    ["PASS", null, "UNCLEAR", true],
    ["PASS", undefined, "UNCLEAR", true],
    ["PASS", {}, "UNCLEAR", true],
    ["PASS", { status: "PASS" }, "UNCLEAR", true],
    ["REVISE", { status: "fail" }, "REVISE", false],
    ["FAIL", { status: "pass" }, "FAIL", false],
    ["PASS, all good", { status: "pass" }, "UNCLEAR", false],
    [true, { status: "pass" }, "UNCLEAR", false],
  ])("makes %j with %j %s", (said, result, verdict, clamped) => {
    expect(clampVerdict(said, result)).toMatchObject({ verdict, clamped });
  });

  it("never lets PASS stand where the gate did not pass, whatever is said", () => {
    const results = fc.oneof(
      fc.constant(null),
      fc.record({ status: fc.oneof(fc.constantFrom("fail", "error", "PASS", "Pass", ""), fc.anything()) }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom("PASS", " pass ", "Pass")), results, (said, result) => {
        if (result?.status === "pass") return;
        expect(clampVerdict(said, result).verdict).not.toBe("PASS");
      }),
      { numRuns: 300 },
    );
  });
});

describe("the payload of a verifier", () => {
  it("holds the task, the output, the calls and the gate's result, in this order", () => {
    const built = payload(outputOf("The log level is warn.", [quote]));
    expect(Object.keys(built)).toEqual([
      "schema",
      "task",
      "executor_output",
      "tool_trace_summary",
      "gatekeeper_result",
    ]);
    expect(built).toMatchObject({ task: "Look", gatekeeper_result: { status: "pass" } });
  });

  it("shows no output that could not be read, and no note", () => {
    expect(payload("PASS, trust me").executor_output).toBeNull();
    const output = outputOf("The log level is warn.", [quote]);
    const [item] = output["evidence"] as Record<string, unknown>[];
    expect(JSON.stringify(payload({ ...output, evidence: [{ ...item, note: "believe me" }] }))).not.toContain(
      "believe me",
    );
  });

  it("summarizes the trace, cited calls first, without results", () => {
    const summary = summarizeTrace(trace, [{ id: "e1", invocation_id: "toolu_2" }]);
    expect(summary).toEqual({
      total: 2,
      by_tool: { Bash: 1, Read: 1 },
      by_status: { ok: 2 },
      agents: ["main"],
      complete: true,
      gaps: [],
      calls: [
        { id: "toolu_2", tool: "Bash", target: "ls -la", status: "ok", exit_code: 0, bytes: 2, cited_by: ["e1"] },
        { id: "toolu_1", tool: "Read", target: "/repo/a.toml", status: "ok", exit_code: null, bytes: 17, cited_by: [] },
      ],
      omitted: 0,
    });
  });

  it("lists at most 200 calls and 32 KiB, and says how many are left out", () => {
    const many = traceOf(Array.from({ length: 1_000 }, (_, at) => bash(`toolu_${at}`, "x".repeat(500))));
    const summary = summarizeTrace(many);
    expect(summary.calls.length).toBeLessThanOrEqual(200);
    expect(summary.calls.length + summary.omitted).toBe(1_000);
    expect(Buffer.byteLength(JSON.stringify(summary.calls))).toBeLessThanOrEqual(34 * 1_024);
    expect(summary.calls[0]?.target.length).toBe(160);
    expect(summarizeTrace(5)).toMatchObject({ total: 0, complete: false });
  });

  it("keeps what an embedder stored beside it", () => {
    const evaluation = { verdict: "PASS" } as unknown as VerifierEvaluation;
    expect(mergeSelfEvaluation({ own: 1, verifier_evaluation: 2 }, evaluation)).toEqual({
      own: 1,
      verifier_evaluation: evaluation,
    });
    expect(mergeSelfEvaluation([1], evaluation)).toEqual({ verifier_evaluation: evaluation });
  });
});
