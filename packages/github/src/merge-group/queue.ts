/** @module The changes of a group as the merge queue lists them. */

import * as z from "zod/mini";
import { PlatformError } from "../errors.ts";
import { ownerAndName } from "../owner-and-name.ts";
import type { Platform } from "../publish/platform.ts";
import { branchOf, type Member, type MergeGroup, numberInRef } from "./group.ts";

/** Pages of a hundred entries. */
const mostPages = 10;

const queueDocument = `query WarrantQueue($owner: String!, $name: String!, $branch: String!, $cursor: String) {
  repository(owner: $owner, name: $name) {
    mergeQueue(branch: $branch) {
      entries(first: 100, after: $cursor) {
        pageInfo { hasNextPage endCursor }
        nodes { position headCommit { oid } pullRequest { number headRefOid } }
      }
    }
  }
}`;

const Entry = z.object({
  position: z.number(),
  headCommit: z.nullable(z.object({ oid: z.string() })),
  pullRequest: z.nullable(z.object({ number: z.number(), headRefOid: z.string() })),
});
type Entry = z.infer<typeof Entry>;

const QueueAnswer = z.object({
  repository: z.nullable(
    z.object({
      mergeQueue: z.nullable(
        z.object({
          entries: z.nullable(
            z.object({
              pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
              nodes: z.nullable(z.array(z.nullable(Entry))),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** The whole queue of a branch; null when it cannot be read whole. */
async function readEntries(platform: Platform, repository: string, branch: string): Promise<Entry[] | null> {
  const { owner, repo: name } = ownerAndName(repository);
  const entries: Entry[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const variables: Record<string, unknown> = { owner, name, branch, cursor };
    const asked = `the merge queue of ${repository}`;
    const { data, faults } = await platform.graphql(asked, queueDocument, variables, QueueAnswer);
    const list = data.repository?.mergeQueue?.entries ?? null;
    if (faults.length > 0 || list === null || list.nodes === null) return null;
    for (const entry of list.nodes) {
      if (entry === null) return null;
      entries.push(entry);
    }
    if (!list.pageInfo.hasNextPage) return entries;
    cursor = list.pageInfo.endCursor;
  }
  return null;
}

/**
 * The entry whose head is the group's, and those before it down to the one the group is built on. An entry too many can
 * only make the answer more careful.
 */
function membersOf(entries: readonly Entry[], group: MergeGroup): Member[] | null {
  const ordered = entries.toSorted((left, right) => left.position - right.position);
  const at = ordered.findIndex((entry) => entry.headCommit?.oid === group.headSha);
  const members: Member[] = [];
  for (const entry of ordered.slice(0, at + 1).toReversed()) {
    if (entry.headCommit?.oid === group.baseSha) break;
    if (entry.pullRequest === null) return null;
    members.unshift({ number: entry.pullRequest.number, headSha: entry.pullRequest.headRefOid });
  }
  const named = numberInRef(group);
  const isNamed = named === null || members.at(-1)?.number === named;
  return members.length > 0 && isNamed ? members : null;
}

/**
 * The changes of a group by the queue; null when the queue cannot be read (a workflow token may not), or does not list the
 * group any more.
 */
export async function queuedMembers(
  platform: Platform,
  repository: string,
  group: MergeGroup,
): Promise<readonly Member[] | null> {
  try {
    const entries = await readEntries(platform, repository, branchOf(group.baseRef));
    return entries === null ? null : membersOf(entries, group);
  } catch (error) {
    // An older server does not know the field and refuses the whole query.
    if (error instanceof PlatformError) return null;
    throw error;
  }
}
