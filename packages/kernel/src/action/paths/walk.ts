/**
 * @module Where a path really leads, from what was seen at each part of it: links are followed as the system follows
 * them, and a part nobody looked at leaves the rest unknown (actions, section 8.1, the real view).
 */

import type { OperatingSystem, PathAnswer } from "../place.ts";
import { pathOf, readForm, segmentsOf, shortName } from "./form.ts";
import type { Look } from "./look.ts";

/** The kernel of every system gives up at about as many. */
const mostLinks = 40;

/** What following a path came to. `isDangling`: a link led to nothing. `answer`: what is at the end. */
export interface Walked {
  /** Null when a part was not looked at, could not be read, or links go in a circle. */
  readonly segments: readonly string[] | null;
  readonly hasLink: boolean;
  readonly isDangling: boolean;
  readonly answer: PathAnswer | null;
}

interface Walk {
  readonly look: Look;
  readonly os: OperatingSystem;
  links: number;
  hasLink: boolean;
  isDangling: boolean;
}

/** The end of a walk; `isMissing` when nothing is there. */
interface End {
  readonly segments: readonly string[];
  readonly isMissing: boolean;
  readonly answer: PathAnswer | null;
}

function isGlob(segment: string): boolean {
  return segment.includes("*");
}

function append(base: readonly string[], rest: readonly string[]): string[] {
  const at = [...base];
  for (const segment of rest) {
    if (segment === "..") at.pop();
    else at.push(segment);
  }
  return at;
}

function follow(walk: Walk, answer: PathAnswer, at: readonly string[]): End | null {
  walk.links += 1;
  walk.hasLink = true;
  if (walk.links > mostLinks) return null;
  const target = answer.link_target;
  if (target === undefined) {
    walk.isDangling = true;
    return { segments: at, isMissing: true, answer: null };
  }
  const form = readForm(target, walk.os, pathOf(at).slice(walk.os === "win32" ? 1 : 0));
  if (!("segments" in form)) return null;
  const isAbsolute = target.startsWith("/") || /^[A-Za-z]:/.test(target);
  const end = go(walk, isAbsolute ? [] : at, isAbsolute ? form.segments : segmentsOf(target.replaceAll("\\", "/")));
  if (end?.isMissing === true) walk.isDangling = true;
  return end;
}

/** Follows segments from a folder; null when the way is not known. */
function go(walk: Walk, from: readonly string[], segments: readonly string[]): End | null {
  let at = [...from];
  // The same as text, for looking it up; empty at the root.
  let path = at.length === 0 ? "" : pathOf(at);
  let answer: PathAnswer | null = { type: "dir" };
  for (const [index, segment] of segments.entries()) {
    if (segment === "..") {
      at.pop();
      path = at.length === 0 ? "" : pathOf(at);
      answer = { type: "dir" };
      continue;
    }
    if (isGlob(segment)) return { segments: append(at, segments.slice(index)), isMissing: false, answer: null };
    const next = `${path}/${segment}`;
    answer = walk.look(next);
    if (answer === null || answer.type === "unreadable") return null;
    if (answer.type === "link") {
      const end = follow(walk, answer, at);
      if (end === null) return null;
      if (end.isMissing) return { ...end, segments: append(end.segments, segments.slice(index + 1)) };
      at = [...end.segments];
      path = at.length === 0 ? "" : pathOf(at);
      answer = end.answer;
      continue;
    }
    at.push(segment);
    path = next;
    if (answer.type === "missing") return { segments: append(at, segments.slice(index + 1)), isMissing: true, answer };
    if (answer.real !== undefined && walk.os === "win32" && shortName.test(segment)) {
      const long = readForm(answer.real, walk.os, null);
      if ("segments" in long) {
        at = [...long.segments];
        path = pathOf(at);
      }
    }
  }
  return { segments: at, isMissing: false, answer };
}

/** Follows a path from the root of the file system. Bounded by its segments and 40 links. */
export function walkPath(segments: readonly string[], look: Look, os: OperatingSystem): Walked {
  const walk: Walk = { look, os, links: 0, hasLink: false, isDangling: false };
  const end = go(walk, [], segments);
  const { hasLink, isDangling } = walk;
  if (end === null) return { segments: null, hasLink, isDangling, answer: null };
  return { segments: end.segments, hasLink, isDangling, answer: end.answer };
}
