/** @module The tables, as both engines hold them. */

import type { Generated } from "kysely";

export interface EventsTable {
  seq: Generated<number>;
  event_id: string;
  stream: string;
  stream_seq: number;
  at: string;
  kind: string;
  schema: string;
  actor: string;
  body: string;
  digest: string;
  /** When the event came in from another ledger; null for our own. Not part of the digest. */
  imported_at: string | null;
}

/** A cache of states, safe to delete at any time. */
export interface SnapshotsTable {
  stream: string;
  stream_seq: number;
  projection: string;
  rules_version: string;
}

/** Which streams a key leads to. A cache: whatever is found by it is read whole and compared again. */
export interface LinksTable {
  key: string;
  stream: string;
}

/** `schema`: the number of migrations that ran. `head:STREAM`: the last place and digest of a stream. */
export interface MetaTable {
  key: string;
  value: string;
}

export interface LedgerTables {
  events: EventsTable;
  snapshots: SnapshotsTable;
  links: LinksTable;
  meta: MetaTable;
}
