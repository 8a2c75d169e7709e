/**
 * @module What models see of a change, the same bytes for each: its list of files and its diff, cut by the same answer as the
 * floor's, with an exact account of what was not shown (cards, section 6).
 */

import { pathForModel } from "../change/alignment-context.ts";
import type { ChangedFile } from "../change/facts.ts";
import { type DiffLimits, diffLimits, type NotShownReason, notShown } from "../change/not-shown.ts";
import type { PathClasses } from "../paths/classes.ts";
import { cutPatch } from "./hunks.ts";
import { modelText } from "./model-text.ts";
import { Untrusted } from "./untrusted.ts";

/** Lines of the list of files, and entries of an account that are named. */
export const mostFilesListed = 1000;
export const mostNotShown = 20;
/** What the first pass sees of all patches. */
export const firstPassLimits: DiffLimits = { ...diffLimits, all: 60_000 };

/** `long_line`: shown, but a line of it was too long to be shown whole. */
export type HiddenReason = NotShownReason | "long_line";

export interface HiddenFile {
  readonly path: string;
  readonly reason: HiddenReason;
  /** UTF-8 bytes of its patch that were not shown. */
  readonly bytes: number;
}

export interface ShownAccount {
  readonly files: number;
  readonly files_listed: number;
  readonly files_shown: number;
  readonly bytes: number;
  readonly bytes_shown: number;
  readonly not_shown: readonly HiddenFile[];
  readonly not_shown_omitted: number;
}

/** Made by {@link ShownDiff.of} alone, from nothing but the changed files: no prose can be in it. */
export class ShownDiff {
  readonly files: Untrusted;
  readonly diff: Untrusted;
  readonly account: ShownAccount;
  /** What a quote may be taken from, as it was shown. */
  readonly quotable: readonly string[];
  /** By the form a model saw it in: the path as the change names it. Both sides of a rename. */
  readonly paths: ReadonlyMap<string, string>;
  /** Files with changed lines of which nothing was shown. */
  readonly unseen: ReadonlySet<string>;
  /** Some changed line was not shown. */
  readonly hidesLines: boolean;

  private constructor(files: readonly ChangedFile[], classes: PathClasses, limits: DiffLimits) {
    const sorted = files.toSorted((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
    const hidden = new Map(notShown(files, classes, limits).map((entry) => [entry.path, entry]));
    const account = new Map<string, HiddenFile>();
    const unseen = new Set<string>();
    const parts: string[] = [];
    let room = limits.all;
    let bytes = 0;
    let bytesShown = 0;
    let filesShown = 0;
    let hidesLines = false;
    for (const file of sorted) {
      const size = file.patch === undefined ? 0 : Buffer.byteLength(file.patch);
      bytes += size;
      const entry = hidden.get(file.path);
      const isCut = entry?.reason === "too_large" || entry?.reason === "over_budget";
      if (entry?.hasChangedLines === true) hidesLines = true;
      if (file.patch === undefined || size === 0 || (entry !== undefined && !isCut)) {
        if (entry !== undefined) account.set(file.path, { path: file.path, reason: entry.reason, bytes: size });
        if (entry?.hasChangedLines === true) unseen.add(file.path);
        continue;
      }
      const cut = cutPatch(file.patch, Math.min(limits.file, room));
      const read = modelText(cut.text);
      // As the floor counts: past the file that does not fit, nothing does.
      room = entry?.reason === "over_budget" ? 0 : room - Math.min(size, limits.file);
      bytesShown += cut.bytes;
      if (cut.bytes > 0) parts.push(`file ${quoted(file.path)}\n${read.text}`);
      if (entry !== undefined) {
        account.set(file.path, { path: file.path, reason: entry.reason, bytes: size - cut.bytes });
        if (cut.bytes === 0) unseen.add(file.path);
      } else if (read.cutLines > 0) {
        account.set(file.path, { path: file.path, reason: "long_line", bytes: 0 });
        hidesLines = true;
      } else filesShown += 1;
    }
    const list = fileLines(files, classes, account);
    const diff = parts.join("\n\n");
    this.files = new Untrusted(list);
    this.diff = new Untrusted(diff);
    this.quotable = [diff, list];
    this.paths = pathsByForm(files);
    this.unseen = unseen;
    this.hidesLines = hidesLines;
    const all = [...account.values()];
    this.account = {
      files: files.length,
      files_listed: Math.min(files.length, mostFilesListed),
      files_shown: filesShown,
      bytes,
      bytes_shown: bytesShown,
      not_shown: all.slice(0, mostNotShown),
      not_shown_omitted: Math.max(0, all.length - mostNotShown),
    };
  }

  /**
   * What is shown of the files within the limits. Linear but for sorting; only what is shown is copied, so a diff of 50 MB
   * costs what its first 200,000 bytes do.
   */
  static of(files: readonly ChangedFile[], classes: PathClasses, limits: DiffLimits = diffLimits): ShownDiff {
    return new ShownDiff(files, classes, limits);
  }
}

function quoted(path: string): string {
  return JSON.stringify(pathForModel(path));
}

function pathsByForm(files: readonly ChangedFile[]): Map<string, string> {
  const paths = new Map<string, string>();
  for (const { path, previous_path } of files) {
    for (const each of previous_path === undefined ? [path] : [path, previous_path]) {
      if (!paths.has(pathForModel(each))) paths.set(pathForModel(each), each);
    }
  }
  for (const { path, previous_path } of files) {
    paths.set(path, path);
    if (previous_path !== undefined) paths.set(previous_path, previous_path);
  }
  return paths;
}

function fileLine(file: ChangedFile, classes: PathClasses, account: ReadonlyMap<string, HiddenFile>): string {
  const parts = [file.status, quoted(file.path)];
  if (file.previous_path !== undefined) parts.push(`from ${quoted(file.previous_path)}`);
  parts.push(`+${file.additions ?? "?"} −${file.deletions ?? "?"}`);
  if (file.kind !== "file") parts.push(file.kind);
  if (file.binary) parts.push("binary");
  if (file.mode !== undefined && file.previous_mode !== undefined && file.mode !== file.previous_mode)
    parts.push(`mode ${file.previous_mode} to ${file.mode}`);
  const lineClass = classes.lineClass(file.path, file.patch);
  const isManifest = classes.isManifest(file.path);
  if (isManifest) parts.push("manifest");
  else if (lineClass !== "code" && lineClass !== "other") parts.push(lineClass);
  const entry = account.get(file.path);
  if (entry !== undefined) parts.push(`not shown: ${entry.reason}`);
  return parts.join(" ");
}

function fileLines(
  files: readonly ChangedFile[],
  classes: PathClasses,
  account: ReadonlyMap<string, HiddenFile>,
): string {
  const lines = files.slice(0, mostFilesListed).map((file) => fileLine(file, classes, account));
  const rest = files.slice(mostFilesListed);
  if (rest.length > 0) {
    const added = rest.reduce((sum, file) => sum + (file.additions ?? 0), 0);
    const deleted = rest.reduce((sum, file) => sum + (file.deletions ?? 0), 0);
    lines.push(`and ${rest.length} more files, +${added} −${deleted}`);
  }
  return lines.join("\n");
}
