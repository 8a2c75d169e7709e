/** @module What is part of the shell itself: folders, variables, options, and code that runs in this very shell. */

import { tidyPath } from "../paths/form.ts";
import { type Command, tableOf } from "../shell/command.ts";
import { possibleFolders } from "../shell/folders.ts";
import type { Run } from "../shell/run.ts";
import { isSecretName, isSteering } from "../shell/state.ts";
import { isKnown, isOpen, ownJobMark, shownText, unknownMark } from "../shell/text.ts";
import { executeFile } from "./execute.ts";

function raw(read: (run: Run) => void): Command {
  return { options: { isLenient: true }, isRaw: true, read };
}

function enter(run: Run, folders: readonly (string | null)[]): void {
  const [before] = run.state.cwds;
  run.state.oldCwd = before ?? null;
  run.state.cwds = possibleFolders(folders);
}

const cd = raw((run) => {
  const { state } = run;
  const physical = run.args.includes("-P");
  const [target] = run.args.filter((arg) => !/^-[LPe@]+$/.test(arg) && arg !== "--");
  if (run.name === "popd") {
    enter(run, [null]);
    return;
  }
  if (target === undefined) {
    if (run.name === "cd") enter(run, [run.place.home]);
    else enter(run, [null]);
    return;
  }
  if (target === "-") {
    enter(run, [state.oldCwd]);
    return;
  }
  const isSearched = state.variables.has("CDPATH") && !/^\.{0,2}\//.test(target);
  if (isOpen(target) || isSearched || /^[+-][0-9]+$/.test(target)) {
    enter(run, [null]);
    return;
  }
  // Of a pattern the folder is any that it fits.
  const shown = shownText(target);
  const folders = run.cwds.map((cwd) => {
    if (!shown.startsWith("/") && cwd === null) return null;
    return tidyPath(shown.startsWith("/") ? shown : `${cwd ?? ""}/${shown}`);
  });
  for (const folder of folders) if (folder !== null) run.reading.ask(folder);
  if (physical || run.isBelowMade(target)) enter(run, [null]);
  else enter(run, folders);
});

/** `export`, `declare` and their kin; their assignments are read before. */
const declare = raw((run) => {
  const flags = run.args.filter((arg) => /^[-+]/.test(arg));
  const names = run.args.filter((arg) => !/^[-+]/.test(arg));
  if (flags.some((flag) => /^-[A-Za-z]*[in]/.test(flag)) && run.name !== "export")
    run.lose("a declared variable evaluates its value again");
  if (run.name === "export" && flags.some((flag) => flag.includes("f"))) run.state.isDisturbed = true;
  const isListing = names.length === 0 && flags.every((flag) => /^-[pxfFgraA]+$/.test(flag));
  const hasAssignment = run.args.length === 0 && run.reading.assigned.size > 0;
  if (isListing && !hasAssignment && (flags.length > 0 || run.args.length === 0)) run.effect("read", "env:*", "costly");
  for (const name of names) {
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) continue;
    const assigned = /^(?<name>[A-Za-z_][A-Za-z0-9_]*)=(?<value>.*)$/s.exec(name)?.groups;
    if (assigned === undefined) {
      run.lose("a subscript may run its value");
      // `declare "a[$(…)]=1"`: what a substitution printed there runs again.
      continue;
    }
    const { name: variable = "", value = "" } = assigned;
    run.state.variables.set(variable, { values: [value] });
    run.reading.assigned.add(variable);
    if (isSteering(variable, [value])) {
      run.effect("configure", `env:${variable}`, "costly");
      run.state.isDisturbed = true;
    }
  }
});

const read = raw((run) => {
  for (let at = 0; at < run.args.length; at += 1) {
    const arg = run.args[at] ?? "";
    if (/^-[a-zA-Z]*[dnNptui]$/.test(arg)) at += 1;
    else if (!arg.startsWith("-")) {
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(arg)) run.lose("a subscript may run its value");
      else {
        if (isSteering(arg, [unknownMark])) run.state.isDisturbed = true;
        run.state.variables.set(arg, { values: [unknownMark] });
        run.reading.assigned.add(arg);
      }
    }
  }
});

const set = raw((run) => {
  if (run.args.length === 0) {
    run.effect("read", "env:*", "costly");
    return;
  }
  for (let at = 0; at < run.args.length; at += 1) {
    const arg = run.args[at] ?? "";
    if (arg === "--") break;
    if (/^[-+][eux]*o$/.test(arg)) {
      at += 1;
      if (!/^(?:pipefail|errexit|nounset|xtrace)$/.test(run.args[at] ?? ""))
        run.lose("an option of the shell changes how it reads");
    } else if (!/^[-+][eux]+$/.test(arg)) {
      if (arg.startsWith("-") || arg.startsWith("+") || !isKnown(arg))
        run.lose("an option of the shell changes how it reads");
      else break;
    }
  }
  if (run.args.some((arg) => arg === "--" || !/^[-+]/.test(arg))) {
    for (const name of run.state.variables.keys()) if (/^[0-9]+$/.test(name)) run.state.variables.delete(name);
  }
});

/** What makes later commands mean something else. */
const disturbing = raw((run) => {
  if (run.args.length === 0 || (run.name === "shopt" && run.args.every((arg) => /^-[pq]/.test(arg)))) return;
  run.state.isDisturbed = true;
  run.lose(`${run.name} changes what later commands mean`);
});

const trap = raw((run) => {
  const [first, ...signals] = run.args.filter((arg) => arg !== "--");
  if (first === undefined || first === "-" || first === "" || first === "-p" || first === "-l" || signals.length === 0)
    return;
  run.inner.text(first, run.state);
});

const source = raw((run) => {
  const [file, ...args] = run.args;
  if (file === undefined) return;
  if (run.hosts.length > 0) {
    for (const host of run.hosts) run.effect("execute", `remote:${host}`, "irreversible");
    run.state.isDisturbed = true;
    return;
  }
  if (!isKnown(file)) run.lose("it runs a file nobody knows");
  executeFile(run, file, args);
  run.path("read", file);
});

const evaluate = raw((run) => {
  for (const host of run.hosts) run.effect("execute", `remote:${host}`, "irreversible");
  const text = run.args.join(" ");
  if (!isKnown(text) || run.splits) {
    run.lose("it runs a text nobody knows");
    if (isKnown(text)) run.inner.text(text, run.state);
    return;
  }
  run.inner.sourced(text, run.state);
});

const unset = raw((run) => {
  for (const name of run.args) {
    if (name.startsWith("-")) continue;
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) run.lose("a subscript may run its value");
    run.state.variables.set(name, { values: [unknownMark] });
    run.state.functions.delete(name);
    if (isSteering(name, [unknownMark])) run.state.isDisturbed = true;
  }
});

const environment = raw((run) => {
  const names = run.args.filter((arg) => !arg.startsWith("-"));
  if (names.length === 0) run.effect("read", "env:*", "costly");
  for (const name of names) if (isSecretName(name)) run.effect("read", `env:${shownText(name)}`, "costly");
});

const history = raw((run) => {
  if (run.args.some((arg) => /^-[cwd]/.test(arg))) run.effect("delete", "shell:history", "costly");
  else run.effect("read", "env:*", "costly");
});

const kill = raw((run) => {
  const args = run.args.filter(
    (arg, index) =>
      !(index === 0 && /^-(?:[0-9]{1,2}|[A-Z][A-Z0-9+-]*|l|L)$/.test(arg) && arg !== "-1") && arg !== "--",
  );
  if (run.args.some((arg) => /^-[lL]$/.test(arg))) return;
  const named =
    args.indexOf("-s") >= 0
      ? args.filter((_, index) => index !== args.indexOf("-s") && index !== args.indexOf("-s") + 1)
      : args;
  const [first] = run.args;
  const pids = first === "-1" && run.args.length > 1 ? run.args.slice(1) : named;
  for (const pid of pids) {
    const isOwn = pid.startsWith("%") || pid === ownJobMark;
    const isAll = pid === "-1" || pid === "0" || pid === "1" || pid === "";
    const target = pid === ownJobMark ? "process:own" : `process:${pid}`;
    // A process that was looked up by the gate's name.
    const looksUp = run.reading.commands.some(
      ({ name, args }) =>
        /^(?:pgrep|pidof|grep|egrep|rg|awk|ps|lsof|fuser)$/.test(name) && args.some((arg) => /warrant/i.test(arg)),
    );
    if (!isKnown(pid) && looksUp) run.reading.doubting(() => run.effect("delete", "process:warrant", "costly"));
    run.effect("delete", target, isOwn ? "reversible" : isAll ? "irreversible" : "costly");
  }
});

const pkill = raw((run) => {
  const withValue = /^-[gGPstuUF]$|^--(?:signal|parent|pgroup|group|session|terminal|euid|uid|user|ns)$/;
  const patterns: string[] = [];
  for (let at = 0; at < run.args.length; at += 1) {
    const arg = run.args[at] ?? "";
    if (withValue.test(arg)) at += 1;
    else if (!arg.startsWith("-") || !isKnown(arg)) patterns.push(arg);
  }
  if (patterns.length === 0) run.effect("delete", "process:*", "irreversible");
  for (const pattern of patterns) {
    const isAll = pattern === "" || /^[.*^$]+$/.test(pattern);
    run.effect("delete", `process:${pattern}`, isAll ? "irreversible" : "costly");
  }
});

export const builtinCommands = tableOf({
  "cd pushd popd": cd,
  dirs: { options: { isLenient: true }, isIndifferent: true, read: () => undefined },
  "export declare typeset local readonly": declare,
  "read mapfile readarray": { ...read, isIndifferent: false },
  set,
  "shopt enable alias unalias setopt unsetopt emulate autoload zmodload bindkey": disturbing,
  hash: raw((run) => {
    if (run.args.some((arg) => arg.startsWith("-p"))) {
      run.state.isDisturbed = true;
      run.lose("hash changes what later commands mean");
    }
  }),
  trap,
  "source .": source,
  eval: evaluate,
  unset,
  let: raw((run) => {
    if (
      run.args.some(
        (arg) =>
          /[[$`]/.test(arg) ||
          !isKnown(arg) ||
          /[A-Za-z_]/.test(arg.replace(/^[A-Za-z_][A-Za-z0-9_]*(?=[-+*/%]?=|\+\+|--)/, "")),
      )
    ) {
      run.lose("arithmetic evaluates a value again");
    }
    for (const arg of run.args) {
      const name = /^[A-Za-z_][A-Za-z0-9_]*/.exec(arg)?.[0];
      if (name !== undefined) run.state.variables.set(name, { values: ["\uFDD6"] });
    }
  }),
  "printenv envsubst": environment,
  history,
  fc: history,
  kill,
  "pkill killall": pkill,
  "bg fg disown": { options: { isLenient: true }, isIndifferent: true, read: () => undefined },
});
