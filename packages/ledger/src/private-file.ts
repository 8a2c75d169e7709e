/** @module Files that are nobody else's: folders of mode 0700, files of mode 0600, outside every work tree. */

import { chmodSync, closeSync, existsSync, mkdirSync, openSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
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

/**
 * Creates a file and its folder where they are missing and closes both to others.
 *
 * @throws LedgerError `io` when that cannot be done, or when the file would lie in a work tree, where an agent may write
 * and a commit would carry it away.
 */
export function preparePrivateFile(path: string): void {
  const folder = dirname(path);
  try {
    const tree = workTreeOf(folder);
    if (tree !== undefined) throw new Error(`it would lie in the work tree ${tree}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    close(folder, 0o700);
    closeSync(openSync(path, "a", 0o600));
    close(path, 0o600);
  } catch (cause) {
    throw failure(path, cause);
  }
}
