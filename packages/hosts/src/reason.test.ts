import { finding } from "@warrant/kernel/action/finding";
import type { ActionVerdict } from "@warrant/kernel/action/judge";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cause, failureMessage, longestReason, reasonOf, sentence, waitingReason } from "./reason.ts";

const remove = { kind: "delete", target: "/home/dev/app/src", reversibility: "irreversible", certain: true } as const;

function verdict(change: Partial<ActionVerdict> = {}): ActionVerdict {
  const rule = change.rule ?? "action.irreversible";
  return {
    schema: "warrant.verdict/v1",
    gate: "action",
    decision: "ask",
    rule,
    reason: "",
    findings: [finding(rule, remove)],
    effects: [],
    understood: true,
    reversibility: "irreversible",
    authority: null,
    ...change,
  };
}

describe("a reason", () => {
  it("says what was found, what to do next, and by which rule", () => {
    expect(reasonOf(verdict())).toMatch(
      /^Warrant: It cannot be undone \(delete \/home\/dev\/app\/src\)\. Next: .+\. \[action\.irreversible\]$/,
    );
  });

  it.each<[string, Partial<ActionVerdict>, boolean]>([
    ["of a question names everything else that asks", { decision: "ask" }, true],
    ["of what waits names everything else that asks", { decision: "park" }, true],
    ["of what nobody can answer names what asks", { decision: "deny", rule: "authority.nobody-to-ask" }, true],
    ["of a refusal is its own alone", { decision: "deny", rule: "action.control" }, false],
  ])("%s", (_says, change, namesOthers) => {
    const findings = [
      finding("action.control", null),
      finding("action.irreversible", remove),
      finding("action.secret", remove),
      finding("action.secret", remove),
    ];
    const said = reasonOf(verdict({ ...change, findings }));
    expect(said.includes("; also ")).toBe(namesOthers);
    if (namesOthers) expect(said.match(/action\.secret/g)).toHaveLength(1);
  });

  it("of a call that waits says how a person lets it through", () => {
    expect(waitingReason(verdict(), "7f3a")).toContain("`warrant answer 7f3a approve`");
    expect(waitingReason(verdict(), null)).toContain("could not be written down");
    expect(waitingReason(verdict(), null)).not.toContain("warrant answer");
  });

  it.each<[string, string, Cause, RegExp | null]>([
    [
      "of a prompt that is nobody's",
      "ceiling.kinds",
      { origin: "unknown", isAnnounced: true },
      /^Warrant: .+; nobody .+ `warrant run`/,
    ],
    ["of a schedule's prompt", "ceiling.approval", { origin: "scheduled", isAnnounced: true }, /`warrant run`/],
    ["of a person's prompt", "ceiling.kinds", { origin: "human", isAnnounced: true }, null],
    ["of what no prompt decides", "action.secret", { origin: "unknown", isAnnounced: true }, null],
    [
      "of an agent nobody announced",
      "ceiling.tools",
      { origin: "human", isAnnounced: false },
      /; .+ start .+ was not seen/,
    ],
    ["of an agent that was announced", "ceiling.tools", { origin: "human", isAnnounced: true }, null],
  ])("%s says what it comes from where words of the call do not", (_what, rule, cause, words) => {
    const said = reasonOf(verdict({ rule, findings: [finding(rule, remove)] }), cause);
    const waits = waitingReason(verdict({ rule, findings: [finding(rule, remove)] }), "7f3a", cause);
    for (const text of [said, waits])
      if (words === null) expect(text).not.toMatch(/`warrant run`|was not seen/);
      else expect(text).toMatch(words);
  });

  it("of an operator's rule that has no text of ours is whole too", () => {
    expect(reasonOf(verdict({ rule: "policy.no-curl", findings: [finding("policy.no-curl", null)] }))).toMatch(
      /\[policy\.no-curl\]$/,
    );
  });

  it("of our own failure names its rule", () => {
    expect(failureMessage("action.deadline")).toMatch(/^Warrant: .+ Next: .+ \[action\.deadline\]$/);
  });
});

it("is one line of at most a thousand characters that ends in its rule, whatever is in it", () => {
  const any = fc.oneof(
    fc.string({ maxLength: 3000, unit: "binary" }),
    fc.constant("x".repeat(5000)),
    fc.constant("\u202E\n\r\u0007"),
  );
  fc.assert(
    fc.property(any, any, (found, next) => {
      const said = sentence(found, next, "action.costly");
      expect(said.length).toBeLessThanOrEqual(longestReason);
      expect(said).toMatch(/^Warrant: [^\n\r]*\[action\.costly\]$/);
      expect(said.isWellFormed()).toBe(true);
      expect(said).not.toMatch(/[\p{Cc}\u202E]/u);
    }),
    { numRuns: 150 },
  );
});
