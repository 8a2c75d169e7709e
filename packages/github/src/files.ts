/** @module The changed files: every page, the proof that they are all, and the lines an answer left out (GitHub, section 2.2). */

import type { ChangedFile } from "@warrant/kernel/change/facts";
import { type FileRow, FileRows, ModeAnswer } from "./answers.ts";
import type { GitHubClient } from "./client.ts";
import { PlatformError, whyFailed } from "./errors.ts";
import { fileOf, isOfHead, isWithoutLines, type Sides } from "./file-rows.ts";
import type { Gaps } from "./gaps.ts";
import type { Lookups, Reply } from "./lookups.ts";
import { selections } from "./queries.ts";

/** Rows the platform lists at most. */
const maximumRows = 3000;
const rowsPerPage = 100;
/** Requests for rows whose lines were left out; past them their counts stay unknown. */
const maximumRereads = 60;
const rereadsAtOnce = 4;

const filesRoute = "GET /repos/{owner}/{repo}/pulls/{pull_number}/files";

export interface ChangePlace {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/** The rows as they were listed, and why there are no more, when a page failed. */
export interface ListedRows {
  readonly rows: readonly FileRow[];
  readonly failure: unknown;
}

export interface Totals {
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

/** Every page of the list, by `Link`. A page that fails ends it; what was listed before is kept. */
export async function listRows(client: GitHubClient, place: ChangePlace): Promise<ListedRows> {
  const rows: FileRow[] = [];
  const parameters = { owner: place.owner, repo: place.repo, pull_number: place.number, per_page: rowsPerPage };
  try {
    const pages = client.pages(filesRoute, parameters, FileRows, { maximumPages: maximumRows / rowsPerPage + 1 });
    for await (const page of pages) rows.push(...page);
    return { rows, failure: null };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { rows, failure: error };
  }
}

/** Why the rows are not all changed files; null when they are. Raw rows are counted, before anything is merged (B6). */
export function whyIncomplete(rows: readonly FileRow[], total: number): string | null {
  if (new Set(rows.map((row) => row.filename)).size !== rows.length) return "a path is listed twice";
  if (rows.length === total) return null;
  if (rows.length >= maximumRows && total > rows.length) return `the platform lists ${maximumRows} files at most`;
  return rows.length < total ? "fewer files are listed than changed" : "more files are listed than changed";
}

function linesAgree(rows: readonly FileRow[], totals: Totals): boolean {
  let additions = 0;
  let deletions = 0;
  for (const row of rows) {
    additions += row.additions;
    deletions += row.deletions;
  }
  return additions === totals.additions && deletions === totals.deletions;
}

export interface SettledRows {
  readonly rows: readonly FileRow[];
  /** Rows whose counts cannot be believed, by index. */
  readonly unknown: ReadonlySet<number>;
  readonly why: string | null;
}

/**
 * Rows with the lines that one answer left out: an answer carries about 20,000 diff lines, and later rows say 0 without a
 * mark (C12). Their pages are asked again, smaller; what still disagrees with the change's own count is not known.
 */
export async function settleLines(
  client: GitHubClient,
  place: ChangePlace,
  listed: readonly FileRow[],
  totals: Totals,
): Promise<SettledRows> {
  const rows = [...listed];
  let failure: string | null = null;
  let left = maximumRereads;
  for (const size of [30, 10]) {
    if (linesAgree(rows, totals)) break;
    const pages = new Set<number>();
    for (const [index, row] of rows.entries()) if (isWithoutLines(row)) pages.add(Math.floor(index / size) + 1);
    const wanted = [...pages].slice(0, left);
    left -= wanted.length;
    if (wanted.length < pages.size) failure ??= `only ${maximumRereads} pages are asked again`;
    for (let start = 0; start < wanted.length; start += rereadsAtOnce) {
      const part = wanted.slice(start, start + rereadsAtOnce);
      const answers = await Promise.all(part.map((page) => rereadPage(client, place, size, page)));
      for (const [index, answer] of answers.entries()) {
        if (typeof answer === "string") failure ??= answer;
        else replaceRows(rows, answer, ((part[index] ?? 1) - 1) * size);
      }
    }
  }
  if (linesAgree(rows, totals)) return { rows, unknown: new Set(), why: null };
  const unknown = new Set([...rows.entries()].flatMap(([index, row]) => (isWithoutLines(row) ? [index] : [])));
  return { rows, unknown, why: failure ?? "the lines of the files are not those of the change" };
}

async function rereadPage(
  client: GitHubClient,
  place: ChangePlace,
  size: number,
  page: number,
): Promise<readonly FileRow[] | string> {
  try {
    const parameters = { owner: place.owner, repo: place.repo, pull_number: place.number, per_page: size, page };
    return (await client.rest(filesRoute, parameters, FileRows)).data;
  } catch (error) {
    if (error instanceof PlatformError) return whyFailed(error);
    throw error;
  }
}

/** Rows that moved between the two answers are left as they were: they belong to another state of the change. */
function replaceRows(rows: FileRow[], page: readonly FileRow[], start: number): void {
  for (const [offset, row] of page.entries()) {
    const known = rows[start + offset];
    if (known?.filename === row.filename && isWithoutLines(known)) rows[start + offset] = row;
  }
}

export interface FileCommits {
  readonly head: string;
  readonly base: string;
}

/** Modes of both sides of every row, a hundred rows a query. */
async function readSides(rows: readonly FileRow[], commits: FileCommits, lookups: Lookups): Promise<Sides[]> {
  const ask = (commit: string, path: string, row: FileRow): Promise<Reply<ModeAnswer>> =>
    lookups.ask({
      at: { commit },
      selection: isWithoutLines(row) ? selections.modeAndKind : selections.mode,
      value: path,
      schema: ModeAnswer,
    });
  return await Promise.all(
    rows.map(async (row): Promise<Sides> => {
      const [head, base] = await Promise.all([
        ask(commits.head, row.filename, row),
        row.status === "added" ? undefined : ask(commits.base, row.previous_filename ?? row.filename, row),
      ]);
      return { head, ...(base === undefined ? {} : { base }) };
    }),
  );
}

export interface CollectedFiles {
  readonly files: ChangedFile[];
  /** False when the list is another head's. */
  readonly areOfHead: boolean;
}

/**
 * The files of the facts. What cannot be proved complete or read is said in `gaps`; nothing is left out silently.
 *
 * @param listed From `listRows`.
 */
export async function collectFiles(
  client: GitHubClient,
  place: ChangePlace,
  listed: ListedRows,
  totals: Totals,
  commits: FileCommits,
  lookups: Lookups,
  gaps: Gaps,
): Promise<CollectedFiles> {
  const why = listed.failure === null ? whyIncomplete(listed.rows, totals.files) : whyFailed(listed.failure);
  if (why !== null) gaps.add("files", why, { listed: listed.rows.length, total: totals.files });
  // Rows that are missing have lines too: then no other answer can make the sum agree.
  const settling =
    why === null
      ? settleLines(client, place, listed.rows, totals)
      : Promise.resolve<SettledRows>({ rows: listed.rows, unknown: new Set(), why: null });
  const reading = gaps.read("files", readSides(listed.rows, commits, lookups), []);
  const [settled, sides] = await Promise.all([settling, reading]);
  if (settled.why !== null) {
    gaps.add("patches", settled.why, { listed: listed.rows.length - settled.unknown.size, total: listed.rows.length });
  }
  const isCertain = why === null || linesAgree(listed.rows, totals);
  const files = settled.rows.map((row, index) => {
    const isKnown = !settled.unknown.has(index) && (isCertain || !isWithoutLines(row));
    const { file, unclear } = fileOf(row, sides[index] ?? {}, isKnown);
    for (const clause of unclear) gaps.add("files", clause);
    return file;
  });
  return { files, areOfHead: settled.rows.every((row, index) => isOfHead(row, sides[index] ?? {})) };
}
