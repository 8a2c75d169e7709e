import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgeChange } from "@warrant/kernel/change/judge";
import { PolicyDecision } from "@warrant/kernel/verdict";
import { readConfiguration } from "@warrant/sources/configuration";
import { Command, CommanderError } from "commander";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeFacts, issue, person } from "../../../../testing/facts.ts";
import { testIo } from "../../../../testing/io.ts";
import { ExitError } from "../exit.ts";
import { executionOf } from "../policy-of-facts.ts";
import { policyCommand } from "./policy.ts";

const examples = join(import.meta.dirname, "../../../../examples/policy");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "warrant-policy-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function warrant(args: readonly string[], options: Parameters<typeof testIo>[0] = {}): Promise<Ended> {
  const { io, stdout, stderr } = testIo({ cwd: folder, ...options });
  const program = new Command("warrant").exitOverride();
  const policy = policyCommand(io);
  for (const command of [policy, ...policy.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    });
  }
  program.addCommand(policy);
  try {
    await program.parseAsync(["policy", ...args], { from: "user" });
    return { code: 0, stdout: stdout(), stderr: stderr() };
  } catch (error) {
    if (error instanceof ExitError) return { code: error.code, stdout: stdout(), stderr: stderr() + error.message };
    if (error instanceof CommanderError) return { code: 2, stdout: stdout(), stderr: stderr() };
    throw error;
  }
}

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

const rules = `policy:
  labels:
    docs: { dimension: domain, value: documentation }
    security: { dimension: domain, value: security }
    critical: { dimension: priority, value: critical }
  rules:
    - id: everyone
      scope: organization
      set: { required_checks: [unit-tests] }
    - id: documentation
      scope: intent
      when: { domain: documentation }
      set: { autonomy: bounded, write_scope: feature_branch, human_approval_required: false, max_attempts: 3 }
    - id: security
      scope: organization
      when: { domain: security, priority: critical }
      set: { autonomy: supervised, human_approval_required: true, max_attempts: 2, allowed_tools: [Read] }
`;

describe("the shipped test files", () => {
  const files = readdirSync(examples).filter((name) => name.endsWith(".yaml"));

  it("are there", () => {
    expect(files).toEqual(expect.arrayContaining(["normative.yaml", "predicates.yaml"]));
  });

  it.each(files)("%s passes", async (name) => {
    const ended = await warrant(["test", join(examples, name)]);
    expect(ended.stdout).not.toContain("FAIL");
    expect(ended).toMatchObject({ code: 0, stderr: "" });
  });

  it("hold every predicate F1 to F9", async () => {
    const { stdout } = await warrant(["test", join(examples, "predicates.yaml")]);
    for (let number = 1; number <= 9; number += 1) expect(stdout).toContain(`pass  F${number} `);
  });

  it("hold the three normative scenarios", async () => {
    const { stdout } = await warrant(["test", join(examples, "normative.yaml")]);
    for (const name of ["bounded autonomy on a feature branch", "are ambiguous", "is unlinked"]) {
      expect(stdout).toContain(name);
    }
  });
});

describe("warrant policy test", () => {
  const passing = `schema: warrant.policy-test/v1
scenarios:
  - name: documentation is bounded
    given: { roots: [{ number: 1, labels: [docs] }] }
    expect: { policy: { autonomy: bounded } }
`;
  const failing = passing.replace("autonomy: bounded", "autonomy: supervised, max_attempts: 3");

  it("tests the rules of the working tree's configuration", async () => {
    write("warrant.yaml", rules);
    expect(await warrant(["test", write("a.yaml", passing)])).toEqual({
      code: 0,
      stderr: "",
      stdout: "a.yaml\n  pass  documentation is bounded\n\n1 scenario in 1 file: 1 passed, 0 failed\n",
    });
  });

  it("tests those of --config, and finds it missing", async () => {
    write("other.yaml", rules);
    write("a.yaml", passing);
    expect(await warrant(["test", "a.yaml", "--config", "other.yaml"])).toMatchObject({ code: 0 });
    const missing = await warrant(["test", "a.yaml", "--config", "none.yaml"]);
    expect(missing).toMatchObject({ code: 2, stdout: "" });
    expect(missing.stderr).toContain("cannot read none.yaml");
  });

  it("ends with 3 when a scenario fails, and shows what differs", async () => {
    write("warrant.yaml", rules);
    expect(await warrant(["test", write("a.yaml", failing)])).toEqual({
      code: 3,
      stderr: "",
      stdout: `a.yaml
  FAIL  documentation is bounded
        policy.autonomy
          expected  supervised
          actual    bounded

1 scenario in 1 file: 0 passed, 1 failed
`,
    });
  });

  it("says what is missing where there is no policy at all", async () => {
    const ended = await warrant(["test", write("a.yaml", passing)]);
    expect(ended).toMatchObject({ code: 3 });
    expect(ended.stdout).toContain('expected  {"autonomy":"bounded"}\n          actual    null');
  });

  it("prints results as one document with --format json", async () => {
    write("warrant.yaml", rules);
    const ended = await warrant(["test", write("a.yaml", passing), write("b.yaml", failing), "--format", "json"]);
    expect(ended.code).toBe(3);
    expect(JSON.parse(ended.stdout)).toEqual({
      schema: "warrant.policy-test-results/v1",
      passed: 1,
      failed: 1,
      files: [
        { file: "a.yaml", results: [{ name: "documentation is bounded", passed: true, differences: [] }] },
        {
          file: "b.yaml",
          results: [
            {
              name: "documentation is bounded",
              passed: false,
              differences: [{ path: "policy.autonomy", expected: "supervised", actual: "bounded" }],
            },
          ],
        },
      ],
    });
  });

  it("runs nothing when one of the files cannot be read, and says where", async () => {
    write("warrant.yaml", rules);
    const bad = write("bad.yaml", passing.replace("expect:", "expects:"));
    const ended = await warrant(["test", write("a.yaml", passing), bad]);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain('bad.yaml:5:5: unknown key "expects" under scenarios[0]; did you mean "expect"?');
  });

  it.each([
    ["a file that does not exist", ["test", "none.yaml"], "cannot read none.yaml: there is no such file"],
    ["a folder", ["test", "."], "cannot read .: it is a folder"],
    ["no file", ["test"], "missing required argument"],
    ["an unknown format", ["test", "a.yaml", "--format", "xml"], "Allowed choices are text, json"],
  ])("ends with 2 for %s", async (_, args, message) => {
    const ended = await warrant(args);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
  });

  it("ends with 2 for a configuration that is not valid, with its places", async () => {
    write("warrant.yaml", "policy:\n  rules: 3\n");
    const ended = await warrant(["test", write("a.yaml", passing)]);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("warrant.yaml:2:10: policy.rules must be a list");
  });

  it("does not need a valid configuration for a file with its own policy", async () => {
    write("warrant.yaml", "policy: 3\n");
    const own = write("a.yaml", `${passing}policy:\n${rules.split("\n").slice(1).join("\n")}`);
    expect(await warrant(["test", own])).toMatchObject({ code: 0 });
  });

  it("reads standard input", async () => {
    write("warrant.yaml", rules);
    expect(await warrant(["test", "-"], { stdin: passing })).toMatchObject({ code: 0 });
  });

  it("shows nothing of a name that could move a cursor", async () => {
    write("warrant.yaml", rules);
    const ended = await warrant([
      "test",
      write("a.yaml", passing.replace("documentation is", '"\\u202Edocs"\n    # ')),
    ]);
    expect(ended.stdout).toContain("<U+202E>docs");
    expect(ended.stdout).not.toContain("\u202E");
  });
});

describe("warrant policy explain, for an intent that is described", () => {
  it("shows the policy, the rules that apply and why, those that do not, and what was narrowed", async () => {
    write("warrant.yaml", rules);
    const args = ["--domain", "security", "--domain", "documentation", "--priority", "critical"];
    const ended = await warrant(["explain", ...args, "--repository", "acme/shop"]);
    expect(ended).toEqual({
      code: 0,
      stderr: "",
      stdout: `Intent of acme/shop
  status      mapped (given)
  source      none
  roots       none
  labels      none
  priority    critical
  domain      documentation, security
  risk        unknown
  initiative  not known

Execution policy
  autonomy         supervised
  write scope      feature branch
  human approval   required
  auto-merge       not allowed
  attempts         at most 2
  tools            Read
  denied tools     none
  required checks  unit-tests

Rules that apply
  everyone       no condition, so every mapped record
  security       domain is security, priority is critical
  documentation  domain is documentation

Where a rule asked for more
  documentation asks for autonomy bounded; supervised holds, by security
    It asks for bounded; "security" sets supervised, and the stricter value holds.
  documentation asks for human approval required false; true holds, by security
    It asks for false; "security" sets true, and the stricter value holds.
  documentation asks for max attempts 3; 2 holds, by security
    It asks for 3; "security" sets 2, and the stricter value holds.
`,
    });
  });

  it("says when no rule applies", async () => {
    write("warrant.yaml", rules);
    const ended = await warrant(["explain", "--status", "unlinked"]);
    expect(ended.stdout).toContain("no rule applies, so the safest policy holds");
    expect(ended.stdout).toContain(
      "documentation  status is unlinked, so the safest policy holds before any rule is looked at",
    );
    expect(ended.stdout).toContain("every tool that is not denied");
  });

  it("prints the decision document with --format json", async () => {
    write("warrant.yaml", rules);
    const { code, stdout } = await warrant(["explain", "--domain", "documentation", "--format", "json"]);
    expect(code).toBe(0);
    const decision = PolicyDecision.parse(JSON.parse(stdout));
    expect(decision).toMatchObject({
      policy: { autonomy: "bounded", rule_ids: ["everyone", "documentation"] },
      intent: { status: "mapped", dimensions: { risk: "unknown" } },
    });
    expect(decision.config_digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it.each([
    [["--owner", "acme"], true],
    [["--repository", "acme/shop"], true],
    [["--repository", "shop", "--owner", "ACME"], true],
    [["--repository", "other/shop"], false],
    [["--repository", "shop"], false],
  ])("%j meets a rule for the owner acme: %s", async (args, applies) => {
    write(
      "warrant.yaml",
      "policy: { rules: [{ id: a, scope: repository, when: { owner: acme }, set: { max_attempts: 4 } }] }",
    );
    const { stdout } = await warrant(["explain", ...args, "--format", "json"]);
    expect(PolicyDecision.parse(JSON.parse(stdout)).policy.max_attempts).toBe(applies ? 4 : 1);
  });

  it.each([
    ["text", "The configuration has no `policy` section: tiers decide alone, and nothing is compiled."],
    ["json", "null\n"],
  ])("without a policy it says so as %s", async (format, expected) => {
    const ended = await warrant(["explain", "--domain", "documentation", "--format", format]);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.stdout.startsWith(expected)).toBe(true);
  });

  it.each([
    ["nothing to explain", ["explain"], "say what to explain: --facts FILE, or an intent"],
    ["a change", ["explain", "acme/shop#47"], "warrant facts CHANGE | warrant policy explain --facts -"],
    ["an unknown status", ["explain", "--status", "done"], "Allowed choices are mapped"],
    ["an unknown risk", ["explain", "--risk", "huge"], "Allowed choices are low, medium, high, unknown"],
    ["both facts and an intent", ["explain", "--facts", "-", "--domain", "x"], "leave out --domain"],
    ["a configuration that is not there", ["explain", "--domain", "x", "--config", "none"], "cannot read none"],
  ])("ends with 2 for %s", async (_, args, message) => {
    const ended = await warrant(args);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
  });

  it("uses colour on a terminal only", async () => {
    write("warrant.yaml", rules);
    const args = ["explain", "--domain", "documentation"];
    expect((await warrant(args, { isTTY: true })).stdout).toContain("\u001B[");
    expect((await warrant(args, { isTTY: true, env: { NO_COLOR: "1" } })).stdout).not.toContain("\u001B[");
  });
});

describe("warrant policy explain, for facts", () => {
  const labels = [{ name: "docs", actor: person("maria", 31), permission: "write" as const }];
  const intentOfPlan = { key: "CART", source: "plan" as const, plan: "plans/cart.md" };
  const facts = changeFacts({ issues: [issue(12, { labels })] });

  it("explains what a change is permitted", async () => {
    write("warrant.yaml", rules);
    write("facts.json", JSON.stringify(facts, null, 2));
    const { code, stdout } = await warrant(["explain", "--facts", "facts.json"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Intent of acme/shop#7\n  status      mapped (single_closing_issue)");
    expect(stdout).toContain("roots       acme/shop#12");
    expect(stdout).toContain("autonomy         bounded");
  });

  it("reads standard input, one document a line, and goes on after a bad line", async () => {
    write("warrant.yaml", rules);
    const stdin = `${JSON.stringify(facts)}\n{}\n${JSON.stringify({ ...facts, issues: [] })}\n`;
    const ended = await warrant(["explain", "--facts", "-", "--format", "json"], { stdin });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain("-:2: schema: must be");
    const [first, second] = ended.stdout
      .trim()
      .split("\n")
      .map((line) => PolicyDecision.parse(JSON.parse(line)));
    expect(first?.policy.autonomy).toBe("bounded");
    expect(second?.intent.status).toBe("unlinked");
  });

  it.each([
    ["a mapped change", facts],
    ["an ambiguous one", { ...facts, issues: [...facts.issues, issue(13, { labels })] }],
    ["one whose intent comes from a plan that does not count", { ...facts, explicit_intent: intentOfPlan }],
  ])("says of %s exactly what its verdict says", (_, given) => {
    const reading = readConfiguration(rules, "warrant.yaml");
    if (!reading.ok) throw new Error("the rules are valid");
    const { execution } = judgeChange(given, reading.configuration);
    expect(execution).not.toBeNull();
    expect(executionOf(given, reading)).toEqual(execution);
  });

  it.each([
    ["a file that is not there", "none.json", "could not read the facts file none.json"],
    ["an empty file", "empty.json", "empty.json holds no facts document"],
  ])("ends with 2 for %s", async (_, file, message) => {
    write("warrant.yaml", rules);
    write("empty.json", "");
    const ended = await warrant(["explain", "--facts", file]);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
  });
});
