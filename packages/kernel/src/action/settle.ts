/** @module What its target does to an effect (actions, section 7): how far a change of this very path can be undone. */

import type { Effect } from "../effect.ts";
import { raise, requestScales } from "../scale.ts";
import type { PathPlace } from "./paths/path-place.ts";
import { type Sight, seePath } from "./paths/sight.ts";
import type { RawEffect, Reversibility } from "./reading.ts";

/** An effect with what is known of its path. `also`: effects that come with it. */
export interface SettledEffect {
  readonly effect: Effect;
  readonly sight: Sight | null;
  readonly mode: RawEffect["mode"];
  readonly also: readonly Effect[];
  /** It writes, deletes or configures something of the gate's own. */
  readonly isControl: boolean;
  readonly isCritical: boolean;
  readonly isUnknown: boolean;
  /** It changes nobody knows which things of a folder that holds something of the gate's own. */
  readonly mayBeControl?: boolean;
}

function isPattern(effect: RawEffect): boolean {
  return effect.target.includes("*");
}

function isLost(sight: Sight, effect: RawEffect, isCritical: boolean): boolean {
  return isCritical || sight.isControl || (sight.isAboveControl && effect.mode !== "git");
}

function deletionOf(effect: RawEffect, sight: Sight, isCritical: boolean): Reversibility {
  if (isLost(sight, effect, isCritical)) return "irreversible";
  if (!sight.isInside && !sight.isScratch) return "irreversible";
  if (sight.isInGit || sight.isProtected) return "irreversible";
  if (effect.mode === "moved" || effect.mode === "empty") return "reversible";
  if (sight.isRegenerable) return "reversible";
  if (sight.isScratch && !sight.isInside) return sight.isScratchTop ? "costly" : "reversible";
  const isFile = sight.answer?.type === "file" || sight.answer?.type === "missing";
  if (isPattern(effect) || (effect.mode === "tree" && !isFile)) return "irreversible";
  return sight.answer?.vcs === "tracked_clean" ? "reversible" : "costly";
}

function writingOf(effect: RawEffect, sight: Sight): Reversibility {
  if (sight.isDevice) return "irreversible";
  if (!sight.isInside && !sight.isScratch) return "costly";
  if (sight.isInGit || sight.isProtected || sight.isControl) return "costly";
  if (sight.isRegenerable || sight.isScratch) return "reversible";
  const isWide = effect.target.split("/").includes("**") || effect.mode === "tree" || effect.mode === "tree-mode";
  return isWide ? "costly" : "reversible";
}

function executionOf(sight: Sight): Reversibility {
  return sight.isInside ? "reversible" : "costly";
}

/** Whether the effect's target is critical for what is done to it. */
function criticalOf(effect: RawEffect, sight: Sight): boolean {
  if (sight.isDevice && (effect.kind === "write" || effect.kind === "delete")) return true;
  if (!sight.isCritical || effect.mode === "git") return false;
  // Moving, too, takes what is critical from where it has to be.
  if (effect.kind === "delete") return true;
  return effect.mode === "tree-mode";
}

/** What of a raw effect is told. */
function plainEffect({ kind, target, reversibility, certain, recursive, via, amount_usd: amount }: RawEffect): Effect {
  return {
    kind,
    target,
    reversibility,
    certain,
    ...(recursive === undefined ? {} : { recursive }),
    ...(via === undefined ? {} : { via }),
    ...(amount === undefined ? {} : { amount_usd: amount }),
  };
}

/** Settles one effect by the facts of its path. */
export function settleEffect(effect: RawEffect, at: PathPlace): SettledEffect {
  const { isPath, raw, mode, isArgument } = effect;
  const plain = plainEffect(effect);
  if (plain.target.startsWith("some:")) return settleChoice(effect, at);
  if (isPath !== true || raw === undefined) {
    const isProcess = plain.kind === "delete" && plain.target.startsWith("process:");
    const isService = plain.kind === "configure" && plain.target.startsWith("service:");
    const isOwn = (isProcess || isService) && couldBeWarrant(plain.target.slice(8));
    return { effect: plain, sight: null, mode, also: [], isControl: isOwn, isCritical: false, isUnknown: false };
  }
  const sight = seePath(raw, at, isArgument !== true);
  const isCritical = criticalOf(effect, sight);
  // To run the gate's own program is to speak for the host, and so for the person behind it.
  const changes = ["write", "delete", "configure", "execute"].includes(plain.kind);
  const takesAlong = plain.kind === "delete" || mode === "tree-mode" || mode === "mode";
  const isControl = changes && (sight.isControl || (takesAlong && mode !== "git" && sight.isAboveControl));
  const base = plain.reversibility;
  let settled: Reversibility = base;
  const also: Effect[] = [];
  if (plain.kind === "read") settled = raise(requestScales.reversibility, base, secrecyOf(plain, sight));
  else if (plain.kind === "delete")
    settled = raise(requestScales.reversibility, base, deletionOf(effect, sight, isCritical));
  else if (plain.kind === "write") {
    settled = raise(requestScales.reversibility, base, writingOf(effect, sight));
    if (sight.isProtected || sight.isInGit) also.push({ ...plain, kind: "configure", reversibility: "costly" });
  } else if (plain.kind === "execute") settled = raise(requestScales.reversibility, base, executionOf(sight));
  return {
    effect: { ...plain, reversibility: settled },
    sight,
    mode,
    also,
    isControl,
    isCritical,
    isUnknown: sight.problems.includes("path.unresolved"),
  };
}

/** A tree is no secret by itself, but a folder that holds nothing else is, and so is the home that has such folders. */
function secrecyOf(effect: Effect, sight: Sight): Reversibility {
  const isTree = effect.recursive === true || effect.target.startsWith("some:");
  return sight.isSecret || sight.isDevice || (isTree && sight.holdsSecrets) ? "costly" : "reversible";
}

/** An unknown choice of things below a folder: what the folder is decides, and what lies above the gate's own may not be hit. */
function settleChoice(effect: RawEffect, at: PathPlace): SettledEffect {
  const { mode } = effect;
  const plain = plainEffect(effect);
  const sight = seePath(plain.target.slice(5), at, true);
  const changes = plain.kind === "write" || plain.kind === "delete";
  const isProtected = plain.kind === "write" && (sight.isProtected || sight.isInGit);
  const settled =
    plain.kind === "read"
      ? raise(requestScales.reversibility, plain.reversibility, secrecyOf(plain, sight))
      : plain.reversibility;
  return {
    effect: { ...plain, reversibility: settled },
    sight,
    mode,
    also: isProtected ? [{ ...plain, kind: "configure", reversibility: "costly" }] : [],
    isControl: changes && sight.isControl,
    isCritical: false,
    isUnknown: false,
    mayBeControl: changes && sight.isAboveControl,
  };
}

/** A pattern of process names that this gate's could match. */
function couldBeWarrant(pattern: string): boolean {
  const folded = pattern.toLowerCase();
  if (folded.includes("warrant")) return true;
  const letters = folded.replace(/[.*?^$+[\]()|\\]/g, "");
  return letters.length >= 3 && "warrant daemon".includes(letters);
}
