/**
 * @module `node scripts/pack-action.ts [TAG]` makes the commit that users of the Action pin: the current one with the built
 * bundle added, and nothing else. Branch, index and working tree stay as they are; nothing is pushed.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const bundle = "packages/action/dist/index.js";

/**
 * The id of the commit with the bundle that lies in the folder.
 *
 * @throws Error when something of the folder is not committed: the bundle might hold it.
 */
export function packAction(folder: string, tag?: string): string {
  const scratch = mkdtempSync(join(tmpdir(), "warrant-pack-"));
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, GIT_INDEX_FILE: join(scratch, "index") },
    }).trim();
  try {
    const changed = execFileSync("git", ["status", "--porcelain"], { cwd: folder, encoding: "utf8" });
    if (changed !== "")
      throw new Error(`Commit everything first; the bundle might hold what is not committed:\n${changed}`);
    const released = git("rev-parse", "HEAD");
    git("read-tree", released);
    const blob = git("hash-object", "-w", "--no-filters", bundle);
    git("update-index", "--add", "--cacheinfo", `100644,${blob},${bundle}`);
    const message = `Release of the Action${tag === undefined ? "" : ` ${tag}`}\n\nAdds the bundle that npm run build makes of ${released}.`;
    const commit = git("commit-tree", git("write-tree"), "-p", released, "-m", message);
    if (tag !== undefined) git("tag", "--", tag, commit);
    return commit;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  execFileSync(process.execPath, [join(root, "scripts/build.ts"), "action"], { stdio: "inherit" });
  process.stdout.write(`${packAction(root, process.argv[2])}\n`);
}
