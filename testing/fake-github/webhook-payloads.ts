/** @module Bodies of webhooks, which are also the event files of workflow runs. */

import type { Account } from "./accounts.ts";
import type { Comment, FakeIssue } from "./issues.ts";
import type { FakePullRequest } from "./pull-request.ts";
import type { FakeRepository } from "./repository.ts";
import { changeCounts } from "./rest-file-rows.ts";
import { commentShape, issueShape, pullShape } from "./rest-pull-shapes.ts";
import { repositoryShape, userShape } from "./rest-shapes.ts";

export type Payload = Readonly<Record<string, unknown>>;

interface PayloadOptions {
  /** Who did it, which need not be the author. */
  readonly sender?: Account;
  readonly installation?: number;
  /** What was edited: the old values, as the platform gives them. */
  readonly changes?: Payload;
}

function surroundings(repository: FakeRepository, fallback: Account | null, options: PayloadOptions): Payload {
  return {
    repository: repositoryShape(repository),
    sender: userShape(repository.world, options.sender ?? fallback),
    ...(options.installation === undefined ? {} : { installation: { id: options.installation, node_id: "" } }),
    ...(options.changes === undefined ? {} : { changes: options.changes }),
  };
}

/** `pull_request` and `pull_request_target`. */
export async function pullRequestPayload(
  action: string,
  change: FakePullRequest,
  options: PayloadOptions = {},
): Promise<Payload> {
  return {
    action,
    number: change.number,
    pull_request: await pullShape(change, await changeCounts(change)),
    ...surroundings(change.repository, change.author, options),
  };
}

/** `issue_comment`; the issue is a pull request where `pull_request` is set in it. */
export function issueCommentPayload(issue: FakeIssue, comment: Comment, options: PayloadOptions = {}): Payload {
  return {
    action: "created",
    issue: issueShape(issue),
    comment: commentShape(issue, comment),
    ...surroundings(issue.repository, comment.author, options),
  };
}

export function issuesPayload(action: string, issue: FakeIssue, options: PayloadOptions = {}): Payload {
  return { action, issue: issueShape(issue), ...surroundings(issue.repository, issue.author, options) };
}

/** `merge_group` with `checks_requested`. It names commits and no pull request. */
export function mergeGroupPayload(
  repository: FakeRepository,
  group: { readonly headSha: string; readonly baseSha: string; readonly base?: string; readonly number?: number },
  options: PayloadOptions = {},
): Payload {
  const base = group.base ?? repository.defaultBranch;
  return {
    action: "checks_requested",
    merge_group: {
      head_sha: group.headSha,
      head_ref: `refs/heads/gh-readonly-queue/${base}/pr-${group.number ?? 1}-${group.baseSha}`,
      base_sha: group.baseSha,
      base_ref: `refs/heads/${base}`,
      head_commit: { id: group.headSha },
    },
    ...surroundings(repository, repository.owner, options),
  };
}
