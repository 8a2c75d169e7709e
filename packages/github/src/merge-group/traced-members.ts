/**
 * @module The changes of a group by its commits, for tokens that may not read the queue.
 *
 * A message is text that an author can write, so a number in it is only a place to look: it counts when the platform says
 * that the commit is that change's. Only the number in the name of the group's branch is the platform's own, and it does not
 * say that there is no other change: that the files say.
 */

import * as z from "zod/mini";
import { ownerAndName } from "../owner-and-name.ts";
import { isGone, type Platform } from "../publish/platform.ts";
import { branchOf, type Member, type Members, type MergeGroup, numberInRef } from "./group.ts";
import { type Commit, lineOf } from "./group-commits.ts";
import { bringsOnly } from "./own-content.ts";

/** Commits of the line that are looked up, all at the same time, since the answer is due in seconds. */
const mostCommits = 30;

const Pull = z.object({
  number: z.number(),
  state: z.string(),
  merged_at: z.optional(z.nullable(z.string())),
  head: z.object({ sha: z.string() }),
  base: z.object({ ref: z.string(), repo: z.optional(z.nullable(z.object({ full_name: z.string() }))) }),
});
type Pull = z.infer<typeof Pull>;

const mergeTitle = /^Merge pull request #(?<number>[1-9]\d{0,9}) from /;
const squashTitle = /\(#(?<number>[1-9]\d{0,9})\)$/;

/** The number the platform writes into the title of a merge or a squash; null without one. */
export function numberInMessage(message: string): number | null {
  const [title = ""] = message.slice(0, 2000).split("\n", 1);
  const groups = mergeTitle.exec(title)?.groups ?? squashTitle.exec(title.trimEnd())?.groups;
  return groups === undefined ? null : Number(groups["number"]);
}

class Tracer {
  readonly #platform: Platform;
  readonly #repository: string;
  readonly #branch: string;

  constructor(platform: Platform, repository: string, branch: string) {
    this.#platform = platform;
    this.#repository = repository;
    this.#branch = branch;
  }

  /** Whether a change can be in this queue: for this base, and not closed unmerged. */
  #isCandidate({ state, merged_at, base }: Pull): boolean {
    const repository = base.repo?.full_name ?? this.#repository;
    return (
      (state === "open" || typeof merged_at === "string") &&
      base.ref === this.#branch &&
      repository.toLowerCase() === this.#repository.toLowerCase()
    );
  }

  async #pullsOf(sha: string): Promise<Pull[]> {
    const route = "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls";
    const asked = { ...ownerAndName(this.#repository), commit_sha: sha, per_page: 100 };
    const found: Pull[] = [];
    for await (const page of this.#platform.pages(route, asked, z.array(Pull))) found.push(...page);
    return found.filter((pull) => this.#isCandidate(pull));
  }

  /** A change by its number; null when it is none of this queue. */
  async pull(number: number): Promise<Member | null> {
    const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
    try {
      const { data } = await this.#platform.rest(
        route,
        { ...ownerAndName(this.#repository), pull_number: number },
        Pull,
      );
      return data.number === number && this.#isCandidate(data) ? { number, headSha: data.head.sha } : null;
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  /** The changes a merge commit brings: those whose head is the commit that was merged. */
  async #ofMerge(commit: Commit, named: number | null): Promise<Member[]> {
    const members: Member[] = [];
    for (const { sha } of commit.parents.slice(1)) {
      const heads = (await this.#pullsOf(sha)).filter((pull) => pull.head.sha === sha);
      members.push(...heads.map(({ number }) => ({ number, headSha: sha })));
      if (heads.length > 0) continue;
      // The platform does not list every change of a fork there, but it tells the head of the one that is named.
      const number = numberInMessage(commit.commit.message) ?? named;
      const member = number === null ? null : await this.pull(number);
      if (member?.headSha !== sha) return [];
      members.push(member);
    }
    return members;
  }

  /** The change of a commit without a second parent: the one its title names, where the platform says so too. */
  async #ofSquash(commit: Commit): Promise<Member[]> {
    const number = numberInMessage(commit.commit.message);
    if (number === null) return [];
    const pulls = await this.#pullsOf(commit.sha);
    return pulls.filter((pull) => pull.number === number).map(({ head }) => ({ number, headSha: head.sha }));
  }

  /** The changes of one commit; empty when the platform confirms none. */
  async membersOf(commit: Commit, named: number | null): Promise<Member[]> {
    return commit.parents.length > 1 ? await this.#ofMerge(commit, named) : await this.#ofSquash(commit);
  }
}

/** The change the branch is named after, where the line is without merges and its files change as that change's own do. */
async function ofOneChange(
  platform: Platform,
  repository: string,
  group: MergeGroup,
  about: { readonly tracer: Tracer; readonly line: readonly Commit[]; readonly named: number },
): Promise<Member | null> {
  const { tracer, line, named } = about;
  if (line.length === 0 || line.some((commit) => commit.parents.length > 1)) return null;
  const member = await tracer.pull(named);
  return member !== null && (await bringsOnly(platform, repository, group, named)) ? member : null;
}

/**
 * The changes of a group by its commits. Every commit between base and head must be a change's, and one of them that of the
 * change the group's branch is named after.
 *
 * @throws PlatformError of the request that failed.
 */
export async function tracedMembers(platform: Platform, repository: string, group: MergeGroup): Promise<Members> {
  const named = numberInRef(group);
  if (named === null) return { why: "the name of the group's branch holds no pull request's number" };
  const line = await lineOf(platform, repository, group);
  if (line === null) return { why: "the group's commits could not be followed from its head to its base" };
  const tracer = new Tracer(platform, repository, branchOf(group.baseRef));
  const whole = await ofOneChange(platform, repository, group, { tracer, line, named });
  if (whole !== null) return { members: [whole] };
  if (line.length > mostCommits) return { why: `the group has more than ${mostCommits} commits in a row` };
  const last = line.at(-1);
  const traced = await Promise.all(
    line.map(async (commit) => ({
      commit,
      members: await tracer.membersOf(commit, commit === last ? named : null),
    })),
  );
  const lost = traced.find(({ members }) => members.length === 0);
  if (lost !== undefined) return { why: `the commit ${lost.commit.sha.slice(0, 7)} is no pull request's head` };
  const found = new Map(traced.flatMap(({ members }) => members.map((member) => [member.number, member] as const)));
  return found.has(named)
    ? { members: [...found.values()] }
    : { why: `#${named}, which the group's branch is named after, is not among its commits` };
}
