import { describe, expect, it } from "vitest";
import { readSummary, showsErrors } from "./summaries.ts";

function told(text: string): string {
  const read = readSummary(text);
  if (read === null) return "nothing";
  if (read.isEmpty) return "empty";
  return `${read.passed} passed, ${read.failed} failed${read.isCounted ? "" : ", not counted"}`;
}

describe("the closing lines of a test runner", () => {
  it.each([
    ["vitest", " Test Files  2 passed (2)\n      Tests  18 passed (18)\n   Duration  1.2s\n", "18 passed, 0 failed"],
    ["vitest with a failure", "Tests  2 failed | 40 passed (42)", "40 passed, 2 failed"],
    [
      "jest",
      "Test Suites: 1 failed, 3 passed, 4 total\nTests:       1 failed, 41 passed, 42 total\n",
      "41 passed, 1 failed",
    ],
    ["pytest", "===== 3 failed, 9 passed, 1 warning in 1.02s =====", "9 passed, 3 failed"],
    ["pytest, quiet", "............\n12 passed in 0.41s\n", "12 passed, 0 failed"],
    ["pytest with errors", "2 passed, 1 error in 0.3s", "2 passed, 1 failed"],
    ["mocha", "  12 passing (30ms)\n  1 failing\n", "12 passed, 1 failed"],
    [
      "cargo",
      "test result: ok. 5 passed; 0 failed; 0 ignored\ntest result: FAILED. 1 passed; 2 failed; 0 ignored\n",
      "6 passed, 2 failed",
    ],
    ["go", "ok  \tacme/kv/store\t0.412s\n", "0 passed, 0 failed, not counted"],
    ["go with a failure", "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\tacme/kv\t0.1s\n", "0 passed, 1 failed, not counted"],
    ["node", "\u2139 tests 12\n\u2139 pass 11\n\u2139 fail 1\n", "11 passed, 1 failed"],
    ["TAP", "# tests 3\n# pass 3\n# fail 0\n", "3 passed, 0 failed"],
    ["unittest", "Ran 12 tests in 0.1s\n\nOK\n", "12 passed, 0 failed"],
    ["unittest with a failure", "Ran 12 tests in 0.1s\n\nFAILED (failures=1)\n", "12 passed, 1 failed"],
    ["RSpec", "12 examples, 1 failure\n", "11 passed, 1 failed"],
    ["PHPUnit", "OK (12 tests, 30 assertions)\n", "12 passed, 0 failed"],
    ["PHPUnit with a failure", "Tests: 12, Assertions: 30, Failures: 2.\n", "10 passed, 2 failed"],
    ["Maven", "[INFO] Tests run: 12, Failures: 0, Errors: 1, Skipped: 1\n", "10 passed, 1 failed"],
    ["CTest", "100% tests passed, 0 tests failed out of 12\n", "12 passed, 0 failed"],
    [".NET", "Passed!  - Failed:     0, Passed:    12, Skipped: 0", "12 passed, 0 failed"],
    ["Playwright", "  12 passed (3.1s)\n", "12 passed, 0 failed"],
    ["Playwright with a failure", "  1 failed\n    a.spec.ts:3:1\n  11 passed (3.1s)\n", "11 passed, 1 failed"],
    ["bun", " 12 pass\n 0 fail\n", "12 passed, 0 failed"],
    ["Swift", "Executed 12 tests, with 1 failure (0 unexpected)", "11 passed, 1 failed"],
    ["ExUnit", "3 doctests, 12 tests, 0 failures\n", "12 passed, 0 failed"],
    ["Gradle", "BUILD SUCCESSFUL in 3s\n", "0 passed, 0 failed, not counted"],
    ["no test", "No test files found, exiting with code 0\n", "empty"],
    ["no test collected", "collected 0 items\n\n==== no tests ran in 0.01s ====", "empty"],
    ["no runner", "done\nall stages done for main\n", "nothing"],
    ["a log that speaks of passing", "the request passed validation\n", "nothing"],
  ])("%s", (_name, text, wanted) => {
    expect(told(text)).toBe(wanted);
  });

  it("are read at the end of a very long output, in linear time", () => {
    expect(told(`${"12 of a line that is no summary at all 12\n".repeat(50_000)}42 passed in 3s\n`)).toBe(
      "42 passed, 0 failed",
    );
  });

  // Each of these lines alone once took minutes: a search that begins again at every sign of it.
  it.each([
    ["numbers", "1,".repeat(100_000)],
    ["numbers and words", "1, passed ".repeat(30_000)],
    ["spaces", `Tests${" ".repeat(100_000)}x`],
    ["words of an empty run", "no test files ".repeat(20_000)],
  ])("are read behind a line of nothing but %s", (_name, line) => {
    expect(told(`${line}\n42 passed in 3s\n`)).toBe("42 passed, 0 failed");
  });

  it.each([
    ["src/a.ts(3,1): error TS2322: x", true],
    ["error[E0308]: mismatched types", true],
    ["2 errors and 1 warning", true],
    ["0 errors, 2 warnings", false],
    ["built in 3s", false],
  ])("of a build: %s", (text, wanted) => {
    expect(showsErrors(text)).toBe(wanted);
  });
});
