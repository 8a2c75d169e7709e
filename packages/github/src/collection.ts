/** @module What one pass over a pull request works with: the answer about the change, and readers of its parts. */

import type { Actor, ChangeFacts, Label } from "@warrant/kernel/change/facts";
import { type PullRequest, PullRequestAnswer } from "./answers.ts";
import { GitHubBaseFiles } from "./base-files.ts";
import { ChangeIssues, withPermissions } from "./change-issues.ts";
import type { GitHubClient } from "./client.ts";
import type { ClosingList } from "./closing-list.ts";
import { PlatformError } from "./errors.ts";
import type { ChangePlace } from "./files.ts";
import { type CollectedEvents, collectEvents, collectReviews } from "./further-pages.ts";
import { Gaps } from "./gaps.ts";
import { faultAt, type GraphqlFault } from "./graphql-answer.ts";
import { withoutDetails } from "./issues.ts";
import { labelsWithActors } from "./labels.ts";
import { type ChangeLink, type ChangeLinks, linksOf } from "./links.ts";
import { Lookups } from "./lookups.ts";
import { ownerAndName } from "./owner-and-name.ts";
import { actorOf } from "./people.ts";
import { Permissions } from "./permissions.ts";
import { pullRequestQuery } from "./queries.ts";
import { isDeciding } from "./reviews.ts";

/** Which change is meant, as it was given. */
export interface ChangeAddress {
  readonly repository: string;
  readonly number: number;
}

/** The first answer about a change. */
export interface Change {
  readonly repository: string;
  readonly defaultBranch: string | null;
  readonly answer: PullRequest;
  readonly faults: readonly GraphqlFault[];
  readonly baseSha: string;
}

export function placeOf(repository: string, number: number): ChangePlace {
  return { ...ownerAndName(repository), number };
}

export function variablesOf({ owner, repo, number }: ChangePlace): Record<string, unknown> {
  return { owner, name: repo, number };
}

/** Why there is no change to read: the repository, the number, what has the number, or a permission. */
function missing(
  asked: string,
  { repository, number }: ChangeAddress,
  seen: { readonly named?: { readonly __typename: string } | null | undefined } | null,
  faults: readonly GraphqlFault[],
): PlatformError {
  if (seen?.named?.__typename === "Issue") {
    const next = "Give the number of a pull request.";
    return new PlatformError({ code: "platform-missing", asked, came: `${number} is an issue`, next });
  }
  if (faults.some((fault) => fault.type === "FORBIDDEN")) {
    const next = "Give the token the permissions Pull requests: read and Contents: read.";
    return new PlatformError({ code: "platform-auth", asked, came: "the token may not read it", next });
  }
  if (seen === null) {
    const came = `the repository ${repository} is not there, or the token may not see it`;
    const next = "Check its name, and that the token may read it.";
    return new PlatformError({ code: "platform-missing", asked, came, next });
  }
  const came = `${repository} has no pull request with this number that the token may see`;
  return new PlatformError({ code: "platform-missing", asked, came, next: "Check the number." });
}

/** Request 1. @throws PlatformError when there is no such change. */
export async function readChange(client: GitHubClient, options: ChangeAddress): Promise<Change> {
  const { repository, number } = options;
  const asked = `${repository}#${number}`;
  const variables = variablesOf(placeOf(repository, number));
  const { data, faults } = await client.graphql(asked, pullRequestQuery, variables, PullRequestAnswer);
  const answer = data.repository?.pullRequest;
  if (data.repository === null || answer === null || answer === undefined) {
    throw missing(asked, options, data.repository, faults);
  }
  return {
    repository: data.repository.nameWithOwner,
    defaultBranch: data.repository.defaultBranchRef?.name ?? null,
    answer,
    faults,
    // A base branch that was deleted has no tip; then the platform's last one stands.
    baseSha: answer.baseRef?.target?.oid ?? answer.baseRefOid,
  };
}

/** The parts of the answer that are null or short because of a fault, as gaps. */
function sayFaults({ faults }: Change, gaps: Gaps): void {
  const parts = [
    ["commits", "commits"],
    ["reviews", "reviews"],
    ["labels", "labels"],
    ["events", "labels"],
    ["statusCheckRollup", "checks"],
  ] as const;
  for (const [field, what] of parts) {
    const fault = faultAt(faults, ["repository", "pullRequest", field]);
    if (fault === undefined) continue;
    const type = /^[A-Z_]{1,60}$/.test(fault.type) ? ` (${fault.type})` : "";
    gaps.add(what, `the platform could not give all of it${type}`);
  }
}

export class Collection {
  readonly client: GitHubClient;
  readonly change: Change;
  readonly place: ChangePlace;
  readonly gaps = new Gaps();
  readonly lookups: Lookups;
  readonly base: GitHubBaseFiles;
  readonly permissions: Permissions;
  readonly author: Actor;
  readonly issues: ChangeIssues;

  constructor(client: GitHubClient, number: number, change: Change) {
    const { repository, baseSha, answer } = change;
    this.client = client.within({ repository, headSha: answer.headRefOid });
    this.change = change;
    this.place = placeOf(repository, number);
    this.lookups = new Lookups(this.client, repository);
    this.base = new GitHubBaseFiles(this.client, this.lookups, repository, baseSha);
    this.permissions = new Permissions(this.client, repository, this.gaps);
    this.author = actorOf(answer.author);
    this.issues = new ChangeIssues(this.lookups, this.permissions, this.author, this.gaps);
    sayFaults(change, this.gaps);
  }

  get isDefaultBase(): boolean {
    const { defaultBranch, answer } = this.change;
    // Not known counts as the default branch, where text alone links nothing.
    return defaultBranch === null || defaultBranch === answer.baseRefName;
  }

  links(list: ClosingList): ChangeLinks {
    const { answer, repository } = this.change;
    return linksOf({
      repository,
      host: this.client.urls.host,
      isDefaultBase: this.isDefaultBase,
      title: answer.title,
      body: answer.body,
      closing: list.closing,
      byHand: list.byHand,
    });
  }

  /** Reviews with the permission of everyone whose review decides. */
  async reviews(): Promise<ChangeFacts["reviews"]> {
    const reviews = await collectReviews(this.client, this.place, this.change.answer.reviews, this.gaps);
    return await Promise.all(
      reviews.map(async (review) =>
        isDeciding(review) ? { ...review, permission: await this.permissions.of(review.author) } : review,
      ),
    );
  }

  async labels(): Promise<CollectedEvents & { readonly labels: Label[] }> {
    const { labels, events: first } = this.change.answer;
    const nodes = labels?.nodes ?? null;
    const names = (nodes ?? []).flatMap((node) => (node === null ? [] : [node.name]));
    if (nodes === null || nodes.includes(null) || labels?.pageInfo.hasNextPage === true) {
      this.gaps.add("labels", "not all labels of the change could be read");
    }
    // An agent's requester can stand in an old assignment; a label's last adder is enough.
    const wantsAll = this.author.kind !== "user";
    const { events, isWhole } = await collectEvents(this.client, this.place, first, this.gaps, (read) => {
      return !wantsAll && labelsWithActors(names, read).every((label) => label.actor !== undefined);
    });
    return { labels: await withPermissions(labelsWithActors(names, events), this.permissions), events, isWhole };
  }

  /** The facts without what takes further requests. */
  outline(links: readonly ChangeLink[]): ChangeFacts {
    const { answer, repository, defaultBranch, baseSha } = this.change;
    return {
      schema: "warrant.change-facts/v1",
      source: "github",
      host: this.client.urls.host,
      repository,
      number: this.place.number,
      title: answer.title,
      body: answer.body,
      author: this.author,
      commits: [],
      base: {
        ref: answer.baseRefName,
        sha: baseSha,
        ...(defaultBranch === null ? {} : { is_default: defaultBranch === answer.baseRefName }),
      },
      head: {
        ref: answer.headRefName,
        sha: answer.headRefOid,
        ...(answer.headRepository === null ? {} : { repository: answer.headRepository.nameWithOwner }),
      },
      state: answer.state === "OPEN" ? "open" : answer.state === "MERGED" ? "merged" : "closed",
      labels: [],
      draft: answer.isDraft,
      files: [],
      files_total: answer.changedFiles,
      lines_total: { additions: answer.additions, deletions: answer.deletions },
      issues: links.map((link) => withoutDetails(link, "not_looked_up")),
      plans: [],
      reviews: [],
      checks: [],
      incomplete: [],
    };
  }
}
