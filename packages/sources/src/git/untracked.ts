/** @module Files in the working tree that git does not know yet, as added files. They are read, never staged. */

import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from "node:fs";
import type { ChangedFile } from "@warrant/kernel/change/facts";
import { maximumPatchBytes } from "@warrant/kernel/change/limits";
import { readName } from "./names.ts";

/** Bytes of a file that are read to count its lines; of a larger file the count is not known. */
const maximumCountedBytes = 64 * 1024 * 1024;
/** Git calls a file binary when a NUL stands in its first bytes. */
const binarySniffBytes = 8000;
const chunkBytes = 1024 * 1024;

export interface UntrackedFile {
  readonly file: ChangedFile;
  readonly isNameExact: boolean;
}

/**
 * One untracked file as git would show it once added. A file that cannot be read has no counts and no patch, which is
 * the careful meaning; so has a repository inside the repository, which git would add as a submodule.
 */
export function readUntracked(root: string, name: Buffer): UntrackedFile {
  const isRepository = name.at(-1) === 0x2f;
  const shown = readName(isRepository ? name.subarray(0, -1) : name);
  const place = Buffer.concat([Buffer.from(`${root}/`), name]);
  const file = { path: shown.text, status: "added" } as const;
  const described: ChangedFile = isRepository
    ? { ...file, kind: "submodule", mode: "160000", binary: false }
    : { ...file, ...readContent(place) };
  return { file: described, isNameExact: shown.exact };
}

type Content = Pick<ChangedFile, "kind" | "mode" | "binary" | "additions" | "deletions" | "patch">;

function readContent(place: Buffer): Content {
  try {
    if (lstatSync(place).isSymbolicLink()) {
      return { kind: "symlink", mode: "120000", ...describe(readlinkSync(place, "buffer")) };
    }
    return readRegularFile(place);
  } catch {
    // Gone since git listed it, or not readable by this account: nothing about it is known.
    return { kind: "file", binary: true };
  }
}

function readRegularFile(place: Buffer): Content {
  // What was a file a moment ago may be a link or a pipe by now; neither is followed nor waited for.
  const descriptor = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { mode, size } = fstatSync(descriptor);
    const kind = { kind: "file", mode: (mode & 0o111) === 0 ? "100644" : "100755" } as const;
    if (size > maximumCountedBytes) return { ...kind, binary: true };
    if (size > maximumPatchBytes) return { ...kind, ...countOnly(descriptor) };
    const bytes = Buffer.alloc(size);
    let length = 0;
    for (let read = -1; read !== 0 && length < size; length += read) {
      read = readSync(descriptor, bytes, length, size - length, length);
    }
    return { ...kind, ...describe(bytes.subarray(0, length)) };
  } finally {
    closeSync(descriptor);
  }
}

function describe(bytes: Buffer): Pick<Content, "binary" | "additions" | "deletions" | "patch"> {
  if (bytes.subarray(0, binarySniffBytes).includes(0)) return { binary: true };
  if (bytes.length === 0) return { binary: false, additions: 0, deletions: 0, patch: "" };
  const endsLine = bytes.at(-1) === 0x0a;
  const text = bytes.toString("utf8", 0, bytes.length - (endsLine ? 1 : 0));
  const lines = text.split("\n");
  const place = lines.length === 1 ? "1" : `1,${lines.length}`;
  const patch = `@@ -0,0 +${place} @@\n+${lines.join("\n+")}${endsLine ? "" : "\n\\ No newline at end of file"}`;
  const fits = Buffer.byteLength(patch) <= maximumPatchBytes;
  return { binary: false, additions: lines.length, deletions: 0, ...(fits ? { patch } : {}) };
}

function countOnly(descriptor: number): Pick<Content, "binary" | "additions" | "deletions"> {
  const chunk = Buffer.alloc(chunkBytes);
  let additions = 0;
  let position = 0;
  let last = 0x0a;
  for (;;) {
    const read = readSync(descriptor, chunk, 0, chunkBytes, position);
    if (read === 0) break;
    const bytes = chunk.subarray(0, read);
    if (position === 0 && bytes.subarray(0, binarySniffBytes).includes(0)) return { binary: true };
    for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) additions += 1;
    last = bytes.at(-1) ?? last;
    position += read;
  }
  return { binary: false, additions: additions + (last === 0x0a ? 0 : 1), deletions: 0 };
}
