/** @module What can go wrong with a local repository: what was tried, what came back, what to do. */

export type GitErrorCode =
  | "git-missing"
  | "git-denied"
  | "not-a-repository"
  | "dubious-ownership"
  | "permission-denied"
  | "no-commits"
  | "bad-revision"
  | "no-such-revision"
  | "no-base"
  | "no-merge-base"
  | "no-working-tree"
  | "unmerged"
  | "unexpected-output"
  | "too-large"
  | "deadline"
  | "failed";

/** Codes a person settles by asking for something else; the command ends with 2. Any other is a failure and ends with 1. */
const usageCodes: ReadonlySet<GitErrorCode> = new Set([
  "not-a-repository",
  "no-commits",
  "bad-revision",
  "no-such-revision",
  "no-base",
  "no-merge-base",
  "no-working-tree",
  "unmerged",
]);

export interface GitFailure {
  readonly code: GitErrorCode;
  /** What Warrant was doing, as the beginning of a sentence: `reading the range main..HEAD`. */
  readonly tried: string;
  /** What came back, without a final full stop. */
  readonly came: string;
  /** The step a person can take, without a final full stop. */
  readonly next: string;
}

/** An expected failure of the local source. The message is one line, safe for a terminal. */
export class GitError extends Error implements GitFailure {
  override readonly name = "GitError";
  readonly code: GitErrorCode;
  readonly tried: string;
  readonly came: string;
  readonly next: string;
  /** The documented exit code of the command: 1 our failure or the platform's, 2 usage. */
  readonly exitCode: 1 | 2;

  constructor(failure: GitFailure) {
    const [tried, came, next] = [failure.tried, failure.came, failure.next].map(plainLine);
    super(`${tried}: ${came}. ${next}${/[.?!]$/.test(next ?? "") ? "" : "."}`);
    this.code = failure.code;
    this.tried = tried ?? "";
    this.came = came ?? "";
    this.next = next ?? "";
    this.exitCode = usageCodes.has(failure.code) ? 2 : 1;
  }
}

/** Text from git or from a name, as one line without control characters, short enough for a message. */
export function plainLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  return line.length <= 400 ? line : `${line.slice(0, 399).toWellFormed()}…`;
}
