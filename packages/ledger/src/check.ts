/** @module `ledger check`: every row against its chain, every place, every snapshot against what the rows add up to. */

import type { StreamRules } from "@warrant/kernel/commitment/stream";
import { sql } from "kysely";
import { type Engine, type LedgerDb, looking } from "./engine.ts";
import { pagesOf, writeSnapshot } from "./projections.ts";
import { allHeads } from "./rows.ts";
import { type BadRow, type RawRow, StreamFold } from "./stream-fold.ts";
import type { SnapshotsTable } from "./tables.ts";

export interface LedgerCheck {
  /** Events that are believed. */
  readonly events: number;
  /** How many of them came from another ledger. */
  readonly imported: number;
  readonly streams: number;
  /** Rows that are not believed, by stream. */
  readonly bad: readonly BadRow[];
  readonly snapshots: {
    /** Those of these rules; others are not used. */
    readonly compared: number;
    /** The streams whose snapshot is not what their rows add up to. Deleting snapshots costs nothing but time. */
    readonly wrong: readonly string[];
  };
  /** What SQLite says of its own file; empty when it is whole. PostgreSQL looks after its own. */
  readonly storage: readonly string[];
}

/** Folds of every stream, compared with their snapshots on the way. */
class Checking {
  readonly folds = new Map<string, StreamFold<unknown>>();
  readonly strangers: BadRow[] = [];
  readonly right = new Set<string>();
  imported = 0;
  readonly #rulesOf: (stream: string) => StreamRules<unknown> | undefined;
  readonly #snapshots: ReadonlyMap<string, SnapshotsTable>;

  constructor(
    rulesOf: (stream: string) => StreamRules<unknown> | undefined,
    snapshots: ReadonlyMap<string, SnapshotsTable>,
  ) {
    this.#rulesOf = rulesOf;
    this.#snapshots = snapshots;
  }

  /** The fold of a stream, or undefined when it is of no family. */
  foldOf(stream: string): StreamFold<unknown> | undefined {
    const known = this.folds.get(stream);
    if (known !== undefined) return known;
    const rules = this.#rulesOf(stream);
    if (rules === undefined) return undefined;
    const fold = new StreamFold(stream, rules);
    this.folds.set(stream, fold);
    return fold;
  }

  add(row: RawRow): void {
    const stream = String(row.stream);
    const fold = this.foldOf(stream);
    if (fold === undefined) {
      this.strangers.push({ stream, stream_seq: Number(row.stream_seq), reason: "no-family", rows: 1 });
      return;
    }
    if (fold.add(row)?.imported === true) this.imported += 1;
    const snapshot = this.#snapshots.get(stream);
    if (snapshot?.stream_seq === fold.version && snapshot.projection === writeSnapshot(fold)) this.right.add(stream);
  }
}

async function snapshotsOf(
  db: LedgerDb,
  rulesOf: (stream: string) => StreamRules<unknown> | undefined,
): Promise<Map<string, SnapshotsTable>> {
  const rows = await db.selectFrom("snapshots").selectAll().execute();
  const current = rows.filter((row) => row.rules_version === rulesOf(row.stream)?.version);
  return new Map(current.map((row) => [row.stream, row]));
}

async function storageProblems(engine: Engine, db: LedgerDb): Promise<string[]> {
  if (engine.name === "postgres") return [];
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(20)`.execute(db);
  return rows.map((row) => row.quick_check).filter((line) => line !== "ok");
}

/**
 * Reads the whole ledger. Damage is counted, never an error.
 *
 * @throws LedgerError when the storage cannot be read at all.
 */
export function checkLedger(
  engine: Engine,
  rulesOf: (stream: string) => StreamRules<unknown> | undefined,
): Promise<LedgerCheck> {
  return looking(engine, async (db) => {
    const snapshots = await snapshotsOf(db, rulesOf);
    const checking = new Checking(rulesOf, snapshots);
    for await (const rows of pagesOf(db)) for (const row of rows) checking.add(row);
    const heads = await allHeads(db);
    for (const stream of heads.keys()) checking.foldOf(stream);
    for (const [stream, fold] of checking.folds) fold.end(heads.get(stream));
    const folds = [...checking.folds.values()];
    return {
      events: folds.reduce((sum, fold) => sum + fold.events, 0),
      imported: checking.imported,
      streams: folds.length,
      bad: [...folds.flatMap((fold) => fold.bad), ...checking.strangers],
      snapshots: {
        compared: snapshots.size,
        wrong: [...snapshots.keys()].filter((stream) => !checking.right.has(stream)),
      },
      storage: await storageProblems(engine, db),
    };
  });
}
