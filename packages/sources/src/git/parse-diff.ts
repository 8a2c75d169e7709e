/**
 * @module The output of `git diff --raw -p -U0 -z`: rows, counts and patches of one change, read as bytes.
 *
 * Git prints the rows first, then the patches in the same order. Rows are the truth: a patch that belongs to no row is an
 * error, so a misread patch never looks like "no changes". Counts come from the hunk headers (decision 0062).
 */

import type { ByteInput, Parser } from "./byte-input.ts";
import { parseWhole } from "./byte-input.ts";
import { GitError } from "./error.ts";
import { patchHeader } from "./names.ts";

/** One changed path as git names it. For all but renames and copies both names are the same. */
export interface DiffRow {
  readonly oldMode: string;
  readonly newMode: string;
  readonly status: "A" | "C" | "D" | "M" | "R" | "T";
  readonly oldName: Buffer;
  readonly newName: Buffer;
  /** Absent until counted; null: git sees a binary file. */
  counts?: { readonly additions: number; readonly deletions: number } | null;
  /** The hunks, from the first `@@`, without the last line end. Absent: not seen, binary, or over the limits. */
  patch?: string;
}

export interface ParsedDiff {
  /** A row that has counts and no patch lost it to the limits. */
  readonly rows: readonly DiffRow[];
}

/** Whether the header at a place begins something other than a patch. */
type IsNext = (input: ByteInput, headerStart: number) => boolean;

export interface PatchLimits {
  /** Bytes of one file's hunks, and of all hunks of the change. */
  readonly file: number;
  readonly change: number;
}

const nul = 0;
const lineEnd = 0x0a;
const colon = 0x3a;
const sectionStart = Buffer.from("diff --git ");
const nextSection = Buffer.from("\ndiff --git ");
const nextHunk = Buffer.from("\n@@ -");
const binaryLine = Buffer.from("\nBinary files ");
const hunkPattern = /^@@ -[0-9]+(?:,(?<removed>[0-9]+))? \+[0-9]+(?:,(?<added>[0-9]+))? @@/;
/** Bytes in which a hunk's header is complete: four numbers of at most 15 digits. */
const hunkHeaderBytes = 80;
const rowPattern =
  /^:(?<oldMode>[0-7]{6}) (?<newMode>[0-7]{6}) [0-9a-f]{4,64} [0-9a-f]{4,64} (?<status>[A-Z])[0-9]{0,3}$/;
/** Bytes a section's own lines may take beside its hunks: two names of 4,096 bytes, quoted, in six lines. */
const sectionHeadBytes = 128 * 1024;

/** Git printed something these parsers do not know. It is never read as an empty change. */
export function unexpectedOutput(came: string): GitError {
  return new GitError({
    code: "unexpected-output",
    tried: "reading git's list of changes",
    came,
    next: "Report this with the output of `git --version`; the change was not judged",
  });
}

/** A file in conflict has no state that could be judged. */
export function unmergedFile(name: Buffer): GitError {
  return new GitError({
    code: "unmerged",
    tried: "reading git's list of changes",
    came: `${name.toString("utf8")} is in a merge conflict`,
    next: "Settle the conflict and stage the file, then check again",
  });
}

function endedEarly(): GitError {
  return unexpectedOutput("the output ended in the middle of an entry");
}

function show(bytes: Buffer): string {
  return JSON.stringify(bytes.subarray(0, 120).toString("utf8"));
}

function readStatus(letter: string, name: Buffer): DiffRow["status"] {
  switch (letter) {
    case "A":
    case "C":
    case "D":
    case "M":
    case "R":
    case "T":
      return letter;
    case "U":
      throw unmergedFile(name);
    default:
      throw unexpectedOutput(`a file has the status ${letter}`);
  }
}

/** The rows of `--raw -z`. Adds to `rows`, and stops at the first byte that begins no row. */
function* readRaw(input: ByteInput, rows: DiffRow[]): Parser<never> {
  for (;;) {
    while (input.peek() === -1 && !input.ended) yield;
    if (input.peek() !== colon) return;
    let end = input.findByte(nul);
    while (end === -1) {
      if (input.ended) throw endedEarly();
      yield;
      end = input.findByte(nul);
    }
    const head = input.buffer.toString("latin1", input.position, end);
    input.moveTo(end + 1);
    const groups = rowPattern.exec(head)?.groups;
    if (groups === undefined) throw unexpectedOutput(`${JSON.stringify(head.slice(0, 200))} is not a row of --raw`);
    const oldName = yield* readName(input);
    const isPair = groups["status"] === "R" || groups["status"] === "C";
    const newName = isPair ? yield* readName(input) : oldName;
    rows.push({
      oldMode: groups["oldMode"] ?? "",
      newMode: groups["newMode"] ?? "",
      status: readStatus(groups["status"] ?? "", newName),
      oldName,
      newName,
    });
  }
}

function* readName(input: ByteInput): Generator<undefined, Buffer, void> {
  let end = input.findByte(nul);
  while (end === -1) {
    if (input.ended) throw endedEarly();
    yield;
    end = input.findByte(nul);
  }
  if (end === input.position) throw unexpectedOutput("a file has an empty name");
  const name = input.buffer.subarray(input.position, end);
  input.moveTo(end + 1);
  return name;
}

/** The first row at or after `from` that fits, or -1. Rows and what follows them stand in the same order. */
function findRow(rows: readonly DiffRow[], from: number, fits: (row: DiffRow) => boolean): number {
  for (let index = from; index < rows.length; index += 1) {
    const row = rows[index];
    if (row !== undefined && fits(row)) return index;
  }
  return -1;
}

/**
 * The patches of `-p -U0`, put with their counts on their rows. Stops at the end, or before a header that `isNext` knows
 * as another part.
 */
function* readPatches(
  input: ByteInput,
  rows: readonly DiffRow[],
  limits: PatchLimits,
  isNext: IsNext = () => false,
): Parser<never> {
  let row = -1;
  let isSecond = false;
  let total = 0;
  for (;;) {
    while (input.remaining <= sectionStart.length && !input.ended) yield;
    if (input.remaining === 0 || isNext(input, input.position)) return;
    let headerEnd = input.findByte(lineEnd);
    while (headerEnd === -1) {
      if (input.ended) throw endedEarly();
      yield;
      headerEnd = input.findByte(lineEnd);
    }
    const header = input.buffer.toString("latin1", input.position, headerEnd);
    const fits = (each: DiffRow) => header === headerOf(each);
    const previous = rows[row];
    // A file that became a link, or the other way round, has two sections: it is removed, then added.
    isSecond = previous?.status === "T" && !isSecond && fits(previous);
    row = isSecond ? row : findRow(rows, row + 1, fits);
    const target = rows[row];
    if (target === undefined)
      throw unexpectedOutput(
        `the patch of ${JSON.stringify(header.slice(0, 200))} is not in the list of changed files`,
      );
    input.moveTo(headerEnd);
    const section = yield* readSection(input, limits.file);
    if (section.isBinary || target.counts === null) {
      target.counts = null;
      delete target.patch;
      continue;
    }
    target.counts = {
      additions: (target.counts?.additions ?? 0) + section.additions,
      deletions: (target.counts?.deletions ?? 0) + section.deletions,
    };
    const before = isSecond ? target.patch : "";
    total += section.bytes;
    if (section.hunks === undefined || before === undefined || total > limits.change) {
      // What is dropped leaves its place to smaller patches that follow.
      total -= section.bytes;
      delete target.patch;
    } else {
      target.patch = before === "" || section.hunks === "" ? before + section.hunks : `${before}\n${section.hunks}`;
    }
  }
}

function headerOf(row: DiffRow): string {
  const newName = row.newName.toString("latin1");
  return patchHeader(row.oldName === row.newName ? newName : row.oldName.toString("latin1"), newName);
}

interface Section {
  readonly additions: number;
  readonly deletions: number;
  readonly isBinary: boolean;
  /** Absent when the hunks are larger than is kept; their bytes are then not told. */
  readonly hunks?: string;
  readonly bytes: number;
}

/** One section, from the end of its header to the next header. A long one is counted and not kept. */
function* readSection(input: ByteInput, maximumBytes: number): Generator<undefined, Section, void> {
  const counted = { additions: 0, deletions: 0 };
  let isLong = false;
  let next = input.find(nextSection);
  while (next === -1 && !input.ended) {
    if (input.remaining > maximumBytes + sectionHeadBytes) {
      isLong = true;
      const kept = input.buffer.length - hunkHeaderBytes;
      countHunks(input.buffer, input.position, kept, counted);
      input.moveTo(kept);
    }
    yield;
    next = input.find(nextSection);
  }
  const start = input.position;
  const end = next === -1 ? input.buffer.length : next + 1;
  input.moveTo(end);
  const firstHunk = countHunks(input.buffer, start, end, counted);
  if (isLong) return { ...counted, isBinary: false, bytes: 0 };
  if (firstHunk === -1) {
    const isBinary = input.buffer.subarray(start, end).includes(binaryLine);
    return { ...counted, isBinary, hunks: "", bytes: 0 };
  }
  const bytes = end - firstHunk - 1;
  if (bytes > maximumBytes) return { ...counted, isBinary: false, bytes: 0 };
  return { ...counted, isBinary: false, hunks: input.buffer.toString("utf8", firstHunk + 1, end - 1), bytes };
}

/**
 * Adds up the lines of every hunk whose header begins in a range, and says where the first begins, or -1. Without context
 * lines a hunk header's two lengths are exactly the lines removed and added, so no line has to be looked at.
 */
function countHunks(
  buffer: Buffer,
  from: number,
  to: number,
  counted: { additions: number; deletions: number },
): number {
  let first = -1;
  for (let at = buffer.indexOf(nextHunk, from); at !== -1 && at < to; at = buffer.indexOf(nextHunk, at + 1)) {
    const header = buffer.toString("latin1", at + 1, Math.min(at + hunkHeaderBytes, buffer.length));
    const groups = hunkPattern.exec(header)?.groups;
    if (groups === undefined) throw unexpectedOutput(`${JSON.stringify(header)} does not begin a hunk`);
    counted.deletions += Number(groups["removed"] ?? 1);
    counted.additions += Number(groups["added"] ?? 1);
    if (first === -1) first = at;
  }
  return first;
}

/** Rows, counts and patches of one change. Yields the change once it is whole. */
export function* readDiff(input: ByteInput, limits: PatchLimits, isNext?: IsNext): Parser<ParsedDiff> {
  const rows: DiffRow[] = [];
  yield* readRaw(input, rows);
  if (rows.length === 0) {
    if (input.remaining > 0 && isNext?.(input, input.position) !== true) {
      throw unexpectedOutput(`${show(input.buffer.subarray(input.position))} is not a row of --raw`);
    }
    yield { rows };
    return;
  }
  while (input.remaining === 0 && !input.ended) yield;
  if (input.peek() === nul) input.moveTo(input.position + 1);
  yield* readPatches(input, rows, limits, isNext);
  yield { rows };
}

/** The rows in the whole output of `--raw -z`. */
export function parseRaw(bytes: Buffer): DiffRow[] {
  const rows: DiffRow[] = [];
  parseWhole(bytes, (input) => readRaw(input, rows));
  return rows;
}

/** Puts the patches in the whole output of `-p -U0` on their rows. */
export function parsePatch(bytes: Buffer, rows: readonly DiffRow[], limits: PatchLimits): void {
  parseWhole(bytes, (input) => readPatches(input, rows, limits));
}
