/** @module Rows of a stream, read and written within a transaction. */

import type { LedgerDb } from "./engine.ts";
import { type EventRow, type Head, readHead, type StreamFold, writeHead } from "./stream-fold.ts";

const headPrefix = "head:";

/** Where the last place of a stream is kept. */
export function headKey(stream: string): string {
  return `${headPrefix}${stream}`;
}

export async function headOf(db: LedgerDb, stream: string): Promise<Head | undefined> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", headKey(stream)).executeTakeFirst();
  return readHead(row?.value);
}

/** The last place of every stream, by its name. */
export async function allHeads(db: LedgerDb): Promise<Map<string, Head | undefined>> {
  const rows = await db
    .selectFrom("meta")
    .select(["key", "value"])
    .where("key", ">=", headPrefix)
    // The sign after the colon: every name of a stream lies before it.
    .where("key", "<", "head;")
    .execute();
  return new Map(rows.map(({ key, value }) => [key.slice(headPrefix.length), readHead(value)]));
}

/** Adds the rows behind what a fold has seen, in their order. */
export async function addRows<State>(db: LedgerDb, fold: StreamFold<State>): Promise<void> {
  const rows = await db
    .selectFrom("events")
    .selectAll()
    .where("stream", "=", fold.stream)
    .where("stream_seq", ">", fold.version)
    .orderBy("seq")
    .execute();
  for (const row of rows) fold.add(row);
}

/** Rows of one insert: PostgreSQL takes at most 65,535 values. */
const rowsOfInsert = 500;

/** Writes rows that follow the heads of their streams, and the new heads. */
export async function writeRows(
  db: LedgerDb,
  rows: readonly Omit<EventRow, "seq">[],
  heads: readonly { readonly stream: string; readonly version: number; readonly digest: string }[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsOfInsert) {
    await db
      .insertInto("events")
      .values(rows.slice(from, from + rowsOfInsert))
      .execute();
  }
  const values = heads.map(({ stream, version, digest }) => ({
    key: headKey(stream),
    value: writeHead({ stream_seq: version, digest }),
  }));
  for (let from = 0; from < values.length; from += rowsOfInsert) {
    await db
      .insertInto("meta")
      .values(values.slice(from, from + rowsOfInsert))
      .onConflict((conflict) => conflict.column("key").doUpdateSet((given) => ({ value: given.ref("excluded.value") })))
      .execute();
  }
}
