import { describe, expect, it } from "vitest";
import { canonicalJson } from "../canonical.ts";
import { Configuration } from "../configuration.ts";
import { safestPolicy } from "./compile.ts";
import { PolicyScenario, PolicyTestFile } from "./scenario.schema.ts";
import { runPolicyTest, runScenario } from "./scenario.ts";

const { policy } = Configuration.parse({
  policy: {
    labels: {
      docs: { dimension: "domain", value: "documentation" },
      p0: { dimension: "priority", value: "critical" },
      p1: { dimension: "priority", value: "high" },
    },
    rules: [
      {
        id: "documentation",
        scope: "intent",
        when: { domain: "documentation", owner: "example" },
        set: {
          autonomy: "bounded",
          write_scope: "feature_branch",
          max_attempts: 3,
          allowed_tools: ["Read", "Edit"],
          denied_tools: ["Bash"],
          required_checks: ["docs"],
        },
      },
    ],
  },
});

function run(scenario: object, by = policy) {
  return runScenario(PolicyScenario.parse({ name: "case", ...scenario }), by);
}

const mapped = { roots: [{ number: 1, labels: ["docs"] }] };

describe("what is given", () => {
  it.each([
    ["a mapped root", mapped, { status: "mapped", source: "closing_issue" }],
    ["an unreadable root", { roots: [{ number: 1, labels: ["docs"], unreadable: true }] }, { status: "unlinked" }],
    ["a list that is not whole", { ...mapped, roots_complete: false }, { status: "unlinked" }],
    ["two roots", { roots: [{ number: 1 }, { number: 2 }] }, { status: "ambiguous" }],
    ["labels of the change", { change: 5, labels: ["docs"] }, { source: "artifact_labels", root: { number: 5 } }],
    ["a change without a number", { labels: ["docs"] }, { root: { number: null, url: null } }],
    ["explicit intent", { explicit_intent: { key: "A" } }, { status: "mapped", key: "A", root: null }],
    [
      "explicit intent with a root",
      { explicit_intent: { key: "A", root: { number: 3 } } },
      { root: { repository: "example/project", number: 3, url: "https://github.com/example/project/issues/3" } },
    ],
    ["a root elsewhere", { roots: [{ repository: "a/b", number: 1 }] }, { root: { repository: "a/b" } }],
    ["a repository of its own", { repository: "a/b", ...mapped }, { root: { repository: "a/b" } }],
    ["nothing", {}, { status: "unlinked", source: "none" }],
    ["a record", { attribution: { status: "suggested" } }, { status: "suggested", dimensions: { risk: "unknown" } }],
    ["a record nobody resolved", { attribution: { status: "ambiguous" } }, { dimensions: { risk: null } }],
    [
      "a record with what it says",
      { attribution: { status: "mapped", key: "K", labels: ["x"], dimensions: { domains: ["a"], risk: "low" } } },
      { key: "K", labels: ["x"], dimensions: { domains: ["a"], risk: "low", priority: null } },
    ],
  ])("%s", (_, given, attribution) => {
    expect(run({ given, expect: { attribution } })).toEqual({ name: "case", passed: true, differences: [] });
  });

  it("takes all roots together where the policy says so", () => {
    const all = policy && { ...policy, attribution: { ...policy.attribution, multiple_roots: "all" as const } };
    const roots = [
      { number: 1, labels: ["docs"] },
      { number: 2, labels: ["docs"] },
    ];
    const wanted = { attribution: { rule: "all_closing_issues" }, policy: { autonomy: "bounded" } };
    expect(run({ given: { roots }, expect: wanted }, all).passed).toBe(true);
    const closed = [roots[0], { ...roots[1], state: "closed" }];
    expect(run({ given: { roots: closed }, expect: { attribution: { status: "ambiguous" } } }, all).passed).toBe(true);
  });

  it("compares owner and repository with those of the change", () => {
    const given = { ...mapped, repository: "other/project" };
    expect(run({ given, expect: { policy: { autonomy: "propose_only" } } }).passed).toBe(true);
    expect(run({ given: mapped, expect: { policy: { autonomy: "bounded" } } }).passed).toBe(true);
  });
});

describe("what is expected", () => {
  it("names the place, what was expected and what came out", () => {
    const result = run({
      given: mapped,
      expect: {
        attribution: { status: "unlinked", dimensions: { domains: [], priority: "x" } },
        policy: { autonomy: "supervised", max_attempts: 3, allowed_tools: null },
      },
    });
    expect(result).toEqual({
      name: "case",
      passed: false,
      differences: [
        { path: "attribution.status", expected: "unlinked", actual: "mapped" },
        { path: "attribution.dimensions.priority", expected: "x", actual: null },
        { path: "attribution.dimensions.domains", expected: [], actual: ["documentation"] },
        { path: "policy.autonomy", expected: "supervised", actual: "bounded" },
        { path: "policy.allowed_tools", expected: null, actual: ["Edit", "Read"] },
      ],
    });
  });

  it("lists of words compare whatever their order", () => {
    expect(run({ given: mapped, expect: { policy: { allowed_tools: ["Read", "Edit"] } } }).passed).toBe(true);
    expect(run({ given: mapped, expect: { policy: { allowed_tools: ["Read"] } } }).passed).toBe(false);
    expect(run({ given: mapped, expect: { policy: { allowed_tools: ["Read", "Read"] } } }).passed).toBe(false);
  });

  it("no tool is not every tool", () => {
    expect(run({ given: {}, expect: { policy: { allowed_tools: [] } } }).passed).toBe(false);
    expect(run({ given: {}, expect: { policy: { allowed_tools: null } } }).passed).toBe(true);
  });

  it("roots compare one by one", () => {
    const given = { roots: [{ number: 2 }, { number: 1 }] };
    const roots = (numbers: number[]) => ({ attribution: { roots: numbers.map((number) => ({ number })) } });
    expect(run({ given, expect: roots([1, 2]) }).passed).toBe(true);
    expect(run({ given, expect: roots([2, 1]) }).differences.map(({ path }) => path)).toEqual([
      "attribution.roots[0].number",
      "attribution.roots[1].number",
    ]);
    expect(run({ given, expect: roots([1]) }).differences.map(({ path }) => path)).toEqual(["attribution.roots"]);
  });

  it("overrides and findings", () => {
    const rules = [
      { id: "wide", scope: "workflow", when: {}, set: { autonomy: "bounded" } },
      { id: "strict", scope: "organization", when: {}, set: { autonomy: "supervised" } },
    ];
    const given = { labels: ["p0", "p1"] };
    const wanted = { overrides: [{ field: "autonomy", rule: "wide", by: "strict" }], findings: ["label.conflict"] };
    expect(run({ given, rules, expect: wanted }).passed).toBe(true);
    const result = run({ given, expect: { overrides: [{ rule: "wide" }], findings: [] } });
    expect(result.differences).toEqual([
      { path: "overrides", expected: [{ rule: "wide" }], actual: [] },
      { path: "findings", expected: [], actual: ["label.conflict"] },
    ]);
  });

  it("a scenario's rules stand in for those of the policy, and its labels stay", () => {
    expect(
      run({ given: mapped, rules: [], expect: { attribution: { status: "mapped" }, policy: safestPolicy() } }),
    ).toEqual({ name: "case", passed: true, differences: [] });
  });

  it("a scenario's rules are enough of a policy", () => {
    const rules = [{ id: "any", scope: "intent", when: { status: "unmapped" }, set: { max_attempts: 2 } }];
    const given = { labels: ["docs"] };
    expect(
      runScenario(
        PolicyScenario.parse({ name: "n", given, rules, expect: { policy: { max_attempts: 2 } } }),
        undefined,
      ),
    ).toMatchObject({ passed: true });
  });

  it("without any policy whatever is expected of one is missing", () => {
    const scenario = PolicyScenario.parse({
      name: "n",
      given: mapped,
      expect: { attribution: { status: "unmapped" }, policy: { autonomy: "bounded" }, overrides: [] },
      authorize: [{ tool: "Bash" }],
    });
    expect(runScenario(scenario, undefined).differences).toEqual([
      { path: "policy", expected: { autonomy: "bounded" }, actual: null },
      { path: "overrides", expected: [], actual: null },
      { path: "authorize[0]", expected: "ok", actual: null },
    ]);
  });
});

describe("same and same_policy", () => {
  it("`same` wants the same record and policy", () => {
    const other = { roots: [{ number: 1, labels: ["docs", "docs"] }] };
    expect(run({ given: mapped, same: [other] }).passed).toBe(true);
    expect(run({ given: mapped, same: [{}] }).differences.map(({ path }) => path)).toContain(
      "same[0].attribution.status",
    );
    expect(run({ given: mapped, same: [mapped, {}] }).differences.map(({ path }) => path)).toContain(
      "same[1].policy.autonomy",
    );
  });

  it("`same_policy` wants the same policy alone", () => {
    expect(run({ given: {}, same_policy: [{ roots: [{ number: 1 }, { number: 2 }] }] }).passed).toBe(true);
    expect(run({ given: {}, same: [{ roots: [{ number: 1 }, { number: 2 }] }] }).passed).toBe(false);
    expect(run({ given: {}, same_policy: [{}, mapped] }).differences[0]).toMatchObject({
      path: "same_policy[1].autonomy",
      expected: "propose_only",
      actual: "bounded",
    });
  });
});

describe("authorize", () => {
  it.each([
    [{ tool: "Read" }, "ok"],
    [{ tool: "Bash" }, "tool_denied"],
    [{ tool: "Grep" }, "tool_not_allowed"],
    [{ write: { branch: "x", default_branch: "main" } }, "ok"],
    [{ write: { branch: "main", default_branch: "main" } }, "write_scope_exceeded"],
    [{ write: { branch: "rel/1", default_branch: "main", protected: ["rel/*"] } }, "write_scope_exceeded"],
    [{ approval: true }, "ok"],
    [{ approval: false }, "human_approval_required"],
    [{ attempt: 3 }, "ok"],
    [{ attempt: 4 }, "attempts_exceeded"],
    [{ checks: { docs: "success" } }, "ok"],
    [{ checks: { docs: "skipped" } }, "required_checks_missing"],
    [{ checks: {} }, "required_checks_missing"],
    [{ auto_merge: true }, "auto_merge_denied"],
  ])("%j: %s", (question, answer) => {
    expect(run({ given: mapped, authorize: [{ ...question, expect: answer }] }).passed).toBe(true);
  });

  it.each([
    [{ tool: "Read", expect: "tool_denied" }, "ok"],
    [{ write: { branch: "main", default_branch: "main" }, expect: "ok" }, "write_scope_exceeded"],
    [{ approval: true, expect: "human_approval_required" }, "ok"],
    [{ attempt: 4, expect: "ok" }, "attempts_exceeded"],
    [{ checks: { docs: "success" }, expect: "required_checks_missing" }, "ok"],
    [{ auto_merge: true, expect: "ok" }, "auto_merge_denied"],
  ])("%j differs: %s", (call, actual) => {
    expect(run({ given: mapped, authorize: [call] }).differences).toEqual([
      { path: "authorize[0]", expected: call.expect, actual },
    ]);
  });

  it("expects ok when nothing else is said", () => {
    expect(run({ given: mapped, authorize: [{ tool: "Read" }, { tool: "Bash" }] }).differences).toEqual([
      { path: "authorize[1]", expected: "ok", actual: "tool_denied" },
    ]);
  });
});

describe("the schema", () => {
  const valid = { name: "n", given: {}, expect: { policy: { autonomy: "bounded" } } };
  it.each([
    ["a scenario that expects nothing", { name: "n", given: {} }],
    ["an empty expectation", { name: "n", given: {}, expect: { policy: {}, attribution: {} } }],
    ["an unknown key", { ...valid, expects: {} }],
    ["a field of the policy that does not exist", { ...valid, expect: { policy: { autonomi: "bounded" } } }],
    ["a word that does not exist", { ...valid, expect: { policy: { autonomy: "full" } } }],
    ["a record beside labels", { ...valid, given: { attribution: { status: "mapped" }, labels: ["docs"] } }],
    ["a record beside roots", { ...valid, given: { attribution: { status: "mapped" }, roots: [{ number: 1 }] } }],
    [
      "a record beside explicit intent",
      { ...valid, given: { attribution: { status: "mapped" }, explicit_intent: { key: "A" } } },
    ],
    ["an error of another question", { ...valid, authorize: [{ tool: "Bash", expect: "attempts_exceeded" }] }],
    ["two questions in one", { ...valid, authorize: [{ tool: "Bash", attempt: 1 }] }],
    ["an empty name", { ...valid, name: "" }],
    ["a repository without an owner", { ...valid, given: { repository: "project" } }],
    [
      "a rule that reaches ambiguous records",
      { ...valid, rules: [{ id: "a", scope: "intent", when: { status: "ambiguous" }, set: {} }] },
    ],
  ])("refuses %s", (_, scenario) => {
    expect(PolicyScenario.safeParse(scenario).success).toBe(false);
    expect(PolicyScenario.safeParse(valid).success).toBe(true);
  });

  it.each([
    ["overrides that must be empty", { expect: { overrides: [] } }],
    ["findings that must be empty", { expect: { findings: [] } }],
    ["a question", { authorize: [{ tool: "x" }] }],
    ["another way of saying the same", { same: [{}] }],
    ["another change with the same policy", { same_policy: [{}] }],
  ])("takes %s for an expectation", (_, parts) => {
    expect(PolicyScenario.safeParse({ name: "n", given: {}, ...parts }).success).toBe(true);
  });
});

describe("runPolicyTest", () => {
  const scenarios = [{ name: "a", given: mapped, expect: { policy: { autonomy: "bounded" } } }];
  const file = (parts: object = {}) => PolicyTestFile.parse({ schema: "warrant.policy-test/v1", scenarios, ...parts });

  it("tests the file's own policy before the configuration's", () => {
    expect(runPolicyTest(file(), policy)).toMatchObject([{ name: "a", passed: true }]);
    expect(runPolicyTest(file({ policy: {} }), policy)).toMatchObject([{ name: "a", passed: false }]);
    expect(runPolicyTest(file(), undefined)).toMatchObject([{ name: "a", passed: false }]);
  });

  it("uses the file's repository", () => {
    expect(runPolicyTest(file({ repository: "other/project" }), policy)).toMatchObject([{ passed: false }]);
  });

  it("keeps the order of the scenarios and is the same twice", () => {
    const three = file({ scenarios: ["c", "a", "b"].map((name) => ({ ...scenarios[0], name })) });
    const results = runPolicyTest(three, policy);
    expect(results.map(({ name }) => name)).toEqual(["c", "a", "b"]);
    expect(canonicalJson(runPolicyTest(three, policy))).toBe(canonicalJson(results));
  });

  it("refuses a file without scenarios, and one of another kind", () => {
    expect(() => file({ scenarios: [] })).toThrow("a test file needs at least one scenario");
    expect(() => file({ schema: "warrant.policy-test/v2" })).toThrow("schema");
  });
});
