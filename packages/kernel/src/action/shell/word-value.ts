/** @module What a word may stand for, and what reading words needs of the reader of scripts. */

import type { ParsedScript, Word } from "unbash";
import type { Reading } from "../reading.ts";
import type { ShellState } from "./state.ts";

/** What running a script inside a word gives back. */
export interface Substituted {
  readonly texts: readonly string[];
  readonly hosts: readonly string[];
}

/** What words need of the reader of scripts. */
export interface WordHost {
  readonly reading: Reading;
  readonly home: string | null;
  readonly user: string | null;
  /** Null where nobody knows the shell: then what only some shells do counts as well. */
  readonly shell: string | null;
  /** Reads a script in a copy of the state; null when nothing more may be read. */
  substitute(script: ParsedScript | undefined, state: ShellState, isPipe: boolean): Substituted;
  /** Everything a word may be. */
  word(word: Word, state: ShellState, isAssignment?: boolean): WordValue;
  /** Goes one level down; false when that is too deep or too much. */
  enter(): boolean;
  leave(): void;
  /** Counts readings of words; false when there were too many in all. */
  mayBranch(count: number): boolean;
  /** Counts readings of commands; false when there were too many in all. */
  mayRun(count: number): boolean;
  setVariable(name: string, values: readonly string[], state: ShellState, secret?: string | null): void;
  /** A name that arithmetic evaluates again. */
  arithmeticName(name: string): void;
  setNumber(name: string, state: ShellState): void;
}

/** One way to read a word: the fields it becomes. */
export interface Draft {
  readonly fields: readonly string[];
}

/** Everything a word may be. */
export interface WordValue {
  readonly drafts: readonly Draft[];
  /** An unquoted value nobody knows may be several words, options among them. */
  readonly splits: boolean;
  /** Whether anything was expanded, so that a name in command position is not spelled out. */
  readonly isExpanded: boolean;
  readonly hosts: readonly string[];
  /** Variables of the environment whose names say that they are secret. */
  readonly secrets: readonly string[];
}
