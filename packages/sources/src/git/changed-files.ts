/** @module The changed files of a resolved range: of commits, of what is staged, or of the working tree. */

import { resolve, sep } from "node:path";
import { maximumChangePatchBytes } from "@warrant/kernel/change/limits";
import { ByteInput, parseChunks } from "./byte-input.ts";
import { GitError } from "./error.ts";
import { diffArguments, type ListedFiles, listFiles, nothingListed, patchLimits, unseenPatches } from "./files.ts";
import { readDiff, unmergedFile } from "./parse-diff.ts";
import type { ResolvedRange } from "./range.ts";
import type { Repository } from "./repository.ts";
import { whyCut } from "./shallow.ts";
import { readUntracked } from "./untracked.ts";

/** The files a range changed, with counts and patches. Nothing, and said to be incomplete, where there is no base. */
export async function listChanged(
  repository: Repository,
  range: ResolvedRange,
  signal: AbortSignal | undefined,
): Promise<ListedFiles> {
  if (!range.isComparable) {
    const why = whyCut(range.findings[0]);
    return { ...nothingListed, incomplete: [{ what: "files", why }] };
  }
  // Attributes of the base decide what is binary, where git can take them from there (2.41); older git takes none.
  const call = { environment: { GIT_ATTR_SOURCE: range.base.sha }, purpose: "comparing the two states" };
  if (range.kind === "commits") {
    return readChanged(repository.stream(["diff", ...diffArguments, range.base.sha, range.head.sha, "--"], call));
  }
  const filters = await filtersOff(repository);
  const inTree = { ...call, environment: { ...call.environment, ...callersIndex(repository), [nothing]: "" } };
  const mode = range.kind === "staged" ? ["--cached"] : [];
  const listed = readChanged(
    repository.streamInTree([...filters, "diff", ...diffArguments, ...mode, range.base.sha, "--"], inTree),
  );
  if (range.kind === "staged") return listed;
  const [known, unknown] = await Promise.all([listed, listUntracked(repository)]);
  return addUntracked(known, unknown, signal);
}

async function readChanged(chunks: AsyncIterable<Buffer>): Promise<ListedFiles> {
  const input = new ByteInput();
  for await (const diff of parseChunks(chunks, input, readDiff(input, patchLimits))) return listFiles(diff.rows);
  return nothingListed;
}

/** The variable whose empty value takes the place of a setting. */
const nothing = "WARRANT_NOTHING";

/**
 * Options that switch off every content filter the repository's settings name. A filter is a program, and git would run it
 * to compare a file of the working tree; without it the file is compared as it lies there.
 */
async function filtersOff(repository: Repository): Promise<string[]> {
  const listed = await repository.runInTree(
    ["config", "--null", "--name-only", "--get-regexp", String.raw`^filter\.`],
    {
      purpose: "reading the filters of the repository",
    },
  );
  const names = new Set(
    listed.stdout
      .toString("utf8")
      .split("\0")
      .map((key) => key.slice(0, key.lastIndexOf(".") + 1))
      .filter((section) => section !== ""),
  );
  return [...names].flatMap((section) =>
    ["clean", "smudge", "process", "required"].map((key) => `--config-env=${section}${key}=${nothing}`),
  );
}

/**
 * A hook that runs while `git commit FILE` is under way is given the index of that commit in `GIT_INDEX_FILE`. It counts
 * only where git itself puts one: inside the repository's own folder.
 */
function callersIndex(repository: Repository): Record<string, string> {
  const named = process.env["GIT_INDEX_FILE"] ?? "";
  if (named === "") return {};
  const path = resolve(repository.folder, named);
  return path.startsWith(repository.gitFolder + sep) ? { GIT_INDEX_FILE: path } : {};
}

interface Untracked {
  readonly root: string;
  readonly names: readonly Buffer[];
}

async function listUntracked(repository: Repository): Promise<Untracked> {
  const purpose = "listing files that are not tracked";
  const [unmerged, listed, top] = await Promise.all([
    repository.runInTree(["ls-files", "--unmerged", "-z", "--", ":/"], { purpose }),
    repository.runInTree(["ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/"], { purpose }),
    repository.runInTree(["rev-parse", "--show-toplevel"], { purpose }),
  ]);
  // Compared with HEAD, a file in conflict looks like any other; its conflict marks would be judged as the change.
  const conflict = unmerged.stdout.indexOf("\t");
  if (conflict !== -1) throw unmergedFile(unmerged.stdout.subarray(conflict + 1, unmerged.stdout.indexOf(0)));
  if (listed.status !== 0 || top.status !== 0) {
    throw new GitError({
      code: "no-working-tree",
      tried: purpose,
      came: listed.stderr === "" ? top.stderr : listed.stderr,
      next: "Run the command inside the working tree",
    });
  }
  const names: Buffer[] = [];
  let start = 0;
  for (let end = listed.stdout.indexOf(0); end !== -1; end = listed.stdout.indexOf(0, start)) {
    names.push(listed.stdout.subarray(start, end));
    start = end + 1;
  }
  return { root: top.stdout.toString("utf8").replace(/\n$/, ""), names };
}

function addUntracked(known: ListedFiles, unknown: Untracked, signal: AbortSignal | undefined): ListedFiles {
  let left = known.files.reduce((sum, file) => sum - Buffer.byteLength(file.patch ?? ""), maximumChangePatchBytes);
  let unseen = 0;
  let inexact = 0;
  const files = unknown.names.map((name) => {
    signal?.throwIfAborted();
    const { file, isNameExact } = readUntracked(unknown.root, name);
    if (!isNameExact) inexact += 1;
    const size = Buffer.byteLength(file.patch ?? "");
    if (file.patch !== undefined && size <= left) {
      left -= size;
      return file;
    }
    const { patch: _, ...rest } = file;
    if (!file.binary) unseen += 1;
    return rest;
  });
  const incomplete = [...known.incomplete];
  if (unseen > 0) incomplete.push(unseenPatches(unseen, files.length));
  if (inexact > 0) incomplete.push({ what: "files", why: `${inexact} file names are not UTF-8 and are shown escaped` });
  return { files: [...known.files, ...files], incomplete, findings: known.findings };
}
