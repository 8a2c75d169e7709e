/** @module Raw identities one by one, and the corpus bar: kind and name right, no person called an agent. */

import { describe, expect, it } from "vitest";
import { hasCorpus, readCorpus } from "../../../../testing/corpus.ts";
import { identifyRaw, isOtherAgent, type RawKind } from "./identity-raw.ts";

describe("one raw text", () => {
  it.each<[RawKind, string, string, string | null]>([
    ["identity", "Copilot <223556219+Copilot@users.noreply.github.com>", "agent", "copilot"],
    ["identity", "Copilot Autofix <175728472+Copilot@users.noreply.github.com>", "review_bot", "copilot-review"],
    ["identity", "dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>", "dependency_bot", "dependabot"],
    ["identity", "Release Bot <release@example.org>", "automation_bot", "release bot"],
    ["identity", "Devin Okafor <devin@example.org>", "none", null],
    ["identity", "no address", "none", null],
    ["body-signature", "_Generated with `mux`_", "agent", "mux"],
    ["body-signature", "> _Generated with `mux`_", "none", null],
    ["branch-prefix", "copilot/fix-1", "agent", "copilot-swe-agent"],
    ["branch-prefix", "jules/fix-1", "none", null],
  ])("%s %s is %s", (kind, raw, expected, name) => {
    expect(identifyRaw(kind, raw)).toEqual({ kind: expected, name });
  });

  it("of a kind nobody knows is no known identity", () => {
    expect(identifyRaw("elsewhere" as RawKind, "Claude <noreply@anthropic.com>")).toEqual({ kind: "none", name: null });
  });

  it("on another web host its no-reply addresses name accounts there and not here", () => {
    const raw = "x <1+claude[bot]@users.noreply.git.acme.example>";
    expect(identifyRaw("identity", raw, "git.acme.example")).toEqual({ kind: "agent", name: "claude" });
    expect(identifyRaw("identity", raw)).toEqual({ kind: "none", name: null });
  });

  it("tells the agents that have no row of their own", () => {
    expect(isOtherAgent("pullfrog")).toBe(true);
    expect(isOtherAgent("claude")).toBe(false);
  });
});

interface AgentRecord {
  readonly id: string;
  readonly kind: RawKind;
  readonly raw: string;
  readonly label: string;
  readonly agent: string | null;
  readonly ambiguous: boolean;
}

describe.runIf(hasCorpus("agents.jsonl"))("the corpus of identities", () => {
  const records = readCorpus<AgentRecord>("agents.jsonl");

  function isRight(record: AgentRecord): boolean {
    const found = identifyRaw(record.kind, record.raw);
    const label = found.kind === "none" ? "human" : found.kind.replace("_", "-");
    if (label !== record.label) return false;
    if (record.label !== "agent") return true;
    return found.name === record.agent || (record.agent === "other-agent" && isOtherAgent(found.name ?? ""));
  }

  it("has kind and name right in every unambiguous record", () => {
    const wrong = records.filter((record) => !record.ambiguous && !isRight(record)).map((record) => record.id);
    expect(wrong).toEqual([]);
  });

  it("calls no person an agent", () => {
    const people = records.filter((record) => record.label === "human");
    expect(people.length).toBeGreaterThan(0);
    for (const record of people) expect(identifyRaw(record.kind, record.raw).kind).toBe("none");
  });
});
