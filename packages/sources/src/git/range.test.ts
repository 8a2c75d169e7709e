import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRepository, type TestRepository } from "../../../../testing/git-repository.ts";
import { collectGitFacts, type GitFactsOptions, openChange } from "./facts.ts";
import { emptyTree, splitRange } from "./range.ts";
import { editDistance } from "./revision.ts";

beforeEach(() => vi.stubEnv("GITHUB_BASE_REF", ""));
afterEach(() => vi.unstubAllEnvs());

type Options = Omit<GitFactsOptions, "cwd">;

async function factsOf(repository: TestRepository, options: Options = {}) {
  return (await collectGitFacts({ cwd: repository.folder, ...options })).facts;
}

/** What a range compares, as the subjects of its two ends and of its commits. */
async function summary(repository: TestRepository, options: Options) {
  const facts = await factsOf(repository, options);
  const subject = (sha: string) =>
    sha === emptyTree(sha) ? "nothing" : repository.git("log", "-1", "--format=%s", sha);
  const commits = facts.commits.map((commit) => commit.message.split("\n")[0]).join(" ");
  const files = facts.files.map((file) => file.path).join(" ");
  return `${subject(facts.base.sha)}→${subject(facts.head.sha)} [${commits}] ${files}`;
}

async function errorOf(repository: TestRepository, options: Options): Promise<Record<string, unknown>> {
  return collectGitFacts({ cwd: repository.folder, ...options }).then(
    () => ({ code: "none" }),
    (error: unknown) => error as Record<string, unknown>,
  );
}

const readOnly = new Map<string, TestRepository>();

/** A forked repository that tests share, and so must not change. */
function shared(objectFormat: "sha1" | "sha256" = "sha1"): TestRepository {
  const repository = readOnly.get(objectFormat) ?? forked(objectFormat, "file");
  readOnly.set(objectFormat, repository);
  return repository;
}

/** main: A B C; feature, from B: D E; E is tagged v1. HEAD is feature. */
function forked(objectFormat: "sha1" | "sha256" = "sha1", lasting: "test" | "file" = "test"): TestRepository {
  const repository = createRepository({ objectFormat, lasting });
  repository.commit("A", { a: "a\n" });
  repository.commit("B", { b: "b\n" });
  repository.branch("feature");
  repository.commit("D", { d: "d\n" });
  repository.commit("E", { e: "e\n" });
  repository.git("tag", "-a", "-m", "tag", "v1");
  repository.switch("main");
  repository.commit("C", { c: "c\n" });
  repository.switch("feature");
  return repository;
}

describe.each(["sha1", "sha256"] as const)("the forms of a range, with %s", (objectFormat) => {
  it.each([
    ["nothing", undefined, "B→E [D E] d e"],
    ["A..B", "main..feature", "C→E [D E] c d e"],
    ["A...B", "main...feature", "B→E [D E] d e"],
    ["A..", "main..", "C→E [D E] c d e"],
    ["..B", "..main", "E→C [C] c d e"],
    ["A...", "main...", "B→E [D E] d e"],
    ["REV", "HEAD", "D→E [E] e"],
    ["REV^!", "HEAD^!", "D→E [E] e"],
    ["REV^-", "main^-", "B→C [C] c"],
    ["HEAD~N", "HEAD~1", "B→D [D] d"],
    ["HEAD~N..", "HEAD~3..", "A→E [B D E] b d e"],
    ["@", "@", "D→E [E] e"],
    ["an annotated tag", "v1", "D→E [E] e"],
    ["a tag in a range", "main...v1", "B→E [D E] d e"],
    ["a full ref", "refs/heads/main", "B→C [C] c"],
    ["a root commit", "HEAD~3", "nothing→A [A] a"],
    ["an empty range", "HEAD..HEAD", "E→E [] "],
    ["a search in messages", ":/^D", "B→D [D] d"],
  ])("%s", async (_, range, expected) => {
    expect(await summary(shared(objectFormat), { range })).toBe(expected);
  });
});

describe("the names of both ends", () => {
  it.each([
    ["the branch HEAD is on", undefined, { base: "main", head: "feature" }],
    ["a branch that is named", "HEAD...main", { base: "feature", head: "main" }],
    ["a full ref", "refs/heads/main..refs/heads/feature", { base: "main", head: "feature" }],
    ["the revision as written, and a short id", "HEAD~2..HEAD~1", { base: "HEAD~2", head: "short" }],
    ["no branch for a tag", "main..v1", { base: "main", head: "short" }],
  ])("are %s", async (_, range, expected) => {
    const repository = shared();
    const { base, head } = await factsOf(repository, { range });
    const short = head.sha.slice(0, 7);
    expect({ base: base.ref, head: head.ref }).toEqual({
      base: expected.base,
      head: expected.head === "short" ? short : expected.head,
    });
  });

  it("are a short id and no branch for a detached HEAD", async () => {
    const repository = forked();
    repository.git("switch", "-q", "--detach");
    const change = await openChange({ cwd: repository.folder });
    expect(change.range.head).toEqual({
      ref: repository.git("rev-parse", "--short", "HEAD"),
      branch: null,
      sha: repository.git("rev-parse", "HEAD"),
    });
    await change.close();
  });

  it("leave the remote's name out, as a pull request does", async () => {
    const clone = shared().clone();
    const { base, head } = await factsOf(clone, { range: "origin/main...origin/feature" });
    expect([base.ref, head.ref]).toEqual(["main", "feature"]);
  });
});

describe("merges", () => {
  it("are compared with their first parent, with the commits they brought in", async () => {
    const repository = forked();
    repository.switch("main");
    repository.merge("feature", "M");
    expect(await summary(repository, { range: "HEAD" })).toBe("C→M [D E M] d e");
    expect((await factsOf(repository, { range: "HEAD" })).commits.at(-1)?.parents).toBe(2);
  });

  it("of three branches too", async () => {
    const repository = forked();
    repository.branch("third", "main");
    repository.commit("F", { f: "f\n" });
    repository.switch("main");
    repository.merge(["feature", "third"], "O");
    const facts = await factsOf(repository, { range: "HEAD" });
    expect(facts.commits.at(-1)?.parents).toBe(3);
    expect(facts.files.map((file) => file.path)).toEqual(["d", "e", "f"]);
  });
});

describe("the base", () => {
  it("is what --base names", async () => {
    expect(await summary(shared(), { base: "HEAD~1" })).toBe("D→E [E] e");
  });

  it("is GITHUB_BASE_REF of origin before anything else", async () => {
    const clone = shared().clone();
    clone.git("switch", "-q", "main");
    const facts = await factsOf(clone, { environment: { GITHUB_BASE_REF: "feature" } });
    expect(facts.base.ref).toBe("feature");
    const error = await errorOf(clone, { environment: { GITHUB_BASE_REF: "gone" } });
    expect(error).toMatchObject({ code: "no-base", exitCode: 2 });
    expect(error["next"]).toContain("git fetch origin gone:refs/remotes/origin/gone");
  });

  it("is the target of origin/HEAD next, and then known to be the default branch", async () => {
    const repository = forked();
    repository.git("switch", "-q", "-c", "trunk", "main");
    const clone = repository.clone();
    clone.git("switch", "-q", "-c", "mine", "origin/feature");
    expect((await factsOf(clone)).base).toMatchObject({ ref: "trunk", is_default: true });
    expect((await factsOf(clone, { base: "origin/feature" })).base).toMatchObject({
      ref: "feature",
      is_default: false,
    });
  });

  it.each(["main", "master", "trunk", "develop"])("is %s when nothing better exists", async (name) => {
    const repository = createRepository({ branch: name });
    repository.commit("A", { a: "a" });
    repository.branch("feature");
    repository.commit("B", { b: "b" });
    expect(await summary(repository, {})).toBe("A→B [B] b");
  });

  it("is never the branch HEAD is on", async () => {
    const repository = createRepository();
    repository.commit("A", { a: "a" });
    const error = await errorOf(repository, {});
    expect(error).toMatchObject({ code: "no-base", exitCode: 2 });
    expect(error["next"]).toContain("--base");
  });

  it("must have a commit in common with HEAD", async () => {
    const repository = forked();
    repository.git("switch", "-q", "--orphan", "other");
    repository.commit("X", { x: "x" });
    expect(await errorOf(repository, { range: "main..." })).toMatchObject({ code: "no-merge-base", exitCode: 2 });
    expect(await summary(repository, { range: "main.." })).toBe("C→X [X] a b c x");
  });
});

describe("a range that cannot be read", () => {
  it.each(["-x", "--output=stolen", "--upload-pack=evil", "main..-x", "-x...main"])(
    "is refused unread when a revision begins like an option: %s",
    async (range) => {
      const repository = shared();
      expect(await errorOf(repository, { range })).toMatchObject({ code: "bad-revision", exitCode: 2 });
      expect(repository.git("status", "--porcelain")).toBe("");
    },
  );

  it.each(["a\nHEAD", "a\0b", "", "..", "...", "x".repeat(1001)])("is refused: %j", async (range) => {
    expect(await errorOf(shared(), { range })).toMatchObject({ code: "bad-revision", exitCode: 2 });
  });

  it("names the nearest names", async () => {
    expect((await errorOf(shared(), { range: "featrue" }))["next"]).toBe("Did you mean feature?");
    expect((await errorOf(shared(), { range: "mian..HEAD" }))["message"]).toContain("mian");
    expect((await errorOf(shared().clone(), { range: "main..HEAD" }))["next"]).toBe("Did you mean origin/main?");
  });

  it("says how to see how far the history goes", async () => {
    const error = await errorOf(shared(), { range: "HEAD~99..HEAD" });
    expect(error).toMatchObject({ code: "no-such-revision", exitCode: 2 });
    expect(error["next"]).toContain("git log --oneline");
  });

  it.each(["HEAD:a", "HEAD^{tree}", "f".repeat(40), "$(id)", "main feature"])("is none: %s", async (range) => {
    expect(await errorOf(shared(), { range })).toMatchObject({ code: "no-such-revision", exitCode: 2 });
  });

  it.each([
    { range: "HEAD", staged: true },
    { range: "HEAD", worktree: true },
    { staged: true, worktree: true },
    { staged: true, base: "main" },
  ])("is refused with choices that exclude each other: %j", async (options) => {
    expect(await errorOf(shared(), options)).toMatchObject({ code: "bad-revision", exitCode: 2 });
  });
});

describe("unusual repositories", () => {
  it.each([{}, { range: "HEAD" }, { range: "HEAD~1.." }, { staged: true }, { worktree: true }])(
    "without commits are one clear sentence: %j",
    async (options) => {
      const error = await errorOf(createRepository(), options);
      expect(error).toMatchObject({ code: "no-commits", exitCode: 2 });
      expect(error["message"]).toMatch(/^[^\n]*the repository has no commits yet\. Commit something first\.$/);
    },
  );

  it("that are linked working trees have their own HEAD", async () => {
    const repository = forked();
    const tree = repository.worktree("second", "main");
    tree.commit("S", { s: "s\n" });
    expect(await summary(tree, {})).toBe("C→S [S] s");
    tree.write({ s: "t\n", u: "u\n" });
    expect((await factsOf(tree, { worktree: true })).files.map((file) => file.path)).toEqual(["s", "u"]);
    expect((await factsOf(tree)).repository).toBe("local/repository");
  });

  it("that are bare can be read, but have no working tree", async () => {
    const bare = shared().clone("--bare");
    expect(await summary(bare, { range: "main...feature" })).toBe("B→E [D E] d e");
    expect(await errorOf(bare, { worktree: true })).toMatchObject({ code: "no-working-tree", exitCode: 2 });
    expect(await errorOf(bare, { staged: true })).toMatchObject({ code: "no-working-tree" });
  });

  it("that are submodules of another can be read", async () => {
    const outer = createRepository();
    outer.commit("O", { o: "o\n" });
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", forked().folder, "inner");
    const facts = (await collectGitFacts({ cwd: outer.path("inner"), range: "HEAD" })).facts;
    expect(facts.files.map((file) => file.path)).toEqual(["e"]);
  });

  it("are found from any folder below", async () => {
    const repository = forked();
    repository.commit("F", { "deep/er/f": "f\n" });
    const facts = (await collectGitFacts({ cwd: repository.path("deep/er"), range: "HEAD" })).facts;
    expect(facts.files.map((file) => file.path)).toEqual(["deep/er/f"]);
  });
});

describe("shallow clones", () => {
  it("without the merge base give one finding with the command, and no file list that looks whole", async () => {
    const clone = shared().shallowClone(1);
    const { facts, findings } = await collectGitFacts({ cwd: clone.folder, range: "origin/main...origin/feature" });
    expect(findings).toMatchObject([
      { rule: "git.shallow", next: "Run `git fetch --unshallow origin` and check again." },
    ]);
    expect(facts).toMatchObject({ files: [], files_total: null });
    expect(facts.incomplete.map((entry) => entry.what)).toEqual(expect.arrayContaining(["files", "commits"]));
    expect(facts).not.toHaveProperty("lines_total");
  });

  it("without the parent of a commit do not take it for a root commit", async () => {
    const clone = shared().shallowClone(1, "feature");
    const { facts, findings } = await collectGitFacts({ cwd: clone.folder, range: "HEAD" });
    expect(findings).toMatchObject([
      { rule: "git.shallow", next: "Run `git fetch --deepen=1 origin` and check again." },
    ]);
    expect(facts).toMatchObject({ files: [], files_total: null, title: "E" });
  });

  it("say when the base's files cannot be read either", async () => {
    const clone = shared().shallowClone(1, "feature");
    const change = await openChange({ cwd: clone.folder, range: "HEAD" });
    expect(change.base.isPresent).toBe(false);
    await change.close();
  });

  it("that reach far enough are like any other", async () => {
    const clone = shared().shallowClone(3);
    expect(await summary(clone, { range: "origin/main...origin/feature" })).toBe("B→E [D E] d e");
  });

  it("whose end lies inside the range list their commits as incomplete", async () => {
    const clone = shared().shallowClone(1);
    const { facts, findings } = await collectGitFacts({ cwd: clone.folder, range: "origin/main..origin/feature" });
    expect(facts.files.map((file) => file.path)).toEqual(["c", "d", "e"]);
    expect(facts.incomplete).toContainEqual(expect.objectContaining({ what: "commits" }));
    expect(findings).toMatchObject([{ rule: "git.shallow" }]);
  });

  it("name the command when a revision lies beyond their end", async () => {
    const clone = shared().shallowClone(1, "feature");
    expect((await errorOf(clone, { range: "HEAD~3.." }))["next"]).toContain("git fetch --deepen=3 origin");
  });
});

describe("small rules", () => {
  it.each([
    ["a..b", "two", "a", "b"],
    ["a...b", "three", "a", "b"],
    ["..b", "two", "HEAD", "b"],
    ["a..", "two", "a", "HEAD"],
    ["a", "single", "", "a"],
    ["a^!", "single", "", "a"],
  ])("%s is split as git splits it", (range, form, left, right) => {
    expect(splitRange(range)).toMatchObject({ form, left, right });
  });

  it("the empty tree is the one of the hash algorithm", () => {
    for (const objectFormat of ["sha1", "sha256"] as const) {
      const repository = createRepository({ objectFormat });
      const id = repository.gitBytes(["hash-object", "-t", "tree", "--stdin"]).toString().trim();
      expect(emptyTree(id)).toBe(id);
    }
  });

  it.each([
    ["main", "main", 0],
    ["mian", "main", 2],
    ["man", "main", 1],
    ["main", "", 4],
    ["trunk", "", 5],
    ["abcdef", "uvwxyz", 5],
  ])("%s and %s are %i letters apart, counted to 4", (from, to, distance) => {
    expect(editDistance(from, to, 4)).toBe(distance);
  });
});
