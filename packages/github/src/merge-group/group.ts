/** @module A group of a merge queue as its event names it. It names commits and no pull request (report F5). */

import * as z from "zod/mini";

/** What the event says; a part that is missing is empty, and then answers for nothing. */
export interface MergeGroup {
  readonly headSha: string;
  /** `refs/heads/gh-readonly-queue/BASE/pr-N-SHA` */
  readonly headRef: string;
  readonly baseSha: string;
  /** `refs/heads/BASE` */
  readonly baseRef: string;
}

/** A change of a group and the commit that is its head. */
export interface Member {
  readonly number: number;
  readonly headSha: string;
}

/** The changes of a group, or why it is not known which they are, as a sentence without its end. */
export type Members = { readonly members: readonly Member[] } | { readonly why: string };

const text = z.catch(z.string().check(z.maxLength(1000)), "");
const Payload = z.object({
  action: z.literal("checks_requested"),
  merge_group: z.object({ head_sha: text, head_ref: text, base_sha: text, base_ref: text }),
  repository: z.object({ full_name: z.string() }),
});

/** Reads the payload of `merge_group`; null for one that asks for no checks. */
export function readMergeGroup(payload: unknown): { readonly repository: string; readonly group: MergeGroup } | null {
  const reading = Payload.safeParse(payload);
  if (!reading.success) return null;
  const { merge_group: group, repository } = reading.data;
  return {
    repository: repository.full_name,
    group: {
      headSha: group.head_sha,
      headRef: group.head_ref,
      baseSha: group.base_sha,
      baseRef: group.base_ref,
    },
  };
}

const commitId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function isCommitId(sha: string): boolean {
  return commitId.test(sha);
}

/** `main` of `refs/heads/main`. */
export function branchOf(ref: string): string {
  return ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : ref;
}

const lastPart = /^(?<number>[1-9]\d{0,9})-[0-9a-f]{40,64}$/;

/** The number in the name the platform gave the group's branch: its last change. Null without one for this base. */
export function numberInRef({ headRef, baseRef }: MergeGroup): number | null {
  const folder = `gh-readonly-queue/${branchOf(baseRef)}/pr-`;
  const name = branchOf(headRef);
  if (!name.startsWith(folder)) return null;
  const number = lastPart.exec(name.slice(folder.length))?.groups?.["number"];
  return number === undefined ? null : Number(number);
}
