/**
 * @module What was seen at a path, from the answers of a call and the folders that are known to be there; what nobody
 * looked at is missing or unknown (actions, section 2).
 */

import type { FileSystemFacts, OperatingSystem, PathAnswer } from "../place.ts";
import { climb, foldSegment, isWithin, pathOf, readForm, segmentsOf } from "./form.ts";

/** Looks up what was seen at an absolute path in the one form of `pathOf`; null where nobody knows. */
export type Look = (path: string) => PathAnswer | null;

const missing: PathAnswer = { type: "missing" };
const folder: PathAnswer = { type: "dir" };

/** How a volume compares names, at its folded place. */
export interface KnownVolume {
  readonly base: readonly string[];
  readonly folds: boolean;
  readonly form: boolean;
}

const plainVolume = { folds: false, form: false };

export function readVolumes(facts: FileSystemFacts): readonly KnownVolume[] {
  return facts.volumes.map((volume) => ({
    base: segmentsOf(volume.path.replaceAll("\\", "/")).map(foldSegment),
    folds: volume.case === "insensitive",
    form: volume.form === "any",
  }));
}

/** How the volume of a path was probed; the deepest one that holds it counts. */
export function volumeOf(
  segments: readonly string[],
  volumes: readonly KnownVolume[],
): { readonly folds: boolean; readonly form: boolean } {
  if (volumes.length === 0) return plainVolume;
  const folded = segments.map(foldSegment);
  let found: KnownVolume | null = null;
  for (const volume of volumes) {
    const isDeeper = found === null || volume.base.length > found.base.length;
    if (isDeeper && isWithin(folded, volume.base)) found = volume;
  }
  return found ?? plainVolume;
}

/** Adds the folders above a path in the form of `pathOf`. */
export function addAbove(path: string, folders: Set<string>): void {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const above = path.slice(0, end);
    if (folders.has(above)) return;
    folders.add(above);
  }
}

/** The answers under one form of their paths, made when the first path is asked for that is not among them as it is. */
interface Index {
  readonly exact: ReadonlyMap<string, PathAnswer>;
  readonly folded: ReadonlyMap<string, PathAnswer>;
  readonly folders: ReadonlySet<string>;
}

/** Whether the text of a path is its one form already; most are. */
function isOneForm(path: string): boolean {
  return /^\/[\x20-\x7e]*$/.test(path) && !/\/\.?(?:\/|$)/.test(path);
}

function indexOf(facts: FileSystemFacts, os: OperatingSystem, folds: boolean): Index {
  const exact = new Map<string, PathAnswer>();
  const folded = new Map<string, PathAnswer>();
  const folders = new Set<string>();
  for (const [written, answer] of facts.answers) {
    let path = written;
    if (os === "win32" || !isOneForm(written)) {
      const form = readForm(written, os, null);
      if (!("segments" in form)) continue;
      path = pathOf(form.segments);
      exact.set(path, answer);
    }
    if (folds) folded.set(pathOf(segmentsOf(path).map(foldSegment)), answer);
    // What is there has folders above it.
    if (answer.type !== "missing" && answer.type !== "unreadable") addAbove(path, folders);
  }
  return { exact, folded, folders };
}

/**
 * Answers by path. Folders that are known to be there (roots, the current folder and what is above them) are folders
 * unless something else was seen.
 */
export function lookIn(
  facts: FileSystemFacts,
  known: ReadonlySet<string>,
  volumes: readonly KnownVolume[],
  os: OperatingSystem,
): Look {
  const mayFold = volumes.some(({ folds }) => folds);
  let index: Index | null = null;
  return (path) => {
    if (path === "/") return folder;
    const seen = os === "win32" ? undefined : facts.answers.get(path);
    if (seen !== undefined) return seen;
    index ??= indexOf(facts, os, mayFold);
    const other = index.exact.get(path);
    if (other !== undefined) return other;
    if (mayFold) {
      const segments = segmentsOf(path);
      const same = volumeOf(segments, volumes).folds ? index.folded.get(pathOf(segments.map(foldSegment))) : undefined;
      if (same !== undefined) return same;
    }
    if (known.has(path) || index.folders.has(path)) return folder;
    return facts.complete ? missing : null;
  };
}

/** Which file an answer is of, whatever it is called; null when that was not seen. */
export function inodeOf(answer: PathAnswer): string | null {
  return answer.dev === undefined || answer.ino === undefined ? null : `${answer.dev}:${answer.ino}`;
}

/** Every other path, folded, at which the same file was seen. */
export function aliasesOf(inode: string, facts: FileSystemFacts, os: OperatingSystem): readonly (readonly string[])[] {
  const aliases: (readonly string[])[] = [];
  for (const [path, answer] of facts.answers) {
    if (inodeOf(answer) !== inode) continue;
    const form = readForm(path, os, null);
    if ("segments" in form) aliases.push(climb(form.segments).map(foldSegment));
  }
  return aliases;
}
