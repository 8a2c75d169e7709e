/** @module Where the evaluation corpus lies when it is present, and how its files are read. It is never part of the repository. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** The corpus folder: `WARRANT_CORPUS`, else `../shared/corpus` beside the repository. */
export const corpusFolder = process.env["WARRANT_CORPUS"] ?? join(import.meta.dirname, "../../shared/corpus");

/** Whether a set is there. Tests over the corpus run only then (`describe.runIf`) and say so otherwise. */
export function hasCorpus(name: string, folder: string = corpusFolder): boolean {
  const present = existsSync(join(folder, name));
  if (!present) process.stderr.write(`corpus: ${name} is not in ${folder}; its tests do not run\n`);
  return present;
}

/** Every record of a JSON Lines set, compressed or not. None where it is absent: vitest describes suites it does not run. */
export function readCorpus<RecordType>(name: string, folder: string = corpusFolder): RecordType[] {
  if (!existsSync(join(folder, name))) return [];
  const bytes = readFileSync(join(folder, name));
  const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RecordType);
}
