/** @module What is at a path now: its kind, where it leads, which file it is, and whether git could bring it back. */

import { type BigIntStats, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { PathAnswer, PathType, Volume } from "@warrant/kernel/action/place";
import { type IndexFile, readIndexFile, stateOfFile } from "@warrant/sources/git/index-file";
import { readWorkTreeGit, stampOf, type WorkTree, type WorkTreeGit } from "@warrant/sources/git/work-tree";

function typeOf(stats: BigIntStats): PathType {
  if (stats.isSymbolicLink()) return "link";
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "dir" : "other";
}

/** A value kept as long as the files it was read from are the same. */
class Kept<Value> {
  readonly #values = new Map<string, { readonly stamp: string; readonly value: Value }>();
  readonly #most = 64;

  get(key: string, stamp: string, read: () => Value): Value {
    const known = this.#values.get(key);
    if (known?.stamp === stamp) return known.value;
    const value = read();
    if (this.#values.size >= this.#most) this.#values.clear();
    this.#values.set(key, { stamp, value });
    return value;
  }
}

interface KeptIndex {
  readonly index: IndexFile;
  readonly writtenAt: bigint;
}

/** Looks at the file system for calls, and keeps what costs much and tells when it is over: indexes, branches, programs. */
export class FileSights {
  readonly #indexes = new Kept<KeptIndex | null>();
  readonly #git = new Kept<WorkTreeGit>();
  readonly #bins = new Kept<readonly string[]>();

  /** The state of the repository. */
  git(tree: WorkTree): WorkTreeGit {
    const files = [
      join(tree.gitFolder, "HEAD"),
      join(tree.commonFolder, "config"),
      join(tree.commonFolder, "refs/remotes/origin/HEAD"),
    ];
    return this.#git.get(tree.root, files.map(stampOf).join(" "), () => readWorkTreeGit(tree));
  }

  /** Names of programs the project has installed for itself. */
  localBins(root: string): readonly string[] {
    const folder = join(root, "node_modules/.bin");
    return this.#bins.get(folder, stampOf(folder), () => {
      try {
        return readdirSync(folder).slice(0, 2000);
      } catch {
        return [];
      }
    });
  }

  #index(tree: WorkTree): KeptIndex | null {
    const file = join(tree.gitFolder, "index");
    return this.#indexes.get(file, stampOf(file), () => {
      try {
        const { mtimeNs } = statSync(file, { bigint: true });
        const index = readIndexFile(readFileSync(file), this.git(tree).oid_length);
        return index === null ? null : { index, writtenAt: mtimeNs };
      } catch {
        return null;
      }
    });
  }

  #stateOf(path: string, stats: BigIntStats, trees: readonly WorkTree[]): PathAnswer["vcs"] {
    const tree = trees.find(({ root }) => path.startsWith(`${root}/`));
    if (tree === undefined) return "none";
    const kept = this.#index(tree);
    if (kept === null) return undefined;
    return stateOfFile(kept.index.entries.get(path.slice(tree.root.length + 1)), stats, kept.writtenAt);
  }

  /** What is at a path, without following a link there. Never throws. */
  look(path: string, trees: readonly WorkTree[]): PathAnswer {
    let stats: BigIntStats | undefined;
    try {
      stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    } catch (error) {
      // Below a file there is nothing; whatever else keeps it from being seen is not known.
      const code = error instanceof Error && "code" in error ? error.code : "";
      return { type: code === "ENOTDIR" ? "missing" : "unreadable" };
    }
    if (stats === undefined) return { type: "missing" };
    const type = typeOf(stats);
    const seen = { type, dev: String(stats.dev), ino: String(stats.ino), nlink: Number(stats.nlink) };
    if (type === "link") return { ...seen, ...linkAt(path) };
    const vcs = type === "file" ? this.#stateOf(path, stats, trees) : undefined;
    return vcs === undefined ? seen : { ...seen, vcs };
  }
}

function linkAt(path: string): Pick<PathAnswer, "link_target" | "real"> {
  let target: string;
  try {
    target = readlinkSync(path);
  } catch {
    return {};
  }
  try {
    return { link_target: target, real: realpathSync.native(path) };
  } catch {
    return { link_target: target };
  }
}

/** How the volume of a root compares names, probed with the letters of its own path; unknown where it has none. */
export function volumeAt(root: string): Volume {
  const swapped = root.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  if (swapped === root) return { path: root, case: "unknown" };
  try {
    const [own, other] = [root, swapped].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
    const isSame = own !== undefined && own.ino === other?.ino && own.dev === other.dev;
    // A volume that takes both cases for one also takes both forms of a letter for one on macOS.
    if (isSame) return { path: root, case: "insensitive", ...(process.platform === "darwin" ? { form: "any" } : {}) };
    return { path: root, case: "sensitive" };
  } catch {
    return { path: root, case: "unknown" };
  }
}

/** Folders for things nobody keeps, as written and where they are. */
export function scratchFolders(): string[] {
  const folders = ["/tmp", tmpdir()].filter((path) => path !== homedir() && path !== "/");
  return [...new Set(folders.flatMap((path) => [path, realOf(path)]))];
}

/** A path with links resolved; itself where it is not there. */
export function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
