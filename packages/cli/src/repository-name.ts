/** @module A repository as an argument names it: `owner/repo`, or the address of its page. */

import { ExitError, exitCodes } from "./exit.ts";
import { readPullRequestName } from "./pull-request-name.ts";

const name = "(?<repository>[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})/[A-Za-z0-9_.-]{1,100})";
const short = new RegExp(`^${name}$`);
const path = new RegExp(`^/${name}/?$`);

export interface RepositoryName {
  readonly repository: string;
  /** The host of the address that was given; undefined for `owner/repo`. */
  readonly host?: string;
}

/** The repository a text names, or null when it is something else. */
export function findRepositoryName(text: string): RepositoryName | null {
  const named = short.exec(text)?.groups?.["repository"];
  if (named !== undefined) return { repository: named };
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const repository = path.exec(url.pathname)?.groups?.["repository"]?.replace(/\.git$/, "");
  if (repository === undefined || url.username !== "" || url.password !== "") return null;
  return { repository, host: url.host.replace(/^www\./, "") };
}

/**
 * Takes `owner/repo` or an address. What is refused is repeated unless it may be an address: a token may stand before its
 * host.
 *
 * @throws ExitError `usage`
 */
export function readRepositoryName(text: string): RepositoryName {
  const found = findRepositoryName(text);
  if (found !== null) return found;
  const change = readPullRequestName(text);
  if (change !== null) {
    const { repository, number } = change;
    const next = `For all of the repository give ${repository}; for the one, warrant check ${repository}#${number}.`;
    throw new ExitError(exitCodes.usage, `${repository}#${number} is a pull request, not a repository. ${next}`);
  }
  const shown = /[@:]/.test(text) ? "The argument" : text;
  throw new ExitError(
    exitCodes.usage,
    `${shown} is not the name of a repository. Give it as owner/repo or https://github.com/owner/repo.`,
  );
}
