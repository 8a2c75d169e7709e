/**
 * @module Patterns in rules, scopes and ceilings (actions, section 9): `*` inside a segment, `**` as a whole segment for any
 * number of them, also none, but at the end at least one, so that `docs/**` is what lies below `docs` and not the folder;
 * whole texts, exact case, no regular expression, at most pattern × path steps.
 */

/** Longer patterns and targets are not compared: nothing is covered by what nobody reads. */
const longest = 4096;

/** Whether one segment matches; `**` inside a segment is two stars, which is one. Goes back only to the last star. */
function matchesSegment(pattern: string, text: string): boolean {
  let read = 0;
  let at = 0;
  let star = -1;
  let mark = 0;
  while (at < text.length) {
    const sign = pattern.charAt(read);
    if (sign === "*") {
      star = read;
      mark = at;
      read += 1;
    } else if (sign === text.charAt(at)) {
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

/** Whether a pattern covers a whole text of segments. Never throws; what is empty covers nothing. */
export function matchesPattern(pattern: string, text: string): boolean {
  if (pattern === "" || text === "" || pattern.length > longest || text.length > longest) return false;
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === text;
  // Most patterns are about other places: what comes before the first star has to be there as it is. A `/` before it need
  // not be, since `**` may stand for no segment at all.
  const begins = star > 0 && pattern.charAt(star - 1) === "/" ? star - 1 : star;
  if (!text.startsWith(pattern.slice(0, begins))) return false;
  const parts = pattern.split("/");
  const segments = text.split("/");
  // A part without a star is a segment of the text, or nothing matches.
  if (parts.some((part) => !part.includes("*") && !segments.includes(part))) return false;
  // Which numbers of segments the parts so far can have taken.
  let reached: boolean[] = [true];
  for (const [index, part] of parts.entries()) {
    const next: boolean[] = [];
    const isLast = index === parts.length - 1;
    let isOpen = false;
    for (let taken = 0; taken <= segments.length; taken += 1) {
      const here = reached[taken] === true;
      if (part === "**") {
        next[taken] = isOpen || (here && !isLast);
        isOpen ||= here;
      } else if (here && taken < segments.length && matchesSegment(part, segments[taken] ?? "")) next[taken + 1] = true;
    }
    reached = next;
  }
  return reached[segments.length] === true;
}

/** The text of a pattern before its first star, up to its last whole segment; the whole pattern when it has no star. */
function literalOf(pattern: string): string {
  const star = pattern.indexOf("*");
  return star < 0 ? pattern : pattern.slice(0, pattern.lastIndexOf("/", star) + 1);
}

/**
 * Whether everything a pattern covers is provably covered by another: they are equal, or the other is `**` or `P/**` and
 * the literal beginning of the pattern lies below P.
 */
export function isPatternInside(pattern: string, other: string): boolean {
  if (pattern === other) return true;
  if (pattern.split("/").includes("..")) return false;
  if (other === "**") return true;
  if (!other.endsWith("/**") || other.slice(0, -3).includes("*")) return false;
  return literalOf(pattern).startsWith(`${other.slice(0, -3)}/`);
}
