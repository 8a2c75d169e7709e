/** @module Files that are nobody else's: folders of mode 0700, files of mode 0600, outside every work tree. */

import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { LedgerError } from "./ledger-error.ts";

function failure(path: string, cause: unknown): LedgerError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new LedgerError(
    "io",
    `Could not open the ledger ${path}: ${reason}. Set WARRANT_HOME to a folder of your own outside every repository.`,
    { cause },
  );
}

/** The folder of a work tree a path lies in, or undefined. The path need not exist. */
export function workTreeOf(path: string): string | undefined {
  let folder = path;
  // What does not exist yet is judged by its nearest ancestor that does, with links resolved.
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  folder = realpathSync(folder);
  while (!existsSync(join(folder, ".git"))) {
    if (dirname(folder) === folder) return undefined;
    folder = dirname(folder);
  }
  return folder;
}

/** Takes from others what they may do with it. Windows has no such modes: a profile's folder is its owner's there. */
function close(path: string, mode: number): void {
  if (process.platform === "win32" || (statSync(path).mode & 0o777 & ~mode) === 0) return;
  chmodSync(path, mode);
}

/** What Warrant itself may have put into the folder before there was a ledger. */
const ours = ["install.json", "policy", "run", "receipts"];

/**
 * Takes from others what they may do with a folder of ours: one that is empty, or holds the file or something else of ours.
 * Any other one was made for something else, and closing it could lock others out of what is theirs.
 */
function closeFolder(folder: string, file: string): void {
  if (process.platform === "win32" || (statSync(folder).mode & 0o077) === 0) return;
  const names = readdirSync(folder);
  if (names.length > 0 && ![file, ...ours].some((name) => names.includes(name)))
    throw new Error(`others may look into ${folder}, which holds other things (if it is your own, chmod 700 it)`);
  chmodSync(folder, 0o700);
}

/** Where a file is, or will be: behind a link in its place, too. */
function placeOf(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (isLink && !existsSync(path)) throw new Error("there is a link that leads nowhere");
  return isLink ? realpathSync(path) : path;
}

/**
 * Creates a file and its folder where they are missing and closes both to others.
 *
 * @throws LedgerError `io` when that cannot be done, or when the file would lie in a work tree, where an agent may write
 * and a commit would carry it away.
 */
export function preparePrivateFile(path: string): void {
  const folder = dirname(path);
  try {
    const tree = workTreeOf(folder) ?? workTreeOf(dirname(placeOf(path)));
    if (tree !== undefined) throw new Error(`it would lie in the work tree ${tree}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    closeFolder(folder, basename(path));
    closeSync(openSync(path, "a", 0o600));
    close(path, 0o600);
  } catch (cause) {
    throw failure(path, cause);
  }
}
