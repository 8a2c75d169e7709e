import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type ExamineOptions,
  examineGate,
  findingOf,
  type Gate,
  noForcePush,
  openGate,
  requiredCheck,
  rulesOf,
  stateOf,
} from "../../../../testing/github-gate.ts";
import type { DoctorReport } from "./doctor.ts";

let gate: Gate;
beforeAll(async () => {
  gate = await openGate();
});
beforeEach(() => gate.reset());
afterAll(async () => await gate.github.close());

async function examine(options: ExamineOptions = {}): Promise<DoctorReport> {
  return await examineGate(gate, options);
}

function requiring(integrationId?: number) {
  const check = {
    context: "warrant/change",
    ...(integrationId === undefined ? {} : { integration_id: integrationId }),
  };
  return { ...requiredCheck, parameters: { ...requiredCheck.parameters, required_status_checks: [check] } };
}

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

describe("whether the check is required", () => {
  it.each(["marcusquinn/aidevops#21895", "mozilla-ai/otari#811", "chdsbd/kodiak#897"])(
    "F9 a ruleset protects although classic protection answers 404 (%s)",
    async () => {
      const report = await examine();
      const statuses = gate.github.seen({ path: /\/protection$/ }).map(({ status }) => status);
      expect(statuses).toEqual([404]);
      expect([report.gate, stateOf(report, "required")]).toEqual(["holds", "good"]);
    },
  );

  it("F9 classic protection alone is enough, and so are both", async () => {
    gate.protect();
    expect(await examine()).toMatchObject({ gate: "holds" });
    gate.repository.rulesets.length = 0;
    const report = await examine();
    expect(report.gate).toBe("holds");
    expect(report.answers.find(({ topic }) => topic === "required")?.seen).toContain("classic protection");
  });

  it("F9 the summary of a branch tells a person who is no admin what classic protection requires", async () => {
    gate.repository.rulesets.length = 0;
    gate.protect();
    const report = await examine({ token: gate.github.tokens.personal("maria") });
    expect([stateOf(report, "required"), stateOf(report, "source")]).toEqual(["good", "note"]);
    expect(rulesOf(report)).not.toContain("bypass.admins");
  });

  it("is a ruleset of the organisation too", async () => {
    gate.repository.rulesets.length = 0;
    gate.repository.ruleset({ source: "Organization", rules: [requiredCheck, noForcePush] });
    expect(await examine()).toMatchObject({ gate: "holds" });
  });

  it.each([
    ["nothing protects", () => void (gate.repository.rulesets.length = 0)],
    [
      "a ruleset only evaluates",
      () => {
        gate.repository.rulesets.length = 0;
        gate.repository.ruleset({ enforcement: "evaluate", rules: [requiredCheck] });
      },
    ],
    [
      "another check is required",
      () => {
        gate.repository.rulesets.length = 0;
        const checks = [{ context: "Warrant/Change", integration_id: 15_368 }, { context: "ci" }];
        const parameters = { ...requiredCheck.parameters, required_status_checks: checks };
        gate.repository.ruleset({ rules: [{ type: "required_status_checks", parameters }] });
        gate.protect({ required_status_checks: { contexts: ["ci"], checks: [] } });
      },
    ],
    [
      "another branch is protected",
      () => {
        gate.repository.rulesets.length = 0;
        gate.repository.ruleset({ branches: ["stable"], rules: [requiredCheck] });
      },
    ],
  ])("no: %s", async (_, take) => {
    take();
    const report = await examine();
    expect([report.gate, rulesOf(report, "block")]).toEqual(["fails", ["required.none"]]);
    // Who may give or bypass what nothing requires is no question.
    expect([stateOf(report, "source"), stateOf(report, "bypass")]).toEqual([undefined, undefined]);
  });

  it("warns when warrant/card is required, which never fails", async () => {
    gate.repository.ruleset({
      rules: [
        {
          ...requiredCheck,
          parameters: { ...requiredCheck.parameters, required_status_checks: [{ context: "warrant/card" }] },
        },
      ],
    });
    expect(rulesOf(await examine(), "warn")).toEqual(["required.card"]);
  });
});

describe("from which app the check must come", () => {
  it.each([undefined, -1])("F10 none is expected (integration_id %s): whoever may write can set it", async (id) => {
    gate.repository.rulesets.length = 0;
    gate.repository.ruleset({ rules: [requiring(id), noForcePush] });
    const report = await examine();
    expect([report.gate, rulesOf(report, "block")]).toEqual(["fails", ["source.any"]]);
  });

  it.each([null])("F10 classic protection that takes any app (app_id %s) does not hold either", async (id) => {
    gate.repository.rulesets.length = 0;
    gate.protect({}, id);
    expect(rulesOf(await examine(), "block")).toEqual(["source.any"]);
  });

  it("F10 a name in the older list of contexts expects no app", async () => {
    gate.repository.rulesets.length = 0;
    gate.protect({ required_status_checks: { contexts: ["warrant/change"], checks: [] } });
    expect(rulesOf(await examine(), "block")).toEqual(["source.any"]);
  });

  it("F10 one requirement that names the app is enough, since all must be met", async () => {
    gate.protect({}, null);
    expect(await examine()).toMatchObject({ gate: "holds" });
  });

  it("is said by name and number, and an app of its own is not shared", async () => {
    gate.repository.rulesets.length = 0;
    gate.repository.ruleset({ rules: [requiring(77), noForcePush] });
    gate.repository.checkRuns.length = 0;
    gate.run(gate.github.app({ id: 77, slug: "warrant-acme" }));
    const report = await examine();
    expect(report.answers.find(({ topic }) => topic === "source")).toMatchObject({
      state: "good",
      seen: "only warrant-acme (app 77)",
    });
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

describe("the merge queue", () => {
  const queue = {
    type: "merge_queue",
    parameters: {
      check_response_timeout_minutes: 60,
      grouping_strategy: "ALLGREEN",
      max_entries_to_build: 5,
      max_entries_to_merge: 5,
      merge_method: "MERGE",
      min_entries_to_merge: 1,
      min_entries_to_merge_wait_minutes: 5,
    },
  } as const;

  it("is answered by the workflow's trigger", async () => {
    gate.repository.ruleset({ rules: [queue] });
    const report = await examine();
    expect([report.gate, stateOf(report, "queue")]).toEqual(["holds", "good"]);
  });

  it("F3 without the trigger its groups wait (a2aproject/a2a-rs#254)", async () => {
    gate.repository.ruleset({ rules: [queue] });
    const path = ".github/workflows/warrant.yml";
    const text = gate.work.git("show", `main:${path}`).replace(/^ {2}merge_group:.*\n/m, "");
    gate.work.commit("No queue", { [path]: `${text}\n` });
    const report = await examine();
    expect([report.gate, rulesOf(report, "warn")]).toEqual(["holds", ["queue.no-trigger"]]);
  });

  it.each([
    ["false", "queue.no-trigger"],
    ["github.event_name == 'pull_request_target'", "queue.no-trigger"],
    ["vars.QUEUE || github.event_name != 'merge_group'", "queue.unreadable"],
    ["github.event_name == 'merge_group' || github.event.pull_request", undefined],
  ])("is not answered by a step that does not run for it: if %s", async (condition, rule) => {
    gate.repository.ruleset({ rules: [queue] });
    const path = ".github/workflows/warrant.yml";
    const text = gate.work.git("show", `main:${path}`).replace("    runs-on", `    if: ${condition}\n    runs-on`);
    gate.work.commit("Condition", { [path]: `${text}\n` });
    expect(rulesOf(await examine()).find((each) => each.startsWith("queue."))).toBe(rule);
  });

  it("may be there without a rule; a token that may not ask says so", async () => {
    gate.protect();
    const token = gate.github.tokens.workflow(gate.repository, { contents: "read", administration: "read" });
    expect(rulesOf(await examine({ token }))).toContain("queue.unreadable");
  });

  it.each([
    [["merge_group", "pull_request"], "good"],
    [["pull_request"], "warning"],
  ])("an app that hears %j", async (events, state) => {
    gate.repository.ruleset({ rules: [queue] });
    gate.work.git("rm", "--quiet", "-r", ".github");
    gate.work.commitStaged("No workflow");
    const app = gate.github.app({ id: 78, slug: "warrant-acme", events });
    gate.run(app);
    expect(stateOf(await examine(), "queue")).toBe(state);
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

describe("the configuration at the tip", () => {
  it.each([
    [
      "a key nobody knows",
      { "warrant.yaml": "intent:\n  enforced: true\n" },
      "configuration.invalid",
      "warrant.yaml:2:3",
    ],
    ["two files", { "warrant.yml": "intent: {}\n" }, "configuration.two-files", undefined],
  ])("is not valid: %s", async (_, files, rule, quote) => {
    gate.work.commit("Configure", files);
    const report = await examine();
    expect(report).toMatchObject({ mode: "unknown", gate: "fails", configuration_valid: false });
    expect(rulesOf(report, "block")).toEqual([rule]);
    if (quote !== undefined) expect(findingOf(report, rule).quote).toContain(quote);
  });

  it("reports only: a required check then ends neutral, which passes (F1: Mergifyio/mergify#468)", async () => {
    gate.work.commit("Report", { "warrant.yaml": "intent:\n  enforce: false\n" });
    const report = await examine();
    expect(report).toMatchObject({ mode: "report", gate: "holds" });
    expect(rulesOf(report, "warn")).toEqual(["mode.report"]);
  });

  it("is valid and probably not meant", async () => {
    gate.work.commit("Configure", { "warrant.yaml": "intent:\n  enforce: true\npolicy:\n  rules: []\n" });
    const report = await examine();
    expect([report.gate, rulesOf(report, "warn")]).toEqual(["holds", ["configuration.warning"]]);
    expect(findingOf(report, "configuration.warning").message).toContain("policy has no rules");
  });

  it("is none: the defaults only report", async () => {
    gate.work.commit("None", { "warrant.yaml": null });
    const report = await examine();
    expect(report.mode).toBe("report");
    expect(findingOf(report, "configuration.none").message).toBe(
      "There is no warrant.yaml: the defaults apply, and nothing is refused.",
    );
  });

  it.each([
    ["enforce", "There is no warrant.yaml: the defaults apply, and the workflow enforces them."],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of a workflow.
    ["${{ vars.MODE }}", "There is no warrant.yaml: the defaults apply, and the workflow may enforce them."],
  ])("is none, and the workflow says %s", async (mode, message) => {
    const path = ".github/workflows/warrant.yml";
    const text = gate.work.git("show", `main:${path}`);
    gate.work.commit("None", { "warrant.yaml": null, [path]: `${text}\n        with: { mode: "${mode}" }\n` });
    expect(findingOf(await examine(), "configuration.none").message).toBe(message);
  });

  it.each([
    ["enforce", "enforce", "holds"],
    ["report", "report", "holds"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of a workflow.
    ["${{ vars.MODE }}", "unknown", "unknown"],
  ])("may be raised by the workflow's mode %s", async (mode, expected, holds) => {
    const path = ".github/workflows/warrant.yml";
    const text = gate.work.git("show", `main:${path}`);
    const files = { "warrant.yaml": "intent: {}\n", [path]: `${text}\n        with: { mode: "${mode}" }\n` };
    gate.work.commit("Mode", files);
    expect(await examine()).toMatchObject({ mode: expected, gate: holds });
  });

  it("of another branch is read there, and its workflows where the platform takes them from", async () => {
    gate.repository.rulesets.length = 0;
    gate.repository.ruleset({ branches: ["~ALL"], rules: [requiredCheck, noForcePush, { type: "deletion" }] });
    gate.work.commit("Report", { "warrant.yaml": "intent: {}\n" });
    const report = await examine({ branch: "feature" });
    expect(report).toMatchObject({ branch: "feature", default_branch: "main", mode: "enforce" });
    expect(stateOf(report, "workflow")).toBe("good");
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

it("F9 an administrator's 404 means no classic protection where the summary calls a ruleset one", async () => {
  gate.github.fail({
    path: /shop\/branches\/main$/,
    status: 200,
    body: {
      protection: { enabled: true, required_status_checks: { enforcement_level: "off", contexts: [], checks: [] } },
    },
  });
  expect(await examine()).toMatchObject({ gate: "holds" });
});

describe("the settings of GitHub Actions", () => {
  it.each([
    [{ enabled: false }, "warn actions.disabled"],
    [{ allowed: "selected" }, "info actions.restricted"],
    [{ mayApprove: true }, "info actions.approve"],
  ])("%j", async (settings, expected) => {
    Object.assign(gate.repository.actions, settings);
    const { findings } = await examine();
    expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toContain(expected);
  });
});
