/** @module Archives and patches: what they make is not in the call (actions, section 6.1). */

import { readPatchEnvelope } from "../patch.ts";
import { type Command, tableOf } from "../shell/command.ts";
import type { Run } from "../shell/run.ts";
import { someOf, unknownMark } from "../shell/text.ts";

function raw(read: (run: Run) => void): Command {
  return { options: { isLenient: true }, isRaw: true, read };
}

/** Writes an unknown choice of things below a folder. */
export function unpacks(run: Run, folder: string): void {
  for (const path of run.absolute(folder)) {
    run.path("write", path === null ? unknownMark : someOf(path), {
      reversibility: isScratch(run, path) ? "reversible" : "costly",
    });
  }
  run.made(folder, { from: "copy" });
}

function isScratch(run: Run, path: string | null): boolean {
  return path !== null && run.place.scratch.some((base) => path === base || path.startsWith(`${base}/`));
}

const tarTable = {
  short: "cxtruAdvzjJZakKmMOpPsSUwWlhf:C:T:X:b:g:H:I:L:N:V:F:B",
  long: "create extract get list append update catenate concatenate diff compare delete verbose gzip gunzip bzip2 xz zstd lzma compress uncompress auto-compress keep-old-files overwrite touch to-stdout preserve-permissions same-permissions same-order sparse unlink-first verify one-file-system dereference file= directory= files-from= exclude= exclude-from= exclude-vcs exclude-vcs-ignores strip-components= transform= xform= owner= group= mode= mtime= sort= numeric-owner no-same-owner no-same-permissions wildcards no-wildcards anchored null totals remove-files to-command= checkpoint? checkpoint-action= use-compress-program= absolute-names info-script= new-volume-script= rsh-command= force-local help version warning= format= skip-old-files keep-newer-files overwrite-dir recursive-unlink",
};

const tar = raw((run) => {
  const [first = "", ...rest] = run.args;
  // The first word may be letters without a dash, each value-taking one followed by its word.
  const args = /^[a-zA-Z]+$/.test(first) ? bundled(first, rest) : run.args;
  const options = run.options(tarTable, args);
  if (
    options.has(
      "to-command",
      "checkpoint-action",
      "I",
      "P",
      "use-compress-program",
      "absolute-names",
      "F",
      "info-script",
      "new-volume-script",
      "rsh-command",
    )
  )
    run.lose("tar runs a program of its own, or leaves its folder");
  const [folder = "."] = options.values("C", "directory");
  const archives = options.values("f", "file").filter((path) => path !== "-");
  if (archives.some((path) => /^[^/]+:/.test(path)) && !options.has("force-local"))
    run.lose("the archive is on another machine");
  run.reads(options.values("T", "files-from", "X", "exclude-from"));
  if (options.has("c", "create", "r", "append", "u", "update", "A", "catenate", "concatenate", "delete")) {
    if (options.has("T", "files-from")) run.lose("what goes into the archive is in a file");
    const before = run.cwds;
    if (options.has("C", "directory")) run.cwds = run.absolute(folder);
    for (const path of options.operands) run.path("read", path, { mode: "tree" });
    if (options.has("remove-files")) for (const path of options.operands) run.path("delete", path, { mode: "tree" });
    run.cwds = before;
    run.writes(archives);
  } else if (options.has("t", "list", "d", "diff", "compare")) run.reads(archives);
  else if (options.has("x", "extract", "get")) {
    run.reads(archives);
    if (!options.has("O", "to-stdout")) unpacks(run, folder);
  } else if (!options.has("help", "version")) run.lose("it is not known what tar does");
});

function bundled(letters: string, rest: readonly string[]): string[] {
  const args: string[] = [];
  const values = [...rest];
  for (const letter of letters) {
    args.push(`-${letter}`);
    if ("fCTXbgHILNVF".includes(letter)) args.push(values.shift() ?? "");
  }
  return [...args, ...values];
}

const unzip = raw((run) => {
  const options = run.options({ short: "abcCd:DfjKlLMnoOpP:qstTuUvVWx:XZ:^", long: "" });
  const [archive = "", ...members] = options.operands;
  run.path("read", archive);
  if (options.has("l", "t", "v", "Z", "p", "c") || archive === "") return;
  void members;
  if (options.has(":")) run.lose("unzip leaves its folder");
  unpacks(run, options.values("d")[0] ?? ".");
});

const seven = raw((run) => {
  const [verb = "", archive = "", ...rest] = run.args.filter((arg) => !arg.startsWith("-"));
  const folder = run.args.find((arg) => /^-o./.test(arg))?.slice(2) ?? ".";
  if (verb === "x" || verb === "e") {
    run.path("read", archive);
    unpacks(run, folder);
  } else if (verb === "l" || verb === "t") run.path("read", archive);
  else if (verb === "a" || verb === "u") {
    for (const path of rest) run.path("read", path, { mode: "tree" });
    run.path("write", archive);
    if (run.args.includes("-sdel")) for (const path of rest) run.path("delete", path, { mode: "tree" });
  } else run.lose("it is not known what 7z does");
});

const zip = raw((run) => {
  const options = run.options({
    short: "0123456789@AcDdeEfFghiJjklmnoqrRStTuvXxyzZ",
    long: "recurse-paths move quiet junk-paths encrypt symlinks update freshen delete test verbose password=",
  });
  const at = options.operands.findIndex((word) => word === "-x" || word === "-i");
  const [archive = "", ...files] = at < 0 ? options.operands : options.operands.slice(0, at);
  if (options.has("T", "test") && run.args.some((arg) => /^-TT|--unzip-command/.test(arg)))
    run.lose("zip runs a program of its own");
  for (const path of files) run.path("read", path, options.has("r", "recurse-paths") ? { mode: "tree" } : {});
  run.path("write", archive.includes(".") ? archive : `${archive}.zip`);
  if (options.has("m", "move")) for (const path of files) run.path("delete", path, { mode: "tree" });
});

const cpio = raw((run) => {
  const letters = run.args.filter((arg) => /^-[a-z]/.test(arg)).join("");
  if (letters.includes("i") && letters.includes("t")) run.effect("read", "stdin");
  else if (letters.includes("i") || letters.includes("p")) {
    const folder = letters.includes("p") ? (run.args.filter((arg) => !arg.startsWith("-")).at(-1) ?? ".") : ".";
    unpacks(run, folder);
    if (letters.includes("p")) run.lose("what is copied comes through a pipe");
  } else if (letters.includes("o")) run.lose("what is packed comes through a pipe");
  else run.lose("it is not known what cpio does");
});

const patch = raw((run) => {
  const options = run.options({
    short: "bcd:D:eEfF:g:i:lnNo:p:r:RstTuvV:x:Y:z:Z",
    long: "backup dry-run directory= input= strip= reverse forward force batch quiet silent verbose output= reject-file= unified context normal ed binary fuzz= ignore-whitespace remove-empty-files merge? posix no-backup-if-mismatch suffix= set-time set-utc",
  });
  run.reads(options.values("i", "input"));
  if (options.has("e", "ed")) run.lose("a patch for ed runs commands");
  if (options.has("dry-run")) return;
  if (options.operands[0] !== undefined) run.path("write", options.operands[0], { reversibility: "costly" });
  else unpacks(run, options.values("d", "directory")[0] ?? ".");
  run.writes(options.values("o", "output", "r", "reject-file"));
});

const applyPatch = raw((run) => {
  const text = run.args[0] ?? run.input?.literal ?? null;
  if (text === null) {
    run.lose("the patch is not known");
    return;
  }
  const read = readPatchEnvelope(text);
  if (!read.understood) run.lose("the patch cannot be read");
  for (const { kind, path } of read.changes) {
    if (kind === "write") run.path("write", path);
    else run.path("delete", path, kind === "move" ? { mode: "moved" } : {});
  }
});

export const archiveCommands = tableOf({
  "tar gtar bsdtar": tar,
  unzip,
  "7z 7za 7zz": seven,
  zip,
  cpio,
  patch,
  "apply_patch applypatch": applyPatch,
});
