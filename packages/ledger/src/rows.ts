/** @module Rows of a stream, read and written within a transaction. */

import type { StreamRules } from "@warrant/kernel/commitment/stream";
import { compareText } from "@warrant/kernel/compare-text";
import type { LedgerDb } from "./engine.ts";
import { type EventRow, type Head, readHead, StreamFold, writeHead } from "./stream-fold.ts";

const headPrefix = "head:";

/** Where the last place of a stream is kept. */
export function headKey(stream: string): string {
  return `${headPrefix}${stream}`;
}

export async function headOf(db: LedgerDb, stream: string): Promise<Head | undefined> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", headKey(stream)).executeTakeFirst();
  return readHead(row?.value);
}

/** The last place of every stream of a family, by the stream's name. */
export async function allHeads(db: LedgerDb, family?: string): Promise<Map<string, Head | undefined>> {
  const prefix = headKey(family === undefined ? "" : `${family}/`);
  const rows = await db
    .selectFrom("meta")
    .select(["key", "value"])
    .where("key", ">=", prefix)
    // Behind every name that begins like this; texts compare by their bytes.
    .where("key", "<", `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)}`)
    .execute();
  return new Map(rows.map(({ key, value }) => [key.slice(headPrefix.length), readHead(value)]));
}

/** Where a stream ends. */
export interface StreamEnd {
  readonly stream: string;
  readonly version: number;
  /** Null when its last row is gone. */
  readonly at: string | null;
}

export async function endsOf(db: LedgerDb, family: string): Promise<StreamEnd[]> {
  const ends: StreamEnd[] = [];
  for (const [stream, head] of await allHeads(db, family)) {
    const version = head?.stream_seq ?? 0;
    const row = await db
      .selectFrom("events")
      .select("at")
      .where("stream", "=", stream)
      .where("stream_seq", "=", version)
      .executeTakeFirst();
    ends.push({ stream, version, at: row?.at ?? null });
  }
  return ends.sort((one, other) => compareText(one.stream, other.stream));
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

/** The place of the last row of a stream; 0 when it has none. */
async function lastPlace(db: LedgerDb, stream: string): Promise<number> {
  const row = await db
    .selectFrom("events")
    .select((select) => select.fn.max("stream_seq").as("place"))
    .where("stream", "=", stream)
    .executeTakeFirst();
  return row?.place ?? 0;
}

/** A log at its last place, with none of its rows read: they say nothing of what may follow. */
export async function endOfLog(
  db: LedgerDb,
  stream: string,
  rules: StreamRules<unknown>,
): Promise<StreamFold<unknown>> {
  const head = await headOf(db, stream);
  // Without an end that fits its rows, only the rows themselves tell where it goes on.
  if (head === undefined || head.stream_seq !== (await lastPlace(db, stream))) return wholeStream(db, stream, rules);
  const { stream_seq: version, digest } = head;
  return new StreamFold(stream, rules, { state: rules.start, version, digest, events: version, bad: [] });
}

/** A stream from its first row to its last place. */
export async function wholeStream(
  db: LedgerDb,
  stream: string,
  rules: StreamRules<unknown>,
): Promise<StreamFold<unknown>> {
  const fold = new StreamFold(stream, rules);
  await addRows(db, fold);
  fold.end(await headOf(db, stream));
  return fold;
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
