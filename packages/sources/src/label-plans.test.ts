import { describe, expect, it } from "vitest";
import { issue, person } from "../../../testing/facts.ts";
import { labelPlans } from "./label-plans.ts";

const wanted = ["plan approved"];

describe("a label that approves a plan", () => {
  it("makes the issue the plan, with who put it there", () => {
    const labels = [{ name: " Plan Approved ", actor: person("vera", 5), permission: "write" as const }];
    expect(labelPlans([issue(12, { labels })], wanted)).toEqual([
      {
        id: "acme/shop#12",
        source: "label",
        title: issue(12).title,
        notes: issue(12).body,
        status: "approved",
        issue: { repository: "acme/shop", number: 12 },
        children: [],
        approved_by: { actor: person("vera", 5), permission: "write" },
      },
    ]);
  });

  it("names nobody when nobody is known, so that it cannot count", () => {
    const [plan] = labelPlans([issue(12, { labels: [{ name: "plan approved" }], body: null })], wanted);
    expect(plan).not.toHaveProperty("approved_by");
    expect(plan?.notes).toBe("");
  });

  it("leaves the permission unknown when it is not known", () => {
    const labels = [{ name: "plan approved", actor: person("vera") }];
    expect(labelPlans([issue(12, { labels })], wanted)[0]?.approved_by?.permission).toBe("unknown");
  });

  it("is looked for in readable issues only, and nothing else is one", () => {
    expect(labelPlans([{ repository: "acme/shop", number: 1, link: "closing", unreadable: "error" }], wanted)).toEqual(
      [],
    );
    expect(labelPlans([issue(12, { labels: [{ name: "plan" }] })], wanted)).toEqual([]);
    expect(labelPlans([issue(12, { labels: [{ name: "plan approved" }] })], [])).toEqual([]);
  });
});
