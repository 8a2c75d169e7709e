/** @module Where a change stands right now: read before every write, so that nothing is written about a state that is gone. */

import * as z from "zod/mini";
import { PlatformError } from "../errors.ts";
import { ownerAndName } from "../owner-and-name.ts";
import type { Platform } from "./platform.ts";

/** What a verdict or a failure is about. A base that is null is not known and not compared. */
export interface Target {
  readonly repository: string;
  readonly number: number;
  readonly headSha: string;
  readonly baseRef: string | null;
  readonly baseSha: string | null;
}

export interface HeadState {
  readonly state: "open" | "closed" | "merged";
  readonly headSha: string;
  readonly baseRef: string;
  /** Tip of the base branch; of a branch that is gone the last one, as when facts are collected. */
  readonly baseSha: string;
}

/** What moved since the verdict was made; the change must be collected again. */
export type Moved = "head" | "base branch" | "base commit" | "verdict";

const headDocument = `query WarrantHead($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { state headRefOid baseRefName baseRefOid baseRef { target { oid } } }
  }
}`;

const HeadAnswer = z.object({
  repository: z.nullable(
    z.object({
      pullRequest: z.nullable(
        z.object({
          state: z.enum(["OPEN", "CLOSED", "MERGED"]),
          headRefOid: z.string(),
          baseRefName: z.string(),
          baseRefOid: z.string(),
          baseRef: z.nullable(z.object({ target: z.nullable(z.object({ oid: z.string() })) })),
        }),
      ),
    }),
  ),
});

const states = { OPEN: "open", CLOSED: "closed", MERGED: "merged" } as const;

/**
 * Head, base and state of a change by one query.
 *
 * @throws PlatformError also when the change cannot be seen any more: then nothing may be written about it.
 */
export async function readHead(platform: Platform, target: Target): Promise<HeadState> {
  const { owner, repo } = ownerAndName(target.repository);
  const asked = `the head of ${target.repository}#${target.number}`;
  const variables = { owner, name: repo, number: target.number };
  const { data } = await platform.graphql(asked, headDocument, variables, HeadAnswer);
  const change = data.repository?.pullRequest ?? null;
  if (change === null) {
    throw new PlatformError({
      code: "platform-missing",
      asked,
      came: "it is not there, or the token may not see it",
      next: "Check the name, and that the token may read the repository.",
    });
  }
  const { state, headRefOid, baseRefName, baseRefOid, baseRef } = change;
  const baseSha = baseRef?.target?.oid ?? baseRefOid;
  return { state: states[state], headSha: headRefOid, baseRef: baseRefName, baseSha };
}

/** What of a target is no longer so, or null. The base of a change that is closed or merged moves without it. */
export function movedSince(target: Target, now: HeadState): Moved | null {
  if (now.headSha !== target.headSha) return "head";
  if (now.state !== "open") return null;
  if (target.baseRef !== null && now.baseRef !== target.baseRef) return "base branch";
  return target.baseSha !== null && now.baseSha !== target.baseSha ? "base commit" : null;
}
