/** @module The binding to an issue or a pull request, asked of the platform. Loaded only when something is bound. */

import { readBoundIssue } from "@warrant/github/bound-issue";
import { collectPullRequest } from "@warrant/github/collect";
import { bindIssue, bindingOf, type IssueBinding } from "@warrant/kernel/change/issue-attribution";
import { configurationDigest } from "@warrant/kernel/configuration";
import { settleConfiguration } from "@warrant/sources/settled-configuration";
import type { Io } from "../io.ts";
import { openPlatform, withPlatform } from "../platform-client.ts";
import { executionOf } from "../policy-of-facts.ts";
import type { PullRequestName } from "../pull-request-name.ts";

export interface FoundBinding extends IssueBinding {
  /** As the platform spells it. */
  readonly issue: string;
  readonly title: string;
  /** Where the rules were read. */
  readonly sha: string;
}

/**
 * What an issue permits, by its own labels; what a pull request permits, by the request it belongs to.
 *
 * @throws ExitError `failed` with the platform's failure, `usage` without a token.
 */
export async function findBinding(name: PullRequestName, host: string | undefined, io: Io): Promise<FoundBinding> {
  const client = openPlatform({ host, addressHost: name.host }, io);
  return await withPlatform(async () => {
    const found = await readBoundIssue(client, name.repository, name.number);
    const { repository, issue, title, areLabelsWhole, sha } = found;
    const head = { issue: `${repository}#${name.number}`, title, sha };
    if (found.isPullRequest) {
      const change = await collectPullRequest(client, { repository, number: name.number, signal: io.signal });
      const isKnown = change.configurationUnknown === null && change.configuration.ok;
      if (!isKnown) return { ...head, binding: { state: "unreadable" }, decision: null };
      const { configuration } = settleConfiguration(change.configuration, "the base", io.env);
      const decision = executionOf(change.facts, { configuration, digest: configurationDigest(configuration) });
      return { ...head, title: change.facts.title, binding: bindingOf(decision), decision };
    }
    const { reading, why } = found.configuration;
    // Rules nobody could read are not the absence of rules.
    if (why !== null || !reading.ok) return { ...head, binding: { state: "unreadable" }, decision: null };
    return { ...head, ...bindIssue(issue, reading.configuration, reading.digest, areLabelsWhole) };
  });
}
