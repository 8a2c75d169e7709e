/** @module Rows of the platform's list of changed files as files of the facts. */

import type { ChangedFile, FileStatus } from "@warrant/kernel/change/facts";
import type { FileRow, ModeAnswer } from "./answers.ts";
import type { Reply } from "./lookups.ts";

const statuses: Readonly<Record<string, FileStatus>> = {
  added: "added",
  modified: "modified",
  removed: "removed",
  renamed: "renamed",
  copied: "copied",
  changed: "type_changed",
  unchanged: "modified",
};

const submodulePatch = /^[-+]Subproject commit [0-9a-f]{40}/m;

/** Neither lines nor a patch: a rename, a mode, an empty or binary file, or a row past the lines of one answer. */
export function isWithoutLines(row: FileRow): boolean {
  return row.additions === 0 && row.deletions === 0 && row.patch === undefined;
}

/** Hunks only: what stands before the first one is not part of the facts. */
function hunksOf(patch: string | undefined): string | undefined {
  if (patch === undefined) return undefined;
  if (patch.startsWith("@@")) return patch;
  const start = patch.indexOf("\n@@");
  return start === -1 ? undefined : patch.slice(start + 1);
}

const modes = ["100644", "100755", "120000", "160000"] as const;
type Mode = (typeof modes)[number];

/** `33188`, as the platform counts it, is the mode git writes as 100644. */
function modeOf(reply: Reply<ModeAnswer> | undefined): Mode | undefined {
  if (reply?.ok !== true || reply.value === null) return undefined;
  const text = reply.value.mode.toString(8);
  // A group-writable file of old histories is an ordinary one to git.
  if (text === "100664") return "100644";
  return modes.find((mode) => mode === text);
}

export interface Sides {
  /** At the head, where a removed file must not be. */
  readonly head?: Reply<ModeAnswer>;
  /** At the tip of the base, under the previous path. */
  readonly base?: Reply<ModeAnswer>;
}

export interface RowReading {
  readonly file: ChangedFile;
  /** Why the list of files cannot be relied on, as clauses. */
  readonly unclear: readonly string[];
}

function isBinary(row: FileRow, sides: Sides, kind: ChangedFile["kind"]): boolean {
  if (kind !== "file" || !isWithoutLines(row)) return false;
  const side = row.status === "removed" ? sides.base : sides.head;
  // What nobody could tell may be binary (law 3).
  return side?.ok === true ? side.value?.object?.isBinary !== false : true;
}

/**
 * Whether a row was listed for this very head: its blob is the head's, and what is removed is not there. The list is read beside
 * the change itself, and a head that was pushed away and back would otherwise show the files of another.
 */
export function isOfHead(row: FileRow, { head }: Sides): boolean {
  if (head?.ok !== true) return true;
  if (row.status === "removed") return head.value === null;
  return head.value === null || typeof row.sha !== "string" || head.value.oid === row.sha;
}

/**
 * One file of the facts.
 *
 * @param isKnown Whether its counts can be believed; a row past the lines of one answer says 0 for what was not counted.
 */
export function fileOf(row: FileRow, sides: Sides, isKnown: boolean): RowReading {
  const unclear: string[] = [];
  const status = statuses[row.status];
  if (status === undefined) unclear.push("a file has an unknown status");
  if (row.filename.includes("\u{FFFD}")) unclear.push("the name of a file is not UTF-8");
  const isMoved = status === "renamed" || status === "copied";
  if (isMoved && row.previous_filename === undefined) {
    unclear.push("a renamed or copied file does not say its previous path");
  }
  const mode = status === "removed" ? undefined : modeOf(sides.head);
  const previousMode = status === "added" ? undefined : modeOf(sides.base);
  if (status !== "removed" && mode === undefined)
    unclear.push("the mode of a file could not be read at the head commit");
  if (status === "removed" && sides.base?.ok === false) unclear.push("the mode of a removed file could not be read");
  const known = status === "removed" ? previousMode : mode;
  const isSubmodule =
    known === "160000" || (row.patch !== undefined && known === undefined && submodulePatch.test(row.patch));
  const kind = isSubmodule ? "submodule" : known === "120000" ? "symlink" : "file";
  const binary = isBinary(row, sides, kind);
  const hasCounts = isKnown && !binary;
  const patch = hunksOf(row.patch);
  return {
    file: {
      path: row.filename,
      ...(isMoved && row.previous_filename !== undefined ? { previous_path: row.previous_filename } : {}),
      status: status ?? "modified",
      ...(hasCounts ? { additions: row.additions, deletions: row.deletions } : {}),
      binary,
      ...(mode === undefined ? {} : { mode }),
      ...(previousMode === undefined ? {} : { previous_mode: previousMode }),
      kind,
      ...(patch === undefined ? {} : { patch }),
    },
    unclear,
  };
}
