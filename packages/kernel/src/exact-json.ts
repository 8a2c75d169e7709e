/**
 * @module The canonical form an authority is bound to: unlike a document's, nothing is rounded, replaced or left out, and
 * what has no one form is an error (requests and authority, section 11).
 */

import { hash } from "node:crypto";
import { compareCodePoints } from "./canonical.ts";

/** A value that has no exact form, and where it is. */
export class InexactValue extends Error {
  override readonly name = "InexactValue";
}

/** Deeper values are no arguments of a tool. */
const deepest = 200;

function writeText(text: string, where: string): string {
  if (!text.isWellFormed()) throw new InexactValue(`${where} holds half a character.`);
  return JSON.stringify(text);
}

function write(value: unknown, where: string, depth: number): string {
  if (depth > deepest) throw new InexactValue(`${where} is nested too deeply.`);
  if (value === null) return "null";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "string") return writeText(value, where);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new InexactValue(`${where} is no finite number.`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item, index) => write(item, `${where}[${index}]`, depth + 1)).join(",")}]`;
  }
  if (typeof value === "object") {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([one], [other]) => compareCodePoints(one, other));
    return `{${entries.map(([key, item]) => `${writeText(key, where)}:${write(item, `${where}.${key}`, depth + 1)}`).join(",")}}`;
  }
  throw new InexactValue(`${where} is a ${typeof value}.`);
}

/**
 * Keys sorted by code point, no white space, shortest number form, strings as given. A key whose value is undefined is not
 * there.
 *
 * @throws InexactValue for NaN, infinity, half a surrogate pair, and what JSON does not have.
 */
export function exactJson(value: unknown): string {
  return write(value, "value", 0);
}

/** `sha256:` and the hexadecimal digest of the exact form. */
export function exactDigest(value: unknown): string {
  return `sha256:${hash("sha256", exactJson(value))}`;
}
