import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { createRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { baseCommit, findWorkTree, readWorkTreeGit, stampOf, type WorkTree } from "./work-tree.ts";

function treeAt(folder: string): WorkTree {
  const tree = findWorkTree(folder);
  if (tree === null) throw new Error(`no work tree at ${folder}`);
  return tree;
}

describe("findWorkTree", () => {
  it("finds the root from any folder in it, with links resolved", () => {
    const repository = createRepository();
    mkdirSync(repository.path("src/deep"), { recursive: true });
    const link = join(temporaryFolder(), "link");
    symlinkSync(repository.folder, link);
    const tree = { root: repository.folder, gitFolder: repository.path(".git"), commonFolder: repository.path(".git") };
    expect(findWorkTree(repository.path("src/deep"))).toEqual(tree);
    expect(findWorkTree(join(link, "src"))).toEqual(tree);
  });

  it("finds a linked work tree as a root of its own with shared refs", () => {
    const repository = createRepository();
    repository.commit("First", { a: "1" });
    const linked = repository.worktree("side");
    const tree = treeAt(linked.folder);
    expect(tree.root).toBe(linked.folder);
    expect(tree.commonFolder).toBe(repository.path(".git"));
    expect(readWorkTreeGit(tree).branch).toBe("side");
  });

  it.each([
    ["outside of every repository", () => temporaryFolder()],
    ["for a folder that is not there", () => join(temporaryFolder(), "missing")],
    ["for a relative folder", () => "."],
    [
      "for a .git that names nothing",
      () => {
        const folder = temporaryFolder();
        writeFileSync(join(folder, ".git"), "no folder at all");
        return folder;
      },
    ],
  ])("finds none %s", (_where, make) => {
    expect(findWorkTree(make())).toBeNull();
  });
});

describe("readWorkTreeGit", () => {
  it("reads the branch, the default branch of origin and the remotes without passwords", () => {
    const repository = createRepository();
    repository.commit("First", { a: "1" });
    repository.git("remote", "add", "origin", "https://maria:secret@github.com/acme/shop.git");
    repository.git("remote", "add", "other.one", "git@example.org:acme/other.git");
    repository.git("remote", "set-url", "--push", "other.one", "ssh://git:secret@example.org/push.git");
    repository.git("update-ref", "refs/remotes/origin/trunk", "HEAD");
    repository.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk");
    repository.branch("feature/cart");
    expect(readWorkTreeGit(treeAt(repository.folder))).toEqual({
      branch: "feature/cart",
      default_branch: "trunk",
      remotes: { origin: "https://github.com/acme/shop.git", "other.one": "ssh://example.org/push.git" },
      oid_length: 20,
    });
  });

  it("knows no branch of a detached HEAD and no default branch where origin says none", () => {
    const repository = createRepository({ objectFormat: "sha256" });
    repository.commit("First", { a: "1" });
    repository.git("checkout", "-q", "--detach");
    expect(readWorkTreeGit(treeAt(repository.folder))).toEqual({
      branch: null,
      default_branch: null,
      remotes: {},
      oid_length: 32,
    });
  });

  it("reads a configuration with quotes, comments, continued lines and keys beside their section", () => {
    const repository = createRepository();
    writeFileSync(
      repository.path(".git/config"),
      '[core]\n\tbare = false\n[Remote "a\\"b"] URL = "https://example.org/a#b" ; why\n[remote "long"]\n\turl = https://exam\\\nple.org/c # note\n',
    );
    expect(readWorkTreeGit(treeAt(repository.folder)).remotes).toEqual({
      'a"b': "https://example.org/a#b",
      long: "https://example.org/c",
    });
  });

  it("does not take the placeholder of another form of refs for a branch", () => {
    const repository = createRepository();
    writeFileSync(repository.path(".git/config"), "[extensions]\n\trefStorage = reftable\n");
    writeFileSync(repository.path(".git/HEAD"), "ref: refs/heads/.invalid\n");
    expect(readWorkTreeGit(treeAt(repository.folder))).toMatchObject({ branch: null, default_branch: null });
  });

  it("never throws, whatever stands in git's files", () => {
    const repository = createRepository();
    const tree = treeAt(repository.folder);
    assert(
      property(string({ maxLength: 200, unit: "binary" }), (text) => {
        writeFileSync(repository.path(".git/config"), text);
        writeFileSync(repository.path(".git/HEAD"), text);
        writeFileSync(repository.path(".git/packed-refs"), text);
        expect(readWorkTreeGit(tree).oid_length).toBeGreaterThan(0);
        expect(baseCommit(tree)).toBeNull();
      }),
      { numRuns: 100 },
    );
  });
});

describe("baseCommit", () => {
  it("is the tip of what origin's HEAD names, loose or packed, and nothing of the branch that is checked out", () => {
    const repository = createRepository();
    const first = repository.commit("First", { a: "1" });
    repository.git("update-ref", "refs/remotes/origin/trunk", first);
    repository.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk");
    repository.commit("Second", { a: "2" });
    const tree = treeAt(repository.folder);
    expect(baseCommit(tree)).toBe(first);
    repository.git("pack-refs", "--all");
    expect(baseCommit(tree)).toBe(first);
    const third = repository.commit("Third", { a: "3" });
    repository.git("update-ref", "refs/remotes/origin/trunk", third);
    expect(baseCommit(tree)).toBe(third);
  });

  it("is origin's main where origin names no default, and nothing without a remote", () => {
    const repository = createRepository();
    const first = repository.commit("First", { a: "1" });
    const tree = treeAt(repository.folder);
    expect(baseCommit(tree)).toBeNull();
    repository.git("update-ref", "refs/remotes/origin/main", first);
    expect(baseCommit(tree)).toBe(first);
  });
});

describe("stampOf", () => {
  it("changes with the file, and says when there is none", () => {
    const path = join(temporaryFolder(), "file");
    expect(stampOf(path)).toBe("none");
    writeFileSync(path, "1");
    const before = stampOf(path);
    expect(stampOf(path)).toBe(before);
    writeFileSync(path, "22");
    expect(stampOf(path)).not.toBe(before);
  });
});
