/** @module A repository of the fake GitHub whose gate holds, for tests that take one thing away at a time. */

import { examineRepository } from "../packages/github/src/doctor/doctor.ts";
import { DoctorReport } from "../packages/github/src/doctor/report.ts";
import type { App } from "./fake-github/accounts.ts";
import type { FakePullRequest } from "./fake-github/pull-request.ts";
import type { FakeRepository, Rule } from "./fake-github/repository.ts";
import { type FakeGithub, type FakeGithubOptions, startFakeGithub } from "./fake-github/server.ts";
import { type Content, createRepository, type TestRepository } from "./git-repository.ts";
import { clientFor } from "./github-change.ts";
import { warrantWorkflow } from "./workflow-text.ts";

/** Requires the check from an app by its id; from whoever gives it where none is named. */
export function requiring(appId?: number) {
  const source = appId === undefined ? {} : { integration_id: appId };
  return {
    type: "required_status_checks",
    parameters: {
      required_status_checks: [{ context: "warrant/change", ...source }],
      strict_required_status_checks_policy: false,
    },
  } as const satisfies Rule;
}

/** Requires the check from GitHub Actions. */
export const requiredCheck = requiring(15_368);

export const noForcePush = { type: "non_fast_forward" } as const satisfies Rule;

/** What everyone starts with: enforced, and run by the documented workflow. */
export const gateFiles: Readonly<Record<string, Content>> = {
  "warrant.yaml": "intent:\n  enforce: true\n",
  ".github/workflows/warrant.yml": warrantWorkflow,
};

/** `acme/shop`, whose ruleset requires the check; pull request 12 has it. root administers, maria may write. */
export class Gate {
  readonly github: FakeGithub;
  readonly work: TestRepository;
  readonly repository: FakeRepository;
  readonly change: FakePullRequest;
  /** An administrator's token. */
  readonly token: string;
  readonly #begin: string;

  constructor(github: FakeGithub) {
    this.github = github;
    this.work = createRepository({ lasting: "file" });
    this.#begin = this.work.commit("Begin", { "README.md": "# Shop\n", ...gateFiles });
    this.work.branch("feature");
    this.work.commit("Add discount", { "src/discount.ts": "export const a = 1;\n" });
    this.work.switch("main");
    this.repository = github.repository("acme/shop", this.work.folder);
    this.repository.user("root", { permission: "admin" });
    this.repository.user("maria", { permission: "write" });
    this.change = this.repository.pullRequest({ number: 12, title: "Add", head: "feature", author: "sam" });
    this.token = github.tokens.personal("root");
    this.reset();
  }

  /** Everything as at the beginning, so that one server serves all tests of a file. */
  reset(): void {
    const { repository, github, work } = this;
    github.faults.clear();
    github.requests.length = 0;
    repository.rulesets.length = 0;
    repository.protections.clear();
    repository.checkRuns.length = 0;
    repository.statuses.length = 0;
    repository.queue.length = 0;
    Object.assign(repository.actions, { enabled: true, allowed: "all", tokenDefault: "read", mayApprove: false });
    for (const { number } of repository.pullRequests()) if (number !== 12) repository.issues.delete(number);
    if (work.git("rev-parse", "main") !== this.#begin) work.git("reset", "--hard", "--quiet", this.#begin);
    repository.ruleset({ rules: [requiredCheck, noForcePush] });
    this.run();
  }

  /** Puts a run of our check on the change's head, as GitHub Actions unless another app is named. */
  run(app?: App): void {
    const by = app === undefined ? {} : { app };
    this.repository.checkRun({ headSha: "feature", name: "warrant/change", conclusion: "success", ...by });
  }

  /** Classic protection that requires the check, in the shape the platform gives it. */
  protect(more: Readonly<Record<string, unknown>> = {}, appId: number | null = 15_368): void {
    this.repository.protections.set("main", {
      required_status_checks: {
        strict: false,
        contexts: ["warrant/change"],
        checks: [{ context: "warrant/change", app_id: appId }],
      },
      enforce_admins: { url: "", enabled: true },
      allow_force_pushes: { enabled: false },
      allow_deletions: { enabled: false },
      ...more,
    });
  }
}

export async function openGate(options: FakeGithubOptions = {}): Promise<Gate> {
  return new Gate(await startFakeGithub(options));
}

export interface ExamineOptions {
  readonly branch?: string | undefined;
  /** Another token than the administrator's. */
  readonly token?: string | undefined;
}

/** What the doctor says of it; the report is held to its schema each time. */
export async function examineGate(gate: Gate, { branch, token }: ExamineOptions = {}): Promise<DoctorReport> {
  const client = clientFor(gate.github, token ?? gate.token);
  return DoctorReport.parse(await examineRepository(client, { repository: "ACME/shop", branch }));
}

/** Rules of its findings, of one severity where one is named. */
export function rulesOf({ findings }: DoctorReport, severity?: string): string[] {
  return findings.filter((each) => severity === undefined || each.severity === severity).map(({ rule }) => rule);
}

export function findingOf({ findings }: DoctorReport, rule: string): DoctorReport["findings"][number] {
  const found = findings.find((each) => each.rule === rule);
  if (found === undefined) throw new Error(`no ${rule} among ${findings.map((each) => each.rule).join(", ")}`);
  return found;
}

export function stateOf({ answers }: DoctorReport, topic: string): string | undefined {
  return answers.find((each) => each.topic === topic)?.state;
}
