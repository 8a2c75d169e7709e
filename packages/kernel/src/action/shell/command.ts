/** @module An entry of the command table: the options of a command and what it does with them (actions, section 6). */

import type { Flow } from "./flow.ts";
import type { Options, OptionTable } from "./options.ts";
import type { Run } from "./run.ts";

export interface Command {
  readonly options: OptionTable;
  /** Options of `read` alone decide nothing here: the entry parses its own arguments. */
  readonly isRaw?: boolean;
  /** Options of a raw entry whose next argument is a value, whatever it looks like. */
  readonly valued?: RegExp;
  /** No option or operand of it has an effect, so what is not known of them does not matter. */
  readonly isIndifferent?: boolean;
  /** Puts the effects into the run; gives what comes out of its pipe, when that matters. */
  readonly read: (run: Run, options: Options) => Flow | undefined | void;
}

export type CommandTable = ReadonlyMap<string, Command>;

/** Entries under each of their names. */
export function tableOf(entries: Readonly<Record<string, Command>>): [string, Command][] {
  return Object.entries(entries).flatMap(([names, command]) =>
    names.split(" ").map((name): [string, Command] => [name, command]),
  );
}
