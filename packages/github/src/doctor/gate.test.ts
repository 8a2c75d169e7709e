import { describe, expect, it } from "vitest";
import { noForcePush, requiredCheck, requiring, rulesOf, stateOf } from "../../../../testing/github-gate.ts";
import { examine, gate } from "../../../../testing/shared-gate.ts";

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
