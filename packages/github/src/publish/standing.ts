/** @module What stands on a change's head before it is judged: whether it still answers, and whether it is another later. */

import type { ChangeVerdict } from "@warrant/kernel/verdict";
import { findChecks, renewedCheck, writeCheck } from "./check-run.ts";
import { type HeadState, readHead, type Target } from "./head.ts";
import type { WritePace } from "./pace.ts";
import type { Platform } from "./platform.ts";
import type { Publisher } from "./publisher.ts";
import { type CheckRun, storedVerdicts } from "./stored-verdict.ts";

export interface Standing {
  readonly head: HeadState;
  /** Our newest run on the head. */
  readonly run: CheckRun | null;
}

/**
 * Reads the head and our newest run on it.
 *
 * @throws PlatformError of the request that failed.
 */
export async function readStanding(platform: Platform, about: Target, publisher: Publisher): Promise<Standing> {
  const head = await readHead(platform, about);
  const { ours } = await findChecks(platform, about.repository, head.headSha, publisher);
  return { head, run: ours.at(-1) ?? null };
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
  { head, run }: Standing,
  task: { readonly repository: string; readonly number: number; readonly pace: WritePace },
): Promise<boolean> {
  if (run === null || head.state !== "open" || run.status !== "completed") return false;
  if (!passing.has(run.conclusion ?? "")) return false;
  const stored = storedVerdicts(run.text ?? "");
  if (stored.some(({ number, baseRef }) => number === task.number && baseRef === head.baseRef)) return false;
  await task.pace.write(() => writeCheck(platform, task.repository, renewedCheck(run)));
  return true;
}

function isSame(left: CheckRun, right: CheckRun | null): boolean {
  return (
    left.id === right?.id &&
    left.status === right.status &&
    left.conclusion === right.conclusion &&
    left.externalId === right.externalId &&
    left.text === right.text
  );
}

/** Whether another one published a verdict from other facts since `before` was read: then ours may be the older one (report E6). */
export function isOvertaken(newest: CheckRun | undefined, before: Standing, verdict: ChangeVerdict): boolean {
  if (newest === undefined || newest.status !== "completed" || isSame(newest, before.run)) return false;
  const { subject, digests } = verdict;
  const own = storedVerdicts(newest.text ?? "").find(({ number }) => number === subject.number);
  return own?.facts !== digests.facts;
}
