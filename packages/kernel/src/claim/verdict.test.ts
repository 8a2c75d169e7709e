import { describe, expect, it } from "vitest";
import { outputOf, read, traceOf } from "../../../../testing/claim-facts.ts";
import { claimFactsSchema } from "./facts.ts";
import { type ClaimSettings, defaultClaimSettings } from "./settings.ts";
import { judgeClaims } from "./verdict.ts";

const doc = read("toolu_1", "/repo/a", "port: 8080 # listens here\n");
const good = outputOf("It listens on port 8080.", [["toolu_1", "Read", "port: 8080 # listens here"]]);
const gap = { ...outputOf("It is not known who set it.", [], "gap"), evidence: [] };
const deny = { ...defaultClaimSettings, unverified: "deny" } as const;

function decide(output: unknown, trace: unknown = traceOf([doc]), settings: ClaimSettings = defaultClaimSettings) {
  const { decision, deny_kind: kind } = judgeClaims(
    { schema: claimFactsSchema, mode: "output", output, trace },
    settings,
  );
  return [decision, kind];
}

describe("the verdict on a report", () => {
  const vague = outputOf("Avatars are resized.", [["toolu_1", "Read", "port: 8080 # listens here"]]);
  const wrong = outputOf("It listens on port 9090.", [["toolu_1", "Read", "port: 9090 # listens here"]]);

  it.each([
    ["allows what nothing refutes", decide(good), ["allow", null]],
    ["denies what is refuted", decide(wrong), ["deny", "claims"]],
    ["denies what our record is too thin for", decide(good, {}), ["deny", "incomplete"]],
    ["allows what is only open", decide(vague), ["allow", null]],
    ["denies what is open where that is set", decide(vague, traceOf([doc]), deny), ["deny", "unverified"]],
    ["allows a gap even there", decide(gap, traceOf([doc]), deny), ["allow", null]],
    [
      "allows a gap in raw text",
      decide(`\`\`\`json\n${JSON.stringify(gap)}\n\`\`\``, traceOf([doc]), deny),
      ["allow", null],
    ],
  ])("%s", (_name, given, wanted) => {
    expect(given).toEqual(wanted);
  });

  it("says why, and names the rule", () => {
    const { reason } = judgeClaims({ schema: claimFactsSchema, mode: "output", output: wrong, trace: traceOf([doc]) });
    expect(reason).toBe("e1: A number or unit differs from the result. [evidence.excerpt_similarity]");
  });
});
