/** @module One pull request collected and judged by the configuration of its base: what every publishing command starts from. */

import type { ChangeFacts } from "@warrant/kernel/change/facts";
import { judgeChange } from "@warrant/kernel/change/judge";
import { configuredAdvice } from "@warrant/kernel/claim/change-claims";
import { type Configuration, defaultConfiguration } from "@warrant/kernel/configuration";
import { ConfigurationError, settleConfiguration } from "@warrant/sources/settled-configuration";
import type { RunMark } from "./checks.ts";
import type { GitHubClient } from "./client.ts";
import { collectPullRequest } from "./collect.ts";
import type { CollectedChange, CollectOptions } from "./collected.ts";
import type { Judged, Mode } from "./publish/conclusion.ts";
import type { JudgedState } from "./publish/judge-and-publish.ts";

export interface JudgeOptions extends CollectOptions {
  /** `enforce` raises what the configuration says; `report` leaves it. */
  readonly mode: Mode;
  /** For the environment's sensitive paths. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface JudgedPullRequest {
  readonly facts: ChangeFacts;
  /** The verdict, or why the base's configuration allows none. */
  readonly judged: Judged;
  readonly mode: Mode;
  /** What judged; the defaults where the base's is not valid or not known. */
  readonly configuration: Configuration;
  /** Where the configuration came from, in words. */
  readonly origin: string;
  /** Why the base's configuration is not known; null: it is. */
  readonly configurationUnknown: string | null;
  /** What is wrong with the base's configuration; null: nothing. */
  readonly problem: ConfigurationError | null;
  readonly warnings: readonly string[];
  /** What stood on the head as our check run in the state that was collected; null: not known. */
  readonly standing: readonly RunMark[] | null;
  readonly requests: number;
}

/** Where a collected configuration came from, in words. */
export function originOf({ facts, configurationFile, configurationUnknown }: CollectedChange): string {
  const at = facts.base.sha.slice(0, 7);
  if (configurationFile !== null) return `${configurationFile} at ${at}`;
  return `defaults (${configurationUnknown === null ? `no warrant.yaml at ${at}` : `unknown at ${at}`})`;
}

/**
 * Collects and judges. A configuration that is not valid gives no verdict, and one that cannot be read judges by the
 * defaults; either may enforce, so both count as enforced (law 3).
 *
 * @throws PlatformError when the change itself cannot be read.
 */
export async function judgePullRequest(client: GitHubClient, options: JudgeOptions): Promise<JudgedPullRequest> {
  const collected = await collectPullRequest(client, options);
  const { facts, configurationUnknown, standing, requests } = collected;
  const origin = originOf(collected);
  const found = { facts, origin, configurationUnknown, standing, requests };
  try {
    const { configuration, warnings } = settleConfiguration(collected.configuration, origin, options.env);
    const isEnforced = options.mode !== "report" || configuration.intent.enforce || configurationUnknown !== null;
    const mode: Mode = isEnforced ? "enforce" : "report";
    const judged = { verdict: judgeChange(facts, configuration, configuredAdvice(facts, configuration)) };
    return { ...found, judged, mode, configuration, problem: null, warnings };
  } catch (problem) {
    if (!(problem instanceof ConfigurationError)) throw problem;
    const judged = { failure: problem.message };
    return { ...found, judged, mode: "enforce", configuration: defaultConfiguration, problem, warnings: [] };
  }
}

/** What publishing needs of a judged pull request. */
export function judgedState({ facts, judged, mode, origin, standing }: JudgedPullRequest): JudgedState {
  return {
    target: {
      repository: facts.repository,
      number: facts.number ?? 0,
      headSha: facts.head.sha,
      baseRef: facts.base.ref,
      baseSha: facts.base.sha,
    },
    judged,
    mode,
    labels: facts.labels,
    standing,
    run: {
      enforced: mode !== "report",
      configuration_origin: origin,
      title: facts.title,
      author: facts.author.login,
      assumed: [],
    },
  };
}
