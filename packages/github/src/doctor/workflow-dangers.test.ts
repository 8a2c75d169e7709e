import { describe, expect, it } from "vitest";
import { expression } from "../../../../testing/workflow-text.ts";
import type { Known, TokenDefaults } from "./seen.ts";
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

it("nothing of a workflow reaches a terminal as more than text", () => {
  const text = checkingOut("pull_request_target", "permissions: {}").replaceAll("build:", '"a\u202Eb":');
  const said = JSON.stringify(dangersOf(text));
  expect(said).toContain("<U+202E>");
  expect(said).not.toContain("\u202E");
});
