/** @module `--publish`: one pull request judged, and its verdict put where its readers are. Loaded only when asked for. */

import { gatePullRequest } from "@warrant/github/gate-pull-request";
import { WritePace } from "@warrant/github/publish/pace";
import type { Publication } from "@warrant/github/publish/publish";
import { findPublishing } from "@warrant/github/publish/publisher";
import type { ChangeFacts } from "@warrant/kernel/change/facts";
import type { Configuration } from "@warrant/kernel/configuration";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import type { ChangeOptions } from "./change-options.ts";
import { ExitError, exitCodes } from "./exit.ts";
import { type Io, say } from "./io.ts";
import { openPlatform, withPlatform } from "./platform-client.ts";
import { refuseLocalOptions, sayUnknownConfiguration, whileCollecting } from "./pull-request-change.ts";
import type { PullRequestName } from "./pull-request-name.ts";

export interface PublishedChange {
  readonly facts: ChangeFacts;
  readonly verdict: ChangeVerdict;
  readonly configuration: Configuration;
  readonly origin: string;
  readonly isKnown: boolean;
  /** Whether what was published holds the change to its verdict; what is printed does then too. */
  readonly isEnforced: boolean;
  /** Whether everything that was to be said is there. */
  readonly isPublished: boolean;
}

const published: Readonly<Record<string, string>> = {
  created: "created",
  updated: "updated",
  unchanged: "unchanged",
  "left alone": "left alone, the change is closed",
  "left to app": "left to the app that has one on this change",
  none: "none needed",
};

/** What became of the two parts, in one line. */
function sayPublication(publication: Publication, canCheck: boolean, io: Io): void {
  const { check, comment, notice } = publication;
  const checkWords = canCheck
    ? (published[check.state] ?? "not published")
    : "not published: only an app's token may write checks";
  say(io, `check run ${checkWords}; comment ${published[comment.state] ?? "not published"}.`);
  if (notice !== null) say(io, publication.published === "refused" ? `nothing was published. ${notice}` : notice);
}

/**
 * Judges a pull request and publishes the verdict with the token's account.
 *
 * @throws ExitError `usage` for options that would publish another verdict than the base's configuration gives, and for a
 * configuration that is not valid (said on the commit first); `failed` when no verdict was reached.
 */
export async function publishNamedPullRequest(
  name: PullRequestName,
  options: ChangeOptions & { readonly enforce?: boolean },
  io: Io,
): Promise<PublishedChange> {
  refuseLocalOptions(options);
  if (options.config !== undefined) {
    throw new ExitError(
      exitCodes.usage,
      "--config is for looking: what is published is judged by the base's configuration.",
    );
  }
  const client = openPlatform({ host: options.host, addressHost: name.host }, io);
  const { repository, number } = name;
  const { signal } = io;
  const publishing = findPublishing(client);
  const gate = () =>
    gatePullRequest(client, {
      repository,
      number,
      mode: options.enforce === true ? "enforce" : "report",
      env: io.env,
      signal,
      requestedBy: options.requestedBy,
      intent: options.intent,
      publishing,
      staysHeld: true,
      pace: new WritePace(client.timing, signal),
    });
  const { judged, stayedHeld, failure, publication } = await whileCollecting(name, io, () => withPlatform(gate));
  io.signal.throwIfAborted();
  if (publication !== null) sayPublication(publication, (await publishing).parts.check, io);
  if (stayedHeld) say(io, "published as enforced, as the check on this commit was.");
  if (judged !== null && judged.problem !== null) throw new ExitError(exitCodes.usage, judged.problem.message);
  if (judged === null || failure !== null || "failure" in judged.judged) {
    throw new ExitError(exitCodes.failed, failure ?? "The pull request could not be judged.");
  }
  for (const warning of judged.warnings) say(io, warning);
  const { facts, configuration, origin, configurationUnknown } = judged;
  sayUnknownConfiguration(facts.base.sha, configurationUnknown, io);
  return {
    facts,
    verdict: judged.judged.verdict,
    configuration,
    origin,
    isKnown: configurationUnknown === null,
    isEnforced: judged.mode !== "report",
    isPublished: publication?.published === "all",
  };
}
