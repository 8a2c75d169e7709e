/** @module Branch shapes and prefixes. */

import { describe, expect, it } from "vitest";
import { changeFacts, person } from "../../../../testing/facts.ts";
import { defaultConfiguration } from "../configuration.ts";
import { identifyAgent } from "./identity.ts";
import { recogniseBranch } from "./identity-branch.ts";

describe("a head branch", () => {
  it.each([
    ["copilot/fix-1", "copilot-swe-agent", "shape"],
    ["refs/heads/copilot/fix-1", "copilot-swe-agent", "shape"],
    ["copilot/", "copilot-swe-agent", "prefix"],
    ["codex/do-it", "codex", "shape"],
    ["devin/1730000000-some-task", "devin", "shape"],
    ["devin/173000000-some-task", "devin", "prefix"],
    ["devin/17300000000-some-task", "devin", "prefix"],
    ["devin/some-task", "devin", "prefix"],
    ["claude/some-task-abc12", "claude", "shape"],
    ["claude/some-task-ab12", "claude", "prefix"],
    ["claude/abc123", "claude", "prefix"],
    ["claude/some-task_abc123", "claude", "prefix"],
    ["cursor/some-task-12af", "cursor", "shape"],
    ["cursor/some-task-12afe", "cursor", "prefix"],
    ["cursor/some-task-12ag", "cursor", "prefix"],
    ["cursor/-12af", "cursor", "prefix"],
    ["jules/some-task", "jules", "prefix"],
    ["mux/some-task", "mux", "prefix"],
    ["Copilot/fix-1", "copilot-swe-agent", "prefix"],
  ])("%s is of %s, as a %s", (ref, name, as) => {
    const found = recogniseBranch(ref);
    expect(found?.as).toBe(as);
    expect(found?.row.name).toBe(name);
    const { agent } = identifyAgent(
      changeFacts({ author: person("maria"), head: { ref, sha: "a".repeat(40) } }),
      defaultConfiguration.intent.agents,
    );
    expect(agent.kind).toBe(as === "shape" ? "agent" : "unknown");
    expect(agent.evidence).toMatchObject([
      { signal: as === "shape" ? "branch_shape" : "branch_prefix", strength: as === "shape" ? "likely" : "none" },
    ]);
  });

  it.each([
    "main",
    "feature/claude/x-abcde",
    "claude",
    "/x",
    "",
    "cursory/x-12af",
    "fix/devin/1730000000-x",
    "dependabot/npm/x",
  ])("%j says nothing", (ref) => {
    expect(recogniseBranch(ref)).toBeNull();
  });

  it("is read whatever its length", () => {
    expect(recogniseBranch(`claude/${"-".repeat(1e6)}`)?.as).toBe("prefix");
    expect(recogniseBranch(`claude/x-${"a".repeat(1e6)}`)?.as).toBe("shape");
  });
});
