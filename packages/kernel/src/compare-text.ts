/** @module The one order of texts, the same on every machine: by UTF-16 unit, never by a locale (law 5). */

/** Negative, zero or positive, for `sort`. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
