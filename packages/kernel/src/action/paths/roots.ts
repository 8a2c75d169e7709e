/** @module Which roots are too wide to be one: nothing is covered by a root that holds a system or a home (P12, P15). */

import { isWithin } from "./form.ts";

const systemFolders = new Set("usr etc var bin sbin lib opt boot dev proc sys library system applications".split(" "));
const windowsFolders = /^(?:windows|program files.*|programdata)$/;

/** Whether a folded real root holds more than one project. A home, what is above it, and another's home are too wide. */
export function isTooWide(folded: readonly string[], home: readonly string[] | null, isWindows: boolean): boolean {
  const isMac = folded[0] === "private" && folded.length > 1;
  const segments = isMac ? folded.slice(1) : folded;
  const below = isWindows ? segments.slice(1) : segments;
  if (below.length === 0) return true;
  if (home !== null && isWithin(home, folded)) return true;
  const [first = "", second = ""] = below;
  if (isWindows) return windowsFolders.test(first) || (first === "users" && below.length < 3);
  if (below.length === 1) return true;
  if ((first === "home" || first === "users") && below.length === 2) return true;
  if (first === "var" && second === "folders") return false;
  return systemFolders.has(first) && below.length <= 2;
}
