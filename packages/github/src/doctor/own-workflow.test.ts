import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expression, warrantWorkflow } from "../../../../testing/workflow-text.ts";
import { modeOf, ownSteps } from "./own-steps.ts";
import { examineOwnWorkflow } from "./own-workflow.ts";
import type { Known, Seen, TokenDefaults } from "./seen.ts";
import { examineWorkflows } from "./workflow-dangers.ts";
import { readWorkflow } from "./workflow-file.ts";

const path = ".github/workflows/ci.yml";
const unreadDefaults = { known: false, what: "defaults", why: "403", next: "Ask." } as const;

function defaults(permissions: string): Known<TokenDefaults> {
  return { known: true, value: { permissions, mayApprove: false } };
}

function own(text: string, seen: Partial<Seen> = {}) {
  const workflows = { known: true, value: [readWorkflow(path, text)] } as const;
  const changes = [{ number: 15, author: "github-actions", hasCheck: false, isWhole: true }];
  const checks = { known: true, value: { changes, checks: [] } } as const;
  const about = {
    branch: "main",
    repository: "acme/shop",
    workflows,
    app: null,
    checks,
    tokenDefaults: defaults("read"),
    ...seen,
  };
  return examineOwnWorkflow(about as unknown as Seen)?.findings ?? [];
}

function ownRules(text: string, seen?: Partial<Seen>): string[] {
  return own(text, seen).map(({ rule, severity }) => `${severity} ${rule}`);
}

describe("the workflow that runs Warrant", () => {
  it.each([
    ["enforce.yml", "enforce"],
    ["report-only.yml", null],
  ])("as documented in %s has nothing to be said of but its placeholder", (name, mode) => {
    const file = readFileSync(join(import.meta.dirname, "../../../../docs/workflows", name), "utf8");
    const workflows = { known: true, value: [readWorkflow(path, file)] } as const;
    expect(ownRules(file)).toEqual(["block workflow.placeholder"]);
    expect(examineWorkflows(workflows, defaults("read")).findings).toEqual([]);
    expect(own(file.replace(/OWNER\/(?<rest>.+)@0{40}/, `acme/$1@${"a".repeat(40)}`))).toEqual([]);
    expect(ownSteps(workflows).map(modeOf)).toEqual([mode]);
    expect(own(warrantWorkflow)).toEqual([]);
  });

  it.each([
    ["uses: acme/warrant@v1", true],
    ["uses: acme/warrant/packages/action@v1", true],
    ["uses: acme/warrant-action@main", true],
    ["uses: ./.github/actions/warrant", true],
    ["run: npx @warrant/cli sweep acme/shop", true],
    ["run: npx --yes @warrant/cli@0.1.0 check acme/shop#1", true],
    ["run: |\n          npm ci\n          warrant check acme/shop#1 --publish", true],
    ["uses: acme/search-warrant-lister@v1", false],
    ["uses: acme/other@v1", false],
    ["run: echo no warranty", false],
  ])("is known by %s: %s", (step, isOwn) => {
    const text = `on: push\njobs:\n  a:\n    steps:\n      - ${step}\n`;
    expect(ownSteps({ known: true, value: [readWorkflow(path, text)] })).toHaveLength(isOwn ? 1 : 0);
  });

  it("may be a reusable one, called by a job", () => {
    const text =
      "on: push\njobs: { a: { uses: acme/.github/.github/workflows/warrant.yml@main, with: { mode: enforce } } }\n";
    const [step] = ownSteps({ known: true, value: [readWorkflow(path, text)] });
    expect(step === undefined ? null : modeOf(step)).toBe("enforce");
  });

  it("is none, or an app's work", () => {
    expect(ownRules("on: push\njobs: {}\n")).toEqual(["warn workflow.none"]);
    const app = {
      known: true as const,
      value: { id: 7, slug: "warrant-acme", permissions: {}, events: [] },
    } satisfies Seen["app"];
    expect(ownRules("on: push\njobs: {}\n", { app })).toEqual([]);
  });

  const without = (line: RegExp | string, instead = "") => warrantWorkflow.replace(line, instead);
  const onlyIf = (condition: string) => without("    runs-on", `    if: ${condition}\n    runs-on`);
  const stepOnlyIf = (condition: string) => without(/^ {6}- uses: .*$/m, `$&\n        if: ${condition}`);
  it.each([
    ["no sweep", without(/^ {2}schedule.*\n/m), "warn workflow.no-sweep"],
    ["no pull_request_target", without(/^ {2}pull_request_target:\n.*\n/m), "warn workflow.trigger"],
    ["pull_request instead", without("pull_request_target", "pull_request"), "block workflow.head-defined"],
    ["pull_request as well", without(/^on:\n/m, "on:\n  pull_request:\n"), "warn workflow.head-defined"],
    ["reviews as well", without(/^on:\n/m, "on:\n  pull_request_review:\n"), "warn workflow.head-defined"],
    ["fewer types", without("edited, labeled, ", ""), "warn workflow.trigger"],
    ["no types", without(/^ {4}types.*\n/m), "warn workflow.trigger"],
    ["paths", without(/^( {4}types.*\n)/m, "$1    paths: [src/**]\n"), "warn workflow.trigger"],
    ["branches without ours", without(/^( {4}types.*\n)/m, "$1    branches: [stable]\n"), "warn workflow.trigger"],
    ["a permission less", without("checks: write", "checks: read"), "warn workflow.permissions"],
    ["only reading", without(/^permissions.*$/m, "permissions: read-all"), "warn workflow.permissions"],
    ["no permissions", without(/^permissions.*\n/m), "warn workflow.permissions"],
    ["more than it needs", without("contents: read", "contents: write"), "info workflow.permissions"],
    ["all of them", without(/^permissions.*$/m, "permissions: write-all"), "info workflow.permissions"],
    ["no concurrency", without(/^concurrency:\n.*\n.*\n/m), "warn workflow.concurrency"],
    ["one group for all", without(/^ {2}group.*$/m, "  group: warrant"), "warn workflow.concurrency"],
    [
      "a group by the ref, which is the base's",
      without(/^ {2}group.*$/m, `  group: "${expression("github.workflow")}-${expression("github.ref")}"`),
      "warn workflow.concurrency",
    ],
    [
      "a group by each run",
      without(/^ {2}group.*$/m, `  group: "${expression("github.run_id")}"`),
      "warn workflow.concurrency",
    ],
    [
      "all branches but ours",
      without(/^( {4}types.*\n)/m, '$1    branches: ["**", "!main"]\n'),
      "warn workflow.trigger",
    ],
    [
      "all branches but ours by a pattern",
      without(/^( {4}types.*\n)/m, '$1    branches: ["**", "!m*"]\n'),
      "warn workflow.trigger",
    ],
    ["cancelled runs", without("cancel-in-progress: false", "cancel-in-progress: true"), "warn workflow.concurrency"],
    [
      "a condition on the actor",
      onlyIf("github.event_name == 'schedule' || github.actor != 'bot'"),
      "warn workflow.actor",
    ],
    ["the owner of the example", without("acme/warrant", "OWNER/warrant"), "block workflow.placeholder"],
    ["the zeros of the example", without(/@[0-9a-f]{40}/, `@${"0".repeat(40)}`), "block workflow.placeholder"],
    [
      "zeros at another action of the job",
      without(/^( {6})- uses: .*$/m, `$&\n$1- uses: actions/cache@${"0".repeat(64)}`),
      "block workflow.placeholder",
    ],
    ["an action by its tag", without(/@[0-9a-f]{40}/, "@v1"), "info workflow.unpinned"],
  ])("with %s", (_, text, expected) => {
    expect(ownRules(text)).toEqual([expected]);
  });

  it.each<[string, string, string[]]>([
    ["false", onlyIf("false"), ["warn workflow.trigger", "warn workflow.no-sweep"]],
    ["of a step, false", stepOnlyIf("false"), ["warn workflow.trigger", "warn workflow.no-sweep"]],
    [
      "for pull_request, which it does not run on",
      onlyIf("github.event_name == 'pull_request'"),
      ["warn workflow.trigger", "warn workflow.no-sweep"],
    ],
    ["for all but changes", onlyIf("github.event_name != 'pull_request_target'"), ["warn workflow.trigger"]],
    ["for changes alone", onlyIf("github.event_name == 'pull_request_target'"), ["warn workflow.no-sweep"]],
    ["that may keep it from sweeping", onlyIf("github.event.pull_request || vars.SWEEP"), ["warn workflow.no-sweep"]],
    ["that a draft does not meet, and a sweep does", onlyIf(expression("!github.event.pull_request.draft")), []],
    [
      "on the actor, whoever that is for a sweep",
      onlyIf("github.actor != 'bot'"),
      ["warn workflow.no-sweep", "warn workflow.actor"],
    ],
    [
      "for pull_request, which it runs on as well",
      onlyIf("github.event_name != 'pull_request_target'").replace(/^on:\n/m, "on:\n  pull_request:\n"),
      ["block workflow.head-defined"],
    ],
    [
      "that may leave pull_request alone",
      onlyIf("vars.ON || github.event_name == 'schedule'").replace(/^on:\n/m, "on:\n  pull_request:\n"),
      ["block workflow.head-defined"],
    ],
  ])("a condition %s", (_, text, expected) => {
    expect(ownRules(text)).toEqual(expected);
  });

  it.each([
    ["$1    branches: [stable]\n", "block"],
    ["$1    paths: [src/**]\n", "block"],
    ["    types: [labeled]\n", "block"],
    ["    types: [opened, synchronize, reopened]\n", "warn"],
  ])("pull_request beside a pull_request_target that has %j: the first %ss", (instead, severity) => {
    const text = without(/^( {4}types.*\n)/m, instead).replace(/^on:\n/m, "on:\n  pull_request:\n");
    expect(ownRules(text)).toEqual([`${severity} workflow.head-defined`, "warn workflow.trigger"]);
  });

  it("a job that waits for another may not sweep", () => {
    const text = without("    runs-on", "    needs: test\n    runs-on");
    expect(own(text)).toMatchObject([{ rule: "workflow.no-sweep" }]);
    expect(own(text)[0]?.message).toContain("a job it waits for");
  });

  it("a trigger counts that another step answers, and of one that never runs for changes nothing else is said", () => {
    const other = onlyIf("github.event_name != 'pull_request_target'").replace(/^ {4}types.*\n/m, "");
    expect(ownRules(other)).toEqual(["warn workflow.trigger"]);
    const value = [readWorkflow(path, warrantWorkflow), readWorkflow(".github/workflows/sweep.yml", other)];
    expect(ownRules("", { workflows: { known: true, value } })).toEqual([]);
  });

  it("a condition that keeps it from every change is named with its place", () => {
    expect(own(onlyIf("github.event_name == 'schedule'"))).toMatchObject([
      {
        message:
          "Its condition never lets it run on pull_request_target, so a change is judged by the sweep at the earliest.",
        where: { path, field: "jobs.warrant" },
      },
    ]);
  });

  it.each([
    ["an owner whose name only holds the word", without("acme/warrant", "OWNERS/warrant")],
    ["a commit that is not zeros alone", without(/@[0-9a-f]{40}/, `@${"0".repeat(39)}1`)],
  ])("nothing is said of %s", (_, text) => {
    expect(ownRules(text)).toEqual([]);
  });

  it("F7 without a sweep names a change that waits (peter-evans/create-pull-request#48, maester365/maester#1761)", () => {
    const [finding] = own(without(/^ {2}schedule.*\n/m));
    expect(finding?.message).toContain("#15 has no check for that reason.");
    expect(finding?.next).toContain("schedule");
  });

  it.each(["main", '"**"', '"!main", main', '"**", "!release/**"', '"**", "!mainly"'])(
    "a filter that holds the branch (%s) leaves nothing out",
    (name) => {
      expect(own(without(/^( {4}types.*\n)/m, `$1    branches: [stable, ${name}]\n`))).toEqual([]);
    },
  );

  it("names no permissions: enough where the repository gives all, not known where it does not say", () => {
    const text = without(/^permissions.*\n/m);
    expect(ownRules(text, { tokenDefaults: defaults("write") })).toEqual(["info workflow.permissions"]);
    expect(own(text, { tokenDefaults: unreadDefaults })[0]?.message).toContain("could not be read");
  });

  it("F11 a condition on who pushed is quoted (anthropics/claude-code-action#1299)", () => {
    const finding = own(onlyIf("github.triggering_actor != 'bot'")).find(({ rule }) => rule === "workflow.actor");
    expect(finding).toMatchObject({
      rule: "workflow.actor",
      where: { path, field: "jobs.warrant.if" },
      quote: "github.triggering_actor != 'bot'",
    });
  });
});
