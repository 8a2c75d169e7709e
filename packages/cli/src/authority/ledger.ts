/** @module The ledger of this machine or of the configuration, opened for one command. */

import { homedir } from "node:os";
import type { Refusal } from "@warrant/kernel/commitment/stream";
import { LedgerError, ledgerLocation, openLedger, type WarrantLedger } from "@warrant/ledger";
import { ExitError, exitCodes } from "../exit.ts";
import type { Io } from "../io.ts";
import { loadRuntime, type Runtime } from "../runtime.ts";

/** What a command about authority works with. */
export interface Authority {
  readonly ledger: WarrantLedger;
  readonly runtime: Runtime;
  /** RFC 3339 UTC. */
  readonly now: string;
}

function asExit(error: LedgerError): ExitError {
  const code = error.code === "refused" ? exitCodes.usage : exitCodes.failed;
  return new ExitError(code, error.message, { cause: error });
}

/**
 * Opens the ledger, and closes it whatever happens.
 *
 * @throws ExitError `failed` when it cannot be opened, read or written; `usage` for a location or an input it cannot use.
 */
export async function withLedger<Result>(io: Io, use: (authority: Authority) => Promise<Result>): Promise<Result> {
  const runtime = await loadRuntime(io);
  try {
    const location = ledgerLocation(runtime.settings.ledger.url, io.env, io.env["HOME"] ?? homedir());
    const ledger = await openLedger(location, () => io.wallClock());
    try {
      return await use({ ledger, runtime, now: new Date(io.wallClock()).toISOString() });
    } finally {
      await ledger.close();
    }
  } catch (error) {
    if (error instanceof LedgerError) throw asExit(error);
    throw error;
  }
}

/** A refusal of the ledger's rules as the ending of a command. */
export function refused({ code, message, details }: Refusal): ExitError {
  const rule = details?.["rule"];
  if (typeof rule === "string" && rule.startsWith("authority.")) {
    return new ExitError(exitCodes.denied, `${message} [${rule}]`);
  }
  return new ExitError(exitCodes.usage, code === "closed" ? `nothing was changed: ${message}` : message);
}
