/** @module The state of a sweep in its folder: read once, and written whole again and again while changes are judged. */

import { constants, type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically } from "@warrant/sources/atomic-write";
import { makeFolder } from "@warrant/sources/relay-files";
import type { Timing } from "../timing.ts";
import { type KeptChange, longestState, readState, type StatePlace, sweepStateName, writtenState } from "./state.ts";

/** Milliseconds between two writes of the state: what is judged in between is judged again after a kill, and nothing else. */
const writeEveryMs = 5000;

/** At most so many bytes, whatever the file says of its size. */
async function readAtMost(file: FileHandle, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.createReadStream({ autoClose: false, end: most })) {
    const bytes = Buffer.from(chunk as Uint8Array);
    chunks.push(bytes);
    size += bytes.length;
  }
  return size > most ? "" : Buffer.concat(chunks).toString("utf8");
}

/** Null: there is none. A folder, a pipe or a device in its place reads as nothing of use, and is not waited for. */
async function readText(path: string): Promise<string | null> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stats = await file.stat();
    return stats.isFile() && stats.size <= longestState ? await readAtMost(file, longestState) : "";
  } catch {
    return "";
  } finally {
    await file.close();
  }
}

export interface ReadState {
  readonly changes: ReadonlyMap<number, KeptChange>;
  /** Why a state that is there is not used, as a sentence; null: nothing to say. */
  readonly notice: string | null;
}

/** The state of a folder. None, or one that cannot be used, is empty. */
export async function readStateFile(folder: string, place: StatePlace): Promise<ReadState> {
  const text = await readText(join(folder, sweepStateName));
  if (text === null) return { changes: new Map(), notice: null };
  const reading = readState(text, place);
  if (reading.ok) return { changes: reading.changes, notice: null };
  return {
    changes: new Map(),
    notice: `${sweepStateName} is not used, so every change is judged: ${reading.why}. It is written anew.`,
  };
}

/** Keeps the state of a folder up to date. */
export class StateFile {
  readonly #folder: string;
  readonly #place: StatePlace;
  readonly #timing: Pick<Timing, "now">;
  readonly #kept: Map<number, KeptChange>;
  #writing: Promise<void> = Promise.resolve();
  #lastWrite: number;

  constructor(folder: string, place: StatePlace, timing: Pick<Timing, "now">, kept: ReadonlyMap<number, KeptChange>) {
    this.#folder = folder;
    this.#place = place;
    this.#timing = timing;
    this.#kept = new Map(kept);
    this.#lastWrite = timing.now();
  }

  /** Takes a change, and writes when the last write is a while ago. @throws WriteError */
  async keep(change: KeptChange): Promise<void> {
    this.#kept.set(change.number, change);
    if (this.#timing.now() - this.#lastWrite >= writeEveryMs) await this.write();
  }

  /** Leaves a change out that is not open any more. */
  forget(number: number): void {
    this.#kept.delete(number);
  }

  /** Writes the state, after a write that is under way. @throws WriteError when it cannot be written. */
  async write(): Promise<void> {
    this.#lastWrite = this.#timing.now();
    const before = this.#writing;
    this.#writing = this.#writeAfter(before);
    await this.#writing;
  }

  async #writeAfter(before: Promise<void>): Promise<void> {
    // Its failure is met by whoever asked for it.
    await before.catch(() => undefined);
    await makeFolder(this.#folder);
    await writeFileAtomically(join(this.#folder, sweepStateName), writtenState(this.#kept.values(), this.#place));
  }
}
