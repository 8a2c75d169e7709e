/** @module Issues and pull requests of the fake platform, with everything that happened to them. */

import type { Account, App } from "./accounts.ts";
import type { FakeRepository } from "./repository.ts";

export type Association =
  | "COLLABORATOR"
  | "CONTRIBUTOR"
  | "FIRST_TIMER"
  | "FIRST_TIME_CONTRIBUTOR"
  | "MANNEQUIN"
  | "MEMBER"
  | "NONE"
  | "OWNER";

export interface Reaction {
  readonly id: number;
  readonly user: Account;
  readonly content: "+1" | "-1" | "laugh" | "confused" | "heart" | "hooray" | "rocket" | "eyes";
  readonly createdAt: string;
}

export interface Comment {
  readonly id: number;
  readonly author: Account | null;
  readonly app: App | undefined;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
  readonly association: Association;
  readonly reactions: Reaction[];
}

export interface Review {
  readonly id: number;
  readonly author: Account | null;
  state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED" | "PENDING";
  readonly body: string;
  /** The commit that was reviewed; null when the platform no longer knows it. */
  readonly commit: string | null;
  readonly submittedAt: string | null;
  readonly association: Association;
}

/** One line of the timeline. Which of the fields are set depends on the kind, as on the platform. */
export interface TimelineEvent {
  readonly id: number;
  readonly kind:
    | "labeled"
    | "unlabeled"
    | "assigned"
    | "unassigned"
    | "closed"
    | "reopened"
    | "renamed"
    | "connected"
    | "disconnected"
    | "cross-referenced"
    | "base_ref_changed"
    | "head_ref_force_pushed"
    | "ready_for_review"
    | "convert_to_draft"
    | "review_requested"
    | "review_dismissed"
    | "merged";
  readonly actor: Account | null;
  readonly createdAt: string;
  readonly label?: string;
  readonly assignee?: Account;
  readonly from?: string;
  readonly to?: string;
  readonly source?: FakeIssue;
  readonly review?: Review;
}

export interface IssueOptions {
  readonly number: number;
  readonly title?: string;
  readonly body?: string | null;
  /** A login; null for a deleted account. */
  readonly author?: string | null;
  readonly editor?: string;
  readonly state?: "open" | "closed";
  readonly stateReason?: "completed" | "not_planned" | "duplicate" | "reopened";
  /** Labels without a known actor event: as if put on before the oldest event the platform still has. */
  readonly labels?: readonly string[];
  readonly assignees?: readonly string[];
  readonly association?: Association;
  readonly createdAt?: string;
}

export class FakeIssue {
  readonly repository: FakeRepository;
  readonly id: number;
  readonly number: number;
  title: string;
  body: string | null;
  readonly author: Account | null;
  editor: Account | null;
  /** When the body was last edited; a new title does not move it. */
  lastEditedAt: string | null;
  state: "open" | "closed";
  stateReason: IssueOptions["stateReason"];
  readonly association: Association;
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  readonly labels = new Set<string>();
  readonly assignees = new Map<number, Account>();
  readonly events: TimelineEvent[] = [];
  readonly comments: Comment[] = [];
  /** True where only those who can write may still comment. */
  locked = false;
  /** True where another token than the repository's own may not read it. */
  forbidden = false;

  constructor(repository: FakeRepository, options: IssueOptions) {
    const { world } = repository;
    this.repository = repository;
    this.id = world.nextId();
    this.number = options.number;
    this.title = options.title ?? `Number ${options.number}`;
    this.body = options.body === undefined ? "" : options.body;
    this.author = options.author === null ? null : world.accounts.get(options.author ?? "maria");
    this.editor = options.editor === undefined ? null : world.accounts.get(options.editor);
    this.lastEditedAt = options.editor === undefined ? null : world.now();
    this.state = options.state ?? "open";
    this.stateReason = options.stateReason;
    this.association = options.association ?? "NONE";
    this.createdAt = options.createdAt ?? world.now();
    this.updatedAt = this.createdAt;
    this.closedAt = this.state === "closed" ? world.now() : null;
    for (const label of options.labels ?? []) this.labels.add(label);
    for (const login of options.assignees ?? []) this.#keepAssignee(world.accounts.get(login));
  }

  get url(): string {
    return `${this.repository.htmlUrl}/issues/${this.number}`;
  }

  #keepAssignee(account: Account): void {
    this.assignees.set(account.id, account);
  }

  /** Something happened: the platform notes it and moves `updated_at`. */
  note(event: Omit<TimelineEvent, "id" | "createdAt" | "actor"> & { by?: string | null; at?: string }): TimelineEvent {
    const { by, at, ...facts } = event;
    const { world } = this.repository;
    const actor = by === null ? null : world.accounts.get(by ?? "maria");
    const noted: TimelineEvent = { ...facts, id: world.nextId(), actor, createdAt: at ?? world.now() };
    this.events.push(noted);
    this.touch();
    return noted;
  }

  touch(): void {
    this.updatedAt = this.repository.world.now();
  }

  label(name: string, options: { readonly by?: string | null } = {}): this {
    this.labels.add(name);
    this.note({ kind: "labeled", label: name, ...options });
    return this;
  }

  unlabel(name: string, options: { readonly by?: string | null } = {}): this {
    this.labels.delete(name);
    this.note({ kind: "unlabeled", label: name, ...options });
    return this;
  }

  assign(login: string, options: { readonly by?: string | null } = {}): this {
    const assignee = this.repository.world.accounts.get(login);
    this.#keepAssignee(assignee);
    this.note({ kind: "assigned", assignee, ...options });
    return this;
  }

  unassign(login: string, options: { readonly by?: string | null } = {}): this {
    const assignee = this.repository.world.accounts.get(login);
    this.assignees.delete(assignee.id);
    this.note({ kind: "unassigned", assignee, ...options });
    return this;
  }

  /** Changes title or body as an editor would. */
  edit(change: { readonly title?: string; readonly body?: string | null; readonly by?: string }): this {
    if (change.title !== undefined && change.title !== this.title) {
      this.note({ kind: "renamed", from: this.title, to: change.title, by: change.by ?? "maria" });
      this.title = change.title;
    }
    if (change.body !== undefined) {
      this.body = change.body;
      this.lastEditedAt = this.repository.world.now();
      this.editor = this.repository.world.accounts.get(change.by ?? "maria");
    }
    this.touch();
    return this;
  }

  close(options: { readonly by?: string; readonly reason?: IssueOptions["stateReason"] } = {}): this {
    this.state = "closed";
    this.stateReason = options.reason ?? "completed";
    this.closedAt = this.repository.world.now();
    this.note({ kind: "closed", by: options.by ?? "maria" });
    return this;
  }

  reopen(options: { readonly by?: string } = {}): this {
    this.state = "open";
    this.stateReason = "reopened";
    this.closedAt = null;
    this.note({ kind: "reopened", by: options.by ?? "maria" });
    return this;
  }

  comment(options: {
    readonly body: string;
    readonly author?: string | null;
    readonly app?: App;
    readonly association?: Association;
    readonly createdAt?: string;
  }): Comment {
    const { world } = this.repository;
    const createdAt = options.createdAt ?? world.now();
    const author = options.author === null ? null : world.accounts.get(options.author ?? "maria");
    const comment: Comment = {
      id: world.nextId(),
      author: options.app?.bot ?? author,
      app: options.app,
      body: options.body,
      createdAt,
      updatedAt: createdAt,
      association: options.association ?? "NONE",
      reactions: [],
    };
    this.comments.push(comment);
    this.touch();
    return comment;
  }

  react(comment: Comment, content: Reaction["content"], options: { by: string; at?: string }): Reaction {
    const { world } = this.repository;
    const user = world.accounts.get(options.by);
    const reaction = { id: world.nextId(), user, content, createdAt: options.at ?? world.now() };
    comment.reactions.push(reaction);
    return reaction;
  }
}
