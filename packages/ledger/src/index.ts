/** @module What programs call that remember: opening a ledger, appending to it and reading it. */

export type { EventDraft, LedgerEvent } from "./event.ts";
export {
  type Deciding,
  type Decision,
  Ledger,
  type LedgerOptions,
  type Outcome,
  type StreamReading,
} from "./ledger.ts";
export { LedgerError, type LedgerErrorCode, type Refusal } from "./ledger-error.ts";
export { type LedgerLocation, ledgerLocation, stateFolder } from "./location.ts";
export { openEngine } from "./open-engine.ts";
export type { BadReason, BadRow } from "./stream-fold.ts";
export type { StreamName } from "./stream-name.ts";
export type { Admission, RuleBook, StreamRules } from "./stream-rules.ts";
