/** @module The client for the platform a command was told, with the environment's token. */

import { BaseUrlError, type BaseUrls, baseUrls } from "@warrant/github/base-urls";
import { GitHubClient } from "@warrant/github/client";
import { PlatformError } from "@warrant/github/errors";
import { tokenOfEnvironment } from "@warrant/github/tokens";
import { ExitError, exitCodes } from "./exit.ts";
import { type Io, say } from "./io.ts";
import { version } from "./version.ts";

export interface PlatformChoice {
  /** The server of `--host`; otherwise the environment's, otherwise github.com. */
  readonly host?: string | undefined;
  /** The host of an address that was given; it must be the one that is configured. */
  readonly addressHost?: string | undefined;
}

/**
 * The server to ask. The host of an address is taken only where it is the one that is configured: the token of the
 * environment must not go to a server because an address names it.
 */
function serverOf({ host, addressHost }: PlatformChoice, io: Io): BaseUrls {
  if (host?.trim() === "") throw new ExitError(exitCodes.usage, "--host is empty. Give it a value or leave it out.");
  let urls: BaseUrls;
  try {
    urls = baseUrls({ server: host, env: io.env });
  } catch (error) {
    if (error instanceof BaseUrlError) throw new ExitError(exitCodes.usage, error.message, { cause: error });
    throw error;
  }
  // An address of git may be of another port, or say none.
  const known = [urls.host, urls.host.replace(/:\d{1,5}$/, "")].map((name) => name.toLowerCase());
  if (addressHost !== undefined && !known.includes(addressHost.toLowerCase())) {
    throw new ExitError(
      exitCodes.usage,
      `the address is on ${addressHost}, and the token is for ${urls.host}, so it was not sent there. Warrant reads GitHub and GitHub Enterprise Server; your own Enterprise server is named by --host.`,
    );
  }
  return urls;
}

/**
 * Opens the client. With `WARRANT_DEBUG=1` each request is said on standard error, without bodies and tokens.
 *
 * @throws ExitError `usage` when there is no token, or the server cannot be used.
 */
export function openPlatform(choice: PlatformChoice, io: Io): GitHubClient {
  const urls = serverOf(choice, io);
  const token = tokenOfEnvironment(io.env);
  if (token === undefined) {
    throw new ExitError(
      exitCodes.usage,
      "there is no token. Set GITHUB_TOKEN (or GH_TOKEN) to one that may read the repository.",
    );
  }
  // Never with the value: a key or a whole file that was put there by mistake is a secret too.
  if (!/^[!-~]+$/.test(token)) {
    throw new ExitError(
      exitCodes.usage,
      "the token of GITHUB_TOKEN (or GH_TOKEN) holds a space or another character that no token has. Give the token alone.",
    );
  }
  const client = new GitHubClient({
    urls,
    token: () => Promise.resolve(token),
    version,
    log: io.env["WARRANT_DEBUG"] === "1" ? (entry) => say(io, `request ${JSON.stringify(entry)}`) : undefined,
  });
  return client.within({}, { signal: io.signal });
}

/** Runs what asks the platform; its failure ends the command as the platform's (exit code 1). */
export async function withPlatform<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError) throw new ExitError(exitCodes.failed, error.message, { cause: error });
    throw error;
  }
}
