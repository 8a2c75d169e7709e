import { beforeEach, describe, expect, it } from "vitest";
import { findingOf, noForcePush, requiredCheck, requiring, rulesOf } from "../../../../testing/github-gate.ts";
import { examine, gate } from "../../../../testing/shared-gate.ts";
import type { BypassActor } from "./answers.ts";
import { reachOf } from "./held.ts";

beforeEach(() => void (gate.repository.rulesets.length = 0));

const write = { actor_type: "RepositoryRole", actor_id: 4, bypass_mode: "always" } as const;
const actions = { actor_type: "Integration", actor_id: 15_368, bypass_mode: "always" } as const;

describe("what everyone gets round holds nobody", () => {
  it("two rulesets, both with the role write on the list", async () => {
    gate.repository.ruleset({ name: "one", rules: [requiredCheck, noForcePush], bypass: [write] });
    gate.repository.ruleset({ name: "two", rules: [requiredCheck], bypass: [write] });
    const report = await examine();
    expect(report.gate).toBe("fails");
    expect(rulesOf(report, "block")).toEqual(["bypass.everyone", "bypass.everyone"]);
  });

  it("GitHub Actions on the list, as which every workflow acts", async () => {
    gate.repository.ruleset({ rules: [requiredCheck, noForcePush], bypass: [actions] });
    const report = await examine();
    expect([report.gate, rulesOf(report, "block")]).toEqual(["fails", ["bypass.everyone"]]);
    expect(findingOf(report, "bypass.everyone").message).toContain(
      "may be bypassed by GitHub Actions. That is everyone",
    );
  });

  it.each(["a ruleset", "classic protection"])(
    "%s takes the check from anyone, and the one that names the app is bypassed by everyone",
    async (kind) => {
      if (kind === "a ruleset") gate.repository.ruleset({ rules: [requiring(), noForcePush] });
      else gate.protect({}, null);
      gate.repository.ruleset({ rules: [requiredCheck], bypass: [write] });
      const report = await examine();
      expect([report.gate, rulesOf(report, "block")]).toEqual(["fails", ["source.any"]]);
      expect(findingOf(report, "source.any").message).toContain("by what not everyone may bypass");
    },
  );

  it("what everyone gets round blocks no force push either", async () => {
    gate.repository.ruleset({ rules: [requiredCheck] });
    gate.repository.ruleset({ rules: [requiredCheck, noForcePush], bypass: [write] });
    const report = await examine();
    expect([report.gate, rulesOf(report, "warn")]).toEqual(["holds", ["bypass.everyone", "bypass.force-push"]]);
  });
});

describe("an actor nobody knows may be everyone", () => {
  const host = "github.com";
  const checks = { known: true, value: { changes: [], checks: [] } } as const;
  const numbers = (type: string): [BypassActor, string][] =>
    [null, undefined, -1, 0].map((id) => [{ actor_type: type, actor_id: id }, "unknown"]);
  it.each<[BypassActor, string]>([
    ...["RepositoryRole", "Team", "Integration", "User"].flatMap(numbers),
    [{ actor_type: "Robot", actor_id: 4 }, "unknown"],
    [{ actor_type: "repositoryrole", actor_id: 5 }, "unknown"],
    [{ actor_type: "constructor", actor_id: 5 }, "unknown"],
    [{ actor_type: "RepositoryRole", actor_id: 1 }, "everyone"],
    [{ actor_type: "RepositoryRole", actor_id: 2 }, "some"],
    [{ actor_type: "RepositoryRole", actor_id: 3 }, "everyone"],
    [{ actor_type: "RepositoryRole", actor_id: 4 }, "everyone"],
    [{ actor_type: "RepositoryRole", actor_id: 5 }, "some"],
    [{ actor_type: "Integration", actor_id: 15_368 }, "everyone"],
    [{ actor_type: "Integration", actor_id: 15_369 }, "some"],
    [{ actor_type: "Team", actor_id: 1 }, "some"],
    [{ actor_type: "DeployKey", actor_id: null }, "some"],
    [{ actor_type: "OrganizationAdmin" }, "some"],
  ])("%j is %s", (actor, reach) => {
    expect(reachOf(actor, { checks, host })).toBe(reach);
  });

  it.each([
    [null, "unknown"],
    ["github-actions", "some"],
  ])("an app of an Enterprise server, where the app of checks is %s, is %s", (slug, reach) => {
    const about = { kind: "run", number: 1, sha: "a", appId: 3, appSlug: slug, creator: null } as const;
    const seen = {
      host: "ghe.acme.example",
      checks: { known: true, value: { changes: [], checks: [about] } },
    } as const;
    expect(reachOf({ actor_type: "Integration", actor_id: 15_368 }, seen)).toBe(reach);
    expect(reachOf({ actor_type: "Integration", actor_id: 3 }, seen)).toBe(slug === null ? reach : "everyone");
  });

  it("an app of an Enterprise server may be GitHub Actions, where a check of Actions carries no number", () => {
    const about = { kind: "run", number: 1, sha: "a", appId: null, appSlug: "github-actions", creator: null } as const;
    const known = { known: true, value: { changes: [], checks: [about] } } as const;
    const seen = { host: "ghe.acme.example", checks: known };
    expect(reachOf({ actor_type: "Integration", actor_id: 3 }, seen)).toBe("unknown");
  });

  it.each([
    { actor_type: "Robot", actor_id: 4 },
    { ...write, actor_id: -1 },
    { ...write, actor_id: null },
  ] as const)("leaves open whether the gate holds: %j", async (actor) => {
    gate.repository.ruleset({ rules: [requiredCheck, noForcePush], bypass: [actor as never] });
    const report = await examine();
    expect([report.gate, rulesOf(report, "block")]).toEqual(["unknown", ["bypass.unreadable"]]);
    expect(findingOf(report, "bypass.unreadable").next).toBe("Look at the list by hand.");
  });
});
