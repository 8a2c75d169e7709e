/**
 * @module Reads git's index, so that the state of a file is known without starting git: the entry that was written when the
 * file was last the same, to be compared with the file as it is now. Versions 2 to 4.
 */

import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";

/** What the index remembers of a file. Times are nanoseconds since 1970, `size` in bytes and cut at 32 bits, as git does. */
export interface IndexEntry {
  /** When the file's data or rights last changed, which nobody can set back. */
  readonly ctime: bigint;
  readonly mtime: bigint;
  readonly ino: number;
  readonly size: number;
  readonly mode: number;
  /** Whether the entry stands for one content that git vouches for: merged, not only intended, and looked at. */
  readonly isPlain: boolean;
}

export interface IndexFile {
  readonly entries: ReadonlyMap<string, IndexEntry>;
}

const longestIndex = 64 * 1024 * 1024;
const mostEntries = 1_000_000;
const fixedPart = 40;
const flagExtended = 0x4000;
const flagAssumeValid = 0x8000;
const stageBits = 0x3000;
const nameBits = 0x0fff;
const extendedSkip = 0x4000;
const extendedIntent = 0x2000;
const sparseFolder = 0o040000;

/** Two words, seconds and nanoseconds. */
function readTime(view: DataView, at: number): bigint {
  return BigInt(view.getUint32(at)) * 1_000_000_000n + BigInt(view.getUint32(at + 4));
}

/** The number of bytes in a variable length of version 4, and where it ends. */
function readStep(view: DataView, from: number): { value: number; at: number } | null {
  let at = from;
  let byte = view.getUint8(at++);
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    if (at - from > 4) return null;
    byte = view.getUint8(at++);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, at };
}

/** Whether the file ends in its own digest, or in none at all (`index.skipHash`). */
function isWhole(bytes: Uint8Array, oidLength: 20 | 32): boolean {
  const trailer = bytes.subarray(bytes.length - oidLength);
  if (trailer.every((byte) => byte === 0)) return true;
  const hash = createHash(oidLength === 20 ? "sha1" : "sha256");
  return hash
    .update(bytes.subarray(0, bytes.length - oidLength))
    .digest()
    .equals(trailer);
}

/** Whether every extension may be passed over; one that begins with a small letter changes what the entries mean. */
function areExtensionsOptional(view: DataView, from: number, end: number): boolean {
  let at = from;
  while (at < end) {
    if (at + 8 > end) return false;
    const first = view.getUint8(at);
    if (first < 0x41 || first > 0x5a) return false;
    at += 8 + view.getUint32(at + 4);
  }
  return at === end;
}

/**
 * The entries of an index, by path from the root of the work tree.
 *
 * Null for what cannot be read or is not the whole truth: another version, a split or sparse index, a wrong digest. Whoever
 * asks then knows nothing of any file.
 *
 * @param oidLength bytes of an object id: 20, or 32 for a repository of SHA-256.
 */
export function readIndexFile(bytes: Uint8Array, oidLength: 20 | 32): IndexFile | null {
  try {
    return read(bytes, oidLength);
  } catch (error) {
    // Reading past the end: the file is cut.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function read(bytes: Uint8Array, oidLength: 20 | 32): IndexFile | null {
  if (bytes.length < 12 + oidLength || bytes.length > longestIndex) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4);
  const count = view.getUint32(8);
  if (view.getUint32(0) !== 0x44495243 || version < 2 || version > 4 || count > mostEntries) return null;
  if (!isWhole(bytes, oidLength)) return null;
  const end = bytes.length - oidLength;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, IndexEntry>();
  let name: Buffer = Buffer.alloc(0);
  let at = 12;
  for (let index = 0; index < count; index += 1) {
    const start = at;
    const mode = view.getUint32(start + 24);
    if (mode === sparseFolder) return null;
    const flags = view.getUint16(start + fixedPart + oidLength);
    at = start + fixedPart + oidLength + 2;
    let extended = 0;
    if ((flags & flagExtended) !== 0) {
      if (version === 2) return null;
      extended = view.getUint16(at);
      at += 2;
    }
    let kept = Buffer.alloc(0) as Buffer;
    if (version === 4) {
      const step = readStep(view, at);
      if (step === null || step.value > name.length) return null;
      kept = name.subarray(0, name.length - step.value);
      at = step.at;
    }
    const zero = buffer.indexOf(0, at);
    if (zero < 0 || zero >= end) return null;
    const length = zero - at + kept.length;
    // Longer names than fit say so and go on to their end.
    if ((flags & nameBits) !== Math.min(length, nameBits)) return null;
    name = kept.length === 0 ? buffer.subarray(at, zero) : Buffer.concat([kept, buffer.subarray(at, zero)]);
    at = version === 4 ? zero + 1 : start + (Math.floor((zero - start) / 8) + 1) * 8;
    const path = name.toString("utf8");
    const isPlain = (flags & (stageBits | flagAssumeValid)) === 0 && (extended & (extendedSkip | extendedIntent)) === 0;
    entries.set(path, {
      ctime: readTime(view, start),
      mtime: readTime(view, start + 8),
      ino: view.getUint32(start + 20),
      size: view.getUint32(start + 36),
      mode,
      isPlain: isPlain && !entries.has(path),
    });
  }
  return at <= end && areExtensionsOptional(view, at, end) ? { entries } : null;
}

const typeBits = 0o170000;
const regular = 0o100000;
const link = 0o120000;

/** Whether a file has the kind and the right to be run that the index has of it. */
function isSameKind(mode: number, now: number): boolean {
  if ((mode & typeBits) === link) return (now & typeBits) === link;
  return (mode & typeBits) === regular && (now & typeBits) === regular && (mode & 0o100) === (now & 0o100);
}

/**
 * The state of a file against its entry. `undefined` where the times cannot tell: the file was changed in the moment the
 * index was written, or later than git's clock.
 *
 * @param writtenAt when the index itself was written, nanoseconds since 1970.
 */
export function stateOfFile(
  entry: IndexEntry | undefined,
  now: BigIntStats,
  writtenAt: bigint,
): "tracked_clean" | "modified" | "untracked" | undefined {
  if (entry === undefined) return "untracked";
  const isSame =
    entry.isPlain &&
    entry.mtime === now.mtimeNs &&
    entry.ctime === now.ctimeNs &&
    entry.size === Number(now.size & 0xffff_ffffn) &&
    entry.ino === Number(now.ino & 0xffff_ffffn) &&
    isSameKind(entry.mode, Number(now.mode));
  if (!isSame) return "modified";
  return entry.mtime < writtenAt ? "tracked_clean" : undefined;
}
