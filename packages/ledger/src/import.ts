/**
 * @module `ledger import`: events of another ledger, judged anew as if they were appended here. They tell what happened;
 * what they granted is dead.
 */

import type { StreamRules } from "@warrant/kernel/commitment/stream";
import { type Engine, everyStream, type LedgerDb, writing } from "./engine.ts";
import { noDigest, sealOf, writtenDocument } from "./event.ts";
import { badExport, type ExportLine, readExport } from "./export-format.ts";
import { LedgerError } from "./ledger-error.ts";
import { linksOfRows, writeLinks } from "./links.ts";
import { allHeads, writeRows } from "./rows.ts";
import { type NewRow, StreamFold } from "./stream-fold.ts";

type RulesOf = (stream: string) => StreamRules<unknown> | undefined;

export interface ImportCount {
  /** Events of the export. */
  readonly events: number;
  /** Those that were not here yet. */
  readonly added: number;
}

/** A row an event becomes here, the digest it follows, and the line it came from. */
interface ReplayedRow {
  readonly line: number;
  readonly row: NewRow;
  readonly follows: string;
}

/** A stream as its events add up here, and the digest its last one had in the export. */
interface ReplayedStream {
  readonly fold: StreamFold<unknown>;
  exported: string;
}

/** Replays the streams of an export: each event is held to its chain, and appended under the rules. */
class Replay {
  readonly #streams = new Map<string, ReplayedStream>();
  readonly #ids = new Set<string>();
  readonly #rulesOf: RulesOf;

  constructor(rulesOf: RulesOf) {
    this.#rulesOf = rulesOf;
  }

  row({ line, event }: ExportLine): ReplayedRow {
    const { stream, event_id: id, stream_seq: place, at, kind, schema, actor, body } = event;
    const replayed = this.#streamOf(line, stream);
    if (this.#ids.has(id)) throw badExport(line, `has the id of an earlier event (${id})`);
    this.#ids.add(id);
    const { fold } = replayed;
    if (place !== fold.version + 1) {
      throw badExport(line, `is place ${place} of ${stream} and comes after place ${fold.version}: events are missing`);
    }
    const columns = { stream, stream_seq: place, kind, at, actor: writtenDocument(actor, "actor") };
    if (sealOf({ ...columns, body: writtenDocument(body, "body") }, replayed.exported) !== event.digest) {
      throw badExport(line, "was altered: its digest is another one");
    }
    replayed.exported = event.digest;
    const follows = fold.digest;
    const appended = fold.append({ stream, kind, schema, actor, body }, { event_id: id, at, imported: false });
    if ("refusal" in appended) throw badExport(line, `cannot follow: ${appended.refusal.message}`);
    return { line, row: appended.row, follows };
  }

  #streamOf(line: number, stream: string): ReplayedStream {
    const known = this.#streams.get(stream);
    if (known !== undefined) return known;
    const rules = this.#rulesOf(stream);
    if (rules === undefined) throw badExport(line, "belongs to a stream of no family");
    const replayed = { fold: new StreamFold(stream, rules), exported: noDigest };
    this.#streams.set(stream, replayed);
    return replayed;
  }
}

async function* replay(chunks: AsyncIterable<Uint8Array>, rulesOf: RulesOf): AsyncGenerator<ReplayedRow> {
  const replayed = new Replay(rulesOf);
  for await (const line of readExport(chunks)) {
    try {
      yield replayed.row(line);
    } catch (cause) {
      if (!(cause instanceof LedgerError) || cause.message.startsWith("Could not import")) throw cause;
      throw badExport(line.line, `cannot be appended. ${cause.message}`, cause);
    }
  }
}

/** Events that are looked up and written at a time. */
const batchRows = 500;

/** The end of a stream here, while rows are added. */
interface End {
  readonly version: number;
  readonly digest: string;
}

/** Those rows of a batch that are not here yet. */
async function missingRows(db: LedgerDb, batch: readonly ReplayedRow[], ends: Map<string, End>): Promise<NewRow[]> {
  const here = await db
    .selectFrom("events")
    .select(["event_id", "stream", "stream_seq", "digest"])
    .where(
      "event_id",
      "in",
      batch.map(({ row }) => row.event_id),
    )
    .execute();
  const known = new Map(here.map((row) => [row.event_id, row]));
  const missing: NewRow[] = [];
  for (const { line, row, follows } of batch) {
    const same = known.get(row.event_id);
    if (same !== undefined) {
      if (same.stream === row.stream && same.stream_seq === row.stream_seq && same.digest === row.digest) continue;
      throw badExport(line, `has the id of an event of this ledger that says something else (${row.event_id})`);
    }
    const end = ends.get(row.stream) ?? { version: 0, digest: noDigest };
    if (end.version !== row.stream_seq - 1 || end.digest !== follows) {
      throw badExport(line, `does not follow what this ledger has of ${row.stream}: the two went on differently`);
    }
    ends.set(row.stream, { version: row.stream_seq, digest: row.digest });
    missing.push(row);
  }
  return missing;
}

async function write(db: LedgerDb, rows: AsyncIterable<ReplayedRow>, rulesOf: RulesOf, now: string): Promise<number> {
  const heads = await allHeads(db);
  const ends = new Map<string, End>();
  for (const [stream, head] of heads) {
    ends.set(stream, { version: head?.stream_seq ?? Number.NaN, digest: head?.digest ?? noDigest });
  }
  let added = 0;
  let batch: ReplayedRow[] = [];
  async function flush(): Promise<void> {
    if (batch.length === 0) return;
    const missing = await missingRows(db, batch, ends);
    batch = [];
    added += missing.length;
    const grown = [...new Set(missing.map(({ stream }) => stream))];
    await writeRows(
      db,
      missing.map((row) => ({ ...row, imported_at: now })),
      grown.map((stream) => ({ stream, ...(ends.get(stream) ?? { version: 0, digest: noDigest }) })),
    );
    await writeLinks(db, linksOfRows(missing, rulesOf));
  }
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === batchRows) await flush();
  }
  await flush();
  return added;
}

/**
 * Takes in an export, wholly or not at all. Everything is checked before the ledger is touched; events that are here
 * already are passed over.
 *
 * @param open opens the export from its beginning; it is called twice, since a large one is not kept.
 * @throws LedgerError `refused`, naming the line, for what is no whole and unaltered export, for events the rules do not
 * let follow, and for a stream that went on differently here.
 */
export async function importLedger(
  engine: Engine,
  rulesOf: RulesOf,
  open: () => AsyncIterable<Uint8Array>,
  now: string,
): Promise<ImportCount> {
  let events = 0;
  for await (const _ of replay(open(), rulesOf)) events += 1;
  const added = await writing(engine, everyStream, (db) => write(db, replay(open(), rulesOf), rulesOf, now));
  return { events, added };
}
