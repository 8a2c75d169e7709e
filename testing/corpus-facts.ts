/** @module One corpus record as a facts document, so every test and the evaluation judge the corpus in the same way. */

import type { ChangedFile, ChangeFacts, CommitPerson } from "../packages/kernel/src/change/facts.ts";

/** A row of a record's file list, as git's name-status letters and numstat counts tell it. */
export interface CorpusFile {
  readonly path: string;
  readonly previous_path?: string;
  readonly status: string;
  readonly additions: number | null;
  readonly deletions: number | null;
  readonly binary: boolean;
  readonly mode?: string;
}

/** The fields the sets of whole changes (`real-prs`, `tiers`) share; what a set lacks is absent. */
export interface CorpusRecord {
  readonly repo: string;
  readonly sha: string;
  readonly parent?: string;
  readonly pr_number: number;
  readonly title: string;
  readonly body: string | null;
  readonly author?: string;
  readonly co_authors?: readonly string[];
  readonly files: readonly CorpusFile[];
  readonly n_files: number;
}

const statusOfLetter: Readonly<Record<string, ChangedFile["status"]>> = {
  A: "added",
  M: "modified",
  D: "removed",
  R: "renamed",
  C: "copied",
  T: "type_changed",
};
const modes = ["100644", "100755", "120000", "160000"] as const;

/** `Name <address>` as a commit identity; a GitHub no-reply address also tells the login. */
export function personOf(identity: string): CommitPerson {
  const parts = /^(?<name>[^<]*)<(?<email>[^>]*)>\s*$/.exec(identity)?.groups;
  if (parts === undefined) return { name: identity.trim(), email: "", login: null };
  const email = parts["email"] ?? "";
  const login = /^(?:\d+\+)?(?<login>[^@+]+)@users\.noreply\.github\.com$/.exec(email)?.groups?.["login"];
  return { name: (parts["name"] ?? "").trim(), email, login: login ?? null };
}

function fileOf(row: CorpusFile): ChangedFile {
  const mode = modes.find((known) => known === row.mode);
  return {
    path: row.path,
    ...(row.previous_path === undefined ? {} : { previous_path: row.previous_path }),
    status: statusOfLetter[row.status] ?? "modified",
    ...(row.additions === null ? {} : { additions: row.additions }),
    ...(row.deletions === null ? {} : { deletions: row.deletions }),
    binary: row.binary,
    ...(mode === undefined ? {} : { mode }),
    kind: mode === "120000" ? "symlink" : mode === "160000" ? "submodule" : "file",
    // The records have no patches. Without any, every file would count as not shown, so a text file gets an empty one.
    ...(row.binary ? {} : { patch: "" }),
  };
}

/**
 * The pull request a record tells of: its text, its files with empty patches, and one commit by the recorded author with
 * the co-authors as trailers. The account that opened it, reviews, issues and labels are not in git, so they are empty.
 */
export function factsOfCorpusRecord(record: CorpusRecord): ChangeFacts {
  const author = personOf(record.author ?? "");
  const trailers = (record.co_authors ?? []).map((value) => ({ key: "Co-authored-by", value }));
  return {
    schema: "warrant.change-facts/v1",
    source: "github",
    host: "github.com",
    repository: record.repo,
    number: record.pr_number,
    title: record.title,
    body: record.body,
    author: { login: null, kind: "unknown", id: null },
    // The squash message repeats title and body, which are given already; its subject is enough.
    commits: [{ sha: record.sha, author, committer: author, message: record.title, trailers, parents: 1 }],
    base: { ref: "main", sha: record.parent ?? "0".repeat(40), is_default: true },
    head: { ref: "change", sha: record.sha },
    state: "open",
    labels: [],
    draft: false,
    files: record.files.map(fileOf),
    files_total: record.n_files,
    issues: [],
    plans: [],
    reviews: [],
    checks: [],
    requested_by: [],
    incomplete: [],
  };
}
