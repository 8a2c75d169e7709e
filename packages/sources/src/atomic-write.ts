/** @module Writes a file whole or not at all: to a temporary name beside it, then renamed over it. */

import { randomBytes } from "node:crypto";
import { open, rename, rm, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FileError } from "./file-error.ts";

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOENT: "the folder does not exist",
  ENOTDIR: "a part of the path is not a folder",
  EISDIR: "it is a folder",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be larger than allowed",
  ENAMETOOLONG: "the name is too long",
};

/** A file could not be written. Nothing was left behind: the old file, if there was one, is untouched. */
export class WriteError extends FileError {
  constructor(path: string, cause: unknown) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
    super(
      path,
      `Could not write ${path}: ${reason}${code === "" ? "" : ` (${code})`}. Nothing was changed. Choose a folder you can write to, or free some space.`,
      { cause },
    );
    this.name = "WriteError";
  }
}

/** What writing touches of the file system; a test replaces it to play a full disk. */
export interface WriteSystem {
  readonly open: typeof open;
  readonly rename: typeof rename;
  readonly rm: typeof rm;
}

/**
 * Writes the text under a temporary name in the same folder, flushes it to disk and renames it to `path`. Readers see
 * the old file or the new one, never a part of it.
 *
 * @param mode of the file that is written; left out, as for any new file.
 * @throws WriteError when any step fails; the temporary file is removed first.
 */
export async function writeFileAtomically(
  path: string,
  text: string | Uint8Array,
  system: WriteSystem = { open, rename, rm },
  mode?: number,
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString("hex")}.tmp`);
  let opened = false;
  try {
    const file = await system.open(temporary, "wx", mode);
    opened = true;
    try {
      // What the process masks from a new file is not masked from one whose mode is said.
      if (mode !== undefined) await file.chmod(mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await system.rename(temporary, path);
  } catch (cause) {
    // The first failure is the one to report; a left-over that cannot be removed either changes nothing about it.
    if (opened) await system.rm(temporary, { force: true }).catch(() => undefined);
    throw new WriteError(path, cause);
  }
}

/**
 * Removes a file; one that is not there is removed.
 *
 * @throws WriteError when it stays.
 */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ENOENT")) throw new WriteError(path, cause);
  }
}
