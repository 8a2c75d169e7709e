/** @module An object of a git folder read from its own file: starting git for every question is dear. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { gitFolderOf } from "./refs.ts";

export interface LooseObject {
  readonly type: string;
  readonly body: Buffer;
}

/** Undefined where the folder has no such object in a file of its own: it may still be in a pack. */
export function looseObject(folder: string, oid: string): LooseObject | undefined {
  if (!/^[0-9a-f]{40}$/.test(oid)) return undefined;
  let packed: Buffer;
  try {
    packed = readFileSync(join(gitFolderOf(folder), "objects", oid.slice(0, 2), oid.slice(2)));
  } catch {
    return undefined;
  }
  const whole = inflateSync(packed);
  const end = whole.indexOf(0);
  const [type = ""] = whole.toString("latin1", 0, end).split(" ");
  return { type, body: whole.subarray(end + 1) };
}
