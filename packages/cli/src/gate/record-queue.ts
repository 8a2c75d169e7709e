/**
 * @module Appends what several calls record at the same moment in one transaction, since each costs the disk as much as many
 * together. Everybody waits until their own is on disk.
 */

import { setImmediate } from "node:timers/promises";
import { draft } from "@warrant/kernel/commitment/park";
import { idOf, runtimeActor } from "@warrant/kernel/commitment/stream";
import {
  recordSessionFrom,
  type SessionDraft,
  type SessionLogEvent,
  sessionEventOf,
  sessionStream,
} from "@warrant/ledger/session-log";
import type { WarrantLedger } from "@warrant/ledger/warrant-ledger";

interface Waiting {
  readonly session: string;
  readonly events: readonly SessionDraft[];
  readonly resolve: (events: readonly SessionLogEvent[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Sessions written together. */
const most = 64;

function alone(ledger: WarrantLedger, { session, events }: Waiting): Promise<readonly SessionLogEvent[]> {
  return recordSessionFrom(ledger, session, { kinds: [], limit: 0 }, () => events);
}

/** Writes all of them, or none. */
async function together(ledger: WarrantLedger, batch: readonly Waiting[]): Promise<readonly SessionLogEvent[][]> {
  const streams = batch.map(({ session }) => sessionStream(session));
  const outcome = await ledger.append([...new Set(streams)], () =>
    batch.flatMap(({ events }, index) =>
      events.map(({ kind, body }) => draft("session", idOf(streams[index] ?? ""), kind, runtimeActor, body)),
    ),
  );
  if (!("events" in outcome)) throw new Error(outcome.refusal.message);
  let at = 0;
  return batch.map(({ events }) => outcome.events.slice(at, (at += events.length)).map(sessionEventOf));
}

async function write(ledger: WarrantLedger, batch: readonly Waiting[]): Promise<void> {
  if (batch.length > 1) {
    try {
      const written = await together(ledger, batch);
      for (const [index, { resolve }] of batch.entries()) resolve(written[index] ?? []);
      return;
    } catch {
      // What one of them cannot write is not the others' fault.
    }
  }
  for (const waiting of batch) {
    try {
      waiting.resolve(await alone(ledger, waiting));
    } catch (error) {
      waiting.reject(error);
    }
  }
}

export class RecordQueue {
  #waiting: Waiting[] = [];
  #isWriting = false;

  /**
   * Appends to a session, in order.
   *
   * @throws LedgerError; then nothing of it was written.
   */
  append(ledger: WarrantLedger, session: string, events: readonly SessionDraft[]): Promise<readonly SessionLogEvent[]> {
    if (events.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ session, events, resolve, reject });
      if (!this.#isWriting) void this.#writeAll(ledger);
    });
  }

  async #writeAll(ledger: WarrantLedger): Promise<void> {
    this.#isWriting = true;
    try {
      while (this.#waiting.length > 0) {
        // Calls that have arrived by now come as far as this first.
        await setImmediate();
        const batch = this.#waiting.splice(0, most);
        await write(ledger, batch);
      }
    } finally {
      this.#isWriting = false;
    }
  }
}
