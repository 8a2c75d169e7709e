/**
 * @module What keeps a call from simply running: refusals that nothing lifts, and gates that a person or a delegation
 * clears (actions, section 10, steps 3 to 7).
 */

import type { Effect } from "../effect.ts";
import { type RequestWord, requestScales, wordOn } from "../scale.ts";
import { writeCodePoint } from "../text/hygiene.ts";
import type { CeilingJudgement } from "./ceilings.ts";
import type { ActionFacts } from "./facts.ts";
import { type ActionFinding, finding } from "./finding.ts";
import { isNamedByPerson } from "./named.ts";
import { matchRule, type OperatorRule } from "./operator-rules.ts";
import type { PathPlace } from "./paths/path-place.ts";
import type { Reading, Reversibility } from "./reading.ts";
import type { SettledEffect } from "./settle.ts";

/** A call as it was read, with what is known of its paths. */
export interface Read {
  readonly reading: Reading;
  /** Effects beyond those that are followed, for refusals alone. */
  readonly overflow: readonly SettledEffect[];
  readonly settled: readonly SettledEffect[];
  readonly effects: readonly Effect[];
  readonly at: PathPlace;
}

/** The rules of the operator that refuse a call, and those that ask about it. */
export function matchingRules(facts: ActionFacts, read: Read): { denying: OperatorRule[]; asking: OperatorRule[] } {
  const denying: OperatorRule[] = [];
  const asking: OperatorRule[] = [];
  const { rules } = facts.policy;
  if (rules.length === 0) return { denying, asking };
  const effects = [...read.settled, ...read.overflow];
  const commands = [...read.reading.commands, { name: facts.call.tool, args: [], isKnown: true }];
  for (const rule of rules) {
    const match = rule.decision === "allow" ? "none" : matchRule(rule, effects, commands, read.at);
    if (match === "none") continue;
    // What a refusal may mean asks, unless it says that doubt is refused too.
    const isRefused = rule.decision === "deny" && (match === "hit" || rule.unknown === "deny");
    (isRefused ? denying : asking).push(rule);
  }
  return { denying, asking };
}

/** Steps 3 and 4: what no authority lifts. */
export function refusals(read: Read): ActionFinding[] {
  const found: ActionFinding[] = [];
  const all = read.overflow.length === 0 ? read.settled : [...read.settled, ...read.overflow];
  // What takes the whole machine, a home or the work along is told as that, although the gate's files go with it.
  for (const { effect, isControl, isCritical } of all) {
    if (isControl && !isCritical) found.push(finding("action.control", effect));
    else if (effect.kind === "delegate" && effect.target.startsWith("warrant:"))
      found.push(finding("action.self-authorize", effect));
  }
  for (const { effect, isControl, isCritical } of all) {
    if (isCritical) found.push(finding("action.critical-path", effect));
    if (isCritical && isControl) found.push(finding("action.control", effect));
  }
  return found;
}

export const quietKinds = new Set(["read", "network"]);

function isSecretRead({ effect }: SettledEffect): boolean {
  if (effect.kind !== "read" || effect.target === "?") return false;
  return effect.reversibility !== "reversible";
}

/** The reversibility that the table of autonomy sees: what the person named counts as less. */
function countedAs(facts: ActionFacts, effect: Effect, granted: ReadonlySet<string>): Reversibility {
  if (granted.has(effect.target) && effect.kind === "delete") return "reversible";
  return isNamedByPerson(facts, effect) && effect.reversibility !== "irreversible"
    ? "reversible"
    : effect.reversibility;
}

function addPathFindings({ effect, sight }: SettledEffect, isEnveloped: boolean, found: ActionFinding[]): void {
  if (sight === null || effect.kind === "read" || effect.kind === "network" || effect.kind === "execute") return;
  for (const problem of sight.problems) {
    if (problem === "path.outside-roots" || (sight.isScratch && problem !== "path.windows-form")) continue;
    found.push(finding(problem, effect));
  }
  const { answer } = sight;
  if (effect.kind === "write" && answer?.type === "file") {
    const links = answer.nlink ?? (isEnveloped ? Number.NaN : 1);
    if (links !== 1) found.push(finding("path.hard-link", effect));
  }
}

/** Where an operator lets the whole machine be changed, paths outside of the roots do not ask by themselves. */
function isOutside({ effect, sight }: SettledEffect): boolean {
  if (sight === null || sight.isInside || sight.isScratch) return false;
  return effect.kind === "write" || effect.kind === "delete";
}

/** With the posture off the table of autonomy is not applied; its floor, what cannot be undone, stays. */
function autonomyOf(facts: ActionFacts): RequestWord<"autonomy"> {
  if (facts.posture === "off") return "autonomous";
  return wordOn(requestScales.autonomy, facts.autonomy) ?? requestScales.autonomy.careful;
}

/** Step 7: every gate, in the order they are reported. */
export function gatesOf(
  facts: ActionFacts,
  read: Read,
  ceilings: CeilingJudgement,
  asking: readonly OperatorRule[],
): ActionFinding[] {
  const { reading, settled, effects } = read;
  const found: ActionFinding[] = [];
  const isDisguised = settled.some(({ sight }) => sight?.isDisguised === true);
  if (reading.hidden.size > 0 || isDisguised) {
    const names = [...reading.hidden].slice(0, 5).map(writeCodePoint).join(" ");
    found.push(finding("action.hidden-characters", null, names));
  }
  if (!reading.isUnderstood) found.push(finding("action.not-understood", null, reading.reasons.join("; ")));
  for (const rule of asking) found.push(finding(`policy.${rule.id}`, null));
  const autonomy = autonomyOf(facts);
  const granted = new Set(ceilings.named);
  const changing: { effect: Effect; counts: Reversibility }[] = [];
  for (const effect of effects)
    if (!quietKinds.has(effect.kind)) changing.push({ effect, counts: countedAs(facts, effect, granted) });
  for (const { effect, counts } of changing)
    if (counts === "irreversible") found.push(finding("action.irreversible", effect));
  for (const one of settled) if (isSecretRead(one)) found.push(finding("action.secret", one.effect));
  for (const { effect, sight, also, mayBeControl } of settled) {
    const isProtected = effect.kind === "write" && (sight?.isProtected === true || also.length > 0);
    if (isProtected || mayBeControl === true) found.push(finding("action.protected", effect));
  }
  const isWide = ceilings.isWide;
  for (const one of settled) if (isOutside(one) && !isWide) found.push(finding("action.outside-roots", one.effect));
  for (const one of settled) addPathFindings(one, facts.commitments.length > 0, found);
  if (effects.some(({ kind }) => kind === "pay") && !isSpendWithin(facts, effects))
    found.push(finding("action.spend", effects.find(({ kind }) => kind === "pay") ?? null));
  const asksCostly = autonomy !== "autonomous";
  for (const { effect, counts } of changing)
    if (asksCostly && counts === "costly") found.push(finding("action.costly", effect));
  found.push(...ceilings.asks);
  const asksReversible = autonomy === "manual" || autonomy === "delegated";
  for (const { effect, counts } of changing)
    if (asksReversible && counts === "reversible") found.push(finding("action.autonomy", effect));
  return found;
}

export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

/** Whether money is left: reaching the limit is over, and what nobody knows is. */
function isSpendWithin(facts: ActionFacts, effects: readonly Effect[]): boolean {
  const { limit_usd: limit, spent_usd: spent, running_usd: running } = facts.spend;
  let paid = 0;
  for (const { kind, amount_usd: amount } of effects) {
    if (kind !== "pay") continue;
    if (!isAmount(amount)) return false;
    paid += amount;
  }
  if (limit === "unlimited") return true;
  return (
    isAmount(limit) &&
    isAmount(spent) &&
    isAmount(running) &&
    spent + running < limit &&
    spent + running + paid <= limit
  );
}
