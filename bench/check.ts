/** @module `warrant check` of one range with 300 changed files, beside the bare git command on the same range and a bare Node. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pair, type Row, runQuietly } from "./measure.ts";

const warrant = join(import.meta.dirname, "../packages/cli/bin/warrant.js");

function git(folder: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=Maria Keller", "-c", "user.email=maria@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "ignore" });
}

/** Two commits; the second changes a third of each of `count` files of sixty lines. */
function makeRange(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), "warrant-bench-"));
  const write = (edit: string): void => {
    for (let index = 0; index < count; index += 1) {
      const lines = Array.from(
        { length: 60 },
        (_, line) => `export const value${line} = ${line % 3 === 0 ? `"${edit}"` : `compute${index}(${line})`};`,
      );
      mkdirSync(join(folder, `src/part${index % 20}`), { recursive: true });
      writeFileSync(join(folder, `src/part${index % 20}/module${index}.ts`), `${lines.join("\n")}\n`);
    }
  };
  git(folder, "init", "-q", "--initial-branch=main");
  write("before");
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "Begin");
  write("after");
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "feat: compute values after\n\nFixes #12");
  return folder;
}

export function benchCheck(runs = 15): Row[] {
  const folder = makeRange(300);
  try {
    const measured = pair(
      runs,
      () => runQuietly(process.execPath, [warrant, "check", "HEAD~1..HEAD"], folder),
      () => {
        runQuietly("git", ["diff", "--raw", "--numstat", "-z", "HEAD~1", "HEAD"], folder);
        runQuietly(process.execPath, ["-e", "0"], folder);
      },
    );
    const area = "warrant check, one range with 300 changed files";
    return [
      {
        area,
        what: "wall time over `git diff --raw --numstat -z` + `node -e 0`",
        value: `${measured.ratio.toFixed(2)}×`,
        against: `${measured.work.toFixed(0)} ms over ${measured.against.toFixed(0)} ms`,
        target: "≤ 2×",
        met: measured.ratio <= 2,
      },
      {
        area,
        what: "the same in processor time of all processes",
        value: `${measured.cpu.ratio.toFixed(2)}×`,
        against: `${measured.cpu.work.toFixed(0)} ms over ${measured.cpu.against.toFixed(0)} ms`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
