/** @module An operator's rules about effects and commands, and when they match (actions, section 9). */

import { type EffectKind, effectKinds } from "../effect.ts";
import { isRecord } from "../policy/ceiling-read.ts";
import { matchesPattern } from "../policy/scope-pattern.ts";
import { climb, expandHome, foldSegment, readForm } from "./paths/form.ts";
import { couldBe, couldMeet } from "./paths/meet.ts";
import type { PathPlace } from "./paths/path-place.ts";
import type { ReadCommand } from "./reading.ts";
import type { SettledEffect } from "./settle.ts";

export interface OperatorRule {
  readonly id: string;
  readonly decision: "allow" | "ask" | "deny";
  readonly effect?: { readonly kind?: EffectKind; readonly target?: string };
  readonly command?: { readonly name: string; readonly subcommand?: string; readonly flags?: readonly string[] };
  /** What a possible match of a deny rule is. */
  readonly unknown?: "deny" | "ask";
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= 1000;
}

/** A rule from anything at all; null when any part of it cannot be read. */
export function readRule(value: unknown): OperatorRule | null {
  if (!isRecord(value)) return null;
  const { id, decision, effect, command, unknown: doubt } = value;
  if (!isText(id) || (decision !== "allow" && decision !== "ask" && decision !== "deny")) return null;
  if (doubt !== undefined && doubt !== "deny" && doubt !== "ask") return null;
  const rest: { readonly unknown?: "deny" | "ask" } = doubt === undefined ? {} : { unknown: doubt };
  if (isRecord(effect) && command === undefined) {
    const kind = effectKinds.find((known) => known === effect["kind"]);
    const { target } = effect;
    if ((effect["kind"] !== undefined && kind === undefined) || (target !== undefined && !isText(target))) return null;
    return {
      id,
      decision,
      effect: { ...(kind === undefined ? {} : { kind }), ...(isText(target) ? { target } : {}) },
      ...rest,
    };
  }
  if (!isRecord(command) || effect !== undefined || !isText(command["name"])) return null;
  const { name, subcommand, flags } = command;
  if (subcommand !== undefined && !isText(subcommand)) return null;
  if (flags !== undefined && !(Array.isArray(flags) && flags.every(isText))) return null;
  return {
    id,
    decision,
    command: {
      name,
      ...(isText(subcommand) ? { subcommand } : {}),
      ...(Array.isArray(flags) ? { flags: flags.filter(isText) } : {}),
    },
    ...rest,
  };
}

/** A match, a match that is only possible, or none. */
export type RuleMatch = "hit" | "maybe" | "none";

/** A rule's path as folded segments, at every place it may hold; none when it is no path. */
function ruleSegments(target: string, at: PathPlace, isFolded: boolean): string[][] {
  const fold = (segments: readonly string[]) => (isFolded ? segments.map(foldSegment) : [...segments]);
  const expanded = expandHome(target, at.place.home);
  if (expanded === null || expanded.startsWith("$")) return [];
  const form = readForm(expanded, at.place.os, null);
  if ("segments" in form) return [fold(climb(form.segments))];
  const parts = climb(expanded.split("/").filter((part) => part !== "" && part !== "."));
  if (parts[0] === "**") return [fold(parts)];
  return at.roots.flatMap(({ written, real }) => [fold([...written, ...parts]), fold([...real, ...parts])]);
}

function matchTarget(pattern: string, settled: SettledEffect, at: PathPlace): RuleMatch {
  const { effect, sight } = settled;
  const { target } = effect;
  if (target === "?" || target.startsWith("some:")) return "maybe";
  if (sight === null) {
    const isText =
      matchesPattern(pattern.toLowerCase(), target.toLowerCase()) ||
      couldBe(target.toLowerCase(), pattern.toLowerCase());
    return isText ? "hit" : "none";
  }
  const rules = ruleSegments(pattern, at, true);
  const isTree = effect.recursive === true;
  const isMet = sight.folded.some((path) =>
    rules.some((rule) => couldMeet(path, rule) || (isTree && couldMeet([...path, "**"], rule))),
  );
  if (isMet) return "hit";
  return sight.resolved === null && rules.length > 0 ? "maybe" : "none";
}

function matchCommand(command: NonNullable<OperatorRule["command"]>, run: ReadCommand): boolean {
  const name = run.name.split("/").at(-1) ?? run.name;
  if (name.toLowerCase() !== command.name.toLowerCase()) return false;
  const operands = run.args.filter((arg) => !arg.startsWith("-"));
  if (command.subcommand !== undefined && operands[0] !== command.subcommand) return false;
  return (command.flags ?? []).every((flag) =>
    run.args.some((arg) => arg === flag || arg.startsWith(`${flag}=`) || hasLetter(arg, flag)),
  );
}

function hasLetter(arg: string, flag: string): boolean {
  return /^-[A-Za-z]$/.test(flag) && /^-[A-Za-z]+$/.test(arg) && arg.includes(flag.charAt(1));
}

/** Whether a rule that refuses or asks matches a call: any effect, any view, any command in it. */
export function matchRule(
  rule: OperatorRule,
  effects: readonly SettledEffect[],
  commands: readonly ReadCommand[],
  at: PathPlace,
): RuleMatch {
  let found: RuleMatch = "none";
  const { effect: wanted, command } = rule;
  if (command !== undefined && commands.some((run) => matchCommand(command, run))) return "hit";
  if (wanted === undefined) return found;
  for (const settled of effects) {
    const all = [settled.effect, ...settled.also];
    if (wanted.kind !== undefined && !all.some(({ kind }) => kind === wanted.kind)) continue;
    const match = wanted.target === undefined ? "hit" : matchTarget(wanted.target, settled, at);
    if (match === "hit") return "hit";
    if (match === "maybe") found = "maybe";
  }
  return found;
}

/** Whether an allow rule covers one effect: certain, its target known in every view, by exact case. */
export function coversEffect(rule: OperatorRule, settled: SettledEffect, at: PathPlace): boolean {
  const { effect: wanted } = rule;
  const { effect, sight } = settled;
  if (rule.decision !== "allow" || wanted === undefined || !effect.certain) return false;
  if (wanted.kind === undefined || wanted.kind !== effect.kind || wanted.target === undefined) return false;
  if (effect.target === "?" || /[*]|^some:/.test(effect.target) || settled.also.length > 0) return false;
  if (sight === null) return matchesPattern(wanted.target, effect.target);
  if (sight.problems.length > 0 || effect.recursive === true) return false;
  const rules = ruleSegments(wanted.target, at, false).map((segments) => segments.join("/"));
  return sight.exact.every((path) => rules.some((rule) => matchesPattern(rule, path.join("/"))));
}
