/** @module What the doctor saw of a repository: one value for everything that is judged afterwards, known or not. */

import type { BaseConfiguration } from "../base-configuration.ts";
import type { AppAnswer, ClassicAnswer, RuleAnswer, RulesetAnswer } from "./answers.ts";
import type { WorkflowFile } from "./workflow-file.ts";

export interface Unread {
  readonly known: false;
  /** What it is, as the subject of a sentence: `the rules of the branch`. */
  readonly what: string;
  /** What was asked and what came back. */
  readonly why: string;
  /** The step that makes it known: usually the permission a token needs. */
  readonly next: string;
}

/** What could not be read is a value of its own, so that nothing takes it for empty (law 3). */
export type Known<Value> = { readonly known: true; readonly value: Value } | Unread;

/** A check run or commit status named `warrant/change`, wherever it was seen. */
export interface SeenCheck {
  readonly kind: "run" | "status";
  /** The pull request whose head it is on; null: the tip of the branch. */
  readonly number: number | null;
  readonly sha: string;
  readonly appId: number | null;
  readonly appSlug: string | null;
  /** Who set a commit status. */
  readonly creator: string | null;
}

export interface SeenChange {
  readonly number: number;
  readonly author: string | null;
  readonly hasCheck: boolean;
  /** Whether all its checks were looked at. */
  readonly isWhole: boolean;
}

export interface SeenChecks {
  readonly changes: readonly SeenChange[];
  readonly checks: readonly SeenCheck[];
}

export interface ActionsSettings {
  readonly enabled: boolean;
  readonly allowed: string | null;
}

export interface TokenDefaults {
  readonly permissions: string;
  readonly mayApprove: boolean;
}

/** What the classic protection requires, as everyone may see it. */
export interface ClassicSummary {
  readonly enabled: boolean;
  readonly checks: readonly { readonly context: string; readonly appId: number | null }[];
  /** `everyone`, `non_admins`, `off`, or another word. */
  readonly level: string;
}

export interface Seen {
  readonly host: string;
  readonly repository: string;
  readonly branch: string;
  readonly defaultBranch: string;
  readonly commit: string;
  readonly configuration: BaseConfiguration;
  readonly rules: Known<readonly RuleAnswer[]>;
  readonly summary: Known<ClassicSummary>;
  /** null: the branch has no classic protection. */
  readonly classic: Known<ClassicAnswer | null>;
  /** Of the rulesets that require the check, by id. */
  readonly rulesets: ReadonlyMap<number, Known<RulesetAnswer>>;
  /** Whether the branch has a merge queue, from what the platform says of the queue itself. */
  readonly queue: Known<boolean>;
  readonly checks: Known<SeenChecks>;
  /** The app that writes our check, where it is not GitHub Actions; null: no such app was seen. */
  readonly app: Known<AppAnswer> | null;
  /** Workflows of the default branch. */
  readonly workflows: Known<readonly WorkflowFile[]>;
  /** Workflows of the branch, which the merge queue runs. */
  readonly branchWorkflows: Known<readonly WorkflowFile[]>;
  readonly actions: Known<ActionsSettings>;
  readonly tokenDefaults: Known<TokenDefaults>;
}
