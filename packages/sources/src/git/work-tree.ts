/**
 * @module What a gate has to know of a repository while a call waits, read from git's own files: no git process is started.
 * What cannot be read is null, which is the careful end for whoever asks.
 */

import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";

/** A checked-out repository. In a linked work tree the refs are in the `commonFolder` it shares. */
export interface WorkTree {
  /** With links resolved. */
  readonly root: string;
  readonly gitFolder: string;
  readonly commonFolder: string;
}

export interface WorkTreeGit {
  /** Null for a detached HEAD, and where the refs are kept in a form that is not read here. */
  readonly branch: string | null;
  /** What `origin/HEAD` says. */
  readonly default_branch: string | null;
  /** Where a push to each remote goes, without user and password. */
  readonly remotes: Readonly<Record<string, string>>;
  /** Bytes of an object id. */
  readonly oid_length: 20 | 32;
}

const longestSmall = 64 * 1024;
const longestConfig = 1024 * 1024;
const longestPackedRefs = 32 * 1024 * 1024;

/** The text of a file that is no longer than this; null otherwise. */
function readText(path: string, longest: number): string | null {
  try {
    // Most of what is looked for is not there, and an error costs ten times a look.
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size <= longest ? readFileSync(path, "utf8") : null;
  } catch {
    return null;
  }
}

/** The folder a file such as `.git` of a linked work tree, or `commondir`, names. */
function namedFolder(path: string, pattern: RegExp, from: string): string | null {
  const named = pattern.exec(readText(path, longestSmall) ?? "")?.groups?.["folder"];
  return named === undefined ? null : resolve(from, named);
}

function gitFolderOf(folder: string): string | null {
  const path = join(folder, ".git");
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    if (stats.isDirectory()) return path;
  } catch {
    return null;
  }
  return namedFolder(path, /^gitdir: (?<folder>[^\n\0]+)\n?$/, folder);
}

/** The work tree a folder lies in; null outside of every one, and for a folder that is not there. */
export function findWorkTree(folder: string): WorkTree | null {
  if (!isAbsolute(folder)) return null;
  let at: string;
  try {
    at = realpathSync.native(folder);
  } catch {
    return null;
  }
  for (; ; at = dirname(at)) {
    const gitFolder = gitFolderOf(at);
    if (gitFolder !== null) {
      const common = namedFolder(join(gitFolder, "commondir"), /^(?<folder>[^\n\0]+)\n?$/, gitFolder);
      return { root: at, gitFolder, commonFolder: common ?? gitFolder };
    }
    if (dirname(at) === at) return null;
  }
}

interface Setting {
  readonly section: string;
  readonly name: string;
  readonly key: string;
  readonly value: string;
}

const sectionLine =
  /^\s*\[\s*(?<section>[A-Za-z0-9.-]{1,100})(?:\s+"(?<name>(?:[^"\\]|\\.){0,1000})")?\s*\]\s*(?<rest>.*)$/;
const settingLine = /^\s*(?<key>[A-Za-z][A-Za-z0-9-]{0,100})\s*(?:=\s*(?<value>.*))?$/;

/** A value without its comment, quotes and escapes. */
function plainValue(written: string): string {
  let value = "";
  let isQuoted = false;
  for (let at = 0; at < written.length; at += 1) {
    const sign = written.charAt(at);
    if (sign === "\\")
      value += written
        .charAt((at += 1))
        .replace("n", "\n")
        .replace("t", "\t");
    else if (sign === '"') isQuoted = !isQuoted;
    else if ((sign === "#" || sign === ";") && !isQuoted) break;
    else value += sign;
  }
  return value.trim();
}

/** The settings of a configuration file, those of files it includes left out. */
function readSettings(text: string): Setting[] {
  const settings: Setting[] = [];
  let [section, name] = ["", ""];
  for (const line of text.replaceAll(/\\\r?\n/g, "").split(/\r?\n/)) {
    const head = sectionLine.exec(line)?.groups;
    if (head !== undefined) {
      section = (head["section"] ?? "").toLowerCase();
      name = (head["name"] ?? "").replaceAll(/\\(.)/g, "$1");
    }
    const found = settingLine.exec(head === undefined ? line : (head["rest"] ?? ""))?.groups;
    if (found === undefined) continue;
    settings.push({
      section,
      name,
      key: (found["key"] ?? "").toLowerCase(),
      value: plainValue(found["value"] ?? "true"),
    });
  }
  return settings;
}

/** An address without user and password. */
function withoutCredentials(address: string): string {
  return address.replace(/^(?<scheme>[a-z][a-z0-9+.-]{0,20}:\/\/)[^/@]{0,2000}@/i, "$<scheme>");
}

function remotesOf(settings: readonly Setting[]): Record<string, string> {
  const remotes: Record<string, string> = {};
  for (const wanted of ["url", "pushurl"]) {
    for (const { section, name, key, value } of settings) {
      if (section === "remote" && name !== "" && key === wanted) remotes[name] = withoutCredentials(value);
    }
  }
  return remotes;
}

const symbolic = /^ref: (?<target>refs\/[^\s\0]{1,1000})\n?$/;

/** The ref another one stands for. */
function targetOf(folder: string, ref: string): string | null {
  return symbolic.exec(readText(join(folder, ref), longestSmall) ?? "")?.groups?.["target"] ?? null;
}

/** What the gate has to know of a repository now. */
export function readWorkTreeGit({ gitFolder, commonFolder }: WorkTree): WorkTreeGit {
  const settings = readSettings(readText(join(commonFolder, "config"), longestConfig) ?? "");
  const extension = (key: string) =>
    settings.findLast((one) => one.section === "extensions" && one.key === key)?.value.toLowerCase();
  const areRefsFiles = (extension("refstorage") ?? "files") === "files";
  const head = areRefsFiles ? targetOf(gitFolder, "HEAD") : null;
  const origin = areRefsFiles ? targetOf(commonFolder, "refs/remotes/origin/HEAD") : null;
  const below = (ref: string | null, prefix: string) =>
    ref?.startsWith(prefix) === true ? ref.slice(prefix.length) : null;
  return {
    branch: below(head, "refs/heads/"),
    default_branch: below(origin, "refs/remotes/origin/"),
    remotes: remotesOf(settings),
    oid_length: extension("objectformat") === "sha256" ? 32 : 20,
  };
}

const objectId = /^(?<oid>[0-9a-f]{40}|[0-9a-f]{64})\n?$/;

function packedId(commonFolder: string, ref: string): string | null {
  const packed = readText(join(commonFolder, "packed-refs"), longestPackedRefs);
  const at = packed?.indexOf(` ${ref}\n`) ?? -1;
  if (packed === null || at < 0) return null;
  return objectId.exec(packed.slice(packed.lastIndexOf("\n", at) + 1, at))?.groups?.["oid"] ?? null;
}

const usualBases = ["refs/remotes/origin/main", "refs/remotes/origin/master"];

/**
 * The commit whose configuration holds: the tip of the default branch of `origin` as it was last fetched. Null where there is
 * none, as in a repository without a remote.
 */
export function baseCommit({ commonFolder }: WorkTree): string | null {
  const named = targetOf(commonFolder, "refs/remotes/origin/HEAD");
  for (const ref of named === null ? usualBases : [named, ...usualBases]) {
    const loose = objectId.exec(readText(join(commonFolder, ref), longestSmall) ?? "")?.groups?.["oid"];
    const found = loose ?? packedId(commonFolder, ref);
    if (found !== null) return found;
  }
  return null;
}

/** A text that changes whenever a file may have, links followed; "none" for one that is not there or may not be seen. */
export function stampOf(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? "none" : `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "unreadable";
  }
}
