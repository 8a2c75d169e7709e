/** @module The other open changes whose head is the same commit: one check run speaks for all of them (report F8). */

import * as z from "zod/mini";
import type { Judged, JudgedChange } from "./conclusion.ts";
import type { Target } from "./head.ts";
import { causeOf, ownerAndName, type Platform } from "./platform.ts";

const PullsAnswer = z.array(
  z.object({
    number: z.number(),
    state: z.string(),
    head: z.object({ sha: z.string() }),
    base: z.object({ repo: z.optional(z.nullable(z.object({ full_name: z.string() }))) }),
  }),
);

/**
 * Numbers of the other open changes of the repository with this head commit, ascending.
 *
 * @throws PlatformError of the request that failed.
 */
export async function listSiblings(platform: Platform, target: Target): Promise<number[]> {
  const route = "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls";
  const asked = { ...ownerAndName(target.repository), commit_sha: target.headSha, per_page: 100 };
  const numbers = new Set<number>();
  for await (const page of platform.pages(route, asked, PullsAnswer)) {
    for (const { number, state, head, base } of page) {
      const repository = base.repo?.full_name ?? target.repository;
      if (state !== "open" || head.sha !== target.headSha || number === target.number) continue;
      // A change of a fork with the same commit has a check run of its own, in the fork.
      if (repository.toLowerCase() === target.repository.toLowerCase()) numbers.add(number);
    }
  }
  return [...numbers].sort((left, right) => left - right);
}

/** Judges each sibling; one that cannot be judged, or is now about another commit, counts as a failure. */
export async function judgeSiblings(
  numbers: readonly number[],
  headSha: string,
  judge: ((number: number) => Promise<Judged>) | undefined,
): Promise<JudgedChange[]> {
  const judged: JudgedChange[] = [];
  for (const number of numbers) judged.push({ number, judged: await judgeOne(number, headSha, judge) });
  return judged;
}

async function judgeOne(
  number: number,
  headSha: string,
  judge: ((number: number) => Promise<Judged>) | undefined,
): Promise<Judged> {
  if (judge === undefined) return { failure: "It has not been judged." };
  try {
    const found = await judge(number);
    if ("failure" in found) return found;
    const { subject } = found.verdict;
    const isSame = subject.number === number && subject.head_sha === headSha;
    return isSame ? found : { failure: "Its head moved while it was judged." };
  } catch (error) {
    return { failure: causeOf(error) };
  }
}
