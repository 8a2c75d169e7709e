/** @module A repository as an argument names it: `owner/repo`. */

import { ExitError, exitCodes } from "./exit.ts";

const repositoryName = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})\/[A-Za-z0-9_.-]{1,100}$/;

/**
 * Takes only `owner/repo`. What is refused is repeated unless it may be an address: a token may stand before its host.
 *
 * @throws ExitError `usage`
 */
export function checkRepositoryName(text: string): void {
  if (repositoryName.test(text)) return;
  const shown = /[@:]/.test(text) ? "The argument" : text;
  throw new ExitError(exitCodes.usage, `${shown} is not the name of a repository. Give it as owner/repo.`);
}
