import { expect, it } from "vitest";
import { noForcePush, requiring, rulesOf } from "../../../../testing/github-gate.ts";
import { examine, gate } from "../../../../testing/shared-gate.ts";

const path = ".github/workflows/ci.yml";
const named = (name: string): Record<string, string> => ({
  [path]: `on: pull_request\njobs:\n  a:\n    name: ${JSON.stringify(name)}\n    if: false\n    steps: [{ run: "true" }]\n`,
});

it.each([
  ["warrant/change", "fails", "workflows.same-name"],
  ["Warrant/Change", "fails", "workflows.same-name"],
  ["${{ github.head_ref }}", "unknown", "workflows.unreadable"],
  ["warrant/${{ matrix.part }}", "unknown", "workflows.unreadable"],
  ["Test ${{ matrix.node }}", "holds", undefined],
  ["warrant/change ${{ matrix.node }}", "holds", undefined],
  ["warrant / change", "holds", undefined],
])("a job named %s that may be skipped: the gate %s", async (name, state, rule) => {
  gate.work.commit("Name", named(name));
  const report = await examine();
  expect([report.gate, rulesOf(report, "block")[0]]).toEqual([state, rule]);
});

it("does no harm where the check must come from another app", async () => {
  gate.repository.rulesets.length = 0;
  gate.repository.ruleset({ rules: [requiring(77), noForcePush] });
  gate.work.commit("Name", named("warrant/change"));
  const report = await examine();
  expect([report.gate, rulesOf(report, "warn").includes("workflows.same-name")]).toEqual(["holds", true]);
});
