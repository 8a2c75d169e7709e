/** @module One change of a group decided: by its stored verdict while that answers for it, otherwise judged now. */

import { findChecks } from "../publish/check-run.ts";
import type { JudgedChange, Mode } from "../publish/conclusion.ts";
import type { JudgedState } from "../publish/judge-and-publish.ts";
import { causeOf, type Platform } from "../publish/platform.ts";
import type { Publisher } from "../publish/publisher.ts";
import { type StoredVerdict, storedVerdict } from "../publish/stored-verdict.ts";
import type { Member } from "./group.ts";

/** A change of a group with what was decided about it. */
export interface GroupChange extends JudgedChange {
  readonly headSha: string;
  /** `stored`: the verdict on its own head still answers; `judged`: judged for this group; `unknown`: neither could be had. */
  readonly from: "stored" | "judged" | "unknown";
  readonly decision: "allow" | "deny" | "unknown";
}

export interface MemberTask {
  readonly repository: string;
  /** The branch the group will be merged into. */
  readonly branch: string;
  readonly publisher: Publisher;
  /** Collects a change afresh and judges it by the rules alone. */
  readonly rules: (number: number, signal: AbortSignal) => Promise<JudgedState>;
  /** Judges a change with everything there is, models too. Absent: the rules are all there is. */
  readonly judge?: ((number: number, signal: AbortSignal) => Promise<JudgedState>) | undefined;
  readonly signal: AbortSignal;
}

export function unknownChange({ number, headSha }: Member, failure: string, mode: Mode | null = null): GroupChange {
  return { number, headSha, from: "unknown", decision: "unknown", judged: { failure }, mode };
}

/** The outcome of judging as that of a change of the group. A verdict about another state is none. */
function decided(member: Member, state: JudgedState, task: MemberTask, from: "stored" | "judged"): GroupChange {
  const { judged, mode = null } = state;
  if ("failure" in judged) return unknownChange(member, judged.failure, mode);
  const { subject, decision } = judged.verdict;
  if (subject.number !== member.number || subject.repository.toLowerCase() !== task.repository.toLowerCase()) {
    return unknownChange(member, "What was judged is another change.", mode);
  }
  if (subject.head_sha !== member.headSha) return unknownChange(member, "Its head moved after it was queued.", mode);
  if (subject.base_ref !== task.branch) return unknownChange(member, "It is for another branch by now.", mode);
  return { ...member, from, decision, judged, mode };
}

/** The verdict our newest check run on the change's own head stores, while it answers for what the rules saw just now. */
async function storedOf(
  platform: Platform,
  member: Member,
  fresh: GroupChange,
  task: MemberTask,
): Promise<StoredVerdict | null> {
  if ("failure" in fresh.judged) return null;
  const { config, intent } = fresh.judged.verdict.digests;
  const { ours } = await findChecks(platform, task.repository, member.headSha, task.publisher);
  const newest = ours.at(-1);
  const expected = { ...member, baseRef: task.branch, config, intent };
  return newest === undefined ? null : storedVerdict(newest, expected, task.publisher);
}

/** Whether a stored denial still stands although the rules allow: it saw the same facts, or it came from what a model said. */
function stands(stored: StoredVerdict, fresh: GroupChange): boolean {
  if (stored.decision !== "deny" || "failure" in fresh.judged) return false;
  return stored.facts === fresh.judged.verdict.digests.facts || stored.denyKind === "misaligned";
}

/**
 * Decides one change.
 *
 * The facts are collected afresh in any case: that is what tells whether a stored verdict still answers, and it takes the
 * same requests as judging by the rules. So those judge too. What they deny nothing can allow (law 1); where they allow and
 * so does the stored verdict, no model need be asked; otherwise the change is judged with everything there is.
 *
 * Never rejects: what failed makes the change unknown.
 */
export async function judgeMember(platform: Platform, member: Member, task: MemberTask): Promise<GroupChange> {
  const { rules, judge, signal } = task;
  try {
    const fresh = decided(member, await rules(member.number, signal), task, "judged");
    if (fresh.decision !== "allow") return fresh;
    const stored = await storedOf(platform, member, fresh, task);
    if (stored?.decision === "allow") return { ...fresh, from: "stored" };
    if (judge !== undefined) return decided(member, await judge(member.number, signal), task, "judged");
    if (stored === null || !stands(stored, fresh)) return fresh;
    const failure = `Its own check denies it (${stored.denyKind ?? "denied"}).`;
    return { ...fresh, from: "stored", decision: "deny", judged: { failure } };
  } catch (error) {
    return unknownChange(member, causeOf(error));
  }
}
