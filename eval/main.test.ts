import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
let folder: string;

function lines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "warrant-corpus-"));
  const at = { repo: "acme/shop", where: "body", alt_expected: null };
  writeFileSync(
    join(folder, "closing-refs.jsonl"),
    lines([
      { ...at, id: "r1", text: "Fixes #3, #4", expected: [{ repo: "acme/shop", number: 3 }], basis: "docs" },
      { ...at, id: "r2", text: "`Fixes #3`", expected: [], basis: "markdown" },
      { ...at, id: "r3", text: "Fixes #3", expected: [{ repo: "acme/shop", number: 9 }], basis: "docs" },
    ]),
  );
  writeFileSync(
    join(folder, "agents.jsonl"),
    lines([
      {
        id: "a1",
        kind: "identity",
        raw: "Claude <noreply@anthropic.com>",
        label: "agent",
        agent: "claude",
        ambiguous: false,
      },
      { id: "a2", kind: "identity", raw: "Maria <maria@example.org>", label: "human", agent: null, ambiguous: false },
      { id: "a3", kind: "identity", raw: "Maria <maria@example.org>", label: "agent", agent: "devin", ambiguous: true },
    ]),
  );
  const change = {
    repo: "acme/shop",
    sha: "a".repeat(40),
    pr_number: 7,
    title: "Document the cart",
    body: null,
    author: "Maria <maria@example.org>",
    co_authors: [],
    agent: null,
    files: [{ path: "README.md", status: "M", additions: 2, deletions: 0, binary: false }],
    n_files: 1,
  };
  writeFileSync(
    join(folder, "tiers.jsonl.gz"),
    gzipSync(
      lines([{ ...change, id: "t1", tier: 0, tier_certain: true, risk_floor: "sensitive", risk_certain: true }]),
    ),
  );
  writeFileSync(join(folder, "real-prs.jsonl.gz"), gzipSync(lines([change])));
});
afterAll(() => rmSync(folder, { recursive: true }));

function evaluate(...options: string[]): string {
  return score("--corpus", ...options);
}

function score(kind: "--corpus" | "--cases", ...options: string[]): string {
  return execFileSync(process.execPath, ["--conditions=warrant-source", "eval/main.ts", kind, folder, ...options], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

describe("the evaluation of a folder", () => {
  it("scores every set that is there, counts what failed by id, and says which set is not there", () => {
    const report: unknown = JSON.parse(evaluate("--json"));
    expect(report).toMatchObject({
      closing_references: { total: 3, passed: 2, failed: ["r3"], by_basis: { docs: { total: 2, passed: 1 } } },
      agents: {
        total: 2,
        passed: 2,
        humans_called_agents: [],
        confusion: { agent: { agent: 1 }, human: { human: 1 } },
        confusion_ambiguous: { agent: { human: 1 } },
      },
      tiers: { tier: { total: 1, passed: 1, failed: [] }, floor: { total: 1, passed: 0, failed: ["t1"] } },
      real_changes: { total: 1, tier_percent: { 0: 100 }, injection_percent: 0 },
    });
    expect(report).not.toHaveProperty("drift");
  });

  it("as text names the same figures", () => {
    const text = evaluate();
    expect(text).toContain("  all            2 of 3 (66.7 %)");
    expect(text).toContain("not: r3");
    expect(text).toContain("Drift, file level\n  the set is not in this folder\n");
  });

  it("of cases writes one object a set, and the same figures as text", () => {
    const reading = { kind: "reading", group: "act", expect: { act: "modify", stakes: "reversible" } };
    const effect = { kind: "delete", target: "git:branch/a/1", reversibility: "irreversible", certain: true };
    const scope = { kind: "scope", family: "branches", action: { effects: [effect] }, expect: { decision: "allow" } };
    writeFileSync(
      join(folder, "requests.jsonl"),
      lines([
        { ...reading, id: "q1", text: "fix the header" },
        { ...reading, id: "q2", text: "where is the header?" },
        { ...scope, id: "s1", text: "delete the branch a/1" },
        { ...scope, id: "s2", text: "tidy up the branches" },
      ]),
    );
    const sets = score("--cases", "--json").trimEnd().split("\n");
    expect(sets.map((line): unknown => JSON.parse(line))).toMatchObject([
      { set: "reading", total: 2, passed: 1, failed: ["q2"] },
      { set: "scope", total: 2, passed: 1, failed: ["s2"], families: { branches: { missed: 0, false_refusals: 0.5 } } },
    ]);
    expect(score("--cases")).toContain("  act          1 of 2   not: q2");
  });

  it("of a folder that is not there is a usage error", () => {
    expect(() =>
      execFileSync(
        process.execPath,
        ["--conditions=warrant-source", "eval/main.ts", "--corpus", join(folder, "none")],
        { cwd: root, stdio: "ignore" },
      ),
    ).toThrow(expect.objectContaining({ status: 2 }));
  });
});
