/** @module The one place that starts git: argument arrays, a fixed environment, size caps, deadlines and cancellation. */

import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { fixedSettings, gitEnvironment } from "./environment.ts";
import { GitError } from "./error.ts";

export interface GitOptions {
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
  /** Variables set on top of the fixed environment, such as `GIT_DIR`. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** The longest git may stay silent before it is ended, in milliseconds. */
  readonly deadline?: number;
  /** Most bytes of output that are kept; more is the error `too-large`. */
  readonly maximumBytes?: number;
  /** What this is for, as the beginning of an error's sentence. */
  readonly purpose?: string;
  /** Text for git's standard input; without it the input is empty. */
  readonly input?: string;
}

export interface GitResult {
  readonly status: number;
  readonly stdout: Buffer;
  /** The first 8 KiB of what git said. */
  readonly stderr: string;
}

const defaultDeadline = 120_000;
const defaultMaximumBytes = 64 * 1024 * 1024;
const keptStderr = 8192;

/** What a finished child leaves: its status, or the error that kept it from starting. */
interface Ending {
  readonly status: number | null;
  readonly killed: NodeJS.Signals | null;
  readonly error: NodeJS.ErrnoException | null;
}

interface Running {
  readonly child: ChildProcess;
  readonly ending: Promise<Ending>;
  readonly stderr: () => string;
}

function start(args: readonly string[], options: GitOptions, withInput: boolean): Running {
  options.signal?.throwIfAborted();
  const environment = gitEnvironment(process.env, options.environment);
  if (environment["PATH"] === "") throw startError({ code: "ENOENT" }, options);
  const settings = fixedSettings.flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const child = spawnGit(["--no-pager", ...settings, ...args], environment, options, withInput);
  const said: Buffer[] = [];
  let saidBytes = 0;
  child.stderr?.on("data", (chunk: Buffer) => {
    if (saidBytes < keptStderr) said.push(chunk);
    saidBytes += chunk.length;
  });
  // A child that ends early closes its input; what was not read there is no failure of its own.
  child.stdin?.on("error", () => undefined);
  const ending = new Promise<Ending>((resolve) => {
    child.once("error", (error) => resolve({ status: null, killed: null, error }));
    child.once("close", (status, killed) => resolve({ status, killed, error: null }));
  });
  return { child, ending, stderr: () => Buffer.concat(said).subarray(0, keptStderr).toString("utf8") };
}

function spawnGit(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  options: GitOptions,
  withInput: boolean,
): ChildProcess {
  try {
    return spawn("git", args, {
      cwd: options.cwd,
      env: environment,
      stdio: [withInput ? "pipe" : "ignore", "pipe", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    // Most failures are told later by an event; a few, such as a file in place of the folder, at once.
    throw startError(error as NodeJS.ErrnoException, options);
  }
}

/** Ends git, and closes its pipes: a program that git started could hold them open for ever. */
function endChild(child: ChildProcess): void {
  child.kill("SIGKILL");
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/** Why git did not start at all. A missing folder and a missing program look alike to the system. */
function startError(
  error: { readonly code?: string | undefined; readonly message?: string },
  options: GitOptions,
): GitError {
  const tried = options.purpose ?? "starting git";
  if (error.code === "ENOENT" || error.code === "ENOTDIR") {
    if (statSync(options.cwd, { throwIfNoEntry: false })?.isDirectory() !== true) {
      return new GitError({
        code: "not-a-repository",
        tried,
        came: `${options.cwd} is not a folder`,
        next: "Name the folder of a git repository",
      });
    }
    return new GitError({
      code: "git-missing",
      tried,
      came: "there is no git on the PATH",
      next: "Install git 2.31 or newer, or put its folder on the PATH",
    });
  }
  const isDenied = error.code === "EACCES" || error.code === "EPERM";
  if (isDenied && !mayEnter(options.cwd)) {
    return new GitError({
      code: "permission-denied",
      tried,
      came: `this account may not enter ${options.cwd}`,
      next: "Give this account permission to read the folder, or run as the account that owns it",
    });
  }
  return new GitError({
    code: isDenied ? "git-denied" : "failed",
    tried,
    came: `git could not be started (${error.code ?? error.message ?? "unknown"})`,
    next: "Check that this account may run git",
  });
}

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function failure(code: "deadline" | "too-large" | "failed", options: GitOptions, came: string, next: string): GitError {
  return new GitError({ code, tried: options.purpose ?? "running git", came, next });
}

/** The last line git said that is not empty, or its status. */
export function lastWords(stderr: string, status: number | null): string {
  const words = stderr
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("hint:"))
    .at(-1);
  return words ?? `git ended with status ${status ?? "unknown"}`;
}

/** What to do about an object that is not there: git is not let fetch it (decision 0114). */
export const fetchFirst =
  "In a partial clone fetch its objects first (`git fetch --refetch --no-filter`); else run `git fsck`, it may be damaged";

/** Whether git ended because an object is not there, which a partial clone leaves to be fetched. */
export function isMissingObject(stderr: string): boolean {
  return /promisor remote|lazy fetching disabled|transport '[^']*' not allowed|unable to read [0-9a-f]{40}/.test(
    stderr,
  );
}

/** A started git whose output is read as it comes. */
export interface GitStream extends AsyncIterable<Buffer> {
  /** Ends git at once. What it said until then stays readable. */
  stop(): void;
  /** The child's process id, for tests that watch it end. */
  readonly processId: number | undefined;
  /** Where text for git goes; null when it was started without input. */
  readonly input: NodeJS.WritableStream | null;
}

export interface StreamOptions extends GitOptions {
  readonly interactive?: boolean;
  /** Statuses that are no failure, besides 0. */
  readonly allowed?: readonly number[];
}

/**
 * Starts git and gives its output chunk by chunk, with back pressure: git waits while the reader works. Leaving the loop
 * early, an abort and a passed deadline all end the child.
 *
 * @throws {GitError} when git does not start, stays silent too long, or ends with a status that was not allowed.
 */
export function streamGit(args: readonly string[], options: StreamOptions): GitStream {
  const running = start(args, options, options.interactive === true);
  const { child } = running;
  // When a child ends, Node throws away output that nobody listens to yet; the loop may begin later than that.
  child.stdout?.on("readable", () => undefined);
  let stopped = false;
  const stop = () => {
    stopped = true;
    endChild(child);
  };
  return {
    stop,
    processId: child.pid,
    input: child.stdin,
    [Symbol.asyncIterator]: () => readChunks(running, options, stop, () => stopped),
  };
}

async function* readChunks(
  running: Running,
  options: StreamOptions,
  stop: () => void,
  isStopped: () => boolean,
): AsyncGenerator<Buffer, void, undefined> {
  const { child, ending } = running;
  let late = false;
  const waitAtMost = options.deadline ?? defaultDeadline;
  const timer = setTimeout(() => {
    late = true;
    stop();
  }, waitAtMost);
  options.signal?.addEventListener("abort", stop, { once: true });
  let finished = false;
  try {
    if (child.stdout !== null && !isStopped()) {
      try {
        for await (const chunk of child.stdout) {
          yield chunk as Buffer;
          timer.refresh();
        }
      } catch (error) {
        // Stopping destroys the pipe under the loop. Only that is expected here.
        if (!isStopped()) throw error;
      }
    }
    const end = await ending;
    finished = true;
    options.signal?.throwIfAborted();
    if (late) {
      throw failure(
        "deadline",
        options,
        `git said nothing for ${waitAtMost / 1000} s`,
        "Try again, or on a smaller range",
      );
    }
    if (isStopped()) return;
    if (end.error !== null) throw startError(end.error, options);
    if (end.status !== 0 && !(options.allowed ?? []).includes(end.status ?? -1)) {
      const came = end.killed === null ? lastWords(running.stderr(), end.status) : `git was ended by ${end.killed}`;
      const isPartial = isMissingObject(running.stderr());
      throw failure(
        "failed",
        options,
        came,
        isPartial ? fetchFirst : "Run `git fsck` if the repository may be damaged",
      );
    }
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", stop);
    if (!finished) stop();
  }
}

/**
 * Runs git to its end. Any status is a result: what it means is for the caller to say.
 *
 * @throws {GitError} when git does not start, stays silent too long or prints more than `maximumBytes`.
 */
export async function runGit(args: readonly string[], options: GitOptions): Promise<GitResult> {
  const running = start(args, options, options.input !== undefined);
  const { child, ending } = running;
  const maximumBytes = options.maximumBytes ?? defaultMaximumBytes;
  const waitAtMost = options.deadline ?? defaultDeadline;
  const chunks: Buffer[] = [];
  let bytes = 0;
  let late = false;
  const stop = () => endChild(child);
  const timer = setTimeout(() => {
    late = true;
    stop();
  }, waitAtMost);
  options.signal?.addEventListener("abort", stop, { once: true });
  child.stdout?.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maximumBytes) chunks.push(chunk);
    else stop();
    timer.refresh();
  });
  if (options.input !== undefined) child.stdin?.end(options.input);
  try {
    const end = await ending;
    options.signal?.throwIfAborted();
    if (late) {
      throw failure(
        "deadline",
        options,
        `git said nothing for ${waitAtMost / 1000} s`,
        "Try again, or on a smaller range",
      );
    }
    if (bytes > maximumBytes) {
      throw failure("too-large", options, `git printed more than ${maximumBytes} bytes`, "Try a smaller range");
    }
    if (end.error !== null) throw startError(end.error, options);
    if (end.status === null) {
      throw failure("failed", options, `git was ended by ${end.killed ?? "a signal"}`, "Try again");
    }
    return { status: end.status, stdout: Buffer.concat(chunks), stderr: running.stderr() };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", stop);
  }
}
