import { describe, expect, it } from "vitest";
import { file } from "../../../../testing/facts.ts";
import { defaultConfiguration } from "../configuration.ts";
import { compilePathClasses } from "../paths/classes.ts";
import type { ChangedFile } from "./facts.ts";
import { notShown } from "./not-shown.ts";

const classes = compilePathClasses(defaultConfiguration.intent);

function withoutPatch(path: string, parts: Partial<ChangedFile> = {}): ChangedFile {
  const { patch: _, ...rest } = file(path, parts);
  return rest;
}

function sized(path: string, bytes: number): ChangedFile {
  return file(path, { patch: "x".repeat(bytes) });
}

function reasons(files: ChangedFile[], limits?: Parameters<typeof notShown>[2]) {
  return notShown(files, classes, limits).map((entry) => [entry.path, entry.reason]);
}

describe("a file is not shown", () => {
  it.each<[string, ChangedFile, string]>([
    ["without a patch", withoutPatch("a.ts"), "no_patch"],
    ["when it is a binary", withoutPatch("a.png", { binary: true }), "binary"],
    ["when it is a submodule", file("a", { kind: "submodule" }), "submodule"],
    ["when it is a lockfile", file("yarn.lock"), "lockfile"],
    ["when its path is generated", file("dist/a.js"), "generated"],
    ["when its head says generated", file("a.go", { patch: "@@ -0,0 +1 @@\n+// @generated" }), "generated"],
    ["when its patch has 40,001 bytes", sized("a.ts", 40_001), "too_large"],
  ])("%s", (_, changed, reason) => {
    expect(reasons([changed])).toEqual([[changed.path, reason]]);
  });

  it("but with 40,000 bytes of patch it is", () => {
    expect(reasons([sized("a.ts", 40_000)])).toEqual([]);
    expect(reasons([file("a.ts", { patch: "é".repeat(20_001) })])).toEqual([["a.ts", "too_large"]]);
  });

  it("past 200,000 bytes in path order, whatever the order of the list", () => {
    const files = ["e", "d", "c", "b", "a", "f"].map((name) => sized(`${name}.ts`, 40_000));
    expect(reasons(files)).toEqual([["f.ts", "over_budget"]]);
    expect(reasons(files.toReversed())).toEqual([["f.ts", "over_budget"]]);
    expect(reasons([...files, sized("g.ts", 1)])).toEqual([
      ["f.ts", "over_budget"],
      ["g.ts", "over_budget"],
    ]);
  });

  it("with smaller limits sooner", () => {
    expect(reasons([sized("a.ts", 30), sized("b.ts", 31)], { file: 40, all: 60 })).toEqual([["b.ts", "over_budget"]]);
    expect(reasons([sized("a.ts", 30), sized("b.ts", 30)], { file: 40, all: 60 })).toEqual([]);
  });

  it("and counts only when lines of it changed, or that is not known", () => {
    const counted = (changed: ChangedFile) => notShown([changed], classes).map((entry) => entry.hasChangedLines);
    const { additions: _, ...unknown } = withoutPatch("a.ts");
    expect(counted(withoutPatch("a.ts"))).toEqual([true]);
    expect(counted(unknown)).toEqual([true]);
    expect(counted(withoutPatch("a.ts", { additions: 0, deletions: 0 }))).toEqual([false]);
    expect(counted({ ...unknown, binary: true })).toEqual([false]);
    expect(counted(withoutPatch("a.png", { binary: true }))).toEqual([true]);
  });
});
