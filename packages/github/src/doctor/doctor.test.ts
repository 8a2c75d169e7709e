import { describe, expect, it } from "vitest";
import {
  examineGate,
  findingOf,
  noForcePush,
  openGate,
  requiredCheck,
  requiring,
  rulesOf,
  stateOf,
} from "../../../../testing/github-gate.ts";
import { examine, gate } from "../../../../testing/shared-gate.ts";

describe("a gate that holds", () => {
  it("has every question answered, with the one thing that cannot be had with workflows", async () => {
    const report = await examine();
    expect(report).toMatchObject({
      host: "github.com",
      repository: "acme/shop",
      branch: "main",
      default_branch: "main",
      commit: gate.work.git("rev-parse", "main"),
      mode: "enforce",
      gate: "holds",
      configuration_valid: true,
    });
    expect(rulesOf(report)).toEqual(["source.shared"]);
    expect(report.answers.map(({ topic, state }) => `${topic}: ${state}`)).toEqual([
      "configuration: good",
      "mode: good",
      "required: good",
      "source: note",
      "bypass: good",
      "queue: good",
      "check: good",
      "workflow: good",
      "workflows: good",
      "actions: good",
    ]);
  });

  it("is the same over an Enterprise server (H9: danger/danger-js#930)", async () => {
    const enterprise = await openGate({ base: "enterprise" });
    const report = await examineGate(enterprise);
    expect([report.gate, rulesOf(report)]).toEqual(["holds", ["source.shared"]]);
    await enterprise.github.close();
  });

  it("gives the same bytes each time", async () => {
    expect(JSON.stringify(await examine())).toBe(JSON.stringify(await examine()));
  });
});

describe("requests", () => {
  it("are eight for a usual repository", async () => {
    await examine();
    expect(gate.github.log()).toHaveLength(8);
  });

  it("are at most twelve, with more rulesets, another branch, and an app behind the check", async () => {
    const app = gate.github.app({ id: 77, slug: "warrant-acme" });
    gate.run(app);
    gate.work.branch("stable");
    gate.work.commit("Fix", { "fix.txt": "x\n" });
    gate.work.switch("main");
    gate.change.base = "stable";
    for (let count = 0; count < 5; count += 1) {
      gate.repository.ruleset({ branches: ["stable"], rules: [requiring(77), noForcePush, { type: "deletion" }] });
    }
    const report = await examine({ branch: "stable" });
    gate.change.base = "main";
    gate.work.git("branch", "--quiet", "-D", "stable");
    expect(gate.github.requests.length).toBeLessThanOrEqual(12);
    expect(report.branch).toBe("stable");
    // Of the five rulesets three are looked at, and what was not is not taken for good.
    expect(rulesOf(report).filter((rule) => rule === "bypass.unreadable")).toHaveLength(2);
    expect(report.gate).toBe("unknown");
  });
});

describe("who may bypass it", () => {
  it("is named and warned of", async () => {
    gate.repository.rulesets.length = 0;
    const bypass = [
      { actor_type: "RepositoryRole", actor_id: 5, bypass_mode: "always" },
      { actor_type: "RepositoryRole", actor_id: 2, bypass_mode: "pull_request" },
      { actor_type: "RepositoryRole", actor_id: 99, bypass_mode: "always" },
      { actor_type: "Integration", actor_id: 42, bypass_mode: "always" },
      { actor_type: "Team", actor_id: 3, bypass_mode: "always" },
      { actor_type: "OrganizationAdmin", actor_id: 1, bypass_mode: "always" },
      { actor_type: "DeployKey", actor_id: null, bypass_mode: "always" },
    ] as const;
    gate.repository.ruleset({ name: "protect main", rules: [requiredCheck, noForcePush], bypass });
    const report = await examine();
    expect([report.gate, rulesOf(report, "warn")]).toEqual(["holds", ["bypass.actor"]]);
    expect(findingOf(report, "bypass.actor").message).toBe(
      "The ruleset protect main may be bypassed by the role admin, the role maintain (in pull requests), the role 99, the app 42, the team 3, owners of the organisation, deploy keys.",
    );
  });

  it("is everyone with the role write: then the gate does not hold, unless something else requires the check too", async () => {
    gate.repository.rulesets.length = 0;
    const bypass = [{ actor_type: "RepositoryRole", actor_id: 4, bypass_mode: "pull_request" }] as const;
    gate.repository.ruleset({ rules: [requiredCheck, noForcePush], bypass });
    const alone = await examine();
    expect([alone.gate, rulesOf(alone, "block")]).toEqual(["fails", ["bypass.everyone"]]);
    gate.protect();
    const both = await examine();
    expect([both.gate, rulesOf(both, "warn")]).toEqual(["holds", ["bypass.everyone"]]);
  });

  it("is not known to a token that may not change the ruleset, and that is not taken for nobody", async () => {
    const report = await examine({ token: gate.github.tokens.personal("maria") });
    expect(report.gate).toBe("unknown");
    expect(findingOf(report, "bypass.unreadable")).toMatchObject({
      severity: "block",
      next: "Run it with a token that has Administration: write, or an administrator's.",
    });
    expect(stateOf(report, "bypass")).toBe("unknown");
  });

  it.each([
    ["administrators, who are not held", { enforce_admins: { url: "", enabled: false } }, "bypass.admins"],
    ["administrators, of whom it says nothing", { enforce_admins: undefined }, "bypass.admins"],
    ["a force push", { allow_force_pushes: { enabled: true } }, "bypass.force-push"],
  ])("classic protection lets in %s", async (_, more, rule) => {
    gate.repository.rulesets.length = 0;
    gate.protect(more);
    const report = await examine();
    expect([report.gate, rulesOf(report, "warn")]).toEqual(["holds", [rule]]);
  });

  it("the summary says it too, where the details are hidden", async () => {
    gate.repository.rulesets.length = 0;
    gate.protect({ enforce_admins: { url: "", enabled: false } });
    const report = await examine({ token: gate.github.tokens.personal("maria") });
    expect(rulesOf(report)).toContain("bypass.admins");
  });

  it("a ruleset without the rule lets force pushes in, and on another branch its deletion", async () => {
    gate.repository.rulesets.length = 0;
    gate.repository.ruleset({ branches: ["~ALL"], rules: [requiredCheck] });
    expect(rulesOf(await examine(), "warn")).toEqual(["bypass.force-push"]);
    const elsewhere = await examine({ branch: "feature" });
    expect(rulesOf(elsewhere, "warn")).toEqual(["bypass.deletion", "bypass.force-push"]);
  });
});

describe("the check on the newest pull requests", () => {
  it("F10 another app writes it as well: named, with where it was seen", async () => {
    gate.run(gate.github.app({ id: 666, slug: "green-bot" }));
    const report = await examine();
    expect(report.gate).toBe("holds");
    expect(findingOf(report, "check.other-app").message).toBe(
      "A check named warrant/change on #12 is from green-bot (app 666), which is not the required source.",
    );
  });

  it("F10 a commit status of that name is not ours", async () => {
    gate.repository.status({ sha: "feature", context: "warrant/change", state: "success", creator: "maria" });
    expect(findingOf(await examine(), "check.other-app").message).toContain("was set by maria");
  });

  it("F10 two apps write it where none is expected", async () => {
    gate.repository.rulesets.length = 0;
    gate.repository.ruleset({ rules: [requiring(), noForcePush] });
    gate.run(gate.github.app({ id: 666, slug: "green-bot" }));
    expect(rulesOf(await examine()).filter((rule) => rule === "check.other-app")).toHaveLength(2);
  });

  it("is on none of them", async () => {
    gate.repository.checkRuns.length = 0;
    const report = await examine();
    expect([report.gate, rulesOf(report, "warn")]).toEqual(["holds", ["check.never-seen"]]);
  });

  it("is looked for on the branch's own changes only, and there may be none", async () => {
    gate.repository.rulesets.length = 0;
    gate.repository.ruleset({ branches: ["feature"], rules: [requiredCheck, noForcePush, { type: "deletion" }] });
    expect(rulesOf(await examine({ branch: "feature" }))).toContain("check.none-yet");
  });

  it("may be beyond what is read of a change's checks", async () => {
    gate.repository.checkRuns.length = 0;
    for (let index = 0; index <= 100; index += 1) {
      gate.repository.checkRun({ headSha: "feature", name: `ci ${index}`, conclusion: "success" });
    }
    const report = await examine();
    expect(stateOf(report, "check")).toBe("unknown");
  });

  it("an app of its own asks for what it needs, or does not", async () => {
    const all = {
      metadata: "read",
      contents: "read",
      pull_requests: "write",
      issues: "read",
      checks: "write",
      statuses: "read",
      merge_queues: "read",
    } as const;
    gate.run(gate.github.app({ id: 79, slug: "whole", permissions: all }));
    expect(stateOf(await examine(), "app")).toBe("good");
    const { checks: _, ...less } = all;
    gate.reset();
    gate.run(
      gate.github.app({ id: 80, slug: "less", permissions: { ...less, issues: "write", pull_requests: "read" } }),
    );
    expect(findingOf(await examine(), "app.permissions").message).toBe(
      "The app less does not ask for pull_requests: write, checks: write.",
    );
  });
});

it("a branch whose name holds a slash is asked for by it", async () => {
  gate.work.git("branch", "--quiet", "release/1.x", "main");
  gate.repository.protections.set("release/1.x", {
    required_status_checks: { contexts: [], checks: [{ context: "warrant/change", app_id: 15_368 }] },
    enforce_admins: { url: "", enabled: true },
    allow_force_pushes: { enabled: false },
    allow_deletions: { enabled: false },
  });
  expect(await examine({ branch: "release/1.x" })).toMatchObject({ branch: "release/1.x", gate: "holds" });
  gate.work.git("branch", "--quiet", "-D", "release/1.x");
});
