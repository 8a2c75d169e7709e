/** @module Finds the repository a folder belongs to, and says plainly why one cannot be read. */

import { accessSync, constants, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { GitError, plainLine } from "./error.ts";
import { ObjectReader } from "./objects.ts";
import { type GitOptions, type GitResult, type GitStream, lastWords, runGit, streamGit } from "./run.ts";

export interface Head {
  readonly sha: string;
  /** The branch HEAD is on; null when it is detached. */
  readonly branch: string | null;
}

export interface Repository {
  /** The folder git was asked about. */
  readonly folder: string;
  readonly gitFolder: string;
  readonly isBare: boolean;
  readonly isShallow: boolean;
  /** Null in a repository without commits. */
  readonly head: Head | null;
  /** The target of `refs/remotes/origin/HEAD`, such as `refs/remotes/origin/main`. */
  readonly defaultBranch: string | null;
  /** The address of `origin` as configured, which may hold a password; null without one. */
  readonly originAddress: string | null;
  readonly objects: ObjectReader;
  /**
   * Runs git on the object database alone: no working tree, no index, no attributes of the checked-out change
   * (decision 0061).
   */
  run(args: readonly string[], options?: CallOptions): Promise<GitResult>;
  stream(args: readonly string[], options?: CallOptions): GitStream;
  /** Runs git where the caller stands, with working tree and index. */
  runInTree(args: readonly string[], options?: CallOptions): Promise<GitResult>;
  streamInTree(args: readonly string[], options?: CallOptions): GitStream;
  /** Ends the process that reads objects. */
  close(): Promise<void>;
}

export type CallOptions = Pick<GitOptions, "environment" | "purpose" | "deadline" | "maximumBytes" | "input">;

interface OpenOptions {
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens the repository of a folder: two short git processes and the one that reads objects, all at once.
 *
 * @throws {GitError} `git-missing`, `not-a-repository`, `dubious-ownership`, `permission-denied`, `failed`.
 */
export async function openRepository(options: OpenOptions): Promise<Repository> {
  const folder = resolve(options.cwd);
  const first = await describe({ cwd: folder, signal: options.signal });
  if (first.description !== null) return assemble(first, { cwd: folder, signal: options.signal });
  await first.objects.close();
  const trusted = await ownersTrust(folder, options.signal);
  if (trusted !== null) {
    const second = await describe({ cwd: folder, signal: options.signal, environment: trusted });
    if (second.description !== null) {
      return assemble(second, { cwd: folder, signal: options.signal, environment: trusted });
    }
    await second.objects.close();
  }
  throw explainRefusal(folder, first.refusal);
}

interface Described {
  readonly description: Description | null;
  readonly refusal: string;
  readonly originAddress: string | null;
  readonly objects: ObjectReader;
}

interface Description {
  readonly gitFolder: string;
  readonly isBare: boolean;
  readonly isShallow: boolean;
  readonly head: Head | null;
  readonly defaultBranch: string | null;
}

async function describe(options: GitOptions): Promise<Described> {
  const purpose = "opening the git repository";
  const objects = new ObjectReader({ ...options, purpose });
  // Starts its process now, beside the others. Whether there is a HEAD at all is told below.
  objects.read("HEAD").catch(() => undefined);
  const [described, origin] = await Promise.all([
    // HEAD and origin's HEAD stand last: where one is missing git stops there, and what came before still holds.
    runGit(
      [
        "rev-parse",
        "--is-bare-repository",
        "--is-shallow-repository",
        "--absolute-git-dir",
        "HEAD",
        "--symbolic-full-name",
        "HEAD",
        "refs/remotes/origin/HEAD",
      ],
      { ...options, purpose },
    ),
    runGit(["config", "--null", "--get", "remote.origin.url"], { ...options, purpose }),
  ]);
  return {
    description: readDescription(described.stdout.toString("utf8")),
    refusal: lastWords(described.stderr, described.status),
    originAddress: origin.status === 0 ? origin.stdout.toString("utf8").replace(/\0.*$/s, "") : null,
    objects,
  };
}

const descriptionPattern =
  /^(?<bare>true|false)\n(?<shallow>true|false)\n(?<folder>\/[^\0]*?)\n(?:(?<sha>[0-9a-f]{40}|[0-9a-f]{64})\n(?:(?<name>HEAD|refs\/[^\n]+)\n(?<origin>refs\/[^\n]+\n?)?)?|HEAD\n?)?$/;

/** What `rev-parse` printed, line by line; a folder name with a line end in it is still read whole. */
function readDescription(output: string): Description | null {
  const groups = descriptionPattern.exec(output)?.groups;
  if (groups === undefined) return null;
  const name = groups["name"];
  const origin = groups["origin"]?.trim();
  return {
    gitFolder: groups["folder"] ?? "",
    isBare: groups["bare"] === "true",
    isShallow: groups["shallow"] === "true",
    head:
      groups["sha"] === undefined
        ? null
        : { sha: groups["sha"], branch: name?.startsWith("refs/heads/") === true ? name.slice(11) : null },
    // An origin/HEAD that is not symbolic, or broken, is echoed as it was asked.
    defaultBranch: origin === undefined || origin === "refs/remotes/origin/HEAD" ? null : origin,
  };
}

function assemble(described: Described, options: GitOptions): Repository {
  const description = described.description as Description;
  const { gitFolder } = description;
  const databaseOnly = {
    GIT_DIR: gitFolder,
    GIT_WORK_TREE: gitFolder,
    GIT_INDEX_FILE: join(gitFolder, "warrant-reads-no-index"),
  };
  const inDatabase = (call: CallOptions = {}) => ({
    ...options,
    ...call,
    cwd: gitFolder,
    environment: { ...options.environment, ...databaseOnly, ...call.environment },
  });
  const inTree = (call: CallOptions = {}) => ({
    ...options,
    ...call,
    environment: { ...options.environment, ...call.environment },
  });
  return {
    folder: options.cwd,
    ...description,
    originAddress: described.originAddress,
    objects: described.objects,
    run: (args, call) => runGit(args, inDatabase(call)),
    stream: (args, call) => streamGit(args, inDatabase(call)),
    runInTree: (args, call) => runGit(args, inTree(call)),
    streamInTree: (args, call) => streamGit(args, inTree(call)),
    close: () => described.objects.close(),
  };
}

/**
 * The folders this account itself has declared safe, as settings for git. Its global configuration is otherwise not
 * read; without this no checkout in a container would be readable, since its files belong to another account.
 */
async function ownersTrust(folder: string, signal?: AbortSignal): Promise<Record<string, string> | null> {
  if (!isOwnedByAnother(folder)) return null;
  const environment: Record<string, string> = {};
  for (const name of ["HOME", "XDG_CONFIG_HOME"]) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  const file = process.env["GIT_CONFIG_GLOBAL"] ?? join(process.env["HOME"] ?? "/", ".gitconfig");
  const listed = await runGit(["config", "--null", "--get-all", "safe.directory"], {
    cwd: "/",
    signal,
    environment: { ...environment, GIT_CONFIG_GLOBAL: file },
  });
  if (listed.status !== 0) return null;
  const folders = listed.stdout.toString("utf8").split("\0").slice(0, -1);
  return {
    GIT_CONFIG_COUNT: String(folders.length),
    ...Object.fromEntries(
      folders.flatMap((path, index) => [
        [`GIT_CONFIG_KEY_${index}`, "safe.directory"],
        [`GIT_CONFIG_VALUE_${index}`, path],
      ]),
    ),
  };
}

/** The nearest folder upwards that holds a repository, by the names git looks for. */
function findRepository(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (exists(join(at, ".git")) || (exists(join(at, "HEAD")) && exists(join(at, "objects")))) return at;
    if (dirname(at) === at) return null;
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isOwnedByAnother(folder: string): boolean {
  try {
    const found = findRepository(realpathSync(folder));
    const account = process.geteuid?.();
    if (found === null || account === undefined) return false;
    return [found, join(found, ".git")].some((path) => {
      const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
      return owner !== undefined && owner !== account;
    });
  } catch {
    return false;
  }
}

/** Throws the system's error when a git folder, or the file that stands for one, may not be read. */
function checkAccess(path: string): void {
  const kind = lstatSync(path, { throwIfNoEntry: false });
  if (kind !== undefined) accessSync(path, kind.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK);
}

function explainRefusal(folder: string, refusal: string): GitError {
  const tried = `opening the git repository of ${folder}`;
  let found: string | null = null;
  try {
    found = findRepository(realpathSync(folder));
    if (found !== null) checkAccess(join(found, ".git"));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EACCES" || code === "EPERM") {
      return new GitError({
        code: "permission-denied",
        tried,
        came: "this account may not read it",
        next: "Give this account permission to read the folder, or run as the account that owns it",
      });
    }
  }
  if (found === null) {
    return new GitError({
      code: "not-a-repository",
      tried,
      came: "neither it nor a folder above it is a git repository",
      next: "Change into a repository, or run `git init` to make one",
    });
  }
  if (isOwnedByAnother(folder)) {
    return new GitError({
      code: "dubious-ownership",
      tried,
      came: `${basename(found)} belongs to another account, so git does not read it`,
      next: `If you trust it, run \`git config --global --add safe.directory '${found}'\``,
    });
  }
  return new GitError({ code: "failed", tried, came: plainLine(refusal), next: "Run `git status` there to see more" });
}
