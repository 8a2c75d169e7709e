/** @module One pull request with everything that judges it: facts and the base's configuration from the platform. Loaded only when one is named. */

import { BaseUrlError, type BaseUrls, baseUrls } from "@warrant/github/base-urls";
import { GitHubClient, type RequestLogEntry } from "@warrant/github/client";
import { collectPullRequest } from "@warrant/github/collect";
import { PlatformError } from "@warrant/github/errors";
import { tokenOfEnvironment } from "@warrant/github/tokens";
import type { ChangeOptions } from "./change-options.ts";
import { ExitError, exitCodes } from "./exit.ts";
import { type Io, say } from "./io.ts";
import type { LocalChange } from "./local-change.ts";
import type { PullRequestName } from "./pull-request-name.ts";
import { namedConfiguration, settledConfiguration } from "./run-configuration.ts";
import { version } from "./version.ts";

/** Options that choose a local change, by the name they have on the command line. */
const localOnly = {
  base: "--base",
  staged: "--staged",
  worktree: "--worktree",
  factsIssues: "--facts-issues",
  author: "--author",
} as const;

function refuseLocalOptions(options: ChangeOptions): void {
  for (const [option, name] of Object.entries(localOnly)) {
    if (options[option as keyof typeof localOnly] === undefined) continue;
    throw new ExitError(exitCodes.usage, `${name} is for a local change; the platform says it for a pull request.`);
  }
  for (const [name, value] of Object.entries({
    "--intent": options.intent,
    "--host": options.host,
    "--requested-by": options.requestedBy,
  })) {
    if (value?.trim() === "")
      throw new ExitError(exitCodes.usage, `${name} is empty. Give it a value or leave it out.`);
  }
}

/**
 * The server to ask. The host of an address is taken only where it is the one that is configured: the token of the
 * environment must not go to a server because an address names it.
 */
function serverOf(name: PullRequestName, options: ChangeOptions, io: Io): BaseUrls {
  let urls: BaseUrls;
  try {
    urls = baseUrls({ server: options.host, env: io.env });
  } catch (error) {
    if (error instanceof BaseUrlError) throw new ExitError(exitCodes.usage, error.message, { cause: error });
    throw error;
  }
  if (name.host !== undefined && name.host.toLowerCase() !== urls.host.toLowerCase()) {
    throw new ExitError(
      exitCodes.usage,
      `the address is on ${name.host}, and the token is for ${urls.host}. Add --host ${name.host} if it is for that server.`,
    );
  }
  return urls;
}

function debugLog(io: Io): ((entry: RequestLogEntry) => void) | undefined {
  if (io.env["WARRANT_DEBUG"] !== "1") return undefined;
  return (entry) => say(io, `request ${JSON.stringify(entry)}`);
}

/**
 * Collects a pull request.
 *
 * @throws ExitError `usage` for what a person has to settle first, `failed` with the platform's failure.
 */
export async function collectNamedPullRequest(
  name: PullRequestName,
  options: ChangeOptions,
  io: Io,
): Promise<LocalChange> {
  refuseLocalOptions(options);
  const urls = serverOf(name, options, io);
  const token = tokenOfEnvironment(io.env);
  if (token === undefined) {
    throw new ExitError(
      exitCodes.usage,
      "there is no token. Set GITHUB_TOKEN (or GH_TOKEN) to one that may read the repository.",
    );
  }
  const client = new GitHubClient({ urls, token: () => Promise.resolve(token), version, log: debugLog(io) });
  const address = `${name.repository}#${name.number}`;
  if (io.stderr.isTTY) io.stderr.write(`warrant: collecting ${address} …\r`);
  try {
    const { facts, configuration, configurationFile, configurationUnknown } = await collectPullRequest(client, {
      repository: name.repository,
      number: name.number,
      signal: io.signal,
      requestedBy: options.requestedBy,
      intent: options.intent,
    });
    if (options.config !== undefined) return { facts, ...(await namedConfiguration(options.config, io)) };
    const at = facts.base.sha.slice(0, 7);
    if (configurationUnknown !== null) {
      say(
        io,
        `the warrant.yaml of ${at} is not known (${configurationUnknown}): the defaults judge this change, enforced.`,
      );
    }
    const origin =
      configurationFile === null
        ? `defaults (${configurationUnknown === null ? `no warrant.yaml at ${at}` : `unknown at ${at}`})`
        : `${configurationFile} at ${at}`;
    const settled = settledConfiguration(configuration, origin, io);
    return { facts, ...settled, isKnown: configurationUnknown === null };
  } catch (error) {
    if (error instanceof PlatformError) throw new ExitError(exitCodes.failed, error.message, { cause: error });
    throw error;
  } finally {
    if (io.stderr.isTTY) io.stderr.write("\u001B[K");
  }
}
