/** @module The embedded engine: one SQLite file in WAL mode that several processes use at once. */

import { setTimeout } from "node:timers/promises";
import Database from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
  sql,
  type TransactionSettings,
} from "kysely";
import { defaultWait, type Engine } from "./engine.ts";
import { LedgerError, type LedgerErrorCode } from "./ledger-error.ts";
import { preparePrivateFile } from "./private-file.ts";
import type { LedgerTables } from "./tables.ts";

function isBusy(cause: unknown): boolean {
  return cause instanceof Database.SqliteError && cause.code === "SQLITE_BUSY";
}

async function setTimeoutOf(connection: DatabaseConnection, milliseconds: number): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(`pragma busy_timeout = ${milliseconds}`));
}

/**
 * SQLite takes the write lock at the first write, which may then fail; a transaction that writes takes it at once.
 *
 * SQLite itself would wait for the lock without letting this process do anything else, so that two connections of one
 * process would stop each other. The waiting is done here instead, at random intervals, which also lets everybody have a turn.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #wait: number;

  constructor(config: SqliteDialectConfig, wait: number) {
    super(config);
    this.#wait = wait;
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode === "read only") {
      await connection.executeQuery(CompiledQuery.raw("begin"));
      return;
    }
    await setTimeoutOf(connection, 0);
    try {
      await this.#beginImmediate(connection, performance.now() + this.#wait);
    } finally {
      await setTimeoutOf(connection, this.#wait);
    }
  }

  async #beginImmediate(connection: DatabaseConnection, until: number): Promise<void> {
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw("begin immediate"));
        return;
      } catch (cause) {
        if (!isBusy(cause) || performance.now() > until) throw cause;
        await setTimeout(1 + Math.random() * 8);
      }
    }
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #wait: number;

  constructor(config: SqliteDialectConfig, wait: number) {
    super(config);
    this.#config = config;
    this.#wait = wait;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config, this.#wait);
  }
}

/** A database that prepares each of the few statements once. */
function preparingOnce(database: Database.Database): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    prepare(text: string): SqliteStatement {
      const known = prepared.get(text);
      if (known !== undefined) return known;
      const statement = database.prepare(text) as unknown as SqliteStatement;
      prepared.set(text, statement);
      return statement;
    },
    close(): void {
      database.close();
    },
  };
}

const failures: readonly (readonly [code: RegExp, kind: LedgerErrorCode, advice: string])[] = [
  [/^SQLITE_BUSY|^SQLITE_LOCKED/, "io", "Others did not stop writing to it. Try again."],
  [
    /^SQLITE_CORRUPT|^SQLITE_NOTADB/,
    "corrupt",
    "The file is damaged. Keep it, and bring back a copy or an export (warrant ledger import).",
  ],
  [/^SQLITE_FULL/, "io", "Free some space and try again."],
  [/^SQLITE_CONSTRAINT_UNIQUE/, "conflict", "Another process wrote the same place. Try again."],
  [/^SQLITE_IOERR/, "io", "Make sure that there is space left, and that the file and its folder can be written."],
  [
    /^SQLITE_(?:ERROR|SCHEMA|MISMATCH)/,
    "corrupt",
    "The file is not as Warrant left it. Keep it, and bring back a copy or an export (warrant ledger import).",
  ],
  [/^SQLITE_/, "io", "Make sure that the file and its folder can be written."],
];

function explainSqlite(place: string, cause: unknown): LedgerError | undefined {
  if (!(cause instanceof Database.SqliteError)) return undefined;
  const [, kind, advice] = failures.find(([code]) => code.test(cause.code)) ?? [];
  if (kind === undefined) return undefined;
  return new LedgerError(kind, `Could not use the ledger ${place}: ${cause.message} (${cause.code}). ${advice}`, {
    cause,
  });
}

function open(path: string, wait: number): Database.Database {
  preparePrivateFile(path);
  const database = new Database(path, { timeout: wait });
  database.pragma("journal_mode = WAL");
  // With WAL, anything less may lose the last commits when the machine stops.
  database.pragma("synchronous = FULL");
  return database;
}

/**
 * The ledger in a file, which is created where it is missing.
 *
 * @throws LedgerError
 */
export function sqliteEngine(path: string, wait: number = defaultWait): Engine {
  let database: Database.Database;
  try {
    database = open(path, wait);
  } catch (cause) {
    throw explainSqlite(path, cause) ?? cause;
  }
  const db = new Kysely<LedgerTables>({ dialect: new ImmediateDialect({ database: preparingOnce(database) }, wait) });
  return {
    name: "sqlite",
    db,
    place: path,
    async hasTable(transaction, name) {
      const found = await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(transaction);
      return found.rows.length > 0;
    },
    outside: () => (database.inTransaction ? null : Number(database.pragma("data_version", { simple: true }))),
    // The transaction holds the lock of the whole file from its beginning.
    lock: async () => undefined,
    explain(cause) {
      const error = explainSqlite(path, cause);
      return error && { error, again: false };
    },
  };
}
