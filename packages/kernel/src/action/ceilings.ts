/** @module What the ceilings of a call refuse or ask about: each entry apart, so that a finding says whose limit it was. */

import type { Effect } from "../effect.ts";
import { isCoveredBy } from "../policy/branches.ts";
import { type CeilingEntry, isAttemptWithin, readEntry, whenExceeded } from "../policy/ceiling-entries.ts";
import { judgeScope } from "../policy/judge-scope.ts";
import { matchesPattern } from "../policy/scope-pattern.ts";
import { isAtLeast, readOn, requestScales } from "../scale.ts";
import type { ActionFacts } from "./facts.ts";
import { type ActionFinding, finding } from "./finding.ts";
import { isInScope } from "./paths/decide.ts";
import type { PathPlace } from "./paths/path-place.ts";
import type { SettledEffect } from "./settle.ts";

export interface CeilingJudgement {
  readonly denies: readonly ActionFinding[];
  readonly asks: readonly ActionFinding[];
  /** Deletions a removal grant names so plainly that they count as asked for. */
  readonly named: readonly string[];
  /** An operator lets the whole machine be changed. */
  readonly isWide: boolean;
}

/** What an effect needs to be permitted. */
function permissionFor({ effect, sight }: SettledEffect): "read-only" | "workspace-write" | "full-access" {
  const { kind, target, reversibility } = effect;
  if (kind === "read" || kind === "network" || (kind === "delegate" && target === "agent:in-host")) return "read-only";
  const isHere = sight !== null && (sight.isInside || sight.isScratch);
  if ((kind === "write" || kind === "delete") && isHere) return "workspace-write";
  if (kind === "write" && target.startsWith("some:")) return "workspace-write";
  // What git keeps for this repository lies inside its root.
  if ((kind === "write" || kind === "delete") && target.startsWith("git:")) return "workspace-write";
  if (kind === "execute" && (target.startsWith("project:") || (sight?.isInside ?? false))) return "workspace-write";
  return reversibility === "reversible" ? "workspace-write" : "full-access";
}

function branchMisses(entry: CeilingEntry, effect: Effect, facts: ActionFacts): boolean {
  const branch = /^git-remote:[^/]*\/(?<name>.+)$/.exec(effect.target)?.groups?.["name"];
  if (entry.branches === undefined || branch === undefined) return false;
  const allowed = readOn(requestScales.branches, entry.branches);
  if (allowed === "any-branch") return false;
  if (allowed === "none") return true;
  const { git } = facts.place;
  const isShared =
    branch === git?.default_branch ||
    git?.protected === undefined ||
    git.protected.some((pattern) => isCoveredBy(branch, pattern)) ||
    branch.includes("*");
  return isShared;
}

function hostMisses(entry: CeilingEntry, effect: Effect): boolean {
  if (entry.hosts === undefined || !effect.target.startsWith("host:")) return false;
  const host = effect.target.slice(5);
  return !entry.hosts.every((list) =>
    list.some((pattern) => matchesPattern(pattern, host) || matchesPattern(pattern, host.replace(/:[0-9]+$/, ""))),
  );
}

function toolMisses(entry: CeilingEntry, tool: string): boolean {
  if (entry.tools === undefined) return false;
  const { allowed, denied } = entry.tools;
  const folded = tool.toLowerCase();
  return denied.some((name) => name.toLowerCase() === folded) || (allowed !== "all" && !allowed.includes(tool));
}

function pathMisses(entry: CeilingEntry, { effect, sight }: SettledEffect, at: PathPlace): boolean {
  if (entry.paths === undefined) return false;
  if (effect.kind === "network" || effect.kind === "execute") return false;
  if (sight === null) return effect.target === "?" || effect.target.startsWith("some:");
  return !entry.paths.every((scope) => isInScope(scope, sight, at));
}

function exceeded(
  entry: CeilingEntry,
  facts: ActionFacts,
  settled: readonly SettledEffect[],
  effects: readonly Effect[],
  at: PathPlace,
): ActionFinding[] {
  const found: ActionFinding[] = [];
  const { source } = entry;
  const add = (field: string, effect: Effect | null) => found.push({ ...finding(`ceiling.${field}`, effect), source });
  const { permission } = entry;
  // What a whole agent may not touch is told before which of its tools it may not use.
  for (const one of settled) {
    if (permission !== undefined && !isAtLeast(requestScales.permission, permission, permissionFor(one)))
      add("permission", one.effect);
  }
  if (toolMisses(entry, facts.call.tool)) add("tools", null);
  if (!isAttemptWithin(entry, facts.session.attempt)) add("attempts", null);
  for (const one of settled) {
    if (pathMisses(entry, one, at)) add("paths", one.effect);
    if (hostMisses(entry, one.effect)) add("hosts", one.effect);
    if (branchMisses(entry, one.effect, facts)) add("branches", one.effect);
  }
  if (
    entry.spend_usd !== undefined &&
    effects.some(
      ({ kind, amount_usd: amount }) =>
        kind === "pay" && !(typeof amount === "number" && amount <= (entry.spend_usd ?? 0)),
    )
  )
    add("spend", null);
  return found;
}

/** Judges a call by every ceiling. Entries a misread request may have caused ask; what somebody decided is refused. */
export function ceilingFindings(
  facts: ActionFacts,
  settled: readonly SettledEffect[],
  effects: readonly Effect[],
  at: PathPlace,
): CeilingJudgement {
  const denies: ActionFinding[] = [];
  const asks: ActionFinding[] = [];
  const named: string[] = [];
  const entries = facts.ceilings.map(readEntry);
  const isOff = facts.posture === "off";
  const git = facts.place.git;
  const scope = {
    resources: facts.resources,
    ...(facts.place.cwd === null ? {} : { cwd: facts.place.cwd }),
    ...(typeof git?.default_branch === "string" ? { default_branch: git.default_branch } : {}),
    ...(git?.protected === undefined ? {} : { protected: git.protected }),
  };
  for (const entry of entries) {
    if (isOff && entry.source === "reading") continue;
    const list = whenExceeded(entry.source) === "deny" ? denies : asks;
    list.push(...exceeded(entry, facts, settled, effects, at));
    const judged = judgeScope({ ceiling: entry }, effects, scope);
    for (const one of judged.findings) {
      const own: ActionFinding = {
        rule: one.rule,
        severity: one.severity,
        message: one.message,
        next: one.next,
        source: entry.source,
        ...(one.quote === undefined ? {} : { quote: one.quote }),
      };
      if (one.severity === "block" || list === denies) denies.push({ ...own, severity: "block" });
      else asks.push(own);
    }
    if (entry.source === "reading") named.push(...judged.named);
  }
  const isWide = entries.some((entry) => entry.source === "policy" && entry.permission === "full-access");
  return { denies, asks, named, isWide };
}
