import { describe, expect, it } from "vitest";
import { findingOf, noForcePush, requiredCheck, rulesOf, stateOf } from "../../../../testing/github-gate.ts";
import { examine, gate } from "../../../../testing/shared-gate.ts";

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
