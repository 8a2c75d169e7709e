import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testIo } from "../../../../testing/io.ts";
import { ExitError } from "../exit.ts";
import { configCommand } from "./config.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "warrant-config-")));
  mkdirSync(join(folder, ".git"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: readonly string[], options: Parameters<typeof testIo>[0] = {}) {
  const { io, stdout, stderr } = testIo({ cwd: folder, ...options });
  let code = 0;
  let message = "";
  try {
    await configCommand(io)
      .exitOverride()
      .parseAsync(["check", ...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    ({ code, message } = error);
  }
  return { code, message, stdout: stdout(), stderr: stderr() };
}

describe("warrant config check", () => {
  it("shows every list as it applies, with --verbose and as JSON", async () => {
    writeFileSync(
      join(folder, "warrant.yaml"),
      "intent:\n  docs_path_patterns: [+site/**]\n  test_path_patterns: [check/**]\n  agents: { logins: [robo] }\n  feature_signals: [+capability]\n",
    );
    const { lists } = JSON.parse((await run(["--format", "json"])).stdout);
    expect(lists.tests).toEqual(["check/**"]);
    expect(lists.docs).toEqual(expect.arrayContaining(["*.md", "site/**"]));
    expect(lists.guardrails).toEqual(expect.arrayContaining(["warrant.yaml", "AGENTS.md"]));
    expect(lists.features).toEqual(expect.arrayContaining(["feat", "capability"]));
    expect(lists.agents).toEqual(expect.arrayContaining(["copilot-swe-agent", "robo"]));
    const { stdout } = await run(["--verbose"]);
    for (const shown of ["\n  tests\n    check/**\n", "\n    site/**\n", "\n    warrant.yaml\n", "\n    robo\n"]) {
      expect(stdout).toContain(shown);
    }
    expect((await run([])).stdout).not.toContain("AGENTS.md");
  });

  it("says that a file is valid and what it will do", async () => {
    writeFileSync(
      join(folder, "warrant.yaml"),
      "intent:\n  gate: everyone\n  docs_path_patterns: [+site/**]\n  sensitive_paths: [billing/]\n",
    );
    const { code, stdout, stderr } = await run([]);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toEqual([
      "warrant.yaml is valid.",
      "",
      "  mode       report-only: nothing is refused, unless a run is told to enforce",
      "  gated      every change, bots too",
      "  tests      default list",
      "  docs       default list and 1 more",
      "  guardrails default list",
      "  features   default list",
      "  sensitive  built-in rules and 1 pattern",
      '  issue      open, linked by "fixes" or "refs", self-written only with write permission or endorsed by "accepted", "approved", "help wanted"',
      '  plan       beads ".beads/issues.jsonl", ".beads/beads.jsonl"; labels "plan approved", "plan-approved"; files "plans/**/*.md", "docs/plans/**/*.md"',
      "  approval   1 by someone with write permission or more, not the author or the requester or committers; enough alone for tier 2, 3",
      "  drift      denies",
      "  model      none",
      '  hold       "hold", "do-not-merge"',
      "  policy     none: tiers decide alone",
      expect.stringMatching(/^ {2}digest {5}sha256:[0-9a-f]{64}$/),
      "",
    ]);
  });

  it("says the other things a file can do", async () => {
    writeFileSync(
      join(folder, "warrant.yaml"),
      "intent: {enforce: true, bots: gate, alignment_model: m, hold_labels: [], drift: {decide: false}, guardrail_path_patterns: [a], evidence: {issue: {require_open: false, require_labels: [a, b, c, d, e], reference_links: false, allow_self_written: true, require: all}, plan: {beads: [], labels: [], paths: []}, approval: {count: 2, tiers: [], exclude_requester: false, exclude_committers: false, min_permission: admin}}}\npolicy: {rules: [{id: a, scope: intent, set: {max_attempts: 2}}]}\n",
    );
    const { stdout } = await run([]);
    expect(stdout).toContain("enforce: a denial has consequences");
    expect(stdout).toContain("changes by agents; dependency and automation bots too");
    expect(stdout).toContain("1 entry instead of the default list");
    expect(stdout).toContain(
      'open or closed, labelled "a", "b", "c", "d" and 1 more, linked by "fixes", also self-written, all of them',
    );
    expect(stdout).toContain("beads none; labels none; files none");
    expect(stdout).toContain("2 by someone with admin permission or more, not the author; enough alone for no tier");
    expect(stdout).toContain("drift      is shown only");
    expect(stdout).toContain('model      "m"');
    expect(stdout).toContain("1 rule, 0 labels; verified labels count");
    expect(stdout).toMatch(/\nwarning warrant\.yaml:1:\d+: intent\.guardrail_path_patterns replaces the default list/);
  });

  it.each([
    ["agents", "report", "changes by agents; dependency and automation bots are reported only"],
    [
      "agents_and_unknown",
      "report",
      "changes by agents and by anyone not known as a bot or listed person; dependency bots are reported only",
    ],
    [
      "agents_and_unknown",
      "gate",
      "changes by agents and by anyone not known as a bot or listed person; dependency bots too",
    ],
    ["everyone", "report", "every change, bots too"],
  ])("says who is gated with gate: %s and bots: %s", async (gate, bots, said) => {
    writeFileSync(join(folder, "warrant.yaml"), `intent: {gate: ${gate}, bots: ${bots}}\n`);
    expect((await run([])).stdout).toContain(`  gated      ${said}\n`);
  });

  it("prints every error with its place and ends with code 2", async () => {
    writeFileSync(join(folder, "warrant.yaml"), "intent:\n  gat: x\n  bots: 3\n");
    const { code, message, stdout } = await run([]);
    expect(code).toBe(2);
    expect(message).toBe("");
    expect(stdout).toMatch(
      /^warrant\.yaml:2:3: unknown key "gat".*\nwarrant\.yaml:3:9: intent\.bots must be one of .*\n\nwarrant\.yaml is not valid: 2 problems\. Nothing was applied\.\n$/,
    );
  });

  it("counts every problem, also those that are not listed", async () => {
    const keys = Array.from({ length: 23 }, (_, index) => `  nothing${index}: 1\n`).join("");
    writeFileSync(join(folder, "warrant.yaml"), `intent:\n${keys}`);
    const { stdout } = await run([]);
    expect(stdout).toContain("and 3 more problems after this");
    expect(stdout).toMatch(/is not valid: 23 problems\. Nothing was applied\.\n$/);
  });

  it("says that a duplicate key hides what else is wrong", async () => {
    writeFileSync(join(folder, "warrant.yaml"), "intent:\n  gat: x\n  bots: gate\n  bots: gate\n");
    const { code, stdout } = await run([]);
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /1 problem\. Nothing was applied\. Fix this first: the keys of the file are checked after it\.\n$/,
    );
  });

  it("finds the file of the repository from a folder inside it", async () => {
    writeFileSync(join(folder, "warrant.yml"), "intent: 1\n");
    mkdirSync(join(folder, "a", "b"), { recursive: true });
    const { code, stdout } = await run([], { cwd: join(folder, "a", "b") });
    expect(code).toBe(2);
    expect(stdout).toContain(`${join(folder, "warrant.yml")}:1:9: `);
  });

  it("says that the defaults apply when there is no file", async () => {
    const { code, stdout } = await run([]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^No warrant\.yaml here: the defaults apply\. warrant init writes one\.\n/);
  });

  it("refuses two files and names both", async () => {
    writeFileSync(join(folder, "warrant.yaml"), "");
    writeFileSync(join(folder, "warrant.yml"), "");
    const { code, stdout } = await run([]);
    expect(code).toBe(2);
    expect(stdout).toContain("warrant.yaml and warrant.yml are both present; keep one and delete the other");
  });

  it("reads a named file and standard input", async () => {
    writeFileSync(join(folder, "other.yaml"), "intent: 1\n");
    expect((await run(["other.yaml"])).stdout).toMatch(/^other\.yaml:1:9: /);
    expect((await run(["-"], { stdin: "intent: 1\n" })).stdout).toMatch(/^<stdin>:1:9: /);
    expect((await run(["-"], { stdin: "x".repeat(10_000_000) })).stdout).toMatch(/at most 256 KiB are read/);
  });

  it.each([
    ["absent.yaml", "cannot read absent.yaml: there is no such file"],
    [".git", "cannot read .git: it is a folder"],
    ["warrant.yaml/x", "cannot read warrant.yaml/x: a part of the path is not a folder"],
  ])("ends with code 2 when %s cannot be read", async (name, said) => {
    writeFileSync(join(folder, "warrant.yaml"), "");
    expect(await run([name])).toMatchObject({ code: 2, message: said, stdout: "" });
  });

  it("prints one JSON document, valid or not", async () => {
    writeFileSync(join(folder, "warrant.yaml"), "intent: {enforce: true}\n");
    expect(JSON.parse((await run(["--format", "json"])).stdout)).toMatchObject({
      file: "warrant.yaml",
      valid: true,
      errors: [],
      configuration: { intent: { enforce: true, gate: "agents" } },
    });
    writeFileSync(join(folder, "warrant.yaml"), "intent: {gate: x}\n");
    const wrong = await run(["--format", "json"]);
    expect(wrong.code).toBe(2);
    expect(JSON.parse(wrong.stdout)).toMatchObject({
      valid: false,
      errors: [{ file: "warrant.yaml", line: 1, column: 16, path: "intent.gate" }],
      digest: null,
    });
  });

  it("tells what the environment adds, and stops for what is wrong there without repeating it", async () => {
    writeFileSync(join(folder, "warrant.yaml"), "intent: {sensitive_paths: [billing/]}\n");
    const added = await run([], { env: { WARRANT_INTENT_SENSITIVE_PATHS: "payments/, ledger/" } });
    expect(added).toMatchObject({
      code: 0,
      stderr: "WARRANT_INTENT_SENSITIVE_PATHS is set and adds 2 more sensitive paths.\n",
    });
    const wrong = await run([], { env: { WARRANT_INTENT_SENSITIVE_PATHS: "payments/,../secret" } });
    expect(wrong.code).toBe(2);
    expect(wrong.message).toBe("WARRANT_INTENT_SENSITIVE_PATHS: entry 2 leaves the repository with `..`");
    expect((await run([], { env: { WARRANT_INTENT_SENSITIVE_PATHS: " " } })).stderr).toBe("");
  });

  it("colours only a terminal", async () => {
    expect((await run([], { isTTY: true, env: { TERM: "xterm" } })).stdout).toContain("\u001b[");
    expect((await run([], { isTTY: true, env: { NO_COLOR: "1" } })).stdout).not.toContain("\u001b[");
    expect((await run([])).stdout).not.toContain("\u001b[");
  });
});
