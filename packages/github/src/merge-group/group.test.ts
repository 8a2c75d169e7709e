import { describe, expect, it } from "vitest";
import { branchOf, type MergeGroup, numberInRef, readMergeGroup } from "./group.ts";
import { numberInMessage } from "./traced-members.ts";

const sha = "a".repeat(40);
const base = "b".repeat(40);
const parts = {
  head_sha: sha,
  head_ref: `refs/heads/gh-readonly-queue/main/pr-12-${base}`,
  base_sha: base,
  base_ref: "refs/heads/main",
};
const group: MergeGroup = { headSha: sha, headRef: parts.head_ref, baseSha: base, baseRef: parts.base_ref };
const payload = { action: "checks_requested", merge_group: parts, repository: { full_name: "acme/shop" } };

describe("the payload of a group", () => {
  it("is read without a pull request (F5: odigos-io/odigos#5505)", () => {
    expect(readMergeGroup(payload)).toEqual({ repository: "acme/shop", group });
  });

  it.each([
    ["a part that is missing", undefined],
    ["a part that is null", null],
    ["a number for a part", 7],
    ["a part longer than any name", "x".repeat(1001)],
  ])("%s is empty, so that it is answered and matches nothing (F5: a2aproject/a2a-rs#254)", (_, value) => {
    const read = readMergeGroup({ ...payload, merge_group: { ...parts, head_ref: value, base_sha: value } });
    expect(read?.group).toEqual({ ...group, headRef: "", baseSha: "" });
  });

  it.each([
    ["another action", { ...payload, action: "destroyed" }],
    ["no group", { ...payload, merge_group: undefined }],
    ["no repository", { ...payload, repository: {} }],
    ["nothing", null],
    ["text", "checks_requested"],
  ])("%s asks for no answer", (_, other) => {
    expect(readMergeGroup(other)).toBeNull();
  });
});

describe("the name of a group's branch", () => {
  it.each([
    ["refs/heads/gh-readonly-queue/main/pr-12-", "refs/heads/main", 12],
    ["gh-readonly-queue/main/pr-12-", "main", 12],
    ["refs/heads/gh-readonly-queue/release/2.x/pr-7-", "refs/heads/release/2.x", 7],
    ["refs/heads/gh-readonly-queue/main/pr-9999999999-", "refs/heads/main", 9_999_999_999],
  ])("%s… for %s holds %i", (headRef, baseRef, number) => {
    expect(numberInRef({ ...group, headRef: headRef + base, baseRef })).toBe(number);
  });

  it.each([
    ["", "refs/heads/main"],
    ["refs/heads/", "refs/heads/main"],
    [`refs/heads/gh-readonly-queue/main/pr--${base}`, "refs/heads/main"],
    [`refs/heads/gh-readonly-queue/main/pr-0-${base}`, "refs/heads/main"],
    [`refs/heads/gh-readonly-queue/main/pr-012-${base}`, "refs/heads/main"],
    [`refs/heads/gh-readonly-queue/main/pr-12345678901-${base}`, "refs/heads/main"],
    [`refs/heads/gh-readonly-queue/main/pr-12-${base}/x`, "refs/heads/main"],
    ["refs/heads/gh-readonly-queue/main/pr-12-", "refs/heads/main"],
    [`refs/heads/gh-readonly-queue/main/pr-12-${base}`, "refs/heads/release"],
    [`refs/heads/gh-readonly-queue//pr-12-${base}`, "refs/heads/main"],
    [`refs/heads/other/main/pr-12-${base}`, "refs/heads/main"],
    [`refs/heads/gh-readonly-queue/main/pr-5-${base}/pr-12-${base}`, "refs/heads/main"],
  ])("“%s” for %s holds none (F5: a2aproject/a2a-rs#254)", (headRef, baseRef) => {
    expect(numberInRef({ ...group, headRef, baseRef })).toBeNull();
  });

  it("keeps what is no branch as it is", () => {
    expect([branchOf("refs/heads/a/b"), branchOf("main"), branchOf("refs/tags/v1"), branchOf("")]).toEqual([
      "a/b",
      "main",
      "refs/tags/v1",
      "",
    ]);
  });
});

describe("the number in a commit's message", () => {
  it.each([
    ["Merge pull request #12 from sam/discount", 12],
    ["Merge pull request #12 from sam/discount\n\nCloses (#13)", 12],
    ["Add a discount (#12)", 12],
    ["Fix (#5) again (#12)", 12],
    ["Fix (#5) again (#12) \r\n\nbody", 12],
    ["Merge pull request #12 from", null],
    ["Add a discount (#12) please", null],
    ["Add a discount\n\n(#12)", null],
    ["Add a discount (#012)", null],
    ["Add a discount #12", null],
    ["Add a discount (acme/shop#12)", null],
    ["", null],
  ])("of %j is %j", (message, number) => {
    expect(numberInMessage(message)).toBe(number);
  });
});
