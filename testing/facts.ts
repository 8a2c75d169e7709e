/** @module Small, complete facts documents for tests: a default change and the parts to put into it. */

import type {
  Actor,
  ChangedFile,
  ChangeFacts,
  Commit,
  ReadableIssue,
  Review,
} from "../packages/kernel/src/change/facts.ts";

export const headSha = "a".repeat(40);
export const baseSha = "b".repeat(40);

export function person(login: string, id: number | null = null): Actor {
  return { login, kind: "user", id };
}

export function bot(login: string, id: number | null = null): Actor {
  return { login, kind: "bot", id };
}

export function file(path: string, parts: Partial<ChangedFile> = {}): ChangedFile {
  return {
    path,
    status: "modified",
    additions: 3,
    deletions: 0,
    binary: false,
    mode: "100644",
    kind: "file",
    patch: "@@ -1 +1,4 @@\n+one\n+two\n+three",
    ...parts,
  };
}

export function commit(parts: Partial<Commit> = {}): Commit {
  const maria = { name: "Maria Keller", email: "maria@example.org", login: "maria" };
  return { sha: headSha, author: maria, committer: maria, message: "Change", trailers: [], parents: 1, ...parts };
}

export function issue(number: number, parts: Partial<ReadableIssue> = {}): ReadableIssue {
  return {
    repository: "acme/shop",
    number,
    link: "closing",
    title: "The total is wrong for empty carts",
    body: "An empty cart shows the total of the last one.",
    state: "open",
    state_reason: null,
    labels: [],
    author: person("nadia", 11),
    author_permission: "read",
    editor: null,
    is_pull_request: false,
    ...parts,
  };
}

export function review(login: string, parts: Partial<Review> = {}): Review {
  return {
    author: person(login),
    permission: "write",
    association: "MEMBER",
    state: "approved",
    commit: headSha,
    submitted_at: "2026-01-02T03:04:05Z",
    ...parts,
  };
}

/** A pull request by an agent account that changes one code file and names nothing; `files_total` follows the files. */
export function changeFacts(parts: Partial<ChangeFacts> = {}): ChangeFacts {
  const files = parts.files ?? [file("src/cart/total.ts")];
  return {
    schema: "warrant.change-facts/v1",
    source: "github",
    host: "github.com",
    repository: "acme/shop",
    number: 7,
    title: "Correct the total",
    body: "",
    author: bot("copilot-swe-agent", 198982749),
    commits: [commit()],
    base: { ref: "main", sha: baseSha, is_default: true },
    head: { ref: "correct-total", sha: headSha },
    state: "open",
    labels: [],
    draft: false,
    files,
    files_total: files.length,
    issues: [],
    plans: [],
    reviews: [],
    checks: [],
    requested_by: [],
    incomplete: [],
    ...parts,
  };
}
