/** @module A repository of the fake GitHub whose gate holds, for tests that take one thing away at a time. */

import type { App } from "./fake-github/accounts.ts";
import type { FakePullRequest } from "./fake-github/pull-request.ts";
import type { FakeRepository, Rule, Ruleset } from "./fake-github/repository.ts";
import { type FakeGithub, type FakeGithubOptions, startFakeGithub } from "./fake-github/server.ts";
import { type Content, createRepository, type TestRepository } from "./git-repository.ts";

const commit = "0123456789abcdef0123456789abcdef01234567";

/** The documented workflow, with its action pinned. */
export const warrantWorkflow = `name: Warrant
on:
  pull_request_target:
    types: [opened, reopened, synchronize, edited, labeled, unlabeled, ready_for_review, converted_to_draft]
  issue_comment: { types: [created] }
  merge_group: { types: [checks_requested] }
  schedule: [{ cron: "*/15 * * * *" }]
permissions: { contents: read, pull-requests: write, issues: read, checks: write, statuses: read }
concurrency:
  group: "warrant-\${{ github.event.pull_request.number || github.event.merge_group.head_sha || 'sweep' }}"
  cancel-in-progress: false
jobs:
  warrant:
    runs-on: ubuntu-latest
    steps:
      - uses: acme/warrant@${commit}
`;

/** Requires the check from GitHub Actions. */
export const requiredCheck = {
  type: "required_status_checks",
  parameters: {
    required_status_checks: [{ context: "warrant/change", integration_id: 15_368 }],
    strict_required_status_checks_policy: false,
  },
} as const satisfies Rule;

export const noForcePush = { type: "non_fast_forward" } as const satisfies Rule;

export interface GateOptions {
  readonly server?: FakeGithubOptions;
  /** Files of the default branch beside the readme, or null for none; the workflow and an enforcing configuration otherwise. */
  readonly files?: Readonly<Record<string, Content>>;
  readonly ruleset?: Partial<Pick<Ruleset, "rules" | "bypass" | "branches" | "name" | "source">> | null;
  readonly private?: boolean;
}

export interface Gate {
  readonly github: FakeGithub;
  readonly work: TestRepository;
  readonly repository: FakeRepository;
  readonly change: FakePullRequest;
  /** An administrator's token. */
  readonly token: string;
  /** Puts a run of our check on the change's head. */
  readonly run: (app?: App) => void;
}

/** `acme/shop`, whose ruleset requires the check; pull request 12 has it. root administers, maria may write. */
export async function openGate(options: GateOptions = {}): Promise<Gate> {
  const github = await startFakeGithub(options.server);
  const work = createRepository();
  const files = options.files ?? {
    "warrant.yaml": "intent:\n  enforce: true\n",
    ".github/workflows/warrant.yml": warrantWorkflow,
  };
  work.commit("Begin", { "README.md": "# Shop\n", ...files });
  work.branch("feature");
  work.commit("Add discount", { "src/discount.ts": "export const a = 1;\n" });
  work.switch("main");
  const repository = github.repository("acme/shop", work.folder, { private: options.private ?? false });
  repository.user("root", { permission: "admin" });
  repository.user("maria", { permission: "write" });
  const change = repository.pullRequest({ number: 12, title: "Add a discount", head: "feature", author: "sam" });
  if (options.ruleset !== null) repository.ruleset({ rules: [requiredCheck, noForcePush], ...options.ruleset });
  const run = (app?: App): void => {
    const by = app === undefined ? {} : { app };
    repository.checkRun({ headSha: "feature", name: "warrant/change", conclusion: "success", ...by });
  };
  run();
  return { github, work, repository, change, token: github.tokens.personal("root"), run };
}
