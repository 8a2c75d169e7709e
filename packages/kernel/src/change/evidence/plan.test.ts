/** @module The approved plan: the rule of each source, and the laws it must keep. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseSha, bot, changeFacts, headSha, issue, person } from "../../../../../testing/facts.ts";
import { defaultConfiguration } from "../../configuration.ts";
import { ruleOf } from "../../rules.ts";
import type { ChangeFacts, Plan } from "../facts.ts";
import { linkedIssue } from "./issue.ts";
import { approvedPlan } from "./plan.ts";

const { intent } = defaultConfiguration;
const author = bot("copilot-swe-agent", 198982749);
const lead = person("lead", 3);

function plan(source: Plan["source"], parts: Partial<Plan> = {}): Plan {
  return {
    id: `${source}-1`,
    source,
    title: "Totals",
    notes: "",
    status: "approved",
    issue: { repository: "acme/shop", number: 12 },
    children: [],
    ...(source === "label" ? { approved_by: { actor: lead, permission: "write" } } : {}),
    ...(source === "file" ? { origin: { path: "plans/totals.md", sha: baseSha } } : {}),
    ...parts,
  };
}

function look(plans: Plan[], parts: Partial<ChangeFacts> = {}) {
  const facts = changeFacts({ author, issues: [issue(12)], plans, ...parts });
  return approvedPlan(facts, intent, linkedIssue(facts, intent));
}

function because(one: Plan, parts: Partial<ChangeFacts> = {}): string {
  const { result, counting, countingIds, findings } = look([one], parts);
  const [only] = result.plans;
  expect(result.present).toBe(only?.counts);
  expect(countingIds.has(one.id)).toBe(result.present);
  expect(counting).toEqual(result.present ? [one] : []);
  expect(findings.map((finding) => finding.rule)).toEqual(result.present ? [] : [only?.because]);
  expect(findings.filter((finding) => ruleOf(finding.rule) === undefined)).toEqual([]);
  return only?.because ?? "none";
}

describe("an approved plan for an issue that counts", () => {
  it.each(["beads", "label", "file"] as const)("counts from %s and names its source", (source) => {
    expect(because(plan(source))).toBe("auth.plan");
    expect(because(plan(source, { status: " Approved " }))).toBe("auth.plan");
    expect(look([plan(source)]).result.source).toBe(source);
  });

  it("counts with the issue's repository in another case", () => {
    expect(because(plan("beads", { issue: { repository: "ACME/Shop", number: 12 } }))).toBe("auth.plan");
  });

  it("counts for an issue that is assumed", () => {
    const facts = changeFacts({
      author,
      issues: [{ repository: "acme/shop", number: 12, link: "closing", unreadable: "not_looked_up" }],
      plans: [plan("beads")],
    });
    expect(approvedPlan(facts, intent, linkedIssue(facts, intent)).result.present).toBe(false);
    expect(approvedPlan(facts, intent, linkedIssue(facts, intent, { assumeNamedIssues: true })).result.present).toBe(
      true,
    );
  });
});

describe("a plan does not count", () => {
  it.each<[string, Plan, string]>([
    ["that is a draft", plan("beads", { status: "draft" }), "plan.not-approved"],
    ["with an empty status", plan("file", { status: "" }), "plan.not-approved"],
    ["whose status only begins so", plan("file", { status: "approved-ish" }), "plan.not-approved"],
    ["whose front matter is broken", plan("file", { status: "unreadable" }), "plan.unreadable"],
    ["of a source nobody knows", plan("unknown"), "plan.unreadable"],
    ["without an issue", plan("beads", { issue: null }), "plan.issue"],
    ["for another issue", plan("beads", { issue: { repository: "acme/shop", number: 13 } }), "plan.issue"],
    [
      "for the same number in another repository",
      plan("beads", { issue: { repository: "acme/planning", number: 12 } }),
      "plan.issue",
    ],
    ["that stands only in the change", plan("file", { origin: { path: "plans/x.md", sha: headSha } }), "plan.origin"],
    [
      "of beads that stand only in the change",
      plan("beads", { origin: { path: ".beads/issues.jsonl", sha: headSha } }),
      "plan.origin",
    ],
    [
      "whose label was added by the change's author",
      plan("label", { approved_by: { actor: author, permission: "admin" } }),
      "plan.approver",
    ],
    [
      "whose label was added by an agent",
      plan("label", { approved_by: { actor: bot("claude"), permission: "admin" } }),
      "plan.approver",
    ],
    [
      "whose label was added by a bot",
      plan("label", { approved_by: { actor: bot("labeler"), permission: "write" } }),
      "plan.approver",
    ],
    [
      "whose label was added with triage permission",
      plan("label", { approved_by: { actor: lead, permission: "triage" } }),
      "plan.approver",
    ],
    [
      "whose label was added with unknown permission",
      plan("label", { approved_by: { actor: lead, permission: "unknown" } }),
      "plan.approver",
    ],
    [
      "whose label was added by nobody known",
      plan("label", { approved_by: { actor: { login: null, kind: "user", id: null }, permission: "admin" } }),
      "plan.approver",
    ],
  ])("%s", (_, one, expected) => {
    expect(because(one)).toBe(expected);
  });

  it("whose label was removed again, so that nobody approves it", () => {
    const { approved_by: _, ...removed } = plan("label");
    expect(because(removed)).toBe("plan.approver");
  });

  it("whose label was added by the person who opened the change, or while it is not known who did", () => {
    expect(because(plan("label"), { author: lead })).toBe("plan.approver");
    expect(because(plan("label"), { author: { login: null, kind: "unknown", id: null } })).not.toBe("auth.plan");
  });

  it("for an issue that does not count", () => {
    expect(because(plan("beads"), { issues: [issue(12, { author })] })).toBe("plan.issue");
    expect(because(plan("beads"), { issues: [] })).toBe("plan.issue");
  });
});

describe("what a plan that does not count is told", () => {
  const stranger = { approved_by: { actor: person("otto", 6), permission: "read" } } as const;
  const { approved_by: _, ...unset } = plan("label");
  it.each<[string, Plan, object, Partial<ChangeFacts>?]>([
    [
      "The plan p could not be read, so it does not count.",
      plan("file", { status: "unreadable" }),
      { severity: "warn" },
    ],
    ["The plan p is not approved.", plan("beads", { status: "open" }), { severity: "info" }],
    [
      "The plan p names no issue, so it is not known what it approves.",
      plan("beads", { issue: null }),
      { severity: "info", where: { field: "plans" } },
    ],
    [
      "The plan p is for acme/shop#13, which does not count as a request for this change.",
      plan("beads", { issue: { repository: "acme/shop", number: 13 } }),
      { severity: "info", where: { issue: "acme/shop#13" } },
    ],
    [
      "The plan p was read from the change itself, not from its base.",
      plan("file", { origin: { path: "plans/totals.md", sha: headSha } }),
      { severity: "warn", where: { path: "plans/totals.md" } },
    ],
    [
      "It is not known who put the label on acme/shop#12 that approves the plan.",
      unset,
      { severity: "warn", where: { issue: "acme/shop#12" } },
    ],
    [
      "The label that approves the plan of acme/shop#12 was put there by otto, who may not approve it.",
      plan("label", stranger),
      { severity: "warn", where: { issue: "acme/shop#12" } },
    ],
  ])("%s", (message, one, rest) => {
    expect(look([{ ...one, id: "p" }]).findings).toMatchObject([{ message, ...rest }]);
  });

  it("shows a hundred characters of its id, without control characters", () => {
    const id = `a\u0007${"x".repeat(200)}`;
    expect(look([plan("beads", { id, status: "open" })]).findings[0]?.message).toBe(
      `The plan a\uFFFD${"x".repeat(98)} is not approved.`,
    );
  });

  it("is not that it stands at the head where the head is the base, nor that of a label", () => {
    const origin = { path: "plans/totals.md", sha: headSha };
    const same = { base: { ref: "main", sha: headSha, is_default: true } };
    expect(because(plan("file", { origin }), same)).toBe("auth.plan");
    expect(because(plan("label", { origin }))).toBe("auth.plan");
  });
});

describe("several plans", () => {
  it("are listed by source and id, then by issue, whatever their order", () => {
    const to = (number: number) => plan("beads", { issue: { repository: "acme/shop", number } });
    const plans = [plan("label"), to(13), to(12), plan("beads", { issue: null }), plan("beads", { id: "a" })];
    const listed = (given: Plan[]) => look(given).result.plans.map(({ id, because: why }) => `${id} ${why}`);
    const expected = [
      "a auth.plan",
      "beads-1 plan.issue",
      "beads-1 auth.plan",
      "beads-1 plan.issue",
      "label-1 auth.plan",
    ];
    expect(listed(plans)).toEqual(expected);
    expect(listed(plans.toReversed())).toEqual(expected);
  });

  it("one row per issue may share an id, and one that counts is enough for it", () => {
    const rows = [plan("file"), plan("file", { issue: { repository: "acme/shop", number: 99 } })];
    const { result, countingIds } = look(rows);
    expect(result).toMatchObject({
      present: true,
      source: "file",
      plans: [{ counts: true }, { counts: false, because: "plan.issue" }],
    });
    expect([...countingIds]).toEqual(["file-1"]);
  });

  it("name the first source in the order beads, label, file", () => {
    expect(look([plan("file"), plan("label"), plan("beads")]).result.source).toBe("beads");
    expect(look([plan("file"), plan("label"), plan("beads", { status: "open" })]).result.source).toBe("label");
  });

  it("that were read still count when a source failed to load", () => {
    const incomplete = [{ what: "plans" as const, why: "line 3 is malformed" }];
    expect(look([plan("beads")], { incomplete })).toMatchObject({ result: { present: true } });
    expect(look([])).toMatchObject({ result: { present: false, source: null, plans: [] } });
  });

  const plans = fc.array(
    fc
      .record({
        source: fc.constantFrom<Plan["source"][]>("beads", "label", "file", "unknown"),
        id: fc.constantFrom("a", "b", "c\u0007"),
        status: fc.constantFrom("approved", "draft", "unreadable", "APPROVED"),
        number: fc.constantFrom(12, 13),
        permission: fc.constantFrom("write" as const, "read" as const, "unknown" as const),
      })
      .map(({ source, id, status, number, permission }) =>
        plan(source, {
          id,
          status,
          issue: { repository: "acme/shop", number },
          approved_by: { actor: lead, permission },
        }),
      ),
    { maxLength: 5 },
  );

  it("in any order give the same (16.2)", () => {
    fc.assert(
      fc.property(plans, (all) => {
        expect(look(all.toReversed()).result).toEqual(look(all).result);
      }),
    );
  });

  it("removing one, or the issue, never makes a plan present (16.4)", () => {
    fc.assert(
      fc.property(plans, (all) => {
        const before = look(all).result.present;
        expect(look(all, { issues: [] }).result.present).toBe(false);
        for (const gone of all) expect(before || !look(all.filter((one) => one !== gone)).result.present).toBe(true);
      }),
    );
  });
});
