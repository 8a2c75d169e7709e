/** @module What programs call that remember: opening a ledger, appending to it and reading it. */

export type { AlsoNeeded, Deciding, Decision, LedgerOptions, Outcome, StreamReading, View } from "./asking.ts";
export type { LedgerCheck } from "./check.ts";
export type { LedgerEvent } from "./event.ts";
export type { ExportCount } from "./export.ts";
export type { ImportCount } from "./import.ts";
export { Ledger } from "./ledger.ts";
export { LedgerError, type LedgerErrorCode } from "./ledger-error.ts";
export { type LedgerLocation, ledgerLocation, stateFolder } from "./location.ts";
export { openEngine } from "./open-engine.ts";
export type { RuleBook } from "./rule-book.ts";
export type { BadReason, BadRow } from "./stream-fold.ts";
export { openLedger, type WarrantLedger, type WarrantStates } from "./warrant-ledger.ts";
