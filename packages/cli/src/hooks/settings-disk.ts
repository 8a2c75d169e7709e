/**
 * @module A host's settings file on the disk: read through its link, kept beside before it is changed, and written whole
 * (hosts, section 3.2).
 */

import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs";
import { copyFile, mkdir, open } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { writeFileAtomically } from "@warrant/sources/atomic-write";
import { ExitError, exitCodes } from "../exit.ts";

/** Bytes of a settings file; a larger one is none. */
const largestSettings = 4 * 1024 * 1024;
const keptBackups = 3;
/** After this long a lock is one whose owner has gone. */
const longestLock = 60_000;

export interface SettingsOnDisk {
  /** The file itself, behind any link. */
  readonly file: string;
  /** Undefined where there is none. */
  readonly text: string | undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function refuse(message: string): ExitError {
  return new ExitError(exitCodes.failed, message);
}

/** What a link leads to, link by link; the file need not be there. */
function behindLinks(path: string): string {
  let at = path;
  for (let hops = 0; hops < 40; hops += 1) {
    try {
      if (!lstatSync(at).isSymbolicLink()) return at;
    } catch (error) {
      if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return at;
      throw refuse(`cannot look at ${at} (${codeOf(error)}). Check its permissions.`);
    }
    at = resolve(dirname(at), readlinkSync(at));
  }
  throw refuse(`${path} is a link that leads nowhere.`);
}

/**
 * Reads a settings file. A link is followed and kept: what it leads to is what gets edited.
 *
 * @throws ExitError `failed` when it cannot be read, is no file, or is too large.
 */
export function readSettingsFile(path: string): SettingsOnDisk {
  const file = behindLinks(path);
  try {
    const { size } = statSync(file);
    if (size > largestSettings) throw refuse(`${file} is ${size} bytes large, and ${largestSettings} is the most.`);
    return { file, text: readFileSync(file, "utf8") };
  } catch (error) {
    if (error instanceof ExitError) throw error;
    if (codeOf(error) === "ENOENT") return { file, text: undefined };
    throw refuse(`cannot read ${file} (${codeOf(error)}). Check that it is a file and that you may read it.`);
  }
}

/**
 * Refuses a folder that is somebody else's: what is written there could be changed by them.
 *
 * @throws ExitError `failed` naming the folder.
 */
function refuseForeignFolder(file: string): void {
  const user = process.getuid?.();
  let folder = dirname(file);
  for (;;) {
    try {
      const { uid } = statSync(folder);
      if (user !== undefined && uid !== user)
        throw refuse(`${folder} belongs to another account. Run this as its owner, or choose another layer.`);
      return;
    } catch (error) {
      if (error instanceof ExitError) throw error;
      if (codeOf(error) !== "ENOENT" || dirname(folder) === folder)
        throw refuse(`cannot look at ${folder} (${codeOf(error)}). Check its permissions.`);
      folder = dirname(folder);
    }
  }
}

/** Holds the file while it is changed, so that two of us never do at once. */
async function lock(file: string, now: () => number): Promise<() => void> {
  const path = `${file}.warrant-lock`;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const handle = await open(path, "wx", 0o600);
      await handle.writeFile(JSON.stringify({ pid: process.pid, at: new Date(now()).toISOString() }));
      await handle.close();
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw refuse(`cannot write beside ${file} (${codeOf(error)}). Check its folder.`);
      const owner = readLock(path);
      if (owner !== undefined && now() - owner.at < longestLock && isRunning(owner.pid))
        throw refuse(`${file} is being changed by process ${owner.pid}. Try again when it has ended.`);
      rmSync(path, { force: true });
    }
  }
  throw refuse(`${file} is being changed by another process. Try again.`);
}

function readLock(path: string): { pid: number; at: number } | undefined {
  try {
    const { pid, at } = JSON.parse(readFileSync(path, "utf8")) as { pid: unknown; at: unknown };
    const time = typeof at === "string" ? Date.parse(at) : Number.NaN;
    return typeof pid === "number" && Number.isFinite(time) ? { pid, at: time } : undefined;
  } catch {
    // A lock nobody can read is one that was not written to its end.
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** A copy of the file as it was, beside it; the last three are kept. */
async function keepBackup(file: string, now: () => number): Promise<void> {
  const time = new Date(now()).toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");
  const prefix = `${basename(file)}.warrant-`;
  await copyFile(file, join(dirname(file), `${prefix}${time}.bak`));
  const backups = readdirSync(dirname(file)).filter((name) => name.startsWith(prefix) && name.endsWith(".bak"));
  for (const name of backups.sort().slice(0, -keptBackups)) rmSync(join(dirname(file), name), { force: true });
}

/**
 * Changes a file under its lock. `change` gets its text as it is now and gives the new one, or undefined to remove the file;
 * the same text writes nothing.
 *
 * @returns whether anything was written.
 * @throws ExitError `failed`, and whatever `change` throws; then nothing was written.
 */
export async function changeSettingsFile(
  path: string,
  change: (text: string | undefined) => string | undefined,
  now: () => number,
): Promise<boolean> {
  const { file } = readSettingsFile(path);
  refuseForeignFolder(file);
  try {
    await mkdir(dirname(file), { recursive: true });
  } catch (error) {
    throw refuse(`cannot make the folder ${dirname(file)} (${codeOf(error)}). Check its permissions.`);
  }
  const release = await lock(file, now);
  try {
    const { text } = readSettingsFile(file);
    const after = change(text);
    if (after === text) return false;
    if (text !== undefined) await keepBackup(file, now);
    if (after === undefined) rmSync(file, { force: true });
    else {
      const mode = text === undefined ? undefined : statSync(file).mode & 0o777;
      await writeFileAtomically(file, after, undefined, mode);
    }
    return true;
  } finally {
    release();
  }
}
