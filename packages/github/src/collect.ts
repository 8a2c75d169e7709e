/** @module Collects the facts of one pull request (GitHub, section 2): the public call, its deadline, and what to do when the change moves meanwhile. */

import type { ChangeFacts } from "@warrant/kernel/change/facts";
import type { ConfigurationReading } from "@warrant/sources/configuration-file";
import type { GitHubClient } from "./client.ts";
import { collectOnce } from "./collect-once.ts";

export interface CollectOptions {
  /** `owner/name` as it was given; the facts carry the platform's own spelling. */
  readonly repository: string;
  readonly number: number;
  readonly signal?: AbortSignal | undefined;
  /** A person who asked for the change, named by hand. */
  readonly requestedBy?: string | undefined;
  /** The intent this change belongs to, named by hand. */
  readonly intent?: string | undefined;
  /** Milliseconds of the whole collection; past it the facts say what is missing. Default 60 s. */
  readonly deadlineMs?: number | undefined;
}

export interface CollectedChange {
  readonly facts: ChangeFacts;
  /** The base's configuration, read at exactly `facts.base.sha`; the defaults when the base has none, or it is not known. */
  readonly configuration: ConfigurationReading;
  /** The file it came from; null: the base has none, or it is not known. */
  readonly configurationFile: string | null;
  /** Why the base's configuration is not known; null: it is. An unknown one may enforce (law 3). */
  readonly configurationUnknown: string | null;
  /** Requests that were made, repeats and redirects included. */
  readonly requests: number;
}

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
