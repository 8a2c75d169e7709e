/**
 * @module The end of a log: the last events of some kinds, found by an index, so that a gate never reads a session from its
 * first row. Each row is held against the digest of the one before it; the whole chain is `ledger check`'s to verify.
 */

import type { StreamRules } from "@warrant/kernel/commitment/stream";
import { sql } from "kysely";
import type { LedgerDb } from "./engine.ts";
import type { LedgerEvent } from "./event.ts";
import { headOf } from "./rows.ts";
import { type RawRow, StreamFold } from "./stream-fold.ts";

/** What is asked of a log. */
export interface TailQuery {
  readonly kinds: readonly string[];
  /** The most events that are given, the newest ones. */
  readonly limit: number;
}

export interface LogTail {
  /** The oldest first. */
  readonly events: readonly LedgerEvent[];
  /** Rows among them that cannot be believed, and rows of the log that are not there. */
  readonly bad: number;
}

type LinkedRow = RawRow & { readonly before: unknown };

async function rowsOfKind(db: LedgerDb, stream: string, kind: string, limit: number): Promise<LinkedRow[]> {
  return db
    .selectFrom("events")
    .leftJoin("events as previous", (join) =>
      join
        .onRef("previous.stream", "=", "events.stream")
        .on("previous.stream_seq", "=", sql<number>`events.stream_seq - 1`),
    )
    .selectAll("events")
    .select("previous.digest as before")
    .where("events.stream", "=", stream)
    .where("events.kind", "=", kind)
    .orderBy("events.stream_seq", "desc")
    .limit(limit)
    .execute();
}

/** The event of one row, or undefined when it does not follow the row before it. */
function believed(row: LinkedRow, rules: StreamRules<unknown>): LedgerEvent | undefined {
  const place = Number(row.stream_seq);
  const digest = typeof row.before === "string" ? row.before : "";
  const from = { state: rules.start, version: place - 1, digest, events: 0, bad: [] };
  return new StreamFold(String(row.stream), rules, from).add(row);
}

/** How many rows of a log are missing, by its last place. */
async function missingIn(db: LedgerDb, stream: string): Promise<number> {
  const { rows } = await db
    .selectFrom("events")
    .select((select) => select.fn.countAll<number>().as("rows"))
    .where("stream", "=", stream)
    .executeTakeFirstOrThrow();
  const head = await headOf(db, stream);
  return Math.abs((head?.stream_seq ?? 0) - rows);
}

export async function tailOf(
  db: LedgerDb,
  stream: string,
  rules: StreamRules<unknown>,
  { kinds, limit }: TailQuery,
): Promise<LogTail> {
  const rows: LinkedRow[] = [];
  for (const kind of new Set(kinds)) rows.push(...(await rowsOfKind(db, stream, kind, limit)));
  const last = rows.sort((one, other) => Number(one.stream_seq) - Number(other.stream_seq)).slice(-limit);
  const events = last.map((row) => believed(row, rules)).filter((event) => event !== undefined);
  return { events, bad: last.length - events.length + (await missingIn(db, stream)) };
}

/** How many rows a stream has of each kind. */
export async function kindsOf(db: LedgerDb, stream: string): Promise<Readonly<Record<string, number>>> {
  const rows = await db
    .selectFrom("events")
    .select((select) => ["kind", select.fn.countAll<number>().as("rows")])
    .where("stream", "=", stream)
    .groupBy("kind")
    .execute();
  return Object.fromEntries(rows.map(({ kind, rows: count }) => [kind, count]));
}
