/** @module git (actions, section 6.3): what the reflog keeps can be undone, what it does not keep cannot. */

import type { Command } from "../shell/command.ts";
import { boundedFlow, type Flow } from "../shell/flow.ts";
import { parseOptions } from "../shell/options.ts";
import { isKnown, someOf, unknownMark } from "../shell/text.ts";
import { type GitCall, messageFiles, moves, operandsOf, quotes, remoteHost, shortHas } from "./git-call.ts";
import { config, fetchFrom, remote, submodule, worktree } from "./git-places.ts";
import { pushes } from "./git-push.ts";
import { branch, checkout, clean, commit, remove, reset, restore, stash, tag } from "./git-work.ts";

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
  // Without an index a folder is shown whole.
  const use = args.includes("--no-index") ? ({ mode: "tree" } as const) : {};
  for (const path of shownPaths(sub, args)) run.path("read", path, use);
  // `--textconv` is what these do anyhow.
  if (sub === "ls-remote") {
    run.effect("network", `host:${remoteHost(run, operandsOf(args)[0])}`);
    if (args.some((arg) => arg.startsWith("ext::"))) run.lose("git runs a program of its own");
  }
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
  if (sub === "merge") messageFiles(run, args);
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
  for (const cwd of run.cwds) run.path("write", cwd === null ? unknownMark : someOf(cwd), { reversibility: "costly" });
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
      if (sub === "notes") messageFiles(run, args);
      if (sub === "bundle" && args[0] === "create") run.path("write", operandsOf(args)[1] ?? "");
      if (sub === "init" && args.some((arg) => arg.startsWith("--template")))
        run.lose("git copies hooks from elsewhere");
      if (sub === "archive") for (const path of operandsOf(args).slice(1)) run.path("read", path, { mode: "tree" });
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
