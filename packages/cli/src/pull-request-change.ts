/** @module One pull request with everything that judges it: facts and the base's configuration from the platform. Loaded only when one is named. */

import { collectPullRequest } from "@warrant/github/collect";
import { originOf } from "@warrant/github/judge-pull-request";
import type { ChangeOptions } from "./change-options.ts";
import { ExitError, exitCodes } from "./exit.ts";
import { type Io, say } from "./io.ts";
import type { LocalChange } from "./local-change.ts";
import { openPlatform, withPlatform } from "./platform-client.ts";
import type { PullRequestName } from "./pull-request-name.ts";
import { namedConfiguration, settledConfiguration } from "./run-configuration.ts";

/** Options that choose a local change, by the name they have on the command line. */
const localOnly = {
  base: "--base",
  staged: "--staged",
  worktree: "--worktree",
  factsIssues: "--facts-issues",
  author: "--author",
} as const;

/** @throws ExitError `usage` for an option that a pull request does not have. */
export function refuseLocalOptions(options: ChangeOptions): void {
  for (const [option, name] of Object.entries(localOnly)) {
    if (options[option as keyof typeof localOnly] === undefined) continue;
    throw new ExitError(exitCodes.usage, `${name} is for a local change; the platform says it for a pull request.`);
  }
  for (const [name, value] of Object.entries({
    "--intent": options.intent,
    "--requested-by": options.requestedBy,
  })) {
    if (value?.trim() === "")
      throw new ExitError(exitCodes.usage, `${name} is empty. Give it a value or leave it out.`);
  }
}

/** Says that the base's configuration is not known, and what judges instead. */
export function sayUnknownConfiguration(baseSha: string, why: string | null, io: Io): void {
  if (why === null) return;
  const at = baseSha.slice(0, 7);
  say(io, `the warrant.yaml of ${at} is not known (${why}): the defaults judge this change, enforced.`);
}

/** Shows on a terminal what is waited for. */
export async function whileCollecting<Result>(
  { repository, number }: PullRequestName,
  io: Io,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!io.stderr.isTTY) return await work();
  io.stderr.write(`warrant: collecting ${repository}#${number} …\r`);
  try {
    return await work();
  } finally {
    io.stderr.write("\u001B[K");
  }
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
  const client = openPlatform({ host: options.host, addressHost: name.host }, io);
  const { repository, number } = name;
  const { requestedBy, intent } = options;
  const collected = await whileCollecting(name, io, () =>
    withPlatform(() => collectPullRequest(client, { repository, number, signal: io.signal, requestedBy, intent })),
  );
  const { facts, configuration, configurationUnknown } = collected;
  if (options.config !== undefined) return { facts, ...(await namedConfiguration(options.config, io)) };
  sayUnknownConfiguration(facts.base.sha, configurationUnknown, io);
  const settled = settledConfiguration(configuration, originOf(collected), io);
  return { facts, ...settled, isKnown: configurationUnknown === null };
}
