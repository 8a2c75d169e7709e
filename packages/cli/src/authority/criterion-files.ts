/** @module The file kinds of criteria, looked at inside a commitment's own folder and nowhere else. */

import { open, realpath } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import type { Commitment } from "@warrant/kernel/commitment/commitment";
import type { Criterion, CriterionResult } from "@warrant/kernel/commitment/commitment-shape";
import { isCriterionPath } from "@warrant/kernel/commitment/tick";

/** Bytes of a file that are searched; in a larger one nobody can tell. */
const largestFile = 16 * 1024 * 1024;

function unknown(reason: string): CriterionResult {
  return { kind: "unknown", reason };
}

function isInside(path: string, folder: string): boolean {
  const below = relative(folder, path);
  return below !== "" && !below.startsWith("..") && !isAbsolute(below);
}

async function contains(path: string, text: string): Promise<CriterionResult> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size > largestFile) return unknown(`it is larger than ${largestFile} bytes`);
    const found = (await file.readFile("utf8")).includes(text);
    return found
      ? { kind: "passed", evidence: "the text is there" }
      : { kind: "failed", reason: "the text is not there" };
  } finally {
    await file.close();
  }
}

/** What one criterion's file says now. Links are resolved: what leads out of the folder is not looked at. */
async function look({ kind, path = "", contains: text }: Criterion, cwd: string): Promise<CriterionResult> {
  if (!isCriterionPath(path)) return unknown("its path leads out of the folder");
  try {
    const folder = await realpath(cwd);
    const target = await realpath(join(folder, path));
    if (!isInside(target, folder)) return unknown("its path leads out of the folder");
    if (kind === "file-exists") return { kind: "passed", evidence: "the file is there" };
    return text === undefined || text === "" ? unknown("it says no text") : await contains(target, text);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "failed", reason: "there is no such file" };
    return unknown(`it cannot be read (${code || "failed"})`);
  }
}

/** The results of the criterion a commitment waits for, when it is of a file kind. */
export async function criterionResults(commitment: Commitment): Promise<Record<string, CriterionResult>> {
  const { suspension, criteria, spec } = commitment;
  if (suspension?.kind !== "predicate") return {};
  const criterion = criteria.find(({ id }) => id === suspension.criterion);
  if (criterion === undefined || !["file-exists", "file-contains"].includes(criterion.kind)) return {};
  return { [criterion.id]: await look(criterion, spec.cwd) };
}
