/** @module What a process that appends is told to do. */

import type { LedgerLocation } from "@warrant/ledger/location";
import type { TallyStream } from "./tally.ts";

/** What one writer does. */
export interface WriterTask {
  readonly location: LedgerLocation;
  readonly run: number;
  readonly appends: number;
  /** A stream others write to as well, and one nobody else does. Each append writes to both. */
  readonly shared: TallyStream;
  readonly own: TallyStream;
  /** Whether each append is one event of each stream, not two and one. */
  readonly isSingle?: boolean;
  /** Kills itself around a statement, counted from the end of its first append. */
  readonly dies?: { readonly statement: number; readonly when: "before" | "after" };
}

export function noteOf(run: number, append: number): string {
  return `${run}:${append}`;
}
