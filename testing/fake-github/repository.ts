/** @module A repository of the fake platform: its people, issues, checks and rules, before a real git folder. */

import type { components } from "@octokit/openapi-types";
import type { Account, AccountOptions, App, Role } from "./accounts.ts";
import { GitFolder } from "./git.ts";
import { FakeIssue, type IssueOptions } from "./issues.ts";
import { FakePullRequest, type PullRequestOptions } from "./pull-request.ts";
import type { World } from "./world.ts";

export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: "notice" | "warning" | "failure";
  readonly message: string;
  readonly title?: string;
  readonly raw_details?: string;
}

export type Conclusion =
  | "success"
  | "failure"
  | "neutral"
  | "cancelled"
  | "skipped"
  | "timed_out"
  | "action_required"
  | "stale";

export interface CheckRun {
  readonly id: number;
  readonly headSha: string;
  name: string;
  readonly app: App;
  status: "queued" | "in_progress" | "completed";
  conclusion: Conclusion | null;
  externalId: string;
  detailsUrl: string | null;
  startedAt: string;
  completedAt: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  readonly annotations: Annotation[];
  actions: readonly { label: string; description: string; identifier: string }[];
}

export interface CommitStatus {
  readonly id: number;
  readonly sha: string;
  readonly context: string;
  readonly state: "success" | "failure" | "error" | "pending";
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: Account;
  readonly createdAt: string;
}

export interface QueueEntry {
  readonly change: FakePullRequest;
  readonly headSha: string;
  readonly baseSha: string;
  readonly state: "QUEUED" | "AWAITING_CHECKS" | "MERGEABLE" | "UNMERGEABLE" | "LOCKED";
}

/** As GitHub publishes them: a rule spelled otherwise does not compile. */
export type Rule = components["schemas"]["repository-rule"];

export interface Ruleset {
  readonly id: number;
  readonly name: string;
  readonly enforcement: "active" | "evaluate" | "disabled";
  /** The repository itself, or the organisation above it. */
  readonly source: "Repository" | "Organization";
  /** Names of branches, or `~DEFAULT_BRANCH`, or `~ALL`. */
  readonly branches: readonly string[];
  readonly rules: readonly Rule[];
  readonly bypass: readonly components["schemas"]["repository-ruleset-bypass-actor"][];
}

/** Settings of GitHub Actions, as they are for a new repository. */
export interface ActionsSettings {
  enabled: boolean;
  allowed: "all" | "local_only" | "selected";
  /** What the token of a workflow may do that names no permissions. */
  tokenDefault: "read" | "write";
  mayApprove: boolean;
}

export interface RepositoryOptions {
  readonly private?: boolean;
  readonly defaultBranch?: string;
  readonly parent?: FakeRepository;
  readonly ownerKind?: "User" | "Organization";
  readonly id?: number;
}

export class FakeRepository {
  readonly world: World;
  readonly id: number;
  readonly owner: Account;
  readonly name: string;
  readonly private: boolean;
  readonly parent: FakeRepository | undefined;
  readonly git: GitFolder;
  readonly createdAt: string;
  defaultBranch: string;
  readonly people = new Map<number, { role: Role; roleName: string }>();
  readonly issues = new Map<number, FakeIssue>();
  readonly checkRuns: CheckRun[] = [];
  readonly statuses: CommitStatus[] = [];
  /** Commits whose signature the platform calls valid. */
  readonly verifiedCommits = new Set<string>();
  readonly queue: QueueEntry[] = [];
  readonly rulesets: Ruleset[] = [];
  /** Classic protection by branch, in the shape REST gives it. */
  readonly protections = new Map<string, Readonly<Record<string, unknown>>>();
  readonly actions: ActionsSettings = { enabled: true, allowed: "all", tokenDefault: "read", mayApprove: false };
  readonly sarifUploads: { id: string; commitSha: string; ref: string; sarif: string; toolName?: string }[] = [];

  constructor(world: World, fullName: string, folder: string, options: RepositoryOptions = {}) {
    const [owner = "", name = ""] = fullName.split("/");
    this.world = world;
    this.id = options.id ?? world.nextId();
    const kind = options.ownerKind ?? (options.parent === undefined ? "Organization" : "User");
    this.owner = world.accounts.find(owner) ?? world.accounts.add(kind, owner);
    this.name = name;
    this.private = options.private ?? false;
    this.parent = options.parent;
    this.defaultBranch = options.defaultBranch ?? "main";
    this.git = new GitFolder(folder);
    this.createdAt = world.now();
  }

  get fullName(): string {
    return `${this.owner.login}/${this.name}`;
  }

  get htmlUrl(): string {
    return `${this.world.urls.html}/${this.fullName}`;
  }

  get apiUrl(): string {
    return `${this.world.urls.api}/repos/${this.fullName}`;
  }

  /** A person and what they may do here. `roleName` is for custom roles: the name beside the base permission. */
  user(
    login: string,
    options: AccountOptions & { readonly permission?: Role; readonly roleName?: string } = {},
  ): Account {
    const { permission, roleName, ...about } = options;
    const known = this.world.accounts.find(login);
    const account = known ?? this.world.accounts.add("User", login, about);
    const role = permission ?? "none";
    if (permission !== undefined) this.people.set(account.id, { role, roleName: roleName ?? role });
    return account;
  }

  /** What an account may do here; everybody may read what is public. */
  roleOf(account: Account): { role: Role; roleName: string } {
    const fallback: Role = this.private ? "none" : "read";
    return this.people.get(account.id) ?? { role: fallback, roleName: fallback };
  }

  issue(options: IssueOptions): FakeIssue {
    const issue = new FakeIssue(this, options);
    this.#keep(issue);
    return issue;
  }

  pullRequest(options: PullRequestOptions): FakePullRequest {
    const change = new FakePullRequest(this, options);
    this.#keep(change);
    return change;
  }

  #keep(issue: FakeIssue): void {
    if (this.issues.has(issue.number)) throw new Error(`${this.fullName} has a number ${issue.number} already`);
    this.issues.set(issue.number, issue);
  }

  pullRequests(): FakePullRequest[] {
    return [...this.issues.values()].filter((issue) => issue instanceof FakePullRequest);
  }

  findPullRequest(number: number): FakePullRequest | undefined {
    const issue = this.issues.get(number);
    return issue instanceof FakePullRequest ? issue : undefined;
  }

  checkRun(options: {
    readonly headSha: string;
    readonly name: string;
    readonly app?: App;
    readonly status?: CheckRun["status"];
    readonly conclusion?: Conclusion | null;
    readonly externalId?: string;
    readonly detailsUrl?: string;
    readonly title?: string;
    readonly summary?: string;
    readonly text?: string;
  }): CheckRun {
    const { world } = this;
    const conclusion = options.conclusion ?? null;
    const status = options.status ?? (conclusion === null ? "queued" : "completed");
    const run: CheckRun = {
      id: world.nextId(),
      headSha: this.git.resolveNow(options.headSha),
      name: options.name,
      app: options.app ?? world.actionsApp,
      status,
      conclusion,
      externalId: options.externalId ?? "",
      detailsUrl: options.detailsUrl ?? null,
      startedAt: world.now(),
      completedAt: status === "completed" ? world.now() : null,
      title: options.title ?? null,
      summary: options.summary ?? null,
      text: options.text ?? null,
      annotations: [],
      actions: [],
    };
    this.checkRuns.push(run);
    return run;
  }

  status(options: {
    readonly sha: string;
    readonly context: string;
    readonly state: CommitStatus["state"];
    readonly creator?: string;
    readonly description?: string;
  }): CommitStatus {
    const status: CommitStatus = {
      id: this.world.nextId(),
      sha: this.git.resolveNow(options.sha),
      context: options.context,
      state: options.state,
      description: options.description ?? null,
      targetUrl: null,
      creator: this.world.accounts.get(options.creator ?? "maria"),
      createdAt: this.world.now(),
    };
    this.statuses.push(status);
    return status;
  }

  /** Puts a change into the merge queue of its base, behind those already there. */
  enqueue(
    change: FakePullRequest,
    entry: { headSha: string; baseSha: string; state?: QueueEntry["state"] },
  ): QueueEntry {
    const queued: QueueEntry = { change, state: "AWAITING_CHECKS", ...entry };
    this.queue.push(queued);
    return queued;
  }

  ruleset(options: {
    readonly name?: string;
    readonly branches?: readonly string[];
    readonly enforcement?: Ruleset["enforcement"];
    readonly source?: Ruleset["source"];
    readonly rules: readonly Rule[];
    readonly bypass?: Ruleset["bypass"];
  }): Ruleset {
    const ruleset: Ruleset = {
      id: this.world.nextId(),
      name: options.name ?? "protect",
      enforcement: options.enforcement ?? "active",
      source: options.source ?? "Repository",
      branches: options.branches ?? ["~DEFAULT_BRANCH"],
      rules: options.rules,
      bypass: options.bypass ?? [],
    };
    this.rulesets.push(ruleset);
    return ruleset;
  }

  /** Rulesets in force on a branch. */
  rulesetsOn(branch: string): Ruleset[] {
    const names = new Set([branch, "~ALL", ...(branch === this.defaultBranch ? ["~DEFAULT_BRANCH"] : [])]);
    return this.rulesets.filter((set) => set.enforcement === "active" && set.branches.some((name) => names.has(name)));
  }
}
