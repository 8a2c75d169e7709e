/**
 * @module Generates a large git history for measuring, the same for the same numbers: squashed changes with a number in
 * the title, some merges, edits, new files, moves and removals.
 *
 * Use: `node bench/generate-history.ts FOLDER [COMMITS=5000] [FILES=600]`
 */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";

const words = (
  "cart total order price item stock user login session token route handler query cache index parser render widget " +
  "invoice refund payment address email queue worker retry batch report export import filter sort page search"
).split(" ");

/** Numbers that look random and are the same for the same seed (Lehmer's generator). */
function numbers(seed: number): (below: number) => number {
  let state = seed % 2_147_483_647 || 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

interface GeneratedFile {
  path: string;
  readonly lines: string[];
}

/** Commits to make, files to start with, and how large those are. */
export interface HistorySize {
  readonly commits: number;
  readonly files: number;
}

/** Makes a repository with a history of that size in a new folder. The branch is `main`, and its files are not checked out. */
export async function generateHistory(folder: string, size: HistorySize): Promise<void> {
  mkdirSync(folder, { recursive: true });
  execFileSync("git", ["init", "-q", "--initial-branch=main"], { cwd: folder });
  const child = spawn("git", ["fast-import", "--quiet", "--depth=50"], {
    cwd: folder,
    stdio: ["pipe", "inherit", "inherit"],
  });
  await writeHistory(child, size);
  child.stdin?.end();
  const [status] = (await once(child, "close")) as [number];
  if (status !== 0) throw new Error(`git fast-import ended with status ${status}`);
}

async function writeHistory(child: ChildProcess, size: HistorySize): Promise<void> {
  const random = numbers(size.commits + size.files);
  const word = () => words[random(words.length)] ?? "word";
  const line = () => `  const ${word()}${random(50)} = ${word()}.${word()}(${word()}, ${random(1000)});`;
  const newFile = (number: number): GeneratedFile => ({
    path: `src/${word()}/${word()}-${number}.ts`,
    lines: Array.from({ length: 40 + random(160) }, line),
  });
  const files = Array.from({ length: size.files }, (_, index) => newFile(index));
  const write = async (text: string) => {
    if (child.stdin?.write(text) === false) await once(child.stdin, "drain");
  };
  const put = (file: GeneratedFile) => `M 644 inline ${file.path}\n${data(`${file.lines.join("\n")}\n`)}`;
  await write(commitHead(1, "main", "Begin\n"));
  for (const file of files) await write(put(file));
  let next = files.length;
  for (let commit = 2; commit <= size.commits; commit += 1) {
    const isMerge = commit % 25 === 0;
    const message = `${word()}: ${word()} the ${word()} ${word()}\n\nFixes #${random(9000) + 1}\n`;
    const title = isMerge ? `Merge pull request #${commit} from acme/${word()}\n\n${message}` : message;
    const text = isMerge ? title : title.replace("\n", ` (#${commit})\n`);
    if (isMerge) {
      await write(`${commitHead(size.commits + commit, "side", message)}from :${commit - 1}\n`);
      await write(put(edited(files, random, line)));
    }
    await write(commitHead(commit, "main", text));
    if (isMerge) await write(`merge :${size.commits + commit}\n`);
    for (let change = 0; change <= random(6); change += 1) {
      const kind = random(20);
      if (kind === 0) {
        const added = newFile(next);
        next += 1;
        files.push(added);
        await write(put(added));
      } else if (kind === 1 && files.length > 10) {
        const [removed] = files.splice(random(files.length), 1);
        await write(`D ${removed?.path ?? ""}\n`);
      } else if (kind === 2) {
        const moved = edited(files, random, line);
        const from = moved.path;
        moved.path = `src/${word()}/${word()}-${next}.ts`;
        next += 1;
        await write(`R ${from} ${moved.path}\n${put(moved)}`);
      } else await write(put(edited(files, random, line)));
    }
  }
}

/** One of the files, with some of its lines changed. */
function edited(files: readonly GeneratedFile[], random: (below: number) => number, line: () => string): GeneratedFile {
  const file = files[random(files.length)] as GeneratedFile;
  for (let edit = 0; edit <= random(8); edit += 1) {
    file.lines.splice(random(file.lines.length), random(3), ...Array.from({ length: random(4) }, line));
  }
  return file;
}

function commitHead(number: number, branch: string, message: string): string {
  const when = `${1_600_000_000 + number * 600} +0000`;
  const who =
    number % 7 === 0
      ? "copilot-swe-agent[bot] <198982749+Copilot@users.noreply.github.com>"
      : "Maria Keller <maria@example.org>";
  return `commit refs/heads/${branch}\nmark :${number}\nauthor ${who} ${when}\ncommitter ${who} ${when}\n${data(message)}`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

if (import.meta.main) {
  const [folder, commits = "5000", files = "600"] = process.argv.slice(2);
  if (folder === undefined) throw new Error("use: node bench/generate-history.ts FOLDER [COMMITS] [FILES]");
  await generateHistory(folder, { commits: Number(commits), files: Number(files) });
}
