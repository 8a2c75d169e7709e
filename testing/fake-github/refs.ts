/** @module The branches and tags of a git folder as they are now, read from its files: starting git for every request is dear. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const objectId = /^[0-9a-f]{40,64}$/;

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // A branch that is being moved or deleted at this moment.
    return "";
  }
}

/** Where git keeps its files, below a working tree or bare. */
export function gitFolderOf(folder: string): string {
  const inside = join(folder, ".git");
  return existsSync(inside) ? inside : folder;
}

/** Ids by the whole name of their ref, `refs/heads/main` for instance; of a bare folder or one with a working tree. */
export function readRefs(folder: string): ReadonlyMap<string, string> {
  const gitFolder = gitFolderOf(folder);
  const refs = new Map<string, string>();
  for (const line of textOf(join(gitFolder, "packed-refs")).split("\n")) {
    const [id = "", name] = line.split(" ");
    if (name !== undefined && objectId.test(id)) refs.set(name, id);
  }
  for (const entry of readdirSync(join(gitFolder, "refs"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith(".lock")) continue;
    const file = join(entry.parentPath, entry.name);
    const id = textOf(file).trim();
    if (objectId.test(id)) refs.set(file.slice(gitFolder.length + 1), id);
  }
  return refs;
}
