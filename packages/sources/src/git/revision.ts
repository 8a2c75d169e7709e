/** @module One revision as a person writes it, resolved to a commit, with the nearest names when there is none. */

import { GitError, plainLine } from "./error.ts";
import type { GitObject } from "./objects.ts";
import type { Repository } from "./repository.ts";

export interface ResolvedCommit {
  /** What was written, without `refs/heads/` and the like; for a ref of `origin` the branch. */
  readonly ref: string;
  readonly sha: string;
  /** Recorded parents, first parent first; a shallow clone may not have them. */
  readonly parents: readonly string[];
  /** The branch the revision names, if it names one: the head's branch is a signal of who wrote a change. */
  readonly branch: string | null;
  /** Whether it is the default branch of `origin`; absent when that is not known. */
  readonly isDefault?: boolean;
}

const maximumRevisionLength = 1000;
/** Text that can be the name of a ref: no operator of git's revision language is in it. */
const plainName = /^[^\s~^:?*[\]\\{}@\p{Cc}][^\s~^:?*[\]\\{}\p{Cc}]*$/u;

/**
 * Resolves a revision to a commit. Tags are followed.
 *
 * @throws {GitError} `bad-revision` for text that is refused unread, `no-such-revision` with the nearest names.
 */
export async function resolveCommit(repository: Repository, revision: string): Promise<ResolvedCommit> {
  refuseUnreadable(revision);
  const isPlain = plainName.test(revision) && revision !== "HEAD";
  const bare = revision.replace(/^refs\/(?:heads|remotes|tags)\//, "").replace(/^(?:heads|remotes|tags)\//, "");
  const [commit, branch, remote] = await Promise.all([
    // A search in messages runs to the end of the text, so nothing can stand behind it; it finds commits only.
    readObject(repository, revision.startsWith(":/") ? revision : `${revision}^{commit}`),
    isPlain ? readObject(repository, `refs/heads/${bare}`) : null,
    isPlain ? readObject(repository, `refs/remotes/${bare}`) : null,
  ]);
  if (commit?.type !== "commit") throw await noSuchRevision(repository, revision);
  const { head, defaultBranch } = repository;
  // A tag wins over a branch of the same name in git; then the text does not name the branch.
  const named = revision === "HEAD" || revision === "@" ? head?.branch : branch?.id === commit.id ? bare : undefined;
  const isRemote = named === undefined && remote?.id === commit.id;
  const remoteBranch = isRemote ? bare.replace(/^[^/]+\//, "") : undefined;
  const name = named ?? remoteBranch ?? null;
  return {
    ref: name ?? plainLine(isPlain ? bare : revision),
    sha: commit.id,
    parents: readParents(commit),
    branch: name,
    ...(defaultBranch === null || name === null ? {} : { isDefault: defaultBranch === `refs/remotes/origin/${name}` }),
  };
}

function refuseUnreadable(revision: string): void {
  const why = revision.startsWith("-")
    ? "it begins with `-`, like an option"
    : revision === ""
      ? "it is empty"
      : /\p{Cc}/u.test(revision)
        ? "it has a control character in it"
        : revision.length > maximumRevisionLength
          ? `it is longer than ${maximumRevisionLength} characters`
          : null;
  if (why === null) return;
  throw new GitError({
    code: "bad-revision",
    tried: `reading the revision ${plainLine(revision).slice(0, 100)}`,
    came: why,
    next: "Name a branch, a tag or a commit id",
  });
}

/** Reads an object through the repository's reader. */
export function readObject(repository: Repository, name: string): Promise<GitObject | null> {
  return repository.objects.read(name);
}

/** The `parent` lines of a commit's header. */
function readParents(commit: GitObject): string[] {
  const content = commit.content ?? Buffer.alloc(0);
  const headerEnd = content.indexOf("\n\n");
  const header = content.toString("latin1", 0, headerEnd === -1 ? content.length : headerEnd);
  return [...header.matchAll(/^parent (?<sha>[0-9a-f]+)$/gm)].map((match) => match.groups?.["sha"] ?? "");
}

async function noSuchRevision(repository: Repository, revision: string): Promise<GitError> {
  const shown = plainLine(revision).slice(0, 100);
  const nearest = await nearestNames(repository, revision.replace(/[\^~@:].*$/s, ""));
  const stepsBack = /~(?<steps>[1-9][0-9]{0,5})$/.exec(revision)?.groups?.["steps"];
  const next =
    repository.isShallow && /[\^~]|^[0-9a-f]{7,64}$/.test(revision)
      ? `This clone is shallow: run \`git fetch --deepen=${stepsBack ?? 1}${repository.originAddress === null ? "" : " origin"}\``
      : nearest.length > 0
        ? `Did you mean ${nearest.join(" or ")}?`
        : /[\^~]/.test(revision)
          ? "`git log --oneline` shows how far the history goes"
          : "`git branch --all` and `git tag` list the names there are";
  return new GitError({
    code: "no-such-revision",
    tried: `reading the revision ${shown}`,
    came: "it names no commit, or more than one",
    next,
  });
}

/** At most three names of refs close to what was written: the same but for a few letters, or with it as their last part. */
async function nearestNames(repository: Repository, written: string): Promise<string[]> {
  if (written === "" || written.length > 200) return [];
  const listed = await repository.run(
    ["for-each-ref", "--count=5000", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes"],
    { purpose: "listing branches and tags" },
  );
  const names = listed.stdout.toString("utf8").split("\n").slice(0, 5000);
  const allowed = Math.max(1, Math.floor(written.length / 3));
  return names
    .filter((name) => name !== "" && name !== written && name.length <= 200)
    .map((name) => ({ name, distance: name.endsWith(`/${written}`) ? 0 : editDistance(written, name, allowed) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((left, right) => left.distance - right.distance || (left.name < right.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => plainLine(name));
}

/** Letters to insert, remove or change to get from one text to the other; more than `limit` may be given as any larger number. */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, changed));
    }
    if (Math.min(...current) > limit) return limit + 1;
    above = current;
  }
  return above[to.length] ?? limit + 1;
}
