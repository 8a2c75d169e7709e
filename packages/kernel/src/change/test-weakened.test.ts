import { describe, expect, it } from "vitest";
import { file } from "../../../../testing/facts.ts";
import { defaultConfiguration } from "../configuration.ts";
import { compilePathClasses } from "../paths/classes.ts";
import type { ChangedFile } from "./facts.ts";
import { switchesTestsOff, weakenedFindings, weakenedTests } from "./test-weakened.ts";

const classes = compilePathClasses(defaultConfiguration.intent);

function without(path: string, keys: readonly (keyof ChangedFile)[], parts: Partial<ChangedFile> = {}): ChangedFile {
  const entries = Object.entries(file(path, parts)).filter(([key]) => !keys.some((each) => each === key));
  return Object.fromEntries(entries) as unknown as ChangedFile;
}

function how(...files: ChangedFile[]): unknown {
  return weakenedTests(files, classes).map((test) => test.how);
}

describe("a test is weakened when", () => {
  it.each<[string, ChangedFile, string[]]>([
    ["it is removed", file("a.test.ts", { status: "removed", deletions: 9 }), ["removed"]],
    ["it is removed in another case", file("SRC/A.TEST.TS", { status: "removed" }), ["removed"]],
    ["it is renamed away", file("a.ts", { status: "renamed", previous_path: "a.test.ts" }), ["renamed-away"]],
    ["it is copied over to no test", file("a.ts", { status: "copied", previous_path: "a.test.ts" }), ["renamed-away"]],
    [
      "it is renamed to a page in a test folder",
      file("tests/a.md", { status: "renamed", previous_path: "tests/a.py" }),
      ["renamed-away"],
    ],
    [
      "it is renamed to a spelling no runner finds",
      file("A.TEST.TS", { status: "renamed", previous_path: "a.test.ts" }),
      ["renamed-away"],
    ],
    ["one line is deleted", file("a.test.ts", { deletions: 1, additions: 50 }), ["lost-lines"]],
    ["a fixture loses a line", file("tests/fixtures/a.json", { deletions: 1 }), ["lost-lines"]],
    ["it is switched off", file("a.test.ts", { patch: "@@ -1 +1 @@\n+  it.skip('x')" }), ["switched-off"]],
    ["additions are unknown", without("a.test.ts", ["additions"]), ["lines-unknown"]],
    ["deletions are unknown", without("a.test.ts", ["deletions"]), ["lines-unknown"]],
    ["added lines have no patch", without("a.test.ts", ["patch"]), ["not-seen"]],
    [
      "a test became a binary",
      without("a.test.ts", ["patch", "additions", "deletions"], { binary: true }),
      ["lines-unknown"],
    ],
    [
      "it lost lines on the way to another test",
      file("b.test.ts", { status: "renamed", previous_path: "a.test.ts", deletions: 2 }),
      ["lost-lines"],
    ],
  ])("%s", (_, changed, expected) => {
    expect(how(changed)).toEqual([expected]);
  });

  it.each<[string, ChangedFile]>([
    ["it only grows", file("a.test.ts")],
    ["it moves to another test", file("b.test.ts", { status: "renamed", previous_path: "a.test.ts", additions: 0 })],
    ["a page in a test folder goes", file("tests/README.md", { status: "removed", deletions: 9 })],
    ["test support without patch grows", without("tests/fixtures/a.json", ["patch"])],
    [
      "a binary is added",
      without("tests/a.png", ["patch", "additions", "deletions"], { binary: true, status: "added" }),
    ],
    ["the file is no test", file("src/a.ts", { deletions: 30, patch: "+it.skip(" })],
    ["a switched-off test is taken out", file("a.test.ts", { patch: "@@ -1 +0,0 @@\n-it.skip()" })],
    ["a switched-off test stands beside", file("a.test.ts", { patch: "@@ -1 +1 @@\n it.skip()\n+x" })],
  ])("but not when %s", (_, changed) => {
    expect(how(changed)).toEqual([]);
  });
});

describe("a test renamed within the tests so that no runner finds it is weakened", () => {
  const renamed = (previous_path: string, path: string) =>
    how(file(path, { status: "renamed", previous_path, additions: 0, patch: "" }));

  it.each([
    ["src/a.test.ts", "src/a.test.ts.bak"],
    ["src/a.test.ts", "src/a.test.disabled"],
    ["tests/test_a.py", "tests/a.py"],
    ["tests/test_a.py", "tests/test_a.txt"],
    ["src/a_test.go", "src/_a_test.go"],
    ["tests/a.py", "tests/.a.py"],
    ["src/TotalTest.java", "src/test/x/.TotalTest.java"],
  ])("from %s to %s", (before, after) => {
    expect(renamed(before, after)).toEqual([["renamed-away"]]);
  });

  it.each([
    ["src/a.test.ts", "src/b.test.ts"],
    ["src/a.test.js", "src/a.test.ts"],
    ["src/a.test.ts", "test/a.ts"],
    ["test/a.ts", "src/a.test.ts"],
    ["tests/fixtures/a.json", "tests/fixtures/a.json.golden"],
    ["tests/fixtures/test_a.py", "tests/fixtures/a.txt"],
    ["tests/data.json", "tests/data.yaml"],
  ])("but not from %s to %s", (before, after) => {
    expect(renamed(before, after)).toEqual([]);
  });
});

describe("an added line switches tests off with", () => {
  it.each([
    "it.skip('a')",
    "test.only(`a`)",
    "describe.todo('a')",
    "context.fixme('a')",
    "suite.skip('a')",
    "xit('a')",
    "xdescribe('a')",
    "fit('a')",
    "fdescribe('a')",
    "pytest.skip('later')",
    "@pytest.mark.skip",
    "@pytest.mark.skipif(True)",
    "@pytest.mark.xfail",
    "@unittest.skip('x')",
    "@unittest.skipIf(True)",
    "t.Skip()",
    "t.SkipNow()",
    "@Ignore",
    '@Disabled("x")',
    '[Ignore("x")]',
    "#[ignore]",
  ])("%s", (line) => {
    expect(switchesTestsOff(`@@ -1 +1,2 @@\n context\n+    ${line}`)).toBe(true);
  });

  it.each([
    "model.fit(X)",
    "profit(1)",
    "exit(1)",
    "emit.only('a')",
    "it.skipped()",
    "await.skip()",
    "nextit('x')",
    "part.Skip(1)",
  ])("but not with %s", (line) => {
    expect(switchesTestsOff(`+${line}`)).toBe(false);
  });

  it("in a patch of a million characters", () => {
    expect(switchesTestsOff(`+${"it.sk test. describe.".repeat(50_000)}`)).toBe(false);
    expect(switchesTestsOff(`${"-it.skip(\n".repeat(100_000)}+it.skip(`)).toBe(true);
  });
});

describe("the findings about weakened tests", () => {
  function findings(files: ChangedFile[]) {
    return weakenedFindings(weakenedTests(files, classes), files, classes);
  }

  it("name the file, what happened and the step to take", () => {
    const [finding] = findings([file("a.test.ts", { deletions: 1 })]);
    expect(finding).toMatchObject({ rule: "test.weakened", severity: "warn", where: { path: "a.test.ts" } });
    expect(finding?.message).toBe("The test a.test.ts loses 1 line.");
    expect(finding?.next).not.toBe("");
  });

  it("8.4 row 10: name added tests of the same base name, or with half of the same identifiers", () => {
    const lost = {
      status: "removed",
      deletions: 20,
      patch: "@@ -1,2 +0,0 @@\n-countTotal emptyCart\n-addPrice removePrice",
    } as const;
    const [finding] = findings([
      file("old/cart.test.ts", lost),
      file("new/cart.test.ts", { status: "added", patch: "+unrelated" }),
      file("new/price.test.ts", { status: "added", patch: "+countTotal emptyCart" }),
      file("new/other.test.ts", { status: "added", patch: "+countTotal nothingElse" }),
      file("src/cart.ts", { status: "added", patch: "+countTotal emptyCart addPrice" }),
      file("new/edited.test.ts", { patch: "+countTotal emptyCart addPrice" }),
    ]);
    expect(finding?.message).toContain("carry on with it: new/cart.test.ts, new/price.test.ts.");
  });

  it("use identifiers that the facts bring", () => {
    const [finding] = findings([
      without("a.test.ts", ["patch"], { status: "removed", identifiers: ["alpha", "beta"] }),
      without("z.test.ts", ["patch"], { status: "added", identifiers: ["beta"] }),
    ]);
    expect(finding?.message).toContain("z.test.ts");
  });

  it("name 20 tests and count the rest", () => {
    const files = Array.from({ length: 25 }, (_, index) => file(`t${index}.test.ts`, { deletions: 2 }));
    const found = findings(files);
    expect(found).toHaveLength(21);
    expect(found.at(-1)?.message).toBe("5 more tests are weaker than before.");
    expect(findings(files.toReversed())).toEqual(found);
    expect(findings(files.slice(0, 20))).toHaveLength(20);
  });

  it("are none when nothing is weaker", () => {
    expect(findings([file("a.test.ts"), file("src/a.ts", { deletions: 4 })])).toEqual([]);
  });
});
