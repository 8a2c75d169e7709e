/** @module What the script of a substitution prints, as far as its text says so (actions, section 5.3). */

import type { ParsedScript } from "unbash";
import type { Place } from "../place.ts";
import type { ShellState } from "./state.ts";
import { numberMark, segmentMark, unknownMark } from "./text.ts";
import type { Substituted } from "./word-value.ts";

/** What a script prints where this gate knows it: the folder it runs in, or the root above. */
export function knownOutput(script: ParsedScript, state: ShellState, place: Place): Substituted | null {
  const [only] = script.commands;
  const command = only?.command;
  if (script.commands.length !== 1 || command?.type !== "Command" || script.errors?.length) return null;
  if (command.name === undefined) return null;
  const words = command.args.length === 0 ? command.name.value : null;
  if (words === "pwd") return { texts: state.cwds.map((cwd) => cwd ?? unknownMark), hosts: [] };
  const text = [command.name, ...command.args].map((word) => word.text).join(" ");
  if (text !== "git rev-parse --show-toplevel") return null;
  const roots = place.roots.map((root) => root.path);
  const [cwd] = state.cwds;
  const root = roots.find((path) => cwd === path || cwd?.startsWith(`${path}/`) === true);
  return { texts: [root ?? unknownMark], hosts: [] };
}

/** What a script prints, where its command says that it is one plain segment. */
export function outputOf(script: ParsedScript): string {
  const [only] = script.commands;
  const command = only?.command;
  if (script.commands.length !== 1 || command?.type !== "Command") return unknownMark;
  const words = [command.name?.value ?? "", ...command.args.map((arg) => (arg.type === "Word" ? arg.value : "="))];
  const [name = "", first = "", ...rest] = words;
  const isPlain = words.every((word) => !/[$`]/.test(word));
  if (name === "nproc" || (name === "id" && first === "-u" && rest.length === 0)) return numberMark;
  if (name === "whoami" || name === "hostname" || name === "basename") return segmentMark;
  // `%D` and `%x` print slashes.
  if (
    name === "date" &&
    isPlain &&
    (words.length === 1 || (words.length === 2 && /^\+(?!.*(?:\/|%[-_0^#]*[Dx]))/.test(first)))
  ) {
    return segmentMark;
  }
  if (
    name === "mktemp" &&
    words.every((word) => /^(?:mktemp|-[dtqu]+|[A-Za-z0-9._-]+X{3,}[A-Za-z0-9._-]*)$/.test(word))
  ) {
    return `/tmp/tmp.${segmentMark}`;
  }
  const asksPath =
    /^--(?:show-toplevel|git-dir|absolute-git-dir|show-cdup|show-prefix|git-path|git-common-dir|show-superproject-working-tree)/;
  if (name === "git" && first === "rev-parse" && isPlain && !rest.some((word) => asksPath.test(word)))
    return segmentMark;
  return unknownMark;
}
