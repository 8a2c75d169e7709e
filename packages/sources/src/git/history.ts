/**
 * @module The past changes of a branch as facts, for the backtest: one change a first-parent commit, oldest first, read
 * from one long `git log` with back pressure, so that memory does not grow with the history.
 */

import type { ChangeFacts, Commit, Incomplete } from "@warrant/kernel/change/facts";
import type { Finding } from "@warrant/kernel/finding";
import { ByteInput, parseChunks } from "./byte-input.ts";
import { describeCommits, type LoggedCommit, plainLog, readLog, splitMessage } from "./commits.ts";
import { GitError } from "./error.ts";
import { assembleFacts } from "./facts.ts";
import { diffArguments, listFiles, nothingListed, patchLimits } from "./files.ts";
import { namedIssues } from "./issues.ts";
import { type RepositoryName, readOrigin } from "./origin.ts";
import { unexpectedOutput } from "./parse-diff.ts";
import { emptyTree } from "./range.ts";
import { openRepository, type Repository } from "./repository.ts";
import { resolveCommit } from "./revision.ts";
import { historyCut, shallowCommits } from "./shallow.ts";
import { type Brought, nothingBrought, SideCommits } from "./side-commits.ts";

export interface HistoryOptions {
  readonly cwd: string;
  /** A branch or any other revision; HEAD by default. */
  readonly branch?: string | undefined;
  /** The newest so many changes. */
  readonly count: number;
  /** Only changes after this date, in any form git reads. */
  readonly since?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface HistoryChange {
  readonly facts: ChangeFacts;
  /** When it was committed, RFC 3339 UTC; null when git cannot say it. */
  readonly date: string | null;
  readonly findings: readonly Finding[];
}

/** The changes of a branch. Leaving the loop early ends every git process. */
export interface History extends AsyncIterable<HistoryChange> {
  /** How many changes there are. */
  readonly total: number;
  readonly branch: string;
  /** `owner/name` of the origin, else `local/<folder>`. */
  readonly repository: string;
}

/**
 * Finds the changes of a branch; reading them begins with the loop, and is done once.
 *
 * @throws {GitError} as `openChange` does; during the loop `failed`, `unexpected-output` or `deadline`.
 */
export async function openHistory(options: HistoryOptions): Promise<History> {
  const repository = await openRepository(options);
  try {
    if (repository.head === null && options.branch === undefined) {
      throw new GitError({
        code: "no-commits",
        tried: `reading the history of ${repository.folder}`,
        came: "the repository has no commits yet",
        next: "Commit something first",
      });
    }
    const tip = await resolveCommit(repository, options.branch ?? "HEAD");
    const selection = [
      "--first-parent",
      `--max-count=${Math.max(0, Math.trunc(options.count))}`,
      ...(options.since === undefined ? [] : [`--since=${options.since}`]),
    ];
    const extent = await measure(repository, [...selection, tip.sha, "--"]);
    const branch = tip.branch ?? tip.sha.slice(0, 7);
    return {
      total: extent.total,
      branch,
      repository: readOrigin(repository.originAddress, repository.gitFolder).repository,
      [Symbol.asyncIterator]: () =>
        readHistory(repository, { selection, hasDate: options.since !== undefined, tip: tip.sha, branch, extent }),
    };
  } catch (error) {
    await repository.close();
    throw error;
  }
}

interface Extent {
  readonly total: number;
  readonly hasMerges: boolean;
  /** The first parent of the oldest change; null when that is a root commit. */
  readonly before: string | null;
}

/** A quick walk without differences: how many changes there are, and where they begin. */
async function measure(repository: Repository, selection: readonly string[]): Promise<Extent> {
  let total = 0;
  let hasMerges = false;
  let last = "";
  let rest = "";
  const purpose = "listing the changes of the branch";
  for await (const chunk of repository.stream(["rev-list", "--parents", ...selection], { purpose })) {
    const lines = (rest + chunk.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    total += lines.length;
    hasMerges ||= lines.some((line) => line.split(" ", 3).length === 3);
    last = lines.at(-1) ?? last;
  }
  return { total, hasMerges, before: last.split(" ")[1] ?? null };
}

interface Selected {
  readonly selection: readonly string[];
  readonly hasDate: boolean;
  readonly tip: string;
  readonly branch: string;
  readonly extent: Extent;
}

async function* readHistory(
  repository: Repository,
  { selection, hasDate, tip, branch, extent }: Selected,
): AsyncGenerator<HistoryChange, void, undefined> {
  if (extent.total === 0) {
    await repository.close();
    return;
  }
  const name = readOrigin(repository.originAddress, repository.gitFolder);
  const cutOff = await shallowCommits(repository);
  const side = extent.hasMerges ? new SideCommits(repository, tip, extent.before) : null;
  const input = new ByteInput();
  const stream = repository.stream(
    ["log", "--reverse", ...selection, "-m", "--root", ...diffArguments, ...plainLog, tip, "--"],
    { purpose: "reading the changes of the branch" },
  );
  let read = 0;
  try {
    for await (const logged of parseChunks(stream, input, readLog(input, patchLimits))) {
      read += 1;
      const brought = side === null ? nothingBrought : await side.broughtBy(logged);
      yield await readChange(logged, { brought, name, branch, isCut: cutOff.has(logged.commit.sha) });
    }
    // A date such as "2 weeks ago" may move by a change between the two walks; nothing else can.
    if (read !== extent.total && !hasDate) {
      throw unexpectedOutput(`git listed ${extent.total} changes and then printed ${read}`);
    }
  } finally {
    stream.stop();
    await side?.stop();
    await repository.close();
  }
}

interface Surroundings {
  readonly brought: Brought;
  readonly name: RepositoryName;
  readonly branch: string;
  /** Whether a shallow clone ends at this commit, so that what it changed is not known. */
  readonly isCut: boolean;
}

async function readChange(
  logged: LoggedCommit,
  { brought, name, branch, isCut }: Surroundings,
): Promise<HistoryChange> {
  const { commit, parents } = logged;
  const listed = isCut ? nothingListed : listFiles(logged.diff.rows);
  const merge = describeMerge(logged, brought.commits);
  const head = merge?.branch ?? commit.sha.slice(0, 7);
  const incomplete: Incomplete[] = [...listed.incomplete];
  if (!brought.isWhole) incomplete.push({ what: "commits", why: "the merge brought in more commits than are read" });
  if (isCut) incomplete.push({ what: "files", why: "the clone is shallow and ends here" });
  const facts = assembleFacts({
    name,
    base: { ref: branch, sha: parents[0] ?? emptyTree(commit.sha) },
    head: { ref: head, sha: commit.sha },
    commits: merge === null ? [commit] : [...brought.commits],
    text: merge ?? describeCommits([commit]),
    files: listed.files,
    isComparable: !isCut,
    incomplete,
    number: merge === null ? squashNumber(commit.message) : merge.number,
    state: "merged",
    issues: await namedIssues([...brought.commits, commit], name),
  });
  const cut = isCut ? [historyCut(`the parent of ${head}`, null, 1)] : [];
  return { facts, date: logged.date, findings: [...cut, ...listed.findings] };
}

/** The number a platform puts behind the title of a squashed change: `Correct the total (#12)`. */
function squashNumber(message: string): number | null {
  const { subject } = splitMessage(message.slice(0, 2000));
  return readNumber(/\(#(?<number>[1-9][0-9]{0,9})\)$/.exec(subject.trimEnd())?.groups?.["number"]);
}

function readNumber(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}

const platformMerge = /^Merge pull request #(?<number>[1-9][0-9]{0,9}) from [^\s/]{1,100}\/(?<branch>\S{1,250})$/;
const branchMerge = /^Merge (?:remote-tracking )?branch '(?<branch>[^'\s]{1,250})'/;

interface Merge {
  readonly title: string;
  readonly body: string;
  readonly number: number | null;
  readonly branch: string | null;
}

/**
 * What stands for the description of a merged branch. A platform's merge message carries number, branch and title of the
 * pull request; otherwise the branch's own commits say what it does. Null for a commit that is no merge.
 */
function describeMerge(logged: LoggedCommit, brought: readonly Commit[]): Merge | null {
  if (logged.parents.length < 2) return null;
  const { subject, body } = splitMessage(logged.commit.message);
  const platform = platformMerge.exec(subject)?.groups;
  const branch = (platform ?? branchMerge.exec(subject)?.groups)?.["branch"] ?? null;
  const described = splitMessage(body);
  const title = platform !== undefined && described.subject !== "" ? described.subject : null;
  const messages = brought.map((commit) => commit.message);
  return {
    title: title ?? describeCommits(brought).title,
    body: [title === null ? body : described.body, ...messages].filter((text) => text !== "").join("\n\n"),
    number: platform === undefined ? squashNumber(logged.commit.message) : readNumber(platform["number"]),
    branch,
  };
}
