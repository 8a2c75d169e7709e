/**
 * @module What every stream of a family adds up to, read in one pass.
 *
 * Long streams go on from a snapshot: a cache that is believed only while the row it was taken at is the same, and never
 * where something is decided.
 */

import type { StreamRules } from "@warrant/kernel/commitment/stream";
import { compareText } from "@warrant/kernel/compare-text";
import { exactJson } from "@warrant/kernel/exact-json";
import { type Engine, type LedgerDb, looking } from "./engine.ts";
import { readWritten } from "./event.ts";
import { allHeads, wholeStream } from "./rows.ts";
import { type BadRow, type FoldState, type RawRow, StreamFold } from "./stream-fold.ts";

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

/**
 * Rows in the order of `seq`, page by page.
 *
 * @param behindSnapshots of one family, and of each stream with a snapshot of this version only the rows from there on.
 */
export async function* pagesOf(
  db: LedgerDb,
  behindSnapshots?: { readonly family: string; readonly version: string },
): AsyncGenerator<readonly RawRow[]> {
  let query = db.selectFrom("events").selectAll("events").orderBy("events.seq");
  if (behindSnapshots !== undefined) {
    const { family, version } = behindSnapshots;
    query = query
      .leftJoin("snapshots", (join) =>
        join.onRef("snapshots.stream", "=", "events.stream").on("snapshots.rules_version", "=", version),
      )
      .where((where) =>
        where(where.fn("substr", ["events.stream", where.val(1), where.val(family.length + 1)]), "=", `${family}/`),
      )
      .where((where) => where("events.stream_seq", ">=", where.fn.coalesce("snapshots.stream_seq", where.val(0))));
  }
  // By ranges and not by counts: whatever plan a database makes, it looks at no row twice.
  for (let from = await nextSeq(db, 0); from !== undefined; from = await nextSeq(db, from + pageRows)) {
    const rows = await query
      .where("events.seq", ">=", from)
      .where("events.seq", "<", from + pageRows)
      .execute();
    if (rows.length > 0) yield rows;
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
  for await (const rows of pagesOf(db, { family, version: rules.version })) {
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
