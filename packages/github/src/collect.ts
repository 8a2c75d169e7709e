/** @module Collects the facts of one pull request (GitHub, section 2): the public call, its deadline, and what to do when the change moves meanwhile. */

import type { GitHubClient } from "./client.ts";
import { collectOnce } from "./collect-once.ts";
import type { CollectedChange, CollectOptions } from "./collected.ts";

export type { CollectedChange, CollectOptions } from "./collected.ts";

const deadlineMs = 60_000;
/** How often a change that moved is collected in all. */
const maximumRuns = 3;

/**
 * Collects one pull request.
 *
 * Only the first answer, about the change itself, is indispensable; whatever else fails is said in `facts.incomplete`. The
 * result passes `readFacts` unchanged.
 *
 * @throws PlatformError when the change itself cannot be read.
 */
export async function collectPullRequest(client: GitHubClient, options: CollectOptions): Promise<CollectedChange> {
  const { repository, number, signal } = options;
  const scope = client.within({ repository, number }, { signal, deadlineMs: options.deadlineMs ?? deadlineMs });
  for (let run = 1; ; run += 1) {
    const collected = await collectOnce(scope, options, run === maximumRuns);
    signal?.throwIfAborted();
    if (collected !== "moved") return { ...collected, requests: scope.requests };
  }
}
