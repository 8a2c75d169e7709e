/** @module Pull requests, issues, reviews, comments and commits as REST shows them. */

import type { GitCommit, Signer } from "./git.ts";
import type { Comment, FakeIssue, Reaction, Review } from "./issues.ts";
import { FakePullRequest } from "./pull-request.ts";
import type { FakeRepository } from "./repository.ts";
import type { ChangeCounts } from "./rest-file-rows.ts";
import { appShape, nodeId, repositoryShape, type Schemas, userShape } from "./rest-shapes.ts";

function labelShapes(issue: FakeIssue) {
  return [...issue.labels].map((name, index) => ({
    id: issue.id * 100 + index,
    node_id: nodeId("Label", name),
    url: `${issue.repository.apiUrl}/labels/${encodeURIComponent(name.toWellFormed())}`,
    name,
    description: "",
    color: "ededed",
    default: false,
  }));
}

export function issueShape(issue: FakeIssue) {
  const { world, apiUrl } = issue.repository;
  const url = `${apiUrl}/issues/${issue.number}`;
  const people = [...issue.assignees.values()].map((account) => userShape(world, account));
  return {
    id: issue.id,
    node_id: nodeId(issue instanceof FakePullRequest ? "PullRequest" : "Issue", issue.id),
    url,
    repository_url: apiUrl,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: issue.url,
    number: issue.number,
    state: issue.state,
    state_reason: issue.stateReason ?? null,
    title: issue.title,
    body: issue.body,
    user: userShape(world, issue.author),
    labels: labelShapes(issue),
    assignee: people[0] ?? null,
    assignees: people,
    milestone: null,
    locked: issue.locked,
    active_lock_reason: null,
    comments: issue.comments.length,
    closed_at: issue.closedAt,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    author_association: issue.association,
    performed_via_github_app: null,
    ...(issue instanceof FakePullRequest ? { draft: issue.draft, pull_request: pullLinks(issue) } : {}),
  } satisfies Schemas["issue"];
}

function pullLinks(change: FakePullRequest) {
  return {
    url: `${change.repository.apiUrl}/pulls/${change.number}`,
    html_url: change.url,
    diff_url: `${change.url}.diff`,
    patch_url: `${change.url}.patch`,
    merged_at: change.merged ? change.closedAt : null,
  };
}

export async function simplePullShape(change: FakePullRequest) {
  const { repository } = change;
  const { world, apiUrl } = repository;
  const url = `${apiUrl}/pulls/${change.number}`;
  const issueUrl = `${apiUrl}/issues/${change.number}`;
  const head = await change.headOid();
  const { owner } = change.headRepository ?? repository;
  const statuses = `${apiUrl}/statuses/${head}`;
  const people = [...change.assignees.values()].map((account) => userShape(world, account));
  return {
    url,
    id: change.id,
    node_id: nodeId("PullRequest", change.id),
    html_url: change.url,
    diff_url: `${change.url}.diff`,
    patch_url: `${change.url}.patch`,
    issue_url: issueUrl,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${apiUrl}/pulls/comments{/number}`,
    comments_url: `${issueUrl}/comments`,
    statuses_url: statuses,
    number: change.number,
    state: change.state,
    locked: change.locked,
    title: change.title,
    user: userShape(world, change.author),
    body: change.body,
    labels: labelShapes(change),
    milestone: null,
    active_lock_reason: null,
    created_at: change.createdAt,
    updated_at: change.updatedAt,
    closed_at: change.closedAt,
    merged_at: change.merged ? change.closedAt : null,
    merge_commit_sha: change.mergeCommit,
    assignee: people[0] ?? null,
    assignees: people,
    requested_reviewers: change.requestedReviewers.map((account) => userShape(world, account)),
    requested_teams: [],
    head: {
      label: `${owner.login}:${change.headRef}`,
      ref: change.headRef,
      // The published types forget that a fork may have been deleted; the platform then sends null.
      repo: (change.headRepository === null ? null : repositoryShape(change.headRepository)) as Schemas["repository"],
      sha: head,
      user: userShape(world, owner),
    },
    base: {
      label: `${repository.owner.login}:${change.base}`,
      ref: change.base,
      repo: repositoryShape(repository),
      sha: await change.recordedBase(),
      user: userShape(world, repository.owner),
    },
    _links: {
      self: { href: url },
      html: { href: change.url },
      issue: { href: issueUrl },
      comments: { href: `${issueUrl}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: `${apiUrl}/pulls/comments{/number}` },
      commits: { href: `${url}/commits` },
      statuses: { href: statuses },
    },
    author_association: change.association,
    auto_merge: null,
    draft: change.draft,
  } satisfies Schemas["pull-request-simple"];
}

export async function pullShape(change: FakePullRequest, counts: ChangeCounts) {
  const { world } = change.repository;
  return {
    ...(await simplePullShape(change)),
    merged: change.merged,
    mergeable: change.state === "open" ? true : null,
    rebaseable: change.state === "open" ? true : null,
    mergeable_state: change.draft ? "draft" : "clean",
    merged_by: change.mergedBy === null ? null : userShape(world, change.mergedBy),
    comments: change.comments.length,
    review_comments: 0,
    maintainer_can_modify: change.headRepository !== change.repository,
    commits: counts.commits,
    additions: counts.additions,
    deletions: counts.deletions,
    changed_files: counts.changedFiles,
  } satisfies Schemas["pull-request"];
}

export function reviewShape(change: FakePullRequest, review: Review) {
  const html = `${change.url}#pullrequestreview-${review.id}`;
  const pull = `${change.repository.apiUrl}/pulls/${change.number}`;
  return {
    id: review.id,
    node_id: nodeId("PullRequestReview", review.id),
    user: review.author === null ? null : userShape(change.repository.world, review.author),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: pull,
    _links: { html: { href: html }, pull_request: { href: pull } },
    ...(review.submittedAt === null ? {} : { submitted_at: review.submittedAt }),
    commit_id: review.commit,
    author_association: review.association,
  } satisfies Schemas["pull-request-review"];
}

export function commentShape(issue: FakeIssue, comment: Comment) {
  const { world, apiUrl } = issue.repository;
  const url = `${apiUrl}/issues/comments/${comment.id}`;
  return {
    id: comment.id,
    node_id: nodeId("IssueComment", comment.id),
    url,
    html_url: `${issue.url}#issuecomment-${comment.id}`,
    body: comment.body,
    user: userShape(world, comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    issue_url: `${apiUrl}/issues/${issue.number}`,
    author_association: comment.association,
    performed_via_github_app: comment.app === undefined ? null : appShape(world, comment.app),
    reactions: reactionTotals(`${url}/reactions`, comment.reactions),
  } satisfies Schemas["issue-comment"];
}

function reactionTotals(url: string, reactions: readonly Reaction[]): Schemas["reaction-rollup"] {
  const of = (content: Reaction["content"]): number => reactions.filter((one) => one.content === content).length;
  return {
    url,
    total_count: reactions.length,
    "+1": of("+1"),
    "-1": of("-1"),
    laugh: of("laugh"),
    confused: of("confused"),
    heart: of("heart"),
    hooray: of("hooray"),
    rocket: of("rocket"),
    eyes: of("eyes"),
  };
}

export function commitShape(repository: FakeRepository, commit: GitCommit) {
  const { world, apiUrl, htmlUrl } = repository;
  const accountOf = (signer: Signer) => {
    const account = world.accounts.byEmail(signer.email);
    return account === undefined ? null : userShape(world, account);
  };
  return {
    url: `${apiUrl}/commits/${commit.oid}`,
    sha: commit.oid,
    node_id: nodeId("Commit", commit.oid),
    html_url: `${htmlUrl}/commit/${commit.oid}`,
    comments_url: `${apiUrl}/commits/${commit.oid}/comments`,
    commit: {
      url: `${apiUrl}/git/commits/${commit.oid}`,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      comment_count: 0,
      tree: { sha: commit.tree, url: `${apiUrl}/git/trees/${commit.tree}` },
      verification: {
        verified: repository.verifiedCommits.has(commit.oid),
        reason: repository.verifiedCommits.has(commit.oid) ? "valid" : "unsigned",
        signature: null,
        payload: null,
        verified_at: null,
      },
    },
    author: accountOf(commit.author),
    committer: accountOf(commit.committer),
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${apiUrl}/commits/${sha}`,
      html_url: `${htmlUrl}/commit/${sha}`,
    })),
  } satisfies Schemas["commit"];
}
