/** @module Every open change of a repository, as few facts of each as it takes to know what else to ask. */

import * as z from "zod/mini";
import type { GitHubClient } from "../client.ts";
import { PlatformError } from "../errors.ts";
import { ownerAndName } from "../owner-and-name.ts";

/** An open change as it is listed. */
export interface OpenChange {
  readonly number: number;
  readonly headSha: string;
  readonly baseRef: string;
  /** Tip of the base branch; of a branch that is gone the last one. */
  readonly baseSha: string;
}

export interface OpenChanges {
  /** The platform's own spelling. */
  readonly repository: string;
  /** Null where it was not told. */
  readonly defaultBranch: string | null;
  /** Oldest first. */
  readonly changes: readonly OpenChange[];
}

/** A list that goes on longer than this does not end. */
const mostPages = 1000;

const document = `query SweepList($owner: String!, $name: String!, $cursor: String) {
  repository(owner: $owner, name: $name) {
    nameWithOwner
    defaultBranchRef { name }
    pullRequests(first: 100, after: $cursor, states: [OPEN], orderBy: {field: CREATED_AT, direction: ASC}) {
      pageInfo { hasNextPage endCursor }
      nodes { number headRefOid baseRefName baseRefOid baseRef { target { oid } } }
    }
  }
}`;

const Listed = z.object({
  number: z.int().check(z.positive()),
  headRefOid: z.string(),
  baseRefName: z.string(),
  baseRefOid: z.string(),
  baseRef: z.nullable(z.object({ target: z.nullable(z.object({ oid: z.string() })) })),
});
const ListAnswer = z.object({
  repository: z.nullable(
    z.object({
      nameWithOwner: z.string(),
      defaultBranchRef: z.nullable(z.object({ name: z.string() })),
      pullRequests: z.nullable(
        z.object({
          pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
          nodes: z.nullable(z.array(z.nullable(Listed))),
        }),
      ),
    }),
  ),
});

function notListed(repository: string, came: string, isMissing = false): PlatformError {
  return new PlatformError({
    code: isMissing ? "platform-missing" : "platform-failed",
    asked: `the open pull requests of ${repository}`,
    came,
    next: isMissing
      ? "Check the name, and that the token may read the repository."
      : "Try again; if it happens again, check that the token may read pull requests.",
  });
}

type Page = NonNullable<z.infer<typeof ListAnswer>["repository"]>;

async function readPage(client: GitHubClient, repository: string, cursor: string | null): Promise<Page> {
  const { owner, repo: name } = ownerAndName(repository);
  const asked = `the open pull requests of ${repository}`;
  const { data } = await client.graphql(asked, document, { owner, name, cursor }, ListAnswer);
  if (data.repository === null) throw notListed(repository, "it is not there, or the token may not see it", true);
  return data.repository;
}

/**
 * Lists all open changes, a hundred a request.
 *
 * @throws PlatformError when not all of them can be listed: what is not listed would be missing without a word.
 */
export async function listOpenChanges(client: GitHubClient, repository: string): Promise<OpenChanges> {
  const changes = new Map<number, OpenChange>();
  const cursors = new Set<string>();
  let cursor: string | null = null;
  for (;;) {
    const { nameWithOwner, defaultBranchRef, pullRequests } = await readPage(client, repository, cursor);
    const nodes = pullRequests?.nodes ?? null;
    if (pullRequests === null || nodes === null) throw notListed(repository, "the list was not given");
    for (const node of nodes) {
      if (node === null) throw notListed(repository, "one of them was not given");
      const { number, headRefOid: headSha, baseRefName: baseRef, baseRefOid, baseRef: branch } = node;
      changes.set(number, { number, headSha, baseRef, baseSha: branch?.target?.oid ?? baseRefOid });
    }
    const { hasNextPage, endCursor } = pullRequests.pageInfo;
    if (!hasNextPage) {
      const defaultBranch = defaultBranchRef?.name ?? null;
      return { repository: nameWithOwner, defaultBranch, changes: [...changes.values()] };
    }
    if (endCursor === null || cursors.has(endCursor) || cursors.size === mostPages) {
      throw notListed(repository, "the next page it names is no page of this list");
    }
    cursors.add(endCursor);
    cursor = endCursor;
  }
}
