/**
 * @module What a look shows of a change, as one digest: while it is the same, judging the change again would find the same.
 *
 * A part that a look does not show whole makes the change unknown, and it is judged afresh (law 3). Texts of the change and
 * ids of its newest events are in it; an id never comes back, so a change that was edited and edited back is another one.
 */

import { digest } from "@warrant/kernel/canonical";
import type { Check, IssueAddress } from "@warrant/kernel/change/facts";
import { compareText } from "@warrant/kernel/compare-text";
import { issueKey } from "@warrant/kernel/text/issue-key";
import { rulesVersion } from "@warrant/kernel/verdict";
import { checkOf } from "../checks.ts";
import { linksOf, maximumNamedIssues } from "../links.ts";
import type { BaseEvidence } from "./base-evidence.ts";
import type { LookAnswer } from "./look-query.ts";

/** A look without the issues that only texts name; those are asked about together, once for all changes. */
export interface PartlySeen {
  readonly digest: string;
  /** Issues that texts name and the platform's list does not hold, each once. */
  readonly named: readonly IssueAddress[];
  /** The checks the policy can require, one text for each. */
  readonly checks: readonly string[];
}

/** Where a look was taken. */
export interface LookPlace {
  readonly repository: string;
  readonly host: string;
  readonly defaultBranch: string | null;
  readonly base: BaseEvidence;
}

function whole<Node>(
  page: {
    readonly pageInfo?: { readonly hasNextPage: boolean };
    readonly nodes: readonly (Node | null)[] | null;
  } | null,
): Node[] | null {
  if (page === null || page.nodes === null || page.pageInfo?.hasNextPage === true) return null;
  const nodes = page.nodes.filter((node) => node !== null);
  return nodes.length === page.nodes.length ? nodes : null;
}

function counted<Node>(
  page: { readonly totalCount: number; readonly nodes: readonly (Node | null)[] | null } | null,
): Node[] | null {
  const nodes = whole(page);
  return nodes !== null && page?.totalCount === nodes.length ? nodes : null;
}

/**
 * The checks the policy can require, one text for each. They have no event, and may fail, pass and fail again without a trace:
 * what is seen of them is compared with those that were judged.
 */
export function requiredChecks(checks: readonly Check[], required: ReadonlySet<string>): readonly string[] {
  return checks
    .filter((check) => required.has(check.name))
    .map(({ name, app, status, conclusion, head_sha }) => JSON.stringify([name, app, status, conclusion, head_sha]))
    .sort(compareText);
}

/** Those of a look, as they stand on the head; null when not all of them are shown. */
function shownChecks(
  { statusCheckRollup, headRefOid }: LookAnswer,
  required: ReadonlySet<string>,
): readonly string[] | null {
  if (required.size === 0 || statusCheckRollup === null) return [];
  const contexts = whole(statusCheckRollup?.contexts ?? null);
  if (contexts === null) return null;
  return requiredChecks(
    contexts.flatMap((context) => checkOf(context, headRefOid) ?? []),
    required,
  );
}

/** What a look shows; null when it does not show all that a verdict can depend on. */
export function partlySeen(look: LookAnswer, { repository, host, defaultBranch, base }: LookPlace): PartlySeen | null {
  const labels = whole(look.labels);
  const events = whole(look.events);
  const reviews = whole(look.reviews);
  const closing = counted(look.closing);
  const byHand = counted(look.linkedByHand === undefined ? { totalCount: 0, nodes: [] } : look.linkedByHand);
  const checks = shownChecks(look, base.requiredChecks);
  const [commit] = look.commits.nodes ?? [];
  if (labels === null || events === null || reviews === null || closing === null || byHand === null) return null;
  if (checks === null || commit?.commit.oid !== look.headRefOid) return null;
  const addresses = closing.map((issue) => ({ repository: issue.repository.nameWithOwner, number: issue.number }));
  const { links } = linksOf({
    repository,
    host,
    isDefaultBase: true,
    title: look.title,
    body: look.body,
    closing: addresses,
    byHand: byHand.map((issue) => ({ repository: issue.repository.nameWithOwner, number: issue.number })),
  });
  const listed = new Set(addresses.map(issueKey));
  const texts = `${look.title}\n${look.body ?? ""}`;
  const named = new Map(
    [...links, ...base.issuesNamedIn(texts)].map(({ repository: where, number }) => {
      const address = { repository: where, number };
      return [issueKey(address), address] as const;
    }),
  );
  for (const key of listed) named.delete(key);
  if (named.size > maximumNamedIssues) return null;
  const { number, title, body, lastEditedAt, isDraft, headRefOid, headRefName, baseRefName, author } = look;
  const { changedFiles, additions, deletions } = look;
  const shown = digest({
    rules_version: rulesVersion,
    base: base.digest,
    // Only to the default branch closes a keyword.
    default_branch: defaultBranch,
    change: { number, title, body, lastEditedAt, isDraft, headRefOid, headRefName, baseRefName, author },
    // The commits of a change grow fewer when its base takes some of them over, and its files may then be others.
    size: { changedFiles, additions, deletions, commits: look.commits.totalCount },
    labels: labels.map((label) => label.name).sort(compareText),
    events,
    reviews,
    closing: closing.map((issue) => [issue.repository.nameWithOwner, issue.number, issue.updatedAt]),
    by_hand: byHand.map((issue) => [issue.repository.nameWithOwner, issue.number]),
    checks,
  });
  return { digest: shown, named: [...named.values()], checks };
}

/**
 * The whole digest; null when it is not known of some named issue what became of it.
 *
 * @param stateOf of an issue by its `issueKey`: when it was changed last, or the platform's word for why it is not shown
 */
export function seenOf(partly: PartlySeen | null, stateOf: (key: string) => string | null | undefined): string | null {
  if (partly === null) return null;
  const named: [string, string][] = [];
  for (const address of partly.named) {
    const key = issueKey(address);
    const state = stateOf(key);
    if (state === null || state === undefined) return null;
    named.push([key, state]);
  }
  return digest({ shown: partly.digest, named });
}
