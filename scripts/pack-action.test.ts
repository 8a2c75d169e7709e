import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createRepository, type TestRepository } from "../testing/git-repository.ts";
import { packAction } from "./pack-action.ts";

let work: TestRepository;
beforeEach(() => {
  work = createRepository();
  work.commit("Begin", { ".gitignore": "dist/\n", "packages/action/action.yml": "name: Warrant\n" });
  mkdirSync(join(work.folder, "packages/action/dist"), { recursive: true });
  writeFileSync(join(work.folder, "packages/action/dist/index.js"), "export {};\r\n");
});

describe("the commit that users pin", () => {
  it("is the released one with the bundle, byte for byte, and nothing else; everything else stays as it was", () => {
    const before = work.git("rev-parse", "HEAD", "--symbolic-full-name", "HEAD");
    const commit = packAction(work.folder, "v0.1.0");
    expect(work.git("diff-tree", "-r", "--name-status", "HEAD", commit)).toBe("A\tpackages/action/dist/index.js");
    expect(work.git("rev-parse", `${commit}^`)).toBe(work.git("rev-parse", "HEAD"));
    expect(work.git("cat-file", "-s", `${commit}:packages/action/dist/index.js`)).toBe("12");
    expect(work.git("rev-parse", "v0.1.0")).toBe(commit);
    expect(work.git("rev-parse", "HEAD", "--symbolic-full-name", "HEAD")).toBe(before);
    expect(work.git("status", "--porcelain")).toBe("");
  });

  it("is of the same tree each time", () => {
    const trees = [packAction(work.folder), packAction(work.folder)].map((commit) =>
      work.git("rev-parse", `${commit}^{tree}`),
    );
    expect(trees[0]).toBe(trees[1]);
  });

  it("is not made of what is not committed", () => {
    writeFileSync(join(work.folder, "new.ts"), "");
    expect(() => packAction(work.folder)).toThrow(/Commit everything first/);
  });
});
