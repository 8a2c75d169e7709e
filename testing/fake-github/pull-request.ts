/** @module A pull request of the fake platform: an issue with a head, a base and reviews; its files come from git. */

import type { Account } from "./accounts.ts";
import { type Association, FakeIssue, type IssueOptions, type Review } from "./issues.ts";
import type { FakeRepository } from "./repository.ts";
import type { FileRow } from "./rest-file-rows.ts";

export interface PullRequestOptions extends IssueOptions {
  /** The branch the change comes from, or a commit id. It is looked up at each request, so a push moves the head. */
  readonly head: string;
  /** Names the head's branch where `head` is a commit id. */
  readonly headRef?: string;
  /** A fork; null for a fork that was deleted. Its commits must be in the base repository's folder too. */
  readonly headRepository?: FakeRepository | null;
  readonly base?: string;
  readonly draft?: boolean;
  /** What the platform's own closing list holds. It is never computed from the body: the tests' product does that. */
  readonly closes?: readonly (number | FakeIssue)[];
  /** The part of `closes` that somebody linked by hand. */
  readonly linkedByHand?: readonly (number | FakeIssue)[];
}

export class FakePullRequest extends FakeIssue {
  head: string;
  headRef: string;
  readonly headRepository: FakeRepository | null;
  base: string;
  /** The base's tip when the change was opened or last pushed to: not the tip of now. */
  baseOidAtPush: string | undefined;
  draft: boolean;
  merged = false;
  mergedBy: Account | null = null;
  mergeCommit: string | null = null;
  readonly reviews: Review[] = [];
  readonly requestedReviewers: Account[] = [];
  closes: (number | FakeIssue)[];
  linkedByHand: (number | FakeIssue)[];
  /** Changes the rows the files list would give, before pages and limits: for what git itself cannot make. */
  rewriteFiles: ((rows: readonly FileRow[]) => readonly FileRow[]) | undefined;
  /** What the platform counts, where a test needs it to disagree with its own rows. */
  counts: { changedFiles?: number; additions?: number; deletions?: number; commits?: number } = {};

  constructor(repository: FakeRepository, options: PullRequestOptions) {
    super(repository, options);
    this.head = options.head;
    this.headRef =
      options.headRef ?? (/^[0-9a-f]{40,64}$/.test(options.head) ? `change-${options.number}` : options.head);
    this.headRepository = options.headRepository === undefined ? repository : options.headRepository;
    this.base = options.base ?? repository.defaultBranch;
    this.baseOidAtPush = repository.git.branchNow(this.base);
    this.draft = options.draft ?? false;
    this.linkedByHand = [...(options.linkedByHand ?? [])];
    this.closes = [...(options.closes ?? []), ...this.linkedByHand];
  }

  override get url(): string {
    return `${this.repository.htmlUrl}/pull/${this.number}`;
  }

  async headOid(): Promise<string> {
    const oid = await this.repository.git.resolve(this.head);
    if (oid === undefined) throw new Error(`pull request ${this.number}: no commit "${this.head}" in the repository`);
    return oid;
  }

  /** The tip of the base branch now; undefined when the branch is gone. */
  async baseTip(): Promise<string | undefined> {
    return this.repository.git.branch(this.base);
  }

  /** The base commit the platform noted at the last push, which REST shows as `base.sha`: it lags behind the tip. */
  async recordedBase(): Promise<string> {
    const base = this.baseOidAtPush ?? (await this.baseTip());
    if (base === undefined) throw new Error(`pull request ${this.number}: no branch "${this.base}"`);
    return base;
  }

  async mergeBase(): Promise<string> {
    const tip = (await this.baseTip()) ?? this.baseOidAtPush;
    if (tip === undefined) throw new Error(`pull request ${this.number}: no branch "${this.base}"`);
    return await this.repository.git.mergeBase(tip, await this.headOid());
  }

  review(options: {
    readonly author: string | null;
    readonly state: Review["state"];
    readonly commit?: string | null;
    readonly body?: string;
    readonly association?: Association;
    readonly submittedAt?: string;
  }): Review {
    const { world } = this.repository;
    const review: Review = {
      id: world.nextId(),
      author: options.author === null ? null : world.accounts.get(options.author),
      state: options.state,
      body: options.body ?? "",
      commit: options.commit === undefined ? this.repository.git.resolveNow(this.head) : options.commit,
      submittedAt: options.state === "PENDING" ? null : (options.submittedAt ?? world.now()),
      association: options.association ?? "NONE",
    };
    this.reviews.push(review);
    this.touch();
    return review;
  }

  dismiss(review: Review, options: { readonly by?: string } = {}): void {
    review.state = "DISMISSED";
    this.note({ kind: "review_dismissed", review, by: options.by ?? "maria" });
  }

  requestReview(login: string, options: { readonly by?: string } = {}): this {
    const assignee = this.repository.world.accounts.get(login);
    this.requestedReviewers.push(assignee);
    this.note({ kind: "review_requested", assignee, by: options.by ?? "maria" });
    return this;
  }

  retarget(base: string, options: { readonly by?: string } = {}): this {
    this.note({ kind: "base_ref_changed", from: this.base, to: base, by: options.by ?? "maria" });
    this.base = base;
    this.baseOidAtPush = this.repository.git.branchNow(base);
    return this;
  }

  /** Makes another commit the head, as a push would, without touching a branch. */
  push(head: string): this {
    this.head = head;
    this.baseOidAtPush = this.repository.git.branchNow(this.base);
    this.touch();
    return this;
  }

  merge(options: { readonly by?: string; readonly commit?: string } = {}): this {
    this.merged = true;
    this.mergedBy = this.repository.world.accounts.get(options.by ?? "maria");
    this.mergeCommit = options.commit ?? null;
    this.state = "closed";
    this.closedAt = this.repository.world.now();
    this.note({ kind: "merged", by: options.by ?? "maria" });
    return this;
  }
}
