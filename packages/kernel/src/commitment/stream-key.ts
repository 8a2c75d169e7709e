/**
 * @module What streams are found by, so that a gate reads the few that concern a call and not the whole ledger. Ids come from
 * hosts: a long one is shortened to its digest.
 */

import { digestText } from "../canonical.ts";

export const keyKinds = ["session", "served", "request", "thread", "envelope", "waiting"] as const;
export type KeyKind = (typeof keyKinds)[number];

/** UTF-16 units. */
const longestId = 200;

/**
 * The key under which streams are kept: approvals by `session` and `request`, commitments by the session that `served` them,
 * their `thread` and their `envelope`s, entries of the inbox by the call that is `waiting`.
 */
export function streamKey(kind: KeyKind, id: string): string {
  return `${kind}:${id.length > longestId ? digestText(id) : id}`;
}
