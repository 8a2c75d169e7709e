/** @module The arguments of a call: most hosts give an object, some the JSON text of one. */

import type { Fields } from "./adapter.ts";

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The arguments; none at all is an empty object. Null for anything else, which nobody can judge. */
export function argumentsOf(value: unknown): Fields | null {
  if (value === undefined || value === null) return {};
  if (isObject(value)) return value;
  if (typeof value !== "string") return null;
  try {
    const read: unknown = JSON.parse(value);
    return isObject(read) ? read : null;
  } catch {
    return null;
  }
}

/** A key under which nothing is read, and that makes a call not understood whatever tool it is. */
export const unreadKey = "unread_path";

/** A text as it is, anything else as JSON: what a tool gave, for the trace. */
export function outputText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
