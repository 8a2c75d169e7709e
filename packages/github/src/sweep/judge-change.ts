/** @module One change of a sweep judged on its own, published where that is asked for, and made into what is kept of it. */

import { digest } from "@warrant/kernel/canonical";
import { adviseDrift } from "@warrant/sources/drift-beads";
import { relayEntry } from "@warrant/sources/relay-files";
import type { GitHubClient } from "../client.ts";
import { PlatformError } from "../errors.ts";
import { gatePullRequest } from "../gate-pull-request.ts";
import { type JudgedPullRequest, judgePullRequest } from "../judge-pull-request.ts";
import { isEnforcing, type Mode } from "../publish/conclusion.ts";
import type { WritePace } from "../publish/pace.ts";
import type { PartReport } from "../publish/publish.ts";
import type { Publishing } from "../publish/publisher.ts";
import type { LookedAt } from "./look.ts";
import { requiredChecks } from "./seen.ts";
import type { KeptChange } from "./state.ts";
import { type SweptChange, swept } from "./swept.ts";

export interface JudgeChangeTask {
  readonly repository: string;
  readonly mode: Mode;
  readonly staysHeld?: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pace: WritePace;
  readonly detailsUrl?: string | undefined;
  readonly answersComments?: boolean | undefined;
  readonly signal: AbortSignal;
  /** RFC 3339 UTC. */
  readonly timestamp: () => string;
  /** Every change of the sweep by number, the siblings of one among them. */
  readonly changes: ReadonlyMap<number, LookedAt>;
  /** Numbers of those for which everything is published; of the others a sibling's check run says nothing yet. */
  readonly published: Set<number>;
}

/** What was seen of a change, if it was judged in the very state it was looked at in; else null, and it is judged again. */
function seenBefore({ facts, judged }: JudgedPullRequest, changes: ReadonlyMap<number, LookedAt>): string | null {
  const change = changes.get(facts.number ?? 0);
  if (change === undefined || change.base === null || "failure" in judged) return null;
  const isSame =
    facts.head.sha === change.headSha &&
    facts.base.ref === change.baseRef &&
    facts.base.sha === change.baseSha &&
    judged.verdict.digests.config === change.base.config &&
    requiredChecks(facts.checks, change.base.requiredChecks).join() === change.checks.join();
  // What could not be read this time may be readable the next time.
  return isSame && facts.incomplete.length === 0 ? change.seen : null;
}

function keptOf(found: JudgedPullRequest, seen: string | null, at: string): KeptChange | null {
  const { facts, judged, configuration } = found;
  if ("failure" in judged || facts.number === null) return null;
  const { verdict } = judged;
  const { row, base_ref, blockers, refusals } = relayEntry(verdict, facts, configuration.intent.hold_labels);
  return {
    number: facts.number,
    head_sha: facts.head.sha,
    base_ref,
    seen,
    config: verdict.digests.config,
    intent: verdict.digests.intent,
    verdict: digest(verdict),
    judged_at: at,
    decision: verdict.decision,
    deny_kind: verdict.deny_kind,
    gated: verdict.gated,
    floor: verdict.floor.class,
    row,
    blockers: [...blockers],
    refusals: [...refusals],
    advice: adviseDrift(verdict, facts.head.ref),
  };
}

const notJudged = "It could not be judged.";

/**
 * Whether a check run was refused as it would be on every change. A comment is refused on one change alone where its
 * conversation is locked, and a run that is there can refuse to be renewed: that of a job that took our name.
 */
function isOfAll({ state, error }: PartReport): boolean {
  return state === "refused" && !(error instanceof PlatformError && error.asked.startsWith("PATCH "));
}

/** One change with what the platform refused to have written, which then is not tried for the next one. */
export interface JudgedInSweep {
  /** Null when the change is not open any more. */
  readonly change: SweptChange | null;
  readonly refusal: string | null;
}

/**
 * Judges a change. Never rejects: whatever fails is its failure, and the others go on.
 *
 * @param publishing who publishes; null: nothing is written
 */
export async function judgeChange(
  client: GitHubClient,
  change: LookedAt,
  publishing: Publishing | null,
  task: JudgeChangeTask,
): Promise<JudgedInSweep> {
  const { repository, mode, staysHeld = false, env, pace, detailsUrl, answersComments, signal } = task;
  const { number } = change;
  const about = { repository, number, mode, env, signal };
  const own = client.within({ repository, number }, { signal, isWork: true });
  const seenOf = (judged: JudgedPullRequest): string | null => {
    const which = judged.facts.number ?? 0;
    return which === number || task.published.has(which) ? seenBefore(judged, task.changes) : null;
  };
  const failed = (failure: string): JudgedInSweep => ({
    change: swept(change, mode, { how: "failed", failure }),
    refusal: null,
  });
  try {
    if (publishing === null) {
      const judged = await judgePullRequest(own, about);
      if (judged.facts.state !== "open") return { change: null, refusal: null };
      const kept = keptOf(judged, seenOf(judged), task.timestamp());
      if (kept === null) return failed("failure" in judged.judged ? judged.judged.failure : notJudged);
      return {
        change: swept(change, mode, { how: "judged", kept, enforced: isEnforcing(judged.mode) }),
        refusal: null,
      };
    }
    const knownSiblings = [...task.changes.values()]
      .filter((one) => one.headSha === change.headSha)
      .map((one) => one.number);
    const how = { publishing, pace, detailsUrl, answersComments, knownSiblings, seenOf, staysHeld };
    const gated = await gatePullRequest(own, { ...about, ...how });
    const { judged, stayedHeld, failure, publication } = gated;
    if (judged !== null && judged.facts.state !== "open") return { change: null, refusal: null };
    const isPublished = publication?.published === "all";
    const kept = judged === null ? null : keptOf(judged, isPublished ? seenOf(judged) : null, task.timestamp());
    if (failure !== null || judged === null || kept === null) return failed(failure ?? notJudged);
    const written =
      publication === null ? null : { check: publication.check.state, comment: publication.comment.state };
    const found = { kept, enforced: isEnforcing(judged.mode), stayedHeld, written };
    if (isPublished) {
      task.published.add(number);
      return { change: swept(change, mode, { how: "judged", ...found }), refusal: null };
    }
    const notice = publication?.notice ?? "The verdict could not be published.";
    const refusal = publication !== null && isOfAll(publication.check) ? notice : null;
    return { change: swept(change, mode, { how: "failed", failure: notice, ...found }), refusal };
  } catch (error) {
    return failed(error instanceof PlatformError ? error.message : "Warrant failed while it judged this change.");
  }
}
