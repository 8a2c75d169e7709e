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

const mustBeQuoted = /[\u0000-\u001f\u007f"\\]/;
const quotedBytes = /[\u0000-\u001f\u007f"\\]/g;
const quotedEscapes: Readonly<Record<string, string>> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

function quote(prefix: string, name: string): string {
  if (!mustBeQuoted.test(name)) return prefix + name;
  const escaped = name.replace(quotedBytes, (byte) => quotedEscapes[byte] ?? `\\${octal(byte.charCodeAt(0))}`);
  return `"${prefix}${escaped}"`;
}

/**
 * The exact header line of a file's patch, without its line end, under `core.quotePath=false`; names and line as one
 * character a byte (`latin1`).
 *
 * Headers are never parsed: a name may hold ` b/`, a quote or a line end. What git must have written is compared instead.
 */
export function patchHeader(oldName: string, newName: string): string {
  return `diff --git ${quote("a/", oldName)} ${quote("b/", newName)}`;
}
