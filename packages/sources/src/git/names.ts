/** @module File names as git prints them: bytes to text, and the quoted form git writes into patch headers. */

import { isUtf8 } from "node:buffer";

/** A file name as text. A name that is not UTF-8 is shown with its stray bytes escaped, and is not `exact`. */
export interface FileName {
  readonly text: string;
  readonly exact: boolean;
}

/** The name in a byte range. Git's names are bytes; facts hold text (change gate, section 14). */
export function readName(bytes: Buffer): FileName {
  const text = bytes.toString("utf8");
  // U+FFFD is rare in real names, and stands for every byte that could not be decoded.
  if (!text.includes("\uFFFD") || isUtf8(bytes)) return { text, exact: true };
  return { text: escapeStray(bytes), exact: false };
}

/** Every byte that is part of no character, written as git writes it: a backslash and three octal digits. */
function escapeStray(bytes: Buffer): string {
  let text = "";
  let index = 0;
  while (index < bytes.length) {
    const length = characterLength(bytes, index);
    if (length === 0) {
      text += `\\${octal(bytes[index] ?? 0)}`;
      index += 1;
    } else {
      text += bytes.toString("utf8", index, index + length);
      index += length;
    }
  }
  return text;
}

function characterLength(bytes: Buffer, index: number): number {
  for (let length = 1; length <= 4 && index + length <= bytes.length; length += 1) {
    if (isUtf8(bytes.subarray(index, index + length))) return length;
  }
  return 0;
}

function octal(byte: number): string {
  return byte.toString(8).padStart(3, "0");
}

const quotedEscapes: Readonly<Record<number, string>> = {
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
  34: '\\"',
  92: "\\\\",
};

function mustBeQuoted(name: Buffer): boolean {
  for (const byte of name) if (byte < 0x20 || byte === 0x7f || byte === 0x22 || byte === 0x5c) return true;
  return false;
}

function quote(prefix: string, name: Buffer): Buffer {
  if (!mustBeQuoted(name)) return Buffer.concat([Buffer.from(prefix), name]);
  const parts = [...name].map((byte) => {
    const escaped = quotedEscapes[byte] ?? (byte < 0x20 || byte === 0x7f ? `\\${octal(byte)}` : undefined);
    return escaped === undefined ? Buffer.of(byte) : Buffer.from(escaped);
  });
  return Buffer.concat([Buffer.from(`"${prefix}`), ...parts, Buffer.from('"')]);
}

/**
 * The exact header line of a file's patch, without its line end, under `core.quotePath=false`.
 *
 * Headers are never parsed: a name may hold ` b/`, a quote or a line end. What git must have written is compared instead.
 */
export function patchHeader(oldName: Buffer, newName: Buffer): Buffer {
  return Buffer.concat([Buffer.from("diff --git "), quote("a/", oldName), Buffer.from(" "), quote("b/", newName)]);
}
