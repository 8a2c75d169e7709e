import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeFacts, file, issue } from "../../../../testing/facts.ts";
import { defaultConfiguration } from "../configuration.ts";
import { compilePathClasses } from "../paths/classes.ts";
import type { ChangedFile, ChangeFacts } from "./facts.ts";
import { becameExecutable, decideTier } from "./tier.ts";

const { intent } = defaultConfiguration;
const classes = compilePathClasses(intent);

function tierOf(parts: Partial<ChangeFacts>) {
  return decideTier(changeFacts(parts), classes, intent).tier;
}

function without(path: string, key: keyof ChangedFile, parts: Partial<ChangedFile> = {}): ChangedFile {
  return Object.fromEntries(
    Object.entries(file(path, parts)).filter(([name]) => name !== key),
  ) as unknown as ChangedFile;
}

const code = file("src/a.ts");
const removed = { status: "removed", additions: 0, deletions: 9 } as const;

describe("the tier of a change", () => {
  it.each<[string, number, string, ChangedFile[], Partial<ChangeFacts>?]>([
    ["additive docs", 0, "tier.additive", [file("docs/a.md")]],
    ["an additive test", 0, "tier.additive", [file("src/a.test.ts")]],
    ["docs and tests together", 0, "tier.additive", [file("README.md"), file("tests/a.py")]],
    ["docs with a replaced line (8.4 row 4)", 0, "tier.additive", [file("README.md", { deletions: 1 })]],
    ["docs removed", 1, "tier.docs-removed", [file("docs/a.md", removed)]],
    [
      "docs turned into a test",
      1,
      "tier.docs-removed",
      [file("tests/a.txt", { status: "renamed", previous_path: "docs/a.md" })],
    ],
    ["docs moved", 0, "tier.additive", [file("docs/b.md", { status: "renamed", previous_path: "docs/a.md" })]],
    ["a test with one deleted line", 1, "tier.test-weakened", [file("a.test.ts", { deletions: 1 })]],
    ["a test removed", 1, "tier.test-weakened", [file("a.test.ts", removed)]],
    [
      "a test renamed away",
      1,
      "tier.test-weakened",
      [file("docs/a.md", { status: "renamed", previous_path: "a.test.ts" })],
    ],
    ["it.skip added", 1, "tier.test-weakened", [file("a.test.ts", { patch: "@@ -1 +1 @@\n+it.skip()" })]],
    ["an added test without patch", 1, "tier.test-weakened", [without("a.test.ts", "patch", { status: "added" })]],
    ["a test weakened and docs removed", 1, "tier.test-weakened", [file("a.md", removed), file("a.test.ts", removed)]],
    ["a test file that is also package.json", 1, "tier.default", [file("tests/package.json")]],
    ["a lockfile in a test folder", 1, "tier.default", [file("tests/yarn.lock")]],
    ["a Dockerfile in a test folder", 1, "tier.default", [file("tests/Dockerfile")]],
    ["a migration in a test folder", 1, "tier.default", [file("tests/migrations/a.py")]],
    ["a test at the root", 0, "tier.additive", [file("a.test.ts")]],
    ["a test in src", 0, "tier.additive", [file("src/a.test.ts")]],
    ["a test deep in src", 0, "tier.additive", [file("src/app/x/a.test.ts")]],
    ["a workflow", 3, "tier.guardrail-path", [file(".github/workflows/ci.yml")]],
    ["a nested OWNERS", 3, "tier.guardrail-path", [file("a/b/OWNERS")]],
    ["proxy rules", 3, "tier.guardrail-path", [file("src/pkg/proxy/rules.go")]],
    ["a workflow in capitals", 3, "tier.guardrail-path", [file(".GITHUB/workflows/x")]],
    ["AGENTS.md", 3, "tier.guardrail-path", [file("AGENTS.md")]],
    [
      "a workflow moved away",
      3,
      "tier.guardrail-path",
      [file("old.yml", { status: "renamed", previous_path: ".github/workflows/x.yml" })],
    ],
    ["a removed workflow", 3, "tier.guardrail-path", [file(".github/workflows/x.yml", removed)]],
    ["a changeset", 1, "tier.default", [file(".changeset/x.md")]],
    ["a changeset of a feature", 2, "tier.feature-signal", [file(".changeset/x.md")], { title: "feat: x" }],
    ["feat: code", 2, "tier.feature-signal", [code], { title: "feat: x" }],
    ["Feat: code", 2, "tier.feature-signal", [code], { title: "Feat: x" }],
    ["🤖 feat: code", 2, "tier.feature-signal", [code], { title: "🤖 feat: x" }],
    [":sparkles: code", 2, "tier.feature-signal", [code], { title: ":sparkles: x" }],
    ["feat: docs (8.4 row 6)", 0, "tier.additive", [file("a.md")], { title: "feat: x" }],
    ["fix: … feature", 1, "tier.default", [code], { title: "fix: support the feature" }],
    ["defeat", 1, "tier.default", [code], { title: "Remove defeat screen" }],
    ["refactor!:", 2, "tier.breaking", [code], { title: "refactor!: x" }],
    [
      "an enhancement label on the issue",
      2,
      "tier.feature-signal",
      [code],
      {
        issues: [issue(3, { labels: [{ name: "enhancement" }] })],
      },
    ],
    ["docs/x.mdx", 1, "tier.default", [file("docs/x.mdx")]],
    ["a symlink named a.md", 1, "tier.default", [file("a.md", { kind: "symlink", mode: "120000" })]],
    ["a symlink of unknown mode", 1, "tier.default", [without("a.md", "mode", { kind: "symlink" })]],
    ["a submodule turned into a page", 1, "tier.default", [file("a.md", { previous_mode: "160000" })]],
    [
      "docs copied into a test",
      0,
      "tier.additive",
      [file("tests/a.txt", { status: "copied", previous_path: "docs/a.md" })],
    ],
    ["a rename that does not say from where", 0, "tier.additive", [file("tests/a.txt", { status: "renamed" })]],
    ["a symlink turned into a page", 1, "tier.default", [file("a.md", { previous_mode: "120000" })]],
    ["a submodule named tests", 1, "tier.default", [file("tests/x", { kind: "submodule", mode: "160000" })]],
    ["a page made executable", 1, "tier.default", [file("a.md", { mode: "100755", previous_mode: "100644" })]],
    ["an executable page", 0, "tier.additive", [file("a.md", { mode: "100755", previous_mode: "100755" })]],
    ["a binary page", 1, "tier.default", [file("docs/a.md", { binary: true })]],
    ["a page with unknown additions", 1, "tier.default", [without("a.md", "additions")]],
    ["a page with unknown deletions", 1, "tier.default", [without("a.md", "deletions")]],
    ["a page moved out of the code", 1, "tier.default", [file("a.md", { status: "renamed", previous_path: "a.ts" })]],
    ["a page with an invisible character", 1, "tier.default", [file("a\u200b.md")]],
    ["a page in two scripts", 1, "tier.default", [file("dоcs/a.md")]],
    ["a page in capitals", 1, "tier.default", [file("README.MD")]],
    ["a page and code", 1, "tier.default", [file("a.md"), code]],
    ["an empty list", 1, "tier.default", []],
    ["an empty list with a feature title", 2, "tier.feature-signal", [], { title: "feat: x" }],
    ["an incomplete list", 3, "tier.incomplete", [file("a.md")], { files_total: 2 }],
    ["an unknown total", 3, "tier.incomplete", [file("a.md")], { files_total: null }],
    ["a file twice", 3, "tier.incomplete", [file("a.md"), file("a.md")]],
    ["a list said to be incomplete", 3, "tier.incomplete", [code], { incomplete: [{ what: "files", why: "cut" }] }],
  ])("%s: %i, %s", (_, value, rule, files, parts = {}) => {
    expect(tierOf({ files, ...parts })).toMatchObject({ value, rule });
  });

  it("names at most 20 of the paths that decided, in path order", () => {
    const files = Array.from({ length: 30 }, (_, index) => file(`p${index}/OWNERS`));
    const { paths, reason } = tierOf({ files: [...files, code] });
    expect(paths).toEqual(
      files
        .map((each) => each.path)
        .sort()
        .slice(0, 20),
    );
    expect(reason).toBe("It touches 30 guarded paths.");
  });

  it.each<[string, ChangedFile[], Partial<ChangeFacts>, string, string[]]>([
    [
      "an incomplete list",
      [code],
      { files_total: 2 },
      "The list of changed files is not complete, so the change cannot be seen whole.",
      [],
    ],
    ["one guarded path", [file("OWNERS")], {}, "It touches 1 guarded path.", ["OWNERS"]],
    [
      "one weak test",
      [file("a.test.ts", removed)],
      {},
      "Only documentation and tests, but 1 test is weaker than before.",
      ["a.test.ts"],
    ],
    [
      "two weak tests",
      [file("b.test.ts", removed), file("a.test.ts", removed)],
      {},
      "Only documentation and tests, but 2 tests are weaker than before.",
      ["a.test.ts", "b.test.ts"],
    ],
    ["a removed page", [file("a.md", removed)], {}, "Only documentation and tests, but 1 page is removed.", ["a.md"]],
    [
      "pages",
      [file("a.md", removed), file("b.md", removed)],
      {},
      "Only documentation and tests, but 2 pages are removed.",
      ["a.md", "b.md"],
    ],
    [
      "a page that became a test",
      [file("tests/a.txt", { status: "renamed", previous_path: "docs/a.md" })],
      {},
      "Only documentation and tests, but 1 page is removed.",
      ["docs/a.md"],
    ],
    ["pages only", [file("a.md")], {}, "Only documentation and tests, and no test is weaker than before.", ["a.md"]],
    ["a feature", [code], { title: "feat: x" }, 'The title calls the change "feat".', []],
    ["nothing", [], {}, "No file is changed.", []],
    ["code", [code], {}, "An ordinary change: no other rule of the tier holds.", []],
  ])("says why, and by which paths: %s", (_, files, parts, reason, paths) => {
    expect(tierOf({ files, ...parts })).toMatchObject({ reason, paths });
  });

  it("names both sides of a rename that is guarded", () => {
    const moved = file("b/OWNERS", { status: "renamed", previous_path: "a/OWNERS" });
    expect(tierOf({ files: [moved] }).paths).toEqual(["a/OWNERS", "b/OWNERS"]);
  });

  it("8.4 row 11: follows configured pages", () => {
    const specification = { ...intent, docs_path_patterns: ["README.md", "docs/**"] };
    const rules = compilePathClasses(specification);
    const value = (path: string) => decideTier(changeFacts({ files: [file(path)] }), rules, specification).tier.value;
    expect([value("model/http.md"), value("docs/a.md")]).toEqual([1, 0]);
  });

  it("stays when code comes with a weakened test, which is a warning", () => {
    const decision = decideTier(changeFacts({ files: [code, file("a.test.ts", removed)] }), classes, intent);
    expect(decision.tier.rule).toBe("tier.default");
    expect(decision.findings.map((finding) => [finding.rule, finding.severity])).toEqual([["test.weakened", "warn"]]);
    expect(decision.weakened).toHaveLength(1);
  });
});

describe("a file became executable when its new mode is 100755", () => {
  it.each([
    [{ mode: "100755", previous_mode: "100644" }, true],
    [{ mode: "100755" }, true],
    [{ mode: "100755", previous_mode: "100755" }, false],
    [{ mode: "100644", previous_mode: "100755" }, false],
    [{ mode: "100755", previous_mode: "100644", status: "removed" }, false],
  ] as const)("%j: %s", (parts, expected) => {
    expect(becameExecutable(file("a.sh", parts))).toBe(expected);
  });
});

describe("for any list of files", () => {
  const paths = ["a.md", "docs/b.rst", "a.test.ts", "tests/b.py", "src/a.ts", "OWNERS", "tests/package.json", "c.png"];
  const anyFile = fc
    .record({
      path: fc.constantFrom(...paths),
      previous: fc.option(fc.constantFrom(...paths), { nil: undefined }),
      status: fc.constantFrom("added", "modified", "removed", "renamed", "copied", "type_changed"),
      additions: fc.option(fc.nat(20), { nil: undefined }),
      deletions: fc.option(fc.nat(20), { nil: undefined }),
      binary: fc.boolean(),
      kind: fc.constantFrom("file", "symlink", "submodule"),
    })
    .map(({ path, previous, ...rest }) => {
      const row = {
        ...rest,
        path,
        patch: "@@ -1 +1 @@\n+x",
        ...(previous === undefined ? {} : { previous_path: previous }),
      };
      return Object.fromEntries(
        Object.entries(row).filter(([, value]) => value !== undefined),
      ) as unknown as ChangedFile;
    });
  const anyFiles = fc.uniqueArray(anyFile, { minLength: 1, maxLength: 6, selector: (each) => each.path });

  it("16.2: the order decides nothing", () => {
    fc.assert(
      fc.property(anyFiles, (files) => {
        const decide = (list: ChangedFile[]) => decideTier(changeFacts({ files: list }), classes, intent);
        const [first, second] = [decide(files), decide(files.toReversed())];
        expect([second.tier, second.findings]).toEqual([first.tier, first.findings]);
      }),
    );
  });

  it("16.3: one more file never lowers the tier", () => {
    fc.assert(
      fc.property(anyFiles, (files) => {
        const fewer = tierOf({ files: files.slice(1) }).value;
        expect(files.length > 1 ? fewer : 0).toBeLessThanOrEqual(tierOf({ files }).value);
      }),
    );
  });

  it("16.6: a rename gives at least the tier of both paths", () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.constantFrom(...paths), (from, to) => {
        const moved = tierOf({ files: [file(to, { status: "renamed", previous_path: from })] }).value;
        expect(moved).toBeGreaterThanOrEqual(
          Math.max(tierOf({ files: [file(from)] }).value, tierOf({ files: [file(to)] }).value),
        );
      }),
    );
  });
});

describe("what steers a run is no test, wherever it lies", () => {
  it.each([
    "tests/jest.config.js",
    "e2e/playwright.config.ts",
    "test/karma.conf.js",
    "test/.mocharc.json",
    "test/.eslintrc",
    "tests/pytest.ini",
    "tests/tox.ini",
    "test/Makefile",
    "test/GNUmakefile",
    "tests/rules.mk",
    "test/BUILD",
    "test/BUILD.bazel",
    "test/.bazelrc",
    "test/vite.config.mts",
    "test/wdio.conf.mjs",
    "test/phpunit.xml",
    "test/Taskfile.yml",
    "test/rules.bzl",
    "test/build.rs",
    "tests/action.yml",
    "tests/sitecustomize.py",
    "tests/hook.pth",
    "tests/noxfile.py",
  ])("%s", (path) => {
    expect(tierOf({ files: [file(path, { status: "added", previous_mode: "100644" })] }).value).toBe(1);
  });

  it.each([
    "tests/conftest.py",
    "tests/build.test.ts",
    "tests/config.ts",
    "tests/rc.py",
    "tests/makefile_test.py",
    "tests/remakefile",
  ])("but %s is a test", (path) => {
    expect(tierOf({ files: [file(path, { status: "added", previous_mode: "100644" })] }).value).toBe(0);
  });

  it.each([" AGENTS.md", "docs/ guide.md", "docs\\guide.md", "docs/GUIDE~1.md", "docs/AGENTS~1.MD"])(
    "%j is no page that needs nothing, since it may be opened as another file",
    (path) => {
      expect(tierOf({ files: [file(path, { status: "added", previous_mode: "100644" })] }).value).toBeGreaterThan(0);
    },
  );
});
