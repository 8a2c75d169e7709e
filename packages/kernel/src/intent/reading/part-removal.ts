/** @module What a part says about removal as a whole: its entries, which of them are granted, and what becomes of the rest. */

import { raise, requestScales } from "../../scale.ts";
import type { ClauseReading } from "./clause-reading.ts";
import type { ReadPart } from "./part-reading.ts";
import { askingActs } from "./reading.ts";
import type { RemovalEntry, RemovalScope } from "./removal.ts";
import { type HeadRemoval, isGranted, softEntriesOf } from "./removal-entries.ts";
import type { KnownNames } from "./removal-selectors.ts";

/** An entry, and the verb it was said with, as written. */
export interface SpokenEntry {
  readonly entry: RemovalEntry;
  readonly verb: string;
}

/** Owners added after the removal: `also plover's`, `those of plover too`. */
function laterOwners(later: readonly ClauseReading[]): string[] {
  return later.flatMap(({ texts, words }) =>
    words.flatMap((word, at) => {
      const own = /^@?(?<owner>[\w.-]{1,80})'s$/i.exec(texts[at] ?? "")?.groups?.["owner"];
      if (own !== undefined) return [own];
      return word === "those" && words[at + 1] === "of" ? [texts[at + 2] ?? ""] : [];
    }),
  );
}

/** The entries of a part, with owners that were added in a clause of their own. */
export function entriesOf(
  clauses: readonly ClauseReading[],
  removals: readonly HeadRemoval[],
  known: KnownNames,
): SpokenEntry[] {
  const spoken = removals.flatMap(({ entry, verb }) => (entry === undefined ? [] : [{ entry, verb }]));
  const at = clauses.findIndex((clause) => clause.heads.some(({ verb }) => verb.removal !== undefined));
  const later = at < 0 ? [] : clauses.slice(at + 1).filter(({ role }) => role === "request" || role === "statement");
  const owners = laterOwners(later);
  const owned = spoken.map(({ entry, verb }): SpokenEntry => {
    const isOwned = owners.length > 0 && entry.owners.length > 0;
    return { entry: isOwned ? { ...entry, owners: [...new Set([...entry.owners, ...owners])] } : entry, verb };
  });
  const soft = clauses.flatMap((clause) => softEntriesOf(clause, known)).map((entry) => ({ entry, verb: "" }));
  return [...owned, ...soft];
}

/** The entries that are granted. Granting looks only at what was typed: the verb, the names and the owners. */
export function grantsOf(spoken: readonly SpokenEntry[], isTyped: (word: string) => boolean): RemovalEntry[] {
  return spoken
    .filter(({ entry, verb }) => {
      const owners = entry.owners.filter((owner) => owner !== "me");
      return isGranted(entry) && [verb, ...entry.names, ...owners].every(isTyped);
    })
    .map(({ entry }) => entry);
}

/** What the words of a part grant, and what becomes of every other deletion. */
export function scopeOf(part: ReadPart, isRemovalBanned: boolean, isRemovalDoubtful: boolean): RemovalScope {
  const { reading, state } = part;
  const wording = raise(requestScales.wording, "none", ...reading.removal.map((entry) => entry.wording));
  const isAsking = reading.acts.every((act) => askingActs.has(act));
  const isCareful = wording !== "none" || isAsking || state === "unread" || isRemovalDoubtful;
  return {
    otherwise: isRemovalBanned ? "never" : isCareful ? "confirm" : "reversible",
    grants: isRemovalDoubtful ? [] : part.grants,
    wording,
  };
}
