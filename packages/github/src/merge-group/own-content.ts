/**
 * @module Whether a group brings exactly what one change brings. Authors, times and messages of commits are an author's words;
 * what the files become is not.
 */

import * as z from "zod/mini";
import { type FileRow, FileRows } from "../answers.ts";
import { ownerAndName } from "../owner-and-name.ts";
import type { Platform } from "../publish/platform.ts";
import type { MergeGroup } from "./group.ts";

/** A comparison lists at most so many files, and does not say when there are more. */
const mostFiles = 300;
const pageSize = 100;

const Comparison = z.object({
  merge_base_commit: z.object({ sha: z.string() }),
  files: z.optional(FileRows),
});

/** The lines a row takes away and brings, in their order; where they stand moves with the base. Null where its patch was cut. */
function linesOf({ patch, additions, deletions }: FileRow): string | null {
  if (patch === undefined) return null;
  const lines = patch.split("\n").filter((line) => /^[-+\\]/.test(line));
  const count = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length;
  return count("+") === additions && count("-") === deletions ? lines.join("\n") : null;
}

/** Whether two rows change a file alike: to the same content, or by the same lines where the base has moved on in it. */
function isSameRow(one: FileRow, other: FileRow | undefined): boolean {
  if (other === undefined || one.status !== other.status || one.previous_filename !== other.previous_filename) {
    return false;
  }
  if (typeof one.sha === "string" && one.sha === other.sha) return true;
  const lines = linesOf(one);
  return lines !== null && lines === linesOf(other);
}

/** The changed files of a group; null when they are not known whole. */
async function rowsOfGroup(platform: Platform, repository: string, group: MergeGroup): Promise<FileRow[] | null> {
  const route = "GET /repos/{owner}/{repo}/compare/{basehead}";
  const asked = { ...ownerAndName(repository), basehead: `${group.baseSha}...${group.headSha}`, per_page: 1 };
  const { files, merge_base_commit } = (await platform.rest(route, asked, Comparison)).data;
  const isKnown = files !== undefined && files.length < mostFiles && merge_base_commit.sha === group.baseSha;
  return isKnown ? files : null;
}

async function rowsOfChange(platform: Platform, repository: string, number: number): Promise<FileRow[]> {
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}/files";
  const asked = { ...ownerAndName(repository), pull_number: number, per_page: pageSize };
  const rows: FileRow[] = [];
  const pages = platform.pages(route, asked, FileRows, { maximumPages: mostFiles / pageSize });
  for await (const page of pages) rows.push(...page);
  return rows;
}

/**
 * Whether the files between base and head of a group change as those of the change do, no file more and none less. What
 * cannot be compared whole is not the same (law 3).
 *
 * @throws PlatformError of the request that failed.
 */
export async function bringsOnly(
  platform: Platform,
  repository: string,
  group: MergeGroup,
  number: number,
): Promise<boolean> {
  const [grouped, own] = await Promise.all([
    rowsOfGroup(platform, repository, group),
    rowsOfChange(platform, repository, number),
  ]);
  if (grouped === null || grouped.length !== own.length) return false;
  const byName = new Map(own.map((row) => [row.filename, row]));
  return byName.size === own.length && grouped.every((row) => isSameRow(row, byName.get(row.filename)));
}
