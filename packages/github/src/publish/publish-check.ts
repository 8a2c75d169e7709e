/** @module The check run of a commit brought to what it should say, on a head that was read just before. */

import type { RunMark } from "../checks.ts";
import { type CheckOutputOptions, checkOutput, type ForeignCheck } from "./check-output.ts";
import { begunCheck, checkWrites, findChecks, foreignChecks, writeAnswer, writeCheck } from "./check-run.ts";
import type { JointOutcome, Judged } from "./conclusion.ts";
import { heldLines } from "./enforced-before.ts";
import { type HeadState, type Moved, movedSince, readHead, type Target } from "./head.ts";
import type { WritePace } from "./pace.ts";
import type { Platform } from "./platform.ts";
import type { Publisher } from "./publisher.ts";
import { allSiblings, type JudgeSibling, judgeSiblings, openSiblings } from "./siblings.ts";
import { isOvertaken } from "./standing.ts";
import { storedVerdicts } from "./stored-verdict.ts";

export interface CheckTask extends Pick<CheckOutputOptions, "mode" | "run" | "detailsUrl" | "seen"> {
  readonly target: Target;
  readonly judged: Judged;
  readonly publisher: Publisher;
  readonly pace: WritePace;
  /** Judges another open change of the same commit; absent: it counts as not judged. */
  readonly judgeSibling?: JudgeSibling | undefined;
  /** Other open changes with the same head commit, where whoever asks has looked at all; absent: they are looked for. */
  readonly knownSiblings?: readonly number[] | undefined;
  /** Runs that stood on the head before the facts were collected; absent: no other verdict is looked for. */
  readonly before?: readonly RunMark[] | undefined;
}

export interface CheckResult {
  readonly state: "created" | "updated" | "unchanged" | "moved";
  readonly id: number | null;
  readonly moved: Moved | null;
  readonly outcome: JointOutcome | null;
  readonly foreign: readonly ForeignCheck[];
}

/** What became of a run by a write. */
export function stateOf(kind: "none" | "create" | "update"): CheckResult["state"] {
  if (kind === "create") return "created";
  return kind === "update" ? "updated" : "unchanged";
}

/**
 * Completes the check run of the target's head commit, never of another (report E7). Doing it again writes nothing.
 *
 * @throws PlatformError of the request that failed; what was written before it stands.
 */
export async function publishCheck(platform: Platform, task: CheckTask): Promise<CheckResult> {
  const { target, judged, mode, run, detailsUrl, seen, publisher, pace } = task;
  const { repository, headSha } = target;
  await pace.turn();
  const [first, found, open] = await Promise.all([
    readHead(platform, target),
    findChecks(platform, repository, headSha, publisher),
    // Also under report: another base of the same commit may enforce.
    openSiblings(platform, target, task.knownSiblings),
  ]);
  const foreign = foreignChecks(found);
  const stopped = (moved: Moved): CheckResult => ({ state: "moved", id: null, moved, outcome: null, foreign });
  const moved = movedSince(target, first);
  if (moved !== null) return stopped(moved);
  if (task.before !== undefined && "verdict" in judged && isOvertaken(found.ours.at(-1), task.before, judged.verdict)) {
    return stopped("verdict");
  }
  const remembered = storedVerdicts(found.ours.at(-1)?.text ?? "").map((stored) => stored.number);
  const numbers = await allSiblings(platform, target, open, remembered);
  const siblings = await judgeSiblings(numbers, headSha, task.judgeSibling);
  const held = "failure" in judged ? heldLines(found.ours) : "";
  const output = checkOutput(judged, { mode, siblings, foreign, run, detailsUrl, seen, held });
  let now: HeadState | null = siblings.length === 0 ? first : null;
  let result: CheckResult | null = null;
  for (const write of checkWrites(found, headSha, output, detailsUrl)) {
    if (write.kind !== "none") {
      await pace.turn();
      now ??= await readHead(platform, target);
      const movedNow = movedSince(target, now);
      if (movedNow !== null) return result ?? stopped(movedNow);
      now = null;
    }
    if (result !== null) {
      await pace.write(() => writeCheck(platform, repository, write));
      continue;
    }
    const answer = () => writeAnswer(platform, repository, headSha, write);
    const { kind, id } = write.kind === "none" ? write : await pace.write(answer);
    result = { state: stateOf(kind), id, moved: null, outcome: output.outcome, foreign };
  }
  return result ?? { state: "unchanged", id: null, moved: null, outcome: output.outcome, foreign };
}

/**
 * Says on the head commit that the work has begun, unless a run of ours is there already. Returns whether one was made.
 *
 * @throws PlatformError of the request that failed.
 */
export async function beginCheck(
  platform: Platform,
  task: Pick<CheckTask, "target" | "publisher" | "pace" | "detailsUrl">,
): Promise<boolean> {
  const { target, publisher, pace, detailsUrl } = task;
  await pace.turn();
  const [now, found] = await Promise.all([
    readHead(platform, target),
    findChecks(platform, target.repository, target.headSha, publisher),
  ]);
  if (movedSince(target, now) !== null || found.ours.length > 0) return false;
  await pace.write(() => writeCheck(platform, target.repository, begunCheck(target.headSha, detailsUrl)));
  return true;
}
