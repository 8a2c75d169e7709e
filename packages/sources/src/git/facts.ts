/** @module The facts of a local change: a range of commits, what is staged, or the working tree (change gate, section 14). */

import { resolve, sep } from "node:path";
import {
  type ChangedFile,
  type ChangeFacts,
  type Commit,
  type Incomplete,
  maximumChangePatchBytes,
} from "@warrant/kernel/change/facts";
import type { Finding } from "@warrant/kernel/finding";
import { ByteInput, parseChunks } from "./byte-input.ts";
import { describeCommits, plainLog, readLog } from "./commits.ts";
import { GitError } from "./error.ts";
import { diffArguments, type ListedFiles, listFiles, nothingListed, patchLimits, unseenPatches } from "./files.ts";
import { namedIssues } from "./issues.ts";
import type { TreeEntry } from "./objects.ts";
import { type RepositoryName, readOrigin } from "./origin.ts";
import { readDiff, unmergedFile } from "./parse-diff.ts";
import { type RangeRequest, type ResolvedRange, resolveRange } from "./range.ts";
import { openRepository, type Repository } from "./repository.ts";
import { historyCut, shallowCommits } from "./shallow.ts";
import { readUntracked } from "./untracked.ts";

export interface GitFactsOptions extends RangeRequest {
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
}

/** Files of the base commit: configuration, plans and beads are read there and nowhere else (law 4). */
export interface BaseFiles {
  readonly sha: string;
  /** False when a shallow clone does not have the base commit: then a missing file means nothing. */
  readonly isPresent: boolean;
  /** The bytes of a file, or null when the base has no such file. */
  read(path: string): Promise<Buffer | null>;
  /** The files below a folder, sorted by path. */
  list(folder: string): Promise<TreeEntry[]>;
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
    const isPresent = range.isComparable || (await repository.objects.read(range.base.sha)) !== null;
    const filesAt = (sha: string, present = true): BaseFiles => ({
      sha,
      isPresent: present,
      read: (path) => repository.objects.readFileAt(sha, path),
      list: (folder) => repository.objects.listFilesAt(sha, folder),
    });
    return {
      range,
      base: filesAt(range.base.sha, isPresent),
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
  const [listed, logged] = await Promise.all([listChanged(repository, range, signal), listCommits(repository, range)]);
  const name = readOrigin(repository.originAddress, repository.gitFolder);
  const facts = await assembleFacts({
    name,
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
  /** Texts that name issues; by default the commits. */
  readonly messages?: readonly Commit[];
}

const platformOnly = (["labels", "reviews", "checks"] as const).map(
  (what): Incomplete => ({ what, why: "not available without a platform" }),
);

/** One facts document. What only a platform knows is empty and said to be incomplete. */
export async function assembleFacts(parts: FactsParts): Promise<ChangeFacts> {
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
    issues: await namedIssues(parts.messages ?? parts.commits, parts.name),
    plans: [],
    reviews: [],
    checks: [],
    incomplete: [...parts.incomplete, ...platformOnly],
  };
}

async function listChanged(
  repository: Repository,
  range: ResolvedRange,
  signal: AbortSignal | undefined,
): Promise<ListedFiles> {
  if (!range.isComparable) {
    const why = "the clone is shallow and lacks the state to compare with";
    return { ...nothingListed, incomplete: [{ what: "files", why }] };
  }
  // Attributes of the base decide what is binary, where git can take them from there (2.41); older git takes none.
  const call = { environment: { GIT_ATTR_SOURCE: range.base.sha }, purpose: "comparing the two states" };
  if (range.kind === "commits") {
    return readChanged(repository.stream(["diff", ...diffArguments, range.base.sha, range.head.sha, "--"], call));
  }
  const inTree = { ...call, environment: { ...call.environment, ...callersIndex(repository) } };
  const mode = range.kind === "staged" ? ["--cached"] : [];
  const listed = readChanged(
    repository.streamInTree(["diff", ...diffArguments, ...mode, range.base.sha, "--"], inTree),
  );
  if (range.kind === "staged") return listed;
  const [known, unknown] = await Promise.all([listed, listUntracked(repository)]);
  return addUntracked(known, unknown, signal);
}

async function readChanged(chunks: AsyncIterable<Buffer>): Promise<ListedFiles> {
  const input = new ByteInput();
  for await (const diff of parseChunks(chunks, input, readDiff(input, patchLimits))) return listFiles(diff.rows);
  return nothingListed;
}

/**
 * A hook that runs while `git commit FILE` is under way is given the index of that commit in `GIT_INDEX_FILE`. It counts
 * only where git itself puts one: inside the repository's own folder.
 */
function callersIndex(repository: Repository): Record<string, string> {
  const named = process.env["GIT_INDEX_FILE"] ?? "";
  if (named === "") return {};
  const path = resolve(repository.folder, named);
  return path.startsWith(repository.gitFolder + sep) ? { GIT_INDEX_FILE: path } : {};
}

interface Untracked {
  readonly root: string;
  readonly names: readonly Buffer[];
}

async function listUntracked(repository: Repository): Promise<Untracked> {
  const purpose = "listing files that are not tracked";
  const [unmerged, listed, top] = await Promise.all([
    repository.runInTree(["ls-files", "--unmerged", "-z", "--", ":/"], { purpose }),
    repository.runInTree(["ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/"], { purpose }),
    repository.runInTree(["rev-parse", "--show-toplevel"], { purpose }),
  ]);
  // Compared with HEAD, a file in conflict looks like any other; its conflict marks would be judged as the change.
  const conflict = unmerged.stdout.indexOf("\t");
  if (conflict !== -1) throw unmergedFile(unmerged.stdout.subarray(conflict + 1, unmerged.stdout.indexOf(0)));
  if (listed.status !== 0 || top.status !== 0) {
    throw new GitError({
      code: "no-working-tree",
      tried: purpose,
      came: listed.stderr === "" ? top.stderr : listed.stderr,
      next: "Run the command inside the working tree",
    });
  }
  const names: Buffer[] = [];
  let start = 0;
  for (let end = listed.stdout.indexOf(0); end !== -1; end = listed.stdout.indexOf(0, start)) {
    names.push(listed.stdout.subarray(start, end));
    start = end + 1;
  }
  return { root: top.stdout.toString("utf8").replace(/\n$/, ""), names };
}

function addUntracked(known: ListedFiles, unknown: Untracked, signal: AbortSignal | undefined): ListedFiles {
  let left = known.files.reduce((sum, file) => sum - Buffer.byteLength(file.patch ?? ""), maximumChangePatchBytes);
  let unseen = 0;
  let inexact = 0;
  const files = unknown.names.map((name) => {
    signal?.throwIfAborted();
    const { file, isNameExact } = readUntracked(unknown.root, name);
    if (!isNameExact) inexact += 1;
    const size = Buffer.byteLength(file.patch ?? "");
    if (file.patch !== undefined && size <= left) {
      left -= size;
      return file;
    }
    const { patch: _, ...rest } = file;
    if (!file.binary) unseen += 1;
    return rest;
  });
  const incomplete = [...known.incomplete];
  if (unseen > 0) incomplete.push(unseenPatches(unseen, files.length));
  if (inexact > 0) incomplete.push({ what: "files", why: `${inexact} file names are not UTF-8 and are shown escaped` });
  return { files: [...known.files, ...files], incomplete, findings: known.findings };
}

interface ListedCommits {
  readonly commits: Commit[];
  readonly incomplete: readonly Incomplete[];
  readonly findings: readonly Finding[];
}

async function listCommits(repository: Repository, range: ResolvedRange): Promise<ListedCommits> {
  if (range.commits === null) {
    const why = "the clone is shallow and lacks commits of the change";
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
  if (!range.isComparable) incomplete.push({ what: "commits", why: "the clone is shallow" });
  else if (repository.isShallow) {
    const ends = await shallowCommits(repository);
    if (commits.some((commit) => ends.has(commit.sha))) {
      incomplete.push({ what: "commits", why: "the clone is shallow and lacks commits of the change" });
      findings.push(historyCut("all commits of the change", repository.originAddress, "all"));
    }
  }
  return { commits, incomplete, findings };
}
