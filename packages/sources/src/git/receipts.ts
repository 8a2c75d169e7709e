/** @module Receipts of sessions in a repository: the note of `refs/notes/warrant` on a commit, one receipt a line. */

import { GitError } from "./error.ts";
import { type GitOptions, lastWords, runGit } from "./run.ts";

const notesRef = "refs/notes/warrant";
/** Bytes of a note that are read; several sessions may have written one. */
const longestNote = 1024 * 1024;
const writeTries = 5;

type Looking = Pick<GitOptions, "cwd" | "signal">;

function failure(tried: string, stderr: string, status: number): GitError {
  const next = "Check that the commit is in this repository and that you may write to it";
  return new GitError({ code: "failed", tried, came: lastWords(stderr, status), next });
}

/**
 * The lines of a commit's note; none where it has none.
 *
 * @throws GitError
 */
export async function readReceiptLines(commit: string, looking: Looking): Promise<string[]> {
  const purpose = "reading the receipts of a commit";
  const listed = await runGit(["notes", `--ref=${notesRef}`, "list", commit], { ...looking, purpose });
  if (listed.status !== 0) return [];
  const id = listed.stdout.toString("utf8").trim();
  const { stdout, status, stderr } = await runGit(["cat-file", "blob", id], {
    ...looking,
    purpose,
    maximumBytes: longestNote,
  });
  if (status !== 0) throw failure(purpose, stderr, status);
  return stdout
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}

/**
 * Adds a line to a commit's note. What others write meanwhile stays.
 *
 * @param author who writes it, as git keeps it.
 * @throws GitError
 */
export async function addReceiptLine(
  commit: string,
  line: string,
  author: { readonly name: string; readonly email: string },
  looking: Looking,
): Promise<void> {
  const purpose = "writing a receipt";
  const environment = {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
  };
  let said = { status: 0, stderr: "" };
  for (let tried = 0; tried < writeTries; tried += 1) {
    const lines = await readReceiptLines(commit, looking);
    if (lines.includes(line)) return;
    const input = `${[...lines, line].join("\n")}\n`;
    const args = ["notes", `--ref=${notesRef}`, "add", "-f", "-F", "-", commit];
    said = await runGit(args, { ...looking, purpose, environment, input });
    // Somebody else's write may have come between; then the line is not there and it is tried again.
    if (said.status === 0 && (await readReceiptLines(commit, looking)).includes(line)) return;
  }
  throw failure(purpose, said.stderr, said.status);
}
