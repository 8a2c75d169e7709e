/** @module Which two states of a repository are compared: every form of a range, and the base when none is named. */

import type { Finding } from "@warrant/kernel/finding";
import { GitError } from "./error.ts";
import type { Repository } from "./repository.ts";
import { type ResolvedCommit, readObject, resolveCommit } from "./revision.ts";
import { historyCut } from "./shallow.ts";

export interface RangeRequest {
  /** `A..B`, `A...B`, `..B`, `A..`, `REV`, `REV^!`; absent: the merge base of HEAD and its base, to HEAD. */
  readonly range?: string | undefined;
  /** A revision to compare with, in place of the one that is looked for. */
  readonly base?: string | undefined;
  /** HEAD to what is staged. */
  readonly staged?: boolean | undefined;
  /** HEAD to the working tree, files that git does not know yet included. */
  readonly worktree?: boolean | undefined;
  /** Where `GITHUB_BASE_REF` is looked up; by default the process's environment. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface RangeEnd {
  /** The name shown to people: a branch, or the revision as it was written. */
  readonly ref: string;
  readonly sha: string;
}

export interface ResolvedRange {
  readonly kind: "commits" | "staged" | "worktree";
  /** Of a root commit the empty tree of the repository's hash algorithm. */
  readonly base: RangeEnd & { readonly isDefault?: boolean };
  /**
   * The commit whose configuration, plans and beads judge: the tip of the base branch. It differs from `base` where the two
   * parted earlier: the author of a change chooses where it parts, and so must not choose its rules (law 4).
   */
  readonly rulesAt: string;
  /** For staged files and the working tree the id is all zeros: nothing is committed yet. */
  readonly head: RangeEnd & { readonly branch: string | null };
  /** What `git log` lists the change's commits by; null when the change has none. */
  readonly commits: readonly string[] | null;
  /** False when a shallow clone lacks the state to compare with: nothing can be listed. */
  readonly isComparable: boolean;
  readonly findings: readonly Finding[];
}

const emptyTrees = {
  40: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  64: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};

/** The id of the tree without entries, in the hash algorithm of a given id. */
export function emptyTree(likeId: string): string {
  return likeId.length === 64 ? emptyTrees[64] : emptyTrees[40];
}

/**
 * Resolves what is to be compared.
 *
 * @throws {GitError} `no-commits`, `bad-revision`, `no-such-revision`, `no-base`, `no-merge-base`, `no-working-tree`.
 */
export async function resolveRange(repository: Repository, request: RangeRequest): Promise<ResolvedRange> {
  const { head } = repository;
  const wanted = [request.staged === true, request.worktree === true, request.range !== undefined].filter(Boolean);
  if (wanted.length > 1) {
    throw new GitError({
      code: "bad-revision",
      tried: "choosing what to check",
      came: "a range, --staged and --worktree exclude each other",
      next: "Give one of them",
    });
  }
  if (request.staged === true || request.worktree === true) return uncommitted(repository, request);
  const parts = request.range === undefined ? null : splitRange(request.range);
  if (head === null && (parts === null || parts.usesHead)) throw noCommits(repository);
  if (parts === null) return fromBase(repository, request);
  if (parts.form === "single") return single(repository, parts.right);
  const [left, right] = await Promise.all([
    resolveCommit(repository, parts.left),
    resolveCommit(repository, parts.right),
  ]);
  return parts.form === "two" ? between(left, right) : sinceMergeBase(repository, left, right);
}

interface RangeParts {
  readonly form: "single" | "two" | "three";
  readonly left: string;
  readonly right: string;
  readonly usesHead: boolean;
}

/** Splits a range where git does: at its first `..`. A missing side is HEAD. */
export function splitRange(range: string): RangeParts {
  const dots = range.indexOf("..");
  if (dots === -1) {
    const revision = range.replace(/\^[!-]$/, "");
    return { form: "single", left: "", right: revision, usesHead: /^(?:HEAD|@)(?![\w/-])/.test(revision) };
  }
  const isThree = range.startsWith("...", dots);
  const [left, right] = [range.slice(0, dots), range.slice(dots + (isThree ? 3 : 2))];
  if (left === "" && right === "") {
    throw new GitError({
      code: "bad-revision",
      tried: `reading the range ${range}`,
      came: "it names no revision",
      next: "Write A..B, A.., ..B or one revision",
    });
  }
  return {
    form: isThree ? "three" : "two",
    left: left === "" ? "HEAD" : left,
    right: right === "" ? "HEAD" : right,
    usesHead: left === "" || right === "",
  };
}

function noCommits(repository: Repository): GitError {
  return new GitError({
    code: "no-commits",
    tried: `reading the change in ${repository.folder}`,
    came: "the repository has no commits yet",
    next: "Commit something first",
  });
}

function uncommitted(repository: Repository, request: RangeRequest): ResolvedRange {
  const { head } = repository;
  if (head === null) throw noCommits(repository);
  if (request.base !== undefined) {
    throw new GitError({
      code: "bad-revision",
      tried: "choosing what to check",
      came: "--staged and --worktree are compared with HEAD, so --base has no meaning",
      next: "Leave --base out",
    });
  }
  if (repository.isBare) {
    throw new GitError({
      code: "no-working-tree",
      tried: `reading the working tree of ${repository.folder}`,
      came: "the repository is bare and has none",
      next: "Check a range of commits instead",
    });
  }
  const branch = head.branch ?? shortId(head.sha);
  return {
    kind: request.staged === true ? "staged" : "worktree",
    base: { ref: branch, sha: head.sha },
    rulesAt: head.sha,
    head: { ref: branch, branch: head.branch, sha: "0".repeat(head.sha.length) },
    commits: null,
    isComparable: true,
    findings: [],
  };
}

function shortId(sha: string): string {
  return sha.slice(0, 7);
}

function rangeHead(right: ResolvedCommit): ResolvedRange["head"] {
  return {
    ref: right.branch ?? shortId(right.sha),
    branch: right.branch,
    sha: right.sha,
  };
}

function between(left: ResolvedCommit, right: ResolvedCommit): ResolvedRange {
  return {
    kind: "commits",
    base: { ref: left.branch ?? left.ref, sha: left.sha, ...isDefault(left) },
    rulesAt: left.sha,
    head: rangeHead(right),
    commits: [`${left.sha}..${right.sha}`],
    isComparable: true,
    findings: [],
  };
}

function isDefault(commit: ResolvedCommit): { isDefault?: boolean } {
  return commit.isDefault === undefined ? {} : { isDefault: commit.isDefault };
}

async function sinceMergeBase(
  repository: Repository,
  left: ResolvedCommit,
  right: ResolvedCommit,
): Promise<ResolvedRange> {
  const purpose = `finding where ${left.ref} and ${right.ref} parted`;
  const found = await repository.run(["merge-base", left.sha, right.sha], { purpose });
  const sha = found.stdout.toString("latin1").split("\n")[0] ?? "";
  if (found.status === 0 && sha !== "") {
    return { ...between({ ...left, sha }, right), rulesAt: left.sha, commits: [`${sha}..${right.sha}`] };
  }
  if (repository.isShallow) {
    return {
      ...between(left, right),
      commits: null,
      isComparable: false,
      findings: [historyCut(`where ${left.ref} and ${right.ref} parted`, repository.originAddress, "all")],
    };
  }
  throw new GitError({
    code: "no-merge-base",
    tried: purpose,
    came: "they have no commit in common",
    next: `Compare the two states with ${left.ref}..${right.ref}`,
  });
}

/** One commit against its first parent; a root commit against the empty tree. */
async function single(repository: Repository, revision: string): Promise<ResolvedRange> {
  const commit = await resolveCommit(repository, revision);
  const parent = commit.parents[0];
  const head = rangeHead(commit);
  // The commit itself still names its parent where a shallow clone ends; only the parent is not there.
  if (parent !== undefined && repository.isShallow && (await readObject(repository, parent)) === null) {
    return {
      kind: "commits",
      base: { ref: `${commit.ref}^`, sha: parent },
      rulesAt: parent,
      head,
      commits: ["-1", commit.sha],
      isComparable: false,
      findings: [historyCut(`the parent of ${commit.ref}`, repository.originAddress, 1)],
    };
  }
  return {
    kind: "commits",
    base: { ref: `${commit.ref}^`, sha: parent ?? emptyTree(commit.sha) },
    rulesAt: parent ?? emptyTree(commit.sha),
    head,
    // A merge's own commits are those it brought in; of any other commit that is the commit itself.
    commits: parent === undefined ? ["-1", commit.sha] : [`${parent}..${commit.sha}`],
    isComparable: true,
    findings: [],
  };
}

async function fromBase(repository: Repository, request: RangeRequest): Promise<ResolvedRange> {
  const head = await resolveCommit(repository, "HEAD");
  return sinceMergeBase(repository, await findBase(repository, request), head);
}

const usualBases = ["origin/main", "origin/master", "main", "master", "trunk", "develop"];

/** The base of HEAD, by the order of the change gate's section 14. */
export async function findBase(repository: Repository, request: RangeRequest): Promise<ResolvedCommit> {
  if (request.base !== undefined) return resolveCommit(repository, request.base);
  const announced = (request.environment ?? process.env)["GITHUB_BASE_REF"] ?? "";
  if (announced !== "") {
    const found = await tryRef(repository, `refs/remotes/origin/${announced}`);
    if (found !== null) return found;
    throw new GitError({
      code: "no-base",
      tried: `finding the base origin/${announced}, which GITHUB_BASE_REF names`,
      came: "this clone does not have it",
      next: `Run \`git fetch origin ${announced}:refs/remotes/origin/${announced}\`, or name a base with --base`,
    });
  }
  if (repository.defaultBranch !== null) {
    const found = await tryRef(repository, repository.defaultBranch);
    if (found !== null) return found;
  }
  const candidates = usualBases.filter((name) => name !== repository.head?.branch);
  const found = await Promise.all(
    candidates.map((name) =>
      tryRef(repository, name.startsWith("origin/") ? `refs/remotes/${name}` : `refs/heads/${name}`),
    ),
  );
  const first = found.find((commit) => commit !== null);
  if (first !== undefined && first !== null) return first;
  throw new GitError({
    code: "no-base",
    tried: `finding what ${repository.head?.branch ?? "HEAD"} is to be compared with`,
    came: `there is no origin/HEAD, and none of ${candidates.join(", ")}`,
    next: "Name a base with --base, or check a range such as HEAD~1..HEAD",
  });
}

async function tryRef(repository: Repository, ref: string): Promise<ResolvedCommit | null> {
  return (await readObject(repository, `${ref}^{commit}`)) === null ? null : resolveCommit(repository, ref);
}
