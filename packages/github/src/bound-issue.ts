/** @module One issue and the rules of its repository, for a session that is bound to it: read at the default branch's tip. */

import type { Actor, Issue } from "@warrant/kernel/change/facts";
import * as z from "zod/mini";
import { type BaseConfiguration, configurationAt } from "./base-configuration.ts";
import { GitHubBaseFiles } from "./base-files.ts";
import { ChangeIssues } from "./change-issues.ts";
import type { GitHubClient } from "./client.ts";
import { PlatformError } from "./errors.ts";
import { Gaps } from "./gaps.ts";
import { Lookups } from "./lookups.ts";
import { ownerAndName } from "./owner-and-name.ts";
import { Permissions } from "./permissions.ts";

const Tip = z.object({
  repository: z.nullable(
    z.object({
      nameWithOwner: z.string(),
      defaultBranchRef: z.nullable(z.object({ name: z.string(), target: z.nullable(z.object({ oid: z.string() })) })),
    }),
  ),
});

const tipQuery = `query DefaultTip($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { nameWithOwner defaultBranchRef { name target { oid } } }
}`;

export interface BoundIssue {
  /** As the platform spells it. */
  readonly repository: string;
  readonly issue: Issue;
  readonly isPullRequest: boolean;
  readonly title: string;
  readonly areLabelsWhole: boolean;
  readonly configuration: BaseConfiguration;
  readonly sha: string;
}

/** Nobody has opened a change yet. */
const nobody: Actor = { login: null, kind: "unknown", id: null };

async function defaultTip(client: GitHubClient, repository: string): Promise<{ name: string; sha: string }> {
  const { owner, repo } = ownerAndName(repository);
  const variables = { owner, name: repo };
  const { data } = await client.graphql("the default branch", tipQuery, variables, Tip);
  const sha = data.repository?.defaultBranchRef?.target?.oid;
  if (data.repository !== null && sha !== undefined) return { name: data.repository.nameWithOwner, sha };
  throw new PlatformError({
    code: "platform-missing",
    asked: `the repository ${repository}`,
    came: "it is not there, has no branch, or the token may not see it",
    next: "Check the name, and that the token may read the contents of the repository.",
  });
}

/**
 * Reads an issue with its labels and who put them there.
 *
 * @throws PlatformError when the repository cannot be asked; an issue that cannot be read is told in the result.
 */
export async function readBoundIssue(client: GitHubClient, repository: string, number: number): Promise<BoundIssue> {
  const { name, sha } = await defaultTip(client, repository);
  const gaps = new Gaps();
  const lookups = new Lookups(client, name);
  const issues = new ChangeIssues(lookups, new Permissions(client, name, gaps), nobody, gaps);
  const link = { repository: name, number, link: "closing" } as const;
  const base = new GitHubBaseFiles(client, lookups, name, sha);
  const [configuration] = await Promise.all([configurationAt(base), issues.lookUp([link])]);
  const [issue = { ...link, unreadable: "error" as const }] = await issues.all([link]);
  const isPullRequest = !("unreadable" in issue) && issue.is_pull_request === true;
  return {
    repository: name,
    issue,
    isPullRequest,
    title: "unreadable" in issue ? "" : issue.title,
    areLabelsWhole: !gaps.entries.some(({ what }) => what === "labels"),
    configuration,
    sha,
  };
}
