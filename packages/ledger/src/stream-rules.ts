/** @module What the ledger has to know of a family of streams; the kernel's commitments, approvals and inbox fill it in. */

import type { EventDraft, LedgerEvent } from "./event.ts";
import type { Refusal } from "./ledger-error.ts";

/** What becomes of an event that is to follow a state: the body to write, or why it may not. */
export type Admission = { readonly body: EventDraft["body"] } | { readonly refusal: Refusal };

/** All pure. A state is a JSON document: it is kept in snapshots. */
export interface StreamRules<State> {
  /** Changes whenever the same events may give another state; a snapshot of another version is not believed. */
  readonly version: string;
  /** The state of a stream without events. */
  readonly start: State;
  /** Whether the kind is known and the body fits it. */
  readonly fits: (event: EventDraft) => boolean;
  /** Judged before each event is written, also when it is imported. */
  readonly admit: (state: State, event: LedgerEvent) => Admission;
  readonly apply: (state: State, event: LedgerEvent) => State;
  /** A row could not be read and may have been a revocation: nothing that was granted so far counts from here on. */
  readonly spoil: (state: State) => State;
}

/** The rules of each family, by its name. */
export type RuleBook<States> = { readonly [Family in keyof States & string]: StreamRules<States[Family]> };
