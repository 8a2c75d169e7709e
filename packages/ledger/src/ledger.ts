/** @module The ledger: streams of events that only grow, read and appended to under their rules. */

import type { EventDraft, StreamRules } from "@warrant/kernel/commitment/stream";
import type {
  AlsoNeeded,
  Deciding,
  Decision,
  LedgerOptions,
  Outcome,
  StateOf,
  StreamOf,
  StreamReading,
  View,
} from "./asking.ts";
import { checkLedger, type LedgerCheck } from "./check.ts";
import { type Engine, type LedgerDb, looking, writing } from "./engine.ts";
import type { LedgerEvent } from "./event.ts";
import { eventIds } from "./event-id.ts";
import { type ExportCount, exportLedger } from "./export.ts";
import { type ImportCount, importLedger } from "./import.ts";
import { LedgerError } from "./ledger-error.ts";
import { linkedStreams, linksOf, writeLinks } from "./links.ts";
import { kindsOf, type LogTail, type TailQuery, tailOf } from "./log-tail.ts";
import { migrate } from "./migrations.ts";
import { keepSnapshots, projectFamily, snapshotEvery } from "./projections.ts";
import { addRows, endOfLog, endsOf, headOf, type StreamEnd, wholeStream, writeRows } from "./rows.ts";
import type { RuleBook } from "./rule-book.ts";
import { type FoldState, type NewRow, StreamFold } from "./stream-fold.ts";
import { familyOf } from "./stream-name.ts";
import type { LinksTable } from "./tables.ts";

const noTail: LogTail = { events: [], bad: 0 };

function foldIn(folds: ReadonlyMap<string, StreamFold<unknown>>, stream: string): StreamFold<unknown> {
  const fold = folds.get(stream);
  if (fold !== undefined) return fold;
  throw new LedgerError("refused", `Could not use the stream ${stream}: it is none of those that were asked for.`);
}

function readingOf<State>(fold: StreamFold<unknown>): StreamReading<State> {
  return { stream: fold.stream, version: fold.version, state: fold.state as State, bad: [...fold.bad] };
}

/** The streams that came past a place at which a snapshot is kept. */
function due(grown: ReadonlyMap<StreamFold<unknown>, number>): StreamFold<unknown>[] {
  return [...grown]
    .filter(
      ([fold, before]) =>
        fold.rules.isLog !== true && Math.floor(fold.version / snapshotEvery) > Math.floor(before / snapshotEvery),
    )
    .map(([fold]) => fold);
}

/** Streams whose state is remembered between two appends of one process. */
const mostRemembered = 1000;

export class Ledger<States> {
  readonly engine: Engine;
  readonly #rules: RuleBook<States>;
  readonly #clock: () => number;
  readonly #nextId: () => string;
  /** States as this process knows them, so that a long stream is not read again for each event. */
  readonly #remembered = new Map<string, FoldState<unknown>>();

  private constructor(engine: Engine, options: LedgerOptions<States>) {
    this.engine = engine;
    this.#rules = options.rules;
    this.#clock = options.clock ?? Date.now;
    this.#nextId = eventIds(this.#clock);
  }

  /**
   * Opens a ledger and brings its tables up to date.
   *
   * @throws LedgerError
   */
  static async open<States>(engine: Engine, options: LedgerOptions<States>): Promise<Ledger<States>> {
    try {
      const ledger = new Ledger(engine, options);
      await migrate(engine, (stream) => ledger.#rulesFor(stream));
      return ledger;
    } catch (cause) {
      await engine.db.destroy();
      throw cause;
    }
  }

  /**
   * Appends what `decide` decides, in one transaction: the streams are read while nobody else can append to them, each event
   * is judged by its rules, and all of them are on the disk when the promise resolves. With a refusal nothing is written.
   *
   * @param streams every stream the decision reads or appends to.
   * @param also what it needs to be found first, under the same lock.
   * @param decide a pure function; it is called again when the database had to end the transaction for another one.
   * @throws LedgerError
   */
  async append(
    streams: readonly StreamOf<States>[],
    decide: (deciding: Deciding<States>) => Decision,
    also: AlsoNeeded<States> = {},
  ): Promise<Outcome> {
    const { keys = [] } = also;
    // Keys are locked as streams are: of two who look for the same thing and find none, one makes it.
    const { outcome, folds } = await writing(this.engine, [...streams, ...keys], async (transaction) => {
      const folds = new Map<string, StreamFold<unknown>>();
      const links = await linkedStreams(transaction, keys);
      const found = new Set([...links.values()].flat());
      for (const stream of streams) found.delete(stream);
      await this.engine.lock(transaction, [...found].sort());
      for (const stream of [...streams, ...found]) folds.set(stream, await this.#current(transaction, stream));
      const now = new Date(this.#clock()).toISOString();
      const decision = decide({
        read: (stream) => readingOf(foldIn(folds, stream)),
        // The rules that write keys write those of their own streams.
        linked: (key) => (links.get(key) ?? []) as StreamOf<States>[],
        tail: also.tail === undefined ? noTail : await this.#tail(transaction, also.tail.stream, also.tail),
        now,
      });
      if ("refusal" in decision) return { outcome: decision, folds };
      const outcome = await this.#write(transaction, folds, decision, now);
      return { outcome, folds };
    });
    // What was refused halfway has changed its fold, but not the stream.
    if ("events" in outcome) for (const fold of folds.values()) this.#remember(fold);
    return outcome;
  }

  /**
   * Reads a stream whole, row by row from the first.
   *
   * @throws LedgerError
   */
  async read<Stream extends StreamOf<States>>(stream: Stream): Promise<StreamReading<StateOf<States, Stream>>> {
    const fold = await looking(this.engine, (transaction) => wholeStream(transaction, stream, this.#rulesOf(stream)));
    this.#remember(fold);
    return readingOf<StateOf<States, Stream>>(fold);
  }

  /**
   * Reads streams and ends of logs as they are at one moment. What is appended meanwhile is not seen.
   *
   * @throws LedgerError
   */
  view<Result>(look: (view: View<States>) => Promise<Result>): Promise<Result> {
    return looking(this.engine, (transaction) =>
      look({
        read: async (stream) => readingOf(await this.#current(transaction, stream)),
        linked: async (key) => ((await linkedStreams(transaction, [key])).get(key) ?? []) as StreamOf<States>[],
        tail: (stream, query) => this.#tail(transaction, stream, query),
        kinds: (stream) => kindsOf(transaction, stream),
      }),
    );
  }

  #tail(db: LedgerDb, stream: string, query: TailQuery): Promise<LogTail> {
    return tailOf(db, stream, this.#rulesOf(stream), query);
  }

  /** A stream as it is now: what this process knows of it, and what others have added. */
  async #current(db: LedgerDb, stream: string): Promise<StreamFold<unknown>> {
    const rules = this.#rulesOf(stream);
    if (rules.isLog === true) return endOfLog(db, stream, rules);
    const remembered = this.#remembered.get(stream);
    if (remembered === undefined) return wholeStream(db, stream, this.#rulesOf(stream));
    const head = await headOf(db, stream);
    // The ledger is behind what is remembered: an older copy was put in its place.
    if (head === undefined || head.stream_seq < remembered.version)
      return wholeStream(db, stream, this.#rulesOf(stream));
    const fold = new StreamFold(stream, this.#rulesOf(stream), remembered);
    if (head.stream_seq === fold.version && head.digest === fold.digest) return fold;
    await addRows(db, fold);
    fold.end(head);
    return fold;
  }

  async #write(
    db: LedgerDb,
    folds: ReadonlyMap<string, StreamFold<unknown>>,
    drafts: readonly EventDraft[],
    now: string,
  ): Promise<Outcome> {
    const rows: NewRow[] = [];
    const events: LedgerEvent[] = [];
    const links: LinksTable[] = [];
    /** Where each stream was before. */
    const grown = new Map<StreamFold<unknown>, number>();
    for (const draft of drafts) {
      const fold = foldIn(folds, draft.stream);
      if (!grown.has(fold)) grown.set(fold, fold.version);
      const appended = fold.append(draft, { event_id: this.#nextId(), at: now, imported: false });
      if ("refusal" in appended) return appended;
      rows.push(appended.row);
      events.push(appended.event);
      links.push(...linksOf(fold.rules, appended.event));
    }
    if (rows.length > 0) await writeRows(db, rows, [...grown.keys()]);
    await writeLinks(db, links);
    await keepSnapshots(db, due(grown));
    return { events };
  }

  #remember(fold: StreamFold<unknown>): void {
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    this.#remembered.set(fold.stream, fold);
  }

  /**
   * Reads every stream of a family, in the order of their names. For lists: long streams go on from a snapshot, so damage
   * before it is left to `check`, and nothing is to be decided from what comes back.
   *
   * @throws LedgerError
   */
  async readAll<Family extends keyof States & string>(family: Family): Promise<StreamReading<States[Family]>[]> {
    const folds = await projectFamily(this.engine, family, this.#rulesOf(`${family}/any`));
    return folds.map((fold) => readingOf<States[Family]>(fold));
  }

  /**
   * The last place of every stream of a family and its time, in the order of their names, without what is in them.
   *
   * @throws LedgerError
   */
  ends(family: keyof States & string): Promise<readonly StreamEnd[]> {
    return looking(this.engine, (transaction) => endsOf(transaction, family));
  }

  /**
   * A number that is another one after any other connection has written, so that what was read at the same number still holds
   * but for what was appended here. Null when nobody can tell.
   */
  outside(): number | null {
    try {
      return this.engine.outside?.() ?? null;
    } catch {
      return null;
    }
  }

  /**
   * Whether something could be appended now.
   *
   * @throws what is no failure of the ledger.
   */
  async isWritable(): Promise<boolean> {
    try {
      await this.append([], () => []);
      return true;
    } catch (cause) {
      if (cause instanceof LedgerError) return false;
      throw cause;
    }
  }

  /**
   * Reads everything from the first row and counts what cannot be believed.
   *
   * @throws LedgerError when the storage cannot be read at all.
   */
  check(): Promise<LedgerCheck> {
    return checkLedger(this.engine, (stream) => this.#rulesFor(stream));
  }

  /**
   * Writes every event that is believed as lines of `warrant.ledger-export/v1`, as they are at one moment.
   *
   * @throws LedgerError, and whatever `write` throws.
   */
  export(write: (line: string) => void | Promise<void>): Promise<ExportCount> {
    return exportLedger(this.engine, (stream) => this.#rulesFor(stream), write);
  }

  /**
   * Takes in an export, wholly or not at all; what it granted is dead.
   *
   * @param open opens the export from its beginning; it is called twice, since a large one is not kept.
   * @throws LedgerError `refused`, naming the line.
   */
  import(open: () => AsyncIterable<Uint8Array>): Promise<ImportCount> {
    const now = new Date(this.#clock()).toISOString();
    return importLedger(this.engine, (stream) => this.#rulesFor(stream), open, now);
  }

  close(): Promise<void> {
    return this.engine.db.destroy();
  }

  #rulesFor(stream: string): StreamRules<unknown> | undefined {
    const family = familyOf(stream);
    if (family === undefined || !Object.hasOwn(this.#rules, family)) return undefined;
    // The table gives each family its own state; the compiler cannot follow that through a text.
    return (this.#rules as Record<string, unknown>)[family] as StreamRules<unknown>;
  }

  #rulesOf(stream: string): StreamRules<unknown> {
    const rules = this.#rulesFor(stream);
    if (rules !== undefined) return rules;
    throw new LedgerError("refused", `Could not use the stream "${stream}": it is of no family the ledger keeps.`);
  }
}
