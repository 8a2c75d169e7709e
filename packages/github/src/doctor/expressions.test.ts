import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { expression as of } from "../../../../testing/workflow-text.ts";
import { holdsSecret, mayNameHead, scriptFetchesHead, strangersText } from "./expressions.ts";

describe("text of a stranger in a script", () => {
  it.each([
    ["github.event.pull_request.title", "github.event.pull_request.title"],
    ["github.event.pull_request.body", "github.event.pull_request.body"],
    ["github.event.pull_request.head.ref", "github.event.pull_request.head.ref"],
    ["github.event.pull_request.head.label", "github.event.pull_request.head.label"],
    ["github.event.pull_request.head.repo.default_branch", "github.event.pull_request.head.repo.default_branch"],
    ["github.head_ref", "github.head_ref"],
    ["github.event.issue.title", "github.event.issue.title"],
    ["github.event.comment.body", "github.event.comment.body"],
    ["github.event.review.body", "github.event.review.body"],
    ["github.event.discussion.title", "github.event.discussion.title"],
    ["github.event.workflow_run.head_branch", "github.event.workflow_run.head_branch"],
    ["github.event.head_commit.author.name", "github.event.head_commit.author.name"],
    ["github.event.commits.*.message", "github.event.commits.*.message"],
    // Another spelling of the same.
    ["GitHub.Event.Pull_Request.Title", "github.event.pull_request.title"],
    ["github.event.pull_request['title']", "github.event.pull_request.title"],
    ['github.event["issue"][ "body" ]', "github.event.issue.body"],
    ["format('{0}', github.event.issue.title)", "github.event.issue.title"],
    ["github.event.number || github.event.issue.body", "github.event.issue.body"],
    ["toJSON(github.event)", "github.event"],
    ["toJSON(github.event.pull_request)", "github.event.pull_request"],
    // What nobody can put a quote or a `$` into.
    ["github.event.pull_request.number", null],
    ["github.event.pull_request.head.sha", null],
    ["github.event.pull_request.base.ref", null],
    ["github.event.pull_request.user.login", null],
    ["github.event.pull_request.head.repo.full_name", null],
    ["github.event.pull_request.head.repo.name", null],
    ["github.event.inputs.title", null],
    ["github.event_name", null],
    ["env.TITLE", null],
    ["github.sha", null],
  ])("%s", (inside, expected) => {
    expect(strangersText(`echo "${of(inside)}"`)).toBe(expected);
  });

  it("is none outside an expression", () => {
    expect(strangersText("echo github.event.pull_request.title")).toBeNull();
    expect(strangersText("$TITLE")).toBeNull();
  });
});

describe("the head of a change as the ref of a checkout", () => {
  it.each([
    [of("github.event.pull_request.head.sha"), true],
    [of("github.event.pull_request.head.ref"), true],
    [of("github.event.pull_request.head.repo.full_name"), true],
    [of("github.event.pull_request.merge_commit_sha"), true],
    [of("github.head_ref"), true],
    [of("github.event.workflow_run.head_sha"), true],
    ["refs/pull/12/merge", true],
    [`refs/pull/${of("github.event.issue.number")}/head`, true],
    [of("steps.pr.outputs.sha"), true],
    [of("needs.find.outputs.ref"), true],
    [of("inputs.ref"), true],
    [of("env.HEAD"), true],
    [of("github.event.pull_request.head.sha || github.sha"), true],
    [of("github.head_ref || github.ref"), true],
    [of("github.sha"), false],
    [of("github.base_ref"), false],
    [of("github.event.pull_request.base.sha"), false],
    [of("github.event.repository.default_branch"), false],
    [of("github.repository"), false],
    [of("vars.BRANCH || 'main'"), false],
    ["main", false],
    ["v4", false],
    ["", false],
  ])("%s: %s", (text, isHead) => {
    expect(mayNameHead(text)).toBe(isHead);
  });

  it.each([
    ["gh pr checkout 12", true],
    [`gh  pr checkout ${of("github.event.issue.number")}`, true],
    ["git fetch origin refs/pull/12/head", true],
    ['git fetch origin "pull/$NUMBER/head"', true],
    [`git checkout ${of("github.event.pull_request.head.sha")}`, true],
    ["git checkout main", false],
    ["gh pr view 12", false],
    ["npm ci && npm test", false],
  ])("in a script %s: %s", (script, isHead) => {
    expect(scriptFetchesHead(script)).toBe(isHead);
  });
});

describe("a secret", () => {
  it.each([
    ["secrets.NPM_TOKEN", true],
    ["toJSON(secrets)", true],
    ["secrets['NPM_TOKEN']", true],
    ["secrets.GITHUB_TOKEN", false],
    ["secrets.github_token", false],
    ["github.token", false],
  ])("%s: %s", (inside, isSecret) => {
    expect(holdsSecret(of(inside))).toBe(isSecret);
  });

  it("is none outside an expression", () => {
    expect(holdsSecret("secrets.NPM_TOKEN")).toBe(false);
  });
});

it("any text is read without an error", () => {
  const piece = constantFrom(
    "${{",
    "}}",
    "github.",
    "event.",
    "head_ref",
    "['",
    "']",
    "secrets",
    "||",
    "refs/pull/",
    "git ",
    "\n",
  );
  const text = array(oneof(piece, string({ maxLength: 6 })), { maxLength: 60 }).map((pieces) => pieces.join(""));
  assert(
    property(text, (value) => {
      expect(typeof mayNameHead(value)).toBe("boolean");
      expect(typeof scriptFetchesHead(value)).toBe("boolean");
      expect(typeof holdsSecret(value)).toBe("boolean");
      expect(strangersText(value) ?? "").not.toContain("${{");
    }),
    { numRuns: 200 },
  );
});

it.each([
  "${{".repeat(60_000),
  `\${{${" ".repeat(200_000)}`,
  "git checkout ".repeat(20_000),
  "github.event.".repeat(20_000),
  `gh${" ".repeat(200_000)}pr`,
  "['a'".repeat(60_000),
])("a hostile text of 200 kB ends: a backtracking expression would not (%#)", (text) => {
  expect([mayNameHead(text), scriptFetchesHead(text), holdsSecret(text)]).toEqual([false, false, false]);
  expect(strangersText(text)).toBeNull();
});
