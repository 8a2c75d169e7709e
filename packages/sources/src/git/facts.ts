/** @module The facts of a local change: a range of commits, what is staged, or the working tree (change gate, section 14). */

import type { ChangedFile, ChangeFacts, Commit, Incomplete } from "@warrant/kernel/change/facts";
import type { Finding } from "@warrant/kernel/finding";
import { ByteInput, parseChunks } from "./byte-input.ts";
import { listChanged } from "./changed-files.ts";
import { describeCommits, plainLog, readLog } from "./commits.ts";
import { patchLimits } from "./files.ts";
import { namedIssues } from "./issues.ts";
import type { TreeEntry } from "./objects.ts";
import { type RepositoryName, readOrigin } from "./origin.ts";
import { type RangeRequest, type ResolvedRange, resolveRange } from "./range.ts";
import { openRepository, type Repository } from "./repository.ts";
import { historyCut, shallowCommits, whyCut } from "./shallow.ts";

export interface GitFactsOptions extends RangeRequest {
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
}

/** Files of the tip of the base: configuration, plans and beads are read there and nowhere else (law 4). */
export interface BaseFiles {
  readonly sha: string;
  /** False when a shallow clone does not have the base commit: then a missing file means nothing. */
  readonly isPresent: boolean;
  /** The bytes of a file, or null when the base has no such file. */
  read(path: string): Promise<Buffer | null>;
  /** The files below a folder, sorted by path. */
  list(folder: string): Promise<TreeEntry[]>;
  /** Says what will be asked for, for a reader that answers many questions together; others need not have it. */
  prepare?(wanted: { readonly files?: readonly string[]; readonly folders?: readonly string[] }): void;
}

export interface CollectedFacts {
  readonly facts: ChangeFacts;
  readonly findings: readonly Finding[];
}

/** A change that was found and can be read. Close it, or the process that reads objects stays. */
export interface OpenChange {
  readonly range: ResolvedRange;
  readonly base: BaseFiles;
  /** The same reader for any commit of the repository. */
  filesAt(sha: string): BaseFiles;
  collect(): Promise<CollectedFacts>;
  close(): Promise<void>;
}

/** Commits of one change that are listed, newest kept, and characters of all their messages. */
const maximumCommits = 5000;
const maximumMessages = 16 * 1024 * 1024;

/**
 * Finds the repository and the range. Reading the base's files and collecting the facts can then go on side by side.
 *
 * @throws {GitError} for everything a person has to settle first; see `GitErrorCode`.
 */
export async function openChange(options: GitFactsOptions): Promise<OpenChange> {
  const repository = await openRepository(options);
  try {
    const range = await resolveRange(repository, options);
    const isPresent =
      (range.isComparable && range.rulesAt === range.base.sha) ||
      (await repository.objects.read(range.rulesAt)) !== null;
    const filesAt = (sha: string, present = true): BaseFiles => ({
      sha,
      isPresent: present,
      read: (path) => repository.objects.readFileAt(sha, path),
      list: (folder) => repository.objects.listFilesAt(sha, folder),
    });
    return {
      range,
      base: filesAt(range.rulesAt, isPresent),
      filesAt,
      collect: () => collect(repository, range, options.signal),
      close: () => repository.close(),
    };
  } catch (error) {
    await repository.close();
    throw error;
  }
}

/** The facts alone, for callers that read nothing of the base. */
export async function collectGitFacts(
  options: GitFactsOptions,
): Promise<CollectedFacts & { readonly baseSha: string }> {
  const change = await openChange(options);
  try {
    return { ...(await change.collect()), baseSha: change.base.sha };
  } finally {
    await change.close();
  }
}

async function collect(
  repository: Repository,
  range: ResolvedRange,
  signal: AbortSignal | undefined,
): Promise<CollectedFacts> {
  const name = readOrigin(repository.originAddress, repository.gitFolder);
  // The list of commits is there long before the comparison, so issues are looked for meanwhile.
  const reading = listCommits(repository, range);
  const [listed, logged, issues] = await Promise.all([
    listChanged(repository, range, signal),
    reading,
    reading.then(({ commits }) => namedIssues(commits, name)),
  ]);
  const facts = assembleFacts({
    name,
    issues,
    base: { ref: range.base.ref, sha: range.base.sha, isDefault: range.base.isDefault },
    head: range.head,
    commits: logged.commits,
    text: range.commits === null ? { title: "", body: null } : describeCommits(logged.commits),
    files: listed.files,
    isComparable: range.isComparable,
    incomplete: [...listed.incomplete, ...logged.incomplete],
    number: null,
    state: "open",
  });
  return { facts, findings: [...range.findings, ...listed.findings, ...logged.findings] };
}

export interface FactsParts {
  readonly name: RepositoryName;
  readonly base: { readonly ref: string; readonly sha: string; readonly isDefault?: boolean | undefined };
  readonly head: { readonly ref: string; readonly sha: string };
  readonly commits: Commit[];
  readonly text: { readonly title: string; readonly body: string | null };
  readonly files: ChangedFile[];
  readonly isComparable: boolean;
  readonly incomplete: readonly Incomplete[];
  readonly number: number | null;
  readonly state: "open" | "merged";
  readonly issues: ChangeFacts["issues"];
}

const platformOnly = (["labels", "reviews", "checks"] as const).map(
  (what): Incomplete => ({ what, why: "not available without a platform" }),
);

/** One facts document. What only a platform knows is empty and said to be incomplete. */
export function assembleFacts(parts: FactsParts): ChangeFacts {
  const { base, head, files } = parts;
  let additions = 0;
  let deletions = 0;
  for (const file of files) {
    additions += file.additions ?? 0;
    deletions += file.deletions ?? 0;
  }
  return {
    schema: "warrant.change-facts/v1",
    source: "git",
    host: parts.name.host,
    repository: parts.name.repository,
    number: parts.number,
    title: parts.text.title,
    body: parts.text.body,
    author: { login: null, kind: "unknown", id: null },
    commits: parts.commits,
    base: { ref: base.ref, sha: base.sha, ...(base.isDefault === undefined ? {} : { is_default: base.isDefault }) },
    head: { ref: head.ref, sha: head.sha },
    state: parts.state,
    labels: [],
    draft: false,
    files,
    files_total: parts.isComparable ? files.length : null,
    ...(parts.isComparable ? { lines_total: { additions, deletions } } : {}),
    issues: parts.issues,
    plans: [],
    reviews: [],
    checks: [],
    incomplete: [...parts.incomplete, ...platformOnly],
  };
}

interface ListedCommits {
  readonly commits: Commit[];
  readonly incomplete: readonly Incomplete[];
  readonly findings: readonly Finding[];
}

async function listCommits(repository: Repository, range: ResolvedRange): Promise<ListedCommits> {
  if (range.commits === null) {
    const why = whyCut(range.findings[0]);
    return { commits: [], incomplete: range.isComparable ? [] : [{ what: "commits", why }], findings: [] };
  }
  const input = new ByteInput();
  const stream = repository.stream(
    ["log", "--reverse", "--topo-order", `--max-count=${maximumCommits + 1}`, ...plainLog, ...range.commits, "--"],
    { purpose: "listing the commits of the change" },
  );
  const commits: Commit[] = [];
  let characters = 0;
  for await (const logged of parseChunks(stream, input, readLog(input, patchLimits))) {
    characters += logged.commit.message.length;
    commits.push(logged.commit);
    if (characters > maximumMessages) break;
  }
  const incomplete: Incomplete[] = [];
  const findings: Finding[] = [];
  if (commits.length > maximumCommits || characters > maximumMessages) {
    incomplete.push({ what: "commits", why: `only ${maximumCommits} commits are read`, listed: commits.length });
  }
  if (!range.isComparable) incomplete.push({ what: "commits", why: whyCut(range.findings[0]) });
  else if (repository.isShallow) {
    const ends = await shallowCommits(repository);
    if (commits.some((commit) => ends.has(commit.sha))) {
      const cut = historyCut("all commits of the change", repository.originAddress, "all");
      incomplete.push({ what: "commits", why: whyCut(cut) });
      findings.push(cut);
    }
  }
  return { commits, incomplete, findings };
}
