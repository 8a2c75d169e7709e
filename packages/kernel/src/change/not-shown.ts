/**
 * @module Which files a reviewing model would not see in full. The floor counts them and the card's diff block is cut by the
 * same answer, so a card cannot show less than the floor assumed.
 */

import type { PathClasses } from "../paths/classes.ts";
import type { ChangedFile } from "./facts.ts";

export type NotShownReason =
  | "submodule"
  | "binary"
  | "lockfile"
  | "generated"
  | "no_patch"
  | "too_large"
  | "over_budget";

export interface NotShown {
  readonly path: string;
  readonly reason: NotShownReason;
  /** UTF-8 bytes of its patch; 0 without one. */
  readonly bytes: number;
  /** Whether lines of it changed, or it is not known that none did. Only then the floor rises. */
  readonly hasChangedLines: boolean;
}

/** UTF-8 bytes of patch that are shown of one file and of all. */
export interface DiffLimits {
  readonly file: number;
  readonly all: number;
}
export const diffLimits: DiffLimits = { file: 40_000, all: 200_000 };

function hasChangedLines(file: ChangedFile): boolean {
  if (file.additions === undefined || file.deletions === undefined) return !file.binary;
  return file.additions + file.deletions > 0;
}

function fixedReason(file: ChangedFile, classes: PathClasses): NotShownReason | null {
  if (file.kind === "submodule") return "submodule";
  if (file.binary) return "binary";
  if (classes.isLockfile(file.path)) return "lockfile";
  if (classes.isGenerated(file.path, file.patch)) return "generated";
  return file.patch === undefined ? "no_patch" : null;
}

function byPath(left: { readonly path: string }, right: { readonly path: string }): number {
  return left.path < right.path ? -1 : left.path > right.path ? 1 : 0;
}

/** The files that are not shown in full, in path order, each with the first reason that holds. Linear but for the sorting. */
export function notShown(
  files: readonly ChangedFile[],
  classes: PathClasses,
  limits: DiffLimits = diffLimits,
): NotShown[] {
  const result: NotShown[] = [];
  const shown: { readonly path: string; readonly file: ChangedFile; readonly bytes: number }[] = [];
  let all = 0;
  for (const file of files) {
    const reason = fixedReason(file, classes);
    const bytes = file.patch === undefined ? 0 : Buffer.byteLength(file.patch);
    if (reason !== null) result.push({ path: file.path, reason, bytes, hasChangedLines: hasChangedLines(file) });
    else if (bytes > 0) {
      shown.push({ path: file.path, file, bytes });
      all += Math.min(bytes, limits.file);
    }
  }
  // The budget is spent in path order, which matters only where it does not last.
  if (all > limits.all) shown.sort(byPath);
  let spent = 0;
  for (const { path, file, bytes } of shown) {
    const isTooLarge = bytes > limits.file;
    const isOver = spent + Math.min(bytes, limits.file) > limits.all;
    spent = isOver ? limits.all : spent + Math.min(bytes, limits.file);
    if (!isTooLarge && !isOver) continue;
    const reason = isTooLarge ? "too_large" : "over_budget";
    result.push({ path, reason, bytes, hasChangedLines: hasChangedLines(file) });
  }
  return result.sort(byPath);
}
