/** @module One pull request gated: collected, judged, and its verdict published, with the changes that share its commit. */

import type { GitHubClient } from "./client.ts";
import { type JudgedPullRequest, type JudgeOptions, judgedState, judgePullRequest } from "./judge-pull-request.ts";
import { isEnforcing } from "./publish/conclusion.ts";
import { isHeldAlready } from "./publish/enforced-before.ts";
import { movedSince, readHead } from "./publish/head.ts";
import { judgeAndPublish } from "./publish/judge-and-publish.ts";
import type { WritePace } from "./publish/pace.ts";
import type { PartState, Publication } from "./publish/publish.ts";
import type { Publishing } from "./publish/publisher.ts";

export interface GateOptions extends JudgeOptions {
  /** Who publishes; the change is collected while this is still being asked for. */
  readonly publishing: Publishing | Promise<Publishing>;
  readonly pace: WritePace;
  /** The page that shows the whole verdict. */
  readonly detailsUrl?: string | undefined;
  /** Whether whoever publishes answers `/warrant recheck` on the change. */
  readonly answersComments?: boolean | undefined;
  /** Other open changes with the same head commit that are known already. */
  readonly knownSiblings?: readonly number[] | undefined;
  readonly signal: AbortSignal;
  /** What was seen of a change before it was judged, if that still is the state it was judged in; the check run remembers it. */
  readonly seenOf?: ((judged: JudgedPullRequest) => string | null) | undefined;
  /** Whether what our check run on the head holds already stays held, where neither mode nor configuration enforces. */
  readonly staysHeld?: boolean;
}

export interface GatedPullRequest {
  /** As it was judged last; null when it could not be collected. */
  readonly judged: JudgedPullRequest | null;
  /** Whether it is enforced only because the check run on its head was. */
  readonly stayedHeld: boolean;
  /** Why there is no verdict, as a sentence; null: there is one. */
  readonly failure: string | null;
  /** Null when nothing could be tried. */
  readonly publication: Publication | null;
}

/**
 * Judges a pull request and publishes what was found, until both speak of the same state. What the platform refuses after
 * that is in the result, and on the commit where that is possible.
 *
 * @throws PlatformError only when it is not known who publishes.
 */
export async function gatePullRequest(client: GitHubClient, options: GateOptions): Promise<GatedPullRequest> {
  const { pace, detailsUrl, answersComments, knownSiblings, repository, number, mode } = options;
  const found: { judged: JudgedPullRequest | null; stayedHeld: boolean } = { judged: null, stayedHeld: false };
  const seen = new Map<number, string>();
  const judgeOne = async (which: JudgeOptions): Promise<JudgedPullRequest> => {
    const judged = await judgePullRequest(client, which);
    const digest = options.seenOf?.(judged) ?? null;
    if (digest === null) seen.delete(which.number);
    else seen.set(which.number, digest);
    return judged;
  };
  // Publishing a check run reads head and base before it writes, and has the change judged again when they moved.
  const isReadAgain = Promise.resolve(options.publishing).then(
    ({ parts }) => parts.check,
    () => false,
  );
  const judge = async (signal: AbortSignal): Promise<JudgedPullRequest> =>
    await judgeOne({ ...options, signal, isReadAgain });
  let early: Promise<JudgedPullRequest> | null = judge(options.signal);
  const head = readHead(client, { repository, number, headSha: "", baseRef: null, baseSha: null });
  // Failures are met where they are waited for, also when nobody gets there.
  early.catch(() => undefined);
  head.catch(() => undefined);
  const publishing = await options.publishing;
  const { failure, publication } = await judgeAndPublish(client, {
    repository,
    number,
    // Of a failure before the configuration was read: it may be one that enforces (law 3).
    mode: "enforce",
    publisher: publishing.publisher,
    parts: publishing.parts,
    pace,
    detailsUrl,
    answersComments,
    knownSiblings,
    seen,
    head,
    timing: client.timing,
    signal: options.signal,
    judge: async (signal, standing) => {
      found.judged = null;
      const first = early;
      early = null;
      const judged = await (first ?? judge(signal));
      found.stayedHeld =
        options.staysHeld === true &&
        !isEnforcing(judged.mode) &&
        isHeldAlready((await standing)?.checks, publishing.parts);
      found.judged = found.stayedHeld ? { ...judged, mode: "enforce" } : judged;
      return judgedState(found.judged);
    },
    // What a person said of this change is not said of the others.
    judgeSibling: async (which) => {
      const judged = await judgeOne({ repository, number: which, mode, env: options.env, signal: options.signal });
      return found.stayedHeld ? { ...judged, mode: "enforce" } : judged;
    },
  });
  const isOfOneState = !(await isReadAgain) || (await wasRead(client, found.judged, publication));
  if (failure === null && !isOfOneState) {
    const unknown = "It is not known whether the change moved while it was judged.";
    return { judged: null, stayedHeld: false, failure: unknown, publication };
  }
  return { ...found, failure, publication };
}

const readBefore: ReadonlySet<PartState> = new Set(["created", "updated", "unchanged", "moved"]);

/** Whether the head was read after the facts were collected and is still theirs; where publishing did not get there, it is now. */
async function wasRead(
  client: GitHubClient,
  judged: JudgedPullRequest | null,
  publication: Publication | null,
): Promise<boolean> {
  if (judged === null || publication === null || readBefore.has(publication.check.state)) return true;
  const { target } = judgedState(judged);
  try {
    return movedSince(target, await readHead(client, target)) === null;
  } catch {
    return false;
  }
}
