/** @module Lines of a file of any size, one at a time, with their numbers. */

import { LedgerError } from "./ledger-error.ts";

export interface NumberedLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** False for a last line without its line break. */
  readonly isWhole: boolean;
}

/** Bytes. The longest event with its actor, both escaped, is shorter. */
export const longestLine = 16_000_000;

const lineBreak = 0x0a;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(number: number, parts: readonly Uint8Array[]): string {
  try {
    return utf8.decode(Buffer.concat(parts));
  } catch (cause) {
    throw new LedgerError("refused", `Could not read line ${number}: it is no UTF-8.`, { cause });
  }
}

/**
 * @throws LedgerError `refused` for a line that is too long or no UTF-8.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedLine> {
  let number = 1;
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(lineBreak, from);
      const part = chunk.subarray(from, at === -1 ? undefined : at);
      parts.push(part);
      length += part.length;
      if (length > longestLine) {
        throw new LedgerError("refused", `Could not read line ${number}: it is longer than ${longestLine} bytes.`);
      }
      if (at === -1) break;
      yield { number, text: decode(number, parts), isWhole: true };
      number += 1;
      parts = [];
      length = 0;
      from = at + 1;
    }
  }
  if (length > 0) yield { number, text: decode(number, parts), isWhole: false };
}
