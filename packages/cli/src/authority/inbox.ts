/** @module Questions and news of the inbox, with what they are about, by what people type. */

import type { InboxEntry } from "@warrant/kernel/commitment/inbox";
import type { WarrantLedger } from "@warrant/ledger";
import { ExitError, exitCodes } from "../exit.ts";
import { type Candidate, pickId } from "./ids.ts";

/** Every entry, the newest first. For lists and look-ups; what is decided is read again. */
export async function entriesOf(ledger: WarrantLedger): Promise<InboxEntry[]> {
  const readings = await ledger.readAll("inbox");
  const entries = readings.flatMap(({ state }) => (state === null ? [] : [state]));
  return entries.sort((one, other) => (one.id < other.id ? 1 : -1));
}

/** The ids an entry can be named by: its own, its question's and its approval's. */
export function idsOf({ id, question_id: question, approval_id: approval }: InboxEntry): string[] {
  return [id, question, approval].filter((one) => one !== undefined);
}

/** @throws ExitError `usage` when the id is unknown or the beginning of several. */
export function findEntry(text: string, entries: readonly InboxEntry[]): InboxEntry {
  // A beginning of several ids of one entry means that entry.
  const begun = text.length < 4 ? [] : entries.filter((entry) => idsOf(entry).some((one) => one.startsWith(text)));
  const [only, ...others] = begun;
  if (only !== undefined && others.length === 0) return only;
  const candidates = (begun.length === 0 ? entries : begun).flatMap((entry) =>
    idsOf(entry)
      .filter((id) => begun.length === 0 || id.startsWith(text))
      .slice(0, begun.length === 0 ? undefined : 1)
      .map((id): Candidate => ({ id, title: entry.title })),
  );
  const id = pickId(text, candidates, "entry of the inbox");
  const found = entries.find((entry) => idsOf(entry).includes(id));
  if (found === undefined) throw new ExitError(exitCodes.usage, `there is no entry ${id}.`);
  return found;
}
