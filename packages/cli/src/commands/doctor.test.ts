import { DoctorReport } from "@warrant/github/doctor/report";
import { describe, expect, it } from "vitest";
import { noForcePush, requiredCheck } from "../../../../testing/github-gate.ts";
import { testIo } from "../../../../testing/io.ts";
import { gate } from "../../../../testing/shared-gate.ts";
import { run } from "../main.ts";
import { exitCodeOfReport } from "./doctor.ts";

async function warrant(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { io, stdout, stderr } = testIo({
    env: {
      GITHUB_API_URL: gate.github.apiUrl,
      GITHUB_GRAPHQL_URL: gate.github.graphqlUrl,
      GITHUB_TOKEN: gate.token,
      ...env,
    },
  });
  const code = await run(["doctor", ...args], io);
  return { code, out: stdout(), err: stderr() };
}

describe("the exit code", () => {
  it.each([
    ["enforce", "holds", true, 0],
    ["enforce", "fails", true, 3],
    ["enforce", "unknown", true, 4],
    ["report", "holds", true, 0],
    ["report", "fails", true, 0],
    ["report", "unknown", true, 0],
    // What may enforce is taken to.
    ["unknown", "holds", true, 0],
    ["unknown", "fails", true, 3],
    ["unknown", "unknown", true, 4],
    ["unknown", "fails", false, 2],
  ] as const)(
    "in mode %s, where the gate %s, and the configuration is valid: %s, is %s",
    (mode, state, isValid, code) => {
      const report = { mode, gate: state, configuration_valid: isValid } as DoctorReport;
      expect(exitCodeOfReport(report)).toBe(code);
    },
  );

  it("is 3 when nothing requires the check of a repository that enforces", async () => {
    gate.repository.rulesets.length = 0;
    const { code, out, err } = await warrant(["acme/shop"]);
    expect([code, err]).toEqual([3, ""]);
    expect(out).toContain("✗ The gate does not hold: main does not require warrant/change");
  });

  it("is 0 for the same where it only reports", async () => {
    gate.repository.rulesets.length = 0;
    gate.work.commit("Report", { "warrant.yaml": "intent: {}\n" });
    const { code, out } = await warrant(["acme/shop"]);
    expect(code).toBe(0);
    expect(out).toContain("✗ The gate would not hold: main does not require warrant/change");
    expect(out).toContain("Report-only: nothing is refused.");
  });

  it("is 4 when what decides could not be read, and the permission is named", async () => {
    const { code, out } = await warrant(["acme/shop"], { GITHUB_TOKEN: gate.github.tokens.personal("maria") });
    expect(code).toBe(4);
    expect(out).toContain("! Not known whether the gate holds: The bypass list of");
    expect(out).toContain("Administration: write");
  });

  it("is 2 for a configuration that is not valid, after everything else was said", async () => {
    gate.work.commit("Configure", { "warrant.yaml": "intent:\n  enforced: true\n" });
    const { code, out } = await warrant(["acme/shop"]);
    expect(code).toBe(2);
    expect(out).toContain("warrant.yaml:2:3");
    expect(out).toContain("Required");
  });
});

describe("what is printed", () => {
  it("is every answer for a gate that holds", async () => {
    const { code, out, err } = await warrant(["acme/shop"]);
    expect([code, err]).toEqual([0, ""]);
    const rows = out.split("\n");
    expect(rows[0]).toBe("✓ The gate holds: every change to main waits for the check.");
    expect(rows[1]).toContain("acme/shop · main at");
    expect(out).toMatch(/^ {2}Required {4}✓ warrant\/change is required on main by the ruleset protect$/m);
    expect(out).toMatch(/^ {2}From {8}· only github-actions \(app 15368\)$/m);
  });

  it("is a document that fits its schema, the same bytes each time", async () => {
    const first = await warrant(["acme/shop", "--format", "json"]);
    const report = DoctorReport.parse(JSON.parse(first.out));
    expect(report).toMatchObject({ schema: "warrant.doctor/v1", repository: "acme/shop", gate: "holds" });
    expect((await warrant(["ACME/shop", "--format", "json"])).out).toBe(first.out);
  });

  it("is of the branch that is named", async () => {
    const { code, out } = await warrant(["acme/shop", "--branch", "feature"]);
    expect(code).toBe(3);
    expect(out).toContain("feature does not require warrant/change");
  });

  it("holds no character that steers a terminal, and no token", async () => {
    gate.repository.rulesets.length = 0;
    gate.repository.ruleset({ name: "a\u001B[31m\n::error::b\u202E", rules: [requiredCheck, noForcePush] });
    gate.run(gate.github.app({ id: 666, slug: "green\u001B[2J\n##[command]" }));
    const files = {
      ".github/workflows/a\u202Eb.yml":
        "on: pull_request_target\njobs: { x: { steps: [{ uses: a/checkout@v1, with: { ref: '${{ github.head_ref }}' } }] } }\n",
    };
    gate.work.commit("Workflow", files);
    const { out, err } = await warrant(["acme/shop"], { WARRANT_DEBUG: "1" });
    expect(out).toContain("<U+001B>");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there is none is what is tested.
    expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202E]/);
    expect(out).not.toMatch(/^\s*(?:::|##\[)/m);
    expect(out + err).not.toContain(gate.token);
  });
});

describe("a call that is wrong, or a platform that fails", () => {
  it.each([
    ["no repository", [], "missing required argument"],
    ["a name without owner", ["shop"], "owner/repo"],
    ["a pull request", ["acme/shop#12"], "is a pull request, not a repository"],
    ["a path", ["../../etc"], "owner/repo"],
    ["an empty branch", ["acme/shop", "--branch", " "], "--branch"],
    ["a format there is not", ["acme/shop", "--format", "sarif"], "sarif"],
    ["a server that is none", ["acme/shop", "--host", "http://example.org"], "https"],
    ["a branch that is not there", ["acme/shop", "--branch", "nothing"], "no such branch"],
  ])("ends with 2: %s", async (_, args, words) => {
    const { code, out, err } = await warrant(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(words);
  });

  it("ends with 2 without a token, and asks nothing", async () => {
    const { code, err } = await warrant(["acme/shop"], { GITHUB_TOKEN: "" });
    expect([code, gate.github.requests.length]).toEqual([2, 0]);
    expect(err).toContain("GITHUB_TOKEN");
  });

  it.each([
    ["a repository the token may not see", ["acme/nothing"], "acme/nothing"],
    ["a server that fails", ["acme/shop"], "it answered 500"],
  ])("ends with 1: %s", async (what, args, words) => {
    if (what.startsWith("a server")) gate.github.fail({ status: 500, times: 100 });
    const { code, out, err } = await warrant(args);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(words);
  });
});
