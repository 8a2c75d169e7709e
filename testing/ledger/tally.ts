/** @module The smallest rules a ledger can hold: a tally that adds, grants, revokes and closes. */

import type { EventDraft, StreamRules } from "@warrant/kernel/commitment/stream";

/** All a tally says of itself. */
export interface Tally {
  readonly total: number;
  readonly notes: readonly string[];
  /** Whether somebody was granted something that still counts. */
  readonly isGranted: boolean;
  readonly isClosed: boolean;
}

export type TallyStates = { readonly tally: Tally; readonly note: Tally };
export type TallyStream = `tally/${string}` | `note/${string}`;

const schema = "warrant.test-event/v1";
const person = { kind: "person", id: "maria" };

function fits({ kind, schema: given, body }: EventDraft): boolean {
  if (given !== schema) return false;
  if (kind === "added") return typeof body["amount"] === "number";
  return kind === "granted" || kind === "revoked" || kind === "closed";
}

export const tallyRules: StreamRules<Tally> = {
  version: "tally 1",
  start: { total: 0, notes: [], isGranted: false, isClosed: false },
  fits,
  admit(state, event) {
    if (state.isClosed) return { refusal: { code: "closed", message: "The tally is closed." } };
    // As strengths are: what is written is not what the caller claims.
    return {
      body: event.kind === "added" && "strength" in event.body ? { ...event.body, strength: "asserted" } : event.body,
    };
  },
  apply(state, { kind, body, imported }) {
    if (kind === "granted") return { ...state, isGranted: !imported };
    if (kind === "revoked") return { ...state, isGranted: false };
    if (kind === "closed") return { ...state, isClosed: true };
    const note = body["note"];
    return {
      ...state,
      total: state.total + Number(body["amount"]),
      notes: typeof note === "string" ? [...state.notes, note] : state.notes,
    };
  },
  spoil: (state) => ({ ...state, isGranted: false }),
};

export const tallyBook = { tally: tallyRules, note: tallyRules } as const;

export function added(stream: TallyStream, amount = 1, more: EventDraft["body"] = {}): EventDraft {
  return { stream, kind: "added", schema, actor: person, body: { amount, ...more } };
}

export function said(stream: TallyStream, kind: "granted" | "revoked" | "closed"): EventDraft {
  return { stream, kind, schema, actor: person, body: {} };
}
