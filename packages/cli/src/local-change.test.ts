import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createRepository, type TestRepository, temporaryFolder } from "../../../testing/git-repository.ts";
import { testIo } from "../../../testing/io.ts";
import { ExitError } from "./exit.ts";
import { collectLocalChange, type LocalOptions } from "./local-change.ts";
import { run } from "./main.ts";

let repository: TestRepository;
beforeAll(() => {
  repository = createRepository({ lasting: "file" });
  repository.git("remote", "add", "origin", "git@github.com:acme/shop.git");
  repository.commit("Start", { "a.ts": "one\n" });
  repository.commit("Change\n\nFixes #12\nPart of acme/other#3", { "a.ts": "two\n" });
});

async function collected(options: LocalOptions = {}, range = "HEAD") {
  const { io, stderr } = testIo({ cwd: repository.folder });
  return { ...(await collectLocalChange(range, options, io)), err: stderr() };
}

/** Writes a list of issues and gives its path. */
function issuesFile(issues: unknown): string {
  const path = join(temporaryFolder(), "issues.json");
  writeFileSync(path, JSON.stringify(issues));
  return path;
}

const known = {
  repository: "ACME/shop",
  number: 12,
  link: "reference",
  title: "The total",
  body: null,
  state: "open",
  state_reason: null,
  labels: [],
  author: { login: "nadia", kind: "user", id: 1 },
  editor: null,
  is_pull_request: false,
};

describe("a local change", () => {
  it("has the facts of git, and an author only when one is named", async () => {
    expect((await collected()).facts).toMatchObject({
      source: "git",
      repository: "acme/shop",
      number: null,
      author: { login: null, kind: "unknown", id: null },
    });
    const { facts } = await collected({ author: "copilot-swe-agent[bot]", intent: "KEY" });
    expect(facts.author).toEqual({ login: "copilot-swe-agent[bot]", kind: "unknown", id: null });
    expect(facts.explicit_intent).toEqual({ key: "KEY", source: "argument" });
  });

  it("a supplied issue keeps the link of the text and the repository as it was named", async () => {
    const { facts } = await collected({ factsIssues: issuesFile([known]) });
    expect(facts.issues).toEqual([
      expect.objectContaining({ repository: "acme/shop", number: 12, link: "closing", title: "The total" }),
      { repository: "acme/other", number: 3, link: "reference", unreadable: "not_looked_up" },
    ]);
  });

  it("of two supplied issues of one number the last is taken, and one that says it is unreadable stays so", async () => {
    const last = await collected({ factsIssues: issuesFile([known, { ...known, title: "Newer" }]) });
    expect(last.facts.issues[0]).toMatchObject({ title: "Newer" });
    const unreadable = { repository: "acme/shop", number: 12, link: "closing", unreadable: "forbidden" };
    const { facts } = await collected({ factsIssues: issuesFile([unreadable]) });
    expect(facts.issues[0]).toHaveProperty("unreadable");
  });

  it.each<[string, unknown]>([
    ["a number as text", [{ ...known, number: "12" }]],
    ["a repository that is none", [{ ...known, repository: 7 }]],
    ["a list in a list", [[known]]],
    ["a repository without an owner, though all else is there", [{ ...known, repository: undefined }]],
  ])("%s is a usage error", async (_name, issues) => {
    await expect(collected({ factsIssues: issuesFile(issues) })).rejects.toMatchObject({ code: 2 });
  });

  it("every failure of git is an exit code with a sentence", async () => {
    const failure = await collected({}, "nowhere").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ExitError);
    expect(failure).toMatchObject({ code: 2, message: expect.stringContaining("nowhere") });
  });

  it("an interruption ends the collection", async () => {
    const { io } = testIo({ cwd: repository.folder, signal: AbortSignal.abort() });
    await expect(collectLocalChange("HEAD", {}, io)).rejects.toBeInstanceOf(Error);
  });
});

describe("warrant facts", () => {
  it("prints what was collected, with the time, and nothing that changes the digest", async () => {
    const { io, stdout, stderr } = testIo({ cwd: repository.folder });
    expect(await run(["facts", "HEAD", "--facts-issues", issuesFile([known])], io)).toBe(0);
    const facts = JSON.parse(stdout());
    expect(facts).toMatchObject({ schema: "warrant.change-facts/v1", collected_at: "2026-01-02T03:04:05Z" });
    expect(facts.issues[0].title).toBe("The total");
    expect(stderr()).toBe("");
  });

  it.each([
    [["nowhere"], 2],
    [["--staged", "--worktree"], 2],
    [["HEAD", "--base", "HEAD~1"], 2],
    [["--format", "json"], 2],
  ])("%j ends with %i and prints nothing", async (args, code) => {
    const { io, stdout } = testIo({ cwd: repository.folder });
    expect([await run(["facts", ...args], io), stdout()]).toEqual([code, ""]);
  });
});
