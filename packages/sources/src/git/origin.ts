/** @module The repository's name and host, from the address of `origin`, never with its credentials. */

import { basename, dirname } from "node:path";

export interface RepositoryName {
  /** `owner/name`, or `local/FOLDER` when the address names none. */
  readonly repository: string;
  /** The web host whose links count as this repository's. */
  readonly host: string;
}

const defaultHost = "github.com";
/** `user@host:owner/name`, the short form of an SSH address. The user may be missing. */
const shortForm = /^(?:[^@/\s]{1,256}@)?(?<host>[A-Za-z0-9.-]{2,253}):(?!\/\/)(?<path>[^\s]{1,2000})$/;
const namePart = /^[^/\s\p{Cc}]{1,200}$/u;

/**
 * What an `origin` address names. Of a deeper path the last two parts are taken. Port, user and password are dropped.
 * Without a usable address the repository is `local/` and the folder's name.
 */
export function readOrigin(address: string | null, gitFolder: string): RepositoryName {
  const named = address === null || address.length > 4096 ? null : readAddress(address.trim());
  return named ?? { repository: `local/${folderName(gitFolder)}`, host: defaultHost };
}

function readAddress(address: string): RepositoryName | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) {
    if (!URL.canParse(address)) return null;
    const url = new URL(address);
    return url.hostname === "" ? null : nameOf(url.hostname, decode(url.pathname));
  }
  const groups = shortForm.exec(address)?.groups;
  // A single letter before the colon is a Windows drive; the pattern asks for two.
  return groups === undefined ? null : nameOf(groups["host"] ?? "", groups["path"] ?? "");
}

function nameOf(host: string, path: string): RepositoryName | null {
  const [owner, last] = path
    .split("/")
    .filter((part) => part !== "")
    .slice(-2);
  const name = last?.replace(/\.git$/, "");
  if (owner === undefined || name === undefined || owner.length > 100) return null;
  if (!namePart.test(owner) || !namePart.test(name)) return null;
  return { repository: `${owner}/${name}`, host: host.toLowerCase() };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `/home/me/shop/.git` and `/srv/shop.git` are both `shop`; so is a linked working tree's `shop/.git/worktrees/x`. */
function folderName(gitFolder: string): string {
  const shared = gitFolder.replace(/\/worktrees\/[^/]+$/, "");
  const name = basename(shared) === ".git" ? basename(dirname(shared)) : basename(shared).replace(/\.git$/, "");
  const usable = name
    .replace(/[\s\p{Cc}/]/gu, "-")
    .slice(0, 200)
    .toWellFormed();
  return usable === "" ? "repository" : usable;
}
