/**
 * @module Which issues a change is linked to: the platform's own closing list, the links made by hand, and the text, merged
 * (change gate, section 5.1; GitHub, section 2.3).
 */

import type { IssueAddress, IssueLink } from "@warrant/kernel/change/facts";
import { issueKey } from "@warrant/kernel/text/issue-key";
import { mergeReferences, parseReferences } from "@warrant/kernel/text/references";

/** Issues looked up because the text names them; a description can name thousands. */
export const maximumNamedIssues = 50;

export interface LinkSources {
  readonly repository: string;
  readonly host: string;
  /** Whether the base is the default branch: only there the platform's silence says that nothing will be closed. */
  readonly isDefaultBase: boolean;
  readonly title: string;
  readonly body: string | null;
  /** The platform's closing list, those linked by hand among them. */
  readonly closing: readonly IssueAddress[];
  readonly byHand: readonly IssueAddress[];
}

export interface ChangeLink extends IssueAddress {
  readonly link: Exclude<IssueLink, "unknown">;
  readonly quoted?: true;
}

export interface ChangeLinks {
  /** The platform's list first, then the text's in its order. */
  readonly links: readonly ChangeLink[];
  /** Closing in the text and not in the list: the list lags, or the issue is none. */
  readonly onlyInText: readonly IssueAddress[];
  /** In the list, not by hand, and not named with a keyword in the text: the list lags behind an edit. */
  readonly onlyInList: readonly IssueAddress[];
}

const strength: Readonly<Record<ChangeLink["link"], number>> = { reference: 0, closing: 1, explicit: 2 };

/** The links with each issue once, the strongest kept: two names of one issue are one after a rename or transfer. */
export function mergeLinks(links: readonly ChangeLink[]): ChangeLink[] {
  const merged = new Map<string, ChangeLink>();
  for (const link of links) {
    const key = issueKey(link);
    const known = merged.get(key);
    if (known === undefined || strength[link.link] > strength[known.link]) merged.set(key, link);
  }
  return [...merged.values()];
}

/** Reads the texts and merges them with the platform's lists. */
export function linksOf(sources: LinkSources): ChangeLinks {
  const { repository, host, closing, isDefaultBase } = sources;
  const byHand = new Set(sources.byHand.map(issueKey));
  const listed = new Set([...closing, ...sources.byHand].map(issueKey));
  const named = mergeReferences([
    { where: "body", references: parseReferences(sources.body ?? "", { repository, host, as: "description" }) },
    { where: "title", references: parseReferences(sources.title, { repository, host, as: "title" }) },
  ]).filter((reference) => reference.kind !== "mention");
  const byText = new Map(named.map((reference) => [issueKey(reference), reference]));
  const links: ChangeLink[] = [];
  for (const issue of mergeLinks([...closing, ...sources.byHand].map((each) => ({ ...each, link: "closing" })))) {
    const key = issueKey(issue);
    const { number } = issue;
    if (byHand.has(key)) links.push({ repository: issue.repository, number, link: "explicit" });
    else {
      const quoted = byText.get(key)?.quoted === true;
      links.push({ repository: issue.repository, number, link: "closing", ...(quoted ? { quoted: true } : {}) });
    }
  }
  for (const reference of named) {
    if (listed.has(issueKey(reference))) continue;
    const link = reference.kind === "closing" && !isDefaultBase ? "closing" : "reference";
    links.push({
      repository: reference.repository,
      number: reference.number,
      link,
      ...(reference.quoted ? { quoted: true } : {}),
    });
  }
  return {
    links,
    onlyInText: isDefaultBase
      ? named.filter((reference) => reference.kind === "closing" && !listed.has(issueKey(reference)))
      : [],
    onlyInList: isDefaultBase
      ? closing.filter((issue) => !byHand.has(issueKey(issue)) && !byText.has(issueKey(issue)))
      : [],
  };
}
