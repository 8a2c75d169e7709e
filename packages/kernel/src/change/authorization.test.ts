/** @module Authorization: every tier with every combination of evidence, vetoes, and evidence that could not be read. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeFacts, headSha, issue, person, review } from "../../../../testing/facts.ts";
import { defaultConfiguration, type IntentConfiguration } from "../configuration.ts";
import { ruleOf } from "../rules.ts";
import type { Tier } from "../scale.ts";
import { denyKinds, type Evidence } from "../verdict.ts";
import { authorize } from "./authorization.ts";
import { humanApproval } from "./evidence/approval.ts";
import { linkedIssue } from "./evidence/issue.ts";
import { approvedPlan } from "./evidence/plan.ts";
import type { ChangeFacts, Incomplete, Issue, Plan } from "./facts.ts";
import { identifyAgent } from "./identity.ts";

const approvedBead: Plan = {
  id: "bd-1",
  source: "beads",
  title: "Totals",
  notes: "",
  status: "approved",
  issue: { repository: "acme/shop", number: 12 },
  children: [],
};

const parts = {
  none: {},
  issue: { issues: [issue(12)] },
  plan: { plans: [approvedBead] },
  approval: { reviews: [review("ines")] },
  "issue+plan": { issues: [issue(12)], plans: [approvedBead] },
  "issue+approval": { issues: [issue(12)], reviews: [review("ines")] },
  "issue+plan+approval": { issues: [issue(12)], plans: [approvedBead], reviews: [review("ines")] },
  "issue+plan+approval+veto": {
    issues: [issue(12)],
    plans: [approvedBead],
    reviews: [review("ines"), review("tom", { state: "changes_requested" })],
  },
  veto: { reviews: [review("tom", { state: "changes_requested" })] },
} satisfies Record<string, Partial<ChangeFacts>>;

function configured(tiers: IntentConfiguration["evidence"]["approval"]["tiers"]): IntentConfiguration {
  const { intent } = defaultConfiguration;
  return { ...intent, evidence: { ...intent.evidence, approval: { ...intent.evidence.approval, tiers } } };
}

function evidenceOf(facts: ChangeFacts, configuration: IntentConfiguration, assumeNamedIssues = false): Evidence {
  const linked = linkedIssue(facts, configuration, { assumeNamedIssues });
  return {
    linked_issue: linked.result,
    approved_plan: approvedPlan(facts, configuration, linked).result,
    human_approval: humanApproval(facts, configuration, identifyAgent(facts, configuration.agents).agent).result,
  };
}

function decide(tier: Tier, some: Partial<ChangeFacts>, configuration = defaultConfiguration.intent, assume = false) {
  const facts = changeFacts(some);
  const decided = authorize(tier, evidenceOf(facts, configuration, assume), facts, configuration);
  expect(decided.authorized).toBe(decided.failures.length === 0);
  expect(decided.findings).toEqual(decided.failures.map((failure) => failure.finding));
  expect(
    decided.findings.filter((finding) => ruleOf(finding.rule) === undefined || finding.severity !== "block"),
  ).toEqual([]);
  expect(ruleOf(decided.rule)).toBeDefined();
  return decided;
}

const missing = ["", "auth.issue-missing", "auth.plan-or-approval-missing", "auth.approval-missing"] as const;

describe("every tier with every evidence", () => {
  it.each<[keyof typeof parts, string, string, string, string]>([
    ["none", "auth.tier0", missing[1], missing[2], missing[3]],
    ["issue", "auth.tier0", "auth.issue", missing[2], missing[3]],
    ["plan", "auth.tier0", missing[1], missing[2], missing[3]],
    ["approval", "auth.tier0", missing[1], "auth.approval", "auth.approval"],
    ["issue+plan", "auth.tier0", "auth.issue", "auth.plan", missing[3]],
    ["issue+approval", "auth.tier0", "auth.issue", "auth.approval", "auth.approval"],
    ["issue+plan+approval", "auth.tier0", "auth.issue", "auth.plan", "auth.approval"],
    ["issue+plan+approval+veto", "auth.tier0", "approval.veto", "approval.veto", "approval.veto"],
    ["veto", "auth.tier0", "approval.veto", "approval.veto", "approval.veto"],
  ])("%s: %s, %s, %s, %s", (evidence, ...rules) => {
    for (const tier of [0, 1, 2, 3] as const) {
      const decided = decide(tier, parts[evidence]);
      expect(decided.rule).toBe(rules[tier]);
      const isAuthorized = ["auth.tier0", "auth.issue", "auth.plan", "auth.approval"].includes(decided.rule);
      expect(decided.authorized).toBe(isAuthorized);
      expect(decided.unavailable).toBe(false);
    }
  });

  it("an unreadable tier is tier 3", () => {
    expect(decide(9 as Tier, parts.issue).rule).toBe("auth.approval-missing");
    expect(decide(Number.NaN as Tier, parts.approval).rule).toBe("auth.approval");
  });
});

describe("which tiers an approval is enough for", () => {
  it("an approval does not stand in for a request, unless the configuration says so", () => {
    expect(decide(1, parts.approval).authorized).toBe(false);
    expect(decide(1, parts.approval, configured([1, 2, 3]))).toMatchObject({ authorized: true, rule: "auth.approval" });
    expect(decide(1, parts["issue+approval"], configured([1, 2, 3])).rule).toBe("auth.issue");
    expect(decide(1, parts.veto, configured([1, 2, 3])).rule).toBe("approval.veto");
  });

  it("where tier 2 is not listed only a plan is enough, and the message does not suggest an approval", () => {
    const decided = decide(2, parts["issue+approval"], configured([3]));
    expect(decided.rule).toBe("auth.plan-or-approval-missing");
    expect(decided.findings[0]?.next).toBe("Get the plan approved.");
    expect(decide(2, parts["issue+plan"], configured([3])).authorized).toBe(true);
  });

  it("tier 3 has no other way", () => {
    expect(decide(3, parts.approval, configured([1])).authorized).toBe(true);
  });
});

describe("what a maintainer is told", () => {
  it("names the commit, the permission and how to link an issue", () => {
    expect(decide(1, {}).findings).toMatchObject([
      { next: 'Name an open issue in the description ("Fixes #N") or link one by hand (Development, in the sidebar).' },
    ]);
    expect(decide(1, {}, configured([1, 2, 3])).findings[0]?.next).toContain(`approve commit ${headSha.slice(0, 7)}`);
    expect(decide(2, {}).findings[0]?.next).toBe(
      "Get the plan approved, or ask someone with write permission to approve this commit.",
    );
    expect(decide(3, {}).findings[0]?.next).toBe(
      `Ask someone with write permission, not the author or requester, to approve commit ${headSha.slice(0, 7)}.`,
    );
  });

  it("names who asked for changes, and at most five of them, cleaned", () => {
    expect(decide(1, parts.veto).findings[0]?.message).toContain("tom asked for changes");
    const many = Array.from({ length: 6 }, (_, index) => review(`p${index}\u202E`, { state: "changes_requested" }));
    const message = decide(1, { reviews: many }).findings[0]?.message ?? "";
    expect(message).toContain("p4\uFFFD and others asked");
    expect(message).not.toContain("p5");
    const unknown = review("x", {
      author: { login: null, kind: "unknown", id: null },
      permission: "unknown",
      state: "changes_requested",
    });
    expect(decide(1, { reviews: [unknown] }).findings[0]?.message).toContain("an unknown account");
  });

  it.each<[string, Tier, Partial<ChangeFacts>]>([
    ["issues", 1, {}],
    ["plans", 2, {}],
    ["reviews", 3, {}],
    ["reviews", 2, parts["issue+plan+approval+veto"]],
    ["incomplete", 3, { incomplete: [{ what: "reviews", why: "cut" }] }],
  ])("points at %s, tier %i", (field, tier, some) => {
    expect(decide(tier, some).findings.map(({ where }) => where)).toEqual([{ field }]);
  });

  it("says what is missing beside a veto, never that it could not be read", () => {
    const decided = decide(3, { ...parts.veto, incomplete: [{ what: "reviews", why: "cut" }] });
    expect(decided.failures.map(({ kind, finding }) => [kind, finding.rule])).toEqual([
      ["unauthorized", "approval.veto"],
      ["unauthorized", "auth.approval-missing"],
    ]);
  });
});

describe("evidence that was needed and could not be read", () => {
  const notLookedUp: Issue = { repository: "acme/shop", number: 12, link: "closing", unreadable: "not_looked_up" };
  const failed: Issue = { ...notLookedUp, unreadable: "error" };
  const gone: Issue = { ...notLookedUp, unreadable: "not_found" };
  const broken = (what: Incomplete["what"]): Partial<ChangeFacts> => ({ incomplete: [{ what, why: "HTTP 502" }] });

  it.each<[string, Tier, Partial<ChangeFacts>, string]>([
    ["issues failed to load", 1, broken("issues"), "issues: HTTP 502"],
    ["the issue was not looked up", 1, { issues: [notLookedUp] }, "acme/shop#12 was not looked up"],
    ["the issue failed to load", 1, { issues: [failed] }, "acme/shop#12 failed to load"],
    ["plans failed to load", 2, { ...parts.issue, ...broken("plans") }, "plans: HTTP 502"],
    ["reviews failed to load", 2, { ...parts.issue, ...broken("reviews") }, "reviews: HTTP 502"],
    ["the labels that approve plans failed to load", 2, { ...parts.issue, ...broken("labels") }, "labels: HTTP 502"],
    [
      "the plan's issue was not looked up",
      2,
      { issues: [notLookedUp], plans: [approvedBead] },
      "acme/shop#12 was not looked up",
    ],
    [
      "reviews failed to load although one was read",
      3,
      { ...parts.approval, ...broken("reviews") },
      "reviews: HTTP 502",
    ],
    [
      "the approver's permission failed to load",
      3,
      { reviews: [review("ines", { permission: "unknown" })], ...broken("permissions") },
      "permissions: HTTP 502",
    ],
    [
      "commits failed to load, so the approver may have written one",
      3,
      { ...parts.approval, ...broken("commits") },
      "commits: HTTP 502",
    ],
    [
      "the permission that endorses the issue failed to load",
      1,
      { author: issue(12).author, issues: [issue(12)], ...broken("permissions") },
      "permissions: HTTP 502",
    ],
    [
      "the labels that endorse the issue failed to load",
      1,
      { author: issue(12).author, issues: [issue(12)], ...broken("labels") },
      "labels: HTTP 502",
    ],
    [
      "the labels that endorse an edited issue failed to load",
      1,
      { author: person("otto"), issues: [issue(12, { editor: person("otto") })], ...broken("labels") },
      "labels: HTTP 502",
    ],
    ["the plan's issue failed to load", 2, { plans: [approvedBead], ...broken("issues") }, "issues: HTTP 502"],
    [
      "one approver's permission of two failed to load",
      3,
      {
        reviews: [review("tom", { permission: "read" }), review("ines", { permission: "unknown" })],
        ...broken("permissions"),
      },
      "permissions: HTTP 502",
    ],
    [
      "commits failed to load, and one approver of two may have written one",
      3,
      { reviews: [review("tom", { permission: "read" }), review("ines")], ...broken("commits") },
      "commits: HTTP 502",
    ],
  ])("%s: incomplete, with the cause", (_, tier, some, cause) => {
    const decided = decide(tier, some);
    expect(decided).toMatchObject({ authorized: false, unavailable: true, rule: "auth.evidence-unavailable" });
    expect(decided.failures.map((failure) => failure.kind)).toEqual(["incomplete"]);
    expect(denyKinds).toContain("incomplete");
    expect(decided.findings[0]?.message).toContain(cause);
  });

  it.each<[string, Tier, Partial<ChangeFacts>, string]>([
    ["what failed was not needed: reviews at tier 1", 1, broken("reviews"), "auth.issue-missing"],
    ["what failed was not needed: plans at tier 3", 3, broken("plans"), "auth.approval-missing"],
    ["what failed was not needed: issues at tier 3", 3, { issues: [notLookedUp] }, "auth.approval-missing"],
    [
      "an issue that was not looked up, without a plan that waits for it",
      2,
      { issues: [notLookedUp] },
      "auth.plan-or-approval-missing",
    ],
    ["an issue that does not exist", 1, { issues: [gone] }, "auth.issue-missing"],
    [
      "permissions, while no approval lacks one",
      3,
      { reviews: [review("ines", { permission: "read" })], ...broken("permissions") },
      "auth.approval-missing",
    ],
    ["labels at tier 1, while no issue lacks one", 1, broken("labels"), "auth.issue-missing"],
    [
      "permissions of approvers at tier 1",
      1,
      { reviews: [review("ines", { permission: "unknown" })], ...broken("permissions") },
      "auth.issue-missing",
    ],
    [
      "commits, while the approver has no permission",
      3,
      { reviews: [review("ines", { permission: "read" })], ...broken("commits") },
      "auth.approval-missing",
    ],
    ["issues at tier 3", 3, broken("issues"), "auth.approval-missing"],
    [
      "an issue a plan waits for, where no plan is enough",
      3,
      { issues: [notLookedUp], plans: [approvedBead] },
      "auth.approval-missing",
    ],
    [
      "an issue that was not looked up, while the plan is not approved",
      2,
      { issues: [notLookedUp], plans: [{ ...approvedBead, status: "open" }] },
      "auth.plan-or-approval-missing",
    ],
  ])("%s: plainly not authorized", (_, tier, some, rule) => {
    expect(decide(tier, some)).toMatchObject({ authorized: false, unavailable: false, rule });
  });

  it("does not matter where the evidence that is there is enough", () => {
    expect(decide(1, { ...parts.issue, ...broken("issues") }).rule).toBe("auth.issue");
    expect(decide(2, { ...parts.approval, ...broken("plans") }).rule).toBe("auth.approval");
    expect(decide(0, broken("issues")).rule).toBe("auth.tier0");
  });

  it("is lifted by assuming the named issue", () => {
    expect(decide(1, { issues: [notLookedUp] }, defaultConfiguration.intent, true)).toMatchObject({
      authorized: true,
      rule: "auth.issue",
    });
    expect(decide(1, { issues: [failed] }, defaultConfiguration.intent, true).unavailable).toBe(true);
  });

  it("says nothing of an assumed issue where the plan waits for another", () => {
    const some = {
      issues: [notLookedUp],
      plans: [{ ...approvedBead, issue: { repository: "acme/shop", number: 13 } }],
    };
    expect(decide(2, some, defaultConfiguration.intent, true).rule).toBe("auth.plan-or-approval-missing");
    expect(decide(2, some).rule).toBe("auth.evidence-unavailable");
  });

  it("labels that failed to load may be those an issue must have", () => {
    const { intent } = defaultConfiguration;
    const required = {
      ...intent,
      evidence: { ...intent.evidence, issue: { ...intent.evidence.issue, require_labels: ["ready"] } },
    };
    expect(decide(1, { issues: [issue(12)], ...broken("labels") }, required).unavailable).toBe(true);
    expect(decide(1, { issues: [issue(12)], ...broken("plans") }, required).unavailable).toBe(false);
  });

  it("names causes in one order, and five without a count", () => {
    const because = (whats: Incomplete["what"][]) =>
      decide(2, { incomplete: whats.map((what) => ({ what, why: "cut" })) }).findings[0]?.message;
    expect(because(["reviews", "plans", "labels"])).toContain("(labels: cut; plans: cut; reviews: cut)");
    const five = Array.from({ length: 5 }, (_, index) => ({ what: "issues" as const, why: `${index}` }));
    expect(decide(1, { incomplete: five }).findings[0]?.message).toContain("issues: 4)");
  });

  it("names at most five causes, short and clean", () => {
    const incomplete = Array.from({ length: 9 }, (_, index) => ({
      what: "issues" as const,
      why: `${index}\u0007${"x".repeat(999)}`,
    }));
    const message = decide(1, { incomplete }).findings[0]?.message ?? "";
    expect(message).toContain("and 4 more");
    expect(message).not.toMatch(/\p{Cc}/u);
    expect(message.length).toBeLessThan(1300);
  });
});

describe("properties", () => {
  const evidence = fc.constantFrom<Partial<ChangeFacts>[]>(...Object.values(parts));
  const tiers = fc.constantFrom<Tier[]>(0, 1, 2, 3);
  const whats = fc.constantFrom<Incomplete["what"][]>(
    "files",
    "commits",
    "reviews",
    "permissions",
    "issues",
    "plans",
    "labels",
    "checks",
    "patches",
    "body",
  );

  it("a veto or an incomplete entry never authorizes (16.3)", () => {
    fc.assert(
      fc.property(evidence, tiers, whats, (some, tier, what) => {
        const before = decide(tier, some).authorized;
        expect(before || !decide(tier, { ...some, incomplete: [{ what, why: "cut" }] }).authorized).toBe(true);
        const reviews = [...(some.reviews ?? []), review("zoe", { state: "changes_requested" })];
        expect(decide(tier, { ...some, reviews }).authorized).toBe(tier === 0);
      }),
    );
  });

  it("removing any evidence never authorizes (16.4)", () => {
    const whole = parts["issue+plan+approval"];
    fc.assert(
      fc.property(evidence, tiers, (some, tier) => {
        expect(decide(tier, whole).authorized || !decide(tier, some).authorized).toBe(true);
        const before = decide(tier, some).authorized;
        const { issues: _, ...withoutIssues } = some;
        const { plans: __, ...withoutPlans } = some;
        for (const less of [withoutIssues, withoutPlans, { ...some, reviews: some.reviews?.slice(1) ?? [] }]) {
          expect(before || !decide(tier, less).authorized).toBe(true);
        }
      }),
    );
  });

  it("a higher tier is never easier, with the default settings", () => {
    fc.assert(
      fc.property(evidence, (some) => {
        expect(decide(0, some).authorized).toBe(true);
        expect(decide(2, some).authorized || !decide(3, some).authorized).toBe(true);
      }),
    );
  });
});
