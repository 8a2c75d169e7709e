/** @module Which entries of the inbox the last upkeep told about, so that the next one tells what is new since then. */

import type { InboxEntry } from "@warrant/kernel/commitment/inbox";
import { isWaiting } from "@warrant/kernel/commitment/news";
import type { WarrantLedger } from "@warrant/ledger";
import { readNote, writeNote } from "@warrant/ledger/notes";
import { entriesOf } from "./inbox.ts";

const note = "told";

/** Entries that are remembered as told. */
const mostTold = 1000;

function readTold(text: string | null): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(text ?? "[]");
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set();
  }
}

/** What nobody has read in the inbox and the last upkeep did not tell, the newest first. Told now, it is not told again. */
export async function tellNew(ledger: WarrantLedger): Promise<InboxEntry[]> {
  const entries = (await entriesOf(ledger)).filter((entry) => isWaiting(entry) && entry.read_at === undefined);
  const before = await readNote(ledger.engine, note);
  const told = readTold(before);
  const now = JSON.stringify(entries.slice(0, mostTold).map(({ id }) => id));
  if (now !== (before ?? "[]")) await writeNote(ledger.engine, note, now);
  return entries.filter(({ id }) => !told.has(id));
}
