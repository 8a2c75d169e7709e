/** @module What a verifier's outcomes are worth: a claim is supported only by a quote that stands in what was shown (cards, 4). */

import { Excerpt, matchWhole } from "../claim/match/excerpt.ts";
import { Pane } from "../claim/match/pane.ts";
import { type Outcome, outcomes, type VerifierAnswer } from "./answers.ts";
import type { ShownDiff } from "./shown.ts";

/** Characters a quote has at least. */
export const shortestQuote = 8;
export const noQuoteBacks = "no line of the diff backs it";
export const notShownBacks = "none of its files was shown";

/** A sentence of the card: its goal, or one change of behaviour. */
export interface CardClaim {
  readonly id: string;
  readonly text: string;
  readonly paths: readonly string[];
}

export type QuoteGrade = "exact" | "repaired";

export interface JudgedClaim extends CardClaim {
  readonly outcome: Outcome | "not_judged";
  readonly why: string | null;
  readonly quote: string | null;
  readonly quote_grade: QuoteGrade | null;
}

/** Looks for quotes in what was shown; the texts are folded once. */
export class QuoteFinder {
  readonly #panes: readonly Pane[];

  constructor(shown: Pick<ShownDiff, "quotable">) {
    this.#panes = shown.quotable.map((text) => new Pane(text));
  }

  /** How well a quote stands there, or null when it does not. */
  grade(quote: string): QuoteGrade | null {
    if (quote.trim().length < shortestQuote) return null;
    const excerpt = new Excerpt(quote);
    const grades = this.#panes.map((pane) => {
      const match = matchWhole(pane, excerpt, {});
      return match === null || match.veto !== null ? null : match.grade;
    });
    return grades.find((grade) => grade === "exact") ?? grades.find((grade) => grade === "repaired") ?? null;
  }
}

type Said = VerifierAnswer["claims"][number];

/** The worse of what was said about one claim. */
function worst(said: readonly Said[]): Said | undefined {
  return said.toSorted((left, right) => outcomes.indexOf(right.outcome) - outcomes.indexOf(left.outcome))[0];
}

function judge(claim: CardClaim, said: Said | undefined, shown: ShownDiff, finder: QuoteFinder): JudgedClaim {
  if (said === undefined) return { ...claim, outcome: "not_judged", why: null, quote: null, quote_grade: null };
  const grade = finder.grade(said.quote);
  const quote = grade === null ? null : said.quote;
  const paths = claim.paths.length > 0 ? claim.paths : said.paths;
  const judged = { ...claim, paths, quote, quote_grade: grade };
  if (said.outcome !== "supported") return { ...judged, outcome: said.outcome, why: said.why };
  if (paths.length > 0 && paths.every((path) => shown.unseen.has(path)))
    return { ...judged, outcome: "unsupported", why: notShownBacks };
  if (grade === null) return { ...judged, outcome: "unsupported", why: noQuoteBacks };
  return { ...judged, outcome: "supported", why: said.why };
}

/**
 * Each claim of the card with its outcome: twice judged, the worse; not judged, `not_judged`; unknown ids are ignored.
 * A quote that is not found is not repeated.
 */
export function judgeClaims(
  claims: readonly CardClaim[],
  answer: VerifierAnswer | null,
  shown: ShownDiff,
): JudgedClaim[] {
  const finder = new QuoteFinder(shown);
  return claims.map((claim) =>
    judge(claim, worst(answer?.claims.filter(({ id }) => id === claim.id) ?? []), shown, finder),
  );
}
