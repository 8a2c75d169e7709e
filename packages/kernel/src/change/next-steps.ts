/** @module What a person can do about evidence that could not be read, by what was missing and where the facts come from. */

import type { ChangeFacts, IncompletePart } from "./facts.ts";

/**
 * What was missing: a part of the facts, an issue nobody looked up, the labels of one (they choose the policy, and assuming
 * the issue is open does not tell them), who edited one or set its labels, or the account that opened the change.
 */
export type MissingEvidence = IncompletePart | "issue-text" | "issue-labels" | "issue-history" | "author";

/** Parts that only a platform can tell; no option of a local check supplies them. */
const platformParts = ["reviews", "checks", "permissions", "labels"] as const satisfies readonly IncompletePart[];

/** Whether git gave the facts, so that what is missing may be missing only because no platform was asked. */
export function isLocalChange(facts: Pick<ChangeFacts, "source">): boolean {
  return facts.source === "git";
}

/** Whether nothing is committed yet: the index or the working tree, whose head has no commit id. */
export function isUncommitted(facts: Pick<ChangeFacts, "head">): boolean {
  return /^0+$/.test(facts.head.sha);
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}

/** The step for each cause that is there, in the order that gets a person furthest; never an option that cannot help. */
export function evidenceSteps(missing: ReadonlySet<MissingEvidence>, facts: Pick<ChangeFacts, "source">): string {
  const again = "Fix the cause that is named and check again.";
  if (!isLocalChange(facts)) return again;
  const steps: string[] = [];
  if (missing.has("author")) steps.push("Name the account that opens the change with `--author LOGIN`.");
  if (missing.has("issue-text")) {
    steps.push("Give the issue's facts with `--facts-issues`, or take it as open with `--evidence assume`.");
  }
  if (missing.has("issue-labels")) {
    steps.push("Give the issue's facts with `--facts-issues`: without its labels the safest policy applies.");
  }
  if (missing.has("issue-history")) {
    steps.push("Complete the issue in `--facts-issues`: its `editor`, and `actor` and `permission` of its labels.");
  }
  const unseen = platformParts.filter((part) => missing.has(part));
  if (unseen.length > 0) {
    steps.push(
      `A local check cannot see ${joined(unseen)}: judge the pull request where they are (\`warrant check owner/repo#N\`), or give its facts with \`--facts\`.`,
    );
  }
  return steps.length === 0 ? again : steps.join(" ");
}
