/** @module When the issues that texts name were changed last, many of them by one request. */

import type { IssueAddress } from "@warrant/kernel/change/facts";
import { issueKey } from "@warrant/kernel/text/issue-key";
import * as z from "zod/mini";
import type { GitHubClient } from "../client.ts";
import { PlatformError } from "../errors.ts";
import { Lookups } from "../lookups.ts";

const IssueState = z.nullable(z.object({ updatedAt: z.string() }));

const selection = "issueOrPullRequest(number: $value) { ... on Issue { updatedAt } ... on PullRequest { updatedAt } }";

/** Words with which the platform says that an issue is not there for this token; any other fault may pass. */
const lasting = new Set(["NOT_FOUND", "FORBIDDEN"]);

/** By `issueKey`: when an issue was changed last, or why it is not shown; null when that is not known. */
export async function readNamedIssues(
  client: GitHubClient,
  repository: string,
  named: Iterable<IssueAddress>,
): Promise<Map<string, string | null>> {
  const wanted = new Map([...named].map((address) => [issueKey(address), address]));
  const lookups = new Lookups(client, repository);
  const states = await Promise.all(
    [...wanted].map(async ([key, { repository: where, number }]) => {
      try {
        const reply = await lookups.ask({ at: { repository: where }, selection, value: number, schema: IssueState });
        if (!reply.ok) return [key, lasting.has(reply.fault.type) ? reply.fault.type : null] as const;
        return [key, reply.value?.updatedAt ?? "NOT_FOUND"] as const;
      } catch (error) {
        if (error instanceof PlatformError) return [key, null] as const;
        throw error;
      }
    }),
  );
  return new Map(states);
}
