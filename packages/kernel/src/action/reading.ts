/**
 * @module The effects of one call while they are found: what the call would do, whether all of it was understood, the
 * commands it runs, and the paths that have to be looked at (actions, section 3).
 */

import type { Effect, EffectKind } from "../effect.ts";
import type { RequestWord } from "../scale.ts";
import { climb, expandHome, pathOf, readForm, segmentsOf, spell, tidyPath } from "./paths/form.ts";
import type { Place } from "./place.ts";
import { emptied, folderOfSome, hasSome, isKnown, isOpen, pipeMark, shownText } from "./shell/text.ts";

export type Reversibility = RequestWord<"reversibility">;

/** How a path is used, where that decides what its change costs (section 7). */
export type PathMode =
  /** An entry and all below it. */
  | "tree"
  /** Moved to where it can be moved back from. */
  | "moved"
  /** A folder that has to be empty. */
  | "empty"
  /** Mode or owner of an entry; `tree-mode` of all below it too. */
  | "mode"
  | "tree-mode"
  /** Only what git tracks there. */
  | "git";

/** An effect as the text of the call has it; what its target does to it comes after. */
export interface RawEffect extends Effect {
  /** Whether the target is a path of this machine. */
  readonly isPath?: boolean;
  /** The path with its steps up, for following links. */
  readonly raw?: string;
  /** It stood in an argument of a tool, not in a word of a shell. */
  readonly isArgument?: boolean;
  readonly mode?: PathMode;
}

/** A command the call runs, for rules about commands. */
export interface ReadCommand {
  readonly name: string;
  readonly args: readonly string[];
  readonly isKnown: boolean;
}

export const mostEffects = 256;
export const mostQuestions = 64;
/** No text that is read names more. */
const mostOverflow = 5_000;

/** Options of a path effect. */
export interface PathUse {
  readonly reversibility?: Reversibility;
  readonly mode?: PathMode;
  readonly via?: string;
}

/** Collects what a call does. `isUnderstood` only ever goes from true to false. */
export class Reading {
  readonly effects: RawEffect[] = [];
  /** Changes of paths beyond those that are followed: only what may not be touched is still looked for. */
  readonly overflow: RawEffect[] = [];
  readonly commands: ReadCommand[] = [];
  readonly reasons: string[] = [];
  /** Names of variables the call sets. */
  readonly assigned = new Set<string>();
  /** Characters that make a word look like another one. */
  readonly hidden = new Set<number>();
  isUnderstood = true;
  /** Above zero while what is read may not happen. */
  doubt = 0;
  readonly #seen = new Set<string>();
  readonly #questions = new Set<string>();

  lose(reason: string): void {
    this.isUnderstood = false;
    if (this.reasons.length < 20 && !this.reasons.includes(reason)) this.reasons.push(reason);
  }

  get questions(): readonly string[] {
    return [...this.#questions];
  }

  ask(path: string): void {
    if (this.#questions.has(path) || path.includes("\uFFFC")) return;
    if (this.#questions.size >= mostQuestions) this.lose("it names more paths than are looked at");
    else this.#questions.add(path);
  }

  add(effect: RawEffect): void {
    const certain = effect.certain && this.doubt === 0;
    const key = `${effect.kind}\n${effect.target}\n${effect.reversibility}\n${effect.mode ?? ""}\n${certain}\n${effect.raw ?? ""}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (this.effects.length < mostEffects)
      this.effects.push(effect.certain === certain ? effect : { ...effect, certain });
    else {
      this.lose("it has more effects than are followed");
      if (effect.isPath === true && effect.kind !== "read" && this.overflow.length < mostOverflow)
        this.overflow.push(effect);
    }
  }

  effect(kind: EffectKind, target: string, reversibility: Reversibility = "reversible"): void {
    this.add({ kind, target, reversibility, certain: true });
  }

  /** Runs something whose effects may not happen. */
  doubting(read: () => void): void {
    this.doubt += 1;
    read();
    this.doubt -= 1;
  }

  /** Effects found since then happen on another machine: its paths are not this one's. */
  elsewhere(since: number, host: string): void {
    for (let index = since; index < this.effects.length; index += 1) {
      const effect = this.effects[index];
      if (effect?.isPath !== true) continue;
      const { isPath: _isPath, raw: _raw, mode, ...plain } = effect;
      const isDestroyed = effect.kind === "delete" || mode === "tree" || mode === "tree-mode";
      this.effects[index] = {
        ...plain,
        target: `host:${host}:${effect.target.replace("/\uFFFC", "~")}`,
        reversibility: isDestroyed
          ? "irreversible"
          : raiseTo("costly", effect.kind === "read" ? "reversible" : effect.reversibility),
      };
    }
  }

  command(name: string, args: readonly string[], isKnown: boolean): void {
    if (this.commands.length < mostEffects) this.commands.push({ name, args, isKnown });
  }

  /** An effect on a path whose text may be half known, once for each folder it may be relative to. */
  path(kind: EffectKind, text: string, cwds: readonly (string | null)[], use: PathUse = {}): void {
    if (text === "" || text.startsWith(pipeMark) || isStream(text)) return;
    const isPlain = isKnown(text);
    if (!isPlain && hasSome(text)) {
      this.#choice(kind, text, use);
      return;
    }
    if (!isPlain && isOpen(text)) {
      this.#unknown(kind, text, cwds, use);
      return;
    }
    const shown = isPlain ? text : shownText(text);
    for (const [index, cwd] of cwds.entries()) {
      if (index === 0) this.#local(kind, shown, cwd, use);
      else this.doubting(() => this.#local(kind, shown, cwd, use));
    }
  }

  /** A path as a tool argument says it: no word of a shell, so `~/` has two readings and `file:` is an address. */
  argument(
    kind: EffectKind,
    path: string,
    place: Place,
    isTree: boolean,
    mode: PathMode | undefined = isTree ? "tree" : undefined,
    reversibility: Reversibility = "reversible",
  ): void {
    const form = readForm(expandHome(path, place.home) ?? path, place.os, place.cwd);
    const shown = "segments" in form ? spell(climb(form.segments), place.os) : "?";
    if (shown === "?") this.lose("a path cannot be resolved");
    else this.ask(pathOf("segments" in form ? form.segments : []));
    this.add({
      kind,
      target: shown,
      reversibility: shown === "?" ? "irreversible" : reversibility,
      certain: true,
      isPath: true,
      isArgument: true,
      raw: path,
      ...(mode === undefined ? {} : { mode }),
      ...(isTree ? { recursive: true } : {}),
    });
  }

  #local(kind: EffectKind, shown: string, cwd: string | null, use: PathUse): void {
    if (!shown.startsWith("/") && cwd === null) {
      this.lose("a path is relative to a folder nobody knows");
      this.add({ kind, target: "?", reversibility: "irreversible", certain: true, ...viaOf(use) });
      return;
    }
    if (/\p{Cc}/u.test(shown)) this.lose("a path holds a control character");
    const raw = shown.startsWith("/") ? shown : `${cwd ?? ""}/${shown}`;
    const target = tidyPath(raw);
    // What lies behind a link is asked for as it is written.
    this.ask(target === raw ? raw : pathOf(segmentsOf(raw)));
    const isTree = use.mode === "tree" || use.mode === "tree-mode";
    this.add({
      kind,
      target,
      reversibility: use.reversibility ?? "reversible",
      certain: true,
      isPath: true,
      raw,
      ...(use.mode === undefined ? {} : { mode: use.mode }),
      ...(isTree ? { recursive: true } : {}),
      ...viaOf(use),
    });
  }

  #unknown(kind: EffectKind, text: string, cwds: readonly (string | null)[], use: PathUse): void {
    this.lose("it is not known which path this is");
    this.add({ kind, target: "?", reversibility: "irreversible", certain: true, ...viaOf(use) });
    // A variable that is not set is empty: `rm -rf $DIR/*` is then `rm -rf /*`.
    const without = emptied(text);
    if (without === text || without === "" || isOpen(without) || (kind !== "delete" && use.mode !== "tree-mode"))
      return;
    this.doubting(() => this.path(kind, without, cwds, use));
  }

  #choice(kind: EffectKind, text: string, use: PathUse): void {
    const folder = folderOfSome(text);
    const isWhole = folder !== null;
    if (!isWhole) this.lose("it is not known which path this is");
    const own = kind === "write" ? (use.reversibility ?? "costly") : "irreversible";
    const reversibility = kind === "read" ? "reversible" : own;
    this.add({
      kind,
      target: isWhole ? `some:${folder}` : "?",
      reversibility: isWhole ? raiseTo(reversibility, use.reversibility) : "irreversible",
      certain: true,
      ...viaOf(use),
    });
  }
}

/** What only swallows or repeats: nothing is kept there. */
export function isStream(path: string): boolean {
  if (!path.startsWith("/dev/")) return false;
  return /^\/dev\/(?:null|stdout|stderr|stdin|tty|fd\/[0-9]+)$/.test(path);
}

function raiseTo(left: Reversibility, right: Reversibility | undefined): Reversibility {
  if (left === "irreversible" || right === "irreversible") return "irreversible";
  return left === "costly" || right === "costly" ? "costly" : "reversible";
}

function viaOf(use: PathUse): { via?: string } {
  return use.via === undefined ? {} : { via: use.via };
}
