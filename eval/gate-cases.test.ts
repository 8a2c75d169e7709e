import { describe, expect, it } from "vitest";
import { hasCorpus, readCorpus } from "../testing/corpus.ts";
import type { GateFigures } from "./gate-figures.ts";
import { type HookCase, hookSet, scoreHookCases } from "./hook-cases.ts";
import { runInstallCase } from "./install-cases.ts";
import { type PathCase, pathSet, scorePathCases } from "./path-cases.ts";
import { type ShellCase, scoreShellCases, shellSet } from "./shell-cases.ts";

const folder = process.env["WARRANT_CASES"] ?? new URL("../../shared/cases", import.meta.url).pathname;

const sets: readonly (readonly [string, () => GateFigures | Promise<GateFigures>])[] = [
  [shellSet, () => scoreShellCases(readCorpus<ShellCase>(shellSet, folder))],
  [pathSet, () => scorePathCases(readCorpus<PathCase>(pathSet, folder))],
  [hookSet, () => scoreHookCases(readCorpus<HookCase>(hookSet, folder), runInstallCase)],
];

describe.runIf(sets.every(([set]) => hasCorpus(set, folder)))("the labelled cases of the action gate", () => {
  it.each(sets)(
    "%s: nothing that should be held back is let through, and at most one in a hundred harmless ones is held back",
    async (_set, score) => {
      const figures = await score();
      expect(figures.missed).toBe(0);
      expect(figures.kept_back).toBeLessThanOrEqual(0.01);
      expect(figures.failed).toEqual({});
    },
  );
});

describe("a case that is a command", () => {
  const doctor = (host: "codex" | "claude-code", setup: HookCase["setup"]): HookCase => ({
    id: "x",
    family: "H8",
    host,
    host_version: "1.0.0",
    event: "doctor",
    argv: ["hooks", "doctor", host],
    setup,
    stdin: null,
    expect: { exit: 0 },
  });

  it.each<[string, HookCase, number, RegExp]>([
    ["all in order", doctor("codex", {}), 0, /codex: the gate is live/],
    ["not trusted", doctor("codex", { trust: "untrusted" }), 1, /\/hooks/],
    ["an entry taken out", doctor("claude-code", { gate_entry: "missing" }), 1, /taken out/],
    ["a tool nobody knows", doctor("claude-code", { seen: { tool_names: ["Raed"] } }), 1, /no adapter declares Raed/],
    ["a ledger that cannot be written", doctor("claude-code", { fault: "ledger-readonly" }), 1, /cannot be written/],
    ["a policy nobody can read", doctor("claude-code", { fault: "bad-policy" }), 1, /cannot be read/],
    ["no resident gate", doctor("claude-code", { fault: "daemon-down" }), 0, /judges by itself/],
  ])("%s", async (_name, one, exit, words) => {
    const output = await runInstallCase(one);
    expect(output.exit).toBe(exit);
    expect(output.stdout).toMatch(words);
  });

  it("H11 installing matches every tool, since matchers have failed to fire", async () => {
    const argv = ["hooks", "install", "claude-code", "--dry-run"];
    const { stdout, exit } = await runInstallCase({ ...doctor("claude-code", {}), event: "install", argv });
    expect(exit).toBe(0);
    expect(stdout).toContain('"matcher": "*"');
  });
});
