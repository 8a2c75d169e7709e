/** @module What the two databases give alike: one schema, transactions that read and write under a lock, and plain failures. */

import type { Kysely } from "kysely";
import type { LedgerError } from "./ledger-error.ts";
import type { LedgerTables } from "./tables.ts";

/** How long a transaction waits for those of others, in milliseconds, before it fails. */
export const defaultWait = 5000;

export type LedgerDb = Kysely<LedgerTables>;

/** Stands for all streams, known or not. */
export const everyStream = "every stream";
export type Streams = readonly string[] | typeof everyStream;

export interface Engine {
  readonly name: "sqlite" | "postgres";
  readonly db: LedgerDb;
  /** Where the ledger is, for messages; never with a password. */
  readonly place: string;
  readonly hasTable: (transaction: LedgerDb, name: string) => Promise<boolean>;
  /** Waits until no other transaction that locked one of these streams is open; held to the end of this one. */
  readonly lock: (transaction: LedgerDb, streams: Streams) => Promise<void>;
  /**
   * A number that is another one after anybody else has written; null while a transaction is open here, which sees an older
   * state. Absent where the database does not tell.
   */
  readonly outside?: () => number | null;
  /** What a failure of the database means. `again` when nothing was written and the same may succeed now. */
  readonly explain: (cause: unknown) => { readonly error: LedgerError; readonly again: boolean } | undefined;
}

/** How often a transaction is begun that the database ends for the sake of another one. */
const attempts = 5;

async function explained<Result>(engine: Engine, work: () => Promise<Result>, left = attempts): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const explanation = engine.explain(cause);
    if (explanation === undefined) throw cause;
    if (!explanation.again || left <= 1) throw explanation.error;
    return explained(engine, work, left - 1);
  }
}

/**
 * One transaction in which nobody else appends to these streams. What it wrote is on the disk when the promise resolves;
 * when it rejects, nothing was written.
 *
 * @throws LedgerError
 */
export function writing<Result>(
  engine: Engine,
  streams: Streams,
  work: (transaction: LedgerDb) => Promise<Result>,
): Promise<Result> {
  // Always in one order, so that two who need the same streams never wait for each other.
  const ordered = streams === everyStream ? streams : [...new Set(streams)].sort();
  return explained(engine, () =>
    engine.db
      .transaction()
      .setIsolationLevel("read committed")
      .execute(async (transaction) => {
        await engine.lock(transaction, ordered);
        return work(transaction);
      }),
  );
}

/**
 * One transaction that sees a single state of the ledger and writes nothing.
 *
 * @throws LedgerError
 */
export function looking<Result>(engine: Engine, work: (transaction: LedgerDb) => Promise<Result>): Promise<Result> {
  return explained(engine, () =>
    engine.db.transaction().setAccessMode("read only").setIsolationLevel("repeatable read").execute(work),
  );
}
