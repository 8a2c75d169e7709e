import { describe, expect, it } from "vitest";
import { readStated } from "./stated.ts";

function kinds(text: string): string {
  return readStated(text, "observation")
    .map(({ kind }) => kind)
    .join(", ");
}

describe("that the tests pass is read in", () => {
  it.each([
    "All tests green",
    "Test suite: green",
    "Tests: \u2705",
    "\u2705 Tests",
    "Tests OK",
    "The tests are fine.",
    "All tests work now.",
    "All tests are working.",
    "The test run was successful.",
    "The test run finished without failures.",
    "The tests ran without errors.",
    "Testing was successful.",
    "Zero failures in the test suite.",
    "42 tests, 0 failures",
    "No test failures.",
    "Not a single test fails.",
    "No test is failing.",
    "The tests no longer fail.",
    "The tests don't fail anymore.",
    "I could not find a failing test.",
    "`npm test` exits 0.",
    "npm test exited with code 0.",
    "Exit code 0 from npm test.",
    "The test command exits cleanly.",
    "The suite is back to green.",
    "Tests went from red to green.",
    "The tests that were red are now green.",
    "They all pass.",
    "All 42 pass.",
    "All green.",
    "Everything passes.",
    "The whole test suite came back green.",
    "Tests are \u{1f7e2}",
    "The tests succeed without exception.",
    "T\u0435sts p\u0430ss",
  ])("%s", (text) => {
    expect(kinds(text)).toBe("tests_pass");
  });

  it.each([
    "All tests pass with no skipped tests.",
    "All tests pass, none are failing.",
    "All tests pass, not just the new ones.",
    "All tests pass, including the one that failed before.",
    "Tests pass despite the earlier failure.",
    "Moved errors.ts into src/failed.ts, all tests pass.",
    "Fixed the bug that caused errors, all tests pass.",
    "I fixed the timeout, all tests pass.",
    "All tests pass without changes to other files.",
    "All tests pass - would you like me to open a pull request?",
    "All tests pass, so we could merge.",
    "All tests pass and it will be deployed.",
    "All tests pass, which ensures that nothing breaks.",
    "I ran the tests to verify the fix and they pass.",
    "All tests pass (e.g. those of the parser) and nothing else is needed.",
  ])("what speaks of something else as well: %s", (text) => {
    expect(kinds(text)).toContain("tests_pass");
  });
});

describe("that other checks are clean is read in", () => {
  it.each([
    ["Build: ok", "build_succeeds"],
    ["No build errors.", "build_succeeds"],
    ["The build no longer fails.", "build_succeeds"],
    ["The build finishes without errors.", "build_succeeds"],
    ["`npm run build` exits 0.", "build_succeeds"],
    ["`tsc` exits with 0.", "typecheck_clean"],
    ["There are no more type errors.", "typecheck_clean"],
    ["The types are clean.", "typecheck_clean"],
    ["Types check.", "typecheck_clean"],
    ["No more lint errors.", "lint_clean"],
    ["`eslint .` exits 0.", "lint_clean"],
    ["Build, lint, and type checks are all green.", "build_succeeds, typecheck_clean, lint_clean"],
    ["Build \u2705 Tests \u2705 Lint \u2705", "tests_pass, build_succeeds, lint_clean"],
    ["Tests and lint are clean.", "tests_pass, lint_clean"],
  ])("%s", (text, wanted) => {
    expect(kinds(text)).toBe(wanted);
  });
});

describe("nothing of a check is claimed by", () => {
  it.each([
    "40 of 42 tests pass.",
    "40/42 tests pass.",
    "Most tests pass.",
    "All tests but two pass.",
    "Tests pass only for the parser.",
    "Tests passed before my change.",
    "The tests were green before I started.",
    "The tests used to pass.",
    "Do the tests pass?",
    "I added tests that pass a null cart.",
    "I added a test that the build succeeds without errors.",
    "The function passes the tests array to run.",
    "Passed the tests directory to the runner.",
    "The README says all tests pass.",
    "No tests failed to compile, but two failed at run time.",
    "There are 2 test failures.",
    "40 tests passed/failed as before.",
    "The tests work by comparing snapshots.",
    "Tests run in parallel.",
    "Everything passes through the gate.",
    "All pass the user id.",
    "npm test exited with code 1.",
    "The tests are not green yet.",
    "All tests should pass now.",
    "The build still fails.",
    "The tests that were red are still red.",
    "No new tests were added.",
  ])("%s", (text) => {
    expect(kinds(text)).toBe("");
  });
});

describe("how many tests there are is read from", () => {
  it.each([
    ["All 42 tests pass.", 42],
    ["I added 3 tests, all 42 tests pass.", 42],
    ["I added 3 tests and all 42 tests pass.", 42],
    ["All 42 tests pass and I created src/a.ts.", 42],
    ["I added 3 tests that pass.", null],
    ["3 of 3 tests pass.", 3],
    ["All tests pass.", null],
  ])("%s", (text, wanted) => {
    expect(readStated(text, "observation").find(({ kind }) => kind === "tests_pass")?.count).toBe(wanted);
  });
});
