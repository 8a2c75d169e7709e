/**
 * @module What one reading of a shell text keeps beside the state of the shell: how much has been read, and which names
 * arithmetic evaluates again (actions, sections 5.1 and 5.2).
 */

import type { Place } from "../place.ts";
import type { Reading } from "../reading.ts";
import { longestValue, mostValues, type ShellState } from "./state.ts";
import { isInteger, numberMark, unknownMark } from "./text.ts";

const mostDepth = 24;
const mostNodes = 4_000;
const mostCalls = 4;
const mostScans = 48;
/** Runs of commands with each of their readings counted; beyond them a command is read once. */
const mostRuns = 1_000;
const mostVariables = 64;
const mostBranches = 4_000;

/** Counts what is read, and says where to stop. */
export class Bounds {
  readonly reading: Reading;
  readonly place: Place;
  readonly home: string | null;
  readonly user: string | null;
  readonly shell: string | null;
  readonly #folders: (path: string) => boolean | null;
  #depth = 0;
  #nodes = 0;
  #calls = 0;
  #scans = 0;
  #runs = 0;
  #branches = 0;
  /** Whether something was left out because there was too much of it. */
  isCut = false;
  readonly #arithmetic = new Set<string>();
  readonly #numbers = new Set<string>();
  readonly #texts = new Set<string>();

  constructor(reading: Reading, place: Place, isFolder: (path: string) => boolean | null) {
    this.reading = reading;
    this.place = place;
    this.home = place.home;
    this.user = place.user;
    this.shell = place.shell;
    this.#folders = isFolder;
  }

  /** Names that arithmetic evaluates have to be integers wherever the script sets them (S8). */
  finish(): void {
    for (const name of this.#arithmetic) {
      if (this.#texts.has(name) || !this.#numbers.has(name)) this.reading.lose(`arithmetic evaluates ${name} again`);
    }
  }

  isFolder(path: string): boolean | null {
    this.reading.ask(path);
    return this.#folders(path);
  }

  /** The same without asking for a path that nobody has looked at. */
  isFolderThere(path: string): boolean | null {
    return this.#folders(path);
  }

  enter(): boolean {
    this.#depth += 1;
    this.#nodes += 1;
    if (this.#depth <= mostDepth && this.#nodes <= mostNodes) return true;
    this.reading.lose("it is nested or is longer than what is read");
    this.isCut = true;
    this.#depth -= 1;
    return false;
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** Counts readings of commands; false when there were too many in all. */
  mayRun(count: number): boolean {
    this.#runs += count;
    if (this.#runs <= mostRuns || count < 2) return true;
    this.reading.lose("a command has more readings than are followed");
    return false;
  }

  mayBranch(count: number): boolean {
    this.#branches += count;
    if (this.#branches <= mostBranches) return true;
    this.reading.lose("a word has more readings than are followed");
    return false;
  }

  arithmeticName(name: string): void {
    this.#arithmetic.add(name);
  }

  setNumber(name: string, state: ShellState): void {
    this.#numbers.add(name);
    this.reading.assigned.add(name);
    state.variables.set(name, { values: [numberMark] });
  }

  /** Whether another tail of arguments may be read for what it would do. */
  mayScan(): boolean {
    this.#scans += 1;
    return this.#scans <= mostScans;
  }

  /** Calls a function of the script. */
  call(body: () => void): void {
    if (this.#calls >= mostCalls) {
      this.reading.lose("functions call each other deeper than what is read");
      return;
    }
    this.#calls += 1;
    body();
    this.#calls -= 1;
  }

  setVariable(name: string, values: readonly string[], state: ShellState, secret: string | null = null): void {
    this.reading.assigned.add(name);
    if (values.every(isInteger)) this.#numbers.add(name);
    else this.#texts.add(name);
    if (state.variables.size >= mostVariables && !state.variables.has(name)) {
      this.reading.lose("it sets more variables than are followed");
      return;
    }
    const isTooMuch = values.length > mostValues || values.some((value) => value.length > longestValue);
    const kept = isTooMuch ? [unknownMark] : values;
    state.variables.set(name, { values: kept, ...(secret === null ? {} : { secret }) });
    if (name === "IFS") state.hasOwnIfs = true;
  }
}
