/** @module `ledger export`: every event that is believed, in the order in which they were appended. */

import type { StreamRules } from "@warrant/kernel/commitment/stream";
import { type Engine, type LedgerDb, looking } from "./engine.ts";
import { type ExportedEvent, exportSchema, linesDigest, writeLine } from "./export-format.ts";
import { pagesOf } from "./projections.ts";
import { StreamFold } from "./stream-fold.ts";

type RulesOf = (stream: string) => StreamRules<unknown> | undefined;

export interface ExportCount {
  readonly events: number;
  /** Rows that could not be believed. */
  readonly left_out: number;
}

/** Goes over the lines of all events, and counts. */
async function eachLine(
  db: LedgerDb,
  rulesOf: RulesOf,
  visit: (line: string) => void | Promise<void>,
): Promise<ExportCount> {
  const folds = new Map<string, StreamFold<unknown>>();
  let events = 0;
  let leftOut = 0;
  for await (const rows of pagesOf(db)) {
    for (const row of rows) {
      const stream = String(row.stream);
      const rules = rulesOf(stream);
      const fold = folds.get(stream) ?? (rules && new StreamFold(stream, rules));
      const event = fold?.add(row);
      if (fold === undefined || event === undefined) {
        leftOut += 1;
        continue;
      }
      folds.set(stream, fold);
      events += 1;
      const { imported: _, ...kept } = event;
      await visit(writeLine({ ...kept, digest: String(row.digest) } satisfies ExportedEvent));
    }
  }
  return { events, left_out: leftOut };
}

/**
 * Writes the ledger as it is at one moment, line by line.
 *
 * @throws LedgerError, and whatever `write` throws.
 */
export function exportLedger(
  engine: Engine,
  rulesOf: RulesOf,
  write: (line: string) => void | Promise<void>,
): Promise<ExportCount> {
  return looking(engine, async (db) => {
    // The header comes first and tells of all lines, so they are made twice instead of kept.
    const digest = linesDigest();
    const { events } = await eachLine(db, rulesOf, digest.add);
    await write(writeLine({ schema: exportSchema, events, digest: digest.end() }));
    const count = await eachLine(db, rulesOf, write);
    await write(writeLine({ end: true, ...count }));
    return count;
  });
}
