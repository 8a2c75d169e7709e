/** @module The part of one patch that fits a number of bytes: whole hunks, or whole lines of the first, never half a line. */

export interface CutPatch {
  readonly text: string;
  /** UTF-8 bytes of the patch that are in the text. */
  readonly bytes: number;
}

interface Hunk {
  readonly start: number;
  readonly end: number;
}

function hunksOf(patch: string): Hunk[] {
  const starts: number[] = [];
  let at = patch.startsWith("@@") ? 0 : patch.indexOf("\n@@") + 1;
  if (at > 0) starts.push(0);
  while (at > 0 || (at === 0 && starts.length === 0)) {
    starts.push(at);
    at = patch.indexOf("\n@@", at) + 1;
  }
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? patch.length }));
}

function countLines(text: string): { added: number; deleted: number; hunks: number } {
  const count = { added: 0, deleted: 0, hunks: 0 };
  for (const line of text.split("\n")) {
    if (line.startsWith("+")) count.added += 1;
    else if (line.startsWith("-")) count.deleted += 1;
    else if (line.startsWith("@@")) count.hunks += 1;
  }
  return count;
}

/** UTF-16 units of the longest start of a text that ends with a line and has at most so many bytes. */
function linesWithin(text: string, room: number): number {
  let end = 0;
  let used = 0;
  while (end < text.length) {
    const newline = text.indexOf("\n", end);
    const next = newline < 0 ? text.length : newline + 1;
    // A character takes a byte at least: a long line need not be counted.
    if (used + (next - end) > room) break;
    used += Buffer.byteLength(text.slice(end, next));
    if (used > room) break;
    end = next;
  }
  return end;
}

function rest(patch: string, end: number): string {
  const { added, deleted, hunks } = countLines(patch.slice(end));
  const isInside = end > 0 && !patch.startsWith("@@", end);
  const what = `${isInside ? "the rest of a hunk and " : ""}${hunks} hunk${hunks === 1 ? "" : "s"}`;
  return `[… ${what}, +${added} −${deleted} not shown]`;
}

/** The patch, whole when it fits in `room` bytes, else cut with a line that counts what is missing. */
export function cutPatch(patch: string, room: number): CutPatch {
  const all = Buffer.byteLength(patch);
  if (all <= room) return { text: patch, bytes: all };
  let end = 0;
  let bytes = 0;
  for (const hunk of hunksOf(patch)) {
    const size = Buffer.byteLength(patch.slice(hunk.start, hunk.end));
    if (bytes + size > room) break;
    bytes += size;
    end = hunk.end;
  }
  if (end === 0) {
    end = linesWithin(patch, room);
    bytes = Buffer.byteLength(patch.slice(0, end));
  }
  const shown = patch.slice(0, end);
  return { text: `${shown}${shown === "" || shown.endsWith("\n") ? "" : "\n"}${rest(patch, end)}`, bytes };
}
