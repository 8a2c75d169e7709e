/** @module Whether anybody else has written into the ledger, as a number to compare (`Ledger.outside`). */

import { setImmediate } from "node:timers/promises";
import type { WarrantLedger } from "@warrant/ledger/warrant-ledger";

/**
 * The number of now. While another call's transaction is open here it sees an older state, so that is waited for, once; null
 * when nobody can tell.
 */
export async function outsideOf(ledger: WarrantLedger): Promise<number | null> {
  const now = ledger.outside();
  if (now !== null) return now;
  await setImmediate();
  return ledger.outside();
}
