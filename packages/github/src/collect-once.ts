/** @module One pass over a pull request: what is asked in which order, and how the parts become one facts document. */

import { type ChangeFacts } from "@warrant/kernel/change/facts";
import { readFacts } from "@warrant/kernel/change/read-facts";
import { defaultConfiguration } from "@warrant/kernel/configuration";
import { withBasePlans } from "@warrant/sources/base-plans";
import { labelPlans } from "@warrant/sources/label-plans";
import { type ChecksPage, type PullRequest, StillAnswer, StillWithLinksAnswer, type Tip } from "./answers.ts";
import { type BaseConfiguration, baseConfiguration } from "./base-configuration.ts";
import type { ChangeIssues } from "./change-issues.ts";
import { standingMarks } from "./checks.ts";
import type { GitHubClient } from "./client.ts";
import { type ClosingList, closingListOf } from "./closing-list.ts";
import type { CollectedChange, CollectOptions } from "./collected.ts";
import { type Change, type ChangeAddress, Collection, placeOf, readChange, variablesOf } from "./collection.ts";
import { PlatformError, whyFailed } from "./errors.ts";
import { collectFiles, listRows } from "./files.ts";
import { collectChecks, collectCommits } from "./further-pages.ts";
import { intentOfLabels } from "./labels.ts";
import type { ChangeLink, ChangeLinks } from "./links.ts";
import { stillQuery, stillWithLinksQuery } from "./queries.ts";
import { requestersOf } from "./requested-by.ts";

/** The platform's list of links can lag this long behind an edit of the text. */
const linksLagMs = 3000;

/** The change, or that head, base or text moved meanwhile, so that its parts are not of one state. */
export type CollectedOnce = Omit<CollectedChange, "requests"> | "moved";

interface End {
  readonly moved: boolean;
  /** The list of links as it is now; null when it was not asked for. */
  readonly list: ClosingList | null;
}

function hasMoved({ answer, baseSha }: Change, now: Tip): boolean {
  return (
    now.headRefOid !== answer.headRefOid ||
    now.baseRefName !== answer.baseRefName ||
    (now.baseRef?.target?.oid ?? now.baseRefOid) !== baseSha
  );
}

function isGone({ gaps }: Collection): End {
  gaps.add("files", "the change was not there any more at the end");
  return { moved: false, list: null };
}

/** The platform's list once more after its lag, or the plain end: whether the change is still the one that was collected. */
async function readEnd(collection: Collection, withLinks: boolean): Promise<End> {
  const { client, change, place, gaps } = collection;
  const { answer } = change;
  const variables = variablesOf(place);
  const asked = `the end of ${change.repository}#${place.number}`;
  try {
    if (withLinks) {
      const { data, faults } = await client.graphql(asked, stillWithLinksQuery, variables, StillWithLinksAnswer);
      const now = data.repository?.pullRequest ?? null;
      if (now === null) return isGone(collection);
      const isSameText = now.title === answer.title && now.body === answer.body;
      return { moved: hasMoved(change, now) || !isSameText, list: closingListOf(now, faults) };
    }
    const { data } = await client.graphql(asked, stillQuery, variables, StillAnswer);
    const now = data.repository?.pullRequest ?? null;
    return now === null ? isGone(collection) : { moved: hasMoved(change, now), list: null };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    gaps.add("files", `it is not known whether the change moved meanwhile: ${whyFailed(error)}`);
    return { moved: false, list: null };
  }
}

/** Plans of the base commit; a failure leaves them out and says so. */
async function readPlans(
  collection: Collection,
  outline: ChangeFacts,
  configuration: typeof defaultConfiguration,
): Promise<Pick<ChangeFacts, "plans" | "issues" | "explicit_intent" | "incomplete">> {
  return await collection.gaps.read("plans", withBasePlans(outline, configuration, collection.base), outline);
}

/** Whether text and list differ about a real issue, so that the list may lag. */
function mayLag(links: ChangeLinks, issues: ChangeIssues, self: ChangeAddress): boolean {
  const isSelf = (address: ChangeAddress): boolean =>
    address.number === self.number && address.repository.toLowerCase() === self.repository.toLowerCase();
  return (
    links.onlyInList.length > 0 || links.onlyInText.some((address) => !isSelf(address) && issues.isRealIssue(address))
  );
}

function settingsOf(configuration: BaseConfiguration): typeof defaultConfiguration {
  return configuration.reading.ok ? configuration.reading.configuration : defaultConfiguration;
}

/**
 * Collects once.
 *
 * @param isLast Whether a change that moved is not collected again; then it says so in its facts.
 */
export async function collectOnce(
  client: GitHubClient,
  options: CollectOptions,
  isLast: boolean,
): Promise<CollectedOnce> {
  const given = placeOf(options.repository, options.number);
  // The list of files begins at once: it is the longest, and whether both saw one state is asked at the end.
  const [change, listed] = await Promise.all([readChange(client, options), listRows(client, given)]);
  const collection = new Collection(client, options.number, change);
  const { answer } = change;
  const { gaps, issues, place } = collection;
  const isTip = answer.baseRef?.target?.oid === change.baseSha && answer.configuration?.target?.oid === change.baseSha;
  const configuration = await baseConfiguration(answer, change.faults, collection.base, isTip);
  const settings = settingsOf(configuration);

  const firstList = closingListOf(answer, change.faults);
  issues.learn(firstList);
  const firstLinks = collection.links(firstList);
  const argument =
    options.intent === undefined ? {} : { explicit_intent: { key: options.intent, source: "argument" as const } };
  const outline: ChangeFacts = { ...collection.outline(firstLinks.links), ...argument };
  const commits = { head: answer.headRefOid, base: change.baseSha };
  // Started in one turn, so that what is asked about files, issues and the base goes into one request.
  const files = collectFiles(collection.client, place, listed, totalsOf(answer), commits, collection.lookups, gaps);
  const plans = readPlans(collection, outline, settings);
  const ended = issues.lookUp(firstLinks.links).then(async () => {
    const withLinks = mayLag(firstLinks, issues, { repository: change.repository, number: options.number });
    // Who wrote and labelled the issues is asked about meanwhile; the answers are kept for the end.
    await Promise.all([withLinks ? pause(collection.client, linksLagMs) : null, issues.all(firstLinks.links)]);
    return withLinks;
  });
  const [
    { files: allFiles, areOfHead },
    planned,
    withLinks,
    listedCommits,
    reviews,
    { labels, events, isWhole },
    checks,
  ] = await Promise.all([
    files,
    plans,
    ended,
    collectCommits(collection.client, place, answer.commits, answer.headRefOid, gaps),
    collection.reviews(),
    collection.labels(),
    collectChecks(collection.client, place, checksOf(answer), answer.headRefOid, gaps),
  ]);
  const byBeads = planned.issues.slice(outline.issues.length);
  const beadLinks = byBeads.map(({ repository, number }): ChangeLink => ({ repository, number, link: "reference" }));
  await issues.lookUp(beadLinks);
  const isReadLater = !withLinks && (await options.isReadAgain) === true;
  const { moved: hasEndMoved, list } = isReadLater
    ? { moved: false, list: null }
    : await readEnd(collection, withLinks);
  const moved = hasEndMoved || !areOfHead;
  if (moved && !isLast) return "moved";
  const finalList = list ?? firstList;
  issues.learn(finalList);
  if (finalList.why !== null) gaps.add("issues", finalList.why);
  const links = [...(list === null ? firstLinks : collection.links(list)).links, ...beadLinks];
  const allIssues = await issues.all(links);
  if (moved) gaps.add("files", "the change moved each time it was collected");
  const issueEvents = issues.events(links);
  const intent = outline.explicit_intent ?? intentOfLabels(labels) ?? planned.explicit_intent;
  const reading = readFacts({
    ...outline,
    commits: listedCommits.commits,
    labels,
    files: allFiles,
    issues: allIssues,
    ...(intent === undefined ? {} : { explicit_intent: intent }),
    plans: [...planned.plans, ...labelPlans(allIssues, settings.intent.evidence.plan.labels)],
    reviews,
    checks,
    requested_by: requestersOf({
      author: collection.author,
      agents: settings.intent.agents,
      events,
      issueEvents: issueEvents.events,
      areEventsWhole: isWhole && issueEvents.isWhole,
      commitAuthors: listedCommits.authors,
      argument: options.requestedBy,
    }),
    incomplete: [...gaps.entries, ...planned.incomplete],
    collected_at: new Date(collection.client.timing.wallTime()).toISOString(),
  });
  if (!reading.ok) {
    throw new PlatformError({
      code: "platform-shape",
      asked: `${change.repository}#${options.number}`,
      came: `${reading.error.where} ${reading.error.message}`,
      next: "Report this.",
    });
  }
  return {
    facts: reading.facts,
    configuration: configuration.reading,
    configurationFile: configuration.file,
    configurationUnknown: configuration.why,
    standing: standingMarks(checksOf(answer)),
  };
}

/** The first page of checks; undefined where the platform should have given one. */
function checksOf({ statusCheckRollup }: PullRequest): ChecksPage | null | undefined {
  return statusCheckRollup === null ? null : (statusCheckRollup.contexts ?? undefined);
}

function totalsOf({ changedFiles, additions, deletions }: PullRequest) {
  return { files: changedFiles, additions, deletions };
}

/** Waits; a deadline that ends it early is found by the request that follows. */
async function pause(client: GitHubClient, milliseconds: number): Promise<void> {
  await client.timing.sleep(milliseconds, client.signal).catch(() => undefined);
}
