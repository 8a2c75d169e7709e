/** @module Small questions about a shell call that need no reading of its effects: does it only print, does its exit code only answer. */

import { tools } from "../../action/tools.ts";
import type { Invocation } from "../trace.ts";
import { readScript } from "./script.ts";

/** Names of the argument that holds a command, over all hosts. */
const commandKeys = ["command", "cmd", "script"];

/** The shell text of a call, or null when it is no shell call. Codex gives a list of words. */
export function commandOf(call: Invocation): string | null {
  const isShell = tools.get(call.tool)?.kind === "shell" || shellNames.has(call.tool);
  if (!isShell || call.arguments === null) return null;
  for (const key of commandKeys) {
    const value = call.arguments[key];
    if (typeof value === "string") return value;
    if (Array.isArray(value) && value.every((word) => typeof word === "string")) return commandOfWords(value);
  }
  return null;
}

const shellNames = new Set(["shell", "exec_command", "local_shell", "shell_command", "container.exec"]);

function commandOfWords(words: readonly string[]): string {
  const [name = "", option = "", text] = words;
  if (/^(?:\S*\/)?(?:ba|z|da)?sh$/.test(name) && /^-[a-z]*c$/.test(option) && text !== undefined) return text;
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

/** A call whose tool runs shell commands. */
export function isShellCall(call: Invocation): boolean {
  return tools.get(call.tool)?.kind === "shell" || shellNames.has(call.tool);
}

const mayPrint = /\b(?:echo|printf|cat)\b/;

/** A shell call that does nothing but print what the agent typed. */
export function printsOwnWords(call: Invocation): boolean {
  const command = commandOf(call);
  if (command === null || !mayPrint.test(command)) return false;
  const { steps, isUnderstood } = readScript(command);
  if (!isUnderstood || steps.length === 0) return false;
  let prints = false;
  for (const { argv, text, input } of steps) {
    const [name = "", ...args] = argv;
    if (name === "echo" || name === "printf") {
      // What a command inside it printed is no word of the agent's; quoted singly, it is one.
      if (/\$\(|`|<\(/.test(text.replace(/'[^']*'/g, ""))) return false;
      prints = true;
    } else if (name === "cat") {
      // `cat FILE` shows a file; only a here-document is typed.
      if (input === null || args.some((word) => word !== "-")) return false;
      prints = true;
    } else if (name !== ":" && name !== "true" && name !== "cd") return false;
  }
  return prints;
}

const answering = new Set("grep rg egrep fgrep diff cmp test [ pgrep which type".split(" "));

/** Whether exit 1 of a command only answers a question: nothing found, they differ. */
export function onlyAnswers(call: Invocation): boolean {
  const command = commandOf(call);
  if (command === null) return false;
  const last = readScript(command).steps.at(-1);
  const [name = "", ...args] = last?.argv ?? [];
  if (name === "git") {
    const verb = args.find((word) => !word.startsWith("-"));
    return verb === "grep" || (verb === "diff" && args.some((word) => word === "--exit-code" || word === "--quiet"));
  }
  return answering.has(name.split("/").at(-1) ?? "");
}
