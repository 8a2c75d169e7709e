/** @module The pages behind the first of a pull request's lists: commits, reviews, label events and checks (GitHub, section 2.2). */

import type { Check, Commit, Review } from "@warrant/kernel/change/facts";
import type * as z from "zod/mini";
import {
  ChecksAnswer,
  type ChecksPage,
  CommitsAnswer,
  type CommitsPage,
  type EventAnswer,
  EventsAnswer,
  type EventsPage,
  type PersonAnswer,
  ReviewsAnswer,
  type ReviewsPage,
} from "./answers.ts";
import { checkOf } from "./checks.ts";
import type { GitHubClient } from "./client.ts";
import { commitOf, commitsOfPage } from "./commits.ts";
import { PlatformError, whyFailed } from "./errors.ts";
import type { ChangePlace } from "./files.ts";
import type { Gaps } from "./gaps.ts";
import { checksQuery, commitsQuery, eventsQuery, reviewsQuery } from "./queries.ts";
import { submittedReviews } from "./reviews.ts";

const maximumPages = 10;
/** Events are read back this far for labels nobody is known to have added. */
const maximumEventPages = 5;
const partly = "a part of the list could not be read";

/** A list that was begun, and why it is not whole. */
interface Pages<Page> {
  readonly pages: Page[];
  readonly failure: string | null;
}

interface Paging<Page> {
  readonly first: Page;
  /** Null at the last page. */
  readonly cursorOf: (page: Page) => string | null;
  readonly next: (cursor: string) => Promise<{ readonly page: Page; readonly isWhole: boolean }>;
  readonly maximum: number;
  readonly isEnough?: (pages: readonly Page[]) => boolean;
}

async function readPages<Page>(paging: Paging<Page>): Promise<Pages<Page>> {
  const pages = [paging.first];
  let failure: string | null = null;
  try {
    for (let cursor = paging.cursorOf(paging.first); cursor !== null && paging.isEnough?.(pages) !== true; ) {
      if (pages.length === paging.maximum) return { pages, failure: `only ${paging.maximum} pages are read` };
      const { page, isWhole } = await paging.next(cursor);
      if (!isWhole) failure = partly;
      pages.push(page);
      cursor = paging.cursorOf(page);
    }
    return { pages, failure };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { pages, failure: whyFailed(error) };
  }
}

/** The cursor of the next page. A list that goes on without saying where is at its end, and is then found to be short. */
function forward(info: { readonly hasNextPage: boolean; readonly endCursor: string | null }): string | null {
  return info.hasNextPage ? info.endCursor : null;
}

/** A page of one list: the answer's part, and whether all of it was given. */
async function askPage<Answer, Page>(
  client: GitHubClient,
  place: ChangePlace,
  query: { readonly name: string; readonly text: string; readonly schema: z.ZodMiniType<Answer> },
  cursor: string,
  pageOf: (answer: Answer) => Page | null | undefined,
): Promise<{ page: Page; isWhole: boolean }> {
  const { owner, repo: name, number } = place;
  const answer = await client.graphql(query.name, query.text, { owner, name, number, cursor }, query.schema);
  const page = pageOf(answer.data);
  if (page === null || page === undefined) {
    throw new PlatformError({
      code: "platform-missing",
      asked: query.name,
      came: "a further page of the list is not there",
      next: "Try again.",
    });
  }
  return { page, isWhole: answer.faults.length === 0 };
}

export interface CollectedCommits {
  readonly commits: Commit[];
  /** Authors of each commit, the first one its own author. */
  readonly authors: (readonly PersonAnswer[])[];
}

/** All commits, base to head. Fewer than the platform counts are incomplete (C8). */
export async function collectCommits(
  client: GitHubClient,
  place: ChangePlace,
  first: CommitsPage,
  headSha: string,
  gaps: Gaps,
): Promise<CollectedCommits> {
  const query = { name: "commits", text: commitsQuery, schema: CommitsAnswer };
  const { pages, failure } = await readPages({
    first,
    cursorOf: (page) => forward(page.pageInfo),
    next: (cursor) => askPage(client, place, query, cursor, (answer) => answer.repository?.pullRequest?.page),
    maximum: maximumPages,
  });
  const nodes = pages.flatMap(commitsOfPage);
  const found = nodes.flatMap((node) => (node === null ? [] : [node]));
  const distinct = new Set(found.map((commit) => commit.oid)).size;
  const hasHead = found.some((commit) => commit.oid === headSha);
  if (failure !== null || distinct !== first.totalCount || found.length !== distinct || !hasHead) {
    const why = failure ?? "not all commits are listed";
    gaps.add("commits", why, { listed: distinct, total: Math.max(0, first.totalCount) });
  }
  return { commits: found.map(commitOf), authors: found.map((commit) => commit.authors.nodes ?? []) };
}

/** All reviews in the platform's order. */
export async function collectReviews(
  client: GitHubClient,
  place: ChangePlace,
  first: ReviewsPage | null,
  gaps: Gaps,
): Promise<Review[]> {
  if (first === null) {
    gaps.add("reviews", partly);
    return [];
  }
  const query = { name: "reviews", text: reviewsQuery, schema: ReviewsAnswer };
  const { pages, failure } = await readPages({
    first,
    cursorOf: (page) => forward(page.pageInfo),
    next: (cursor) => askPage(client, place, query, cursor, (answer) => answer.repository?.pullRequest?.page),
    maximum: maximumPages,
  });
  const nodes = pages.flatMap((page) => page.nodes ?? [null]);
  const isCut =
    forward(pages.at(-1)?.pageInfo ?? { hasNextPage: false, endCursor: null }) === null &&
    pages.at(-1)?.pageInfo.hasNextPage === true;
  if (failure !== null || isCut || nodes.includes(null)) gaps.add("reviews", failure ?? partly);
  return submittedReviews(nodes);
}

export interface CollectedEvents {
  readonly events: (EventAnswer | null)[];
  /** Whether there are no others. */
  readonly isWhole: boolean;
}

/** Events of labels and assignments, oldest first, read back as far as is needed. */
export async function collectEvents(
  client: GitHubClient,
  place: ChangePlace,
  first: EventsPage,
  gaps: Gaps,
  isEnough: (events: readonly (EventAnswer | null)[]) => boolean,
): Promise<CollectedEvents> {
  const query = { name: "label events", text: eventsQuery, schema: EventsAnswer };
  const inOrder = (pages: readonly EventsPage[]): (EventAnswer | null)[] =>
    pages.toReversed().flatMap((page) => page.nodes ?? [null]);
  const { pages, failure } = await readPages({
    first,
    cursorOf: (page) => (page.pageInfo.hasPreviousPage ? page.pageInfo.startCursor : null),
    next: (cursor) => askPage(client, place, query, cursor, (answer) => answer.repository?.pullRequest?.page),
    maximum: maximumEventPages,
    isEnough: (read) => isEnough(inOrder(read)),
  });
  if (failure !== null) gaps.add("labels", failure);
  const events = inOrder(pages);
  const isWhole = failure === null && !events.includes(null) && pages.at(-1)?.pageInfo.hasPreviousPage === false;
  return { events, isWhole };
}

/** All checks of the head commit. Null: it has none; undefined: they could not be read. */
export async function collectChecks(
  client: GitHubClient,
  place: ChangePlace,
  first: ChecksPage | null | undefined,
  headSha: string,
  gaps: Gaps,
): Promise<Check[]> {
  if (first === null) return [];
  if (first === undefined) {
    gaps.add("checks", partly);
    return [];
  }
  const query = { name: "checks", text: checksQuery, schema: ChecksAnswer };
  const { pages, failure } = await readPages({
    first,
    cursorOf: (page) => forward(page.pageInfo),
    next: (cursor) =>
      askPage(client, place, query, cursor, ({ repository }) => {
        const change = repository?.pullRequest;
        return change?.headRefOid === headSha ? change.statusCheckRollup?.page : null;
      }),
    maximum: maximumPages,
  });
  const nodes = pages.flatMap((page) => page.nodes ?? [null]);
  if (failure !== null || nodes.includes(null)) gaps.add("checks", failure ?? partly);
  return nodes.flatMap((node) => {
    const check = node === null ? null : checkOf(node, headSha);
    return check === null ? [] : [check];
  });
}
