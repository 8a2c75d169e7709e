import { describe, expect, it } from "vitest";
import {
  bash,
  type CallDraft,
  call,
  edit,
  failed,
  judgeOutput,
  judgeText,
  outputOf,
  read,
  receiptsOf,
  traceOf,
} from "../../../../../testing/claim-facts.ts";
import { defaultClaimSettings } from "../settings.ts";

const green = "       Tests  42 passed (42)\n";
const change = edit("e", "/repo/src/core.ts");

function say(text: string, calls: readonly CallDraft[], more = {}, kind = "result"): string[] {
  return receiptsOf(judgeOutput(outputOf(text, [], kind), traceOf(calls, more)));
}

describe("a claim that tests pass", () => {
  const tests = (text: string, calls: readonly CallDraft[], more = {}) => say(text, calls, more).join(", ");

  it.each<[string, readonly CallDraft[], string]>([
    ["R9 is borne out by a run after the last edit", [change, bash("t", "npm test", green)], "supported exit_code"],
    ["R9 is open when a file was edited after the run", [bash("t", "npm test", green), change], "unverified stale_run"],
    [
      "R11 is not made stale by documentation",
      [bash("t", "npm test", green), edit("d", "/repo/docs/a.md")],
      "supported exit_code",
    ],
    [
      "R5 is refuted by a failing run",
      [change, failed("t", "npm test", "Tests  2 failed | 40 passed (42)")],
      "contradicted failing_run",
    ],
    ["R1 is refuted when nothing ran", [change, read("r", "/repo/a", "x")], "contradicted never_ran"],
    [
      "R4 is borne out by a script that prints a runner's summary",
      [bash("t", "python scripts/check.py", "12 passed in 0.41s\n")],
      "supported equivalent_run",
    ],
    [
      "R4 is open after a script that prints nothing of it",
      [bash("t", "python scripts/check.py", "done\n")],
      "unverified opaque_run",
    ],
    [
      "is open when the session wrote that script",
      [
        call("w", "Write", { file_path: "/repo/run.py", content: "x" }, "ok"),
        bash("t", "python run.py", "12 passed in 0.41s\n"),
      ],
      "unverified self_written_runner",
    ],
    [
      "is borne out behind wrappers",
      [bash("t", "cd /repo && CI=1 timeout 60 npx vitest run 2>&1", green)],
      "supported exit_code",
    ],
    ["is borne out in a container", [bash("t", "docker compose run --rm web npm test", green)], "supported exit_code"],
    [
      "is borne out by pytest as a module",
      [bash("t", "uv run python -m pytest -q", "42 passed in 1.2s\n")],
      "supported exit_code",
    ],
    [
      "is open when a pipe hides the exit code",
      [bash("t", "npm test | tail -1", "Duration 1.2s\n")],
      "unverified exit_masked",
    ],
    ["is borne out by the summary behind a pipe", [bash("t", "npm test | tail -3", green)], "supported output"],
    [
      "is borne out by lines that give no count",
      [bash("t", "go test ./... | tail -3", "ok  \ta/b 0.4s\n")],
      "supported output",
    ],
    ["is open when it runs in the background", [bash("t", "npm test &", "")], "unverified exit_masked"],
    [
      "is open when only an `if` looked at it",
      [bash("t", "if npm test; then echo ok; fi", "ok")],
      "unverified exit_masked",
    ],
    ["is borne out inside a shell of its own", [bash("t", "bash -lc 'npm test'", green)], "supported exit_code"],
    [
      "is not made stale by a build, a list or a look at the web",
      [
        bash("t", "npm test", green),
        bash("b", "npm run build", ""),
        call("w", "WebFetch", { url: "https://x.example" }, "x"),
      ],
      "supported exit_code",
    ],
    [
      "is open when an unknown tool that writes came after it",
      [bash("t", "npm test", green), call("m", "mcp__fs__write_file", {}, "x")],
      "unverified possible_edit",
    ],
    [
      "is not made stale by an unknown tool that only asks",
      [bash("t", "npm test", green), call("m", "mcp__pg__query", {}, "x")],
      "supported exit_code",
    ],
    [
      "is open when a sub-agent edited after it",
      [
        bash("t", "npm test", green),
        call("a", "Task", { prompt: "x" }, "done"),
        edit("z", "/repo/src/z.ts", { agent_id: "s", parent_id: "a" }),
      ],
      "unverified stale_run",
    ],
    [
      "is borne out with pipefail",
      [bash("t", "set -o pipefail; npm test | tail -1", "Duration 1.2s\n")],
      "supported exit_code",
    ],
    [
      "is refuted by the summary although `|| true` ended well",
      [bash("t", "npm test || true", "Tests  1 failed | 41 passed (42)\n")],
      "contradicted failing_run",
    ],
    ["is open after one file of tests", [bash("t", "npx vitest run src/core.test.ts", green)], "unverified narrow_run"],
    [
      "is open after the tests of a folder below",
      [bash("t", "cd packages/a && npm test", green)],
      "unverified narrow_run",
    ],
    ["is open after a selected part", [bash("t", "pytest -k parser", "4 passed in 1s\n")], "unverified narrow_run"],
    [
      "is open after a run of no test",
      [bash("t", "npx vitest run --passWithNoTests", "No test files found, exiting with code 0\n")],
      "unverified empty_run",
    ],
    [
      "is open while the run runs",
      [bash("t", "npm test", "RUN\n", { status: "running", exit_code: null })],
      "unverified no_outcome",
    ],
    [
      "is open after a run that timed out",
      [bash("t", "npm test", "RUN\n", { status: "timeout", exit_code: null })],
      "unverified no_outcome",
    ],
    [
      "is refuted when the run was denied",
      [bash("t", "npm test", "denied", { status: "denied", exit_code: null })],
      "contradicted never_ran",
    ],
    [
      "is open when a script ran after it",
      [bash("t", "npm test", green), bash("x", "node gen.js", "done")],
      "unverified possible_edit",
    ],
    [
      "is open when a fixing linter ran after it",
      [bash("t", "npm test", green), bash("l", "npx eslint --fix src", "")],
      "unverified stale_run",
    ],
    [
      "is open after an install",
      [bash("t", "npm test", green), bash("i", "npm install left-pad", "")],
      "unverified stale_run",
    ],
    [
      "is open after a checkout",
      [bash("t", "npm test", green), bash("g", "git checkout main -- src", "")],
      "unverified stale_run",
    ],
    [
      "is not made stale by a commit",
      [bash("t", "npm test", green), bash("g", "git add -A && git commit -m x", "")],
      "supported exit_code",
    ],
    [
      "is not made stale by a file outside the root",
      [bash("t", "npm test", green), bash("g", "echo x > /tmp/note", "")],
      "supported exit_code",
    ],
    ["is not made stale by keeping its output", [bash("t", "npm test 2>&1 | tee test.log", green)], "supported output"],
    [
      "is not made stale by an edit that failed",
      [bash("t", "npm test", green), edit("e", "/repo/src/a.ts", { status: "error" })],
      "supported exit_code",
    ],
    [
      "is refuted by a full failure that only a part passed after",
      [
        failed("t", "npm test", "Tests  1 failed | 41 passed (42)"),
        bash("u", "npx vitest run a.test.ts", "Tests  6 passed (6)"),
      ],
      "contradicted failing_run",
    ],
    [
      "is borne out by a full pass after a failure",
      [failed("t", "npm test", "1 failed, 3 passed"), bash("u", "npm test", green)],
      "supported exit_code",
    ],
    [
      "is open when one of several checks failed",
      [failed("t", "npm run lint && npm test", "oops")],
      "unverified which_failed",
    ],
    ["is borne out by each link of a chain", [bash("t", "npm run lint && npm test", green)], "supported exit_code"],
    [
      "is refuted when its words were only printed",
      [bash("t", 'echo "42 passed, 0 failed"', "42 passed, 0 failed")],
      "contradicted never_ran",
    ],
    [
      "is open after a task whose name tells nothing",
      [bash("t", "make ci", "all stages done")],
      "unverified opaque_run",
    ],
    ["is borne out by a task of that name", [bash("t", "make test", "ok")], "supported exit_code"],
    ["is open after an unknown tool", [call("m", "mcp__ci__status", {}, "fine")], "unverified opaque_run"],
    [
      "is open after another agent",
      [call("a", "Agent", { prompt: "run the tests" }, "All pass.")],
      "unverified opaque_run",
    ],
    [
      "is borne out by the run of a sub-agent",
      [
        call("a", "Agent", { prompt: "run" }, "All pass."),
        bash("t", "npm test", green, { agent_id: "s1", parent_id: "a" }),
      ],
      "supported exit_code",
    ],
  ])("%s", (_name, calls, wanted) => {
    expect(tests("All tests pass.", calls)).toBe(`tests_pass ${wanted}`);
  });

  it.each<[string, string, readonly CallDraft[], string]>([
    ["another count", "All 41 tests pass.", [bash("t", "npm test", green)], "contradicted count_differs"],
    ["the same count", "42/42 tests pass.", [bash("t", "npm test", green)], "supported exit_code"],
    ["no count printed", "All 42 tests pass.", [bash("t", "npm test", "> test\n")], "unverified count_not_seen"],
    [
      "a part that was run",
      "The parser tests pass.",
      [bash("t", "npx vitest run src/parser.test.ts", green)],
      "supported exit_code",
    ],
    [
      "a part that was not run",
      "The parser tests pass.",
      [bash("t", "npx vitest run src/lexer.test.ts", green)],
      "unverified narrow_run",
    ],
    [
      "new tests, whose number is not that of all",
      "Added 3 tests and all tests pass.",
      [bash("t", "npm test", green)],
      "supported exit_code",
    ],
  ])("reads %s", (_name, text, calls, wanted) => {
    expect(tests(text, calls)).toBe(`tests_pass ${wanted}`);
  });

  it("R9 is open when the run started before the edit ended, in time", () => {
    const slow = edit("e", "/repo/src/a.ts", { started_at: "2026-01-01T00:00:00Z", ended_at: "2026-01-01T00:00:09Z" });
    const early = bash("t", "npm test", green, {
      started_at: "2026-01-01T00:00:05Z",
      ended_at: "2026-01-01T00:00:08Z",
    });
    const late = bash("t", "npm test", green, { started_at: "2026-01-01T00:00:09Z" });
    expect(tests("All tests pass.", [slow, early])).toBe("tests_pass unverified stale_run");
    expect(tests("All tests pass.", [slow, late])).toBe("tests_pass supported exit_code");
  });

  it("R3 is judged by its own run, not by what else ran", () => {
    const text = "All tests pass. The build succeeds.";
    expect(say(text, [bash("t", "npm test", green)])).toEqual([
      "tests_pass supported exit_code",
      "build_succeeds contradicted never_ran",
    ]);
  });

  it("of an incomplete record is neither borne out nor refuted, but a failure is", () => {
    const missing = { complete: false };
    expect(tests("All tests pass.", [bash("t", "npm test", green)], missing)).toBe(
      "tests_pass unverified trace_incomplete",
    );
    expect(tests("All tests pass.", [change], missing)).toBe("tests_pass unverified trace_incomplete");
    expect(tests("All tests pass.", [failed("t", "npm test", "1 failed")], missing)).toBe(
      "tests_pass contradicted failing_run",
    );
  });

  it("knows the checks of the project", () => {
    const settings = {
      ...defaultClaimSettings,
      runners: [{ kind: "tests" as const, argv: ["bin/check"], scope: "full" as const }],
    };
    const trace = traceOf([bash("t", "bin/check --fast", "")]);
    expect(receiptsOf(judgeText("All tests passed.", trace, settings))).toEqual(["tests_pass supported exit_code"]);
  });
});

describe("other claims of checks", () => {
  it.each<[string, string, readonly CallDraft[], string]>([
    ["a build", "The build succeeds.", [change, bash("b", "npm run build", "")], "build_succeeds supported exit_code"],
    [
      "a build behind a pipe that shows errors",
      "The build succeeds.",
      [bash("b", "npm run build | tail", "src/a.ts: error: x")],
      "build_succeeds contradicted failing_run",
    ],
    [
      "a type check",
      "Type checking passes.",
      [bash("b", "npx tsc --noEmit", "")],
      "typecheck_clean supported exit_code",
    ],
    [
      "a compiler is a type check and a build",
      "No type errors.",
      [bash("b", "npx tsc -p .", "")],
      "typecheck_clean supported exit_code",
    ],
    [
      "a failed type check",
      "tsc is clean.",
      [failed("b", "tsc --noEmit", "error TS1", 2)],
      "typecheck_clean contradicted failing_run",
    ],
    [
      "lint",
      "eslint reports no errors.",
      [change, bash("b", "npx eslint src", "0 errors, 2 warnings")],
      "lint_clean supported exit_code",
    ],
    [
      "lint that documentation makes stale",
      "Lint passes.",
      [bash("b", "npm run lint", ""), edit("d", "/repo/docs/a.md")],
      "lint_clean unverified stale_run",
    ],
    [
      "lint that repairs is fresh to itself",
      "Lint passes.",
      [change, bash("b", "npx eslint --fix src", "")],
      "lint_clean supported exit_code",
    ],
    [
      "go vet",
      "go vet is clean.",
      [bash("b", "go vet ./... && go test ./...", "ok  a/b 0.1s")],
      "lint_clean supported exit_code",
    ],
    [
      "clippy",
      "Clippy passes without warnings.",
      [bash("b", "cargo clippy -- -D warnings", "")],
      "lint_clean supported exit_code",
    ],
  ])("reads %s", (_name, text, calls, wanted) => {
    expect(say(text, calls)).toEqual([wanted]);
  });
});

describe("claims about files", () => {
  const write = call(
    "w",
    "Write",
    { file_path: "/repo/src/a.ts", content: "x" },
    "File created successfully at: /repo/src/a.ts",
  );

  it.each<[string, string, readonly CallDraft[], string]>([
    ["a file that was written", "Created src/a.ts.", [write], "file_created supported written"],
    [
      "a file in which another is named",
      "Updated the import of src/b.ts in src/a.ts.",
      [edit("e", "/repo/src/a.ts")],
      "file_modified supported written",
    ],
    [
      "a file in which a protocol is handled",
      "Changed HTTP/2 handling in src/a.ts.",
      [edit("e", "/repo/src/a.ts")],
      "file_modified supported written",
    ],
    [
      "only the file that was left, and says so of the other",
      "Updated the import of src/b.ts in src/c.ts.",
      [edit("e", "/repo/src/b.ts")],
      "file_modified contradicted never_done",
    ],
    [
      "a file that a patch adds",
      "Created src/a.ts.",
      [call("p", "apply_patch", { input: "*** Begin Patch\n*** Add File: src/a.ts\n+x\n*** End Patch" }, "Done")],
      "file_created supported written",
    ],
    [
      "a file that a redirect makes",
      "src/a.ts was created.",
      [bash("w", "cat > src/a.ts <<'EOF'\nx\nEOF", "")],
      "file_created supported written",
    ],
    [
      "a file that was there before",
      "Created src/a.ts.",
      [read("r", "/repo/src/a.ts", "x"), write],
      "file_created contradicted existed_before",
    ],
    [
      "a file that was removed later",
      "Created src/a.ts.",
      [write, bash("r", "rm src/a.ts", "")],
      "file_created contradicted undone_later",
    ],
    ["a file that no call made", "Created src/a.ts.", [change], "file_created contradicted never_done"],
    [
      "a file that only a failed call made",
      "Created src/a.ts.",
      [{ ...write, status: "error" }],
      "file_created contradicted failed_call",
    ],
    [
      "a file that a script may have made",
      "Created src/a.ts.",
      [bash("g", "python gen.py", "ok")],
      "file_created unverified opaque_run",
    ],
    [
      "a file that was restored later",
      "Updated src/core.ts.",
      [change, bash("g", "git checkout .", "")],
      "file_modified unverified possible_edit",
    ],
    ["an addition to a file", "Added a retry to src/core.ts.", [change], "file_modified supported written"],
    [
      "a file that was removed",
      "Removed src/old.ts.",
      [bash("r", "git rm src/old.ts", "")],
      "file_deleted supported written",
    ],
    [
      "a file of another folder with the same end",
      "Updated core.ts.",
      [edit("e", "/repo/src/score.ts")],
      "file_modified contradicted never_done",
    ],
  ])("reads %s", (_name, text, calls, wanted) => {
    expect(say(text, calls, {}, "action")).toEqual([wanted]);
  });

  it.each<[string, readonly CallDraft[], string]>([
    ["is borne out when nothing else was written", [change], "supported written"],
    ["is refuted by another file", [change, edit("f", "/repo/src/auth.ts")], "contradicted other_files"],
    ["is open after a script", [change, bash("g", "node mod.js", "done")], "unverified opaque_run"],
    [
      "is borne out by git status after a script",
      [change, bash("g", "node mod.js", "done"), bash("s", "git status --porcelain", " M src/core.ts\n")],
      "supported git_status",
    ],
    [
      "is refuted by git status",
      [change, bash("s", "git status --short", " M src/core.ts\n?? tmp/out.json\n")],
      "contradicted other_files",
    ],
  ])("that no other file was changed %s", (_name, calls, wanted) => {
    expect(say("Only src/core.ts was modified.", calls)).toContain(`no_other_files_changed ${wanted}`);
  });
});

describe("that nothing else was changed", () => {
  it("is open where no claim names a file", () => {
    const report = "Fixed the cart. No other files were modified.";
    expect(receiptsOf(judgeText(report, traceOf([change])))).toEqual(["no_other_files_changed unverified none_named"]);
  });

  it("is weighed against the files that all claims name", () => {
    const report = "Updated src/core.ts. No other files were modified.";
    expect(receiptsOf(judgeText(report, traceOf([change])))).toContain("no_other_files_changed supported written");
    const more = traceOf([change, edit("f", "/repo/src/auth.ts")]);
    expect(receiptsOf(judgeText(report, more))).toContain("no_other_files_changed contradicted other_files");
  });
});

describe("claims of commands", () => {
  it.each<[string, string, readonly CallDraft[], string]>([
    ["that ran", "Ran `npm audit`.", [bash("a", "npm audit --json", "")], "ran_command supported ran"],
    ["that never ran", "Ran `npm audit`.", [bash("a", "ls", "")], "ran_command contradicted never_ran"],
    [
      "of another spelling",
      "Ran `npm test`.",
      [bash("a", "npx vitest run", green)],
      "ran_command unverified different_command",
    ],
    [
      "that was denied",
      "Ran `npm audit`.",
      [bash("a", "npm audit", "", { status: "denied", exit_code: null })],
      "ran_command contradicted denied",
    ],
    [
      "that failed",
      "Ran `npm audit` successfully.",
      [failed("a", "npm audit", "1 high")],
      "ran_command contradicted failing_run",
    ],
    [
      "whose end is hidden",
      "Ran `npm audit` successfully.",
      [bash("a", "npm audit; true", "")],
      "ran_command unverified exit_masked",
    ],
    [
      "inside a longer line",
      "Ran `git push`.",
      [bash("a", "cd x && git push origin main", "")],
      "ran_command supported ran",
    ],
  ])("%s", (_name, text, calls, wanted) => {
    expect(say(text, calls, {}, "action")).toEqual([wanted]);
  });
});

describe("a clause", () => {
  it.each([
    "All tests should pass now.",
    "The tests will pass once the fix lands.",
    "If the tests pass, merge it.",
    "Run the tests to make sure they pass.",
    "2 tests fail.",
    "The tests do not pass.",
    "The build failed.",
    "Tests pass except for the parser.",
    "Version 4.2.0 removed the legacy exporter.",
    "The users table has a unique index on email.",
  ])("claims nothing: %s", (text) => {
    expect(say(text, [])).toEqual([]);
  });

  it.each([
    ["All previously failing tests now pass.", "tests_pass"],
    ["No tests fail.", "tests_pass"],
    ["12 passed, 0 failed.", "tests_pass"],
    ["`go test ./...` passes.", "tests_pass"],
    ["The code compiles without errors.", "build_succeeds"],
    ["The test suite is green.", "tests_pass"],
    ["There are no failing tests.", "tests_pass"],
    ["Everything passes: 42 tests, 0 failures.", "tests_pass"],
  ])("claims: %s", (text, kind) => {
    expect(say(text, []).join()).toMatch(new RegExp(`^${kind} `));
  });
});
