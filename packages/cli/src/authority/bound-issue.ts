/** @module The binding to an issue or a pull request, asked of the platform. Loaded only when something is bound. */

import { readBoundIssue } from "@warrant/github/bound-issue";
import { openChangesOf } from "@warrant/github/branch-changes";
import { collectPullRequest } from "@warrant/github/collect";
import { bindIssue, bindingOf, type IssueBinding } from "@warrant/kernel/change/issue-attribution";
import { configurationDigest } from "@warrant/kernel/configuration";
import { outside } from "@warrant/kernel/render/outside";
import { GitError } from "@warrant/sources/git/error";
import { pushTarget } from "@warrant/sources/git/push-target";
import { settleConfiguration } from "@warrant/sources/settled-configuration";
import { ExitError, exitCodes } from "../exit.ts";
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
 * The open pull request of the branch that is checked out.
 *
 * @throws ExitError `usage` when there is none, there are several, or the branch's place is not known; `failed` with the
 * platform's failure.
 */
export async function branchChange(host: string | undefined, io: Io): Promise<PullRequestName> {
  const target = await pushTarget({ cwd: io.cwd, signal: io.signal }).catch((error: unknown) => {
    if (error instanceof GitError) throw new ExitError(exitCodes.usage, error.message, { cause: error });
    throw error;
  });
  const { repository, branch, number } = target;
  const shown = `${outside(branch, 100)} of ${outside(repository, 150)}`;
  // SSH to GitHub through the port of HTTPS has a host of its own.
  const address = target.host.replace(/^ssh\.(?=github\.com$)/, "");
  if (number !== undefined) return { repository, number, host: address };
  const client = openPlatform({ host, addressHost: address }, io);
  const [change, ...others] = await withPlatform(() => openChangesOf(client, repository, branch));
  if (change === undefined) {
    throw new ExitError(
      exitCodes.usage,
      `the branch ${shown} has no open pull request. Push it and open one, or name the issue: owner/repo#N.`,
    );
  }
  if (others.length > 0) {
    const lines = [change, ...others].map((one) => `  ${one.repository}#${one.number}  ${outside(one.title, 80)}`);
    throw new ExitError(
      exitCodes.usage,
      `the branch ${shown} has several open pull requests. Name one of them:\n${lines.join("\n")}`,
    );
  }
  return { repository: change.repository, number: change.number, host: address };
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
