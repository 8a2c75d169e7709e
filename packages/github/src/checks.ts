/** @module Check runs and commit statuses of the head as the facts have them. */

import type { Check } from "@warrant/kernel/change/facts";
import type { ChecksPage } from "./answers.ts";

type ContextAnswer = NonNullable<NonNullable<ChecksPage["nodes"]>[number]>;

/** Runs of our own: a verdict that depended on its own publication would never be the same twice. */
const ownChecks = new Set(["warrant/change", "warrant/card"]);

const statuses: Readonly<Record<string, Check["status"]>> = { COMPLETED: "completed", IN_PROGRESS: "in_progress" };
const unfinished = new Set(["PENDING", "EXPECTED"]);

/** One check; null for a kind nobody knows and for our own. A commit status has no steps: it waits, or it has ended. */
export function checkOf(answer: ContextAnswer, headSha: string): Check | null {
  if (answer.__typename === "StatusContext") {
    const { context, state } = answer;
    if (context === undefined || ownChecks.has(context)) return null;
    if (state === undefined || unfinished.has(state)) return { name: context, status: "queued", head_sha: headSha };
    return { name: context, status: "completed", conclusion: state.toLowerCase(), head_sha: headSha };
  }
  const { name, status, conclusion, checkSuite } = answer;
  if (answer.__typename !== "CheckRun" || name === undefined || ownChecks.has(name)) return null;
  const app = checkSuite?.app?.slug;
  return {
    name,
    ...(app === undefined ? {} : { app }),
    status: statuses[status ?? ""] ?? "queued",
    ...(conclusion === undefined || conclusion === null ? {} : { conclusion: conclusion.toLowerCase() }),
    head_sha: headSha,
  };
}
