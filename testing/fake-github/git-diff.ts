/** @module The files of a change with their counts and patches, as `git diff` prints them. */

import type { GitFolder } from "./git.ts";

export interface DiffFile {
  readonly path: string;
  readonly previousPath?: string;
  /** git's letter: A, M, D, R, C or T. */
  readonly letter: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldOid: string;
  readonly newOid: string;
  readonly binary: boolean;
  readonly additions: number;
  readonly deletions: number;
  /** From the first `@@` on, without the last line end; empty where git prints no hunks. */
  readonly patch: string;
}

const settings = ["-c", "core.quotePath=true", "-c", "diff.noprefix=false", "-c", "diff.mnemonicPrefix=false"];
const options = ["-M", "-l1000", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index"];

/** Reads the difference between two commits. Two git runs: names and counts with NULs, patches as text. */
export async function readDiff(git: GitFolder, from: string, to: string): Promise<DiffFile[]> {
  const [facts, patches] = await Promise.all([
    git.run([...settings, "diff", ...options, "--raw", "--numstat", "-z", "--no-abbrev", from, to, "--"]),
    git.run([...settings, "diff", ...options, "-p", from, to, "--"]),
  ]);
  const words = facts.toString("utf8").split("\0");
  const raw = readRaw(words);
  const counts = readCounts(words.slice(raw.used));
  const hunks = splitPatches(patches.toString("utf8"));
  let section = 0;
  return raw.files.map((file, index) => {
    // A change of type is printed as a removal and an addition: two sections, one row.
    const own = hunks.slice(section, section + (file.letter === "T" ? 2 : 1));
    section += own.length;
    const [additions, deletions] = counts[index] ?? [0, 0];
    return {
      ...file,
      binary: additions === undefined,
      additions: additions ?? 0,
      deletions: deletions ?? 0,
      patch: own.filter(Boolean).join("\n"),
    };
  });
}

type RawFile = Omit<DiffFile, "binary" | "additions" | "deletions" | "patch">;

function readRaw(words: readonly string[]): { files: RawFile[]; used: number } {
  const files: RawFile[] = [];
  let at = 0;
  while (words[at]?.startsWith(":") === true) {
    const [oldMode = "", newMode = "", oldOid = "", newOid = "", letters = ""] = (words[at] ?? "").slice(1).split(" ");
    const letter = letters.slice(0, 1);
    const renamed = letter === "R" || letter === "C";
    const first = words[at + 1] ?? "";
    const file = { letter, oldMode, newMode, oldOid, newOid };
    files.push(renamed ? { ...file, path: words[at + 2] ?? "", previousPath: first } : { ...file, path: first });
    at += renamed ? 3 : 2;
  }
  return { files, used: at };
}

/** Lines added and deleted; a binary file has neither. */
function readCounts(words: readonly string[]): [number | undefined, number | undefined][] {
  const counts: [number | undefined, number | undefined][] = [];
  for (let at = 0; at < words.length; ) {
    const [added, deleted, name] = (words[at] ?? "").split("\t");
    if (added === undefined || deleted === undefined) break;
    counts.push(added === "-" ? [undefined, undefined] : [Number(added), Number(deleted)]);
    at += name === "" ? 3 : 1;
  }
  return counts;
}

/** Lines of hunks begin with a space, `+`, `-` or a backslash, so a header at a line's start is always a header. */
function splitPatches(text: string): string[] {
  return `\n${text}`
    .split("\ndiff --git ")
    .slice(1)
    .map((section) => {
      const start = section.startsWith("@@ ") ? 0 : section.indexOf("\n@@ ") + 1;
      return start === 0 ? "" : section.slice(start).replace(/\n$/, "");
    });
}
