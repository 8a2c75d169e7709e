/** @module Rows of a git diff as the files of a facts document (change gate, sections 2 and 14). */

import type { ChangedFile, FileStatus, Incomplete } from "@warrant/kernel/change/facts";
import { maximumChangePatchBytes, maximumPatchBytes } from "@warrant/kernel/change/limits";
import type { Finding } from "@warrant/kernel/finding";
import { readName } from "./names.ts";
import type { DiffRow, PatchLimits } from "./parse-diff.ts";

/** Candidates on each side beyond which git pairs only files that are the same to the byte (`-l`). */
const renameLimit = 1000;

/**
 * How git is asked for a difference: every setting that could change the answer has its plain value here. `-l` is the
 * rename limit above.
 */
export const diffArguments = [
  "--raw",
  "-p",
  "-U0",
  "-z",
  "--no-abbrev",
  "--full-index",
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "-M50%",
  `-l${renameLimit}`,
  "--ignore-submodules=none",
  "--submodule=short",
  "--inter-hunk-context=0",
  "--diff-algorithm=myers",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--no-relative",
] as const;

export const patchLimits: PatchLimits = { file: maximumPatchBytes, change: maximumChangePatchBytes };

const statuses: Readonly<Record<DiffRow["status"], FileStatus>> = {
  A: "added",
  C: "copied",
  D: "removed",
  M: "modified",
  R: "renamed",
  T: "type_changed",
};

export interface ListedFiles {
  readonly files: ChangedFile[];
  readonly incomplete: Incomplete[];
  readonly findings: Finding[];
}

export const nothingListed: ListedFiles = { files: [], incomplete: [], findings: [] };

/** The files of a change, in git's order, with what could not be taken over as it is. */
export function listFiles(rows: readonly DiffRow[]): ListedFiles {
  const incomplete: Incomplete[] = [];
  const findings: Finding[] = [];
  let inexact = 0;
  let unseen = 0;
  const files = rows.map((row) => {
    const name = readName(row.newName);
    const previous = row.status === "R" || row.status === "C" ? readName(row.oldName) : null;
    if (!name.exact || previous?.exact === false) {
      inexact += 1;
      findings.push(inexactName(name.exact ? (previous?.text ?? "") : name.text));
    }
    if (row.counts !== null && row.patch === undefined) unseen += 1;
    return readFile(row, name.text, previous?.text);
  });
  if (inexact > 0) {
    incomplete.push({
      what: "files",
      why: `${inexact} file names are not UTF-8 and are shown escaped`,
      listed: rows.length - inexact,
      total: rows.length,
    });
  }
  if (unseen > 0) incomplete.push(unseenPatches(unseen, rows.length));
  if (isOverRenameLimit(rows)) findings.push(renamesByContent);
  return { files, incomplete, findings };
}

export function unseenPatches(unseen: number, total: number): Incomplete {
  return {
    what: "patches",
    why: `${unseen} patches are over the size that is read`,
    listed: total - unseen,
    total,
  };
}

function readFile(row: DiffRow, path: string, previousPath: string | undefined): ChangedFile {
  const mode = readMode(row.newMode);
  const previousMode = readMode(row.oldMode);
  const decisive = row.status === "D" ? previousMode : mode;
  return {
    path,
    ...(previousPath === undefined ? {} : { previous_path: previousPath }),
    status: statuses[row.status],
    ...row.counts,
    binary: row.counts === null || row.counts === undefined,
    ...(mode === undefined ? {} : { mode }),
    ...(previousMode === undefined ? {} : { previous_mode: previousMode }),
    kind: decisive === "120000" ? "symlink" : decisive === "160000" ? "submodule" : "file",
    ...(row.patch === undefined ? {} : { patch: row.patch }),
  };
}

/** Old repositories hold modes such as 100664; what counts of a file's mode is whether it can be run. */
function readMode(mode: string): ChangedFile["mode"] {
  if (mode === "000000") return undefined;
  if (mode.startsWith("12")) return "120000";
  if (mode.startsWith("16")) return "160000";
  return (Number.parseInt(mode, 8) & 0o111) === 0 ? "100644" : "100755";
}

/** Git skips the comparison when the product of both sides is over the square of the limit; then both are still listed. */
function isOverRenameLimit(rows: readonly DiffRow[]): boolean {
  const added = rows.filter((row) => row.status === "A").length;
  const removed = rows.filter((row) => row.status === "D").length;
  return added * removed > renameLimit * renameLimit;
}

const renamesByContent: Finding = {
  rule: "git.rename-limit",
  severity: "info",
  message: `The change adds and removes too many files to compare them all, so only files moved unchanged count as renamed.`,
  where: { field: "files" },
  next: "Move files in one change and edit them in the next, if the renames matter.",
};

function inexactName(shown: string): Finding {
  return {
    rule: "git.name",
    severity: "warn",
    message: "A file's name is not UTF-8, so it cannot be matched with any rule; it is shown escaped.",
    where: { path: shown },
    next: "Rename the file to a UTF-8 name.",
  };
}
