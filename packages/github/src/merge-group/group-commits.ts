/** @module The commits of a group: those from its head down to its base, along the line the queue built. */

import * as z from "zod/mini";
import { ownerAndName } from "../owner-and-name.ts";
import type { Platform } from "../publish/platform.ts";
import { isCommitId, type MergeGroup } from "./group.ts";

/** Pages of a hundred commits. Newer ones come first, and the line was built a moment ago. */
const mostPages = 10;

const Commit = z.object({
  sha: z.string(),
  commit: z.object({ message: z.string() }),
  parents: z.array(z.object({ sha: z.string() })),
});
export type Commit = z.infer<typeof Commit>;

/**
 * The commits from base to head by first parents, oldest first: one for each change that was merged or squashed, and
 * those of a change that was rebased. Null when the line does not lead from head to base.
 *
 * The list of commits is asked for and not the comparison of both ends, whose answer brings every patch with it.
 *
 * @throws PlatformError of the request that failed.
 */
export async function lineOf(
  platform: Platform,
  repository: string,
  { baseSha, headSha }: MergeGroup,
): Promise<readonly Commit[] | null> {
  if (!isCommitId(baseSha) || !isCommitId(headSha)) return null;
  const route = "GET /repos/{owner}/{repo}/commits";
  const asked = { ...ownerAndName(repository), sha: headSha, per_page: 100 };
  const commits = new Map<string, Commit>();
  const line: Commit[] = [];
  let next = headSha;
  for await (const page of platform.pages(route, asked, z.array(Commit), { maximumPages: mostPages })) {
    for (const commit of page) commits.set(commit.sha, commit);
    for (let commit = commits.get(next); commit !== undefined && next !== baseSha; commit = commits.get(next)) {
      line.push(commit);
      // A commit is no parent of its own: what was walked is not walked again.
      commits.delete(next);
      next = commit.parents[0]?.sha ?? "";
    }
    if (next === baseSha) return line.toReversed();
  }
  return null;
}
