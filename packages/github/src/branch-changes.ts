/** @module The open pull requests that come from one branch, in its repository and in the one it was forked from. */

import * as z from "zod/mini";
import type { GitHubClient } from "./client.ts";
import { PlatformError } from "./errors.ts";
import { ownerAndName } from "./owner-and-name.ts";

/** More than this from one branch is no work of one session. */
const most = 30;

const Changes = z.object({
  nameWithOwner: z.string(),
  pullRequests: z.object({
    totalCount: z.number(),
    nodes: z.array(
      z.nullable(
        z.object({
          number: z.number(),
          title: z.string(),
          headRepository: z.nullable(z.object({ nameWithOwner: z.string() })),
        }),
      ),
    ),
  }),
});

const Answer = z.object({
  repository: z.nullable(z.extend(Changes, { parent: z.nullable(Changes) })),
});

const query = `query BranchChanges($owner: String!, $name: String!, $branch: String!) {
  repository(owner: $owner, name: $name) { ...changes parent { ...changes } }
}
fragment changes on Repository {
  nameWithOwner
  pullRequests(headRefName: $branch, states: [OPEN], first: ${most}) {
    totalCount
    nodes { number title headRepository { nameWithOwner } }
  }
}`;

export interface BranchChange {
  /** Where the pull request is, which may be another repository than that of the branch. */
  readonly repository: string;
  readonly number: number;
  readonly title: string;
}

/**
 * Open pull requests from a branch. Those of other people's branches of the same name are none of them.
 *
 * @throws PlatformError when the repository cannot be asked, or has more of them than are looked at.
 */
export async function openChangesOf(client: GitHubClient, repository: string, branch: string): Promise<BranchChange[]> {
  const { owner, repo } = ownerAndName(repository);
  const asked = `the open pull requests of a branch of ${repository}`;
  const { data } = await client.graphql(asked, query, { owner, name: repo, branch }, Answer);
  if (data.repository === null) {
    throw new PlatformError({
      code: "platform-missing",
      asked,
      came: "the repository is not there, or the token may not see it",
      next: "Name the issue: owner/repo#N.",
    });
  }
  const { nameWithOwner, parent } = data.repository;
  return [data.repository, ...(parent === null ? [] : [parent])].flatMap((where) => {
    const { totalCount, nodes } = where.pullRequests;
    if (totalCount > most) {
      throw new PlatformError({
        code: "platform-failed",
        asked,
        came: `${totalCount} came back, and the branch may be anybody's`,
        next: "Name the pull request: owner/repo#N.",
      });
    }
    return nodes.flatMap((node) => {
      const isOurs = node?.headRepository?.nameWithOwner === nameWithOwner;
      return node === null || !isOurs
        ? []
        : [{ repository: where.nameWithOwner, number: node.number, title: node.title }];
    });
  });
}
