/** @module What narrowing one ceiling to another takes away: one plain line for each field, for people. */

import { type EffectKind, effectKinds } from "../effect.ts";
import { domains } from "../intent/reading/reading.ts";
import type { Ban, RemovalScope } from "../intent/reading/removal.ts";
import { narrow, requestScales } from "../scale.ts";
import { cleanQuote } from "../text/clean.ts";
import { isFieldAtMost } from "./ceiling.ts";
import { type CeilingField, type CeilingValues, ceilingFields } from "./ceiling-read.ts";
import { type Ceiling, modalities } from "./engagement.ts";

/** One field that allows less than before, and in words what it allows now. */
export interface Difference {
  readonly field: CeilingField;
  readonly text: string;
}

/** Items a line names before it counts the rest. */
const shownItems = 6;

function list(items: readonly string[]): string {
  const shown = items.slice(0, shownItems).map((item) => cleanQuote(item));
  const more = items.length > shownItems ? ` and ${items.length - shownItems} more` : "";
  return `${shown.join(", ")}${more}`;
}

function leftOut<Word extends string>(
  all: readonly Word[],
  from: "all" | readonly Word[] | undefined,
  to: "all" | readonly Word[],
): string {
  if (to === "all") return "all";
  if (to.length === 0) return "none";
  const gone = all.filter(
    (word) => !to.includes(word) && (from === undefined || from === "all" || from.includes(word)),
  );
  return gone.length <= to.length ? gone.map((word) => `no ${word}`).join(", ") : `only ${to.join(", ")}`;
}

function removalWords(scopes: readonly RemovalScope[]): string {
  const grants = new Set(scopes.flatMap((scope) => scope.grants));
  const asked = grants.size > 0 ? "what was asked for; " : "";
  const otherwise = narrow(requestScales.otherwise, ...scopes.map((scope) => scope.otherwise));
  if (otherwise === "never") return grants.size > 0 ? "what was asked for; nothing else" : "nothing";
  if (otherwise === "confirm") return `${asked}anything else asks`;
  return `${asked}what can be undone; anything else asks`;
}

function banWords(bans: readonly Ban[]): string {
  // One clause may rule out several kinds; its words are told once.
  return list([...new Set(bans.map((ban) => (ban.text === "" ? "everything" : `not: ${ban.text}`)))]);
}

function patternWords(lists: readonly (readonly string[])[]): string {
  return lists.map((patterns) => (patterns.length === 0 ? "nothing" : list(patterns))).join("; and ");
}

function toolWords(tools: CeilingValues["tools"]): string {
  const denied = tools.denied.map((tool) => `no ${tool}`);
  if (tools.allowed === "all") return list(denied);
  const allowed = tools.allowed.length === 0 ? "none" : `only ${list(tools.allowed)}`;
  return denied.length === 0 ? allowed : `${allowed}; ${list(denied)}`;
}

/** The words of each field that is present in what was narrowed to. */
const words: { readonly [Field in CeilingField]: (to: CeilingValues[Field], from: Ceiling) => string } = {
  permission: (to, from) => `${from.permission ?? "any"} → ${to}`,
  approval: (to, from) => `${from.approval ?? "any"} → ${to}`,
  kinds: (to, from) => leftOut<EffectKind>(effectKinds, from.kinds, to),
  removal: removalWords,
  bans: banWords,
  deletion: (to, from) => `${from.deletion ?? "any"} → ${to}`,
  tools: toolWords,
  paths: patternWords,
  hosts: patternWords,
  branches: (to, from) => `${from.branches ?? "any-branch"} → ${to}`,
  attempts: (to) => (to === 0 ? "none" : `at most ${to}`),
  spend_usd: (to) => `at most ${to} USD`,
  domains: (to, from) => leftOut(domains, from.domains, to),
  modalities: (to) => list(modalities.filter((modality) => to.includes(modality))),
  satisfaction: (to, from) => `${from.satisfaction ?? "asserted"} → ${to}`,
};

function describe(field: CeilingField, from: Ceiling, to: Ceiling): string {
  const value: unknown = to[field];
  // The table gives each field its own words; the compiler cannot follow that through an index.
  const say = words[field] as (to: unknown, from: Ceiling) => string;
  return say(value, from);
}

/** One line for each field in which `to` allows less than `from`, in the order of the fields; none for equal ones. */
export function differences(from: Ceiling, to: Ceiling): Difference[] {
  return ceilingFields
    .filter((field) => !isFieldAtMost(field, from, to))
    .map((field) => ({ field, text: describe(field, from, to) }));
}
