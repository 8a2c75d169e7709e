import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { output, transcript } from "../../../../testing/example-transcript.ts";
import { createRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { testIo } from "../../../../testing/io.ts";
import { run } from "../main.ts";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder("file");
  writeFileSync(join(folder, "session.jsonl"), transcript);
  writeFileSync(join(folder, "output.json"), JSON.stringify(output));
  const good = { ...output, claims: output.claims.slice(1, 2), evidence: output.evidence.slice(1, 2) };
  writeFileSync(join(folder, "good.json"), JSON.stringify(good));
  writeFileSync(join(folder, "report.md"), "- [x] All tests pass.\n");
  writeFileSync(join(folder, "cut.jsonl"), transcript.slice(0, -40));
});

async function verify(args: readonly string[], stdin = "", env: Record<string, string> = {}) {
  const { io, stdout, stderr } = testIo({ cwd: folder, stdin, columns: 100, env });
  const code = await run(["verify", ...args], io);
  return { code, stdout: stdout(), stderr: stderr() };
}

const trace = ["--trace", "session.jsonl", "--reader", "claude"];

describe("warrant verify", () => {
  it.each<[string, readonly string[], number]>([
    ["reports what is refuted, and ends with 0", ["output.json", ...trace], 0],
    ["refuses what is refuted", ["output.json", ...trace, "--enforce"], 3],
    ["lets through what is not", ["good.json", ...trace, "--enforce"], 0],
    ["refuses a report", ["--report", "All tests pass.", ...trace, "--enforce"], 3],
    ["refuses a report in a file", ["--report", "@report.md", ...trace, "--enforce"], 3],
    [
      "ends with 4 where the record is too thin",
      ["--report", "The build succeeds.", "--trace", "cut.jsonl", "--enforce"],
      4,
    ],
    ["needs a trace", ["output.json"], 2],
    ["needs something to verify", [...trace], 2],
    ["takes a document or a report", ["output.json", "--report", "x", ...trace], 2],
    ["says when a file is not there", ["nowhere.json", ...trace], 2],
    ["says when a trace is not there", ["output.json", "--trace", "no/such.jsonl"], 2],
    ["says when a trace is of no known format", ["output.json", "--trace", "report.md"], 2],
  ])("%s", async (_name, args, code) => {
    const ended = await verify(args);
    expect(ended.code).toBe(code);
    if (code === 2) expect(ended.stderr).toMatch(/^warrant: .+\./);
  });

  it("prints the verdict as JSON, the same bytes each time", async () => {
    const first = await verify(["output.json", ...trace, "--format", "json"]);
    const second = await verify(["-", ...trace, "--format", "json"], JSON.stringify(output));
    expect(JSON.parse(first.stdout)).toMatchObject({ schema: "warrant.verdict/v1", gate: "claim", decision: "deny" });
    expect(second.stdout).toBe(first.stdout);
  });

  it("prints Markdown that a claim's words cannot leave", async () => {
    const { stdout } = await verify(["--report", "All tests pass | `x` <b>.", ...trace, "--format", "markdown"]);
    expect(stdout).toContain("| ✗ contradicted | All tests pass \\| \\`x\\` \\<b\\>. |");
  });

  it("prints what a verifier would be given, in its order", async () => {
    const { stdout } = await verify(["output.json", ...trace, "--payload"]);
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual([
      "schema",
      "task",
      "executor_output",
      "tool_trace_summary",
      "gatekeeper_result",
    ]);
  });

  it("judges facts in bulk, in order, and goes on behind a broken line", async () => {
    const empty = { schema: "warrant.trace/v1", session: { id: "s", host: "other" }, complete: true, invocations: [] };
    const facts = (text: string) =>
      JSON.stringify({
        schema: "warrant.claim-facts/v1",
        mode: "report",
        report: { text, format: "text" },
        trace: empty,
      });
    const lines = `${facts("All tests passed.")}\n{broken\n\n${facts("I looked.")}\n{"schema":"x"}\n`;
    const { code, stdout, stderr } = await verify(["--facts", "-", "--format", "jsonl"], lines);
    const printed = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(printed.map(({ decision, line }) => decision ?? line)).toEqual(["deny", 2, "allow", 5]);
    expect([code, stderr]).toEqual([2, "warrant: 2 lines are no facts of claims.\n"]);
  });

  it("says which reader was taken, and how many lines could not be read", async () => {
    const { stderr } = await verify(["good.json", "--trace", "cut.jsonl"]);
    expect(stderr).toBe(
      "warrant: read cut.jsonl as claude\nwarrant: 1 of 6 lines could not be read; the record counts as incomplete\n",
    );
  });

  it.each([
    ["Hello there.", "Nothing it states was checked: no sentence says what a record can show."],
    [
      "Las pruebas pasan y el archivo fue actualizado correctamente por m\u00ed.",
      "1 sentence is not English; nothing stated there was checked.",
    ],
  ])("says of a report what was not checked: %s", async (report, told) => {
    const { stdout } = await verify(["--report", report, ...trace]);
    expect(stdout).toContain(told);
  });

  it("shows a verifier no secret that an agent typed or a tool printed", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const typed = { ...output, task: `Fix it with ${token}` };
    const { stdout } = await verify(["-", ...trace, "--payload"], JSON.stringify(typed));
    expect(JSON.parse(stdout)).toMatchObject({ task: "Fix it with [secret]" });
    expect(stdout).not.toContain(token);
  });
});

describe("warrant verify, by what is configured", () => {
  const calls = JSON.stringify([
    { id: "a", tool: "Bash", arguments: { command: "bin/check" }, result: { text: "ok" }, status: "ok", exit_code: 0 },
  ]);
  const passes = ["--report", "All tests pass.", "--trace", "calls.json", "--complete"];

  function home(text: string): Record<string, string> {
    const home = temporaryFolder();
    mkdirSync(join(home, ".config/warrant"), { recursive: true });
    writeFileSync(join(home, ".config/warrant/config.yaml"), text);
    writeFileSync(join(folder, "calls.json"), calls);
    return { HOME: home };
  }
  const runner = "runners: [{ kind: tests, argv: [bin/check], scope: full }]";

  it("knows a person's own command for the tests, and enforces where they said so", async () => {
    const unknown = await verify(passes, "", home("claim: { enforce: true, unverified: deny }"));
    expect([unknown.code, unknown.stderr]).toEqual([3, ""]);
    const known = await verify(passes, "", home(`claim: { enforce: true, unverified: deny, ${runner} }`));
    expect([known.code, known.stdout]).toEqual([0, expect.stringContaining("supported    All tests pass.")]);
  });

  it("asks for the grade of quotes and looks for the phrases that are set", async () => {
    const phrases = "phrases: { certainty: block, extra: [{ category: certainty, text: rock solid }] }";
    const env = home(`claim: { ${phrases} }`);
    const { stdout } = await verify(["--report", "The fix is rock solid.", ...passes.slice(2)], "", env);
    expect(stdout).toMatch(/claim\.hallucination_phrases +fail +certainty/);
  });

  it("takes of a project only what asks for more, and says what is left out", async () => {
    const repository = createRepository();
    repository.commit("Configure", { "warrant.yaml": `claim:\n  enforce: true\n  ${runner}\n`, "calls.json": calls });
    repository.git("update-ref", "refs/remotes/origin/main", "HEAD");
    const { io, stdout, stderr } = testIo({ cwd: repository.folder, env: { HOME: temporaryFolder() } });
    const code = await run(["verify", "--report", "All tests pass.", ...passes.slice(2)], io);
    expect(stdout()).toContain("unverified   All tests pass.");
    expect([code, stderr()]).toEqual([
      0,
      "warrant: warrant.yaml:3:3: claim.runners is left out: a project's file may only narrow what your own allows [config.untrusted]\n",
    ]);
  });

  it("ends with 2 where what is configured cannot be read, since it may have been what refuses", async () => {
    const { code, stderr } = await verify(passes, "", home("claim: { enforced: true }"));
    expect([code, stderr]).toEqual([2, expect.stringContaining('did you mean "enforce"?')]);
  });
});
