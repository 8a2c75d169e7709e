import { describe, expect, it } from "vitest";
import { switchesTestsOff } from "./tests-off.ts";

function added(...lines: string[]): string {
  return `@@ -1,0 +2,${lines.length} @@\n${lines.map((line) => `+${line}`).join("\n")}`;
}

describe("a test is switched off in spellings that hide it", () => {
  it.each([
    "it['skip']('total')",
    "it?.skip('total')",
    "it . skip('total')",
    "it.concurrent.skip('total')",
    "test.describe.skip('total')",
    "describe.skip.each([1])",
    "it.skipIf(true)('total')",
    "it.runIf(false)('total')",
    "test.fails('total')",
    "test.failing('total')",
    "Deno.test.ignore('total')",
    "xtest('total')",
    "xcontext('total')",
    "xspecify('total')",
    "fcontext('total')",
    "xit ('total')",
    "xit 'adds the lines' do",
    "xdescribe 'total' do",
    "skip 'later'",
    "  skip",
    "pending 'later'",
    "test('total', { skip: true }, () => {})",
    "test('total', {todo: 'later'}, () => {})",
    "t.skip()",
    "this.skip()",
    "process.exit(0)",
    "os._exit(0)",
    "self.skipTest('later')",
    "raise unittest.SkipTest('later')",
    "pytest.xfail('later')",
    "pytest.importorskip('numpy')",
    "pytestmark = pytest.mark.skip",
    "@pytest . mark . skip",
    "@skip('later')",
    "@skipIf(True, 'later')",
    "@unittest.expectedFailure",
    "__test__ = False",
    "collect_ignore = ['test_total.py']",
    "def pytest_collection_modifyitems(items):",
    "t.Skipf('later')",
    "b.Skip()",
    "//go:build ignore",
    "#[cfg_attr(all(), ignore)]",
    "#[cfg(any())]",
    "try XCTSkipIf(true)",
    "@Test(.disabled())",
    "Assumptions.assumeTrue(false);",
    "@Test(enabled = false)",
    "@Ignored",
    "@DisabledIf('true')",
    '[Fact(Skip = "later")]',
    "Assert.Inconclusive();",
    "$this->markTestSkipped('later');",
    "@tag :skip",
    "skip_on_ci()",
    "if (false) {",
    "if False:",
    "#if 0",
    "=begin",
  ])("%s", (line) => {
    expect(switchesTestsOff(added("", line))).toBe(true);
  });

  it.each<[string, string[]]>([
    ["the word on the next line", ["it", "  .skip('total', () => {"]],
    ["the word on the line after an empty one", ["describe", "", "  .only('total', () => {"]],
    ["the word in brackets on the next line", ["it", "  ['skip']('total')"]],
    ["the word put before a call that stays", ["  .skip"]],
    ["a comment that is opened and swallows what follows", ["/* kept for later"]],
    ["a text in three quotes that is opened and swallows what follows", ['"""']],
  ])("%s", (_name, lines) => {
    expect(switchesTestsOff(added(...lines))).toBe(true);
  });

  it("a comment opened in one place and closed in another", () => {
    expect(switchesTestsOff("@@ -1,0 +2 @@\n+/*\n@@ -9,0 +11 @@\n+*/")).toBe(true);
  });
});

describe("ordinary tests are not", () => {
  it.each<[string, string[]]>([
    ["a comment of several lines", ["/**", " * Adds the lines.", " */", "it('adds', () => {"]],
    ["a comment of one line", ["/* adds */"]],
    ["a glob", ["expect(glob('src/**/*.ts')).toEqual([])"]],
    ["a documentation text", ['"""Adds the lines."""', "def test_total():", '    """', "    More", '    """']],
    ["a stream", ["list.stream()", "  .skip(1)"]],
    ["words of prose", ["// only the total is checked, we skip nothing and ignore no todo"]],
    ["an option that is off", ["test('total', { skip: false })"]],
    ["an exit code that is checked", ["expect(result.exitCode).toBe(0)"]],
    ["a branch", ["if (total === false) {"]],
    ["a title", ["it('fails only when it should be skipped', () => {"]],
    ["a method of the code under test", ["expect(it.skipped()).toBe(true)", "queue.pending('x')", "cursor.skip(1)"]],
    ["a line that stays", []],
  ])("%s", (_name, lines) => {
    expect(switchesTestsOff(`${added(...lines)}\n it.skip('was off before')`)).toBe(false);
  });
});

describe("the time does not explode", () => {
  it.each<[string, string]>([
    ["chains without an end", "it.a.b.".repeat(150_000)],
    ["runners", "it test describe ".repeat(60_000)],
    ["open attributes", "@Test(#[cfg_attr([Fact(".repeat(40_000)],
    ["spaces", `skip${" ".repeat(1_000_000)}`],
    ["quotes", '"""'.repeat(300_001)],
    ["comments", "/*".repeat(500_000)],
    ["lines", "skip it\n+".repeat(100_000)],
  ])("with a million characters of %s", (_name, text) => {
    expect(typeof switchesTestsOff(`+${text}`)).toBe("boolean");
  });
});
