/**
 * @module Whether a live envelope covers a call (requests and authority, section 10.3), judged anew at every gate. Each
 * envelope is judged alone, and every ancestor of it has to cover the call as well.
 */

import type { Effect, EffectKind } from "../effect.ts";
import { parseInstant } from "../instant.ts";
import { isAtLeast, type RequestWord, readOn, requestScales } from "../scale.ts";
import { isAmount } from "./ceiling-read.ts";
import { type Envelope, isLive, lineOf } from "./envelope.ts";
import { matchesPattern } from "./scope-pattern.ts";

/** A root of the work, and how its volume was found to compare names. */
export interface WorkRoot {
  readonly path: string;
  /** Only when probed; not known is sensitive. */
  readonly is_case_insensitive?: boolean;
  /** Whether the volume takes composed and decomposed letters for one. */
  readonly folds_form?: boolean;
}

/** One call as the action gate understood it. */
export interface CoveredCall {
  readonly tool: string;
  readonly understood: boolean;
  readonly effects: readonly Effect[];
  /** Paths as the call spells them. */
  readonly written: readonly string[];
  /** Every absolute path a local target may lead to, by target: as written, with links resolved, decoded. */
  readonly views: Readonly<Record<string, readonly string[]>>;
  readonly roots: readonly WorkRoot[];
  readonly is_subagent: boolean;
}

/** A commitment the session serves, with its envelopes as the ledger has them now. */
export interface ServedCommitment {
  readonly id: string;
  readonly is_closed: boolean;
  /** Opened by a person. */
  readonly is_human: boolean;
  readonly envelopes: readonly Envelope[];
  /** Ids of those that came from another ledger, or before a row nobody could read, which may have revoked them. */
  readonly void_envelopes: readonly string[];
  /** How often each was used, by id. */
  readonly uses: Readonly<Record<string, number>>;
  readonly spent_usd: number;
}

/** What is known at the moment of the call. */
export interface CoverFacts {
  readonly now: string;
  readonly autonomy: RequestWord<"autonomy">;
  readonly origin_is_human: boolean;
  /** Whether any part of what was asked for cannot be undone. */
  readonly is_irreversible: boolean;
  /** What this turn has cost so far; null when the host does not say. */
  readonly running_usd: number | null;
}

/** Why an envelope does not cover a call, in the order of the checks. */
export type CoverMiss =
  | "autonomy"
  | "irreversible-intent"
  | "origin"
  | "closed"
  | "void"
  | "not-live"
  | "lineage"
  | "descendants"
  | "uses"
  | "spend"
  | "not-understood"
  | "irreversible"
  | "tool"
  | "kind"
  | "permission"
  | "target";

export type Coverage =
  | { readonly covered: true; readonly commitment: string; readonly envelope: string; readonly version: number }
  | {
      readonly covered: false;
      readonly misses: readonly { readonly envelope: string | null; readonly miss: CoverMiss }[];
    };

/** The path below a root as its volume compares names, or null outside of all roots: by whole segments. */
function belowRoot(path: string, roots: readonly WorkRoot[]): { root: WorkRoot; relative: string } | null {
  for (const root of roots) {
    const base = root.path.replace(/\/+$/, "");
    if (!base.startsWith("/")) continue;
    const above = foldPath(`${base}/`, root);
    const folded = foldPath(path, root);
    if (folded.startsWith(above) && folded.length > above.length) return { root, relative: folded.slice(above.length) };
  }
  return null;
}

function foldPath(path: string, root: WorkRoot): string {
  const formed = root.folds_form === true ? path.normalize("NFC") : path;
  return root.is_case_insensitive === true ? formed.toLowerCase() : formed;
}

function hasStep(path: string): boolean {
  return path.includes("..") && path.split(/[/\\]/).includes("..");
}

/** An absolute pattern is one below a root; every other is relative to it. */
function relativePattern(pattern: string, root: WorkRoot): string | null {
  if (hasStep(pattern)) return null;
  if (!pattern.startsWith("/")) return pattern.replace(/^\.\//, "");
  const base = `${root.path.replace(/\/+$/, "")}/`;
  return pattern.startsWith(base) ? pattern.slice(base.length) : null;
}

function isPathCovered(envelope: Envelope, path: string, roots: readonly WorkRoot[]): boolean {
  if (hasStep(path)) return false;
  const below = belowRoot(path, roots);
  if (below === null) return false;
  if (envelope.any_path === true) return true;
  const { root, relative } = below;
  return (envelope.paths ?? []).some((written) => {
    const pattern = relativePattern(written, root);
    return pattern !== null && matchesPattern(foldPath(pattern, root), relative);
  });
}

function isLocal(target: string): boolean {
  return target.startsWith("/");
}

/** A target that stands for more than itself covers what nobody can list. */
const unlisted = /[*?]|^some:/;

function isLocalCovered(envelope: Envelope, target: string, call: CoveredCall): boolean {
  const views = call.views[target];
  if (views === undefined || views.length === 0) return false;
  if (!isPathCovered(envelope, target, call.roots)) return false;
  return views.every((view) => view === target || (isLocal(view) && isPathCovered(envelope, view, call.roots)));
}

const listOfKind: Readonly<Partial<Record<EffectKind, "hosts" | "executes" | "remotes">>> = {
  network: "hosts",
  execute: "executes",
  publish: "remotes",
};

/** Lists that may hold a target that is no path: by its form first, by the kind of effect otherwise. */
function listFor(effect: Effect): "hosts" | "executes" | "remotes" {
  if (effect.target.startsWith("host:")) return "hosts";
  return listOfKind[effect.kind] ?? "remotes";
}

function isListed(list: readonly string[], target: string): boolean {
  // `host:example.org` may be listed as `example.org`.
  const bare = target.startsWith("host:") ? target.slice("host:".length) : target;
  return list.some((entry) => entry === target || matchesPattern(entry, target) || matchesPattern(entry, bare));
}

function isTargetCovered(envelope: Envelope, effect: Effect, call: CoveredCall): boolean {
  const { target } = effect;
  if (target === "" || unlisted.test(target)) return false;
  if (effect.kind === "execute") return isListed(envelope.executes, target);
  if (isLocal(target)) return isLocalCovered(envelope, target, call);
  return isListed(envelope[listFor(effect)], target);
}

/** What a kind of effect needs (actions, section 10): code of the project and files below a root are the workspace. */
function permissionFor(effect: Effect, call: CoveredCall): RequestWord<"permission"> {
  if (effect.kind === "read" || effect.kind === "network") return "read-only";
  if (effect.kind === "delegate" && effect.target === "agent:in-host") return "read-only";
  const isInside = isLocal(effect.target) && belowRoot(effect.target, call.roots) !== null;
  const isProject = effect.target.startsWith("project:") || isInside;
  if (["write", "delete", "execute"].includes(effect.kind) && isProject) return "workspace-write";
  return effect.reversibility === "reversible" ? "workspace-write" : "full-access";
}

/** Steps 6 and 7: what the call is, against what the envelope lists. */
function missOfCall(envelope: Envelope, call: CoveredCall): CoverMiss | null {
  if (!call.understood || call.effects.length === 0) return "not-understood";
  if (call.effects.some((effect) => !effect.certain)) return "not-understood";
  const isIrreversible = (effect: Effect) =>
    readOn(requestScales.reversibility, effect.reversibility) === "irreversible";
  if (call.effects.some(isIrreversible)) return "irreversible";
  if (envelope.any_tool !== true && envelope.tools?.includes(call.tool) !== true) return "tool";
  if (call.effects.some((effect) => !envelope.kinds.includes(effect.kind))) return "kind";
  const isPermitted = (effect: Effect) =>
    isAtLeast(requestScales.permission, envelope.permission, permissionFor(effect, call));
  if (!call.effects.every(isPermitted)) return "permission";
  if (call.written.some(hasStep)) return "target";
  return call.effects.every((effect) => isTargetCovered(envelope, effect, call)) ? null : "target";
}

/** How often an envelope was used, by itself and through what was attenuated from it. */
function usesOf(envelope: Envelope, commitment: ServedCommitment, known: ReadonlyMap<string, Envelope>): number {
  let uses = 0;
  for (const [id, count] of Object.entries(commitment.uses)) {
    const isOwn = id === envelope.id || lineOf(id, known)?.includes(envelope) === true;
    // A count nobody can read has used it up.
    if (isOwn) uses += isAmount(count) ? count : Infinity;
  }
  return uses;
}

/** Whether what was spent, and what this call pays, stays below the limit; reaching it is over. An unknown price never does. */
function isSpendWithin(
  envelope: Envelope,
  call: CoveredCall,
  commitment: ServedCommitment,
  facts: CoverFacts,
): boolean {
  let paid = 0;
  for (const { kind, amount_usd: amount } of call.effects) {
    if (kind !== "pay") continue;
    if (!isAmount(amount)) return false;
    paid += amount;
  }
  if (envelope.spend_usd === "unlimited") return true;
  const { running_usd: running } = facts;
  if (!isAmount(commitment.spent_usd) || !isAmount(running)) return false;
  const spent = commitment.spent_usd + running;
  return spent < envelope.spend_usd && spent + paid <= envelope.spend_usd;
}

/** Steps 3 to 7 for one envelope of a line. */
function missOfEnvelope(
  envelope: Envelope,
  call: CoveredCall,
  commitment: ServedCommitment,
  facts: CoverFacts,
  known: ReadonlyMap<string, Envelope>,
): CoverMiss | null {
  if (!isLive(envelope, facts.now)) return "not-live";
  if (envelope.max_uses !== "unlimited" && !(usesOf(envelope, commitment, known) < envelope.max_uses)) return "uses";
  return isSpendWithin(envelope, call, commitment, facts) ? missOfCall(envelope, call) : "spend";
}

function missOfLine(
  envelope: Envelope,
  call: CoveredCall,
  commitment: ServedCommitment,
  facts: CoverFacts,
  known: ReadonlyMap<string, Envelope>,
): CoverMiss | null {
  if (!facts.origin_is_human && !commitment.is_human) return "origin";
  if (commitment.is_closed || envelope.commitment !== commitment.id) return "closed";
  const line = lineOf(envelope.id, known);
  if (line === null) return "lineage";
  for (const held of line) {
    if (commitment.void_envelopes.includes(held.id)) return "void";
    if (call.is_subagent && !held.descendants) return "descendants";
    const miss = missOfEnvelope(held, call, commitment, facts, known);
    if (miss !== null) return miss;
  }
  return null;
}

function oldestFirst(envelopes: readonly Envelope[]): Envelope[] {
  const at = (envelope: Envelope) => parseInstant(envelope.granted_at) ?? Infinity;
  return envelopes.toSorted((one, other) => at(one) - at(other));
}

/**
 * The first envelope, oldest grant first, that covers a call by itself. What it lets through is listed elsewhere: coverage
 * never overrides a deny, a ban, or a person's ceiling.
 */
export function coverCall(call: CoveredCall, commitments: readonly ServedCommitment[], facts: CoverFacts): Coverage {
  if (facts.autonomy !== "delegated") return { covered: false, misses: [{ envelope: null, miss: "autonomy" }] };
  if (facts.is_irreversible) return { covered: false, misses: [{ envelope: null, miss: "irreversible-intent" }] };
  const misses: { envelope: string; miss: CoverMiss }[] = [];
  for (const commitment of commitments) {
    const known = new Map(commitment.envelopes.map((envelope) => [envelope.id, envelope]));
    for (const envelope of oldestFirst(commitment.envelopes)) {
      const miss = missOfLine(envelope, call, commitment, facts, known);
      if (miss === null) {
        return { covered: true, commitment: commitment.id, envelope: envelope.id, version: envelope.version };
      }
      misses.push({ envelope: envelope.id, miss });
    }
  }
  return { covered: false, misses };
}
