/** @module What every package manager and build tool has in common: a task of the project, code it has declared, code from a registry (section 6.4). */

import type { Command } from "../shell/command.ts";
import type { Run } from "../shell/run.ts";
import { isKnown } from "../shell/text.ts";
import { taskReversibility } from "./tasks.ts";

export function words(args: readonly string[], withValue: RegExp = /^$/): string[] {
  const found: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--") return [...found, ...args.slice(at + 1)];
    if (withValue.test(arg)) at += 1;
    else if (!arg.startsWith("-")) found.push(arg);
  }
  return found;
}

export function raw(read: (run: Run) => void): Command {
  return { options: { isLenient: true }, isRaw: true, read };
}

const outputOption =
  /^--?(?:o|out|out-?file|out-?dir|output|output-?file|output-?dir|output-?path|junit-?xml|report-?file|basetemp|dest)(?:=(?<path>.+))?$/i;

/** Files a build or a test is told to write. */
export function outputs(run: Run): void {
  for (const [index, arg] of run.args.entries()) {
    const found = outputOption.exec(arg);
    const path = found === null ? undefined : (found.groups?.["path"] ?? run.args[index + 1]);
    if (path === undefined || path.startsWith("-")) continue;
    run.path("write", path);
    // A test run empties its folder first.
    if (arg.startsWith("--basetemp")) run.path("delete", path, { mode: "tree" });
  }
}

/** Options that name where results go, or where a compiler looks for what it only reads. */
const resultOption =
  /^--?(?:o|d|B|prefix|I.*|L.*|isystem|sysroot|[a-z-]*(?:out|output|outfile|report|log|logs|cache|coverage|tmp|temp|dest|profile|junitxml|basetemp|location|trace)[a-z-]*)$/i;
/** Folders of the system, which compilers are pointed at, and what swallows everything. */
const systemPath = /^\/(?:usr|lib|lib64|opt|nix|System|Library)\/|^\/dev\/(?:null|stdout|stderr)$/;

/** Whether a path of the text of a command lies outside of the work. */
export function isElsewhere(run: Run, path: string): boolean {
  if (!/^(?:\/|\.\.(?:\/|$))/.test(path) || systemPath.test(path)) return false;
  return !run.absolute(path).every((absolute) => {
    if (absolute === null) return false;
    const bases = run.place.roots.flatMap(({ path: root, real }) => (real === undefined ? [root] : [root, real]));
    return bases.some((base) => absolute === base || absolute.startsWith(`${base}/`));
  });
}

/** A tool of the project that is told to work by a file from elsewhere (settings, a plugin, code to load first) runs that. */
export function settings(run: Run): void {
  for (const [index, arg] of run.args.entries()) {
    const joined = /^(?<option>--?[A-Za-z][\w.-]*?)=(?<path>.+)$/s.exec(arg)?.groups;
    const before = run.args[index - 1] ?? "";
    const isValue = /^--?[A-Za-z][\w-]*$/.test(before) && !arg.startsWith("-");
    const option = joined?.["option"] ?? (isValue ? before : arg.startsWith("@") ? "@" : "");
    const path = joined?.["path"] ?? (arg.startsWith("@") ? arg.slice(1) : arg);
    if (option !== "" && !resultOption.test(option) && isElsewhere(run, path))
      run.path("execute", path, { reversibility: "costly" });
  }
}

/** Runs a task of the project; its name says how far it reaches. */
export function task(run: Run, tool: string, name: string | undefined, also: readonly string[] = []): void {
  if (name !== undefined && !isKnown(name)) run.lose("it is not known which task runs");
  const target = name === undefined ? `project:${tool}` : `project:${tool}/${name}`;
  run.effect("execute", target, taskReversibility([name ?? "", ...also]));
}

export function declared(run: Run, ecosystem: string): void {
  run.effect("network", `host:registry.${ecosystem}`);
  run.effect("write", `pkg:${ecosystem}`);
  run.effect("execute", `pkg:${ecosystem}`);
}

/** Code from a registry that nobody here has chosen yet. */
export function foreign(run: Run, ecosystem: string, names: readonly string[]): void {
  run.effect("network", `host:registry.${ecosystem}`);
  for (const name of names) run.effect("execute", `pkg:${ecosystem}/${plainName(name)}`, "costly");
}

/** A package's name without its version. */
export function plainName(name: string): string {
  const at = name.indexOf("@", 1);
  return at > 0 && !name.includes(":") ? name.slice(0, at) : name;
}

export function registry(run: Run, ecosystem: string): void {
  run.effect("network", `host:registry.${ecosystem}`);
}

export function publish(run: Run, target: string): void {
  run.effect("publish", target, "irreversible");
}
