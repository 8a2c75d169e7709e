/**
 * @module Reading the rows of a stream one by one: what they add up to, and which of them cannot be believed.
 *
 * A row that cannot be believed is counted and skipped, and hides nothing after it. It may have been a revocation, so
 * whatever was granted before it no longer counts (requests and authority, section 13.3).
 */

import type { EventDraft, Refusal, StreamRules } from "@warrant/kernel/commitment/stream";
import { type LedgerEvent, noDigest, readWritten, sealOf, writtenDocument } from "./event.ts";
import { LedgerError } from "./ledger-error.ts";
import type { StreamName } from "./stream-name.ts";

/** A row as it was written. */
export interface EventRow {
  readonly seq: number;
  readonly event_id: string;
  readonly stream: string;
  readonly stream_seq: number;
  readonly at: string;
  readonly kind: string;
  readonly schema: string;
  readonly actor: string;
  readonly body: string;
  readonly digest: string;
  readonly imported_at: string | null;
}

/** A row as a database gives it: SQLite keeps anything in any column. */
export type RawRow = { readonly [Column in keyof EventRow]: unknown };

/**
 * `unreadable`: a column has the wrong type, or no JSON in it. `altered`: the digest is not that of the row after the one
 * before it. `unknown`: a kind or a body that the rules of this version do not know. `missing`: rows that are not there.
 * `stray`: a row in a place that was taken, or behind the last one that was written. `no-family`: a stream of no family.
 */
export type BadReason = "unreadable" | "altered" | "unknown" | "missing" | "stray" | "no-family";

export interface BadRow {
  readonly stream: string;
  readonly stream_seq: number;
  readonly reason: BadReason;
  /** How many rows; more than one only where they are missing. */
  readonly rows: number;
}

/** The last place of a stream and the digest there, kept apart from the rows so that a missing end is seen. */
export interface Head {
  readonly stream_seq: number;
  readonly digest: string;
}

export function writeHead(head: Head): string {
  return `${head.stream_seq} ${head.digest}`;
}

/** A head as it was written, or undefined when it cannot be read. */
export function readHead(text: string | undefined): Head | undefined {
  const [place, digest] = text?.split(" ") ?? [];
  const streamSeq = Number(place);
  return digest !== undefined && Number.isSafeInteger(streamSeq) && streamSeq > 0
    ? { stream_seq: streamSeq, digest }
    : undefined;
}

const textColumns = ["event_id", "stream", "at", "kind", "schema", "actor", "body", "digest"] as const;

function hasTypes(row: RawRow): row is EventRow {
  return textColumns.every((column) => typeof row[column] === "string") && Number.isSafeInteger(row.stream_seq);
}

/** What the ledger adds to a draft. */
export type Stamp = Pick<LedgerEvent, "event_id" | "at" | "imported">;
export type NewRow = Omit<EventRow, "seq">;

/** What is kept of a fold, and what another one goes on from. */
export interface FoldState<State> {
  readonly state: State;
  /** The last place that was seen. */
  readonly version: number;
  /** The stored digest of the last row, which the next one follows. */
  readonly digest: string;
  /** Rows that were believed. */
  readonly events: number;
  readonly bad: readonly BadRow[];
}

/** What a stream adds up to so far. Rows are added in the order of `seq`. */
export class StreamFold<State> implements FoldState<State> {
  readonly stream: string;
  readonly rules: StreamRules<State>;
  state: State;
  version: number;
  digest: string;
  events: number;
  readonly bad: BadRow[];
  /** What the last row's digest should be, when it is another than the stored one. */
  #recomputed: string | undefined;
  #actor: { readonly text: string; readonly value: LedgerEvent["actor"] } | undefined;

  constructor(stream: string, rules: StreamRules<State>, from?: FoldState<State>) {
    this.stream = stream;
    this.rules = rules;
    this.state = from?.state ?? rules.start;
    this.version = from?.version ?? 0;
    this.digest = from?.digest ?? noDigest;
    this.events = from?.events ?? 0;
    this.bad = [...(from?.bad ?? [])];
  }

  /**
   * An event that is to follow: judged by the rules, and sealed.
   *
   * @returns its row, or why it may not follow.
   * @throws LedgerError `refused` for an event these rules do not know.
   */
  append(
    draft: EventDraft,
    stamp: Stamp,
  ): { readonly row: NewRow; readonly event: LedgerEvent } | { refusal: Refusal } {
    const streamSeq = this.version + 1;
    const given: LedgerEvent = { ...draft, ...stamp, stream_seq: streamSeq };
    if (!this.rules.fits(given)) {
      throw new LedgerError(
        "refused",
        `Could not append an event of the kind "${draft.kind}" to ${this.stream}: this kind with this body is not known. Nothing was written.`,
      );
    }
    const admission = this.rules.admit(this.state, given);
    if ("refusal" in admission) return admission;
    const event: LedgerEvent = { ...given, body: admission.body };
    const columns = {
      stream: this.stream,
      stream_seq: streamSeq,
      kind: draft.kind,
      at: stamp.at,
      actor: writtenDocument(draft.actor, "actor"),
      body: writtenDocument(event.body, "body", this.rules.longestBody?.(draft.kind)),
    };
    const row: NewRow = {
      ...columns,
      event_id: stamp.event_id,
      schema: draft.schema,
      digest: sealOf(columns, this.digest),
      imported_at: stamp.imported ? stamp.at : null,
    };
    this.#move(row);
    this.events += 1;
    this.state = this.rules.apply(this.state, event);
    return { row, event };
  }

  /** Adds a row, and gives its event when it is believed. */
  add(row: RawRow): LedgerEvent | undefined {
    if (!hasTypes(row)) return this.#skip(row, "unreadable");
    if (row.stream_seq <= this.version) {
      this.#report(row.stream_seq, "stray");
      return undefined;
    }
    const missing = row.stream_seq - this.version - 1;
    if (missing > 0) this.#report(this.version + 1, "missing", missing);
    const sealed = missing > 0 ? row.digest : this.#sealed(row);
    if (sealed !== row.digest) return this.#skip(row, "altered", sealed);
    const actor = this.#actorOf(row.actor);
    const body = readWritten(row.body);
    if (actor === undefined || body === undefined) return this.#skip(row, "unreadable");
    const event: LedgerEvent = {
      event_id: row.event_id,
      stream: row.stream as StreamName,
      stream_seq: row.stream_seq,
      at: row.at,
      kind: row.kind,
      schema: row.schema,
      actor,
      body,
      imported: row.imported_at !== null,
    };
    if (!this.rules.fits(event)) return this.#skip(row, "unknown");
    this.#move(row);
    this.events += 1;
    this.state = this.rules.apply(this.state, event);
    // What follows a gap cannot be checked against what it followed: it is heard, but it grants nothing.
    if (missing > 0) this.state = this.rules.spoil(this.state);
    return event;
  }

  /** Compares with the last place that was written; to be called after the last row. */
  end(head: Head | undefined): void {
    if (this.version === 0 && head === undefined) return;
    const last = head?.stream_seq ?? 0;
    if (last > this.version) this.#report(this.version + 1, "missing", last - this.version);
    else if (last < this.version) this.#report(this.version, "stray");
    else if (head?.digest !== this.digest && this.bad.at(-1)?.stream_seq !== last) this.#report(last, "altered");
    // The next event takes a place that nothing had, so that what is missing stays seen.
    this.version = Math.max(last, this.version);
  }

  /** Who did it: mostly whoever did the last thing. */
  #actorOf(text: string): LedgerEvent["actor"] | undefined {
    if (this.#actor?.text === text) return this.#actor.value;
    const value = readWritten(text);
    this.#actor = value && { text, value };
    return value;
  }

  /** A row's digest after the one before it, whose own digest may be what was altered. */
  #sealed(row: EventRow): string {
    const sealed = sealOf(row, this.digest);
    if (sealed === row.digest || this.#recomputed === undefined) return sealed;
    const after = sealOf(row, this.#recomputed);
    return after === row.digest ? after : sealed;
  }

  #move(row: { readonly stream_seq: number; readonly digest: unknown }, recomputed?: string): void {
    this.version = row.stream_seq;
    this.digest = String(row.digest);
    this.#recomputed = recomputed;
  }

  #skip(row: RawRow, reason: BadReason, recomputed?: string): undefined {
    const { stream_seq: place, digest } = row;
    // A row without a readable place takes none: then its own is reported as missing, and the next one is still heard.
    const isPlace = typeof place === "number" && Number.isSafeInteger(place) && place > this.version;
    if (isPlace) this.#move({ stream_seq: place, digest }, recomputed);
    this.#report(isPlace ? place : this.version + 1, reason);
  }

  #report(streamSeq: number, reason: BadReason, rows = 1): void {
    this.bad.push({ stream: this.stream, stream_seq: streamSeq, reason, rows });
    this.state = this.rules.spoil(this.state);
  }
}
