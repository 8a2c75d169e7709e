/**
 * @module What every stream of a family adds up to, read in one pass.
 *
 * Long streams go on from a snapshot: a cache that is believed only while the row it was taken at is the same, and never
 * where something is decided.
 */

import type { StreamRules } from "@warrant/kernel/commitment/stream";
import { compareText } from "@warrant/kernel/compare-text";
import { exactJson } from "@warrant/kernel/exact-json";
import type { Selectable, SelectQueryBuilder } from "kysely";
import { type Engine, type LedgerDb, looking } from "./engine.ts";
import { readWritten } from "./event.ts";
import { allHeads, wholeStream } from "./rows.ts";
import { type BadRow, type FoldState, type RawRow, StreamFold } from "./stream-fold.ts";
import type { EventsTable, LedgerTables } from "./tables.ts";

/** Places between two snapshots of a stream. */
export const snapshotEvery = 100;

/** What is kept of a fold, as a text. */
export function writeSnapshot({ state, digest, events, bad }: FoldState<unknown>): string {
  return exactJson({ state, digest, events, bad });
}

/** What a fold goes on from, or undefined when the text is none of ours. */
function readSnapshot(text: string, version: number): FoldState<unknown> | undefined {
  const { state, digest, events, bad } = readWritten(text) ?? {};
  if (state === undefined || typeof digest !== "string" || typeof events !== "number" || !Array.isArray(bad))
    return undefined;
  return { state, version, digest, events, bad: bad as BadRow[] };
}

/** Replaces the snapshots of these streams. */
export async function keepSnapshots(db: LedgerDb, folds: readonly StreamFold<unknown>[]): Promise<void> {
  for (const fold of folds) {
    const values = { stream_seq: fold.version, projection: writeSnapshot(fold), rules_version: fold.rules.version };
    await db
      .insertInto("snapshots")
      .values({ stream: fold.stream, ...values })
      .onConflict((conflict) => conflict.column("stream").doUpdateSet(values))
      .execute();
  }
}

/** Rows that are read at a time. */
const pageRows = 2000;

/** Streams that are read at a time. */
const pageStreams = 300;

/** Every row in the order of `seq`, page by page. */
export async function* pagesOf(db: LedgerDb): AsyncGenerator<readonly RawRow[]> {
  yield* pagesBySeq(db, db.selectFrom("events").selectAll("events").orderBy("events.seq"));
}

type RowQuery = SelectQueryBuilder<LedgerTables, "events", Selectable<EventsTable>>;

async function* pagesBySeq(db: LedgerDb, query: RowQuery): AsyncGenerator<readonly RawRow[]> {
  // By ranges and not by counts: whatever plan a database makes, it looks at no row twice.
  for (let from = await nextSeq(db, 0); from !== undefined; from = await nextSeq(db, from + pageRows)) {
    const rows = await query
      .where("events.seq", ">=", from)
      .where("events.seq", "<", from + pageRows)
      .execute();
    if (rows.length > 0) yield rows;
  }
}

/** Behind every stream of a family; texts compare by their bytes. */
function endOfFamily(family: string): string {
  return `${family}0`;
}

/** How much of the ledger is of one family, from 0 to 1. */
async function shareOf(db: LedgerDb, family: string): Promise<number> {
  const { rows } = await db
    .selectFrom("events")
    .select((select) => select.fn.countAll<number>().as("rows"))
    .where("stream", ">=", `${family}/`)
    .where("stream", "<", endOfFamily(family))
    .executeTakeFirstOrThrow();
  const { last } = await db
    .selectFrom("events")
    .select((select) => select.fn.max("seq").as("last"))
    .executeTakeFirstOrThrow();
  return rows / Math.max(1, last ?? 0);
}

/**
 * The rows of a family, each stream's in the order of `seq`, and of a stream with a snapshot of this version only those from
 * there on. A family that is a small part of the ledger is read stream by stream: sessions fill a ledger with rows that
 * nobody asked for.
 */
async function* pagesOfFamily(db: LedgerDb, family: string, version: string): AsyncGenerator<readonly RawRow[]> {
  const query: RowQuery = db
    .selectFrom("events")
    .selectAll("events")
    .orderBy("events.seq")
    .leftJoin("snapshots", (join) =>
      join.onRef("snapshots.stream", "=", "events.stream").on("snapshots.rules_version", "=", version),
    )
    .where("events.stream", ">=", `${family}/`)
    .where("events.stream", "<", endOfFamily(family))
    .where((where) => where("events.stream_seq", ">=", where.fn.coalesce("snapshots.stream_seq", where.val(0))));
  if ((await shareOf(db, family)) > 0.5) {
    yield* pagesBySeq(db, query);
    return;
  }
  const streams = await db
    .selectFrom("events")
    .select("stream")
    .distinct()
    .where("stream", ">=", `${family}/`)
    .where("stream", "<", endOfFamily(family))
    .orderBy("stream")
    .execute();
  for (let from = 0; from < streams.length; from += pageStreams) {
    const names = streams.slice(from, from + pageStreams).map(({ stream }) => stream);
    yield await query.where("events.stream", "in", names).execute();
  }
}

/** The first `seq` from there on. */
async function nextSeq(db: LedgerDb, from: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("events")
    .select("seq")
    .where("seq", ">=", from)
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
  return row?.seq;
}

type Folds = Map<string, StreamFold<unknown>>;

type Snapshots = ReadonlyMap<string, FoldState<unknown> | undefined>;

async function snapshotsOf(db: LedgerDb, family: string, version: string): Promise<Snapshots> {
  const all = await db.selectFrom("snapshots").selectAll().where("rules_version", "=", version).execute();
  const rows = all.filter(({ stream }) => stream.startsWith(`${family}/`));
  return new Map(rows.map(({ stream, stream_seq: place, projection }) => [stream, readSnapshot(projection, place)]));
}

/** Adds what is behind the snapshots, and gives the streams whose snapshot does not fit the rows. */
async function addBehindSnapshots(
  db: LedgerDb,
  family: string,
  rules: StreamRules<unknown>,
  { folds, snapshots }: { readonly folds: Folds; readonly snapshots: Snapshots },
): Promise<ReadonlySet<string>> {
  const doubted = new Set<string>();
  for await (const rows of pagesOfFamily(db, family, rules.version)) {
    for (const row of rows) {
      const stream = String(row.stream);
      const fold = folds.get(stream);
      if (fold !== undefined) {
        fold.add(row);
        continue;
      }
      const snapshot = snapshots.get(stream);
      const begun = new StreamFold(stream, rules, snapshot);
      folds.set(stream, begun);
      // The first row behind a snapshot is the one it was taken at.
      if (!snapshots.has(stream)) begun.add(row);
      else if (row.stream_seq !== snapshot?.version || row.digest !== snapshot?.digest) doubted.add(stream);
    }
  }
  return doubted;
}

/**
 * What every stream of a family adds up to, in the order of their names.
 *
 * @throws LedgerError
 */
export function projectFamily(
  engine: Engine,
  family: string,
  rules: StreamRules<unknown>,
): Promise<readonly StreamFold<unknown>[]> {
  return looking(engine, async (db) => {
    const folds: Folds = new Map();
    const snapshots = await snapshotsOf(db, family, rules.version);
    const doubted = await addBehindSnapshots(db, family, rules, { folds, snapshots });
    const heads = await allHeads(db, family);
    for (const [stream, fold] of folds) if (!doubted.has(stream)) fold.end(heads.get(stream));
    // Streams of which the rows are gone that a snapshot or their end tells of are read from their first row, too.
    for (const stream of new Set([...doubted, ...heads.keys(), ...snapshots.keys()])) {
      if (doubted.has(stream) || !folds.has(stream)) folds.set(stream, await wholeStream(db, stream, rules));
    }
    return [...folds.values()].sort((left, right) => compareText(left.stream, right.stream));
  });
}
