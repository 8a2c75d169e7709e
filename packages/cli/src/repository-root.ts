/** @module Where a repository begins. */

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The folder above `cwd` (or itself) that holds `.git`, else `cwd`: where `warrant.yaml` belongs. */
export function repositoryRoot(cwd: string): string {
  for (let folder = resolve(cwd); ; ) {
    if (existsSync(join(folder, ".git"))) return folder;
    const parent = dirname(folder);
    if (parent === folder) return resolve(cwd);
    folder = parent;
  }
}
