/** @module Ids as people type and read them: unique beginnings. */

import { matchId } from "@warrant/kernel/commitment/inbox";
import { outside } from "@warrant/kernel/render/outside";
import { ExitError, exitCodes } from "../exit.ts";

/** The shortest beginning that is shown. */
const shortest = 8;

/** How each of these ids is shown: its shortest beginning, of eight characters or more, that no other one has. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const sorted = [...new Set(ids)].sort();
  const shown = new Map<string, string>();
  for (const [index, id] of sorted.entries()) {
    const neighbours = [sorted[index - 1], sorted[index + 1]];
    const shared = Math.max(0, ...neighbours.map((other) => (other === undefined ? 0 : sharedLength(id, other))));
    shown.set(id, id.slice(0, Math.max(shortest, shared + 1)));
  }
  return (id) => outside(shown.get(id) ?? id.slice(0, shortest), 100);
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** What an id may stand for, with what tells it from the others. */
export interface Candidate {
  readonly id: string;
  readonly title: string;
}

/** Where things of a kind are seen. */
const seenBy: Readonly<Record<string, string>> = {
  commitment: "warrant commitments list --all",
  "envelope or commitment": "warrant commitments show ID",
  "entry of the inbox": "warrant inbox list --all",
  session: "warrant trace list",
  "file and no recorded session": "warrant trace list",
};

/**
 * The one id that was meant.
 *
 * @param what the kind of thing, as in "commitment".
 * @throws ExitError `usage` when it is unknown, or is the beginning of several, which are listed.
 */
export function pickId(text: string, candidates: readonly Candidate[], what: string): string {
  const match = matchId(
    text,
    candidates.map(({ id }) => id),
  );
  if (match.kind === "found") return match.id;
  if (match.kind === "unknown") {
    const command = seenBy[what];
    const see = command === undefined ? "" : ` See ${command}.`;
    const short = text.length < 4 ? " Give at least four characters of its id." : "";
    const hint = candidates.length === 0 ? " There is none at all yet." : `${short}${see}`;
    throw new ExitError(exitCodes.usage, `there is no ${what} ${outside(text, 60)}.${hint}`);
  }
  const lines = match.candidates.map((id) => {
    const title = candidates.find((candidate) => candidate.id === id)?.title ?? "";
    return `  ${id}  ${outside(title, 80)}`;
  });
  throw new ExitError(exitCodes.usage, `${outside(text, 60)} is the beginning of several:\n${lines.join("\n")}`);
}
