import { writeFileSync } from "node:fs";
import { findWorkTree } from "@warrant/sources/git/work-tree";
import { describe, expect, it } from "vitest";
import { createRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { FileSights, scratchFolders, volumeAt } from "./look.ts";

describe("what git could bring back", () => {
  it("follows the index and the file at every look", () => {
    const sights = new FileSights();
    const repository = createRepository();
    repository.write({ a: "1", b: "2", "node_modules/x": "3" });
    const tree = findWorkTree(repository.folder);
    if (tree === null) throw new Error("no tree");
    const state = (path: string) => sights.look(repository.path(path), [tree]).vcs;
    expect(state("a")).toBeUndefined();
    repository.git("add", "a");
    repository.commitStaged("First");
    // The files are older than the index by now, however coarse the clock.
    repository.git("update-index", "--force-write-index");
    expect(state("b")).toBe("untracked");
    writeFileSync(repository.path("a"), "22");
    expect(state("a")).toBe("modified");
    repository.git("rm", "-q", "--cached", "a");
    expect(state("a")).toBe("untracked");
    expect(sights.look(repository.path("a"), []).vcs).toBe("none");
  });

  it("is not known under an index nobody can read", () => {
    const repository = createRepository();
    repository.commit("First", { a: "1" });
    writeFileSync(repository.path(".git/index"), "DIRC");
    const tree = findWorkTree(repository.folder);
    expect(new FileSights().look(repository.path("a"), tree === null ? [] : [tree])).not.toHaveProperty("vcs");
  });
});

describe("the state of a repository", () => {
  it("is read anew when it changes", () => {
    const sights = new FileSights();
    const repository = createRepository();
    repository.commit("First", { a: "1" });
    const tree = findWorkTree(repository.folder);
    if (tree === null) throw new Error("no tree");
    expect(sights.git(tree)).toMatchObject({ branch: "main", remotes: {} });
    repository.branch("feature/x");
    repository.git("remote", "add", "origin", "https://github.com/acme/shop.git");
    expect(sights.git(tree)).toMatchObject({
      branch: "feature/x",
      remotes: { origin: "https://github.com/acme/shop.git" },
    });
    expect(sights.localBins(repository.folder)).toEqual([]);
    repository.write({ "node_modules/.bin/vitest": "x" });
    expect(sights.localBins(repository.folder)).toEqual(["vitest"]);
  });
});

describe("volumeAt", () => {
  it("is probed with the letters of the folder itself", () => {
    const folder = temporaryFolder();
    expect(["sensitive", "insensitive"]).toContain(volumeAt(folder).case);
    expect(volumeAt("/").case).toBe("unknown");
  });
});

it("no home is scratch", () => {
  expect(scratchFolders()).toContain("/tmp");
  expect(scratchFolders()).not.toContain(process.env["HOME"]);
});
