/** @module What stands on a change's head before it is judged: whether it still answers, and whether another came meanwhile. */

import type { ChangeVerdict } from "@warrant/kernel/verdict";
import type { RunMark } from "../checks.ts";
import { type FoundChecks, findChecks, renewedCheck, writeCheck } from "./check-run.ts";
import { type HeadState, readHead, type Target } from "./head.ts";
import type { WritePace } from "./pace.ts";
import type { Platform } from "./platform.ts";
import type { Publisher } from "./publisher.ts";
import { type CheckRun, storedVerdicts } from "./stored-verdict.ts";

export interface Standing {
  readonly head: HeadState;
  readonly checks: FoundChecks;
}

/**
 * Reads the head and the runs of our name on it.
 *
 * @param early the head, where it is being read already
 * @throws PlatformError of the request that failed.
 */
export async function readStanding(
  platform: Platform,
  about: Target,
  publisher: Publisher,
  early?: Promise<HeadState>,
): Promise<Standing> {
  const head = await (early ?? readHead(platform, about));
  return { head, checks: await findChecks(platform, about.repository, head.headSha, publisher) };
}

const passing = new Set(["success", "neutral", "skipped"]);

/**
 * Takes back an answer that lets a change pass and is not about it and its base, as after a retarget: it would stand until
 * the change is judged (report E4). Returns whether it did.
 *
 * @throws PlatformError of the request that failed.
 */
export async function takeBack(
  platform: Platform,
  { head, checks }: Standing,
  task: { readonly repository: string; readonly number: number; readonly pace: WritePace },
): Promise<boolean> {
  const run = checks.ours.at(-1);
  if (run === undefined || head.state !== "open" || run.status !== "completed") return false;
  if (!passing.has(run.conclusion ?? "")) return false;
  const stored = storedVerdicts(run.text ?? "");
  if (stored.some(({ number, baseRef }) => number === task.number && baseRef === head.baseRef)) return false;
  await task.pace.write(() => writeCheck(platform, task.repository, renewedCheck(run)));
  return true;
}

function isSame(left: RunMark, right: RunMark): boolean {
  return (
    left.id === right.id &&
    left.status === right.status &&
    left.conclusion === right.conclusion &&
    left.externalId === right.externalId
  );
}

/**
 * Whether another one published a verdict from other facts since ours were collected: then ours may be the older one (report E6).
 *
 * @param before the runs that stood when the facts were collected
 */
export function isOvertaken(newest: CheckRun | undefined, before: readonly RunMark[], verdict: ChangeVerdict): boolean {
  if (newest?.status !== "completed" || before.some((run) => isSame(run, newest))) return false;
  const { subject, digests } = verdict;
  const own = storedVerdicts(newest.text ?? "").find(({ number }) => number === subject.number);
  return own?.facts !== digests.facts;
}
