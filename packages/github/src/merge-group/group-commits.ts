/** @module The commits of a group: those between its base and its head, along the line the queue built. */

import * as z from "zod/mini";
import { ownerAndName, type Platform } from "../publish/platform.ts";
import { isCommitId, type MergeGroup } from "./group.ts";

/** Pages of a hundred commits; a group that brings more is not looked through. */
const mostPages = 10;

const Signer = z.nullable(z.object({ name: z.string(), email: z.string(), date: z.string() }));
export const Commit = z.object({
  sha: z.string(),
  commit: z.object({ message: z.string(), author: Signer }),
  parents: z.array(z.object({ sha: z.string() })),
});
export type Commit = z.infer<typeof Commit>;

const Comparison = z.object({ commits: z.array(Commit) });

/**
 * The commits from base to head by first parents, oldest first: one for each change that was merged or squashed, and
 * those of a change that was rebased. Null when the line does not lead from head to base.
 *
 * @throws PlatformError of the request that failed.
 */
export async function lineOf(
  platform: Platform,
  repository: string,
  { baseSha, headSha }: MergeGroup,
): Promise<readonly Commit[] | null> {
  if (!isCommitId(baseSha) || !isCommitId(headSha)) return null;
  const route = "GET /repos/{owner}/{repo}/compare/{basehead}";
  const asked = { ...ownerAndName(repository), basehead: `${baseSha}...${headSha}`, per_page: 100, page: 1 };
  const commits = new Map<string, Commit>();
  for await (const page of platform.pages(route, asked, Comparison, { maximumPages: mostPages })) {
    for (const commit of page.commits) commits.set(commit.sha, commit);
  }
  const line: Commit[] = [];
  for (let sha = headSha; sha !== baseSha; ) {
    const commit = commits.get(sha);
    if (commit === undefined || line.length === commits.size) return null;
    line.push(commit);
    sha = commit.parents[0]?.sha ?? "";
  }
  return line.toReversed();
}
