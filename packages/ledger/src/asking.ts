/** @module What is asked of a ledger and what comes back: streams by their names, decisions, and what they are made from. */

import type { EventDraft, Refusal } from "@warrant/kernel/commitment/stream";
import type { LedgerEvent } from "./event.ts";
import type { LogTail, TailQuery } from "./log-tail.ts";
import type { RuleBook } from "./rule-book.ts";
import type { BadRow } from "./stream-fold.ts";
import type { StreamName } from "./stream-name.ts";

type FamilyOf<Stream extends string> = Stream extends `${infer Family}/${string}` ? Family : never;

/** The state of a stream by the family its name tells. */
export type StateOf<States, Stream extends string> =
  FamilyOf<Stream> extends keyof States ? States[FamilyOf<Stream>] : never;

export type StreamOf<States> = StreamName<keyof States & string>;

/** A stream as it was read. */
export interface StreamReading<State> {
  readonly stream: string;
  /** The last place; 0 when there is no such stream. */
  readonly version: number;
  /** What its events add up to. */
  readonly state: State;
  /** The rows that could not be believed. */
  readonly bad: readonly BadRow[];
}

export type Decision = readonly EventDraft[] | { readonly refusal: Refusal };
export type Outcome = { readonly events: readonly LedgerEvent[] } | { readonly refusal: Refusal };

/** What a decision is made from: the streams as they are, and the time, both taken while nobody else can append. */
export interface Deciding<States> {
  readonly read: <Stream extends StreamOf<States>>(stream: Stream) => StreamReading<StateOf<States, Stream>>;
  /** The streams a key that was asked for leads to; they can be read and appended to as well. */
  readonly linked: (key: string) => readonly StreamOf<States>[];
  /** The end of the log that was asked for. */
  readonly tail: LogTail;
  /** UTC. The events carry it. */
  readonly now: string;
}

/** What else a decision looks at, besides streams it knows by name. */
export interface AlsoNeeded<States> {
  /** Keys of streams, such as a session's. */
  readonly keys?: readonly string[];
  readonly tail?: TailQuery & { readonly stream: StreamOf<States> };
}

/** What is read at one moment. */
export interface View<States> {
  readonly read: <Stream extends StreamOf<States>>(stream: Stream) => Promise<StreamReading<StateOf<States, Stream>>>;
  readonly linked: (key: string) => Promise<readonly StreamOf<States>[]>;
  readonly tail: (stream: StreamOf<States>, query: TailQuery) => Promise<LogTail>;
  /** How many rows a stream has of each kind. */
  readonly kinds: (stream: StreamOf<States>) => Promise<Readonly<Record<string, number>>>;
}

export interface LedgerOptions<States> {
  readonly rules: RuleBook<States>;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}
