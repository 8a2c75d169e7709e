/** @module The one change a command is about: from git, or a pull request of a platform when one is named. */

import { GitError } from "@warrant/sources/git/error";
import type { Command } from "commander";
import type { ChangeOptions } from "./change-options.ts";
import { ExitError, exitCodes } from "./exit.ts";
import type { Io } from "./io.ts";
import { addLocalOptions, collectLocalChange, type LocalChange } from "./local-change.ts";
import { pullRequestHint, readPullRequestName } from "./pull-request-name.ts";
import { findRepositoryName } from "./repository-name.ts";

export function addChangeOptions(command: Command): Command {
  return addLocalOptions(command)
    .option("--host <host>", "the GitHub server of a pull request, when it is not github.com")
    .option("--requested-by <login>", "a person who asked for a pull request and so cannot approve it");
}

/** A branch may be called 48 or acme/shop, so git is asked first; what it does not know may have been meant as a pull request. */
async function withHint<Result>(target: string | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const hint = target === undefined ? null : pullRequestHint(target);
    if (hint === null || !(error instanceof ExitError) || !(error.cause instanceof GitError)) throw error;
    throw new ExitError(error.code, `${error.message} ${hint}`, { cause: error });
  }
}

/**
 * Collects the change. Nothing of the platform is loaded for a local one.
 *
 * @param loadMore loads what the caller needs only once the facts are there
 */
export async function collectChange(
  target: string | undefined,
  options: ChangeOptions,
  io: Io,
  loadMore: () => Promise<unknown> = () => Promise.resolve(),
): Promise<LocalChange> {
  const name = target === undefined ? null : readPullRequestName(target);
  if (name === null) {
    // Git would repeat it, with whatever stands before its host.
    if (target !== undefined && /^https?:\/\//i.test(target)) {
      const repository = findRepositoryName(target)?.repository;
      const all = repository === undefined ? "" : ` For all of a repository: warrant sweep ${repository}.`;
      throw new ExitError(
        exitCodes.usage,
        `the address is not that of a pull request. Give https://github.com/owner/repo/pull/N, without a name or password.${all}`,
      );
    }
    for (const [option, value] of Object.entries({ "--host": options.host, "--requested-by": options.requestedBy })) {
      if (value !== undefined) {
        throw new ExitError(
          exitCodes.usage,
          `${option} is for a pull request: name one as owner/repo#N or by its address.`,
        );
      }
    }
    return await withHint(target, () => collectLocalChange(target, options, io, loadMore));
  }
  const { collectNamedPullRequest } = await import("./pull-request-change.ts");
  const [change] = await Promise.all([collectNamedPullRequest(name, options, io), loadMore()]);
  return change;
}
