/** @module Commands that search and rewrite text: grep and its kin, find, fd, jq, sed, awk (actions, section 6.1). */

import { includedSecrets } from "../paths/lists.ts";
import { type Command, tableOf } from "../shell/command.ts";
import { boundedFlow, type Flow } from "../shell/flow.ts";
import type { Options } from "../shell/options.ts";
import type { Run } from "../shell/run.ts";
import { globMark, isKnown, isOpen, shownText, unknownMark } from "../shell/text.ts";
import { isSafeAwk } from "./awk.ts";
import { readSed } from "./sed.ts";

const stars = `${globMark}${globMark}`;

/** The folder everything found lies below; null for several or for one nobody knows. */
export function boundOf(run: Run, folders: readonly string[]): string | null {
  const absolute = (folders.length === 0 ? ["."] : folders).flatMap((folder) => run.absolute(folder));
  const [first] = absolute;
  if (first === undefined || absolute.some((path) => path === null)) return null;
  let common = (first ?? "").split("/");
  for (const path of absolute) {
    const parts = (path ?? "").split("/");
    let length = 0;
    while (length < common.length && common[length] === parts[length]) length += 1;
    common = common.slice(0, length);
  }
  return common.length < 2 || common.at(-1) === "" ? null : common.join("/");
}

/** Names a search is told to look into count as read where they are those of secrets. */
function readsIncluded(run: Run, folders: readonly string[], patterns: readonly string[]): void {
  for (const name of patterns.flatMap((pattern) => includedSecrets(shownText(pattern)))) {
    for (const folder of folders) run.path("read", `${folder}/${stars}/${name.replaceAll(/[*?]+/g, globMark)}`);
  }
}

const grepOptions = {
  short: "abA:B:cC:d:D:e:Ef:FGhHiIlLm:nNoPqrRsTUvVwxyzZ",
  long: "after-context= before-context= context= binary-files= byte-offset color? colour? count devices= directories= exclude= exclude-dir= exclude-from= extended-regexp file= files-with-matches files-without-match fixed-strings basic-regexp perl-regexp ignore-case no-ignore-case include= initial-tab invert-match label= line-buffered line-number line-regexp max-count= no-filename no-messages null null-data only-matching quiet silent recursive dereference-recursive regexp= text unix-byte-offsets with-filename word-regexp binary",
  hasNumbers: true,
};

function readGrep(run: Run, options: Options): Flow | undefined {
  const patternFiles = options.values("f", "file");
  run.reads([...patternFiles, ...options.values("exclude-from")]);
  const hasPattern = options.has("e", "regexp", "f", "file");
  const files = hasPattern ? options.operands : options.operands.slice(1);
  const isTree =
    options.has("r", "R", "recursive", "dereference-recursive") ||
    options.values("d", "directories").includes("recurse");
  const read = files.length === 0 && isTree ? ["."] : files;
  for (const path of read) if (path !== "-") run.path("read", path, isTree ? { mode: "tree" } : {});
  readsIncluded(run, isTree ? read : [], options.values("include"));
  if (options.has("l", "L", "files-with-matches", "files-without-match")) return boundedFlow(boundOf(run, read));
  const given = run.input?.bounded ?? null;
  return files.length === 0 && !isTree && given !== null ? (run.input ?? undefined) : undefined;
}

const rgOptions = {
  short: "A:B:C:cd:E:e:f:Fg:hHiIj:lLm:M:nNoO:pPqr:sST:t:uUvVwxz.0",
  long: "after-context= before-context= context= color= colors= count count-matches max-depth= encoding= regexp= file= files files-with-matches files-without-match fixed-strings follow glob= iglob= heading no-heading hidden ignore-case ignore-file= no-ignore no-ignore-vcs no-ignore-parent no-ignore-dot no-ignore-global no-ignore-exclude invert-match json line-number no-line-number line-regexp max-count= max-columns= max-filesize= multiline multiline-dotall only-matching passthru pcre2 pretty quiet replace= search-zip smart-case case-sensitive sort= sortr= stats text threads= trim type= type-not= type-list type-add= unrestricted vimgrep with-filename no-filename word-regexp null null-data byte-offset column no-messages no-config debug engine= pre= pre-glob= ackmate nogroup group nocolor nobreak literal depth= ignore= ignore-dir= files-from=",
  hasNumbers: true,
};

function readRg(run: Run, options: Options): Flow | undefined {
  if (options.has("pre")) run.lose("rg runs a program of its own");
  run.reads([...options.values("f", "file", "ignore-file"), ...options.values("files-from")]);
  const isList = options.has("files", "type-list");
  const hasPattern = options.has("e", "regexp", "f", "file") || isList;
  const files = hasPattern ? options.operands : options.operands.slice(1);
  if (isList) return boundedFlow(boundOf(run, files));
  const isPiped = run.input !== null && files.length === 0;
  const read = files.length === 0 && !isPiped ? ["."] : files;
  for (const path of read) if (path !== "-") run.path("read", path, { mode: "tree" });
  readsIncluded(run, read, options.values("g", "glob", "iglob"));
  return options.has("l", "files-with-matches", "files-without-match") ? boundedFlow(boundOf(run, read)) : undefined;
}

const withValue = new Set(
  "-name -iname -path -ipath -wholename -iwholename -regex -iregex -type -xtype -size -mtime -mmin -atime -amin -ctime -cmin -newer -anewer -cnewer -perm -user -group -uid -gid -links -inum -maxdepth -mindepth -printf -fstype -samefile -lname -ilname -used -context -regextype -newerXY -D -Bmin".split(
    " ",
  ),
);
const withoutValue = new Set(
  "-empty -executable -readable -writable -print -print0 -ls -prune -depth -d -mount -xdev -follow -not -a -and -o -or -true -false -quit -nouser -nogroup -daystart -noleaf -ignore_readdir_race -noignore_readdir_race -warn -nowarn ( ) ! , -P -H -L -E -X -s -x -O1 -O2 -O3".split(
    " ",
  ),
);
/** Commands of one find, each with each folder and name counted; beyond them none is read. */
const mostFindings = 512;
const runs = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

interface Found {
  readonly isDelete: boolean;
  readonly follows: boolean;
  readonly commands: readonly (readonly string[])[];
  readonly writes: readonly string[];
  /** The names every branch of the expression has; null where one has none. */
  readonly names: readonly string[] | null;
  readonly isKnown: boolean;
}

function parseFind(words: readonly string[]): Found {
  let isDelete = false;
  let follows = false;
  let isUnderstood = true;
  let isNegated = false;
  const commands: string[][] = [];
  const writes: string[] = [];
  const branches: string[][] = [[]];
  let isNarrow = true;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const next = words[at + 1] ?? "";
    if (word === "-delete") isDelete = true;
    else if (word === "-L" || word === "-follow") follows = true;
    else if (word === "-o" || word === "-or") branches.push([]);
    else if (word === ",") isNarrow = false;
    else if (word === "!" || word === "-not") {
      isNegated = true;
      if (next === "(") isNarrow = false;
      continue;
    } else if (word === "-name" || word === "-iname") {
      const name = next.replaceAll(/[?[\]]/g, "*");
      if (!isNegated && isKnown(name) && name !== "" && !name.includes("/")) branches.at(-1)?.push(name);
      at += 1;
    } else if (runs.has(word)) {
      const end = words.findIndex(
        (other, index) => index > at && (other === ";" || (other === "+" && words[index - 1] === "{}")),
      );
      const command = words.slice(at + 1, end < 0 ? undefined : end);
      // In each folder it may be another program.
      if (word.endsWith("dir") && /^\.{0,2}[^/]*\//.test(command[0] ?? "")) isUnderstood = false;
      commands.push(command);
      if (end < 0) isUnderstood = false;
      at = end < 0 ? words.length : end;
    } else if (/^-f(?:print0?|ls)$/.test(word)) {
      writes.push(next);
      at += 1;
    } else if (word === "-fprintf") {
      writes.push(next);
      at += 2;
    } else if (withValue.has(word) || /^-newer[aBcmt]{2}$/.test(word)) at += 1;
    else if (!withoutValue.has(word)) isUnderstood = false;
    isNegated = false;
  }
  const names =
    isNarrow && branches.every((branch) => branch.length > 0) ? branches.flatMap((branch) => branch[0] ?? []) : null;
  return { isDelete, follows, commands, writes, names, isKnown: isUnderstood };
}

function fill(command: readonly string[], target: string): string[] {
  return command.map((word) => word.replaceAll("{}", () => target));
}

const find: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    const start = run.args.findIndex((arg) => /^[-(!,]/.test(arg) && !/^-[HLP]$/.test(arg));
    const named = run.args.slice(0, start < 0 ? undefined : start).filter((arg) => !/^-[HLP]$/.test(arg));
    const roots = [...new Set(named)];
    const found = parseFind([...run.args.filter((arg) => arg === "-L"), ...(start < 0 ? [] : run.args.slice(start))]);
    if (!found.isKnown) run.lose("find has a test nobody declared");
    run.writes(found.writes);
    if (found.isDelete && found.follows) run.lose("what is deleted lies behind links");
    let left = mostFindings;
    for (const root of roots.length === 0 ? ["."] : roots) {
      left -= found.commands.length * (found.names?.length ?? 1);
      if (left < 0) {
        run.lose("find runs more than is followed");
        break;
      }
      const base = root.replace(/(?<=.)\/+$/, "");
      const targets = (found.names ?? [""]).map((name) =>
        name === ""
          ? `${base === "/" ? "" : base}/${stars}`
          : `${base === "/" ? "" : base}/${stars}/${name.replaceAll("*", globMark)}`,
      );
      for (const target of targets) {
        if (found.isDelete) run.path("delete", target, { mode: "tree" });
        for (const command of found.commands) {
          run.inner.argv(fill(command, isOpen(root) ? unknownMark : target), run.state, null);
        }
      }
    }
    const names = (roots.length === 0 ? ["."] : roots).flatMap((root) =>
      (found.names ?? []).map((name) => `${root}/${stars}/${name.replaceAll("*", globMark)}`),
    );
    return { ...boundedFlow(boundOf(run, roots)), names };
  },
};

const fd: Command = {
  options: {
    short: "HIusigFaLpd:E:t:e:S:o:x:X:c:j:lq1n:0",
    long: "hidden no-ignore no-ignore-vcs unrestricted case-sensitive ignore-case glob regex fixed-strings absolute-path list-details follow full-path max-depth= min-depth= exact-depth= exclude= prune type= extension= size= changed-within= changed-before= owner= exec exec-batch max-results= quiet show-errors base-directory= search-path= color= threads= print0 strip-cwd-prefix? one-file-system",
  },
  isRaw: true,
  read: (run) => {
    const at = run.args.findIndex((arg) => /^(?:-[xX]|--exec(?:-batch)?)$/.test(arg));
    const options = run.options({ ...fd.options, stops: false }, at < 0 ? run.args : run.args.slice(0, at));
    const folders = [...options.operands.slice(1), ...options.values("search-path", "base-directory")];
    const bound = boundOf(run, folders);
    if (at >= 0) {
      const command = run.args.slice(at + 1).filter((arg) => arg !== ";");
      const target = bound === null ? unknownMark : `${bound}/${stars}`;
      const isFilled = command.some((word) => word.includes("{"));
      const words = command.map((word) => word.replace(/\{(?:|\/|\/\/|\.|\/\.)\}/g, () => target));
      run.inner.argv(isFilled ? words : [...words, target], run.state, null);
    }
    return boundedFlow(bound);
  },
};

const jqOptions = {
  short: "acCeFfhijL:MnrRsSV0",
  long: "ascii-output compact-output color-output exit-status from-file null-input raw-output raw-input raw-output0 join-output slurp sort-keys monochrome-output tab indent= seq stream unbuffered args jsonargs arg argjson slurpfile rawfile",
};

const jq: Command = {
  options: jqOptions,
  isRaw: true,
  read: (run) => {
    const plain: string[] = [];
    let values = 0;
    for (const arg of run.args) {
      if (values > 0) {
        values -= 1;
        if (values === 0 && plain.at(-1) === "--file") run.path("read", arg);
        continue;
      }
      if (arg === "--arg" || arg === "--argjson") values = 2;
      else if (arg === "--slurpfile" || arg === "--rawfile") {
        values = 2;
        plain.push("--file");
      } else plain.push(arg);
    }
    const options = run.options(
      jqOptions,
      plain.filter((arg) => arg !== "--file"),
    );
    const isFile = options.has("f", "from-file");
    const [filter = "."] = options.operands;
    if (isFile) run.path("read", filter);
    else if (/\benv\b|\$ENV|\$__loc__|input_filename|\bimport\b|\binclude\b/.test(filter))
      run.effect("read", "env:*", "costly");
    if (!options.has("args", "jsonargs")) run.reads(options.operands.slice(1));
  },
};

const yq: Command = {
  options: {
    short: "0CeiI:jMnNo:p:Prsvyt",
    long: "inplace indent= output-format= input-format= prettyPrint null-input no-colors colors exit-status unwrapScalar? from-file= raw-output yaml-output",
  },
  read: (run, options) => {
    const operands =
      options.operands[0] === "eval" || options.operands[0] === "e" ? options.operands.slice(1) : options.operands;
    const [filter = "", ...files] = operands;
    if (/\benv\b|\$ENV|\bload/.test(filter)) run.effect("read", "env:*", "costly");
    run.reads(files);
    if (options.has("i", "inplace")) run.writes(files);
  },
};

const sedOptions = {
  short: "bnEre:f:i?l:suz",
  long: "quiet silent expression= file= in-place? regexp-extended separate unbuffered null-data zero-terminated posix debug line-length= follow-symlinks sandbox binary",
};

const sed: Command = {
  options: sedOptions,
  read: (run, options) => {
    const scripts = options.values("e", "expression");
    const programs = options.values("f", "file");
    if (programs.length > 0) {
      run.reads(programs);
      run.lose("the script of sed is in a file");
    }
    const isOwn = scripts.length === 0 && programs.length === 0;
    const [first, ...rest] = options.operands;
    if (isOwn && first !== undefined) scripts.push(first);
    const files = isOwn ? rest : options.operands;
    for (const script of scripts) {
      const read = isKnown(script) ? readSed(script) : null;
      if (read === null) run.lose("the script of sed may run or write something");
      else run.reads(read.reads);
    }
    const isInPlace = options.has("i", "in-place");
    for (const file of files) run.path(isInPlace ? "write" : "read", file);
  },
};

const awk: Command = {
  options: {
    short: "F:v:f:i:e:l:SPnbcCdDgGhILMNOprstV",
    long: "field-separator= assign= file= include= source= load= sandbox posix",
  },
  read: (run, options) => {
    const programs = options.values("f", "file");
    run.reads(programs);
    const [first, ...rest] = options.operands;
    const sources = options.values("e", "source");
    const isOwn = programs.length === 0 && sources.length === 0;
    const texts = isOwn ? (first === undefined ? [] : [first]) : sources;
    const isSafe =
      programs.length === 0 &&
      !options.has("i", "include", "l", "load") &&
      texts.every((text) => isKnown(text) && isSafeAwk(text));
    if (!isSafe) {
      run.effect("execute", "inline:awk", "costly");
      run.lose("the program of awk may run or write something");
    }
    if (texts.some((text) => /ENVIRON/.test(text))) run.effect("read", "env:*", "costly");
    const files = (isOwn ? rest : options.operands).filter((file) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(shownText(file)));
    run.reads(files);
  },
};

export const searchCommands = tableOf({
  "grep egrep fgrep zgrep": { options: grepOptions, read: readGrep },
  "rg ag": { options: rgOptions, read: readRg },
  find,
  "fd fdfind": fd,
  "jq gojq": jq,
  yq,
  "sed gsed": sed,
  "awk gawk mawk nawk": awk,
});
