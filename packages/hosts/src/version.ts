/** @module Versions of hosts, compared by their numbers. One that nobody knows is older than any. */

/** Whether a version is this one or a later one. */
export function isFrom(version: string | null, least: string): boolean {
  const numbers = /^v?(?<numbers>\d{1,9}(?:\.\d{1,9}){0,3})/.exec(version ?? "")?.groups?.["numbers"];
  if (numbers === undefined) return false;
  const own = numbers.split(".").map(Number);
  for (const [index, wanted] of least.split(".").map(Number).entries()) {
    const part = own[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}
