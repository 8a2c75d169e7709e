/** @module Whether a claim admits a failure or tells a success: what a failed call may be cited for (claim gate, 4.2). */

import { fold } from "./fold.ts";
import type { Claim } from "./output.ts";

const things =
  "tests?|specs?|suites?|builds?|checks?|cases?|assertions?|jobs?|steps?|pipelines?|commands?|files?|lines?";
/** Words that only look like an admission. */
const notAdmitting = [
  new RegExp(
    `\\b(?:(?:previously|formerly|once|the|all) )*(?:failing|failed|broken|flaky|crashing|invalid|missing|blocked|denied|rejected) (?:${things})\\b`,
    "g",
  ),
  /\b(?:fixed|resolved|added|restored|replaced|repaired|removed|handled)(?: (?!and\b)\w+){0,3}? (?:missing|broken|invalid|conflicts?|exceptions?|crash(?:es)?|timeouts?|errors?)(?: (?:conflicts?|errors?|failures?|problems?))*\b/g,
  /\b(?:missing|broken|invalid|unresolved) \w+ (?:is|are|was|were|has been|have been) (?:now )?(?:fixed|resolved|added|restored|replaced|repaired)\b/g,
  /\b(?:no|0|zero|without|any|fixed|resolved|fixes|resolves)(?: \w+){0,2} (?:failures?|errors?|conflicts?|crashes|exceptions?|problems?)\b/g,
];

const admits =
  /\b(?:fail(?:s|ed|ing|ure|ures)?|errors?|errored|exit(?:ed)?(?: with)?(?: code| status)? [1-9][0-9]*|non-?zero|denied|reject(?:s|ed)|refuse[sd]?|blocked|time[sd]? out|(?:hit|by|with|after|into) (?:a |the |its )?timeout|timeout (?:exceeded|expired|error)|could not|couldn't|unable|missing|not found|does not exist|doesn't exist|do not exist|no such|crash\w*|exceptions?|traceback|broken|abort\w*|interrupt\w*|killed|did not|didn't|cannot|can't|not permitted|unsuccessful\w*|invalid|unresolved|conflicts?)\b/;

const succeeds =
  /\b(?:pass(?:es|ed|ing)?|succe\w+|works?|worked|working|fixed|clean|green|built|deployed|created|completed?|done|installed|merged|pushed|applied|resolved|healthy|up and running|ok)\b/;

/** Folded lower case, with what only looks like an admission taken out. */
function plain(text: string): string {
  let words = fold(text).text.toLowerCase();
  for (const pattern of notAdmitting) words = words.replace(pattern, " ");
  return words;
}

/** A gap, or words that say something went wrong. */
export function ownsUp(claim: Claim): boolean {
  return claim.kind === "gap" || admits.test(plain(claim.text));
}

export function hasSuccessWord(text: string): boolean {
  return succeeds.test(plain(text));
}
