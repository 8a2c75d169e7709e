import { describe, expect, it } from "vitest";
import { canonicalJson } from "../canonical.ts";
import { Configuration, type PolicyRule } from "../configuration.ts";
import { resolveAttribution } from "../intent/attribution.ts";
import { type Attribution, attributionStatuses, PolicyDecision } from "../verdict.ts";
import { compilePolicy, safestPolicy } from "./compile.ts";

const digest = "sha256:configuration";
const subject = { owner: "acme", repository: "acme/shop" };

function record(
  parts: Partial<Omit<Attribution, "dimensions">> & { dimensions?: Partial<Attribution["dimensions"]> } = {},
) {
  const { dimensions, ...rest } = parts;
  const attribution: Attribution = {
    status: "mapped",
    source: "closing_issue",
    rule: "single_closing_issue",
    root: null,
    roots: [],
    key: null,
    labels: [],
    weight: null,
    config_digest: digest,
    resolver: "attribution/v1",
    ...rest,
    dimensions: { priority: null, domains: [], initiative: null, risk: "unknown", ...dimensions },
  };
  return attribution;
}

type Loose = { id?: string; scope?: string; when?: unknown; set?: unknown };
/** A rule as a configuration may hold it, also where the types would not allow it. */
function rule(parts: Loose = {}): PolicyRule {
  return { id: "rule", scope: "repository", when: {}, set: {}, ...parts } as PolicyRule;
}

function compile(rules: readonly PolicyRule[], attribution: Attribution = record()) {
  return compilePolicy(attribution, rules, digest, subject);
}

function policyOf(...sets: unknown[]) {
  return compile(sets.map((set, index) => rule({ id: `rule-${index}`, set }))).policy;
}

describe("the safest policy", () => {
  it("is what section 6.1 says", () => {
    expect(safestPolicy()).toEqual({
      autonomy: "propose_only",
      write_scope: "none",
      human_approval_required: true,
      auto_merge_allowed: false,
      max_attempts: 1,
      allowed_tools: null,
      denied_tools: [],
      required_checks: [],
      rule_ids: [],
    });
  });

  it("is a new document each time, so that nobody can widen it for others", () => {
    safestPolicy().denied_tools.push("Bash");
    expect(safestPolicy().denied_tools).toEqual([]);
  });

  const wide = rule({
    when: { status: ["mapped", "unmapped", "suggested"] },
    set: { autonomy: "bounded", write_scope: "any_branch", human_approval_required: false, auto_merge_allowed: true },
  });

  it.each(["ambiguous", "unlinked", "approved", "", undefined])(
    "holds for status %j before any rule is looked at",
    (status) => {
      const decision = compile([wide], record({ status: status as Attribution["status"] }));
      expect(decision.policy).toEqual(safestPolicy());
      expect(decision.applied_rules).toEqual([]);
      expect(decision.overrides).toEqual([]);
    },
  );

  it("says of every rule that it was not looked at", () => {
    expect(compile([wide], record({ status: "ambiguous" })).not_applied).toEqual([
      { id: "rule", reason: "status is ambiguous, so the safest policy holds before any rule is looked at" },
    ]);
  });

  it("holds without rules", () => {
    expect(compile([]).policy).toEqual(safestPolicy());
  });

  it("holds when no rule matches", () => {
    expect(compile([rule({ when: { domain: "docs" }, set: { autonomy: "bounded" } })]).policy).toEqual(safestPolicy());
  });

  it("is what a matching rule that sets nothing comes to, and it is named", () => {
    expect(compile([rule()]).policy).toEqual({ ...safestPolicy(), rule_ids: ["rule"] });
  });
});

describe("meeting matching rules (section 6.3)", () => {
  const autonomies = ["propose_only", "supervised", "bounded"] as const;
  it.each(autonomies.flatMap((left, a) => autonomies.map((right, b) => [left, right, autonomies[Math.min(a, b)]])))(
    "autonomy %s and %s is %s",
    (left, right, expected) => {
      expect(policyOf({ autonomy: left }, { autonomy: right }).autonomy).toBe(expected);
    },
  );

  const scopes = ["none", "feature_branch", "any_branch"] as const;
  it.each(scopes.flatMap((left, a) => scopes.map((right, b) => [left, right, scopes[Math.min(a, b)]])))(
    "write scope %s and %s is %s",
    (left, right, expected) => {
      expect(policyOf({ write_scope: left }, { write_scope: right }).write_scope).toBe(expected);
    },
  );

  it.each([
    [undefined, undefined, 1],
    [undefined, 3, 3],
    [3, undefined, 3],
    [5, 3, 3],
    [3, 5, 3],
    [1, 9, 1],
    [1000, 1000, 1000],
  ])("attempts %j and %j are %i", (left, right, expected) => {
    expect(policyOf({ max_attempts: left }, { max_attempts: right }).max_attempts).toBe(expected);
  });

  it.each([
    [undefined, undefined, true],
    [undefined, false, false],
    [false, false, false],
    [true, false, true],
    [false, true, true],
    [undefined, true, true],
  ])("approval required %j and %j is %j", (left, right, expected) => {
    const policy = policyOf({ human_approval_required: left }, { human_approval_required: right });
    expect(policy.human_approval_required).toBe(expected);
  });

  it.each([
    [undefined, undefined, false],
    [undefined, true, true],
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [undefined, false, false],
  ])("auto-merge allowed %j and %j is %j", (left, right, expected) => {
    expect(policyOf({ auto_merge_allowed: left }, { auto_merge_allowed: right }).auto_merge_allowed).toBe(expected);
  });

  it.each([
    ["both unset", undefined, undefined, null],
    ["null does not take part", null, ["Read"], ["Read"]],
    ["a list and null", ["Read"], null, ["Read"]],
    ["null and null", null, null, null],
    ["lists intersect, sorted", ["Write", "Read", "Bash"], ["Read", "Write"], ["Read", "Write"]],
    ["disjoint lists allow no tool", ["Read"], ["Bash"], []],
    ["an empty list allows no tool", [], null, []],
    ["an empty list and another", [], ["Read"], []],
    ["repeated names count once", ["Read", "Read"], null, ["Read"]],
    ["names compare by case", ["read"], ["Read"], []],
  ])("allowed tools: %s", (_, left, right, expected) => {
    expect(policyOf({ allowed_tools: left }, { allowed_tools: right }).allowed_tools).toEqual(expected);
  });

  it("an empty intersection stays empty whatever comes after", () => {
    expect(policyOf({ allowed_tools: ["A"] }, { allowed_tools: ["B"] }, { allowed_tools: ["A", "B"] })).toMatchObject({
      allowed_tools: [],
    });
  });

  it.each(["denied_tools", "required_checks"] as const)("%s: the union, sorted, each once", (field) => {
    expect(policyOf({ [field]: ["b", "a", "b"] }, { [field]: ["c", "a"] })[field]).toEqual(["a", "b", "c"]);
    expect(policyOf({ [field]: [] }, {})[field]).toEqual([]);
  });

  it("deny beats allow: a tool on both lists is on both, and the denied list is asked first", () => {
    expect(policyOf({ allowed_tools: ["Bash"] }, { denied_tools: ["Bash"] })).toMatchObject({
      allowed_tools: ["Bash"],
      denied_tools: ["Bash"],
    });
  });

  it("a field no rule sets is filled after meeting, not before", () => {
    const policy = policyOf({ autonomy: "bounded" }, { write_scope: "any_branch" });
    expect(policy).toMatchObject({ autonomy: "bounded", write_scope: "any_branch", human_approval_required: true });
  });

  it("a later, lenient rule does not widen an earlier one", () => {
    const strict = { autonomy: "supervised", human_approval_required: true, auto_merge_allowed: false };
    const lenient = { autonomy: "bounded", human_approval_required: false, auto_merge_allowed: true };
    expect(policyOf(strict, lenient)).toMatchObject(strict);
    expect(policyOf(lenient, strict)).toMatchObject(strict);
  });

  it("a workflow rule cannot widen what the organization says, but can narrow it", () => {
    const organization = rule({ id: "org", scope: "organization", set: { autonomy: "supervised", max_attempts: 5 } });
    const workflow = rule({ id: "flow", scope: "workflow", set: { autonomy: "bounded", max_attempts: 2 } });
    for (const rules of [
      [organization, workflow],
      [workflow, organization],
    ]) {
      expect(compile(rules).policy).toMatchObject({ autonomy: "supervised", max_attempts: 2 });
    }
  });
});

describe("values that cannot be read", () => {
  it.each([
    ["autonomy", "full", "propose_only"],
    ["autonomy", null, "propose_only"],
    ["autonomy", Number.NaN, "propose_only"],
    ["write_scope", "everywhere", "none"],
    ["write_scope", null, "none"],
    ["human_approval_required", "no", true],
    ["human_approval_required", null, true],
    ["human_approval_required", 0, true],
    ["auto_merge_allowed", "yes", false],
    ["auto_merge_allowed", 1, false],
    ["auto_merge_allowed", null, false],
    ["max_attempts", 0, 1],
    ["max_attempts", -3, 1],
    ["max_attempts", Number.NaN, 1],
    ["max_attempts", Number.POSITIVE_INFINITY, 1],
    ["max_attempts", 2.5, 1],
    ["max_attempts", null, 1],
    ["max_attempts", "9", 1],
    ["max_attempts", 2 ** 53, 1],
    ["allowed_tools", "Bash", []],
    ["allowed_tools", ["Bash", 1], []],
    ["allowed_tools", {}, []],
    ["allowed_tools", 0, []],
    ["denied_tools", null, []],
    ["denied_tools", ["Bash", 1], ["Bash"]],
    ["denied_tools", "Bash", ["Bash"]],
    ["required_checks", "tests", ["tests"]],
    ["required_checks", 7, []],
  ])("%s: %j counts as %j", (field, value, expected) => {
    const decision = compile([rule({ set: { [field]: value } })]);
    expect(decision.policy).toMatchObject({ [field]: expected });
    expect(decision.overrides).toMatchObject([{ field, rule: "rule", by: "default" }]);
    expect(decision.overrides[0]?.reason).toBe("The value cannot be read, so it counts as the safest of its field.");
  });

  it("a value that cannot be read narrows what other rules ask for, by the default", () => {
    const decision = compile([
      rule({ id: "broken", set: { autonomy: "full" } }),
      rule({ id: "wide", set: { autonomy: "bounded" } }),
    ]);
    expect(decision.policy.autonomy).toBe("propose_only");
    expect(decision.overrides).toMatchObject([
      { rule: "broken", field: "autonomy", requested: "full", by: "default" },
      { rule: "wide", field: "autonomy", requested: "bounded", effective: "propose_only", by: "default" },
    ]);
  });

  it.each([
    ["null", null],
    ["a word", "everything"],
    ["a list", []],
    ["no `set`", { id: "broken", scope: "repository", when: {} }],
    ["a `set` that is a list", { id: "broken", set: [] }],
    ["an unknown field", { id: "broken", set: { max_attempt: 1 } }],
    ["conditions that are a word", { id: "broken", when: "mapped", set: {} }],
    ["an unknown condition", { id: "broken", when: { domains: "docs" }, set: {} }],
    ["a condition that is a number", { id: "broken", when: { domain: 3 }, set: {} }],
    ["a condition that is null", { id: "broken", when: { domain: null }, set: {} }],
    ["a condition with a number in its list", { id: "broken", when: { domain: ["docs", 3] }, set: {} }],
  ])("a rule that cannot be read (%s) applies always and asks for the safest of everything", (_, broken) => {
    const wide = rule({ id: "wide", set: { autonomy: "bounded", max_attempts: 9, allowed_tools: ["Read"] } });
    const decision = compile([broken as unknown as PolicyRule, wide]);
    expect(decision.policy).toMatchObject({ ...safestPolicy(), allowed_tools: [], rule_ids: expect.any(Array) });
    expect(decision.applied_rules).toHaveLength(2);
    expect(decision.applied_rules.some(({ reason }) => reason.includes("cannot be read"))).toBe(true);
    expect(PolicyDecision.safeParse(decision).success).toBe(true);
  });

  it.each([
    ["its conditions", { id: "broken", when: "mapped", set: {} }],
    ["what it sets", { id: "broken", set: [] }],
  ])("a rule says that %s cannot be read, and alone allows no tool", (what, broken) => {
    const decision = compile([broken as unknown as PolicyRule]);
    expect(decision.applied_rules[0]?.reason).toContain(`${what} cannot be read`);
    expect(decision.policy.allowed_tools).toEqual([]);
  });

  it("a rule without an id is named by its place", () => {
    expect(compile([rule({ id: "" }), null as unknown as PolicyRule]).policy.rule_ids).toEqual([
      "(rule 1)",
      "(rule 2)",
    ]);
  });

  it("conditions that are undefined are absent", () => {
    expect(compile([rule({ when: { domain: undefined } }), rule({ when: undefined })]).applied_rules).toHaveLength(2);
  });

  it("shows any value as JSON, and only its start", () => {
    const decision = compile([
      rule({ id: "a", set: { autonomy: () => "bounded" } }),
      rule({ id: "b", set: { autonomy: "x".repeat(1000) } }),
      rule({ id: "c", set: { autonomy: [1] } }),
      rule({ id: "d", set: { max_attempts: Number.NaN } }),
      rule({ id: "e", set: { autonomy: null } }),
      rule({ id: "f", set: { autonomy: true } }),
    ]);
    expect(decision.overrides.map(({ requested }) => requested)).toEqual([
      "a value of type function",
      "x".repeat(80),
      "a list",
      "NaN",
      null,
      true,
    ]);
    expect(() => canonicalJson(decision)).not.toThrow();
  });
});

describe("conditions (section 6.2)", () => {
  const mapped = record({
    dimensions: { priority: "critical", domains: ["api", "security"], risk: "high", initiative: "checkout" },
  });
  it.each([
    [{}, true, "no condition, so every mapped record"],
    [{ domain: "security" }, true, "domain is security"],
    [{ domain: ["docs", "api"] }, true, "domain is api"],
    [{ domain: "docs" }, false, "domain is api or security, not docs"],
    [{ domain: [] }, false, "domain is api or security, not nothing"],
    [{ domain: "Security" }, false, "domain is api or security, not Security"],
    [{ priority: "critical" }, true, "priority is critical"],
    [{ priority: ["low", "high"] }, false, "priority is critical, not low or high"],
    [{ risk: "high" }, true, "risk is high"],
    [{ risk: "unknown" }, false, "risk is high, not unknown"],
    [{ initiative: "checkout" }, true, "initiative is checkout"],
    [{ initiative: "search" }, false, "initiative is checkout, not search"],
    [{ owner: "ACME" }, true, "owner is ACME"],
    [{ owner: "other" }, false, "owner is acme, not other"],
    [{ repository: "Shop" }, true, "repository is Shop"],
    [{ repository: "acme/shop" }, true, "repository is acme/shop"],
    [{ repository: " Acme/SHOP " }, true, "repository is  Acme/SHOP "],
    [{ repository: "other/shop" }, false, "repository is acme/shop, not other/shop"],
    [{ repository: "site" }, false, "repository is acme/shop, not site"],
    [{ status: "mapped" }, true, "status is mapped"],
    [{ status: ["unmapped", "mapped"] }, true, "status is mapped"],
    [{ status: "unmapped" }, false, "status mapped is not named"],
    [{ domain: "security", priority: "critical" }, true, "domain is security, priority is critical"],
    [{ priority: "critical", domain: "security" }, true, "domain is security, priority is critical"],
    [{ domain: "security", priority: "low" }, false, "priority is critical, not low"],
    [{ status: "mapped", domain: "security" }, true, "status is mapped, domain is security"],
  ])("%j: %s (%s)", (when, applies, reason) => {
    const decision = compile([rule({ when })], mapped);
    expect(applies ? decision.applied_rules : decision.not_applied).toEqual([{ id: "rule", reason }]);
    expect(applies ? decision.not_applied : decision.applied_rules).toEqual([]);
  });

  it.each([
    [{ domain: "docs" }, "domain is not known, not docs"],
    [{ priority: "low" }, "priority is not known, not low"],
    [{ initiative: "x" }, "initiative is not known, not x"],
  ])("a record without the dimension does not meet %j", (when, reason) => {
    expect(compile([rule({ when })]).not_applied).toEqual([{ id: "rule", reason }]);
  });

  it("unknown risk is met only by a rule that says unknown", () => {
    expect(compile([rule({ when: { risk: "unknown" } })]).applied_rules).toHaveLength(1);
    expect(compile([rule({ when: { risk: ["low", "medium", "high"] } })]).applied_rules).toHaveLength(0);
    const none = record({ dimensions: { risk: null } });
    expect(compile([rule({ when: { risk: ["unknown", "low"] } })], none).applied_rules).toHaveLength(0);
  });

  it.each([
    ["mapped", undefined, true],
    ["unmapped", undefined, false],
    ["suggested", undefined, false],
    ["unmapped", "unmapped", true],
    ["suggested", "suggested", true],
    ["suggested", ["mapped", "unmapped"], false],
  ] as const)("a record that is %s meets a rule that names %j: %s", (status, named, expected) => {
    const when = named === undefined ? {} : { status: named };
    expect(compile([rule({ when })], record({ status })).applied_rules.length === 1).toBe(expected);
  });

  it("a rule that does not name the status says so", () => {
    expect(compile([rule()], record({ status: "unmapped" })).not_applied).toEqual([
      { id: "rule", reason: "status unmapped is not named" },
    ]);
  });

  it("naming ambiguous or unlinked beside another status reaches no record of theirs", () => {
    const reaching = rule({ when: { status: ["mapped", ...attributionStatuses] }, set: { autonomy: "bounded" } });
    for (const status of ["ambiguous", "unlinked"] as const) {
      expect(compile([reaching], record({ status })).policy).toEqual(safestPolicy());
    }
  });

  it.each(["ambiguous", "unlinked", "approved"])("naming %s is a configuration error", (status) => {
    const parsed = Configuration.safeParse({ policy: { rules: [rule({ when: { status } })] } });
    expect(parsed.success).toBe(false);
  });

  it.each([0, -1, 1.5])("max_attempts %d is a configuration error", (max_attempts) => {
    const parsed = Configuration.safeParse({ policy: { rules: [rule({ set: { max_attempts } })] } });
    expect(parsed.success).toBe(false);
  });

  it("shows at most five of the wanted values", () => {
    const domain = ["a", "b", "c", "d", "e", "f", "g"];
    expect(compile([rule({ when: { domain } })]).not_applied[0]?.reason).toBe(
      "domain is not known, not a or b or c or d or e or 2 more",
    );
    expect(compile([rule({ when: { domain: domain.slice(0, 5) } })]).not_applied[0]?.reason).toBe(
      "domain is not known, not a or b or c or d or e",
    );
  });

  it("shows eighty characters of a wanted value", () => {
    expect(compile([rule({ when: { domain: "x".repeat(81) } })]).not_applied[0]?.reason).toBe(
      `domain is not known, not ${"x".repeat(80)}`,
    );
  });
});

describe("the explanation (section 6.4)", () => {
  it("lists rules by scope, then as listed", () => {
    const rules = ["workflow", "intent", "nonsense", "repository", "organization", "intent"].map((scope, index) =>
      rule({ id: `${index}-${scope}`, scope }),
    );
    const expected = ["4-organization", "3-repository", "1-intent", "5-intent", "0-workflow", "2-nonsense"];
    const decision = compile(rules);
    expect(decision.policy.rule_ids).toEqual(expected);
    expect(decision.applied_rules.map(({ id }) => id)).toEqual(expected);
    expect(compile(rules, record({ status: "unmapped" })).not_applied.map(({ id }) => id)).toEqual(expected);
  });

  it("records an override for each field where a rule asked for more", () => {
    const decision = compile([
      rule({
        id: "wide",
        scope: "workflow",
        set: {
          autonomy: "bounded",
          write_scope: "any_branch",
          human_approval_required: false,
          auto_merge_allowed: true,
          max_attempts: 5,
          allowed_tools: ["Write", "Read"],
        },
      }),
      rule({
        id: "narrow",
        scope: "organization",
        set: {
          autonomy: "supervised",
          write_scope: "feature_branch",
          human_approval_required: true,
          auto_merge_allowed: false,
          max_attempts: 2,
          allowed_tools: ["Read", "Grep"],
        },
      }),
    ]);
    const by = { by: "narrow", rule: "wide" };
    expect(decision.overrides).toMatchObject([
      { rule: "narrow", field: "allowed_tools", requested: ["Grep", "Read"], effective: ["Read"], by: "wide" },
      { ...by, field: "autonomy", requested: "bounded", effective: "supervised" },
      { ...by, field: "write_scope", requested: "any_branch", effective: "feature_branch" },
      { ...by, field: "human_approval_required", requested: false, effective: true },
      { ...by, field: "auto_merge_allowed", requested: true, effective: false },
      { ...by, field: "max_attempts", requested: 5, effective: 2 },
      { ...by, field: "allowed_tools", requested: ["Read", "Write"], effective: ["Read"] },
    ]);
    expect(decision.overrides[1]?.reason).toBe(
      'It asks for bounded; "narrow" sets supervised, and the stricter value holds.',
    );
    expect(decision.overrides[6]?.reason).toBe(
      'It allows Write; "narrow" does not, and only tools that every list names stay.',
    );
  });

  it("names the first rule, in explanation order, that set the value that holds", () => {
    const decision = compile([
      rule({ id: "late", scope: "workflow", set: { max_attempts: 2 } }),
      rule({ id: "wide", scope: "organization", set: { max_attempts: 9 } }),
      rule({ id: "early", scope: "repository", set: { max_attempts: 2 } }),
    ]);
    expect(decision.overrides).toMatchObject([{ rule: "wide", by: "early" }]);
  });

  it("names a rule for the field it set well, and the default for the one of it that cannot be read", () => {
    const decision = compile([
      rule({ id: "half", set: { autonomy: "full", max_attempts: 1 } }),
      rule({ id: "wide", set: { autonomy: "bounded", max_attempts: 9 } }),
    ]);
    const narrowed = decision.overrides.filter((override) => override.rule === "wide");
    expect(narrowed.map(({ field, by }) => [field, by])).toEqual([
      ["autonomy", "default"],
      ["max_attempts", "half"],
    ]);
  });

  it("names the list that left a tool out, not another", () => {
    const decision = compile([
      rule({ id: "first", set: { allowed_tools: ["A", "B", "C"] } }),
      rule({ id: "second", set: { allowed_tools: ["A", "B"] } }),
      rule({ id: "third", set: { allowed_tools: ["A", "C"] } }),
    ]);
    expect(decision.policy.allowed_tools).toEqual(["A"]);
    expect(decision.overrides.map(({ rule, by }) => [rule, by])).toEqual([
      ["first", "third"],
      ["second", "third"],
      ["third", "second"],
    ]);
  });

  it("names a tool that only a later list has as left out by the first", () => {
    const decision = compile([
      rule({ id: "first", set: { allowed_tools: ["A"] } }),
      rule({ id: "second", set: { allowed_tools: ["A", "B", "C", "D", "E", "F", "G"] } }),
    ]);
    expect(decision.overrides).toMatchObject([
      {
        rule: "second",
        by: "first",
        reason: 'It allows B, C, D, E, F and 1 more; "first" does not, and only tools that every list names stay.',
      },
    ]);
  });

  it("records none where rules agree, set nothing, or only add restrictions", () => {
    const decision = compile([
      rule({ id: "a", set: { autonomy: "supervised", denied_tools: ["Bash"], allowed_tools: null } }),
      rule({ id: "b", set: { autonomy: "supervised", required_checks: ["tests"], denied_tools: [] } }),
      rule({ id: "c" }),
    ]);
    expect(decision.overrides).toEqual([]);
  });

  it("rules that do not match have no overrides", () => {
    const decision = compile([rule({ when: { domain: "docs" }, set: { autonomy: "bounded" } }), rule({ id: "b" })]);
    expect(decision.overrides).toEqual([]);
  });

  it("carries the record, the digest and the compiler, and is a whole document", () => {
    const attribution = record();
    const decision = compile([rule({ set: { autonomy: "supervised" } })], attribution);
    expect(decision).toEqual({
      schema: "warrant.policy-decision/v1",
      intent: attribution,
      policy: { ...safestPolicy(), autonomy: "supervised", rule_ids: ["rule"] },
      applied_rules: [{ id: "rule", reason: "no condition, so every mapped record" }],
      not_applied: [],
      overrides: [],
      config_digest: digest,
      compiler: "policy/v1",
    });
    expect(PolicyDecision.parse(decision)).toEqual(decision);
  });
});

describe("several roots taken together (multiple_roots: all)", () => {
  const { policy } = Configuration.parse({
    policy: {
      labels: {
        docs: { dimension: "domain", value: "documentation" },
        api: { dimension: "domain", value: "api" },
        ui: { dimension: "domain", value: "ui" },
      },
      attribution: { multiple_roots: "all" },
      rules: [
        rule({
          id: "docs",
          when: { domain: "documentation" },
          set: { autonomy: "bounded", write_scope: "any_branch", max_attempts: 5, allowed_tools: ["A", "B"] },
        }),
        rule({
          id: "api",
          when: { domain: "api" },
          set: { autonomy: "supervised", write_scope: "any_branch", allowed_tools: ["B"], denied_tools: ["X"] },
        }),
        rule({ id: "all", scope: "organization", set: { required_checks: ["tests"] } }),
      ],
    },
  });
  const input = (labels: string[]) => ({
    change: { repository: "acme/shop", number: 7, url: null },
    explicitIntent: null,
    roots: labels.map((label, index) => ({
      repository: "acme/shop",
      number: index + 1,
      url: null,
      isReadable: true,
      isOpen: true,
      labels: [label],
    })),
    labels: [],
    areRootsComplete: true,
  });
  function decide(...labels: string[]) {
    const { attribution, parts } = resolveAttribution(input(labels), policy, digest);
    return compilePolicy(attribution, policy?.rules ?? [], digest, { ...subject, parts });
  }

  it("meets the policies compiled for each root", () => {
    const decision = decide("docs", "api");
    expect(decision.policy).toEqual({
      autonomy: "supervised",
      write_scope: "any_branch",
      human_approval_required: true,
      auto_merge_allowed: false,
      // Only the first root's rules set attempts, so the other's default holds.
      max_attempts: 1,
      allowed_tools: ["B"],
      denied_tools: ["X"],
      required_checks: ["tests"],
      rule_ids: ["all", "docs", "api"],
    });
    expect(decision.overrides.map(({ rule, field, by }) => [rule, field, by])).toEqual([
      ["docs", "autonomy", "api"],
      ["docs", "max_attempts", "default"],
      ["docs", "allowed_tools", "api"],
    ]);
    expect(decision.overrides[1]?.reason).toBe("It asks for 5; the default 1 is stricter and holds.");
    expect(decision.not_applied).toEqual([]);
  });

  it("gives the same for the roots in the other order, but for who is named", () => {
    expect(decide("api", "docs").policy).toEqual(decide("docs", "api").policy);
  });

  it("a root that only general rules speak about narrows the others to its defaults", () => {
    expect(decide("docs", "ui").policy).toMatchObject({
      autonomy: "propose_only",
      write_scope: "none",
      allowed_tools: ["A", "B"],
      rule_ids: ["all", "docs"],
    });
    expect(decide("ui", "docs").policy.allowed_tools).toEqual(["A", "B"]);
    expect(decide("docs", "ui").not_applied).toEqual([{ id: "api", reason: "domain is documentation, not api" }]);
  });

  it("names the list that left a tool out for the one root whose rules list any", () => {
    const tools = (id: string, allowed_tools: string[]) => rule({ id, when: { domain: "a" }, set: { allowed_tools } });
    const listed = record({ dimensions: { domains: ["a"] } });
    const joint = record({ rule: "all_closing_issues" });
    for (const parts of [
      [record(), listed],
      [listed, record()],
    ]) {
      const rules = [tools("one", ["A"]), tools("two", ["A", "B"])];
      const { overrides, policy: met } = compilePolicy(joint, rules, digest, { ...subject, parts });
      expect(met.allowed_tools).toEqual(["A"]);
      expect(overrides).toMatchObject([{ field: "allowed_tools", rule: "two", by: "one" }]);
    }
  });

  it("disjoint lists of two roots allow no tool", () => {
    const only = (label: string, tool: string) =>
      rule({ id: label, when: { domain: label }, set: { allowed_tools: [tool] } });
    const parts = [record({ dimensions: { domains: ["a"] } }), record({ dimensions: { domains: ["b"] } })];
    const joint = record({ rule: "all_closing_issues" });
    const decision = compilePolicy(joint, [only("a", "A"), only("b", "B")], digest, { ...subject, parts });
    expect(decision.policy.allowed_tools).toEqual([]);
    expect(decision.overrides.map(({ rule, by }) => [rule, by])).toEqual([
      ["a", "b"],
      ["b", "a"],
    ]);
  });

  it.each([
    ["without the records of the roots", undefined],
    ["with none of them", []],
    ["with one that is ambiguous", [record(), record({ status: "ambiguous" })]],
  ])("%s the safest holds", (_, parts) => {
    const joint = record({ rule: "all_closing_issues", dimensions: { domains: ["documentation"] } });
    const decision = compilePolicy(joint, policy?.rules ?? [], digest, {
      ...subject,
      ...(parts === undefined ? {} : { parts }),
    });
    expect(decision.policy).toEqual(safestPolicy());
    expect(decision.not_applied[0]?.reason).toBe(
      "not every linked issue is resolved, so the safest policy holds before any rule is looked at",
    );
  });

  it("records of roots beside any other record are not looked at", () => {
    const parts = [record({ status: "ambiguous" })];
    expect(
      compilePolicy(record(), [rule({ set: { max_attempts: 4 } })], digest, { ...subject, parts }).policy,
    ).toMatchObject({ max_attempts: 4 });
  });
});

describe("many rules", () => {
  it("10,000 rules that all match, each with a tool and a check of its own", () => {
    const rules = Array.from({ length: 10_000 }, (_, index) =>
      rule({
        id: `rule-${index}`,
        when: { domain: ["docs", "api"] },
        set: {
          autonomy: index === 9_999 ? "supervised" : "bounded",
          max_attempts: 10_000 - index,
          allowed_tools: ["Read", `tool-${index}`],
          denied_tools: [`denied-${index}`],
          required_checks: [`check-${index}`],
        },
      }),
    );
    const decision = compile(rules, record({ dimensions: { domains: ["api"] } }));
    expect(decision.policy).toMatchObject({ autonomy: "supervised", max_attempts: 1, allowed_tools: ["Read"] });
    expect(decision.policy.denied_tools).toHaveLength(10_000);
    expect(decision.policy.rule_ids).toHaveLength(10_000);
    // Every rule but the last asked for more autonomy and more attempts, and each for a tool of its own.
    expect(decision.overrides).toHaveLength(9_999 * 2 + 10_000);
    // Linear output: what a decision says grows with the rules, not with their square.
    expect(canonicalJson(decision).length / 10_000).toBeLessThan(1_000);
  });

  it("10,000 rules that do not match a record of 10,000 domains", () => {
    const domains = Array.from({ length: 10_000 }, (_, index) => `domain-${index}`);
    const rules = domains.map((_, index) => rule({ id: `rule-${index}`, when: { domain: `other-${index}` } }));
    const decision = compile(rules, record({ dimensions: { domains } }));
    expect(decision.not_applied).toHaveLength(10_000);
    expect(decision.policy).toEqual(safestPolicy());
  });
});
