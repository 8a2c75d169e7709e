/**
 * @module The output of `git diff --raw --numstat -p -U0 -z`: rows, counts and patches of one change, read as bytes.
 *
 * Git prints the three parts one after the other in the same order. Rows come first and are the truth: a count or a
 * patch that belongs to no row is an error, so a misread patch never looks like "no changes".
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

export interface PatchLimits {
  /** Bytes of one file's hunks, and of all hunks of the change. */
  readonly file: number;
  readonly change: number;
  /** At the limit of the change: `stop` reading, or `skip` to what follows the change. */
  readonly whenFull: "stop" | "skip";
}

const nul = 0;
const lineEnd = 0x0a;
const colon = 0x3a;
const sectionStart = Buffer.from("diff --git ");
const nextSection = Buffer.from("\ndiff --git ");
const nextHunk = Buffer.from("\n@@ -");
const rowPattern =
  /^:(?<oldMode>[0-7]{6}) (?<newMode>[0-7]{6}) [0-9a-f]{4,64} [0-9a-f]{4,64} (?<status>[A-Z])[0-9]{0,3}$/;
const countsPattern = /^(?:(?<additions>[0-9]{1,15})\t(?<deletions>[0-9]{1,15})|-\t-)\t/;
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
      throw new GitError({
        code: "unmerged",
        tried: "reading git's list of changes",
        came: `${name.toString("utf8")} is in a merge conflict`,
        next: "Settle the conflict and stage the file, then check again",
      });
    default:
      throw unexpectedOutput(`a file has the status ${letter}`);
  }
}

/** The rows of `--raw -z`. Adds to `rows`, and stops at the first byte that begins no row. */
export function* readRaw(input: ByteInput, rows: DiffRow[]): Parser<never> {
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

/** The counts of `--numstat -z`, put on their rows. Stops after the empty entry that ends them, or at the end. */
export function* readNumstat(input: ByteInput, rows: readonly DiffRow[]): Parser<never> {
  let next = 0;
  for (;;) {
    while (input.peek() === -1 && !input.ended) yield;
    if (input.peek() === -1) return;
    let end = input.findByte(nul);
    while (end === -1) {
      if (input.ended) throw endedEarly();
      yield;
      end = input.findByte(nul);
    }
    if (end === input.position) {
      input.moveTo(end + 1);
      return;
    }
    const start = input.position;
    const counts = countsPattern.exec(input.buffer.toString("latin1", start, Math.min(end, start + 40)));
    if (counts === null)
      throw unexpectedOutput(`${show(input.buffer.subarray(start, end))} is not a line of --numstat`);
    const nameStart = start + counts[0].length;
    let oldName = input.buffer.subarray(nameStart, end);
    input.moveTo(end + 1);
    let newName = oldName;
    if (oldName.length === 0) {
      oldName = yield* readName(input);
      newName = yield* readName(input);
    }
    const row = findRow(rows, next, (each) => each.newName.equals(newName) && each.oldName.equals(oldName));
    if (row === -1) throw unexpectedOutput(`${show(newName)} is counted but not in the list of changed files`);
    next = row + 1;
    const [additions, deletions] = [counts.groups?.["additions"], counts.groups?.["deletions"]];
    (rows[row] as DiffRow).counts =
      additions === undefined || deletions === undefined
        ? null
        : { additions: Number(additions), deletions: Number(deletions) };
  }
}

/** The first row at or after `from` that fits, or -1. Rows and what follows them stand in the same order. */
function findRow(rows: readonly DiffRow[], from: number, fits: (row: DiffRow) => boolean): number {
  for (let index = from; index < rows.length; index += 1) {
    const row = rows[index];
    if (row !== undefined && fits(row)) return index;
  }
  return -1;
}

/** The patches of `-p -U0`, put on their rows. Stops at the end, or before a header that `isNext` knows as another part. */
export function* readPatches(
  input: ByteInput,
  rows: readonly DiffRow[],
  limits: PatchLimits,
  isNext: (input: ByteInput, headerStart: number) => boolean = () => false,
): Parser<never> {
  let row = -1;
  let sections = 0;
  let total = 0;
  let full = false;
  for (;;) {
    while (input.remaining <= sectionStart.length && !input.ended) yield;
    if (input.remaining === 0 || isNext(input, input.position)) return;
    let headerEnd = input.findByte(lineEnd);
    while (headerEnd === -1) {
      if (input.ended) throw endedEarly();
      yield;
      headerEnd = input.findByte(lineEnd);
    }
    const header = input.buffer.subarray(input.position, headerEnd);
    input.moveTo(headerEnd);
    const fits = (each: DiffRow) => patchHeader(each.oldName, each.newName).equals(header);
    const current = rows[row];
    // A file that became a link, or the other way round, has two sections: it is removed, then added.
    const isSecond = current !== undefined && current.status === "T" && sections === 1 && fits(current);
    const found = isSecond ? row : findRow(rows, row + 1, fits);
    if (found === -1) throw unexpectedOutput(`the patch of ${show(header)} is not in the list of changed files`);
    sections = isSecond ? 2 : 1;
    row = found;
    let end = input.find(nextSection);
    let isLong = false;
    while (end === -1 && !input.ended) {
      if (input.remaining > limits.file + sectionHeadBytes) {
        isLong = true;
        input.keepLast(nextSection.length);
      }
      yield;
      end = input.find(nextSection);
    }
    const sectionEnd = end === -1 ? input.buffer.length : end + 1;
    const target = rows[row] as DiffRow;
    const firstHunk = isLong ? -1 : input.buffer.subarray(0, sectionEnd).indexOf(nextHunk, input.position);
    const size = firstHunk === -1 ? 0 : sectionEnd - firstHunk - 1;
    input.moveTo(sectionEnd);
    if (isLong || full || size > limits.file || total + size > limits.change) {
      delete target.patch;
      sections = 2;
      if (!isLong && size <= limits.file) full = true;
      if (full && limits.whenFull === "stop") return;
    } else {
      total += size;
      const hunks = firstHunk === -1 ? "" : input.buffer.toString("utf8", firstHunk + 1, sectionEnd - 1);
      if (target.counts !== null) {
        target.patch = target.patch === undefined || target.patch === "" ? hunks : `${target.patch}\n${hunks}`;
      }
    }
  }
}

/** Rows, counts and patches of one change. Yields the change once it is whole. */
export function* readDiff(
  input: ByteInput,
  limits: PatchLimits,
  isNext?: (input: ByteInput, headerStart: number) => boolean,
): Parser<ParsedDiff> {
  const rows: DiffRow[] = [];
  yield* readRaw(input, rows);
  if (rows.length === 0) {
    if (input.remaining > 0 && isNext?.(input, input.position) !== true) {
      throw unexpectedOutput(`${show(input.buffer.subarray(input.position))} is not a row of --raw`);
    }
    yield { rows };
    return;
  }
  yield* readNumstat(input, rows);
  yield* readPatches(input, rows, limits, isNext);
  yield { rows };
}

/** The rows in the whole output of `--raw -z`. */
export function parseRaw(bytes: Buffer): DiffRow[] {
  const rows: DiffRow[] = [];
  parseWhole(bytes, (input) => readRaw(input, rows));
  return rows;
}

/** Puts the counts in the whole output of `--numstat -z` on their rows. */
export function parseNumstat(bytes: Buffer, rows: readonly DiffRow[]): void {
  parseWhole(bytes, (input) => readNumstat(input, rows));
}

/** Puts the patches in the whole output of `-p -U0` on their rows. */
export function parsePatch(bytes: Buffer, rows: readonly DiffRow[], limits: PatchLimits): void {
  parseWhole(bytes, (input) => readPatches(input, rows, limits));
}
