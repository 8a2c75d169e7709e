/**
 * @module The other open changes whose head is the same commit: one check run speaks for all of them (report F8).
 *
 * The list of open changes tells, not the list of a commit's changes: that one is empty for a commit that only a fork holds.
 */

import * as z from "zod/mini";
import { PlatformError } from "../errors.ts";
import { ownerAndName } from "../owner-and-name.ts";
import type { JudgedChange } from "./conclusion.ts";
import type { Target } from "./head.ts";
import { causeOf, type Platform } from "./platform.ts";

/** Changes of one request. */
const newest = 100;
/** Requests for open changes: beyond a thousand only the platform's list of the commit and our check run tell. */
const mostLists = 10;
/** Remembered changes that are looked up where there are more open ones than that. */
const mostRemembered = 20;

const openDocument = `query WarrantSiblings($owner: String!, $name: String!, $cursor: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(first: ${newest}, after: $cursor, states: [OPEN], orderBy: {field: CREATED_AT, direction: DESC}) {
      pageInfo { hasNextPage endCursor } nodes { number headRefOid }
    }
  }
}`;

const Named = z.object({ number: z.number(), headRefOid: z.string() });
const OpenAnswer = z.object({
  repository: z.nullable(
    z.object({
      pullRequests: z.nullable(
        z.object({
          pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
          nodes: z.nullable(z.array(z.nullable(Named))),
        }),
      ),
    }),
  ),
});

const PullsAnswer = z.array(
  z.object({
    number: z.number(),
    state: z.string(),
    head: z.object({ sha: z.string() }),
    base: z.object({ repo: z.optional(z.nullable(z.object({ full_name: z.string() }))) }),
  }),
);

/** The open changes with the commit. */
export interface OpenSiblings {
  readonly numbers: readonly number[];
  /** Whether all open changes were looked at. */
  readonly isComplete: boolean;
}

async function openPage(platform: Platform, target: Target, cursor: string | null) {
  const { owner, repo: name } = ownerAndName(target.repository);
  const asked = `the open pull requests of ${target.repository}`;
  const { data } = await platform.graphql(asked, openDocument, { owner, name, cursor }, OpenAnswer);
  const { pageInfo = null, nodes = null } = data.repository?.pullRequests ?? {};
  if (pageInfo === null || nodes === null) {
    throw new PlatformError({
      code: "platform-failed",
      asked,
      came: "the list is not shown",
      next: "Try again; if it happens again, check that the token may read pull requests.",
    });
  }
  const shown = nodes.filter((node) => node !== null);
  const numbers = shown.filter((node) => node.headRefOid === target.headSha).map((node) => node.number);
  const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  return { numbers, next, isWhole: shown.length === nodes.length && (next !== null || !pageInfo.hasNextPage) };
}

/**
 * The other open changes with this head commit, the newest first, by one query for a hundred open changes.
 *
 * @param known those among all open changes, where somebody has looked at them just now; then only the newest are asked for
 * @throws PlatformError of the request that failed, and when the list is not shown: a sibling could be missing without a word.
 */
export async function openSiblings(
  platform: Platform,
  target: Target,
  known?: readonly number[],
): Promise<OpenSiblings> {
  const numbers = [...(known ?? [])];
  let isComplete = true;
  let cursor: string | null = null;
  for (let list = 0; list < (known === undefined ? mostLists : 1); list += 1) {
    const page = await openPage(platform, target, cursor);
    numbers.push(...page.numbers);
    isComplete &&= page.isWhole;
    cursor = page.next;
    if (cursor === null) break;
  }
  return { numbers: others(numbers, target), isComplete: isComplete && (cursor === null || known !== undefined) };
}

function others(numbers: Iterable<number>, target: Target): number[] {
  return [...new Set(numbers)].filter((number) => number !== target.number).sort((left, right) => left - right);
}

/** The open changes the platform lists for a commit; those of a fork whose commit the repository does not hold are missing. */
async function changesOfCommit(platform: Platform, { repository, headSha }: Target): Promise<number[]> {
  const route = "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls";
  const asked = { ...ownerAndName(repository), commit_sha: headSha, per_page: 100 };
  const numbers: number[] = [];
  for await (const page of platform.pages(route, asked, PullsAnswer)) {
    for (const { number, state, head, base } of page) {
      if (state !== "open" || head.sha !== headSha) continue;
      // A change of a fork with the same commit has a check run of its own, in the fork.
      if ((base.repo?.full_name ?? repository).toLowerCase() === repository.toLowerCase()) numbers.push(number);
    }
  }
  return numbers;
}

const About = z.object({ state: z.string(), headRefOid: z.string() });
const AboutAnswer = z.object({ repository: z.nullable(z.record(z.string(), z.unknown())) });

/** Which of some changes are open and have this head commit; one that is not shown counts, since it may be. */
async function stillSiblings(platform: Platform, target: Target, numbers: readonly number[]): Promise<number[]> {
  if (numbers.length === 0) return [];
  const { owner, repo: name } = ownerAndName(target.repository);
  const asked = numbers.map((number) => `c${number}: pullRequest(number: ${number}) { state headRefOid }`).join(" ");
  const query = `query WarrantRemembered($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ${asked} } }`;
  const { data } = await platform.graphql("changes of the same commit", query, { owner, name }, AboutAnswer);
  return numbers.filter((number) => {
    const change = z.safeParse(About, data.repository?.[`c${number}`]);
    return !change.success || (change.data.state === "OPEN" && change.data.headRefOid === target.headSha);
  });
}

/**
 * Numbers of the other open changes with this head commit, ascending. Where not all open changes could be looked at,
 * also those the platform lists for the commit, and those our check run on it was about.
 *
 * @param remembered numbers the last lines of our check run name
 * @throws PlatformError of the request that failed.
 */
export async function allSiblings(
  platform: Platform,
  target: Target,
  open: OpenSiblings,
  remembered: readonly number[],
): Promise<number[]> {
  if (open.isComplete) return [...open.numbers];
  const known = new Set(open.numbers);
  const asked = others(remembered, target).filter((number) => !known.has(number));
  const [listed, still] = await Promise.all([
    changesOfCommit(platform, target),
    stillSiblings(platform, target, asked.slice(0, mostRemembered)),
  ]);
  return others([...open.numbers, ...listed, ...still], target);
}

/** Judges a change by the configuration of its own base, whose mode it tells. */
export type JudgeSibling = (number: number) => Promise<Pick<JudgedChange, "judged" | "mode">>;

/** Judges each sibling; one that cannot be judged, or is now about another commit, counts as a failure. */
export async function judgeSiblings(
  numbers: readonly number[],
  headSha: string,
  judge: JudgeSibling | undefined,
): Promise<JudgedChange[]> {
  const judged: JudgedChange[] = [];
  for (const number of numbers) judged.push({ number, ...(await judgeOne(number, headSha, judge)) });
  return judged;
}

async function judgeOne(
  number: number,
  headSha: string,
  judge: JudgeSibling | undefined,
): Promise<Pick<JudgedChange, "judged" | "mode">> {
  if (judge === undefined) return { judged: { failure: "It has not been judged." }, mode: null };
  try {
    const { judged, mode } = await judge(number);
    if ("failure" in judged) return { judged, mode };
    const { subject } = judged.verdict;
    const isSame = subject.number === number && subject.head_sha === headSha;
    return isSame ? { judged, mode } : { judged: { failure: "Its head moved while it was judged." }, mode };
  } catch (error) {
    return { judged: { failure: causeOf(error) }, mode: null };
  }
}
