/**
 * @module From a simple command to the entry of the command table that knows it: functions of the script first, then the
 * program of that name; everything else is a program nobody knows, which may run any of its arguments (section 5.6).
 */

import { replaceLookalikes } from "../../paths/views.ts";
import { executeFile } from "../commands/execute.ts";
import { commandTable } from "../commands/table.ts";
import { climb, isWithin, segmentsOf } from "../paths/form.ts";
import type { Command } from "./command.ts";
import { type Flow, fetchedFlow, opaqueFlow } from "./flow.ts";
import { mayBeOption, noOptions, type Options } from "./options.ts";
import { Run } from "./run.ts";
import type { Shell } from "./script.ts";
import type { SimpleCommand } from "./simple.ts";
import { isKnown, shownText } from "./text.ts";

const systemFolders = new Set([
  "/bin",
  "/usr/bin",
  "/sbin",
  "/usr/sbin",
  "/usr/local/bin",
  "/usr/local/sbin",
  "/opt/homebrew/bin",
  "/snap/bin",
]);

const wrapperTools = new Set(["gradlew", "mvnw"]);

function runOf({ argv, state, input, hosts, splits }: SimpleCommand, shell: Shell, name: string): Run {
  const { reading, place } = shell;
  return new Run({ name, args: argv.slice(1), state, input, hosts, splits, reading, place, inner: shell });
}

/** Every tail of the arguments that begins with a known command may run. */
function scanTails(command: SimpleCommand, shell: Shell): void {
  const { argv, state } = command;
  const counts = new Map<string, number>();
  for (const [index, word] of argv.entries()) {
    if (index === 0 || word.length > 100 || !isKnown(word) || /\s/.test(word)) continue;
    const name = word.includes("/") ? (word.split("/").at(-1) ?? "") : word;
    if (!commandTable.has(name) && !state.functions.has(name)) continue;
    // What the first of a name is given holds what the later ones are given.
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count > 3) continue;
    if (!shell.mayScan()) return;
    shell.reading.doubting(() => {
      shell.argv([name, ...argv.slice(index + 1)], state, null, command.splits);
    });
  }
}

function runUnknown(command: SimpleCommand, shell: Shell, name: string): Flow {
  const { reading } = shell;
  reading.lose(`nobody knows what ${isKnown(name) ? "a program" : "this command"} does`);
  reading.command(shownText(name), command.argv.slice(1), false);
  reading.effect("execute", `program:${shownText(name)}`, "irreversible");
  if (isKnown(name) && /[^\x20-\x7e]/.test(name)) {
    const folded = replaceLookalikes(name);
    if (commandTable.has(folded)) {
      for (const sign of name) if (sign > "\x7e") reading.hidden.add(sign.codePointAt(0) ?? 0);
    }
  }
  scanTails(command, shell);
  return opaqueFlow;
}

/** A program named by its path: of the system, of the project, or of anywhere. */
function runPath(command: SimpleCommand, shell: Shell, path: string): Flow | string {
  const { reading, place } = shell;
  const run = runOf(command, shell, path);
  const [absolute] = run.absolute(path);
  if (absolute === null || absolute === undefined) return runUnknown(command, shell, path);
  const folder = absolute.slice(0, absolute.lastIndexOf("/"));
  const name = absolute.slice(absolute.lastIndexOf("/") + 1);
  if (systemFolders.has(folder)) return name;
  if (wrapperTools.has(name) && commandTable.has(name) && run.originOf(path) === null) return name;
  const segments = segmentsOf(absolute);
  const isLocal = segments.at(-3) === "node_modules" && segments.at(-2) === ".bin";
  const isInRoot = place.roots.some((root) => isWithin(segments, climb(segmentsOf(root.path))));
  if (isLocal && isInRoot && run.originOf(path) === null && commandTable.get(name) !== undefined) return name;
  reading.command(absolute, command.argv.slice(1), true);
  executeFile(run, path, command.argv.slice(1));
  return opaqueFlow;
}

/** Whether an operand may be an option although nobody sees which; a raw entry's values of options are none. */
function mayHideOption({ args }: Run, { isRaw, valued }: Command, { operands }: Options): boolean {
  if (isRaw !== true) return operands.some(mayBeOption);
  return args.some((arg, index) => mayBeOption(arg) && valued?.test(args[index - 1] ?? "") !== true);
}

/** Runs one command. The only place where names become programs. */
export function runCommand(command: SimpleCommand, shell: Shell): Flow {
  const { argv, state, splits } = command;
  const [written = ""] = argv;
  const { reading } = shell;
  if (!isKnown(written) || written === "") return runUnknown(command, shell, written);
  const body = state.functions.get(written);
  if (body !== undefined) {
    reading.command(written, argv.slice(1), true);
    body();
    return opaqueFlow;
  }
  let name = written;
  if (written.includes("/")) {
    const found = runPath(command, shell, written);
    if (typeof found !== "string") return found;
    name = found;
  }
  const entry = commandTable.get(name);
  if (entry === undefined) return runUnknown({ ...command, argv: [name, ...argv.slice(1)] }, shell, name);
  reading.command(name, argv.slice(1), true);
  const [, only] = argv;
  if (argv.length === 2 && (only === "--help" || only === "--version")) return opaqueFlow;
  const run = runOf(command, shell, name);
  const options = entry.isRaw === true ? noOptions : run.options(entry.options);
  if (entry.isIndifferent !== true && (splits || mayHideOption(run, entry, options))) {
    run.lose(`an argument of ${name} may be an option`);
  }
  const flow = entry.read(run, options);
  if (flow !== undefined) return flow;
  return command.hosts.length > 0 ? fetchedFlow([]) : opaqueFlow;
}
