import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Finding, severities, sortFindings } from "./finding.ts";

function finding(parts: Partial<Finding>): Finding {
  return { rule: "r", severity: "info", message: "m", where: {}, next: "n", ...parts };
}

describe("findings are ordered for reading", () => {
  it("by severity, block first, then rule, then place", () => {
    const ordered = [
      finding({ severity: "block", rule: "z" }),
      finding({ severity: "warn", rule: "a", where: { path: "a" } }),
      finding({ severity: "warn", rule: "a", where: { path: "b" } }),
      finding({ severity: "warn", rule: "b" }),
      finding({ severity: "info", rule: "a" }),
    ];
    expect(sortFindings(ordered.toReversed())).toEqual(ordered);
  });

  it("and each is listed once, while two that differ only in their words both stay", () => {
    const one = finding({ where: { issue: "acme/shop#1" } });
    const other = finding({ where: { issue: "acme/shop#1" }, message: "other" });
    expect(sortFindings([one, other, one])).toEqual([one, other]);
  });

  it("whatever order they were found in", () => {
    const anyFinding = fc.record({
      rule: fc.constantFrom("a", "b"),
      severity: fc.constantFrom(...severities),
      message: fc.constantFrom("m", "n"),
      where: fc.record({ path: fc.constantFrom("p", "q") }, { requiredKeys: [] }),
      next: fc.constant("n"),
    });
    fc.assert(
      fc.property(fc.array(anyFinding), (findings) => {
        expect(sortFindings(findings.toReversed())).toEqual(sortFindings(findings));
      }),
    );
  });
});
