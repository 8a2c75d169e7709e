/** @module A change judged and its verdict published, again when it moved meanwhile, and never without an end. */

import type { Label } from "@warrant/kernel/change/facts";
import type { RunDescription } from "@warrant/kernel/render/run-description";
import type { RunMark } from "../checks.ts";
import type { Timing } from "../timing.ts";
import type { Judged, Mode } from "./conclusion.ts";
import { type HeadState, readHead, type Target } from "./head.ts";
import { isRefusal, type Platform } from "./platform.ts";
import { type Publication, type PublishRequest, publish, refusedPublication } from "./publish.ts";
import { beginCheck } from "./publish-check.ts";
import { readStanding, type Standing, takeBack } from "./standing.ts";
import { beginAfterMs, judgingDeadlineMs, watched } from "./supervise.ts";

/** Times a change is judged when it moves while it is. */
const mostRounds = 3;

/** One collection judged: what it is about, and what publishing needs of it. */
export interface JudgedState {
  readonly target: Target;
  readonly judged: Judged;
  /** What the base's configuration asks for; absent: the mode of the task. */
  readonly mode?: Mode;
  readonly labels?: readonly Label[];
  /** Runs of our name that stood on the head in the state that was collected; null or absent: not known. */
  readonly standing?: readonly RunMark[] | null;
  readonly run?: RunDescription | undefined;
}

export interface JudgeTask extends Omit<PublishRequest, "target" | "judged" | "mode" | "labels" | "run"> {
  /** The mode where no configuration says one, also for a failure before it was read. An unknown one may enforce (law 3). */
  readonly mode: Mode;
  readonly repository: string;
  readonly number: number;
  /** Collects the facts afresh and judges them; it ends when the signal is aborted. `standing` is being read meanwhile. */
  readonly judge: (signal: AbortSignal, standing: Promise<Standing | undefined>) => Promise<JudgedState>;
  /** The head, where it is being read already, for what stands on it before the first collection. */
  readonly head?: Promise<HeadState> | undefined;
  readonly timing: Pick<Timing, "now" | "sleep">;
  readonly signal: AbortSignal;
  /** Milliseconds for all judging together. */
  readonly deadlineMs?: number;
}

export interface JudgedAndPublished {
  /** Null when not even the head could be read. */
  readonly state: JudgedState | null;
  /** Why there is no verdict, as a sentence; null: there is one. */
  readonly failure: string | null;
  /** Null when nothing could be tried. */
  readonly publication: Publication | null;
  /** Times the change was judged. */
  readonly rounds: number;
}

/**
 * Judges and publishes one change. A check run it began is always completed: by a verdict, or by the failure to reach one
 * in time. A failure is put on the commit that is the head at that moment.
 *
 * Never rejects; what failed is in the publication.
 */
export async function judgeAndPublish(platform: Platform, task: JudgeTask): Promise<JudgedAndPublished> {
  const { repository, number, judge, timing, signal, deadlineMs = judgingDeadlineMs, head, ...how } = task;
  let early = head;
  const start = timing.now();
  const about: Target = { repository, number, headSha: "", baseRef: null, baseSha: null };
  const current = async (): Promise<Target> => ({ ...about, headSha: (await readHead(platform, about)).headSha });
  let { mode } = how;
  let refusal: unknown = null;
  /** What stands there, taken back where it lets a change pass that it is not about; undefined where it cannot be read. */
  const looked = async (): Promise<Standing | undefined> => {
    let standing: Standing | undefined;
    try {
      const first = early;
      early = undefined;
      standing = await readStanding(platform, about, how.publisher, first);
      if (how.parts?.check !== false) await takeBack(platform, standing, { repository, number, pace: how.pace });
    } catch {
      // Publishing will meet the same failure and report it.
    }
    return standing;
  };
  const published = async (state: JudgedState, before?: readonly RunMark[]): Promise<Publication> =>
    refusal === null ? await publish(platform, { ...how, ...state, mode, before }) : refusedPublication(refusal);
  const failed = async (failure: string, rounds: number): Promise<JudgedAndPublished> => {
    try {
      const state = { target: await current(), judged: { failure }, mode };
      return { state, failure, publication: await published(state), rounds };
    } catch {
      return { state: null, failure, publication: null, rounds };
    }
  };
  for (let round = 1; ; round += 1) {
    const looking = looked();
    // What made us judge again was there before this collection, wherever the platform's lists lag behind.
    const known = round === 1 ? undefined : await looking;
    const found = await watched((working) => judge(working, looking), {
      timing,
      signal,
      beginAfterMs: round === 1 ? beginAfterMs : 0,
      deadlineMs: Math.max(0, start + deadlineMs - timing.now()),
      begin: async () => {
        if (how.parts?.check === false) return;
        try {
          await beginCheck(platform, { ...how, target: await current() });
        } catch (error) {
          if (isRefusal(error)) refusal = error;
        }
      },
    });
    // Nothing is taken back after the answer is there.
    const standing = await looking;
    if ("failure" in found) return await failed(found.failure, round);
    const state = found.result;
    mode = state.mode ?? how.mode;
    const before = [...(state.standing ?? standing?.checks.ours ?? []), ...(known?.checks.ours ?? [])];
    const publication = await published(state, before);
    if (publication.moved === null) {
      const failure = "failure" in state.judged ? state.judged.failure : null;
      return { state, failure, publication, rounds: round };
    }
    if (round === mostRounds) {
      const why = `The ${publication.moved} moved each of the ${mostRounds} times this change was judged.`;
      return await failed(why, round);
    }
  }
}
