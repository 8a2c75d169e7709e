import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bash, edit, failed, traceOf } from "../../../../testing/claim-facts.ts";
import { defaultClaimSettings } from "./settings.ts";
import { judgeStop, type StopFacts, stopNotChecked } from "./stop.ts";

const red = traceOf([edit("e", "/repo/a.ts"), failed("toolu_9", "npm test", "Tests  2 failed | 40 passed (42)\n")]);
const green = traceOf([edit("e", "/repo/a.ts"), bash("toolu_9", "npm test", "Tests  42 passed (42)\n")]);

function facts(message: string | null, more: Partial<StopFacts> = {}): StopFacts {
  return {
    message,
    trace: red,
    enforce: true,
    stop_hook_active: false,
    sent: { count: 0, last_refuted: null },
    ...more,
  };
}

const claim = "Done. All 42 tests pass.";

describe("an agent that wants to stop", () => {
  it("is sent back with the claim, what the record shows and what to do", () => {
    const { decision, because, message, result } = judgeStop(facts(claim));
    expect([decision, because]).toEqual(["send-back", "refuted"]);
    expect(message.split("\n")).toEqual([
      "The record of this session does not bear out what you report.",
      '1. "All 42 tests pass."',
      '   s1: "tests pass" is contradicted: the last run failed (toolu_9). Next: Fix what fails, or report it as failing.',
      "Do it, or report it as it is: what is not known is said as not known.",
    ]);
    expect(result?.status).toBe("fail");
  });

  it.each<[string, StopFacts, string]>([
    ["what it says is borne out", facts(claim, { trace: green }), "nothing-refuted"],
    ["it says nothing that can be looked up", facts("I looked around."), "nothing-refuted"],
    ["it reports the failure", facts("2 tests fail in the parser."), "nothing-refuted"],
    [
      "a claim is only unverified",
      facts("Done, the build succeeds. All good.", { trace: traceOf([bash("x", "make ci", "")]) }),
      "nothing-refuted",
    ],
    ["it gave no message", facts(null), "no-message"],
    ["its message is blank", facts("  \n"), "no-message"],
    ["nothing is enforced", facts(claim, { enforce: false }), "report-only"],
    ["it was sent back twice", facts(claim, { sent: { count: 2, last_refuted: null } }), "limit-reached"],
    ["our own count cannot be read", facts(claim, { sent: null }), "count-unreadable"],
    [
      "our own count is no count",
      facts(claim, { sent: { count: Number.NaN, last_refuted: null } }),
      "count-unreadable",
    ],
    ["the trace cannot be read", facts(claim, { trace: null }), "not-checked"],
  ])("may stop when %s", (_name, given, because) => {
    expect(judgeStop(given)).toMatchObject({ decision: "stop", because, message: "" });
  });

  it("is sent back again only while it says something else", () => {
    const { refuted } = judgeStop(facts(claim));
    const again = { stop_hook_active: true, sent: { count: 1, last_refuted: refuted } };
    expect(judgeStop(facts(claim, again))).toMatchObject({ decision: "stop", because: "same-claims", refuted });
    expect(judgeStop(facts("All tests passed now.", again))).toMatchObject({ decision: "send-back" });
    // Anything but false counts as the host's flag.
    expect(judgeStop(facts(claim, { ...again, stop_hook_active: undefined }))).toMatchObject({
      because: "same-claims",
    });
    expect(judgeStop(facts(claim, { ...again, stop_hook_active: false }))).toMatchObject({ decision: "send-back" });
  });

  it.each([
    [0, "limit-reached"],
    [Number.NaN, "limit-reached"],
    [9, "refuted"],
  ])("is held at most %d times by configuration, and never more than four", (maxBlocks, because) => {
    const settings = { ...defaultClaimSettings, stop: { maxBlocks, unverified: false } };
    expect(judgeStop(facts(claim), settings).because).toBe(because);
    expect(judgeStop(facts(claim, { sent: { count: 4, last_refuted: null } }), settings).because).toBe("limit-reached");
  });

  it("is sent back for open claims where that is set", () => {
    const open = facts("The build succeeds.", { trace: traceOf([bash("x", "make ci", "")]) });
    const settings = { ...defaultClaimSettings, stop: { maxBlocks: 2, unverified: true } };
    expect(judgeStop(open, settings)).toMatchObject({ decision: "send-back" });
  });

  it("is not sent back for what our own record lacks", () => {
    const thin = facts("All tests pass.", { trace: traceOf([], { complete: false }) });
    expect(judgeStop(thin)).toMatchObject({ decision: "stop", because: "nothing-refuted" });
  });

  it("is told of three claims at most, in two thousand characters", () => {
    const many = [
      "All tests pass.",
      "The build succeeds.",
      "Lint passes.",
      "Type checking passes.",
      "Ran `npm audit` fix.",
    ];
    const { message } = judgeStop(
      facts(many.map((one) => `${one} ${"x".repeat(1_500)}`).join("\n"), { trace: traceOf([]) }),
    );
    expect(message.length).toBeLessThanOrEqual(2_000);
    expect(message.match(/^\d\. /gm)?.length ?? 0).toBeLessThanOrEqual(3);
  });

  it("R2 is sent back for a tool call it printed as text", () => {
    const printed = facts('<invoke name="Bash">\n<parameter>npm test</parameter>', { trace: traceOf([]) });
    expect(judgeStop(printed)).toMatchObject({ decision: "send-back" });
  });

  it("never fails, and never holds an agent for a fault of ours", () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), fc.boolean(), (trace, text, enforce) => {
        const { decision, message } = judgeStop(facts(text, { trace, enforce }));
        expect(decision === "stop" ? message : message.slice(0, 2_000)).toBe(message);
      }),
      { numRuns: 100 },
    );
    expect(stopNotChecked("time ran out.")).toMatchObject({
      decision: "stop",
      result: null,
      notice: "Warrant did not check what the agent reported: time ran out. [claim.not-checked]",
    });
  });
});
