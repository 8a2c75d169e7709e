/** @module The one byte form of a document and its digest: same facts, same bytes (law 5). */

import { createHash } from "node:crypto";

function compareCodePoints(left: string, right: string): number {
  // UTF-16 order differs from code point order only where surrogates meet the private-use end of the BMP.
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    const isSurrogateA = a >= 0xd800 && a <= 0xdfff;
    const isSurrogateB = b >= 0xd800 && b <= 0xdfff;
    if (isSurrogateA !== isSurrogateB) return isSurrogateA ? 1 : -1;
    return a - b;
  }
  return left.length - right.length;
}

function number(value: number): string {
  // The canonical form has integers or at most three decimals, and no NaN or infinity.
  if (!Number.isFinite(value)) return "null";
  const rounded = Math.round(value * 1000) / 1000;
  return String(rounded === 0 ? 0 : rounded);
}

function write(value: unknown, out: string[]): void {
  if (value === null || value === undefined) out.push("null");
  else if (typeof value === "number") out.push(number(value));
  else if (typeof value === "string") out.push(JSON.stringify(value.toWellFormed()));
  else if (typeof value === "boolean") out.push(value ? "true" : "false");
  else if (Array.isArray(value)) {
    out.push("[");
    for (const [index, item] of value.entries()) {
      if (index > 0) out.push(",");
      write(item, out);
    }
    out.push("]");
  } else if (typeof value === "object") {
    const record = value as Record<string, unknown>;
    const keys = Object.keys(record)
      .filter((key) => record[key] !== undefined)
      .sort(compareCodePoints);
    out.push("{");
    for (const [index, key] of keys.entries()) {
      if (index > 0) out.push(",");
      out.push(JSON.stringify(key.toWellFormed()), ":");
      write(record[key], out);
    }
    out.push("}");
  } else throw new TypeError(`A document cannot hold a ${typeof value}.`);
}

/**
 * Canonical form of a JSON document: keys sorted by code point, no insignificant white space, numbers as integers or at
 * most three decimals, lone surrogates replaced, one final newline. Keys whose value is undefined are left out.
 */
export function canonicalJson(document: unknown): string {
  const out: string[] = [];
  write(document, out);
  out.push("\n");
  return out.join("");
}

/** `sha256:` and the hexadecimal digest of a text's UTF-8 bytes. */
export function digestText(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** The digest of a document's canonical form. */
export function digest(document: unknown): string {
  return digestText(canonicalJson(document));
}
