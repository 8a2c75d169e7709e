/** @module Facts documents from a file or standard input: one JSON document, or one a line in bulk, in bounded memory. */

import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { type ChangeFacts } from "@warrant/kernel/change/facts";
import { readFacts } from "@warrant/kernel/change/read-facts";
import { ExitError, exitCodes } from "./exit.ts";
import type { Io } from "./io.ts";

/** Bytes of one document. A longer one is an error for that line alone. */
export const maximumDocumentBytes = 256 * 1024 * 1024;

/** Why one line of the input is not a facts document; `line` counts from 1. */
export interface FactsError {
  readonly schema: "warrant.error/v1";
  readonly line: number;
  readonly error: { readonly code: "facts-invalid"; readonly where: string; readonly message: string };
}

export type FactsEntry =
  | { readonly line: number; readonly facts: ChangeFacts }
  | { readonly line: number; readonly invalid: FactsError };

interface Line {
  readonly number: number;
  /** Null: longer than `maximumDocumentBytes`. */
  readonly bytes: Buffer | null;
}

const lineFeed = 0x0a;

/** Splits bytes at line feeds alone: a document may hold every other separator inside its strings. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maximum: number = maximumDocumentBytes,
): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;
  const take = (): Line => {
    const line = { number, bytes: length > maximum ? null : Buffer.concat(parts) };
    parts = [];
    length = 0;
    return line;
  };
  const keep = (part: Buffer): void => {
    length += part.length;
    if (length <= maximum) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      keep(bytes.subarray(start, end));
      number += 1;
      yield take();
      start = end + 1;
    }
    if (start < bytes.length) keep(bytes.subarray(start));
  }
  if (length > 0) {
    number += 1;
    yield take();
  }
}

function invalid(line: number, where: string, message: string): FactsEntry {
  return { line, invalid: { schema: "warrant.error/v1", line, error: { code: "facts-invalid", where, message } } };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function readDocument(line: number, bytes: Buffer | null): FactsEntry {
  if (bytes === null) return invalid(line, "", `the document is over ${maximumDocumentBytes} bytes`);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return invalid(line, "", "the document is not UTF-8");
  }
  if (text.trim() === "") return invalid(line, "", "the line is empty");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    // V8 quotes the input in its message; only the position is safe to show.
    const position = /position (?<position>\d+)/.exec(error instanceof Error ? error.message : "")?.groups?.[
      "position"
    ];
    return invalid(
      line,
      "",
      position === undefined ? "the document is not JSON" : `the document is not JSON at character ${position}`,
    );
  }
  const reading = readFacts(json);
  return reading.ok ? { line, facts: reading.facts } : invalid(line, reading.error.where, reading.error.message);
}

/** Whether a line is a whole JSON value; a first line that is not means one document over several lines. */
function isWhole(bytes: Buffer | null): boolean {
  if (bytes === null) return false;
  try {
    JSON.parse(bytes.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

/**
 * Every facts document of a file (`-`: standard input), in order, with an entry for each line that is not one.
 *
 * `lines` says that the input is JSON Lines, whatever its first line is; otherwise a first line that is not JSON by itself
 * means one document written over several lines.
 *
 * @throws ExitError `usage` when the file cannot be opened or read.
 */
export async function* readFactsInput(file: string, lines: boolean, io: Io): AsyncGenerator<FactsEntry> {
  const source: AsyncIterable<Uint8Array> =
    file === "-" ? io.stdin : createReadStream(resolve(io.cwd, file), { signal: io.signal });
  try {
    let rest: Buffer[] | undefined;
    for await (const { number, bytes } of splitLines(source)) {
      if (number === 1 && !lines && !isWhole(bytes) && bytes !== null) rest = [];
      if (rest === undefined) yield readDocument(number, bytes);
      else if (bytes === null)
        throw new ExitError(exitCodes.usage, `${file}:${number}: the document is over ${maximumDocumentBytes} bytes`);
      else rest.push(bytes, Buffer.from("\n"));
    }
    if (rest !== undefined) yield readDocument(1, Buffer.concat(rest));
  } catch (error) {
    if (error instanceof ExitError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? "";
    throw new ExitError(
      exitCodes.usage,
      `could not read the facts file ${file} (${code || String(error)}). Check its path and permissions.`,
    );
  }
}
