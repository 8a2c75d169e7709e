import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createRepository, temporaryFolder } from "./git-repository.ts";

const made: string[] = [];

describe("temporary repositories", () => {
  it("give the same commit id for the same content on every run", () => {
    const ids = [1, 2].map(() => createRepository().commit("First", { "a.txt": "one\n" }));
    expect(ids[0]).toBe(ids[1]);
  });

  it("hold executables, links, removed files and names that are not UTF-8", () => {
    const repository = createRepository();
    made.push(repository.folder);
    repository.commit("First", { "old.txt": "1", run: { executable: "#!/bin/sh\n" }, link: { symlink: "run" } });
    repository.commit("Second", [
      ["old.txt", null],
      [Buffer.from([0x66, 0xff]), "bytes"],
    ]);
    const names = repository.gitBytes(["ls-tree", "-r", "-z", "HEAD"]).toString("latin1").split("\0");
    expect(names.map((line) => `${line.slice(0, 6)} ${line.split("\t")[1] ?? ""}`)).toEqual([
      "100644 f\u00ff",
      "120000 link",
      "100755 run",
      " ",
    ]);
  });

  it("are gone after the test that made them", () => {
    expect(made.map((folder) => existsSync(folder))).toEqual([false]);
    expect(existsSync(temporaryFolder())).toBe(true);
  });

  it("merge several branches, clone shallowly and have linked working trees", () => {
    const repository = createRepository();
    repository.commit("First", { a: "1" });
    for (const name of ["one", "two"]) {
      repository.branch(name, "main");
      repository.commit(name, { [name]: name });
    }
    repository.switch("main");
    repository.merge(["one", "two"]);
    expect(repository.git("rev-list", "--parents", "-1", "HEAD").split(" ")).toHaveLength(4);
    expect(repository.shallowClone(1).git("rev-list", "--count", "main")).toBe("1");
    expect(repository.worktree("other").git("branch", "--show-current")).toBe("other");
    repository.submodule("vendor/lib", "a".repeat(40));
    repository.commitStaged("Submodule");
    expect(repository.git("ls-tree", "HEAD", "vendor/lib")).toContain("160000 commit");
  });
});
