/** @module What every face of a card shows, in the order people need it; each face only writes it down (cards, section 12). */

import { counted, type Phrase } from "../render/phrase.ts";
import { ruleOf } from "../rules.ts";
import type { Card } from "./card.schema.ts";
import type { RiskSource } from "./risk.ts";

/** A sentence of the card and what became of it. */
export interface ViewLine {
  readonly text: string;
  /** What a check found against it, or null: nothing, or it was not checked. */
  readonly against: "unsupported" | "contradicted" | null;
}

export interface CardView {
  /** `checked`, `unchecked` or `unavailable`. */
  readonly state: Card["state"];
  readonly goal: ViewLine | null;
  /** Why it is not checked, or not there; null when it is checked. */
  readonly reason: string | null;
  /** What the check says against it. */
  readonly warnings: readonly Phrase[];
  readonly changes: readonly ViewLine[];
  readonly outside: readonly Phrase[];
  readonly risk: Card["risk"]["class"];
  readonly riskBecause: readonly Phrase[];
  readonly hidden: readonly Phrase[];
  readonly models: readonly Phrase[];
}

const sourceNames: Readonly<Record<RiskSource, string>> = {
  floor: "rules",
  first_pass: "first pass",
  writer: "writer",
  verifier: "verifier",
  disagreement: "disagreement",
  unverified: "not verified",
  unavailable: "no card",
  injection: "injection",
  not_shown: "not shown",
};
const roleNames = {
  first_pass: "first look",
  writer: "written",
  verifier: "checked",
  alignment: "compared with the request",
} as const;
const reasonNames: Readonly<Record<string, string>> = {
  no_patch: "no patch from the platform",
  too_large: "its patch is too large",
  over_budget: "past the total",
  long_line: "a line is too long",
};

function line(card: Card, id: string, text: string): ViewLine {
  const outcome = card.claims.find((claim) => claim.id === id)?.outcome;
  // Without a check there is nothing against a sentence.
  const isAgainst = card.state === "checked" && (outcome === "unsupported" || outcome === "contradicted");
  return { text, against: isAgainst ? outcome : null };
}

function placed(paths: readonly string[]): Phrase {
  return paths
    .flatMap((path, index) => [index === 0 ? " (" : ", ", { code: path }])
    .concat(paths.length > 0 ? [")"] : []);
}

function warnings(card: Card): Phrase[] {
  const found: Phrase[] = [];
  for (const { outcome, text, why, paths } of card.claims) {
    if (outcome !== "unsupported" && outcome !== "contradicted") continue;
    const word = outcome === "unsupported" ? "Unsupported" : "Contradicted";
    found.push([`${word}: “${text}”${why === null || why === "" ? "" : ` — ${why}`}`, ...placed(paths)]);
  }
  for (const { text, paths } of card.missed) found.push([`Not mentioned: ${text}`, ...placed(paths)]);
  return found;
}

function because(card: Card): Phrase[] {
  return card.risk.contributors.map(({ source, class: level, why }) => {
    const name = sourceNames[source];
    return [`${name}: ${level}${why === "" ? "" : `, ${why}`}`];
  });
}

/** What else the rules found, beside the reason that stands with the risk. */
function floorPaths(card: Card): Phrase[] {
  const byRule = Map.groupBy(card.floor_reasons, ({ rule }) => rule);
  return [...byRule].map(([rule, reasons]) => {
    const paths = reasons.flatMap(({ path }) => (path === undefined ? [] : [path])).slice(0, 3);
    return [`rules: ${ruleOf(rule)?.title ?? rule}`, ...placed(paths)];
  });
}

function hidden({ shown }: Card): Phrase[] {
  const named = shown.not_shown.map(
    ({ path, reason }): Phrase => [{ code: path }, ` (${reasonNames[reason] ?? reason})`],
  );
  return shown.not_shown_omitted === 0 ? named : [...named, [counted(shown.not_shown_omitted, "more file")]];
}

function money(usd: number | null): string {
  return usd === null ? "" : `, ${usd < 0.01 && usd > 0 ? "under 0.01" : usd.toFixed(2)} USD`;
}

function models({ calls }: Card): Phrase[] {
  return calls.map(({ role, model, answered_by, cost_usd, usage, input_tokens, output_tokens }) => [
    `${roleNames[role]} by `,
    { code: model },
    ...(answered_by === null ? [] : [" (answered as ", { code: answered_by }, ")"]),
    `, ${counted(input_tokens + output_tokens, "token")}${usage === "estimated" ? " at most" : ""}${money(cost_usd)}`,
  ]);
}

/** The view of a card. The same card gives the same view. */
export function viewOf(card: Card): CardView {
  return {
    state: card.state,
    goal: card.goal === null ? null : line(card, "g", card.goal),
    reason: card.state_detail,
    warnings: warnings(card),
    changes: card.behavior_changes.map(({ id, text }) => line(card, id, text)),
    outside: card.out_of_scope.map(({ path, by, why }) => [
      { code: path },
      ` (${by.join(", ")})${why === "" ? "" : `: ${why}`}`,
    ]),
    risk: card.risk.class,
    riskBecause: [...because(card), ...floorPaths(card)],
    hidden: hidden(card),
    models: models(card),
  };
}
