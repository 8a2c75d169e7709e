/** @module One set of migrations for both engines. Each runs once, in order, in the transaction that counts it. */

import type { StreamRules } from "@warrant/kernel/commitment/stream";
import { type RawBuilder, sql } from "kysely";
import { type Engine, type LedgerDb, looking, writing } from "./engine.ts";
import { LedgerError } from "./ledger-error.ts";
import { linksOfRows, writeLinks } from "./links.ts";
import { pagesOf } from "./projections.ts";

/** Texts compare by their bytes on both engines, not by the language of a database. */
function textOf(engine: Engine): RawBuilder<unknown> {
  return engine.name === "postgres" ? sql`text collate "C"` : sql`text`;
}

async function createTables(db: LedgerDb, engine: Engine): Promise<void> {
  const text = textOf(engine);
  const isPostgres = engine.name === "postgres";
  await db.schema
    .createTable("events")
    // SQLite counts up only in a column of exactly this type.
    .addColumn("seq", isPostgres ? "bigint" : "integer", (column) =>
      isPostgres ? column.generatedAlwaysAsIdentity().primaryKey() : column.autoIncrement().primaryKey(),
    )
    .addColumn("event_id", text, (column) => column.notNull().unique())
    .addColumn("stream", text, (column) => column.notNull())
    .addColumn("stream_seq", "integer", (column) => column.notNull())
    .addColumn("at", text, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("schema", text, (column) => column.notNull())
    .addColumn("actor", text, (column) => column.notNull())
    .addColumn("body", text, (column) => column.notNull())
    .addColumn("digest", text, (column) => column.notNull())
    .addColumn("imported_at", text)
    .addUniqueConstraint("events_stream_place", ["stream", "stream_seq"])
    .execute();
  await db.schema
    .createTable("snapshots")
    .addColumn("stream", text, (column) => column.notNull().primaryKey())
    .addColumn("stream_seq", "integer", (column) => column.notNull())
    .addColumn("projection", text, (column) => column.notNull())
    .addColumn("rules_version", text, (column) => column.notNull())
    .execute();
}

/** What the second version finds streams and the end of a log by. */
async function addLinks(db: LedgerDb, engine: Engine, rulesOf: RulesOf): Promise<void> {
  const text = textOf(engine);
  await db.schema
    .createTable("links")
    .ifNotExists()
    .addColumn("key", text, (column) => column.notNull())
    .addColumn("stream", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("links_key_stream", ["key", "stream"])
    .execute();
  await db.schema
    .createIndex("events_stream_kind")
    .ifNotExists()
    .on("events")
    .columns(["stream", "kind", "stream_seq"])
    .execute();
  for await (const rows of pagesOf(db)) await writeLinks(db, linksOfRows(rows, rulesOf));
}

type RulesOf = (stream: string) => StreamRules<unknown> | undefined;
type Migration = (db: LedgerDb, engine: Engine, rulesOf: RulesOf) => Promise<void>;

const migrations: readonly Migration[] = [createTables, addLinks];

async function createMeta(db: LedgerDb, engine: Engine): Promise<void> {
  const text = textOf(engine);
  await db.schema
    .createTable("meta")
    .ifNotExists()
    .addColumn("key", text, (column) => column.notNull().primaryKey())
    .addColumn("value", text, (column) => column.notNull())
    .execute();
}

/**
 * How many migrations have run. The tables tell it where their number was lost, and links that are gone are made anew: a
 * note or a cache that is lost is no reason not to read the events.
 */
async function countRun(db: LedgerDb, engine: Engine): Promise<number> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", "schema").executeTakeFirst();
  const noted = row === undefined ? null : Number(row.value);
  if (noted !== null && !(noted <= migrations.length)) return noted;
  if (!(await engine.hasTable(db, "events"))) return 0;
  if (!(await engine.hasTable(db, "links"))) return Math.min(noted ?? 1, 1);
  // Without its number it is brought up to date once more, by a step that changes nothing that is there.
  return noted ?? 1;
}

/** Both lock this name, so that of several processes one makes the tables and the others find them. */
const making = ["schema"];

/**
 * Brings the storage to the tables of this version.
 *
 * @throws LedgerError `io` when a newer Warrant made the ledger, since older rules would misread it.
 */
export async function migrate(engine: Engine, rulesOf: RulesOf): Promise<void> {
  const isDone = await looking(
    engine,
    async (db) => (await engine.hasTable(db, "meta")) && (await countRun(db, engine)) === migrations.length,
  );
  if (isDone) return;
  await writing(engine, making, async (transaction) => {
    await createMeta(transaction, engine);
    const run = await countRun(transaction, engine);
    if (!(run <= migrations.length)) {
      throw new LedgerError(
        "io",
        `Could not open the ledger ${engine.place}: a newer Warrant made it (its tables are version ${run}, this one knows ${migrations.length}). Update Warrant.`,
      );
    }
    for (const migration of migrations.slice(run)) await migration(transaction, engine, rulesOf);
    const value = String(migrations.length);
    await transaction
      .insertInto("meta")
      .values({ key: "schema", value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
  });
}
