import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeFacts, file } from "../../../../testing/facts.ts";
import { defaultConfiguration } from "../configuration.ts";
import { compilePathClasses } from "../paths/classes.ts";
import { floorScale } from "../scale.ts";
import type { ChangedFile, ChangeFacts } from "./facts.ts";
import { decideFloor } from "./floor.ts";

const intent = { ...defaultConfiguration.intent, sensitive_paths: ["billing/**"] };
const classes = compilePathClasses(intent);

function decide(files: ChangedFile[], parts: Partial<ChangeFacts> = {}, injection = false) {
  return decideFloor(changeFacts({ files, ...parts }), classes, { injection });
}

function without(path: string, keys: readonly (keyof ChangedFile)[], parts: Partial<ChangedFile> = {}): ChangedFile {
  const entries = Object.entries(file(path, parts)).filter(([key]) => !keys.some((each) => each === key));
  return Object.fromEntries(entries) as unknown as ChangedFile;
}

function many(count: number, parts: Partial<ChangedFile> = {}): ChangedFile[] {
  return Array.from({ length: count }, (_, index) => file(`src/part-${index}.ts`, parts));
}

const removed = { status: "removed", additions: 0, deletions: 3 } as const;
const moved = (to: string, from: string) => file(to, { status: "renamed", previous_path: from });

describe("the floor is", () => {
  it.each<[string, string, ChangedFile]>([
    ["sensitive", "floor.guardrail", file("a/b/c/CODEOWNERS")],
    ["sensitive", "floor.dependency", file("a/package.json")],
    ["sensitive", "floor.dependency", file("uv.lock")],
    ["sensitive", "floor.infrastructure", file("Dockerfile")],
    ["sensitive", "floor.infrastructure", file("a/deploy/x.ts")],
    ["sensitive", "floor.schema", file("a/b/c/migrations/1.py")],
    ["sensitive", "floor.security", file("src/auth/a.ts")],
    ["sensitive", "floor.configured", file("Billing/a.ts")],
    ["sensitive", "floor.test-deleted", file("a.test.ts", removed)],
    ["sensitive", "floor.test-deleted", moved("src/a.ts", "a.test.ts")],
    ["logic", "floor.test-deleted", file("tests/fixtures/a.json", removed)],
    ["sensitive", "floor.submodule", file("lib", { kind: "submodule", mode: "160000" })],
    ["sensitive", "floor.submodule", file("lib", { kind: "submodule", previous_mode: "160000", status: "removed" })],
    ["sensitive", "floor.submodule", file("lib", { previous_mode: "160000", status: "type_changed" })],
    ["sensitive", "floor.symlink", file("a", { kind: "symlink", mode: "120000", status: "added" })],
    ["sensitive", "floor.symlink", file("a", { kind: "symlink", mode: "120000" })],
    ["sensitive", "floor.incomplete", without("a.ts", ["additions"])],
    ["sensitive", "floor.incomplete", without("a.ts", ["deletions"])],
    ["logic", "floor.test-lost", file("a.test.ts", { deletions: 10 })],
    ["logic", "floor.test-off", file("a.test.ts", { patch: "@@ -1 +1 @@\n+it.skip()" })],
    ["logic", "floor.binary", without("a.bin", ["patch", "additions", "deletions"], { binary: true })],
    ["logic", "floor.executable", file("a.sh", { mode: "100755", previous_mode: "100644" })],
    ["logic", "floor.not-shown", without("a.ts", ["patch"])],
    ["logic", "floor.not-shown", file("dist/a.ts")],
    ["logic", "floor.not-shown", file("a.ts", { patch: "x".repeat(40_001) })],
    ["logic", "floor.path-hygiene", file("src/pаge.ts")],
    ["logic", "floor.path-hygiene", file("src/a\u200b.ts")],
    ["logic", "floor.path-hygiene", file("src/a.ts.")],
    ["logic", "floor.path-hygiene", file("src /a.ts")],
  ])("%s by %s", (level, rule, changed) => {
    const { floor } = decide([changed]);
    expect(floor.class).toBe(level);
    expect(floor.contributors).toContainEqual(expect.objectContaining({ rule, class: level }));
  });

  it.each<[string, ChangedFile]>([
    ["a page", file("docs/a.md")],
    ["a code file", file("src/a.ts", { deletions: 9 })],
    ["a test with 9 deleted lines", file("a.test.ts", { deletions: 9 })],
    ["a removed symlink", file("a", { ...removed, kind: "symlink", previous_mode: "120000" })],
    ["a removed binary", without("a.png", ["patch", "additions", "deletions"], { binary: true, status: "removed" })],
    ["a test that is moved", moved("b.test.ts", "a.test.ts")],
    ["a page removed from a test folder", file("tests/README.md", removed)],
    ["a copy of a test that is no test", file("src/a.ts", { status: "copied", previous_path: "a.test.ts" })],
    [
      "skip in code that was a test",
      file("src/a.ts", { status: "copied", previous_path: "a.test.ts", patch: "+it.skip()" }),
    ],
    ["skip in code", file("src/a.ts", { patch: "+it.skip()" })],
    ["a name with a non-Latin script", file("docs/руководство.md")],
    ["an author", file("src/author.ts")],
  ])("trivial for %s", (_, changed) => {
    expect(decide([changed]).floor).toMatchObject({ class: "trivial", contributors: [] });
  });

  it.each([
    [300, "trivial"],
    [301, "logic"],
    [1500, "logic"],
    [1501, "sensitive"],
  ])("for %i changed lines %s", (lines, level) => {
    const files = [file("src/a.ts", { additions: lines - 100, deletions: 100 })];
    expect(decide(files).floor).toMatchObject({ class: level, lines });
    expect(decide([file("src/a.ts")], { lines_total: { additions: 0, deletions: lines } }).floor.class).toBe(level);
  });

  it.each([
    [15, "trivial"],
    [16, "logic"],
    [50, "logic"],
    [51, "sensitive"],
  ])("for %i files %s", (count, level) => {
    const { floor } = decide(many(count));
    expect(floor).toMatchObject({ class: level, files: count });
    const sizes = floor.contributors.filter((each) => each.rule === "floor.files");
    expect(sizes.map((each) => each.value)).toEqual(level === "trivial" ? [] : [count]);
  });

  it("sensitive when the list is incomplete, with the larger number of files", () => {
    const { floor } = decide(many(2), { files_total: 60 });
    expect(floor.files).toBe(60);
    expect(floor.contributors).toContainEqual({ rule: "floor.incomplete", class: "sensitive", value: 2, limit: 60 });
    expect(decide(many(2), { files_total: null }).floor.class).toBe("sensitive");
  });

  it("logic with an injection marker", () => {
    expect(decide(many(1), {}, true).floor.contributors).toEqual([{ rule: "floor.injection", class: "logic" }]);
  });

  it.each([
    ["into", "src/auth/a.ts", "src/a.ts"],
    ["out of", "src/a.ts", "src/auth/a.ts"],
  ])("sensitive for a rename %s a guarded path", (_, to, from) => {
    const { floor } = decide([moved(to, from)]);
    expect(floor.contributors).toEqual([{ rule: "floor.security", class: "sensitive", path: "src/auth/a.ts" }]);
  });
});

describe("the contributors", () => {
  it("are grouped by class and rule, with 20 paths of a rule and then the count", () => {
    const files = [
      ...Array.from({ length: 23 }, (_, index) => file(`p${index}/OWNERS`)),
      file("a.test.ts", { deletions: 10 }),
    ];
    const { contributors } = decide(files).floor;
    expect(contributors.map((each) => each.rule)).toEqual([
      ...Array.from({ length: 21 }, () => "floor.guardrail"),
      "floor.files",
      "floor.test-lost",
    ]);
    expect(contributors[20]).toEqual({ rule: "floor.guardrail", class: "sensitive", value: 23, limit: 20 });
    expect(decide(files.toReversed()).floor.contributors).toEqual(contributors);
  });

  it("say where the lines are", () => {
    const lines = (path: string) => file(path, { additions: 2, deletions: 1 });
    const { floor } = decide(["a.ts", "a.test.ts", "a.md", "dist/a.js", "go.sum", "go.mod", "b.ts"].map(lines));
    expect(floor.lines_by).toEqual({ code: 6, test: 3, docs: 3, generated: 3, lockfile: 3, other: 3 });
    expect(floor.lines).toBe(21);
  });
});

describe("what is listed beside the paths", () => {
  it("20 paths of a rule are named without a count", () => {
    const { contributors } = decide(Array.from({ length: 20 }, (_, index) => file(`p${index}/OWNERS`))).floor;
    expect(contributors.filter((each) => each.rule === "floor.guardrail" && each.path === undefined)).toEqual([]);
  });

  it("amounts stand in the class they reach, the higher first", () => {
    const { contributors } = decide(many(16, { additions: 100, deletions: 0 })).floor;
    expect(contributors).toEqual([
      { rule: "floor.lines", class: "sensitive", value: 1600, limit: 1500 },
      { rule: "floor.files", class: "logic", value: 16, limit: 15 },
    ]);
    const turned = decide(many(51, { additions: 6, deletions: 0 })).floor.contributors;
    expect(turned.map((each) => `${each.class} ${each.rule}`)).toEqual(["sensitive floor.files", "logic floor.lines"]);
  });

  it("a list of files without a count has no limit to name", () => {
    const { contributors } = decide(many(2), { files_total: null }).floor;
    expect(contributors).toEqual([{ rule: "floor.incomplete", class: "sensitive", value: 2 }]);
  });
});

describe("path.lookalike", () => {
  it("B10: names a path that is guarded only in disguise, as it is written (czottmann/pi-automode#25)", () => {
    const { floor, findings } = decide([file(".gіthub/workflows/a.yml"), file("CODEOWNERS "), file("OWNERS")]);
    expect(findings.map((finding) => [finding.rule, finding.severity, finding.where.path])).toEqual([
      ["path.lookalike", "warn", ".gіthub/workflows/a.yml"],
      ["path.lookalike", "warn", "CODEOWNERS "],
    ]);
    expect(floor.contributors.filter((each) => each.rule === "floor.guardrail")).toHaveLength(3);
  });

  it("names 20 and counts the rest", () => {
    const disguised = Array.from({ length: 24 }, (_, index) => file(`p${index}/OWNERS.`));
    const { findings } = decide(disguised.toReversed());
    expect(findings).toHaveLength(21);
    const sorted = disguised.map(({ path }) => path).sort();
    expect(findings.slice(0, 20).map(({ where }) => where.path)).toEqual(sorted.slice(0, 20));
    expect(findings.at(-1)).toMatchObject({
      rule: "path.lookalike",
      severity: "warn",
      message: "4 more paths read like guarded ones.",
      where: { field: "files" },
    });
    expect(decide(disguised.slice(0, 20)).findings).toHaveLength(20);
  });

  it.each([
    ["OWNERS.", "a guarded path"],
    ["pаckage.json", "a dependency manifest"],
    ["gо.sum", "a lockfile"],
    ["Vagrantfile.", "an infrastructure file"],
    ["migrations./a.py", "a schema or migration"],
    ["src/аuth.ts", "a path that speaks of security"],
    ["billing./a.ts", "a path the configuration calls sensitive"],
    ["tеsts/a.py", "a test"],
  ])("%s reads like %s", (path, resembled) => {
    expect(decide([file(path)]).findings[0]?.message).toContain(`reads like ${resembled} once`);
  });

  it("is not said of a path in another case", () => {
    expect(decide([file(".GITHUB/workflows/x.yml")]).findings).toEqual([]);
  });
});

describe("for any list of files", () => {
  const paths = ["a.md", "a.test.ts", "src/a.ts", "OWNERS", "go.sum", "src/auth.ts", "pаge.ts", "tests/fixtures/x"];
  const anyFile = fc
    .record({
      path: fc.constantFrom(...paths),
      previous: fc.option(fc.constantFrom(...paths), { nil: undefined }),
      status: fc.constantFrom("added", "modified", "removed", "renamed", "copied", "type_changed"),
      additions: fc.option(fc.nat(900), { nil: undefined }),
      deletions: fc.option(fc.nat(900), { nil: undefined }),
      binary: fc.boolean(),
      kind: fc.constantFrom("file", "symlink", "submodule"),
      patch: fc.option(fc.constantFrom("", "@@ -1 +1 @@\n+it.only()", "x".repeat(39_000)), { nil: undefined }),
    })
    .map(({ path, previous, ...rest }) => {
      const row = { ...rest, path, ...(previous === undefined ? {} : { previous_path: previous }) };
      return Object.fromEntries(
        Object.entries(row).filter(([, value]) => value !== undefined),
      ) as unknown as ChangedFile;
    });
  const anyFiles = fc.uniqueArray(anyFile, { minLength: 1, maxLength: 8, selector: (each) => each.path });
  const place = (level: (typeof floorScale.words)[number]) => floorScale.words.indexOf(level);

  it("16.2: the order decides nothing", () => {
    fc.assert(
      fc.property(anyFiles, fc.boolean(), (files, injection) => {
        expect(decide(files.toReversed(), {}, injection)).toEqual(decide(files, {}, injection));
      }),
    );
  });

  it("16.3: one more file or a marker never lowers the floor", () => {
    fc.assert(
      fc.property(anyFiles, (files) => {
        const level = place(decide(files).floor.class);
        expect(place(decide(files.slice(1)).floor.class)).toBeLessThanOrEqual(level);
        expect(place(decide(files, {}, true).floor.class)).toBeGreaterThanOrEqual(Math.max(level, 1));
        const listed = decide(files, { incomplete: [{ what: "files", why: "cut" }] }).floor.class;
        expect(listed).toBe("sensitive");
      }),
    );
  });

  it("16.6: a rename gives at least the class of both paths", () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.constantFrom(...paths), (from, to) => {
        const both = [from, to].map((path) => place(decide([file(path)]).floor.class));
        expect(place(decide([moved(to, from)]).floor.class)).toBeGreaterThanOrEqual(Math.max(...both));
      }),
    );
  });

  it("the class is the highest of the contributors", () => {
    fc.assert(
      fc.property(anyFiles, (files) => {
        const { floor } = decide(files);
        const highest = Math.max(0, ...floor.contributors.map((each) => place(each.class)));
        expect(place(floor.class)).toBe(highest);
      }),
    );
  });
});
