/** @module The one byte form of a document and its digest: same facts, same bytes (law 5). */

import { hash } from "node:crypto";

/** The order of keys in every canonical form: by code point. */
export function compareCodePoints(left: string, right: string): number {
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

/** A key of a record and how it is written. */
interface Key {
  readonly name: string;
  readonly written: string;
}

/** Kinds of record whose order of keys is kept. A document has few; one with more only costs the work again. */
const rememberedOrders = 1000;
const orders = new Map<string, readonly Key[]>();

/** The keys of a record in the order they are written. Records of one kind repeat, so each kind is sorted once. */
function keysOf(record: Readonly<Record<string, unknown>>): readonly Key[] {
  const names = Object.keys(record);
  // A name that holds the separator would make two kinds one; so would no name and an empty one without the count.
  const isOdd = names.length > 50 || names.some((name) => name.includes("\n"));
  const kind = isOdd ? null : `${names.length}\n${names.join("\n")}`;
  const known = kind === null ? undefined : orders.get(kind);
  if (known !== undefined) return known;
  const keys = names
    .sort(compareCodePoints)
    .map((name) => ({ name, written: `${JSON.stringify(name.toWellFormed())}:` }));
  if (kind !== null) {
    if (orders.size >= rememberedOrders) orders.clear();
    orders.set(kind, keys);
  }
  return keys;
}

function writeList(list: readonly unknown[]): string {
  let out = "";
  for (const item of list) out += out === "" ? write(item) : `,${write(item)}`;
  return `[${out}]`;
}

function writeRecord(record: Readonly<Record<string, unknown>>): string {
  let out = "";
  for (const { name, written } of keysOf(record)) {
    const value = record[name];
    if (value === undefined) continue;
    out += out === "" ? written : `,${written}`;
    out += write(value);
  }
  return `{${out}}`;
}

function write(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return JSON.stringify(value.toWellFormed());
  if (typeof value === "number") return number(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (Array.isArray(value)) return writeList(value);
  if (typeof value === "object") return writeRecord(value as Record<string, unknown>);
  throw new TypeError(`A document cannot hold a ${typeof value}.`);
}

/**
 * Canonical form of a JSON document: keys sorted by code point, no insignificant white space, numbers as integers or at
 * most three decimals, lone surrogates replaced, one final newline. Keys whose value is undefined are left out.
 */
export function canonicalJson(document: unknown): string {
  return `${write(document)}\n`;
}

/** `sha256:` and the hexadecimal digest of a text's UTF-8 bytes. */
export function digestText(text: string): string {
  return `sha256:${hash("sha256", text)}`;
}

/** The digest of a document's canonical form. */
export function digest(document: unknown): string {
  return digestText(canonicalJson(document));
}
