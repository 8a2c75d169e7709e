import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChangeFacts, isFileListComplete } from "@warrant/kernel/change/facts";
import { readFacts } from "@warrant/kernel/change/read-facts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRepository, type TestRepository } from "../../../../testing/git-repository.ts";
import { collectGitFacts, type GitFactsOptions, openChange } from "./facts.ts";

beforeEach(() => vi.stubEnv("GITHUB_BASE_REF", ""));
afterEach(() => vi.unstubAllEnvs());

function collect(repository: TestRepository, options: Omit<GitFactsOptions, "cwd"> = {}) {
  return collectGitFacts({ cwd: repository.folder, ...options });
}

/** A repository on `feature`, two commits after `main`. */
function featureBranch(): TestRepository {
  const repository = createRepository();
  repository.commit("Begin", { "a.txt": "one\n", "b.txt": "two\n" });
  repository.branch("feature");
  repository.commit("Correct the total\n\nFixes #12", { "a.txt": "one\nmore\n" });
  repository.commit("Add a test\n\nCo-authored-by: Claude <noreply@anthropic.com>", { "c.txt": "three\n" });
  return repository;
}

describe("the facts of a branch", () => {
  it("are a whole document: files, commits, texts, and what only a platform knows marked as missing", async () => {
    const repository = featureBranch();
    const { facts, findings, baseSha } = await collect(repository);
    expect(findings).toEqual([]);
    expect(baseSha).toBe(repository.git("rev-parse", "main"));
    expect(facts).toMatchObject({
      schema: "warrant.change-facts/v1",
      source: "git",
      host: "github.com",
      repository: "local/repository",
      number: null,
      title: "Correct the total",
      author: { login: null, kind: "unknown", id: null },
      base: { ref: "main", sha: baseSha },
      head: { ref: "feature", sha: repository.git("rev-parse", "HEAD") },
      state: "open",
      draft: false,
      files_total: 2,
      lines_total: { additions: 2, deletions: 0 },
      labels: [],
      plans: [],
      reviews: [],
      checks: [],
    });
    expect(facts.files).toEqual([
      {
        path: "a.txt",
        status: "modified",
        additions: 1,
        deletions: 0,
        binary: false,
        mode: "100644",
        previous_mode: "100644",
        kind: "file",
        patch: "@@ -1,0 +2 @@ one\n+more",
      },
      {
        path: "c.txt",
        status: "added",
        additions: 1,
        deletions: 0,
        binary: false,
        mode: "100644",
        kind: "file",
        patch: "@@ -0,0 +1 @@\n+three",
      },
    ]);
    expect(facts.incomplete).toEqual(
      ["labels", "reviews", "checks"].map((what) => ({ what, why: "not available without a platform" })),
    );
    expect(isFileListComplete(facts)).toBe(true);
    expect(facts).not.toHaveProperty("requested_by");
    expect(readFacts(JSON.parse(JSON.stringify(facts)))).toEqual({ ok: true, facts });
  });

  it("hold each commit with its identities and trailers, oldest first", async () => {
    const repository = featureBranch();
    repository.commit(
      "Third",
      {},
      {
        author: { name: "Ä. Müller", email: "a@example.org" },
        committer: { name: "GitHub", email: "noreply@github.com" },
      },
    );
    const { facts } = await collect(repository);
    expect(facts.commits.map((commit) => commit.message.split("\n")[0])).toEqual([
      "Correct the total",
      "Add a test",
      "Third",
    ]);
    expect(facts.commits[1]?.trailers).toEqual([{ key: "Co-authored-by", value: "Claude <noreply@anthropic.com>" }]);
    expect(facts.commits[2]).toMatchObject({
      author: { name: "Ä. Müller", email: "a@example.org", login: null },
      committer: { name: "GitHub", email: "noreply@github.com", login: null },
      parents: 1,
    });
    expect(facts.body).toBe(
      "Correct the total\n\nFixes #12\n\nAdd a test\n\nCo-authored-by: Claude <noreply@anthropic.com>\n\nThird",
    );
  });

  it("take subject and body of a single commit", async () => {
    const { facts } = await collect(featureBranch(), { range: "HEAD~1" });
    expect(facts).toMatchObject({ title: "Correct the total", body: "Fixes #12" });
  });

  it("name the issues of all messages once, with the strongest link, not looked up", async () => {
    const repository = createRepository();
    repository.commit("Begin");
    repository.branch("feature");
    repository.commit("See #1, refs #2 and part of acme/shop#3");
    repository.commit("Fixes #2\n\n`fixes #9` <!-- fixes #10");
    repository.commit("Closes acme/SHOP#3, relates to #4");
    const { facts } = await collect(repository);
    expect(facts.issues).toEqual([
      { repository: "local/repository", number: 2, link: "closing", unreadable: "not_looked_up" },
      { repository: "acme/SHOP", number: 3, link: "closing", unreadable: "not_looked_up" },
      { repository: "local/repository", number: 4, link: "reference", unreadable: "not_looked_up" },
    ]);
  });

  it("are the same bytes every time", async () => {
    const repository = featureBranch();
    expect(JSON.stringify(await collect(repository))).toBe(JSON.stringify(await collect(repository)));
  });
});

describe("what stands in the files", () => {
  async function filesOf(repository: TestRepository) {
    return (await collect(repository, { range: "HEAD" })).facts.files;
  }

  it("shows a rename with an edit as one file with both paths", async () => {
    const repository = createRepository();
    repository.commit("First", { "old.txt": `${"line\n".repeat(20)}end\n` });
    repository.rename("old.txt", "sub/new.txt");
    repository.commit("Second", { "sub/new.txt": `${"line\n".repeat(20)}END\n` });
    expect(await filesOf(repository)).toMatchObject([
      { path: "sub/new.txt", previous_path: "old.txt", status: "renamed", additions: 1, deletions: 1 },
    ]);
  });

  it("shows a rename without an edit with an empty patch, since nothing is unknown about it", async () => {
    const repository = createRepository();
    repository.commit("First", { "old.txt": "line\n" });
    repository.rename("old.txt", "new.txt");
    repository.commit("Second");
    expect(await filesOf(repository)).toMatchObject([{ status: "renamed", additions: 0, deletions: 0, patch: "" }]);
  });

  it("shows a submodule moved on as its two commit ids", async () => {
    const repository = createRepository();
    repository.submodule("vendor/lib", "a".repeat(40));
    repository.commitStaged("First");
    repository.submodule("vendor/lib", "b".repeat(40));
    repository.commitStaged("Second");
    expect(await filesOf(repository)).toMatchObject([
      {
        path: "vendor/lib",
        kind: "submodule",
        mode: "160000",
        binary: false,
        patch: `@@ -1 +1 @@\n-Subproject commit ${"a".repeat(40)}\n+Subproject commit ${"b".repeat(40)}`,
      },
    ]);
  });

  it("cannot have a submodule hidden by .gitmodules", async () => {
    const repository = createRepository();
    repository.commit("First", { ".gitmodules": '[submodule "lib"]\n\tpath = lib\n\turl = x\n\tignore = all\n' });
    repository.submodule("lib", "b".repeat(40));
    repository.commitStaged("Second");
    expect(await filesOf(repository)).toMatchObject([{ path: "lib", status: "added", kind: "submodule" }]);
  });

  it("shows a file swapped for a link as a change of type, and a link as one", async () => {
    const repository = createRepository();
    repository.commit("First", { a: "text\n", b: { symlink: "a" }, c: { symlink: "a" } });
    repository.commit("Second", { a: { symlink: "/etc/passwd" }, b: { symlink: "c" }, c: null });
    expect(await filesOf(repository)).toMatchObject([
      { path: "a", status: "type_changed", kind: "symlink", mode: "120000", previous_mode: "100644" },
      {
        path: "b",
        status: "modified",
        kind: "symlink",
        patch: "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+c\n\\ No newline at end of file",
      },
      { path: "c", status: "removed", kind: "symlink", previous_mode: "120000" },
    ]);
  });

  it("shows a mode change alone, and a new executable", async () => {
    const repository = createRepository();
    repository.commit("First", { run: "#!/bin/sh\n" });
    repository.commit("Second", { run: { executable: "#!/bin/sh\n" }, other: { executable: "x\n" } });
    expect(await filesOf(repository)).toMatchObject([
      { path: "other", mode: "100755" },
      {
        path: "run",
        status: "modified",
        mode: "100755",
        previous_mode: "100644",
        additions: 0,
        deletions: 0,
        patch: "",
      },
    ]);
  });

  it("shows a binary file without counts and without a patch", async () => {
    const repository = createRepository();
    repository.commit("First", { "x.bin": Buffer.from([0, 1]) });
    repository.commit("Second", { "x.bin": Buffer.from([0, 2]) });
    const [file] = await filesOf(repository);
    expect(file).toEqual({
      path: "x.bin",
      status: "modified",
      binary: true,
      mode: "100644",
      previous_mode: "100644",
      kind: "file",
    });
  });

  it("keeps names with line ends, quotes and other scripts as they are", async () => {
    const repository = createRepository();
    repository.commit("First");
    const names = ["a\nb", 'c"d', "日本", "é"].sort();
    repository.commit("Second", Object.fromEntries(names.map((name) => [name, "x\n"])));
    const { facts } = await collect(repository, { range: "HEAD" });
    expect(facts.files.map((file) => file.path).sort()).toEqual(names);
    expect(isFileListComplete(facts)).toBe(true);
  });

  it("shows names that are not UTF-8 escaped, says so, and calls the list incomplete", async () => {
    const repository = createRepository();
    repository.commit("First");
    repository.commit("Second", [[Buffer.from([0x66, 0xff]), "x\n"]]);
    const { facts, findings } = await collect(repository, { range: "HEAD" });
    expect(facts.files).toMatchObject([{ path: "f\\377" }]);
    expect(facts.incomplete).toContainEqual(expect.objectContaining({ what: "files", listed: 0, total: 1 }));
    expect(findings).toMatchObject([{ rule: "git.name", where: { path: "f\\377" } }]);
  });

  it("keeps CRLF and bytes that are not UTF-8 in patches without failing", async () => {
    const repository = createRepository();
    repository.commit("First", { a: "x\r\n" });
    repository.commit("Second", { a: Buffer.from("y\r\n\xff\n", "latin1") });
    expect(await filesOf(repository)).toMatchObject([{ patch: "@@ -1 +1,2 @@\n-x\r\n+y\r\n+\uFFFD" }]);
  });

  it("cannot be made binary by attributes the change brings along", async () => {
    const repository = createRepository();
    repository.commit("First", { "evil.ts": "one\n" });
    repository.commit("Second", { "evil.ts": "two\n", ".gitattributes": "*.ts -diff\n" });
    const files = await filesOf(repository);
    expect(files.find((file) => file.path === "evil.ts")).toMatchObject({ binary: false, additions: 1, deletions: 1 });
  });

  it("starts no program that the repository's settings name", async () => {
    const repository = createRepository();
    const trap = join(repository.folder, "trap.sh");
    repository.commit("First", { "a.ts": "one\n", ".gitattributes": "*.ts diff=trap\n" });
    writeFileSync(trap, `#!/bin/sh\necho ran >> '${repository.folder}/ran'\ncat "$1"\n`);
    chmodSync(trap, 0o755);
    for (const key of ["diff.trap.command", "diff.trap.textconv", "diff.external", "core.fsmonitor", "core.pager"]) {
      repository.git("config", key, trap);
    }
    writeFileSync(join(repository.folder, "a.ts"), "two\n");
    const { facts } = await collect(repository, { worktree: true });
    expect(facts.files[0]).toMatchObject({ path: "a.ts", patch: "@@ -1 +1 @@\n-one\n+two" });
    expect(facts.files.map((file) => file.path)).not.toContain("ran");
  });

  it.each(["a filter", "x=y", "trap.clean"])(
    "starts no content filter that the repository's settings name, also one called %s",
    async (name) => {
      const repository = createRepository();
      repository.commit("First", { "a.ts": "one\n" });
      const ran = join(repository.folder, ".git", "ran");
      for (const key of ["clean", "smudge", "process"]) {
        repository.git("config", `filter.${name}.${key}`, `touch '${ran}'; cat #`);
      }
      repository.git("config", `filter.${name}.required`, "true");
      writeFileSync(join(repository.folder, ".git", "info", "attributes"), `*.ts filter=${name.replace(" ", "-")}\n`);
      if (name.includes(" ")) repository.git("config", "filter.a-filter.clean", `touch '${ran}'; cat #`);
      writeFileSync(join(repository.folder, "a.ts"), "two\n");
      const worktree = await collect(repository, { worktree: true });
      expect(worktree.facts.files[0]).toMatchObject({ path: "a.ts", patch: "@@ -1 +1 @@\n-one\n+two" });
      await collect(repository, { staged: true });
      expect(existsSync(ran)).toBe(false);
    },
  );

  it.each<[string, Record<string, string>]>([
    ["over ssh", { "remote.origin.url": "ssh://example.invalid/x" }],
    ["by a helper", { "remote.origin.url": "ext::sh -c touch% RAN", "protocol.ext.allow": "always" }],
    ["from a folder", { "remote.origin.url": "EMPTY", "protocol.file.allow": "always" }],
  ])("fetches no missing object %s, since its remote names programs, and says what to do", async (_name, settings) => {
    const repository = featureBranch();
    const ran = join(repository.folder, ".git", "ran");
    const all: Record<string, string> = {
      ...settings,
      "remote.origin.promisor": "true",
      "extensions.partialClone": "origin",
      "core.repositoryFormatVersion": "1",
      "core.sshCommand": `touch '${ran}' #`,
      "remote.origin.uploadpack": `touch '${ran}';`,
    };
    for (const [key, value] of Object.entries(all)) {
      repository.git(
        "config",
        key,
        value.replace("RAN", ran).replace("EMPTY", createRepository({ bare: true }).folder),
      );
    }
    const blobs = repository.git("ls-tree", "-r", "--format=%(objectname)", "HEAD").trim().split("\n");
    for (const blob of blobs) rmSync(join(repository.folder, ".git", "objects", blob.slice(0, 2), blob.slice(2)));
    await expect(collect(repository)).rejects.toThrow(/git fetch --refetch --no-filter/);
    expect(existsSync(ran)).toBe(false);
  });

  it("are not changed by settings of the repository", async () => {
    const repository = featureBranch();
    const before = await collect(repository);
    const settings = {
      "diff.noprefix": "true",
      "diff.mnemonicPrefix": "true",
      "diff.renames": "false",
      "diff.context": "9",
      "color.ui": "always",
      "core.quotePath": "true",
      "log.showSignature": "true",
      "format.pretty": "oneline",
      "diff.algorithm": "histogram",
      "diff.interHunkContext": "9",
      "core.abbrev": "4",
      "diff.relative": "true",
      "log.date": "raw",
      "diff.orderFile": "order",
    };
    for (const [key, value] of Object.entries(settings)) repository.git("config", key, value);
    expect(await collect(repository)).toEqual(before);
  });

  it("are complete above 5,000 files", async () => {
    const repository = createRepository();
    repository.commit("First");
    repository.commit(
      "Second",
      Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`d${index % 50}/f${index}.txt`, `${index}\n`])),
    );
    const { facts } = await collect(repository, { range: "HEAD" });
    expect(facts).toMatchObject({ files_total: 5001, lines_total: { additions: 5001, deletions: 0 } });
    expect(new Set(facts.files.map((file) => file.path)).size).toBe(5001);
    expect(isFileListComplete(facts)).toBe(true);
  });

  it("say when there were too many files to look for renames by likeness", async () => {
    const repository = createRepository();
    const numbered = (folder: string, text: string) =>
      Object.fromEntries(
        Array.from({ length: 1001 }, (_, index) => [`${folder}/f${index}`, `${text} ${index}\n${index}\n`]),
      );
    repository.commit("First", { ...numbered("old", "text"), same: "moved unchanged\n" });
    repository.git("rm", "-rq", "old");
    repository.rename("same", "moved");
    repository.commit("Second", numbered("new", "other"));
    const { facts, findings } = await collect(repository, { range: "HEAD" });
    expect(findings).toMatchObject([{ rule: "git.rename-limit", severity: "info" }]);
    expect(facts.files.filter((file) => file.status === "renamed")).toMatchObject([
      { path: "moved", previous_path: "same" },
    ]);
    expect(facts.files_total).toBe(2003);
  });

  it("lose a patch over 1 MiB and say so, but keep its counts", async () => {
    const repository = createRepository();
    repository.commit("First");
    repository.commit("Second", { big: "0123456789\n".repeat(120_000), small: "1\n" });
    const { facts } = await collect(repository, { range: "HEAD" });
    expect(facts.files).toMatchObject([
      { path: "big", additions: 120_000 },
      { path: "small", patch: "@@ -0,0 +1 @@\n+1" },
    ]);
    expect(facts.files[0]).not.toHaveProperty("patch");
    expect(facts.incomplete).toContainEqual(expect.objectContaining({ what: "patches", listed: 1, total: 2 }));
    expect(facts.files_total).toBe(2);
  });
});

describe("what is not committed yet", () => {
  it("is compared with HEAD as it is staged, and belongs to no commit an approval could name", async () => {
    const repository = featureBranch();
    repository.write({ "a.txt": "staged\n", "untracked.txt": "x\n" });
    repository.git("add", "a.txt");
    repository.write({ "a.txt": "not staged\n" });
    const { facts, baseSha } = await collect(repository, { staged: true });
    expect(facts).toMatchObject({
      head: { ref: "feature", sha: "0".repeat(40) },
      commits: [],
      title: "",
      body: null,
      files_total: 1,
    });
    expect(facts.files).toMatchObject([{ path: "a.txt", patch: "@@ -1,2 +1 @@\n-one\n-more\n+staged" }]);
    expect(baseSha).toBe(repository.git("rev-parse", "HEAD"));
    expect(ChangeFacts.safeParse(facts).success).toBe(true);
  });

  it("follows the index a commit hook is given, if it lies in the repository's own folder", async () => {
    const repository = featureBranch();
    repository.write({ "a.txt": "staged\n" });
    vi.stubEnv("GIT_INDEX_FILE", ".git/next-index");
    repository.gitBytes(["add", "a.txt"], { env: { GIT_INDEX_FILE: `${repository.folder}/.git/next-index` } });
    expect((await collect(repository, { staged: true })).facts.files.map((file) => file.path)).toContain("a.txt");
    vi.stubEnv("GIT_INDEX_FILE", "/elsewhere/index");
    expect((await collect(repository, { staged: true })).facts.files).toEqual([]);
  });

  it("includes files git does not know, but not ignored ones, from any folder", async () => {
    const repository = featureBranch();
    repository.commit("Ignore", { ".gitignore": "*.log\n", "sub/kept.txt": "1\n" });
    repository.write([
      ["a.txt", null],
      ["sub/new\n.txt", "one\ntwo"],
      ["x.log", "ignored"],
      ["bin", Buffer.from([0])],
      ["run", { executable: "#!/bin/sh\n" }],
      ["link", { symlink: "a.txt" }],
      ["empty", ""],
      [Buffer.from([0x7a, 0xfe]), "z\n"],
    ]);
    const { facts } = await collectGitFacts({ cwd: join(repository.folder, "sub"), worktree: true });
    expect(facts.files).toMatchObject([
      { path: "a.txt", status: "removed", deletions: 2 },
      { path: "bin", status: "added", binary: true },
      { path: "empty", additions: 0, patch: "" },
      { path: "link", kind: "symlink", mode: "120000", patch: "@@ -0,0 +1 @@\n+a.txt\n\\ No newline at end of file" },
      { path: "run", mode: "100755", additions: 1 },
      { path: "sub/new\n.txt", additions: 2, patch: "@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file" },
      { path: "z\\376", additions: 1 },
    ]);
    expect(facts.incomplete).toContainEqual(expect.objectContaining({ what: "files" }));
    expect(repository.git("status", "--porcelain", "--ignored=no").split("\n")).toHaveLength(7);
  });

  it("shows untracked files as git shows them once they are added", async () => {
    const repository = featureBranch();
    repository.write({
      one: "1\n",
      two: "1\n2",
      crlf: "a\r\nb\r\n",
      empty: "",
      long: "x\n".repeat(3000),
      "sub/d": "\n",
    });
    const untracked = await collect(repository, { worktree: true });
    repository.git("add", "-A");
    const staged = await collect(repository, { staged: true });
    expect(untracked.facts.files).toEqual(staged.facts.files);
  });

  it("does not read an unreadable or a nested repository as empty", async () => {
    const repository = featureBranch();
    repository.git("init", "-q", "nested");
    repository.write({ "nested/x": "1\n" });
    repository.gitBytes(["-C", "nested", "add", "-A"]);
    repository.gitBytes(["-C", "nested", "-c", "user.name=a", "-c", "user.email=b", "commit", "-qm", "x"]);
    const { facts } = await collect(repository, { worktree: true });
    expect(facts.files).toEqual([
      { path: "nested", status: "added", kind: "submodule", mode: "160000", binary: false },
    ]);
    expect(facts.incomplete.map((entry) => entry.what)).toContain("patches");
  });

  it("is refused while a merge conflict is open", async () => {
    const repository = featureBranch();
    repository.switch("main");
    repository.commit("Other", { "a.txt": "other\n" });
    expect(() => repository.merge("feature")).toThrow("Command failed");
    for (const options of [{ staged: true }, { worktree: true }]) {
      const error = await collect(repository, options).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "unmerged", exitCode: 2 });
    }
  });
});

describe("files of the base", () => {
  it("come from the base commit, never from the change", async () => {
    const repository = createRepository();
    repository.commit("Begin", {
      "warrant.yaml": "intent: {}\n",
      "plans/a.md": "A",
      "plans/deep/b.md": "B",
      "plansx/c.md": "C",
    });
    repository.branch("feature");
    repository.commit("Loosen", { "warrant.yaml": "loose", "plans/evil.md": "E" });
    const change = await openChange({ cwd: repository.folder });
    expect((await change.base.read("warrant.yaml"))?.toString()).toBe("intent: {}\n");
    expect((await change.base.list("plans")).map((entry) => entry.path)).toEqual(["plans/a.md", "plans/deep/b.md"]);
    expect((await change.base.list("")).map((entry) => entry.path)).toHaveLength(4);
    expect(await change.base.read("absent")).toBeNull();
    expect(await change.base.read("plans")).toBeNull();
    expect(await change.base.read("a\nHEAD")).toBeNull();
    expect(await change.base.list("absent")).toEqual([]);
    expect(change.base.isPresent).toBe(true);
    await change.close();
  });

  it("of a root commit are none", async () => {
    const repository = createRepository();
    repository.commit("Begin", { "warrant.yaml": "intent: {}\n" });
    const change = await openChange({ cwd: repository.folder, range: "HEAD" });
    expect(await change.base.read("warrant.yaml")).toBeNull();
    expect(change.base.isPresent).toBe(true);
    await change.close();
  });
});

describe("an abort", () => {
  it("ends the collection with the caller's reason", async () => {
    const repository = featureBranch();
    const controller = new AbortController();
    const change = await openChange({ cwd: repository.folder, signal: controller.signal });
    const work = change.collect();
    controller.abort(new Error("interrupted"));
    await expect(work).rejects.toThrow("interrupted");
    await change.close();
  });
});
