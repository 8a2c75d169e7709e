import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  authorizeApproval,
  authorizeAttempt,
  authorizeAutoMerge,
  authorizeChecks,
  authorizeTool,
  authorizeWrite,
  type CheckRun,
} from "./authorize.ts";
import { safestPolicy } from "./compile.ts";

const head = "a".repeat(40);
/** Any value in a place the types do not allow it, as a policy from elsewhere may hold it. */
function any(value: unknown): never {
  return value as never;
}

function outcome(result: { ok: true } | { ok: false; error: string }): string {
  return result.ok ? "ok" : result.error;
}

describe("authorizeTool", () => {
  it.each([
    ["no list: every tool", null, [], "Bash", "ok"],
    ["no list, but denied", null, ["Bash"], "Bash", "tool_denied"],
    ["listed", ["Read"], [], "Read", "ok"],
    ["not listed", ["Read"], [], "Bash", "tool_not_allowed"],
    ["an empty list is no tool", [], [], "Read", "tool_not_allowed"],
    ["deny beats allow", ["Bash"], ["Bash"], "Bash", "tool_denied"],
    ["case matters for allowing", ["bash"], [], "Bash", "tool_not_allowed"],
    ["case matters for denying", null, ["bash"], "Bash", "ok"],
    ["a part of a name is another tool", ["Bash"], [], "Bas", "tool_not_allowed"],
    ["white space is another tool", ["Bash"], [], "Bash ", "tool_not_allowed"],
    ["no name", null, [], "", "tool_not_allowed"],
  ])("%s", (_, allowed_tools, denied_tools, tool, expected) => {
    expect(outcome(authorizeTool({ allowed_tools, denied_tools }, tool))).toBe(expected);
  });

  it.each([
    ["allowed tools absent", { denied_tools: [] }, "tool_not_allowed"],
    ["allowed tools a word", { allowed_tools: "Bash", denied_tools: [] }, "tool_not_allowed"],
    ["allowed tools with a number", { allowed_tools: ["Bash", 1], denied_tools: [] }, "tool_not_allowed"],
    ["denied tools absent", { allowed_tools: ["Bash"] }, "tool_denied"],
    ["denied tools a word", { allowed_tools: ["Bash"], denied_tools: "x" }, "tool_denied"],
    ["denied tools null", { allowed_tools: ["Bash"], denied_tools: null }, "tool_denied"],
  ])("a policy that cannot be read permits nothing: %s", (_, policy, expected) => {
    expect(outcome(authorizeTool(any(policy), "Bash"))).toBe(expected);
  });

  it("a tool that is no text is not allowed", () => {
    for (const tool of [undefined, null, 3, {}]) {
      expect(outcome(authorizeTool({ allowed_tools: null, denied_tools: [] }, any(tool)))).toBe("tool_not_allowed");
    }
  });

  it("shows at most the start of a long name", () => {
    const result = authorizeTool({ allowed_tools: [], denied_tools: [] }, "x".repeat(1_000_000));
    expect(result.ok ? "" : result.message).toHaveLength('The tool "" is not among the allowed tools.'.length + 80);
  });
});

describe("authorizeWrite", () => {
  const target = { branch: "feature/login", default_branch: "main", protected: ["main", "release/*"] };
  it.each([
    ["propose_only", "any_branch", {}, "write_scope_exceeded"],
    ["propose_only", "feature_branch", {}, "write_scope_exceeded"],
    ["propose_only", "none", {}, "write_scope_exceeded"],
    ["supervised", "none", {}, "write_scope_exceeded"],
    ["bounded", "none", {}, "write_scope_exceeded"],
    ["supervised", "feature_branch", {}, "ok"],
    ["bounded", "feature_branch", {}, "ok"],
    ["bounded", "feature_branch", { protected: [] }, "ok"],
    ["bounded", "feature_branch", { branch: "main" }, "write_scope_exceeded"],
    ["bounded", "feature_branch", { branch: "refs/heads/main" }, "write_scope_exceeded"],
    ["bounded", "feature_branch", { branch: "MAIN" }, "write_scope_exceeded"],
    ["bounded", "feature_branch", { branch: "trunk", default_branch: "trunk" }, "write_scope_exceeded"],
    ["bounded", "feature_branch", { branch: "release/2" }, "write_scope_exceeded"],
    ["bounded", "feature_branch", { branch: "release/2", protected: ["release/2"] }, "write_scope_exceeded"],
    ["bounded", "feature_branch", { branch: "" }, "write_scope_exceeded"],
    ["bounded", "feature_branch", { branch: "HEAD" }, "write_scope_exceeded"],
    ["bounded", "feature_branch", { default_branch: "" }, "write_scope_exceeded"],
    ["supervised", "any_branch", { branch: "main" }, "ok"],
    ["bounded", "any_branch", { branch: "main" }, "ok"],
    ["bounded", "any_branch", { branch: "" }, "ok"],
  ] as const)("%s, %s, %j: %s", (autonomy, write_scope, parts, expected) => {
    expect(outcome(authorizeWrite({ autonomy, write_scope }, { ...target, ...parts }))).toBe(expected);
  });

  it.each([
    ["an unknown branch", { branch: undefined }],
    ["an unknown default branch", { default_branch: null }],
    ["unknown protected branches", { protected: undefined }],
    ["protected branches that are no names", { protected: [1] }],
  ])("%s exceeds a feature branch", (_, parts) => {
    const policy = { autonomy: "bounded", write_scope: "feature_branch" } as const;
    expect(outcome(authorizeWrite(policy, any({ ...target, ...parts })))).toBe("write_scope_exceeded");
  });

  it.each([
    ["autonomy", { autonomy: "full", write_scope: "any_branch" }],
    ["autonomy", { write_scope: "any_branch" }],
    ["write scope", { autonomy: "bounded", write_scope: "all" }],
    ["write scope", { autonomy: "bounded" }],
  ])("an unknown %s permits no write: %j", (_, policy) => {
    expect(outcome(authorizeWrite(any(policy), target))).toBe("write_scope_exceeded");
  });
});

describe("authorizeApproval", () => {
  it.each([
    [true, true, "ok"],
    [true, false, "human_approval_required"],
    [true, "true", "human_approval_required"],
    [true, 1, "human_approval_required"],
    [true, null, "human_approval_required"],
    [true, undefined, "human_approval_required"],
    [false, false, "ok"],
    [false, undefined, "ok"],
    [undefined, false, "human_approval_required"],
    ["false", false, "human_approval_required"],
    [0, false, "human_approval_required"],
  ])("required %j, approved %j: %s", (required, approved, expected) => {
    expect(outcome(authorizeApproval({ human_approval_required: any(required) }, approved))).toBe(expected);
  });
});

describe("authorizeAttempt", () => {
  it.each([
    [3, 1, "ok"],
    [3, 3, "ok"],
    [3, 4, "attempts_exceeded"],
    [1, 1, "ok"],
    [1, 2, "attempts_exceeded"],
    [3, 0, "attempts_exceeded"],
    [3, -1, "attempts_exceeded"],
    [3, 1.5, "attempts_exceeded"],
    [3, Number.NaN, "attempts_exceeded"],
    [3, null, "attempts_exceeded"],
    [3, "1", "attempts_exceeded"],
    [Number.NaN, 1, "ok"],
    [Number.NaN, 2, "attempts_exceeded"],
    [0, 2, "attempts_exceeded"],
    [0, 1, "ok"],
    [-5, 2, "attempts_exceeded"],
    [2.5, 2, "attempts_exceeded"],
    [Number.POSITIVE_INFINITY, 2, "attempts_exceeded"],
    [undefined, 2, "attempts_exceeded"],
    ["9", 2, "attempts_exceeded"],
  ])("at most %j, attempt %j: %s", (max_attempts, attempt, expected) => {
    expect(outcome(authorizeAttempt({ max_attempts: any(max_attempts) }, any(attempt)))).toBe(expected);
  });

  it("says which attempt and how many are allowed", () => {
    expect(authorizeAttempt({ max_attempts: 3 }, 4)).toMatchObject({
      message: "This is attempt 4, and the policy allows 3.",
    });
    expect(authorizeAttempt({ max_attempts: 3 }, Number.NaN)).toMatchObject({
      message: "It is not known which attempt this is, and the policy allows 3.",
    });
  });
});

describe("authorizeChecks", () => {
  const check = (parts: Partial<CheckRun> = {}): CheckRun => ({
    name: "tests",
    status: "completed",
    conclusion: "success",
    head_sha: head,
    ...parts,
  });
  it.each([
    ["success on the head", [check()], "ok"],
    ["missing", [], "required_checks_missing"],
    ["neutral (report F2)", [check({ conclusion: "neutral" })], "required_checks_missing"],
    ["skipped (report F2)", [check({ conclusion: "skipped" })], "required_checks_missing"],
    ["failure", [check({ conclusion: "failure" })], "required_checks_missing"],
    ["a word of another case", [check({ conclusion: "SUCCESS" })], "required_checks_missing"],
    ["no conclusion", [check({ conclusion: undefined })], "required_checks_missing"],
    ["running, with an old conclusion", [check({ status: "in_progress" })], "required_checks_missing"],
    ["queued", [check({ status: "queued" })], "required_checks_missing"],
    ["on another commit", [check({ head_sha: "b".repeat(40) })], "required_checks_missing"],
    ["under another name", [check({ name: "Tests" })], "required_checks_missing"],
    ["another commit failed, this one did not", [check({ conclusion: "failure", head_sha: "b" }), check()], "ok"],
  ])("%s", (_, checks, expected) => {
    expect(outcome(authorizeChecks({ required_checks: ["tests"] }, checks, head))).toBe(expected);
  });

  it("nothing required is nothing missing", () => {
    expect(outcome(authorizeChecks({ required_checks: [] }, [], head))).toBe("ok");
  });

  it("names those that are missing, not those that are there", () => {
    const result = authorizeChecks({ required_checks: ["lint", "tests", "types"] }, [check()], head);
    expect(result).toMatchObject({ message: 'Not successful on this commit: "lint", "types".' });
  });

  it.each([
    [10, ""],
    [11, " and 1 more"],
  ])("names 10 of %i and counts the rest", (count, rest) => {
    const names = Array.from({ length: count }, (_, index) => `check-${index}`);
    const result = authorizeChecks({ required_checks: names }, [], head);
    const shown = names.slice(0, 10).map((name) => `"${name}"`);
    expect(result).toMatchObject({ message: `Not successful on this commit: ${shown.join(", ")}${rest}.` });
  });

  it("a list that cannot be read is not met", () => {
    for (const required of [undefined, null, "tests", [1]]) {
      const result = authorizeChecks({ required_checks: any(required) }, [check()], head);
      expect(outcome(result)).toBe("required_checks_missing");
    }
  });
});

describe("authorizeAutoMerge", () => {
  it.each([
    [true, "ok"],
    [false, "auto_merge_denied"],
    [undefined, "auto_merge_denied"],
    [null, "auto_merge_denied"],
    ["true", "auto_merge_denied"],
    [1, "auto_merge_denied"],
  ])("%j: %s", (auto_merge_allowed, expected) => {
    expect(outcome(authorizeAutoMerge({ auto_merge_allowed: any(auto_merge_allowed) }))).toBe(expected);
  });
});

describe("laws of authorization", () => {
  it("the safest policy permits no write, no auto-merge, no unapproved change and no second attempt", () => {
    const policy = safestPolicy();
    expect(outcome(authorizeWrite(policy, { branch: "x", default_branch: "main", protected: [] }))).toBe(
      "write_scope_exceeded",
    );
    expect(outcome(authorizeAutoMerge(policy))).toBe("auto_merge_denied");
    expect(outcome(authorizeApproval(policy, false))).toBe("human_approval_required");
    expect(outcome(authorizeAttempt(policy, 2))).toBe("attempts_exceeded");
  });

  it("no value of any field makes a question throw, and unreadable ones never permit", () => {
    const unreadable = fc.anything().filter((value) => value !== true && value !== false);
    fc.assert(
      fc.property(unreadable, fc.anything(), (field, asked) => {
        expect(authorizeAutoMerge({ auto_merge_allowed: any(field) }).ok).toBe(false);
        expect(authorizeApproval({ human_approval_required: any(field) }, asked).ok).toBe(asked === true);
        expect(outcome(authorizeTool({ allowed_tools: null, denied_tools: [] }, any(asked)))).toBe(
          typeof asked === "string" && asked !== "" ? "ok" : "tool_not_allowed",
        );
        const write = authorizeWrite(any({ autonomy: field, write_scope: field }), any({ branch: asked }));
        expect(write.ok).toBe(false);
      }),
    );
  });

  it("denying one more tool never permits one", () => {
    const name = fc.constantFrom("Read", "Bash", "Edit");
    const list = fc.array(name);
    fc.assert(
      fc.property(fc.option(list), list, name, name, (allowed_tools, denied_tools, more, tool) => {
        fc.pre(!authorizeTool({ allowed_tools, denied_tools }, tool).ok);
        expect(authorizeTool({ allowed_tools, denied_tools: [...denied_tools, more] }, tool).ok).toBe(false);
      }),
    );
  });
});
