/** @module The authorized text: what people asked for, apart from what the change says about itself (section 12.1). */

import { digestText } from "../canonical.ts";
import { compareText } from "../compare-text.ts";
import { cleanRequestBody, cleanRequestTitle } from "./authorized-text-clean.ts";
import type { DriftRequest } from "./drift/file-words.ts";
import { type Issue, isReadable, type Plan } from "./facts.ts";

export interface AuthorizedText {
  readonly request: DriftRequest;
  /** `owner/name#N` of the issues, and ids of the plans, whose text it is. */
  readonly issues: readonly string[];
  readonly plans: readonly string[];
  /** Of the whole text, also of what is past the limit that is compared. */
  readonly digest: string;
}

/** Characters that are compared with the files; GitHub keeps no longer text of one issue. */
export const maximumComparedText = 65_536;
const maximumComparedTitles = 4096;

function compareIssues(left: Issue, right: Issue): number {
  return (
    compareText(left.repository.toLowerCase(), right.repository.toLowerCase()) ||
    left.number - right.number ||
    // The same issue linked in two ways has one text.
    compareText(JSON.stringify(left), JSON.stringify(right))
  );
}

function addressOf({ repository, number }: Issue): string {
  return `${repository}#${number}`;
}

/**
 * The text that counts as the request.
 *
 * @param issues those that count (section 9.1); one without a text, as in a local check, adds none
 * @param plans those that count (section 9.2)
 * @param explicitKey the key of an explicit intent that counts
 */
export function authorizedText(
  issues: readonly Issue[],
  plans: readonly Plan[],
  explicitKey: string | null,
): AuthorizedText {
  const titles: string[] = [];
  const parts: string[] = [];
  const addTitle = (text: string): void => {
    const title = cleanRequestTitle(text);
    titles.push(title);
    parts.push(title);
  };
  const addBody = (text: string): void => {
    parts.push(cleanRequestBody(text));
  };
  const addresses = new Set<string>();
  const seen = new Set<string>();
  for (const issue of issues.toSorted(compareIssues)) {
    if (!isReadable(issue) || seen.has(addressOf(issue).toLowerCase())) continue;
    seen.add(addressOf(issue).toLowerCase());
    addresses.add(addressOf(issue));
    addTitle(issue.title);
    addBody(issue.body ?? "");
  }
  const sortedPlans = plans.toSorted(
    (left, right) => compareText(left.id, right.id) || compareText(JSON.stringify(left), JSON.stringify(right)),
  );
  for (const plan of sortedPlans) {
    addTitle(plan.title);
    addBody(plan.notes);
    for (const child of plan.children) {
      addTitle(child.title);
      addBody(child.notes);
    }
  }
  if (explicitKey !== null) addTitle(explicitKey);
  const text = parts.filter((part) => part !== "").join("\n\n");
  return {
    request: {
      titles: titles
        .filter((title) => title !== "")
        .join("\n")
        .slice(0, maximumComparedTitles),
      text: text.slice(0, maximumComparedText),
    },
    issues: [...addresses],
    plans: sortedPlans.map((plan) => plan.id),
    digest: digestText(text.toWellFormed()),
  };
}
