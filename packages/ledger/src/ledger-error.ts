/** @module Failures of the ledger: a code to act on, and a sentence with what was tried, what came back and what to do. */

export const ledgerErrorCodes = ["io", "corrupt", "conflict", "refused"] as const;
/**
 * `io`: the storage could not be opened, read or written. `corrupt`: the storage itself is damaged. `conflict`: others kept
 * changing the same streams. `refused`: what was given is nothing the ledger holds.
 */
export type LedgerErrorCode = (typeof ledgerErrorCodes)[number];

/** What was to be appended is not there, wholly, unless its commit was under way when the connection was lost. */
export class LedgerError extends Error {
  override readonly name = "LedgerError";
  readonly code: LedgerErrorCode;

  constructor(code: LedgerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
