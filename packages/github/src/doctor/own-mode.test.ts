import { expect, it } from "vitest";
import { warrantWorkflow } from "../../../../testing/workflow-text.ts";
import { modeOfWorkflows } from "./own-mode.ts";
import { readWorkflow } from "./workflow-file.ts";

const action = "acme/warrant@0123456789abcdef0123456789abcdef01234567";
const without = `      - uses: ${action}\n`;
const step = (more: string, uses = action): string => `      - uses: ${uses}\n        ${more}\n`;
const enforcing = warrantWorkflow.replace(without, step("with: { mode: enforce }"));
const job = (on: string, more = "", jobMore = ""): string =>
  `on: ${on}\njobs:\n  w:\n${jobMore}    steps:\n${step(`with: { mode: enforce }\n${more}`)}`;
const notForChanges = "if: github.event_name != 'pull_request_target'\n        with: { mode: enforce }";
const afterFailure = "if: failure()\n        with: { mode: enforce }";
const failedBefore = "    needs: [test]\n    if: failure()\n";
const looking = "on: pull_request_target\njobs: { a: { steps: [{ run: warrant check }] } }";
const forChanges = "if: github.event_name == 'pull_request_target'";

it.each<[string, string[], string]>([
  ["none is given", [warrantWorkflow], "report"],
  ["there is no workflow", [], "report"],
  ["one enforces", [enforcing], "enforce"],
  ["an input in capitals enforces", [enforcing.replace("mode: enforce", "MODE: enforce")], "enforce"],
  ["two spellings of one input differ", [enforcing.replace("mode: enforce", "mode: enforce, Mode: report")], "unknown"],
  ["it is no text", [enforcing.replace("mode: enforce", "mode: true")], "unknown"],
  ["it is empty", [enforcing.replace("mode: enforce", "mode:")], "unknown"],
  ["an input below another is none", [enforcing.replace("mode: enforce", "x: { mode: enforce }")], "report"],
  ["a job that never runs enforces", [warrantWorkflow, job("workflow_dispatch", "", "    if: false\n")], "report"],
  ["a job by hand enforces, and changes are reported", [warrantWorkflow, job("workflow_dispatch")], "unknown"],
  ["a job by hand enforces, and for changes a script only looks", [job("workflow_dispatch"), looking], "unknown"],
  [
    "a step after one that failed enforces",
    [warrantWorkflow.replace(without, without + step(afterFailure))],
    "unknown",
  ],
  ["a job after one that failed enforces", [warrantWorkflow, job("push", "", failedBefore)], "unknown"],
  ["only a job by hand enforces", [job("workflow_dispatch")], "unknown"],
  [
    "the step for changes reports, the other enforces",
    [warrantWorkflow.replace(without, step(notForChanges) + step(forChanges))],
    "unknown",
  ],
  ["the step that enforces skips changes", [warrantWorkflow.replace(without, step(notForChanges))], "unknown"],
  [
    "another action of the name is given enforce",
    [warrantWorkflow.replace(without, step("with: { mode: enforce }", "evil/warrant@v1") + without)],
    "unknown",
  ],
  ["a called workflow does not say", [warrantWorkflow.replace(action, "./.github/actions/warrant")], "unknown"],
  [
    "a script publishes and may enforce",
    ["on: push\njobs: { a: { steps: [{ run: warrant sweep a/b --publish --enforce }] } }"],
    "unknown",
  ],
  ["a script publishes", ["on: push\njobs: { a: { steps: [{ run: warrant sweep a/b --publish }] } }"], "report"],
  ["a script only looks", [enforcing, "on: push\njobs: { a: { steps: [{ run: warrant check }] } }"], "enforce"],
  ["one cannot be read", [enforcing, "on: [push"], "unknown"],
])("%s", (_, texts, mode) => {
  const value = texts.map((text, index) => readWorkflow(`.github/workflows/${index}.yml`, text));
  expect(modeOfWorkflows({ repository: "acme/shop", workflows: { known: true, value } })).toBe(mode);
});

it("workflows that could not be read may enforce", () => {
  const workflows = { known: false, what: "the workflows", why: "403", next: "Ask." } as const;
  expect(modeOfWorkflows({ repository: "acme/shop", workflows })).toBe("unknown");
});
