/**
 * @module The final risk of a change: the highest class any source gives (cards, section 7). A model's answer, its failure or its
 * silence can raise the class; nothing lowers it below the floor (laws 1 and 2).
 */

import { type Floor, floorScale, raise } from "../scale.ts";

export const riskSources = [
  "floor",
  "first_pass",
  "writer",
  "verifier",
  "disagreement",
  "unverified",
  "unavailable",
  "injection",
  "not_shown",
] as const;
export type RiskSource = (typeof riskSources)[number];

/** What one model said, or null: it was not asked, or gave no answer that counts. */
export type Opinion = { readonly class: Floor; readonly why: string } | null;

export interface RiskInput {
  readonly floor: Floor;
  readonly floorWhy: string;
  readonly firstPass: Opinion;
  readonly writer: Opinion;
  readonly verifier: Opinion;
  /** No card, whatever the reason. */
  readonly isUnavailable: boolean;
  /** The verifier failed, was not asked, or left a claim unjudged. */
  readonly isUnverified: boolean;
  /** A claim does not hold, or an effect was not mentioned. */
  readonly disagrees: boolean;
  /** A marker in the change, or in an answer. */
  readonly hasInjection: boolean;
  readonly hidesLines: boolean;
}

export interface RiskContributor {
  readonly source: RiskSource;
  readonly class: Floor;
  readonly why: string;
}

export interface CardRisk {
  readonly class: Floor;
  readonly contributors: readonly RiskContributor[];
}

const cautions: readonly (readonly [keyof RiskInput, RiskSource, string])[] = [
  ["disagrees", "disagreement", "the check does not agree with what was written"],
  ["isUnverified", "unverified", "not every line was checked"],
  ["isUnavailable", "unavailable", "no model described the change"],
  ["hasInjection", "injection", "text in the change, or in an answer about it, speaks to a model"],
  ["hidesLines", "not_shown", "changed lines were not shown to the models"],
];

/** The class and everything that gave one, those that decide first. Every combination has at least the floor's class. */
export function finalRisk(input: RiskInput): CardRisk {
  const contributors: RiskContributor[] = [
    { source: "floor", class: raise(floorScale, input.floor), why: input.floorWhy },
  ];
  const opinions = { first_pass: input.firstPass, writer: input.writer, verifier: input.verifier } as const;
  for (const source of ["first_pass", "writer", "verifier"] as const) {
    const said = opinions[source];
    if (said !== null) contributors.push({ source, class: raise(floorScale, said.class), why: said.why });
  }
  for (const [applies, source, why] of cautions) {
    if (input[applies] === true) contributors.push({ source, class: "logic", why });
  }
  const height = (each: RiskContributor) => floorScale.words.indexOf(each.class);
  return {
    class: raise(floorScale, ...contributors.map((each) => each.class)),
    contributors: contributors.toSorted((left, right) => height(right) - height(left)),
  };
}
