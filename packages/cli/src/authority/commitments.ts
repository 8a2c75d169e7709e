/** @module Commitments of the ledger by what people type. */

import type { Commitment } from "@warrant/kernel/commitment/commitment";
import type { WarrantLedger } from "@warrant/ledger";
import { ExitError, exitCodes } from "../exit.ts";
import { pickId } from "./ids.ts";

/** Every commitment that was opened, by id. For lists and look-ups; what is decided is read again. */
export async function commitmentsOf(ledger: WarrantLedger): Promise<Commitment[]> {
  const readings = await ledger.readAll("commitment");
  return readings.flatMap(({ state }) => (state === null ? [] : [state]));
}

/** @throws ExitError `usage` when the id is unknown or the beginning of several. */
export function findCommitment(text: string, commitments: readonly Commitment[]): Commitment {
  const candidates = commitments.map(({ id, spec }) => ({ id, title: spec.objective }));
  const id = pickId(text, candidates, "commitment");
  const found = commitments.find((commitment) => commitment.id === id);
  if (found === undefined) throw new ExitError(exitCodes.usage, `there is no commitment ${id}.`);
  return found;
}
