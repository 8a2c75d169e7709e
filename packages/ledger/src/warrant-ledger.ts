/** @module The ledger of Warrant: commitments with their envelopes, approvals, the inbox, what sessions are bound to and what happened in them, under the kernel's rules. */

import { approvalRules } from "@warrant/kernel/commitment/approval-rules";
import type { Commitment } from "@warrant/kernel/commitment/commitment";
import { commitmentRules } from "@warrant/kernel/commitment/commitment-rules";
import { type InboxEntry, inboxRules } from "@warrant/kernel/commitment/inbox";
import { eventSchemas } from "@warrant/kernel/commitment/park";
import { bindingRules, type SessionBinding } from "@warrant/kernel/commitment/session-binding";
import { sessionLogRules } from "@warrant/kernel/commitment/session-log";
import type { StreamRules } from "@warrant/kernel/commitment/stream";
import type { Approval } from "@warrant/kernel/policy/approval";
import { Ledger } from "./ledger.ts";
import type { LedgerLocation } from "./location.ts";
import { openEngine } from "./open-engine.ts";
import type { RuleBook } from "./rule-book.ts";

/** What each family of streams adds up to; null for a stream that is not there. */
export interface WarrantStates {
  readonly commitment: Commitment | null;
  readonly approval: Approval | null;
  readonly inbox: InboxEntry | null;
  /** Null for a session, or a work tree, that is bound to nothing. */
  readonly binding: SessionBinding | null;
  /** A log: its events stand for themselves and add up to nothing. */
  readonly session: null;
}

export type WarrantLedger = Ledger<WarrantStates>;

/** Events of another schema are those of another version, and not to be read as if they were ours. */
function ofSchema<State>(schema: string, rules: StreamRules<State>): StreamRules<State> {
  return { ...rules, fits: (event) => event.schema === schema && rules.fits(event) };
}

const rules: RuleBook<WarrantStates> = {
  commitment: ofSchema(eventSchemas.commitment, commitmentRules),
  approval: ofSchema(eventSchemas.approval, approvalRules),
  inbox: ofSchema(eventSchemas.inbox, inboxRules),
  binding: ofSchema(eventSchemas.binding, bindingRules),
  session: ofSchema(eventSchemas.session, sessionLogRules),
};

/**
 * Opens the ledger of a location, and creates it where there is none.
 *
 * @param clock milliseconds since 1970.
 * @throws LedgerError
 */
export async function openLedger(location: LedgerLocation, clock?: () => number): Promise<WarrantLedger> {
  return Ledger.open(await openEngine(location), { rules, ...(clock === undefined ? {} : { clock }) });
}
