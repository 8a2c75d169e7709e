/** @module What git changes here: commits, branches, tags, and the files of the work (section 6.3). */

import { isOpen, someOf, unknownMark } from "../shell/text.ts";
import { beforeDashes, destroy, type GitCall, messageFiles, operandsOf, shortHas } from "./git-call.ts";

export function commit({ run, args }: GitCall): void {
  const letters = args.filter(
    (arg, index) => /^-[A-Za-z]+$/.test(arg) && !/^-[A-Za-z]*[mFCct]$/.test(args[index - 1] ?? ""),
  );
  // Letters after one with a value belong to that value.
  const skipsHooks = letters.some((arg) => /^-[aepqsvioz]*n/.test(arg));
  if (args.includes("--no-verify") || skipsHooks) run.effect("configure", "git:hooks", "costly");
  run.effect("write", "git:commit");
  messageFiles(run, args);
}

export function branch({ run, args }: GitCall): void {
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

export function tag({ run, args }: GitCall): void {
  const operands = operandsOf(args);
  messageFiles(run, args);
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

export function stash({ run, args }: GitCall): void {
  const [verb = "push"] = args;
  if (verb === "list" || verb === "show") {
    run.effect("read", "git:stash");
    const at = args.indexOf("--");
    if (at >= 0) run.reads(args.slice(at + 1));
  } else if (verb === "drop" || verb === "clear") run.effect("delete", "git:stash", "irreversible");
  else if (/^(?:push|save|pop|apply|branch|create|store|-.*)$/.test(verb)) run.effect("write", "git:stash");
  else run.lose("git stash has a verb nobody declared");
}

export function checkout({ run, sub, args }: GitCall): void {
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
  if (!isNew)
    // What was fetched from elsewhere stays that when it is checked out.
    for (const root of run.place.roots)
      if (run.state.made.get(root.path)?.from !== "fetch") run.made(root.path, { from: "copy" });
}

export function reset({ run, args }: GitCall): void {
  if (args.includes("--hard") || args.includes("--merge") || args.includes("--keep")) {
    run.effect("delete", "git:worktree", "irreversible");
    return;
  }
  run.effect("write", "git:index");
}

export function restore({ run, args }: GitCall): void {
  const isStaged = args.some((arg) => arg === "--staged" || /^-[a-zA-Z]*S/.test(arg));
  const isWorktree = args.some((arg) => arg === "--worktree" || /^-[a-zA-Z]*W/.test(arg));
  if (isStaged && !isWorktree) run.effect("write", "git:index");
  else destroy(run, operandsOf(args, /^(?:-s|--source|--conflict)$/));
}

export function clean({ run, args }: GitCall): void {
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
      run.path("delete", absolute === null ? unknownMark : someOf(absolute), { reversibility: "irreversible" });
  }
}

export function remove({ run, args }: GitCall): void {
  const paths = operandsOf(args);
  if (args.includes("--cached")) run.effect("write", "git:index");
  else if (args.some((arg) => arg === "-n" || arg === "--dry-run")) run.effect("read", "git:rm");
  else {
    const isForced = args.some((arg) => arg === "--force" || /^-[a-z]*f/.test(arg));
    for (const path of paths)
      run.path("delete", path, { mode: "moved", ...(isForced ? { reversibility: "irreversible" as const } : {}) });
  }
}
