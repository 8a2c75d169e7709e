/** @module Where the resident gate listens, and whether what is there may be trusted (hosts, section 12). */

import { lstatSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Bytes of a socket's path; systems take a few more. */
const longestPath = 100;
const socketName = "gate.sock";

function folderFrom(environment: Environment, name: string): string | null {
  const value = environment[name] ?? "";
  return isAbsolute(value) ? value : null;
}

/** The folder of everything Warrant remembers, as the ledger finds it; null for somebody without a home. */
export function rememberedFolder(environment: Environment): string | null {
  const own = folderFrom(environment, "WARRANT_HOME");
  if (own !== null) return own;
  const state = folderFrom(environment, "XDG_STATE_HOME");
  const home = folderFrom(environment, "HOME");
  if (state === null && home === null) return null;
  return join(state ?? join(home ?? "", ".local", "state"), "warrant");
}

/**
 * The socket of the resident gate. Null where there is no place for one: no home, only paths no system takes, or Windows, whose
 * sockets are no files. Then every call is judged in its own process.
 */
export function socketPath(environment: Environment, os: NodeJS.Platform = process.platform): string | null {
  if (os === "win32") return null;
  const runtime = folderFrom(environment, "XDG_RUNTIME_DIR");
  const remembered = rememberedFolder(environment);
  const isOwn = folderFrom(environment, "WARRANT_HOME") !== null;
  const folders = [
    ...(runtime === null || isOwn ? [] : [join(runtime, "warrant")]),
    ...(remembered === null ? [] : [join(remembered, "run")]),
  ];
  return (
    folders.map((folder) => join(folder, socketName)).find((path) => Buffer.byteLength(path) <= longestPath) ?? null
  );
}

/**
 * Where Node keeps what it compiled of our code, which it runs without reading it again: a folder no agent may write to. Null
 * without a home; then it compiles anew each time.
 */
export function compiledFolder(environment: Environment): string | null {
  const home = folderFrom(environment, "HOME");
  const cache = folderFrom(environment, "XDG_CACHE_HOME") ?? (home === null ? null : join(home, ".cache"));
  return cache === null ? null : join(cache, "warrant", "code");
}

/** `foreign`: somebody else could answer there, so nothing is asked and nothing is put in its place. */
export type Trust = "trusted" | "missing" | "foreign";

function isOwn(stats: Stats, kind: "isDirectory" | "isSocket", account: number | undefined): boolean {
  if (!stats[kind]()) return false;
  // Windows has no such modes: a profile's folder is its owner's there.
  return account === undefined || (stats.uid === account && (stats.mode & 0o077) === 0);
}

/** Whether folder and socket are this account's and closed to everybody else. Never throws. */
export function trustOf(path: string, account: number | undefined = process.getuid?.()): Trust {
  try {
    const folder = lstatSync(dirname(path), { throwIfNoEntry: false });
    if (folder === undefined) return "missing";
    if (!isOwn(folder, "isDirectory", account)) return "foreign";
    const socket = lstatSync(path, { throwIfNoEntry: false });
    if (socket === undefined) return "missing";
    return isOwn(socket, "isSocket", account) ? "trusted" : "foreign";
  } catch {
    return "foreign";
  }
}
