/** The documented workflows and the page of the Action, held against action.yml, the code and each other. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import { taskOf } from "../packages/action/src/event.ts";
import { inputNames, secretInputs } from "../packages/action/src/inputs.ts";
import { outputNames } from "../packages/action/src/outputs.ts";
import { version } from "../packages/action/src/version.ts";
import { modeOf, ownSteps } from "../packages/github/src/doctor/own-steps.ts";
import { readWorkflow } from "../packages/github/src/doctor/workflow-file.ts";
import { actionMetadata } from "../testing/action-run.ts";

function read(path: string): string {
  return readFileSync(join(import.meta.dirname, path), "utf8");
}

/** The part of GitHub's workflow syntax the examples use; whatever else stands there fails. */
const pullRequestTypes = [
  "opened",
  "reopened",
  "synchronize",
  "edited",
  "labeled",
  "unlabeled",
  "ready_for_review",
  "converted_to_draft",
] as const;
const access = z.enum(["read", "write", "none"]);
const Workflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    pull_request_target: z.strictObject({ types: z.array(z.enum(pullRequestTypes)) }),
    issue_comment: z.strictObject({ types: z.tuple([z.literal("created")]) }),
    merge_group: z.strictObject({ types: z.tuple([z.literal("checks_requested")]) }),
    schedule: z.array(z.strictObject({ cron: z.string().check(z.regex(/^[0-9*/, -]+(?: [0-9*/,-]+){4}$/)) })),
    workflow_dispatch: z.null(),
  }),
  permissions: z.record(z.enum(["contents", "pull-requests", "issues", "checks", "statuses"]), access),
  concurrency: z.strictObject({ group: z.string(), "cancel-in-progress": z.literal(false) }),
  jobs: z.strictObject({
    warrant: z.strictObject({
      if: z.string(),
      "runs-on": z.literal("ubuntu-latest"),
      "timeout-minutes": z.number(),
      // No `run`: no shell sees anything (report G2).
      steps: z.tuple([
        z.strictObject({
          uses: z.string().check(z.regex(/^OWNER\/warrant\/packages\/action@0{40}$/)),
          with: z.optional(z.partialRecord(z.enum(inputNames), z.string())),
        }),
      ]),
    }),
  }),
});

const report = Workflow.parse(parse(read("workflows/report-only.yml")));
const enforce = Workflow.parse(parse(read("workflows/enforce.yml")));
const page = read("action.md");

/** The first cells of a table of the page, without their code marks. */
function firstCells(heading: string): string[] {
  const section = page.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/^\| `(?<cell>[^`]+)`/gm)].map((match) => match.groups?.["cell"] ?? "");
}

/** What GitHub makes of an expression for an event: a missing property is null, `&&` and `||` are as in JavaScript. */
function evaluated(text: string, event_name: string, event: object): unknown {
  const expression = /\$\{\{(?<code>.*)\}\}/.exec(text)?.groups?.["code"] ?? "";
  const code = expression.replaceAll(/\.(?=[a-z_])/g, "?.");
  const startsWith = (whole: string, start: string): boolean => whole.toLowerCase().startsWith(start.toLowerCase());
  const value: unknown = runInNewContext(code, { github: { event_name, event, run_id: 4711 }, startsWith });
  return text.replace(/\$\{\{.*\}\}/, String(value));
}

const comment = (body: string, isChange = true) => ({
  issue: { number: 12, ...(isChange ? { pull_request: { url: "x" } } : {}) },
  comment: { body },
});

describe("the documented workflows", () => {
  it("differ in the mode alone", () => {
    const [step] = enforce.jobs.warrant.steps;
    expect(step.with).toEqual({ mode: "enforce" });
    expect({ ...enforce, jobs: report.jobs }).toEqual(report);
    const { with: _, ...bare } = step;
    expect([bare]).toEqual(report.jobs.warrant.steps);
  });

  it("run on all that change a verdict, and on nothing the Action does not act on", () => {
    expect(report.on.pull_request_target.types).toEqual([...pullRequestTypes]);
    const payload = {
      action: "x",
      pull_request: { number: 1 },
      issue: { number: 1 },
      comment: { body: "", user: null },
    };
    for (const event of Object.keys(report.on))
      expect(taskOf(event, payload, false)).not.toHaveProperty("isMistake", true);
  });

  it.each([
    ["pull_request_target", { pull_request: { number: 12 } }, "warrant-12", true],
    ["issue_comment", comment("/warrant recheck"), "warrant-4711", true],
    ["issue_comment", comment("Thanks!"), "warrant-4711", false],
    ["issue_comment", comment("see /warrant recheck"), "warrant-4711", false],
    ["issue_comment", comment("/warrant x"), "warrant-4711", true],
    ["issue_comment", comment("/warrant recheck", false), "warrant-4711", false],
    ["merge_group", { merge_group: { head_sha: "abc" } }, "warrant-abc", true],
    ["schedule", {}, "warrant-sweep", true],
    ["workflow_dispatch", { inputs: null }, "warrant-sweep", true],
  ])(
    "give %s %j the group %s; its job runs: %s. A comment never takes a waiting run's place (sgl-project/sglang-jax#1179)",
    (event, payload, group, isRun) => {
      expect(evaluated(report.concurrency.group, event, payload)).toBe(group);
      const condition = evaluated(report.jobs.warrant.if, event, payload);
      expect(["true", "[object Object]"].includes(String(condition))).toBe(isRun);
    },
  );

  it.each([
    ["report-only", report, null],
    ["enforce", enforce, "enforce"],
  ] as const)("%s is one that the doctor reads", (name, _, mode) => {
    const file = readWorkflow(".github/workflows/warrant.yml", read(`workflows/${name}.yml`));
    const [own] = ownSteps({ known: true, value: [file] });
    expect(own === undefined ? own : modeOf(own)).toBe(mode);
  });
});

describe("action.yml", () => {
  it("names the inputs that the code reads, in the page's order, each with the page's default", () => {
    expect(Object.keys(actionMetadata.inputs)).toEqual([...inputNames]);
    expect(firstCells("Inputs")).toEqual([...inputNames]);
    for (const [name, { default: value = "" }] of Object.entries(actionMetadata.inputs)) {
      const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
      expect(row.split(" | ").at(-1)).toBe(value === "" ? "none |" : `\`${value}\` |`);
    }
  });

  it("names the outputs that the code sets", () => {
    expect(Object.keys(actionMetadata.outputs)).toEqual([...outputNames]);
    expect(firstCells("Outputs")).toEqual([...outputNames]);
  });

  it("has no input that is secret and has a default other than the workflow's token", () => {
    const defaults = secretInputs.map((name) => actionMetadata.inputs[name]?.default);
    expect(defaults).toEqual(["${{ github.token }}", ""]);
  });

  it("runs one file on Node 24, without a step before or after", () => {
    expect(actionMetadata.runs).toEqual({ using: "node24", main: "dist/index.js" });
    const packaged: unknown = JSON.parse(read("../packages/action/package.json"));
    expect(packaged).toMatchObject({ version, type: "module" });
  });
});

describe("the page of the Action", () => {
  it("gives the workflow's permissions, each with its reason", () => {
    const own = Object.entries(report.permissions).map(([name, allowed]) => `${name}: ${allowed}`);
    expect(firstCells("Permissions")).toEqual([...own, "security-events: write"]);
  });

  it("gives the workflow's events", () => {
    expect(firstCells("Events")).toEqual(Object.keys(report.on));
  });
});
