/** @module Events of a stream as the kernel judges them, whatever stores them. All functions over them are pure. */

import type { Actor } from "../policy/envelope.ts";

type Json = Readonly<Record<string, unknown>>;

/** An event that is to be appended. */
export interface EventDraft {
  readonly stream: `${string}/${string}`;
  readonly kind: string;
  readonly schema: string;
  /** As the transport stamped it, never what a message says of itself. */
  readonly actor: Json;
  readonly body: Json;
}

/** An event with what its store adds. */
export interface StreamEvent extends EventDraft {
  /** When it was appended; the order is that of the stream, never this. */
  readonly at: string;
  /** Whether it came from another ledger: authority in it is dead. */
  readonly imported: boolean;
}

/** Why an event may not follow. */
export interface Refusal {
  readonly code: "not-found" | "closed" | "refused" | "conflict";
  readonly message: string;
  readonly details?: Json;
}

/** The body to write, or why nothing may be written. */
export type Admission = { readonly body: Json } | { readonly refusal: Refusal };

export function refuse(code: Refusal["code"], message: string, details?: Json): { readonly refusal: Refusal } {
  return { refusal: details === undefined ? { code, message } : { code, message, details } };
}

/** The rules of one family of streams. A state is a JSON document. */
export interface StreamRules<State> {
  /** Changes whenever the same events may give another state. */
  readonly version: string;
  readonly start: State;
  /** Whether the kind is known and the body fits it. */
  readonly fits: (event: EventDraft) => boolean;
  readonly admit: (state: State, event: StreamEvent) => Admission;
  /** Total: an event that may not follow changes nothing. */
  readonly apply: (state: State, event: StreamEvent) => State;
  /** A row could not be read and may have been a revocation: nothing that was granted so far counts from here on. */
  readonly spoil: (state: State) => State;
  /** What the stream is to be found by once it has this event. A hint: what is found by it is read and compared again. */
  readonly keysOf?: (event: EventDraft) => readonly string[];
  /** Each event stands for itself and the state never changes: appending reads no earlier one. */
  readonly isLog?: true;
  /** The longest written body of a kind, in UTF-16 units, where it is less than what the store takes. */
  readonly longestBody?: (kind: string) => number;
}

/** The id after the family in a stream's name. */
export function idOf(stream: string): string {
  return stream.slice(stream.indexOf("/") + 1);
}

/** What the runtime itself does, such as upkeep. */
export const runtimeActor: Actor = { kind: "runtime", id: "warrant" };
