/** @module The sessions of agents among all that the ledger holds: tickets of `warrant run` and probes of the doctor are none. */

import type { WarrantLedger } from "@warrant/ledger";
import { type KnownSession, sessionsOf } from "@warrant/ledger/session-log";

/**
 * The sessions agents were at work in, the newest first.
 *
 * @throws LedgerError
 */
export async function agentSessions(ledger: WarrantLedger): Promise<readonly KnownSession[]> {
  const sessions = (await sessionsOf(ledger)).filter(({ session }) => !/^(?:run|warrant-doctor)-/.test(session));
  return sessions.toSorted((one, other) => ((one.last_at ?? "") < (other.last_at ?? "") ? 1 : -1));
}
