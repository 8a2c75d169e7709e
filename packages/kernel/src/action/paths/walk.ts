/**
 * @module Where a path really leads, from what was seen at each part of it: links are followed as the system follows
 * them, and a part nobody looked at leaves the rest unknown (actions, section 8.1, the real view).
 */

import type { FileSystemFacts, OperatingSystem, PathAnswer } from "../place.ts";
import { foldSegment, isWithin, pathOf, readForm, segmentsOf, shortName } from "./form.ts";

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

const missing: PathAnswer = { type: "missing" };

/** How the volume of a path was probed; the deepest one that holds it counts. */
export function volumeOf(segments: readonly string[], facts: FileSystemFacts): { folds: boolean; form: boolean } {
  let depth = -1;
  let found = { folds: false, form: false };
  for (const volume of facts.volumes) {
    const base = segmentsOf(volume.path.replaceAll("\\", "/"));
    if (base.length <= depth || !isWithin(segments.map(foldSegment), base.map(foldSegment))) continue;
    depth = base.length;
    found = { folds: volume.case === "insensitive", form: volume.form === "any" };
  }
  return found;
}

function addAbove(segments: readonly string[], folders: Set<string>): void {
  for (let length = segments.length - 1; length > 0; length -= 1) {
    const path = pathOf(segments.slice(0, length));
    if (folders.has(path)) return;
    folders.add(path);
  }
}

/** Looks up what was seen at a path. */
export type Look = (segments: readonly string[]) => PathAnswer | null;

/**
 * Answers by path. Folders that are known to be there (roots, the current folder and what is above them) are folders
 * unless something else was seen.
 */
export function lookIn(facts: FileSystemFacts, known: readonly (readonly string[])[], os: OperatingSystem): Look {
  const folded = new Map<string, PathAnswer>();
  const exact = new Map<string, PathAnswer>();
  const folders = new Set<string>();
  for (const [path, answer] of facts.answers) {
    const form = readForm(path, os, null);
    if (!("segments" in form)) continue;
    exact.set(pathOf(form.segments), answer);
    folded.set(pathOf(form.segments.map(foldSegment)), answer);
    // What is there has folders above it.
    if (answer.type !== "missing" && answer.type !== "unreadable") addAbove(form.segments, folders);
  }
  for (const base of known) {
    addAbove(base, folders);
    folders.add(pathOf(base));
  }
  return (segments) => {
    if (segments.length === 0) return { type: "dir" };
    const seen = exact.get(pathOf(segments));
    if (seen !== undefined) return seen;
    if (volumeOf(segments, facts).folds) {
      const other = folded.get(pathOf(segments.map(foldSegment)));
      if (other !== undefined) return other;
    }
    if (folders.has(pathOf(segments))) return { type: "dir" };
    return facts.complete ? missing : null;
  };
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
  let answer: PathAnswer | null = { type: "dir" };
  for (const [index, segment] of segments.entries()) {
    if (segment === "..") {
      at.pop();
      answer = { type: "dir" };
      continue;
    }
    if (isGlob(segment)) return { segments: append(at, segments.slice(index)), isMissing: false, answer: null };
    const next: string[] = [...at, segment];
    answer = walk.look(next);
    if (answer === null || answer.type === "unreadable") return null;
    if (answer.type === "link") {
      const end = follow(walk, answer, at);
      if (end === null) return null;
      if (end.isMissing) return { ...end, segments: append(end.segments, segments.slice(index + 1)) };
      at = [...end.segments];
      answer = end.answer;
      continue;
    }
    if (answer.type === "missing") {
      return { segments: append(next, segments.slice(index + 1)), isMissing: true, answer };
    }
    at = next;
    if (answer.real !== undefined && walk.os === "win32" && shortName.test(segment)) {
      const long = readForm(answer.real, walk.os, null);
      if ("segments" in long) at = [...long.segments];
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
