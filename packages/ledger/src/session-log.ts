/** @module What happened in sessions: appended in order, and read from the end. Starts without any schema library. */

import { draft } from "@warrant/kernel/commitment/park";
import { type SessionLogKind, sessionKey, sessionLogKinds } from "@warrant/kernel/commitment/session-log";
import { idOf, runtimeActor } from "@warrant/kernel/commitment/stream";
import { type Actor, readActor } from "@warrant/kernel/policy/envelope";
import type { LedgerEvent } from "./event.ts";
import { LedgerError } from "./ledger-error.ts";
import type { LogTail } from "./log-tail.ts";
import type { WarrantLedger } from "./warrant-ledger.ts";

/** What is to be recorded. */
export interface SessionDraft {
  readonly kind: SessionLogKind;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What was recorded. */
export interface SessionLogEvent extends SessionDraft {
  readonly at: string;
  /** Its place in the session, from 1. */
  readonly place: number;
  readonly actor: Actor;
  /** It came from another ledger: history, and nothing that goes on. */
  readonly imported: boolean;
}

export interface SessionTail {
  /** The oldest first. */
  readonly events: readonly SessionLogEvent[];
  /** Rows that cannot be believed or are missing. */
  readonly bad: number;
}

export interface SessionQuery {
  /** All of them by default. */
  readonly kinds?: readonly SessionLogKind[];
  /** The most events that are given, the newest ones. */
  readonly limit: number;
}

/** The stream of a session by the id its host gave it. */
export function sessionStream(session: string): `session/${string}` {
  return `session/${sessionKey(session)}`;
}

/** An event of the log as it is given. */
export function sessionEventOf({ kind, body, at, stream_seq: place, actor, imported }: LedgerEvent): SessionLogEvent {
  // The rules let no other kind and no other actor into this stream.
  return { kind: kind as SessionLogKind, body, at, place, actor: readActor(actor) ?? runtimeActor, imported };
}

function sessionTail({ events, bad }: LogTail): SessionTail {
  return { events: events.map(sessionEventOf), bad };
}

/**
 * Appends to a session what the end of its log calls for, in one transaction.
 *
 * @param query what of the log is looked at.
 * @param decide a pure function; it may be called again.
 * @throws LedgerError; then nothing was written.
 */
export async function recordSessionFrom(
  ledger: WarrantLedger,
  session: string,
  query: SessionQuery,
  decide: (tail: SessionTail, now: string) => readonly SessionDraft[],
  actor: Actor = runtimeActor,
): Promise<readonly SessionLogEvent[]> {
  const stream = sessionStream(session);
  const { kinds = sessionLogKinds, limit } = query;
  const outcome = await ledger.append(
    [stream],
    ({ tail, now }) =>
      decide(sessionTail(tail), now).map(({ kind, body }) => draft("session", idOf(stream), kind, actor, body)),
    limit > 0 ? { tail: { stream, kinds, limit } } : {},
  );
  if ("events" in outcome) return outcome.events.map(sessionEventOf);
  throw new LedgerError("refused", `Could not record in the session: ${outcome.refusal.message}`);
}

/**
 * Appends to a session, in order and in one transaction.
 *
 * @throws LedgerError; then nothing was written.
 */
export async function recordSession(
  ledger: WarrantLedger,
  session: string,
  events: readonly SessionDraft[],
  actor: Actor = runtimeActor,
): Promise<void> {
  if (events.length > 0) await recordSessionFrom(ledger, session, { kinds: [], limit: 0 }, () => events, actor);
}

/**
 * The last events of a session.
 *
 * @throws LedgerError
 */
export function readSession(
  ledger: WarrantLedger,
  session: string,
  { kinds = sessionLogKinds, limit }: SessionQuery,
): Promise<SessionTail> {
  return ledger.view(async ({ tail }) => sessionTail(await tail(sessionStream(session), { kinds, limit })));
}

export interface KnownSession {
  /** As the ledger keeps it. */
  readonly session: string;
  readonly events: number;
  /** When the last of them was appended; null when its row is gone. */
  readonly last_at: string | null;
}

/**
 * Every session that has a log, in the order of their names.
 *
 * @throws LedgerError
 */
export async function sessionsOf(ledger: WarrantLedger): Promise<readonly KnownSession[]> {
  const ends = await ledger.ends("session");
  return ends.map(({ stream, version, at }) => ({ session: idOf(stream), events: version, last_at: at }));
}

/**
 * How many rows a session has of each kind.
 *
 * @throws LedgerError
 */
export function countSession(ledger: WarrantLedger, session: string): Promise<Readonly<Record<string, number>>> {
  return ledger.view(({ kinds }) => kinds(sessionStream(session)));
}
