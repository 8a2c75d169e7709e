/** @module git (actions, section 6.3): what the reflog keeps can be undone, what it does not keep cannot. */

import { type Command } from "../shell/command.ts";
import { boundedFlow, type Flow } from "../shell/flow.ts";
import { parseOptions } from "../shell/options.ts";
import type { Run } from "../shell/run.ts";
import { isKnown, isOpen, shownText, someMark, unknownMark } from "../shell/text.ts";
import { pushes } from "./git-push.ts";

const readOnly = new Set(
  "status log diff show blame annotate grep ls-files ls-tree ls-remote cat-file rev-parse rev-list describe shortlog for-each-ref merge-base name-rev check-ignore check-attr check-ref-format count-objects fsck var version help whatchanged cherry range-diff diff-tree diff-index diff-files show-ref show-branch verify-commit verify-tag rev-list bugreport column stripspace get-tar-commit-id patch-id".split(
    " ",
  ),
);
const writing = new Set(
  "add commit merge cherry-pick revert rebase init notes mv am stage mktree write-tree commit-tree hash-object read-tree update-index symbolic-ref format-patch archive bundle sparse-checkout repack pack-refs rerere".split(
    " ",
  ),
);
const fetching = new Set("fetch pull clone".split(" "));

/** Keys that run programs. */
const runsKey =
  /^(?:alias\..*|core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy)|sequence\.editor|diff\..*\.(?:command|textconv)|diff\.external|merge\..*\.driver|filter\..*|url\..*|include\..*|includeif\..*|credential\..*|protocol\..*|gpg\..*program|gpg\.program|pager\..*|difftool\..*|mergetool\..*|browser\..*|web\..*|man\..*|uploadpack\..*|receive\..*|init\.templatedir|remote\..*\.(?:uploadpack|receivepack|vcs|proxy|url)|http\.proxy|ssh\.variant|interactive\.difffilter|trailer\..*\.(?:command|cmd))$/i;
const plainKey = /^(?:user|color|advice)\./i;

interface GitCall {
  readonly run: Run;
  readonly sub: string;
  readonly args: readonly string[];
  has(...names: readonly string[]): boolean;
}

function shortHas(args: readonly string[], letter: string): boolean {
  return args.some((arg) => /^-[A-Za-z]+$/.test(arg) && arg.includes(letter));
}

function beforeDashes(args: readonly string[]): readonly string[] {
  const at = args.indexOf("--");
  return at < 0 ? args : args.slice(0, at);
}

function operandsOf(
  args: readonly string[],
  withValue = /^(?:-m|-F|-C|-c|-u|-t|-S|--message|--file|--author|--date|--strategy|-s|-X|--onto|--track|-b|-B|--orphan|--format|--sort|--contains|--no-contains|--merged|--points-at|--depth|--branch|--origin|-o|-j|--jobs|--reference|--exec|-x|--source|--conflict|--cleanup|--fixup|--squash|--reason)$/,
): string[] {
  const operands: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--") return [...operands, ...args.slice(at + 1)];
    if (withValue.test(arg)) at += 1;
    else if (!arg.startsWith("-") || arg === "-") operands.push(arg);
  }
  return operands;
}

/** Paths git restores, removes or overwrites; everything it tracks when they are folders of the whole work. */
function destroy(run: Run, paths: readonly string[], kind: "delete" | "write" = "delete"): void {
  if (paths.length === 0) run.effect(kind, "git:worktree", "irreversible");
  for (const path of paths) {
    const isWhole = /^(?:\.|\.\/|:\/|:|\*|\/)$/.test(shownText(path)) || path.startsWith(":");
    if (isWhole) run.effect(kind, "git:worktree", "irreversible");
    else run.path(kind, path, { mode: "git", reversibility: "irreversible" });
  }
}

const contentOf = new Set(["show", "cat-file", "blame", "annotate", "diff", "grep", "log"]);

/** Paths whose content a listing shows: after `--`, behind a revision, or named alone. */
function shownPaths(sub: string, args: readonly string[]): string[] {
  if (!contentOf.has(sub) || (sub === "log" && !args.some((arg) => /^(?:-p|-u|--patch|-L.*)$/.test(arg)))) return [];
  const at = args.indexOf("--");
  const paths = at < 0 ? [] : args.slice(at + 1);
  for (const arg of at < 0 ? args : args.slice(0, at)) {
    if (arg.startsWith("-")) continue;
    const behind = /^[^:]*:(?<path>[^:]+)$/.exec(arg)?.groups?.["path"];
    if (behind !== undefined) paths.push(behind);
    else if (sub === "blame" || sub === "annotate" || args.includes("--no-index")) paths.push(arg);
  }
  return paths.filter((path) => !path.startsWith(":") && path !== "");
}

function readListing({ run, sub, args }: GitCall): void {
  run.effect("read", `git:${sub}`);
  for (const arg of args) {
    const output = /^--output=(?<file>.+)$/.exec(arg)?.groups?.["file"];
    if (output !== undefined) run.path("write", output);
    if (arg === "--output") run.lose("git writes to a file nobody declared");
    if (/^-O./.test(arg) && sub === "grep") run.lose("git opens a pager of its own");
    if (/^--(?:ext-diff|open-files-in-pager|upload-pack|exec|filters)\b/.test(arg))
      run.lose("git runs a program of its own");
  }
  for (const path of shownPaths(sub, args)) run.path("read", path);
  // `--textconv` is what these do anyhow.
  if (sub === "ls-remote") {
    run.effect("network", `host:${remoteHost(run, operandsOf(args)[0])}`);
    if (args.some((arg) => arg.startsWith("ext::"))) run.lose("git runs a program of its own");
  }
}

/** The host of a remote: by its address, or by its name where facts know it. */
export function remoteHost(run: Run, name: string | undefined): string {
  const written = name ?? "origin";
  const address = run.place.git?.remotes?.[written] ?? written;
  const host = /^(?:[a-z+]+:\/\/(?:[^/@]*@)?|[^/@:]+@)(?<host>[^/:]+)/i.exec(address)?.groups?.["host"];
  return shownText(host ?? written);
}

function quotes(run: Run, args: readonly string[]): void {
  if (args.some((arg) => arg === "--no-verify") || (run.args.includes("commit") && shortHas(args, "n")))
    run.effect("configure", "git:hooks", "costly");
}

function commit({ run, args }: GitCall): void {
  const letters = args.filter(
    (arg, index) => /^-[A-Za-z]+$/.test(arg) && !/^-[A-Za-z]*[mFCct]$/.test(args[index - 1] ?? ""),
  );
  // Letters after one with a value belong to that value.
  const skipsHooks = letters.some((arg) => /^-[aepqsvioz]*n/.test(arg));
  if (args.includes("--no-verify") || skipsHooks) run.effect("configure", "git:hooks", "costly");
  run.effect("write", "git:commit");
  for (const [index, arg] of args.entries()) {
    if (arg === "-F" || arg === "--file" || arg === "-t" || arg === "--template") {
      const file = args[index + 1];
      if (file !== undefined && file !== "-") run.path("read", file);
    }
  }
}

function branch({ run, args }: GitCall): void {
  const operands = operandsOf(
    args,
    /^(?:--sort|--format|--contains|--no-contains|--merged|--no-merged|--points-at|-u|--set-upstream-to|--color|--column|--abbrev)$/,
  );
  if (shortHas(args, "D") || (args.includes("--force") && (args.includes("--delete") || shortHas(args, "d")))) {
    for (const name of operands) run.effect("delete", `git:branch/${name}`, "irreversible");
  } else if (shortHas(args, "d") || args.includes("--delete")) {
    const isForced = shortHas(args, "f");
    for (const name of operands) run.effect("delete", `git:branch/${name}`, isForced ? "irreversible" : "reversible");
  } else if (shortHas(args, "M") || shortHas(args, "C")) run.effect("write", "git:branch", "irreversible");
  else if (shortHas(args, "f") || args.includes("--force")) {
    for (const name of operands.slice(0, 1)) run.effect("write", `git:branch/${name}`, "costly");
  } else if (
    operands.length > 0 &&
    !args.some((arg) => /^(?:-l|--list|--contains|--merged|--no-merged|--points-at|-a|-r|-v|-vv)$/.test(arg))
  ) {
    run.effect("write", `git:branch/${operands[0] ?? ""}`);
  } else if (args.includes("--edit-description")) run.effect("configure", "git:config/branch", "reversible");
  else run.effect("read", "git:branch");
}

function tag({ run, args }: GitCall): void {
  const operands = operandsOf(args);
  if (shortHas(args, "d") || args.includes("--delete"))
    for (const name of operands) run.effect("delete", `git:tag/${name}`, "costly");
  else if (operands.length === 0 || shortHas(args, "l") || args.includes("--list")) run.effect("read", "git:tag");
  else
    run.effect(
      "write",
      `git:tag/${operands[0] ?? ""}`,
      shortHas(args, "f") || args.includes("--force") ? "costly" : "reversible",
    );
}

function stash({ run, args }: GitCall): void {
  const [verb = "push"] = args;
  if (verb === "list" || verb === "show") run.effect("read", "git:stash");
  else if (verb === "drop" || verb === "clear") run.effect("delete", "git:stash", "irreversible");
  else if (/^(?:push|save|pop|apply|branch|create|store|-.*)$/.test(verb)) run.effect("write", "git:stash");
  else run.lose("git stash has a verb nobody declared");
}

function checkout({ run, sub, args }: GitCall): void {
  const at = args.indexOf("--");
  const options = beforeDashes(args);
  const isNew = options.some((arg) => /^-[bBc]$|^-C$|^--(?:orphan|create|force-create)/.test(arg));
  const isForced = options.some((arg) => arg === "--force" || arg === "--discard-changes" || /^-[a-z]*f/.test(arg));
  const operands = operandsOf(options);
  if (at >= 0) {
    destroy(run, args.slice(at + 1));
    return;
  }
  if (options.some((arg) => arg.startsWith("--pathspec-from-file"))) {
    destroy(run, []);
    return;
  }
  if (isForced) run.effect("delete", "git:worktree", "irreversible");
  if (options.some((arg) => /^-[a-zA-Z]*p$|^--(?:patch|ours|theirs)$/.test(arg))) {
    destroy(run, operands);
    return;
  }
  const [first = ""] = operands;
  const isPath =
    sub === "checkout" &&
    !isNew &&
    (/^(?:\.{1,2}(?:\/|$)|:|\/)/.test(first) ||
      /\.[A-Za-z0-9]{1,5}$/.test(first) ||
      /[*\uFDD0]/.test(first) ||
      operands.length > 1);
  if (isPath) {
    // `git checkout TREE PATH…`, or a path alone.
    destroy(run, operands.length > 1 ? operands.slice(1) : operands);
    return;
  }
  if (options.includes("-B") || options.includes("-C") || options.includes("--force-create"))
    run.effect("write", `git:branch/${first}`, "irreversible");
  run.effect("write", first === "" || isOpen(first) ? "git:HEAD" : `git:branch/${first}`);
  if (isOpen(first)) run.lose("it is not known what is checked out");
  if (!isNew) for (const root of run.place.roots) run.made(root.path, { from: "copy" });
}

function reset({ run, args }: GitCall): void {
  if (args.includes("--hard") || args.includes("--merge") || args.includes("--keep")) {
    run.effect("delete", "git:worktree", "irreversible");
    return;
  }
  run.effect("write", "git:index");
}

function restore({ run, args }: GitCall): void {
  const isStaged = args.some((arg) => arg === "--staged" || /^-[a-zA-Z]*S/.test(arg));
  const isWorktree = args.some((arg) => arg === "--worktree" || /^-[a-zA-Z]*W/.test(arg));
  if (isStaged && !isWorktree) run.effect("write", "git:index");
  else destroy(run, operandsOf(args, /^(?:-s|--source|--conflict)$/));
}

function clean({ run, args }: GitCall): void {
  const isForced = args.some((arg) => arg === "--force" || /^-[a-zA-Z]*f/.test(arg));
  const isDry = args.some((arg) => arg === "--dry-run" || /^-[a-zA-Z]*n/.test(arg));
  if (!isForced || isDry) {
    if (args.some((arg) => /^-[a-zA-Z]*i|^--interactive/.test(arg))) run.lose("git asks what to remove");
    run.effect("read", "git:clean");
    return;
  }
  const paths = operandsOf(args, /^(?:-e|--exclude)$/);
  for (const path of paths.length === 0 ? ["."] : paths) {
    for (const absolute of run.absolute(path))
      run.path("delete", absolute === null ? unknownMark : `${someMark}${absolute}`, { reversibility: "irreversible" });
  }
}

function remove({ run, args }: GitCall): void {
  const paths = operandsOf(args);
  if (args.includes("--cached")) run.effect("write", "git:index");
  else if (args.some((arg) => arg === "-n" || arg === "--dry-run")) run.effect("read", "git:rm");
  else {
    const isForced = args.some((arg) => arg === "--force" || /^-[a-z]*f/.test(arg));
    for (const path of paths)
      run.path("delete", path, { mode: "moved", ...(isForced ? { reversibility: "irreversible" as const } : {}) });
  }
}

/** Moving is deleting where it was; git can move it back. */
function moves(run: Run, paths: readonly string[]): void {
  for (const path of paths.slice(0, -1)) run.path("delete", path, { mode: "moved" });
  const [destination] = paths.slice(-1);
  if (destination !== undefined) run.path("write", destination);
}

function config({ run, args }: GitCall): void {
  const isWide = args.some((arg) => /^--(?:global|system)$/.test(arg));
  const operands = operandsOf(args, /^(?:-f|--file|--blob|--type|--default|--comment|--value)$/);
  const [verb = "", ...rest] = operands;
  const isNewStyle = /^(?:get|list|set|unset|rename-section|remove-section|edit)$/.test(verb);
  const reads =
    args.some((arg) => /^(?:--get.*|-l|--list|--show-origin|--show-scope)$/.test(arg)) ||
    verb === "get" ||
    verb === "list" ||
    (!isNewStyle &&
      operands.length < 2 &&
      !args.some((arg) => /^--(?:unset|remove|rename|edit|add|replace)/.test(arg) || arg === "-e"));
  if (reads) {
    run.effect("read", "git:config");
    return;
  }
  const key = isNewStyle ? (rest[0] ?? verb) : verb;
  if (!isKnown(key)) run.lose("it is not known which setting changes");
  for (const [index, arg] of args.entries()) {
    const file =
      arg === "-f" || arg === "--file" ? args[index + 1] : /^--file=(?<path>.+)$/.exec(arg)?.groups?.["path"];
    if (file !== undefined) run.path("write", file);
  }
  const isEdit = args.some((arg) => arg === "-e" || arg === "--edit") || verb === "edit";
  if (isEdit) run.lose("git opens an editor");
  run.effect(
    "configure",
    `git:config/${key}`,
    isWide || !plainKey.test(key) || args.some((arg) => /^(?:-f|--file)/.test(arg)) ? "costly" : "reversible",
  );
}

function remote({ run, args }: GitCall): void {
  const [verb = "", name = ""] = operandsOf(args, /^(?:-t|-m)$/);
  if (/^(?:|show|get-url|-v)$/.test(verb)) run.effect("read", "git:remote");
  else if (/^(?:add|set-url|remove|rm|rename|set-head|set-branches)$/.test(verb)) {
    run.effect("configure", `git:remote/${name}`, "costly");
    if (args.some((arg) => arg.startsWith("ext::"))) run.lose("git runs a program of its own");
  } else if (verb === "update" || verb === "prune") run.effect("network", `host:${remoteHost(run, undefined)}`);
  else run.lose("git remote has a verb nobody declared");
}

function worktree({ run, args }: GitCall): void {
  const [verb = "", path = ""] = operandsOf(args);
  if (verb === "list") run.effect("read", "git:worktree");
  else if (verb === "remove") {
    const isForced = args.some((arg) => arg === "-f" || arg === "--force" || arg === "-ff");
    if (isForced) run.path("delete", path, { mode: "tree", reversibility: "irreversible" });
    else run.path("delete", path, { mode: "moved" });
  } else if (verb === "add") {
    run.path("write", path);
    run.made(path, { from: "copy" });
  } else if (/^(?:prune|lock|unlock|repair|move)$/.test(verb)) run.effect("write", "git:worktree");
  else run.lose("git worktree has a verb nobody declared");
}

function submodule({ run, args }: GitCall): void {
  const [verb = "", ...rest] = operandsOf(args);
  if (verb === "foreach") {
    const at = args.indexOf("foreach");
    run.inner.text(
      args
        .slice(at + 1)
        .filter((arg) => !/^--(?:recursive|quiet)$/.test(arg))
        .join(" "),
      run.state,
    );
  } else if (verb === "update" || verb === "init" || verb === "sync") {
    run.effect("network", `host:${remoteHost(run, undefined)}`);
    run.effect("write", "git:submodule");
  } else if (verb === "add") {
    run.effect("network", `host:${remoteHost(run, rest[0])}`);
    run.effect("configure", "git:submodule", "costly");
  } else if (verb === "" || verb === "status" || verb === "summary") run.effect("read", "git:submodule");
  else if (verb === "deinit")
    run.effect("delete", "git:submodule", args.some((arg) => /^-f|--force/.test(arg)) ? "irreversible" : "costly");
  else run.lose("git submodule has a verb nobody declared");
}

function fetchFrom({ run, sub, args }: GitCall): void {
  const operands = operandsOf(args);
  const remoteText = operands[0];
  if (args.some((arg) => /^(?:ext::|--upload-pack|-u$)/.test(arg)) || args.some((arg) => arg.includes("ext::")))
    run.lose("git runs a program of its own");
  if (sub === "clone" && args.some((arg) => /^(?:-c|--config|--template)/.test(arg)))
    run.lose("git runs with settings of its own");
  run.effect("network", `host:${remoteHost(run, remoteText)}`);
  if (sub === "clone") {
    const name =
      operands[1] ??
      (remoteText ?? "")
        .replace(/\/+$/, "")
        .replace(/\.git$/, "")
        .split(/[/:]/)
        .at(-1) ??
      "";
    run.path("write", name === "" ? unknownMark : name);
    run.made(name, { from: "copy" });
  } else if (sub === "pull" && args.some((arg) => arg === "--force" || arg === "-f"))
    run.effect("write", "git:worktree", "irreversible");
  else run.effect("write", sub === "pull" ? "git:worktree" : "git:refs");
}

function rebaseLike({ run, sub, args }: GitCall): void {
  for (const [index, arg] of args.entries()) {
    const joined = /^(?:--exec=|-x)(?<text>.+)$/s.exec(arg)?.groups?.["text"];
    const text = arg === "--exec" || arg === "-x" ? args[index + 1] : joined;
    if (text !== undefined && (sub === "rebase" || sub === "difftool")) run.inner.text(text, run.state);
  }
  if (
    args.some(
      (arg) => /^(?:-s|--strategy)/.test(arg) && /^--strategy=(?!ort|recursive|ours|octopus|subtree|resolve)/.test(arg),
    )
  )
    run.lose("git runs a program of its own");
  quotes(run, args);
  run.effect("write", `git:${sub}`);
}

const subcommands: Readonly<Record<string, (call: GitCall) => void>> = {
  commit,
  branch,
  tag,
  stash,
  checkout,
  switch: checkout,
  reset,
  restore,
  clean,
  rm: remove,
  config,
  remote,
  worktree,
  submodule,
  rebase: rebaseLike,
  merge: rebaseLike,
  "cherry-pick": rebaseLike,
  revert: rebaseLike,
  fetch: fetchFrom,
  pull: fetchFrom,
  clone: fetchFrom,
  push: ({ run, args }) => pushes(run, args),
  reflog: ({ run, args }) => {
    if (args[0] === "expire" || args[0] === "delete") run.effect("delete", "git:reflog", "irreversible");
    else run.effect("read", "git:reflog");
  },
  "update-ref": ({ run, args }) => {
    if (args.some((arg) => arg === "-d" || arg === "--stdin")) run.effect("delete", "git:ref", "irreversible");
    else run.effect("write", "git:ref", "costly");
  },
  gc: ({ run, args }) => {
    if (args.some((arg) => arg.startsWith("--prune") && arg !== "--prune=never"))
      run.effect("delete", "git:objects", "irreversible");
    else run.effect("write", "git:objects");
  },
  prune: ({ run, args }) => {
    if (args.includes("-n") || args.includes("--dry-run")) run.effect("read", "git:objects");
    else run.effect("delete", "git:objects", "irreversible");
  },
  "filter-branch": ({ run, args }) => {
    run.effect("delete", "git:history", "irreversible");
    for (const [index, arg] of args.entries())
      if (/^--[a-z-]+-filter$/.test(arg)) run.inner.text(args[index + 1] ?? "", run.state);
  },
  "filter-repo": ({ run }) => run.effect("delete", "git:history", "irreversible"),
  apply: patchLike,
  am: patchLike,
  bisect: ({ run, args }) => {
    if (args[0] === "run") run.inner.argv(args.slice(1), run.state, null, run.splits);
    run.effect("write", "git:bisect");
  },
  difftool: ({ run, args, sub }) => {
    rebaseLike({ run, args, sub, has: () => false });
    if (!args.some((arg) => /^(?:-x|--extcmd)/.test(arg))) run.lose("git opens a program of its own");
    for (const arg of args) {
      const text = /^--extcmd=(?<text>.+)$/s.exec(arg)?.groups?.["text"];
      if (text !== undefined) run.inner.text(text, run.state);
    }
  },
  credential: ({ run }) => run.effect("configure", "git:credential", "costly"),
  lfs: ({ run, args }) => {
    const [verb = ""] = args;
    if (verb === "pull" || verb === "fetch") {
      run.effect("network", `host:${remoteHost(run, undefined)}`);
      run.effect("write", "git:lfs");
    } else if (/^(?:ls-files|status|env|version|logs)$/.test(verb)) run.effect("read", "git:lfs");
    else if (verb === "push") run.effect("publish", "git-remote:origin/lfs", "costly");
    else if (/^(?:install|uninstall|track|untrack)$/.test(verb)) run.effect("configure", "git:lfs", "costly");
    else run.lose("git lfs has a verb nobody declared");
  },
};

function patchLike({ run, sub, args }: GitCall): void {
  if (args.some((arg) => /^--(?:abort|continue|skip|quit|check|stat|numstat|summary)$/.test(arg))) {
    run.effect(sub === "am" && !args.includes("--show-current-patch") ? "write" : "read", `git:${sub}`);
    return;
  }
  run.reads(
    operandsOf(args, /^(?:-p|-C|--directory|--exclude|--include|-d|--whitespace)$/).filter((path) => path !== "-"),
  );
  for (const cwd of run.cwds)
    run.path("write", cwd === null ? unknownMark : `${someMark}${cwd}`, { reversibility: "costly" });
  for (const root of run.place.roots) run.made(root.path, { from: "copy" });
}

const globalOptions = {
  short: "C:c:pPhv",
  long: "git-dir= work-tree= namespace= exec-path? html-path man-path info-path paginate no-pager no-replace-objects bare literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs no-optional-locks list-cmds= config-env= super-prefix= attr-source= version help no-lazy-fetch no-advice",
  stops: true,
};

export const git: Command = {
  options: globalOptions,
  isRaw: true,
  valued:
    /^(?:-[mFCcSt]|--(?:message|file|author|date|grep|since|until|after|before|format|pretty|onto|trailer|template))$/,
  read: (run): Flow | undefined => {
    const options = parseOptions(run.args, globalOptions);
    if (options.unknown.length > 0) run.lose("git has an option nobody declared");
    for (const folder of options.values("C")) run.cwds = run.absolute(folder);
    for (const setting of [...options.values("c"), ...options.values("config-env")]) {
      const key = setting.split("=")[0] ?? "";
      if (
        !/^(?:user|color|advice)\.|^(?:core\.(?:quotepath|autocrlf|filemode|abbrev)|commit\.gpgsign|tag\.gpgsign|gc\.auto|diff\.(?:renames|renamelimit|algorithm|context|nopre?fix|mnemonicprefix|color.*)|log\.(?:date|showsignature|decorate)|init\.defaultbranch|pull\.(?:rebase|ff)|rebase\.autostash|merge\.(?:conflictstyle|ff)|grep\..*|status\..*|column\..*|safe\.directory|http\.(?:version|postbuffer))$/i.test(
          key,
        )
      ) {
        run.effect("configure", /^core\.hookspath$/i.test(key) ? "git:hooks" : `git:config/${key}`, "costly");
      }
      // Hooks of another folder run; none at all only steps round the project's own.
      const isOther = /^core\.hookspath$/i.test(key) && !/=(?:\/dev\/null)?$/.test(setting);
      if (runsKey.test(key) || isOther) run.lose("git runs a program that a setting names");
    }
    if (options.has("git-dir", "work-tree", "exec-path", "namespace")) run.lose("git works on another repository");
    const rest = run.args.slice(options.rest);
    const [sub, ...args] = rest;
    if (sub === undefined) return undefined;
    if (run.splits && !readOnly.has(sub) && sub !== "commit" && sub !== "add") run.lose("an argument may be an option");
    const call: GitCall = { run, sub, args, has: (...names) => args.some((arg) => names.includes(arg)) };
    const read = subcommands[sub];
    if (!isKnown(sub)) run.lose("it is not known what git does");
    else if (read !== undefined) read(call);
    else if (readOnly.has(sub)) {
      readListing(call);
      if (
        sub === "ls-files" ||
        (sub === "grep" && shortHas(args, "l")) ||
        (sub === "diff" && args.includes("--name-only"))
      ) {
        const [cwd] = run.cwds;
        return boundedFlow(cwd ?? null);
      }
    } else if (writing.has(sub)) {
      quotes(run, args);
      run.effect("write", `git:${sub}`);
      if (sub === "mv") moves(run, operandsOf(args));
      if (sub === "hash-object") run.reads(operandsOf(args));
      if (sub === "bundle" && args[0] === "create") run.path("write", operandsOf(args)[1] ?? "");
      if (sub === "init" && args.some((arg) => arg.startsWith("--template")))
        run.lose("git copies hooks from elsewhere");
      if (sub === "archive" && args.some((arg) => /^--(?:remote|exec)/.test(arg))) run.lose("git asks another machine");
      for (const [index, arg] of args.entries()) {
        if (/^(?:-o|--output|--output-directory)$/.test(arg)) run.path("write", args[index + 1] ?? "");
      }
      for (const arg of args) {
        const output = /^(?:--output(?:-directory)?=|-o(?=.))(?<file>.+)$/.exec(arg)?.groups?.["file"];
        if (output !== undefined) run.path("write", output);
      }
    } else if (fetching.has(sub)) fetchFrom(call);
    else run.lose("git has a subcommand nobody declared; it may be an alias");
    return undefined;
  },
};
