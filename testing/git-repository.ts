/**
 * @module Real temporary git repositories for tests: untouched by the machine's git configuration, the same commit ids
 * on every run, removed after the test (or the file) that made them.
 */

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach } from "vitest";

/** What stands at a path: text, bytes, an executable, a symbolic link, or nothing (null removes it). */
export type Content = string | Buffer | { readonly executable: string } | { readonly symlink: string } | null;

/** Paths and what stands there. Pairs, with the name as bytes, where a name is not UTF-8. */
export type Files = Readonly<Record<string, Content>> | readonly (readonly [string | Buffer, Content])[];

export interface Identity {
  readonly name: string;
  readonly email: string;
}

export interface CommitOptions {
  readonly author?: Identity;
  readonly committer?: Identity;
  /** Author and committer time; otherwise one minute after the last commit of this repository. */
  readonly date?: string;
}

export interface RepositoryOptions {
  readonly bare?: boolean;
  readonly objectFormat?: "sha1" | "sha256";
  readonly branch?: string;
  /** `test`: removed after the test (default). `file`: removed after the last test of the file, for `beforeAll`. */
  readonly lasting?: "test" | "file";
}

export const maria: Identity = { name: "Maria Keller", email: "maria@example.org" };

const firstCommitTime = Date.parse("2026-01-01T00:00:00Z");
const folders = { test: new Set<string>(), file: new Set<string>() };

function removeFolders(kept: Set<string>): void {
  for (const folder of kept) {
    // A test may have taken the permission to enter a folder away; give it back, or it cannot be removed.
    execFileSync("chmod", ["-R", "u+rwX", folder], { stdio: "ignore" });
    rmSync(folder, { recursive: true, force: true });
  }
  kept.clear();
}

afterEach(() => removeFolders(folders.test));
afterAll(() => removeFolders(folders.file));

/** An empty temporary folder, removed like a repository. */
export function temporaryFolder(lasting: "test" | "file" = "test"): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "warrant-test-")));
  folders[lasting].add(folder);
  return folder;
}

/** The environment git runs in: nothing of the machine's or the caller's git configuration is in it. */
export function testGitEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
  return {
    ...inherited,
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "file",
    GIT_AUTHOR_NAME: maria.name,
    GIT_AUTHOR_EMAIL: maria.email,
    GIT_COMMITTER_NAME: maria.name,
    GIT_COMMITTER_EMAIL: maria.email,
    ...extra,
  };
}

const fixedSettings = ["-c", "commit.gpgsign=false", "-c", "gc.auto=0", "-c", "advice.detachedHead=false"];

export class TestRepository {
  readonly folder: string;
  #commits = 0;

  /** @param commits how many it holds already, for the time of the next one. */
  constructor(folder: string, commits = 0) {
    this.folder = folder;
    this.#commits = commits;
  }

  /** The same repository at another place, to change there. */
  copy(lasting: "test" | "file" = "test"): TestRepository {
    const folder = join(temporaryFolder(lasting), "repository");
    cpSync(this.folder, folder, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    return new TestRepository(folder, this.#commits);
  }

  /** Runs git in the repository and gives its output without the last line end. Throws with git's own words. */
  git(...args: readonly string[]): string {
    return this.gitBytes(args).toString("utf8").replace(/\n$/, "");
  }

  gitBytes(
    args: readonly string[],
    options: { readonly input?: string | Buffer; readonly env?: Readonly<Record<string, string>> } = {},
  ): Buffer {
    return execFileSync("git", [...fixedSettings, ...args], {
      cwd: this.folder,
      env: testGitEnvironment(options.env),
      input: options.input ?? "",
      maxBuffer: 512 * 1024 * 1024,
      stdio: ["pipe", "pipe", "pipe"],
    });
  }

  path(...parts: readonly string[]): string {
    return join(this.folder, ...parts);
  }

  /** Puts files into the working tree without staging them. */
  write(files: Files): void {
    for (const [name, content] of Array.isArray(files) ? files : Object.entries(files)) {
      this.#writeOne(name, content);
    }
  }

  #writeOne(name: string | Buffer, content: Content): void {
    const target = Buffer.concat([Buffer.from(`${this.folder}/`), Buffer.from(name)]);
    if (content === null) return unlinkSync(target);
    const folderEnd = target.lastIndexOf(0x2f);
    mkdirSync(target.subarray(0, folderEnd), { recursive: true });
    if (typeof content === "string" || Buffer.isBuffer(content)) return writeFileSync(target, content);
    rmSync(target, { force: true });
    if ("symlink" in content) return symlinkSync(content.symlink, target);
    writeFileSync(target, content.executable);
    chmodSync(target, 0o755);
  }

  /** Writes and stages the files (everything in the working tree), commits, and gives the commit's id. */
  commit(message: string, files: Files = {}, options: CommitOptions = {}): string {
    this.write(files);
    this.git("add", "-A");
    return this.commitStaged(message, options);
  }

  /** Commits what is staged, also when that is nothing. */
  commitStaged(message: string, options: CommitOptions = {}): string {
    this.gitBytes(["commit", "-q", "--allow-empty", "--allow-empty-message", "--cleanup=verbatim", "-F", "-"], {
      input: message,
      env: this.#identity(options),
    });
    return this.#head();
  }

  /** The commit HEAD stands at, from the files where they say it: starting git from a large process is dear. */
  #head(): string {
    try {
      const branch = /^ref: (?<name>refs\/heads\/.+)\n$/.exec(readFileSync(this.path(".git/HEAD"), "utf8"))?.groups?.[
        "name"
      ];
      const id = branch === undefined ? "" : readFileSync(this.path(".git", branch), "utf8").trim();
      if (/^[0-9a-f]{40,64}$/.test(id)) return id;
    } catch {
      // A linked working tree, a bare folder or a packed ref: git finds it.
    }
    return this.git("rev-parse", "HEAD");
  }

  #identity(options: CommitOptions): Record<string, string> {
    const author = options.author ?? maria;
    const committer = options.committer ?? author;
    const date = options.date ?? new Date(firstCommitTime + this.#commits * 60_000).toISOString();
    this.#commits += 1;
    return {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: committer.name,
      GIT_COMMITTER_EMAIL: committer.email,
      GIT_COMMITTER_DATE: date,
    };
  }

  /** Moves a file in the working tree and the index; commit afterwards, with an edit if wanted. */
  rename(from: string, to: string): void {
    mkdirSync(dirname(this.path(to)), { recursive: true });
    this.git("mv", "--", from, to);
  }

  /** Creates a branch at a revision (default: HEAD) and switches to it. */
  branch(name: string, at = "HEAD"): void {
    this.git("switch", "-q", "-c", name, at);
  }

  switch(name: string): void {
    this.git("switch", "-q", name);
  }

  /** Merges branches into the current one with a merge commit: two make an octopus. Gives the commit's id. */
  merge(branches: string | readonly string[], message = "Merge"): string {
    this.gitBytes(["merge", "-q", "--no-ff", "-m", message, ...[branches].flat()], { env: this.#identity({}) });
    return this.#head();
  }

  /** Stages a submodule at a commit without needing the other repository (a gitlink is only an id). */
  submodule(path: string, commit: string): void {
    mkdirSync(this.path(path), { recursive: true });
    this.git("update-index", "--add", "--cacheinfo", `160000,${commit},${path}`);
  }

  /** Only the newest commits of a repository, as a CI checkout has them. */
  shallowClone(depth: number, branch?: string): TestRepository {
    const folder = join(temporaryFolder(), "clone");
    const branches = branch === undefined ? ["--no-single-branch"] : ["--branch", branch];
    this.git("clone", "-q", `--depth=${depth}`, ...branches, pathToFileURL(this.folder).href, folder);
    return new TestRepository(folder);
  }

  clone(...options: readonly string[]): TestRepository {
    const folder = join(temporaryFolder(), "clone");
    this.git("clone", "-q", ...options, pathToFileURL(this.folder).href, folder);
    return new TestRepository(folder);
  }

  /** A second working tree of the same repository with a new branch checked out. */
  worktree(branch: string, at = "HEAD"): TestRepository {
    const folder = join(temporaryFolder(), "tree");
    this.git("worktree", "add", "-q", "-b", branch, folder, at);
    return new TestRepository(folder);
  }
}

const empty = new Map<string, string>();

/** What `git init` makes, made once for each kind in a process. */
function emptyRepository(branch: string, format: string, isBare: boolean): string {
  const key = JSON.stringify([branch, format, isBare]);
  const known = empty.get(key);
  if (known !== undefined) return known;
  const folder = temporaryFolder("file");
  const bare = isBare ? ["--bare"] : [];
  new TestRepository(folder).git("init", "-q", `--initial-branch=${branch}`, `--object-format=${format}`, ...bare);
  empty.set(key, folder);
  return folder;
}

/** A new repository with no commits; its branch is `main`. */
export function createRepository(options: RepositoryOptions = {}): TestRepository {
  const { branch = "main", objectFormat = "sha1", bare = false } = options;
  const folder = join(temporaryFolder(options.lasting), "repository");
  cpSync(emptyRepository(branch, objectFormat, bare), folder, { recursive: true });
  return new TestRepository(folder);
}
