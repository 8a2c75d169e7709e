/** @module One command about to run: its arguments, where it runs, and what the entries of the command table say of it. */

import type { EffectKind } from "../../effect.ts";
import { tidyPath } from "../paths/form.ts";
import type { Place } from "../place.ts";
import type { PathUse, Reading, Reversibility } from "../reading.ts";
import type { Flow } from "./flow.ts";
import { madeAbove } from "./folders.ts";
import { type Options, type OptionTable, parseOptions } from "./options.ts";
import type { Origin, ShellState } from "./state.ts";
import { isKnown, isOpen, pipeMark, shownText, someOf } from "./text.ts";

/** Reads what a command runs in turn. Implemented by the reader of scripts. */
export interface InnerReader {
  /** A command with its arguments, in this state. */
  argv(argv: readonly string[], state: ShellState, input: Flow | null, splits?: boolean): Flow;
  /** The text of a script, in a state of its own; not known text is not understood. */
  text(text: string, state: ShellState, positional?: readonly string[]): Flow;
  /** The text of a script that runs in this very state. */
  sourced(text: string, state: ShellState): Flow;
  /** Whether facts show a folder at a path. */
  /** Null where nobody has looked. */
  isFolder(path: string): boolean | null;
}

export interface RunParts {
  readonly name: string;
  readonly args: readonly string[];
  readonly state: ShellState;
  readonly input: Flow | null;
  /** Hosts whose answers stand in the arguments. */
  readonly hosts: readonly string[];
  /** An argument may be several, options among them. */
  readonly splits: boolean;
  readonly reading: Reading;
  readonly place: Place;
  readonly inner: InnerReader;
}

/** Where a path leads through links that this script has made. */
export function behindLinks(path: string, state: ShellState): string[] {
  const found: string[] = [];
  for (const { place, origin } of madeAbove(path, state.made)) {
    if (origin.from !== "link" || origin.target === undefined) continue;
    found.push(tidyPath(`${origin.target}/${path.slice(place.length)}`));
  }
  return found;
}

/** What an entry of the command table reads from and writes to. */
export class Run {
  readonly name: string;
  readonly args: readonly string[];
  readonly state: ShellState;
  readonly input: Flow | null;
  readonly hosts: readonly string[];
  readonly splits: boolean;
  readonly reading: Reading;
  readonly place: Place;
  readonly inner: InnerReader;
  /** Where relative paths of this command begin. */
  cwds: readonly (string | null)[];

  constructor(parts: RunParts) {
    this.name = parts.name;
    this.args = parts.args;
    this.state = parts.state;
    this.input = parts.input;
    this.hosts = parts.hosts;
    this.splits = parts.splits;
    this.reading = parts.reading;
    this.place = parts.place;
    this.inner = parts.inner;
    this.cwds = parts.state.cwds;
  }

  options(table: OptionTable, args: readonly string[] = this.args): Options {
    const options = parseOptions(args, table);
    if (options.unknown.length > 0) this.lose(`${this.name} has an option nobody declared`);
    return options;
  }

  lose(reason: string): void {
    this.reading.lose(reason);
  }

  effect(kind: EffectKind, target: string, reversibility: Reversibility = "reversible"): void {
    if (kind === "execute" && (target.startsWith("project:") || /^pkg:[a-z]+$/.test(target))) {
      this.reading.effect(kind, shownText(target), this.#projectReversibility(reversibility));
      return;
    }
    if (kind !== "read" && target.startsWith("git:")) this.#repository();
    const isUnknown = !isKnown(target) && isOpen(target);
    if (isUnknown) this.lose("it is not known what this is about");
    this.reading.effect(kind, isUnknown ? shownText(target) : shownText(target), reversibility);
  }

  #isInWork(folder: string): boolean {
    const bases = this.place.roots.flatMap(({ path, real }) => (real === undefined ? [path] : [path, real]));
    return bases.some((base) => folder === base || folder.startsWith(`${base.replace(/\/+$/, "")}/`));
  }

  /** In a repository outside of the work any file may change, whatever git is told to do there. */
  #repository(): void {
    for (const cwd of this.cwds) {
      if (cwd === null) this.lose("it is not known in which repository");
      else if (!this.#isInWork(cwd))
        this.reading.path("write", someOf(cwd), this.cwds, { reversibility: "reversible" });
    }
  }

  /** Code of the project is the project's only in its own folders, and only where this script has not put it there. */
  #projectReversibility(base: Reversibility): Reversibility {
    let isElsewhere = false;
    for (const cwd of this.cwds) {
      if (cwd === null) this.lose("it is not known whose code this runs");
      isElsewhere ||= cwd !== null && !this.#isInWork(cwd);
      const origin = cwd === null ? undefined : this.state.made.get(cwd);
      if (origin?.from === "fetch") this.lose("it runs what was fetched from elsewhere");
      if (
        cwd !== null &&
        !this.place.roots.some(({ path }) => path === cwd) &&
        (origin?.from === "copy" || this.isBelowMadeFolder(cwd))
      ) {
        this.lose("it runs what this script has just made");
      }
    }
    return isElsewhere && base === "reversible" ? "costly" : base;
  }

  /** Whether a folder lies below one that this script copied, unpacked or fetched, the work's own folders aside. */
  isBelowMadeFolder(path: string): boolean {
    const roots = this.place.roots.filter((root) => path === root.path || path.startsWith(`${root.path}/`));
    for (const { place, origin } of madeAbove(path, this.state.made)) {
      if (roots.some((root) => root.path.length >= place.length)) return false;
      if (origin.from === "copy") return true;
    }
    return false;
  }

  path(kind: EffectKind, text: string, use: PathUse = {}): void {
    if (kind !== "read") this.#checkMade(text);
    this.#followMade(kind, text, use);
    this.reading.path(kind, text, this.cwds, use);
  }

  reads(paths: readonly string[]): void {
    for (const path of paths) if (path !== "-") this.path("read", path);
  }

  writes(paths: readonly string[], use: PathUse = {}): void {
    for (const path of paths) if (path !== "-") this.path("write", path, use);
  }

  /** Absolute texts a path may be; null among them for one nobody knows. */
  absolute(text: string): (string | null)[] {
    if (isOpen(text)) return [null];
    const shown = shownText(text);
    if (shown.startsWith("/")) return [tidyPath(shown)];
    return this.cwds.map((cwd) => (cwd === null ? null : tidyPath(`${cwd}/${shown}`)));
  }

  /** Notes how a path came to be. */
  made(text: string, origin: Origin): void {
    for (const path of this.absolute(text)) if (path !== null) this.state.made.set(path, origin);
  }

  originOf(text: string): Origin | null {
    for (const path of this.absolute(text)) {
      const origin = path === null ? undefined : this.state.made.get(path);
      if (origin !== undefined) return origin;
    }
    return null;
  }

  /** What lies below something this script linked, moved or unpacked is not what was looked at. */
  isBelowMade(text: string): boolean {
    if (this.state.made.size === 0) return false;
    for (const path of this.absolute(text)) {
      if (path === null) continue;
      for (const { place, origin } of madeAbove(path, this.state.made)) {
        if (origin.from === "link" || (origin.from === "copy" && place !== path)) return true;
      }
    }
    return false;
  }

  #checkMade(text: string): void {
    if (text.startsWith(pipeMark)) return;
    if (this.isBelowMade(text)) this.lose("it changes what lies below something this script has just made");
  }

  #followMade(kind: EffectKind, text: string, use: PathUse): void {
    if (this.state.made.size === 0 || text.startsWith(pipeMark)) return;
    for (const path of this.absolute(text)) {
      if (path === null) continue;
      for (const target of behindLinks(path, this.state))
        this.reading.doubting(() => this.reading.path(kind, target, this.cwds, use));
      // What was moved is still what it was called before.
      const origin = kind === "read" ? this.state.made.get(path) : undefined;
      if (origin?.from === "copy" && origin.source !== undefined) {
        const { source } = origin;
        this.reading.doubting(() => this.reading.path("read", source, this.cwds, use));
      }
    }
  }
}
