import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeVerdict, deniedVerdict, hostileVerdict } from "../../../../testing/verdicts.ts";
import {
  type Conclusion,
  concludeChange,
  concludeCommit,
  failureTitle,
  type Judged,
  type Mode,
  titleLimit,
  worseConclusion,
} from "./conclusion.ts";

const allowed: Judged = { verdict: changeVerdict() };
const notGated: Judged = { verdict: changeVerdict({ gated: false, gated_because: "not_agent" }) };
const failed: Judged = { failure: "The platform did not answer within 50 s." };
function denied(kind: "incomplete" | "unauthorized" | "policy" | "misaligned" | null): Judged {
  return { verdict: deniedVerdict({ deny_kind: kind }) };
}

describe("the conclusion of a check run (F1: googleapis/repo-automation-bots#3589, poseidon/wait-for-status-checks#420, WyriHaximus/github-action-wait-for-status#81, Mergifyio/mergify#468)", () => {
  it.each<[string, Mode, Judged, Conclusion, string]>([
    ["report, allowed", "report", allowed, "neutral", "Allowed: "],
    ["report, not gated", "report", notGated, "neutral", "Not gated: "],
    ["report, unauthorized", "report", denied("unauthorized"), "neutral", "Would be denied: "],
    ["report, incomplete", "report", denied("incomplete"), "neutral", "Would be denied (incomplete): "],
    ["report, policy", "report", denied("policy"), "neutral", "Would be denied: "],
    ["report, we failed", "report", failed, "neutral", `${failureTitle}: The platform did not answer`],
    ["enforce, allowed", "enforce", allowed, "success", "Allowed: "],
    ["enforce, not gated", "enforce", notGated, "success", "Not gated: "],
    ["enforce, unauthorized", "enforce", denied("unauthorized"), "action_required", "Denied: "],
    ["enforce, policy", "enforce", denied("policy"), "failure", "Denied: "],
    ["enforce, misaligned", "enforce", denied("misaligned"), "failure", "Denied: "],
    ["enforce, incomplete", "enforce", denied("incomplete"), "failure", "Denied (incomplete): "],
    ["enforce, denied without a kind", "enforce", denied(null), "failure", "Denied: "],
    ["enforce, we failed", "enforce", failed, "failure", `${failureTitle}: `],
    ["a mode that does not exist, allowed", "strict" as Mode, allowed, "success", "Allowed: "],
    ["a mode that does not exist, we failed", "" as Mode, failed, "failure", failureTitle],
  ])("%s", (_name, mode, judged, conclusion, title) => {
    const outcome = concludeChange(judged, mode);
    expect(outcome.conclusion).toBe(conclusion);
    expect(outcome.status).toBe("completed");
    expect(outcome.title.slice(0, title.length)).toBe(title);
  });

  it("under enforce is success, action_required or failure, whatever the verdict says (F2: timothy-agent/timothy#11, ohdearquant/khive#2807, NVIDIA/cuda-python#2208, NousResearch/hermes-agent#103195)", () => {
    const judged = fc.oneof(
      fc.string().map((failure): Judged => ({ failure })),
      fc
        .record({
          decision: fc.constantFrom("allow", "deny", "skip"),
          deny_kind: fc.constantFrom("incomplete", "unauthorized", "policy", "misaligned", null, "other"),
          gated: fc.boolean(),
        })
        .map((parts): Judged => ({ verdict: changeVerdict(parts as never) })),
    );
    fc.assert(
      fc.property(judged, fc.array(judged, { maxLength: 4 }), (own, others) => {
        const siblings = others.map((one, index) => ({ number: index + 20, judged: one, mode: "enforce" as const }));
        const { conclusion } = concludeCommit(own, siblings, "enforce");
        expect(["success", "action_required", "failure"]).toContain(conclusion);
        const everyAllows = [own, ...others].every((one) => "verdict" in one && one.verdict.decision === "allow");
        expect(conclusion === "success").toBe(everyAllows);
      }),
    );
  });
});

describe("the title of a check run", () => {
  it("is at most 255 characters and keeps the rule that decided", () => {
    const verdict = deniedVerdict({ reason: `${"Nobody approved it. ".repeat(40)}[auth.approval-missing]` });
    const { title } = concludeChange({ verdict }, "enforce");
    expect(title.length).toBeLessThanOrEqual(titleLimit);
    expect(title.length).toBeGreaterThan(titleLimit - 20);
    expect(title).toMatch(/… \[auth\.approval-missing\]$/);
  });

  it.each([254, 255])("of %i characters stays whole", (length) => {
    const reason = "x".repeat(length - "Denied: ".length);
    expect(concludeChange({ verdict: deniedVerdict({ reason }) }, "enforce").title).toBe(`Denied: ${reason}`);
  });

  it.each([["\u202Eevil\u200B\n::error::"], ["😀".repeat(300)], ["e\u0301".repeat(400)], ["\uD800".repeat(300)]])(
    "shows %j cleaned and never cut inside a character",
    (text) => {
      for (const judged of [{ verdict: hostileVerdict(text) }, { failure: text }]) {
        const { title } = concludeChange(judged, "enforce");
        expect(title.length).toBeLessThanOrEqual(titleLimit);
        expect(title.isWellFormed()).toBe(true);
        expect(title).not.toMatch(/[\n\u202E\u200B]/);
      }
    },
  );
});

describe("several open changes of one commit (F8: screwdriver-cd/screwdriver#224)", () => {
  it.each<[string, Judged, [number, Judged][], Conclusion, number | null]>([
    ["both allowed", allowed, [[8, allowed]], "success", null],
    ["the sibling is denied", allowed, [[8, denied("unauthorized")]], "action_required", 8],
    ["the sibling could not be judged", allowed, [[8, failed]], "failure", 8],
    ["the own verdict is as bad", denied("policy"), [[8, failed]], "failure", null],
    ["the own verdict is worse", denied("policy"), [[8, denied("unauthorized")]], "failure", null],
    [
      "the worst of several",
      denied("unauthorized"),
      [
        [9, denied("policy")],
        [8, denied("policy")],
      ],
      "failure",
      8,
    ],
    ["none", allowed, [], "success", null],
  ])("%s", (_name, own, siblings, conclusion, decidedBy) => {
    const outcome = concludeCommit(
      own,
      siblings.map(([number, judged]) => ({ number, judged, mode: "enforce" })),
      "enforce",
    );
    expect(outcome).toMatchObject({ conclusion, decidedBy });
    expect(outcome.title.startsWith(decidedBy === null ? "#" : `#${decidedBy} has the same commit. `)).toBe(
      decidedBy !== null,
    );
  });

  it.each<[Conclusion, Conclusion, Conclusion]>([
    ["success", "failure", "failure"],
    ["failure", "success", "failure"],
    ["action_required", "failure", "failure"],
    ["success", "action_required", "action_required"],
    ["success", "success", "success"],
    ["neutral", "success", "neutral"],
  ])("of %s and %s the worse is %s", (left, right, worse) => {
    expect(worseConclusion(left, right)).toBe(worse);
  });
});
