/** @module The lines of a file of any size, a chunk at a time; a line nobody could hold is skipped and counted. */

import { createReadStream } from "node:fs";

/** A transcript's longest line is one result; a longer one is no record of a call. */
export const longestLine = 64 * 1024 * 1024;

export interface LineRead {
  /** Null for a line that is longer than what is held. */
  readonly text: string | null;
  readonly number: number;
}

/** Lines in order, without their ends. Memory is bounded by the longest line that is held. */
export async function* linesOf(path: string): AsyncGenerator<LineRead> {
  let parts: Buffer[] = [];
  let held = 0;
  let isTooLong = false;
  let number = 0;
  const take = (): LineRead => {
    number += 1;
    const text = isTooLong
      ? null
      : Buffer.concat(parts)
          .toString("utf8")
          .replace(/^\uFEFF|\r$/g, "");
    parts = [];
    held = 0;
    isTooLong = false;
    return { text, number };
  };
  const hold = (part: Buffer) => {
    if (part.length === 0 || isTooLong) return;
    held += part.length;
    if (held > longestLine) {
      isTooLong = true;
      parts = [];
    } else parts.push(part);
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = chunk as Buffer;
    let from = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
      hold(bytes.subarray(from, at));
      yield take();
      from = at + 1;
    }
    // A part of a chunk would keep the whole of it.
    hold(Buffer.from(bytes.subarray(from)));
  }
  if (held > 0 || isTooLong) yield take();
}
