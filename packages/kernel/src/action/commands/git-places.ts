/** @module Where git gets from and where it keeps: remotes, settings, worktrees, submodules (section 6.3). */

import { isKnown, unknownMark } from "../shell/text.ts";
import { type GitCall, operandsOf, remoteHost } from "./git-call.ts";

const plainKey = /^(?:user|color|advice)\./i;

export function config({ run, args }: GitCall): void {
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

export function remote({ run, args }: GitCall): void {
  const [verb = "", name = ""] = operandsOf(args, /^(?:-t|-m)$/);
  if (/^(?:|show|get-url|-v)$/.test(verb)) run.effect("read", "git:remote");
  else if (/^(?:add|set-url|remove|rm|rename|set-head|set-branches)$/.test(verb)) {
    run.effect("configure", `git:remote/${name}`, "costly");
    if (args.some((arg) => arg.startsWith("ext::"))) run.lose("git runs a program of its own");
  } else if (verb === "update" || verb === "prune") run.effect("network", `host:${remoteHost(run, undefined)}`);
  else run.lose("git remote has a verb nobody declared");
}

export function worktree({ run, args }: GitCall): void {
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

export function submodule({ run, args }: GitCall): void {
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

export function fetchFrom({ run, sub, args }: GitCall): void {
  const operands = operandsOf(args);
  const remoteText = operands[0];
  if (args.some((arg) => /^(?:ext::|--upload-pack|-u$)/.test(arg)) || args.some((arg) => arg.includes("ext::")))
    run.lose("git runs a program of its own");
  if (sub === "clone" && args.some((arg) => /^(?:-c|--config|--template)/.test(arg)))
    run.lose("git runs with settings of its own");
  run.effect("network", `host:${remoteHost(run, remoteText)}`);
  const isForeign = remoteText !== undefined && /[:/]/.test(remoteText) && sub !== "clone";
  if (isForeign && !Object.values(run.place.git?.remotes ?? {}).includes(remoteText))
    for (const root of run.place.roots) run.made(root.path, { from: "fetch", hosts: [remoteHost(run, remoteText)] });
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
