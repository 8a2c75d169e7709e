/** @module Events as the ledger keeps them, and the chain that ties each to the one before it in its stream. */

import { digestText } from "@warrant/kernel/canonical";
import type { StreamEvent } from "@warrant/kernel/commitment/stream";
import { exactJson, InexactValue } from "@warrant/kernel/exact-json";
import { LedgerError } from "./ledger-error.ts";

type Json = Readonly<Record<string, unknown>>;

/** An event of the ledger. */
export interface LedgerEvent extends StreamEvent {
  readonly event_id: string;
  /** The place in its stream, from 1. */
  readonly stream_seq: number;
}

/** The columns an event's digest is over, as they are stored. */
export interface SealedColumns {
  readonly stream: string;
  readonly stream_seq: number;
  readonly kind: string;
  readonly at: string;
  readonly actor: string;
  readonly body: string;
}

/** What the first event of a stream follows. */
export const noDigest = "";

/** No text of these columns holds a line break, so each reading of the joined text has one origin. */
export function sealOf(row: SealedColumns, previous: string): string {
  return digestText(`${row.stream}\n${row.stream_seq}\n${row.kind}\n${row.at}\n${row.actor}\n${row.body}\n${previous}`);
}

/** UTF-16 units. What a person reads of an event, and the arguments of a call, are far smaller. */
const longestBody = 1_000_000;

/**
 * The text of a body or an actor.
 *
 * @param most the longest text of its kind.
 * @throws LedgerError `refused` for what has no one exact form (NaN, infinity, half a character) or is too large.
 */
export function writtenDocument(document: Json, what: string, most: number = longestBody): string {
  let text: string;
  try {
    text = exactJson(document);
  } catch (cause) {
    if (!(cause instanceof InexactValue)) throw cause;
    throw new LedgerError(
      "refused",
      `Could not append an event: its ${what} has no exact form, ${cause.message} Nothing was written.`,
      { cause },
    );
  }
  if (text.length <= most) return text;
  throw new LedgerError(
    "refused",
    `Could not append an event: its ${what} is ${text.length} characters long and ${most} is the most. Nothing was written.`,
  );
}

/** A document as it was written, or undefined when the text is none. */
export function readWritten(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}
