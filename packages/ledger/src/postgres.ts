/** @module The shared engine: a PostgreSQL database, for a server and everything that talks to it. */

import { Kysely, PostgresDialect, sql } from "kysely";
import { type CustomTypesConfig, Pool, types } from "pg";
import { defaultWait, type Engine, everyStream } from "./engine.ts";
import { LedgerError } from "./ledger-error.ts";
import type { LedgerTables } from "./tables.ts";

/** `bigint`, which the driver gives as text because it may exceed a number; a ledger's places do not. */
const parsers: CustomTypesConfig = {
  getTypeParser: (type: typeof types.builtins.INT8, format?: "text" | "binary") =>
    type === types.builtins.INT8 ? Number : types.getTypeParser(type, format),
};

/** Transactions the server ended for the sake of others, and the unique key of a stream's places: nothing was written. */
const retried: ReadonlySet<string> = new Set(["40001", "40P01", "23505"]);

const lockNotAvailable = "55P03";

/** The host and database of an address, without its user, password and options. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return "postgres";
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

/** Errors of the connection have Node's codes, errors of the server its own five characters. */
function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}

function explainPostgres(place: string, cause: unknown): ReturnType<Engine["explain"]> {
  if (!(cause instanceof Error) || cause instanceof LedgerError) return undefined;
  const code = codeOf(cause);
  // An error without a code is the driver's word for a connection that ended; our own mistakes have other classes.
  if (code === undefined && cause.constructor !== Error) return undefined;
  const again = code !== undefined && retried.has(code);
  let advice = "Make sure that the server runs and lets you in.";
  if (again) advice = "Others kept changing the same streams. Try again.";
  else if (code === lockNotAvailable) advice = "Others did not stop writing to the same streams. Try again.";
  const error = new LedgerError(
    again ? "conflict" : "io",
    `Could not use the ledger ${place}: ${cause.message}${code === undefined ? "" : ` (${code})`}. ${advice}`,
    { cause },
  );
  return { error, again };
}

/** The ledger in a database. Connects at the first query. */
export function postgresEngine(url: string, wait: number = defaultWait): Engine {
  const place = placeOf(url);
  const pool = new Pool({
    connectionString: url,
    types: parsers,
    application_name: "warrant",
    max: 10,
    connectionTimeoutMillis: wait,
    allowExitOnIdle: true,
  });
  // A connection that ends while nobody uses it is replaced at the next query; unheard, the event would end the process.
  pool.on("error", () => undefined);
  const db = new Kysely<LedgerTables>({ dialect: new PostgresDialect({ pool }) });
  return {
    name: "postgres",
    db,
    place,
    async hasTable(transaction, name) {
      const found = await sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`.execute(
        transaction,
      );
      return found.rows[0]?.there === true;
    },
    async lock(transaction, streams) {
      // A server may be set to acknowledge before the disk has it; for what is decided here that is too early.
      await sql`select set_config('lock_timeout', ${String(wait)}, true), set_config('synchronous_commit',
        case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end, true)`.execute(
        transaction,
      );
      if (streams === everyStream) {
        // Whoever read a stream before finds his place taken by the unique key, and reads it again.
        await sql`lock table events in share row exclusive mode`.execute(transaction);
        return;
      }
      for (const stream of streams) {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`warrant ledger ${stream}`}, 0))`.execute(
          transaction,
        );
      }
    },
    explain: (cause) => explainPostgres(place, cause),
  };
}
