import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Intent } from "@warrant/kernel/policy/intent.schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testIo } from "../../../../testing/io.ts";
import { run } from "../main.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "warrant-explain-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function explain(args: readonly string[], options: Parameters<typeof testIo>[0] = {}) {
  const { io, stdout, stderr } = testIo({ cwd: folder, ...options });
  const code = await run(["explain", ...args], io);
  return { code, stdout: stdout(), stderr: stderr() };
}

async function intentOf(...args: string[]) {
  const { code, stdout, stderr } = await explain([...args, "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return Intent.parse(JSON.parse(stdout));
}

describe("warrant explain", () => {
  it("shows parts, reading, what is narrowed and what the model is told", async () => {
    const { code, stdout } = await explain(["fix the flaky test, then deploy to production"]);
    expect(code).toBe(0);
    const lines = stdout.split("\n");
    expect(lines[0]).toBe("parts");
    expect(lines[1]).toMatch(/^ {2}1 {2}modify {3}turn {2}reversible {4}none {2}0\.\d\d {2}"fix the flaky test"$/);
    expect(lines[2]).toMatch(/^ {2}2 {2}operate {2}turn {2}irreversible {2}none .*"deploy to production" {3}after 1$/);
    expect(stdout).toContain("read as    operate · turn · irreversible · no evidence asked · clear\n");
    expect(stdout).toMatch(/narrows {4}approval {2}auto-approve → ask +production is the target {2}\[request\.stakes/);
    expect(stdout).toContain("kinds     no pay, no elevate\n");
    expect(stdout).toContain("posture    interrupt · checkpoint before effects · stop at effect · report\n");
    expect(stdout).toContain('model sees "One step of this request cannot be undone; confirm before it."\n');
  });

  it("gives the intent as JSON, the same each time and under either option", async () => {
    const one = await explain(["delete my branch old-login", "--json"]);
    const other = await explain(["delete my branch old-login", "--format", "json"]);
    expect(other).toEqual(one);
    expect(Intent.parse(JSON.parse(one.stdout)).turn).toBe("work");
  });

  it.each([
    ["--stakes", "costly", "stakes", "costly"],
    ["--horizon", "durable", "horizon", "durable"],
    ["--evidence", "audited", "evidence", "audited"],
    ["--act", "govern", "act", "govern"],
  ] as const)("takes %s %s as declared", async (option, value, axis, expected) => {
    const intent = await intentOf("rename the helper", option, value);
    expect(intent.reading[axis]).toBe(expected);
    expect(intent.signals.some(({ kind }) => kind === "declared")).toBe(true);
  });

  it("never lets declared stakes undercut what the words state", async () => {
    const intent = await intentOf("deploy to production", "--stakes", "inert");
    expect(intent.reading.stakes).toBe("irreversible");
  });

  it.each([
    ["manual", "ask"],
    ["assisted", "auto-approve"],
    ["delegated", "ask"],
    ["autonomous", "auto-approve"],
  ])("under autonomy %s a small edit is: %s", async (autonomy, approval) => {
    const intent = await intentOf("rename the helper in src/a.ts", "--autonomy", autonomy);
    expect(intent.engagement.ceiling.approval).toBe(approval);
  });

  it.each([
    ["cli", "interactive"],
    ["cron", "unattended"],
    ["a place nobody knows", "supervised"],
  ])("said at %s it is %s", async (surface, attendance) => {
    expect((await intentOf("fix the test", "--surface", surface)).reading.attendance).toBe(attendance);
  });

  it.each([
    [[]],
    [["a", "--from", "b", "--format", "jsonl"]],
    [["--from", "b"]],
    [["a", "--format", "jsonl"]],
    [["--from", "b", "--format", "jsonl", "--surface", "cli"]],
    [["a", "--autonomy", "total"]],
    [["--from", "no-such-file", "--format", "jsonl"]],
  ])("refuses %j with exit code 2", async (args) => {
    const { code, stdout, stderr } = await explain(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).not.toBe("");
  });

  it("shows no character of a request that steers a terminal", async () => {
    const { stdout } = await explain(["fix \u001B[31mred\u202E and ::error::x\n::warning::y"]);
    // oxlint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202E]/);
    expect(stdout).not.toMatch(/^::/m);
  });

  it("tells once what words rule out, although they rule out several kinds of effect", async () => {
    const { stdout } = await explain(["tidy up the old branches, but never touch release/2.x"]);
    expect(stdout.match(/not: never touch/g)).toHaveLength(1);
  });

  it("shows at most twelve parts and counts the rest", async () => {
    const items = Array.from({ length: 15 }, (_, index) => `- fix bug ${index}`).join("\n");
    const { stdout } = await explain([`Do the following:\n${items}`]);
    expect(stdout).toContain("\n  and 3 more\n");
  });
});

describe("warrant explain --from", () => {
  const lines = [
    '{"id": "a", "text": "fix the test", "expect": {"act": "modify"}}',
    "not json",
    '{"id": 7, "text": "Delete the branch heron/4812-retry.", "facts": {"resources": [{"target": "git:branch/heron/4812-retry", "kind": "branch", "name": "heron/4812-retry", "place": "local"}]}, "action": {"effects": [{"kind": "delete", "target": "git:branch/heron/4812-retry", "reversibility": "costly", "certain": true}]}}',
    '{"id": "c"}',
    '{"text": "hello", "facts": {"resources": [{"target": 1}]}}',
    '{"text": "hello", "facts": {"autonomy": "no such word", "surface": "cron"}}',
  ].join("\n");

  it("gives one line for each line in their order, and ends with 2 after lines it could not read", async () => {
    const { code, stdout, stderr } = await explain(["--from", "-", "--format", "jsonl"], { stdin: lines });
    const out = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(out.map((line) => line.id ?? line.line ?? null)).toEqual(["a", 2, 7, 4, 5, null]);
    expect(out.filter((line) => "error" in line).map(({ line, error }) => [line, error])).toEqual([
      [2, "the line is not JSON"],
      [4, "text: is missing, or not what belongs there"],
      [5, "resources.0.target: is missing, or not what belongs there"],
    ]);
    expect(out[2].scope.decision).toBe("allow");
    expect(out[0]).not.toHaveProperty("scope");
    expect(out[5].intent.reading.attendance).toBe("unattended");
    expect({ code, stderr }).toEqual({ code: 2, stderr: "warrant: 3 lines could not be read.\n" });
  });

  it("reads a file, and ends with 0 when every line was read", async () => {
    writeFileSync(join(folder, "requests.jsonl"), '{"text": "hi"}\n{"text": ""}\n');
    const { code, stdout } = await explain(["--from", "requests.jsonl", "--format", "jsonl"]);
    expect(code).toBe(0);
    expect(stdout.match(/"schema":\s*"warrant\.intent\/v1"/g)).toHaveLength(2);
  });

  it("asks about protected names of the configuration as well", async () => {
    const home = join(folder, "home");
    mkdirSync(join(home, ".config/warrant"), { recursive: true });
    writeFileSync(join(home, ".config/warrant/config.yaml"), "runtime:\n  protected_names: [keep-me]\n");
    const line =
      '{"text": "Delete the branch keep-me.", "action": {"effects": [{"kind": "delete", "target": "git:branch/keep-me", "reversibility": "costly", "certain": true}]}}';
    const { stdout } = await explain(["--from", "-", "--format", "jsonl"], { stdin: line, env: { HOME: home } });
    expect(JSON.parse(stdout).scope.findings.map(({ rule }: { rule: string }) => rule)).toContain("deletion.protected");
  });
});

describe("the configuration of a preview", () => {
  const personal = (text: string, name: string) => {
    const home = join(folder, name);
    mkdirSync(join(home, "warrant"), { recursive: true });
    writeFileSync(join(home, "warrant/config.yaml"), text);
    return { XDG_CONFIG_HOME: home };
  };

  it("is the person's own file", async () => {
    const env = personal("runtime:\n  autonomy: manual\n", "manual");
    const { stdout } = await explain(["fix the test", "--json"], { env });
    expect(JSON.parse(stdout).engagement.ceiling.approval).toBe("ask");
  });

  it("40 with the runtime off reads nothing, and says so", async () => {
    const env = personal("runtime:\n  enabled: false\n", "off");
    const { stdout } = await explain(["deploy to production"], { env });
    expect(stdout).toContain("the runtime is off: only the configured approval and permission hold");
    expect(stdout).toContain("narrows    nothing of what is configured");
    expect(JSON.parse((await explain(["deploy to production", "--json"], { env })).stdout)).toMatchObject({
      strands: [],
      provenance: { tier: "general" },
      engagement: { ceiling: {} },
    });
  });

  it("with the posture off still shows the reading and narrows nothing", async () => {
    const env = personal("runtime:\n  posture: off\n", "posture");
    const { stdout } = await explain(["deploy to production"], { env });
    expect(stdout).toContain("irreversible");
    expect(stdout).toContain("the posture is off");
    expect(stdout).toContain("narrows    nothing of what is configured");
  });

  it.each([
    ["runtime:\n  autonmy: manual\n", /config\.yaml:2:3: unknown key "autonmy" under runtime; did you mean "autonomy"/],
    ["intent:\n  enforce: true\n", /config\.yaml:1:1: intent is about a repository/],
    [
      "runtime:\n  envelope: { max_hours: 0 }\n",
      /config\.yaml:2:26: runtime\.envelope\.max_hours must be more than 0|must be 1 or more/,
    ],
  ])("that cannot be used is an error with its place: %j", async (text, expected) => {
    const { code, stderr } = await explain(["hi"], { env: personal(text, `bad-${text.length}`) });
    expect(code).toBe(2);
    expect(stderr).toMatch(expected);
  });
});
