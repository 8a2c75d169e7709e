/** @module Bytes to text, with the place of the first byte or character that a text file may not hold. */

import { nameCharacter } from "./yaml-quote.ts";

/** Where something stands: line and column count from 1, columns in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}
export interface YamlProblem extends Place {
  readonly message: string;
}

export type Decoding =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: YamlProblem };

function placeOfIndex(text: string, index: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: index - lineStart + 1 };
}

/** Index in the decoded text of the first byte that is not UTF-8: a replacement character the bytes do not spell. */
function firstBadByte(text: string, bytes: Uint8Array): { index: number; byte: number } | undefined {
  let offset = 0;
  let index = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const spelled = bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
    if (code === 0xfffd && !spelled) return { index, byte: bytes[offset] ?? 0 };
    offset += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += character.length;
  }
  return undefined;
}

/**
 * Decodes a text file: UTF-8, with or without a byte order mark, at most `maximum` bytes, no control characters but tab
 * and line ends (LF or CRLF). Lone surrogates of a text that is already decoded count as bytes that are not UTF-8.
 */
export function decodeText(input: Uint8Array | string, maximum: number): Decoding {
  const size = typeof input === "string" ? Buffer.byteLength(input) : input.byteLength;
  if (size > maximum) {
    const kib = (bytes: number) => Math.ceil(bytes / 1024);
    const message = `is ${kib(size)} KiB; at most ${kib(maximum)} KiB are read`;
    return { ok: false, problem: { line: 1, column: 1, message } };
  }
  const whole = typeof input === "string" ? input : new TextDecoder("utf-8", { ignoreBOM: true }).decode(input);
  if (typeof input !== "string") {
    const bad = firstBadByte(whole, input);
    if (bad !== undefined) {
      const byte = `0x${bad.byte.toString(16).toUpperCase().padStart(2, "0")}`;
      const hint = bad.byte >= 0xfe && bad.index === 0 ? " (it looks like UTF-16)" : "";
      return {
        ok: false,
        problem: {
          ...placeOfIndex(whole, bad.index),
          message: `the byte ${byte} is not UTF-8${hint}; save the file as UTF-8`,
        },
      };
    }
  }
  const text = whole.startsWith("\uFEFF") ? whole.slice(1) : whole;
  const control = /[\p{Cs}\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)/u.exec(text);
  if (control !== null) {
    const hint = control[0] === "\r" ? "; end lines with LF or CRLF" : "; remove it";
    return {
      ok: false,
      problem: {
        ...placeOfIndex(text, control.index),
        message: `${nameCharacter(control[0])} may not stand in this file${hint}`,
      },
    };
  }
  return { ok: true, text };
}
