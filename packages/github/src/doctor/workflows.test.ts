import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { warrantWorkflow } from "../../../../testing/github-gate.ts";
import { examineOwnWorkflow, modeOf, ownSteps } from "./own-workflow.ts";
import type { Known, Seen, TokenDefaults } from "./seen.ts";
import { examineWorkflows } from "./workflow-dangers.ts";
import { readWorkflow } from "./workflow-file.ts";

const path = ".github/workflows/ci.yml";
const unreadDefaults = { known: false, what: "defaults", why: "403", next: "Ask." } as const;

function defaults(permissions: string): Known<TokenDefaults> {
  return { known: true, value: { permissions, mayApprove: false } };
}

function dangersOf(text: string, tokens: Known<TokenDefaults> = defaults("read")) {
  return examineWorkflows({ known: true, value: [readWorkflow(path, text)] }, tokens).findings;
}

function shown(text: string, tokens?: Known<TokenDefaults>): string[] {
  return dangersOf(text, tokens).map(({ rule, severity, where }) => `${severity} ${rule} ${where.field ?? ""}`.trim());
}

/** An expression of a workflow, which a test cannot write in a template. */
function expression(inside: string): string {
  return `$\{{ ${inside} }}`;
}

const headRef = expression("github.event.pull_request.head.sha");

function checkingOut(on: string, more = "", ref = headRef): string {
  return `on: ${on}
${more}
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          ref: ${ref}
      - run: npm ci
`;
}

describe("code of a change where secrets and a writing token are", () => {
  it.each([
    "pull_request_target",
    "issue_comment",
    "workflow_run",
    "[push, pull_request_target]",
    "{ issue_comment: { types: [created] } }",
  ])("on %s", (on) => {
    const text = checkingOut(on, "permissions: { contents: read }");
    expect(shown(text)).toEqual(["warn workflows.head-code jobs.build.steps[0], line 9"]);
  });

  it.each(["pull_request", "push", "[push, pull_request]", "schedule"])("not on %s", (on) => {
    expect(shown(checkingOut(on))).toEqual([]);
  });

  it("not for the base, which is what is checked out unless said otherwise", () => {
    expect(shown(checkingOut("pull_request_target", "", "main"))).toEqual([]);
  });

  it.each([
    ["permissions: { checks: write }", "block"],
    ["permissions: { statuses: write, contents: read }", "block"],
    ["permissions: { contents: write }", "block"],
    ["permissions: { actions: write }", "block"],
    ["permissions: write-all", "block"],
    ["permissions: all-of-it", "block"],
    ["permissions: { pull-requests: write }", "warn"],
    ["permissions: read-all", "warn"],
    ["permissions: {}", "warn"],
  ])("blocks where the token may write the check: %s", (more, severity) => {
    expect(dangersOf(checkingOut("pull_request_target", more))[0]?.severity).toBe(severity);
  });

  it.each([
    [defaults("read"), "warn"],
    [defaults("write"), "block"],
    [defaults("another word"), "block"],
    [unreadDefaults, "block"],
  ])(
    "a token without named permissions is as the repository says, and careful where that is not known",
    (tokens, severity) => {
      expect(dangersOf(checkingOut("pull_request_target"), tokens)[0]?.severity).toBe(severity);
    },
  );

  it("a job's own permissions count before those of the workflow", () => {
    const text = checkingOut("pull_request_target", "permissions: write-all").replace(
      "    runs-on",
      "    permissions: { contents: read }\n    runs-on",
    );
    expect(dangersOf(text)[0]?.severity).toBe("warn");
  });

  it("is found in a script, and in a checkout by another owner", () => {
    const script = `on: pull_request_target
permissions: {}
jobs:
  a: { steps: [{ run: "gh pr checkout 12" }] }
  b: { steps: [{ uses: my/fork/checkout@v1, with: { repository: "$\{{ github.event.pull_request.head.repo.full_name }}" } }] }
`;
    expect(shown(script)).toEqual([
      "warn workflows.head-code jobs.a.steps[0], line 4",
      "warn workflows.head-code jobs.b.steps[0], line 5",
    ]);
  });

  it("is handed to a workflow that is called, with all secrets", () => {
    const call = `on: pull_request_target
permissions: {}
jobs:
  a: { uses: ./.github/workflows/build.yml, with: { ref: "${expression("github.event.pull_request.head.sha")}" }, secrets: inherit }
  b: { uses: ./.github/workflows/build.yml, with: { ref: main }, secrets: inherit }
`;
    expect(shown(call)).toEqual([
      "warn workflows.head-code jobs.a, line 4",
      "warn workflows.head-secrets jobs.a, line 4",
    ]);
  });

  it("beside a secret is said too", () => {
    const text = `${checkingOut("pull_request_target", "permissions: {}")}        env: { TOKEN: "$\{{ secrets.NPM_TOKEN }}" }\n`;
    expect(shown(text)).toEqual([
      "warn workflows.head-code jobs.build.steps[0], line 9",
      "warn workflows.head-secrets jobs.build, line 11",
    ]);
    const above = checkingOut(
      "pull_request_target",
      `permissions: {}\nenv: { TOKEN: "${expression("secrets.NPM_TOKEN")}" }`,
    );
    expect(shown(above)[1]).toContain("line 3");
    expect(shown(text.replace("NPM_TOKEN", "GITHUB_TOKEN"))).toHaveLength(1);
  });
});

describe("a stranger's words in a script", () => {
  const script = (
    on: string,
    more = "permissions: {}",
    run = `echo "${expression("github.event.pull_request.title")}"`,
  ) => `on: ${on}\n${more}\njobs:\n  greet:\n    steps:\n      - run: |\n          ${run}\n`;

  it("are shown with their place and what to do (G2: AOSSIE-Org/DocPilot#54)", () => {
    const [finding] = dangersOf(script("pull_request_target"));
    expect(finding).toMatchObject({
      rule: "workflows.injection",
      severity: "warn",
      where: { path, field: "jobs.greet.steps[0], line 6" },
      next: "Give it to the script in `env:` and use the variable in quotes.",
    });
    expect(finding?.message).toContain("github.event.pull_request.title");
  });

  it.each([
    ["issues", "permissions: write-all", "block"],
    ["pull_request_target", "permissions: { checks: write }", "block"],
    ["pull_request", "permissions: write-all", "warn"],
    ["pull_request_target", "permissions: {}", "warn"],
  ])("on %s with %s: %s", (on, more, severity) => {
    expect(dangersOf(script(on, more)).map((each) => each.severity)).toEqual([severity]);
  });

  it("are nothing where only writers start runs, and nothing in the environment", () => {
    expect(shown(script("push"))).toEqual([]);
    expect(shown(script("pull_request_target", "permissions: {}", 'echo "$TITLE"'))).toEqual([]);
  });

  it("are found in a script of actions/github-script", () => {
    const text = `on: issue_comment
permissions: {}
jobs:
  a: { steps: [{ uses: actions/github-script@v7, with: { script: "run('$\{{ github.event.comment.body }}')" } }] }
`;
    expect(shown(text)).toEqual(["warn workflows.injection jobs.a.steps[0], line 4"]);
  });
});

describe("a file that cannot be read as a workflow", () => {
  it.each([
    ["broken YAML", "on: [push\njobs: {"],
    ["two documents", "on: push\n---\non: push\n"],
    ["a tag", "on: !!binary aGk=\n"],
    ["one deeper than is read", `a: ${"[".repeat(40)}${"]".repeat(40)}`],
  ])("is not taken for safe: %s", (_, text) => {
    expect(shown(text)).toEqual(["block workflows.unreadable"]);
  });

  it.each([
    "",
    "null",
    "[]",
    "7",
    "jobs: 7",
    "jobs: { a: 7, b: { steps: 7 }, c: { steps: [7, null, [1]] } }",
    "on: { a: [b] }\njobs: { a: { uses: 7 } }",
  ])("a file with nothing of a workflow holds nothing: %j", (text) => {
    expect(shown(text)).toEqual([]);
  });
});

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
    expect([ownRules(file), dangersOf(file)]).toEqual([["block workflow.placeholder"], []]);
    expect(own(file.replace(/OWNER\/(?<rest>.+)@0{40}/, `acme/$1@${"a".repeat(40)}`))).toEqual([]);
    expect(ownSteps({ known: true, value: [readWorkflow(path, file)] }).map(modeOf)).toEqual([mode]);
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
      without("    runs-on", "    if: github.actor != 'bot'\n    runs-on"),
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
    const [finding] = own(
      warrantWorkflow.replace("    runs-on", "    if: github.triggering_actor != 'bot'\n    runs-on"),
    );
    expect(finding).toMatchObject({
      rule: "workflow.actor",
      where: { path, field: "jobs.warrant.if" },
      quote: "github.triggering_actor != 'bot'",
    });
  });
});

it("nothing of a workflow reaches a terminal as more than text", () => {
  const text = checkingOut("pull_request_target", "permissions: {}").replaceAll("build:", '"a\u202Eb":');
  const said = JSON.stringify(dangersOf(text));
  expect(said).toContain("<U+202E>");
  expect(said).not.toContain("\u202E");
});
