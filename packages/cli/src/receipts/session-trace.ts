/** @module The trace of a session out of our own ledger, as the claim gate reads it. */

import { rememberAll } from "@warrant/hosts/remember";
import { traceOf } from "@warrant/hosts/stop-claims";
import { readTrace } from "@warrant/kernel/claim/read-trace";
import type { Trace } from "@warrant/kernel/claim/trace";
import { readSession, type SessionLogEvent } from "@warrant/ledger/session-log";
import type { WarrantLedger } from "@warrant/ledger/warrant-ledger";

/** Events of one session that are read; a longer one is not known whole. */
const mostEvents = 50_000;

/** Hosts that tell of every call their agents make. */
const tellingAll: ReadonlySet<string> = new Set(["claude-code", "agent-sdk"]);

function textIn(events: readonly SessionLogEvent[], key: string): string | null {
  const found = events.find(({ body }) => typeof body[key] === "string")?.body[key];
  return typeof found === "string" ? found : null;
}

/**
 * The trace of a session; null when nothing was recorded of it.
 *
 * @throws LedgerError
 */
export async function sessionTrace(ledger: WarrantLedger, session: string): Promise<Trace | null> {
  const { events, bad } = await readSession(ledger, session, { limit: mostEvents });
  const traced = events.filter(({ kind }) => kind === "trace-appended");
  if (traced.length === 0) return null;
  const { unanswered } = rememberAll(session, events);
  const host = textIn(events, "host") ?? "warrant";
  const isWhole = tellingAll.has(host) && bad === 0 && events[0]?.place === 1 && unanswered.length === 0;
  return readTrace(traceOf({ session, host, cwd: textIn(events, "cwd") }, traced, isWhole));
}
