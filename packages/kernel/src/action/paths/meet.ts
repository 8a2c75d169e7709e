/** @module Whether two patterns of paths can stand for the same path: linear for names, bounded by their lengths for paths. */

import { isWithin } from "./form.ts";

/** Whether a glob segment, folded, could be a name. Linear: only the last star is ever gone back to. */
export function couldBe(pattern: string, name: string): boolean {
  if (!pattern.includes("*")) return pattern === name;
  let read = 0;
  let at = 0;
  let star = -1;
  let mark = 0;
  while (at < name.length) {
    if (pattern.charAt(read) === "*") {
      star = read;
      mark = at;
      read += 1;
    } else if (pattern.charAt(read) === name.charAt(at)) {
      read += 1;
      at += 1;
    } else if (star >= 0) {
      read = star + 1;
      mark += 1;
      at = mark;
    } else return false;
  }
  while (pattern.charAt(read) === "*") read += 1;
  return read === pattern.length;
}

/** Whether any segment is a pattern. */
export function hasGlob(segments: readonly string[]): boolean {
  for (const segment of segments) if (segment.includes("*")) return true;
  return false;
}

/** Whether two lists of folded segments with stars can stand for the same path. Bounded by their lengths. */
export function couldMeet(left: readonly string[], right: readonly string[]): boolean {
  if (!hasGlob(left) && !hasGlob(right)) return left.length === right.length && isWithin(left, right);
  let reached = new Set<number>([0]);
  for (const part of left) {
    const next = new Set<number>();
    for (const start of reached) {
      let at = start;
      // Where the other side has `**`, it may take this part too.
      while (at <= right.length) {
        if (part === "**") next.add(at);
        else if (at < right.length) {
          const other = right[at] ?? "";
          if (other === "**") {
            next.add(at);
            next.add(at + 1);
          } else if (couldBeSame(part, other)) next.add(at + 1);
        }
        if (part !== "**" && right[at] !== "**") break;
        at += 1;
      }
    }
    reached = next;
    if (reached.size === 0) return false;
  }
  return [...reached].some((at) => right.slice(at).every((part) => part === "**"));
}

/** Whether one segment of each can be the same name; two patterns can unless their ends differ. */
function couldBeSame(left: string, right: string): boolean {
  if (!right.includes("*")) return couldBe(left, right);
  if (!left.includes("*")) return couldBe(right, left);
  const [leftHead = ""] = left.split("*");
  const [rightHead = ""] = right.split("*");
  const leftTail = left.split("*").at(-1) ?? "";
  const rightTail = right.split("*").at(-1) ?? "";
  const heads = leftHead.startsWith(rightHead) || rightHead.startsWith(leftHead);
  return heads && (leftTail.endsWith(rightTail) || rightTail.endsWith(leftTail));
}
