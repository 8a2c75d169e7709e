/**
 * @module Reads objects of a repository through one `git cat-file --batch` process: revisions, commits, trees, files.
 *
 * What to read is written to the process's input, one line each, where nothing can be taken for an option (decision 0060).
 */

import { ByteInput } from "./byte-input.ts";
import { GitError } from "./error.ts";
import { type GitOptions, type GitStream, streamGit } from "./run.ts";

export interface GitObject {
  readonly id: string;
  readonly type: "commit" | "tree" | "blob" | "tag";
  /** Null when the object is larger than is read; its size is in `size`. */
  readonly content: Buffer | null;
  readonly size: number;
}

export interface TreeEntry {
  /** From the root of the tree that was listed, `/` separated, as git's bytes read as UTF-8. */
  readonly path: string;
  readonly mode: string;
  readonly id: string;
}

interface Waiting {
  readonly resolve: (object: GitObject | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Bytes of one object that are kept in memory. */
export const maximumObjectBytes = 16 * 1024 * 1024;
/** Tree entries listed at most below one prefix; more is the error `too-large`. */
const maximumTreeEntries = 100_000;

/** How long an answer may take, in milliseconds; a partial clone may have to fetch the object first. */
const answerDeadline = 120_000;
/** The longest time a timer takes. */
const longestTimer = 2_147_483_647;

const answerPattern = /^(?<id>[0-9a-f]{40}|[0-9a-f]{64}) (?<type>commit|tree|blob|tag) (?<size>[0-9]{1,15})$/;

export class ObjectReader {
  readonly #options: GitOptions;
  readonly #waiting: Waiting[] = [];
  #stream: GitStream | null = null;
  #reading: Promise<void> | null = null;
  #failed: { readonly error: unknown } | null = null;
  #closed = false;
  #late = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: GitOptions) {
    this.#options = options;
  }

  /**
   * Reads what a name such as `HEAD^{commit}`, an object id or `ID:path` stands for. Null when there is no such object.
   * Names that cannot be written on one line, or that begin like an option, name nothing.
   */
  read(name: string): Promise<GitObject | null> {
    if (name === "" || name.startsWith("-") || /[\n\0]/.test(name)) return Promise.resolve(null);
    if (this.#failed !== null) return Promise.reject(this.#failed.error);
    if (this.#closed) throw new Error("the object reader was closed");
    return new Promise((resolve, reject) => {
      const stream = this.#start();
      this.#waiting.push({ resolve, reject });
      this.#watch(stream);
      stream.input?.write(`${name}\n`);
    });
  }

  /** The bytes of a regular file at a commit or tree. Null when there is none, or when it is not a file. */
  async readFileAt(treeish: string, path: string): Promise<Buffer | null> {
    const object = await this.read(`${treeish}:${path}`);
    return object?.type === "blob" ? wholeContent(object, path) : null;
  }

  /** Every file below a folder of a commit or tree, sorted by path. An empty folder name lists everything. */
  async listFilesAt(treeish: string, folder: string): Promise<TreeEntry[]> {
    const prefix = folder
      .split("/")
      .filter((part) => part !== "")
      .join("/");
    const files: TreeEntry[] = [];
    let level = [{ path: prefix, name: prefix === "" ? `${treeish}^{tree}` : `${treeish}:${prefix}` }];
    while (level.length > 0) {
      const trees = await Promise.all(level.map(async (tree) => ({ tree, object: await this.read(tree.name) })));
      level = [];
      for (const { tree, object } of trees) {
        if (object?.type !== "tree") continue;
        for (const entry of readTree(wholeContent(object, tree.path), object.id.length / 2)) {
          const path = tree.path === "" ? entry.path : `${tree.path}/${entry.path}`;
          if (entry.mode === "40000") level.push({ path, name: entry.id });
          else files.push({ ...entry, path });
        }
        if (files.length + level.length > maximumTreeEntries) {
          throw new GitError({
            code: "too-large",
            tried: `listing the files below ${folder === "" ? "the root" : folder}`,
            came: `there are more than ${maximumTreeEntries}`,
            next: "Name narrower folders",
          });
        }
      }
    }
    return files.sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
  }

  /** Ends the process. What was asked for and not yet answered is answered with null. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stream?.input?.end();
    await this.#reading;
  }

  /** The process waits for questions as long as there are none; an answer has to come in time. */
  #watch(stream: GitStream): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#late = true;
      stream.stop();
    }, this.#options.deadline ?? answerDeadline);
  }

  #start(): GitStream {
    if (this.#stream === null) {
      // Its silence is no failure while nothing was asked; `#watch` holds the deadline.
      const options = { ...this.#options, interactive: true, allowed: [128], deadline: longestTimer };
      this.#stream = streamGit(["cat-file", "--batch"], options);
      this.#reading = this.#answer(this.#stream);
    }
    return this.#stream;
  }

  async #answer(stream: GitStream): Promise<void> {
    try {
      const input = new ByteInput();
      const answers = readAnswers(input);
      for await (const chunk of stream) {
        input.append(chunk);
        for (let step = answers.next(); step.value !== undefined; step = answers.next()) {
          this.#waiting.shift()?.resolve(step.value === "none" ? null : step.value);
        }
        this.#watch(stream);
      }
      if (this.#waiting.length > 0 && !this.#closed) throw noAnswer(this.#late);
    } catch (error) {
      this.#failed = { error };
      for (const waiting of this.#waiting) waiting.reject(error);
      this.#waiting.length = 0;
    }
    clearTimeout(this.#timer);
    for (const waiting of this.#waiting.splice(0)) waiting.resolve(null);
  }
}

function noAnswer(isLate: boolean): GitError {
  return new GitError({
    code: isLate ? "deadline" : "failed",
    tried: "reading objects of the repository",
    came: isLate ? "git did not answer in time" : "git ended before it answered",
    next: "Run `git fsck`; the repository may be damaged or not readable by this account",
  });
}

function wholeContent(object: GitObject, path: string): Buffer {
  if (object.content !== null) return object.content;
  throw new GitError({
    code: "too-large",
    tried: `reading ${path}`,
    came: `it has ${object.size} bytes, and at most ${maximumObjectBytes} are read`,
    next: "Make the file smaller",
  });
}

/** The answers of `cat-file --batch`, in the order of the questions. Never ends: the process decides that. */
function* readAnswers(input: ByteInput): Generator<GitObject | "none" | undefined, undefined, void> {
  for (;;) {
    let end = input.findByte(0x0a);
    while (end === -1) {
      yield undefined;
      end = input.findByte(0x0a);
    }
    const line = input.buffer.toString("utf8", input.position, end);
    input.moveTo(end + 1);
    const groups = answerPattern.exec(line)?.groups;
    if (groups === undefined) {
      yield "none";
      continue;
    }
    const size = Number(groups["size"]);
    const object = { id: groups["id"] ?? "", type: groups["type"] as GitObject["type"], size };
    const chunks: Buffer[] = [];
    // Together with the line end git adds, which is dropped below.
    let missing = size + 1;
    while (missing > 0) {
      if (input.remaining === 0) {
        yield undefined;
        continue;
      }
      const taken = Math.min(missing, input.remaining);
      if (size <= maximumObjectBytes) chunks.push(input.buffer.subarray(input.position, input.position + taken));
      input.moveTo(input.position + taken);
      missing -= taken;
    }
    yield { ...object, content: size <= maximumObjectBytes ? Buffer.concat(chunks).subarray(0, size) : null };
  }
}

/** The entries of a tree object: mode, name and id, one after the other. */
function readTree(content: Buffer, idBytes: number): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let position = 0;
  while (position < content.length) {
    const space = content.indexOf(0x20, position);
    const end = content.indexOf(0, space);
    if (space === -1 || end === -1) break;
    entries.push({
      mode: content.toString("latin1", position, space),
      path: content.toString("utf8", space + 1, end),
      id: content.toString("hex", end + 1, end + 1 + idBytes),
    });
    position = end + 1 + idBytes;
  }
  return entries;
}
