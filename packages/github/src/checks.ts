/** @module Check runs and commit statuses of the head as the facts have them. */

import type { Check } from "@warrant/kernel/change/facts";
import type { ChecksPage } from "./answers.ts";
import { type CheckRun, checkName } from "./publish/stored-verdict.ts";

type ContextAnswer = NonNullable<NonNullable<ChecksPage["nodes"]>[number]>;

/** Runs of our own: a verdict that depended on its own publication would never be the same twice. */
const ownChecks = new Set([checkName, "warrant/card"]);

const statuses: Readonly<Record<string, Check["status"]>> = { COMPLETED: "completed", IN_PROGRESS: "in_progress" };
const unfinished = new Set(["PENDING", "EXPECTED"]);

/** What tells one state of a check run from another: who renews a run changes one of these. */
export type RunMark = Pick<CheckRun, "id" | "status" | "conclusion" | "externalId">;

/**
 * The runs of our name that stood on the head when the change was read, whoever wrote them; null where the first page of
 * checks does not show all of them, since a further one is read later.
 *
 * @param first null: the head has no checks; undefined: they could not be read
 */
export function standingMarks(first: ChecksPage | null | undefined): RunMark[] | null {
  if (first === null) return [];
  const nodes = first?.nodes ?? null;
  if (nodes === null || nodes.includes(null) || first?.pageInfo.hasNextPage === true) return null;
  return nodes.flatMap((node) => {
    const { databaseId, name, status, conclusion, externalId } = node ?? {};
    if (name !== checkName || typeof databaseId !== "number" || status === undefined) return [];
    const ended = conclusion?.toLowerCase() ?? null;
    return [{ id: databaseId, status: status.toLowerCase(), conclusion: ended, externalId: externalId ?? null }];
  });
}

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
