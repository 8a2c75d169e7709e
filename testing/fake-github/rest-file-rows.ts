/** @module The rows of a pull request's files, with the platform's limits and its silent truncation. */

import type { DiffFile } from "./git-diff.ts";
import type { FakePullRequest } from "./pull-request.ts";
import type { FakeRepository } from "./repository.ts";
import type { Schemas } from "./rest-shapes.ts";
import type { Limits } from "./world.ts";

export type FileRow = Schemas["diff-entry"];

/** All rows, before pages and limits: what git says, unless the test rewrites it. */
export async function fileRows(change: FakePullRequest): Promise<readonly FileRow[]> {
  const head = await change.headOid();
  const files = await change.repository.git.diff(await change.mergeBase(), head);
  const rows = files.map((file) => fileRow(change.repository, head, file));
  return change.rewriteFiles?.(rows) ?? rows;
}

export function fileRow(repository: FakeRepository, head: string, file: DiffFile): FileRow {
  const { limits } = repository.world;
  const name = file.path.split("/").map(encodeURIComponent).join("/");
  const tooLarge = file.patch.length > limits.patchBytes || lineCount(file.patch) > limits.diffLines;
  return {
    sha: file.letter === "D" ? file.oldOid : file.newOid,
    filename: file.path,
    status: statusOf(file),
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${repository.htmlUrl}/blob/${head}/${name}`,
    raw_url: `${repository.htmlUrl}/raw/${head}/${name}`,
    contents_url: `${repository.apiUrl}/contents/${name}?ref=${head}`,
    ...(file.patch === "" || tooLarge ? {} : { patch: file.patch }),
    ...(file.previousPath === undefined ? {} : { previous_filename: file.previousPath }),
  };
}

function statusOf(file: DiffFile): FileRow["status"] {
  if (file.letter === "A") return "added";
  if (file.letter === "D") return "removed";
  if (file.letter === "R") return "renamed";
  if (file.letter === "C") return "copied";
  const onlyMode = file.oldOid === file.newOid && file.oldMode !== file.newMode;
  return file.letter === "T" || onlyMode ? "changed" : "modified";
}

/**
 * What one answer shows of its rows: once it carries the limit's diff lines, later rows come with 0 additions,
 * 0 deletions and no patch, and nothing says so.
 */
export function truncated(rows: readonly FileRow[], limits: Limits): FileRow[] {
  let lines = 0;
  return rows.map((row) => {
    if (lines >= limits.diffLinesPerAnswer) {
      const { patch: _patch, ...rest } = row;
      return { ...rest, additions: 0, deletions: 0, changes: 0 };
    }
    lines += Math.max(lineCount(row.patch ?? ""), row.changes);
    return row;
  });
}

export function lineCount(text: string): number {
  return text === "" ? 0 : text.split("\n").length;
}

export interface ChangeCounts {
  readonly changedFiles: number;
  readonly additions: number;
  readonly deletions: number;
  readonly commits: number;
}

/** The platform's own counts for the whole change, which its lists are compared with. */
export async function changeCounts(change: FakePullRequest): Promise<ChangeCounts> {
  const rows = await fileRows(change);
  let additions = 0;
  let deletions = 0;
  for (const row of rows) {
    additions += row.additions;
    deletions += row.deletions;
  }
  const commits = (await changeCommits(change)).length;
  return { changedFiles: rows.length, additions, deletions, commits, ...change.counts };
}

export async function changeCommits(change: FakePullRequest) {
  return await change.repository.git.commits(await change.mergeBase(), await change.headOid());
}
