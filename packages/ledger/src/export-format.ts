/** @module `warrant.ledger-export/v1`: a header, events one a line in their order, and a closing line with the count. */

import { createHash } from "node:crypto";
import { exactJson } from "@warrant/kernel/exact-json";
import { isEventId } from "./event-id.ts";
import { LedgerError } from "./ledger-error.ts";
import { readLines } from "./read-lines.ts";
import type { StreamName } from "./stream-name.ts";

export const exportSchema = "warrant.ledger-export/v1";

/** An event as it travels: everything but its place among all streams, and what a ledger knows of its origin. */
export interface ExportedEvent {
  readonly event_id: string;
  readonly stream: StreamName;
  readonly stream_seq: number;
  readonly at: string;
  readonly kind: string;
  readonly schema: string;
  readonly actor: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly digest: string;
}

/** The first line. */
export interface ExportHeader {
  readonly schema: typeof exportSchema;
  readonly events: number;
  /** SHA-256 of the lines of the events, line breaks included. */
  readonly digest: string;
}

/** The last line. `left_out`: rows of the ledger that could not be believed. */
export interface ExportEnd {
  readonly end: true;
  readonly events: number;
  readonly left_out: number;
}

/** One line of the export; the same event always gives the same line. */
export function writeLine(value: ExportedEvent | ExportHeader | ExportEnd): string {
  return `${exactJson(value)}\n`;
}

/** The digest of lines that are added one by one. */
export function linesDigest(): { readonly add: (line: string) => void; readonly end: () => string } {
  const hash = createHash("sha256");
  return { add: (line) => hash.update(line), end: () => `sha256:${hash.digest("hex")}` };
}

type Json = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPlace(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isEvent(value: Json): value is Json & ExportedEvent {
  const texts = [value["stream"], value["at"], value["kind"], value["schema"], value["digest"]];
  return (
    isEventId(value["event_id"]) &&
    isPlace(value["stream_seq"]) &&
    value["stream_seq"] > 0 &&
    texts.every((text) => typeof text === "string") &&
    isRecord(value["actor"]) &&
    isRecord(value["body"])
  );
}

/** What is wrong with an export, and where. */
export function badExport(line: number, what: string, cause?: unknown): LedgerError {
  return new LedgerError("refused", `Could not import the export: line ${line} ${what}. Nothing was changed.`, {
    cause,
  });
}

function parseLine(line: number, text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badExport(line, "is no JSON", cause);
  }
  if (isRecord(value)) return value;
  throw badExport(line, "is no JSON object");
}

function readHeader(line: number, text: string): ExportHeader {
  const { schema, events, digest } = parseLine(line, text);
  if (schema === exportSchema && isPlace(events) && typeof digest === "string") return { schema, events, digest };
  throw badExport(line, `is no header of ${exportSchema}`);
}

/** An event and the line it stands in. */
export interface ExportLine {
  readonly line: number;
  readonly event: ExportedEvent;
}

/**
 * Reads an export and holds it to its own header and closing line. What is wrong shows at the end at the latest, so a
 * reader keeps nothing of it before.
 *
 * @throws LedgerError `refused`, naming the line.
 */
export async function* readExport(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ExportLine> {
  const digest = linesDigest();
  let header: ExportHeader | undefined;
  let events = 0;
  let last = 0;
  let isEnded = false;
  for await (const { number, text, isWhole } of readLines(chunks)) {
    last = number;
    if (!isWhole) throw badExport(number, "is torn: the file ends in it");
    if (isEnded) throw badExport(number, "follows the closing line");
    if (header === undefined) {
      header = readHeader(number, text);
      continue;
    }
    const value = parseLine(number, text);
    if (value["end"] === true) {
      isEnded = true;
      if (value["events"] !== events || header.events !== events) {
        throw badExport(number, `comes after ${events} events; ${header.events} were to come`);
      }
      continue;
    }
    if (!isEvent(value)) throw badExport(number, "is no event");
    digest.add(`${text}\n`);
    events += 1;
    yield { line: number, event: value };
  }
  if (!isEnded || header === undefined) throw badExport(last + 1, "is missing: the closing line never came");
  if (digest.end() !== header.digest) throw badExport(1, "has the digest of other events");
}
