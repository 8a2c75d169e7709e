/**
 * @module What was found about the claims in a change's own description, `advice.claims`: it adds findings and, where that is
 * configured, one reason to refuse. It lifts nothing (claim gate, 11.3).
 */

import * as z from "zod/mini";
import type { Finding } from "../finding.ts";
import { cleanQuote } from "../text/clean.ts";

export const claimOutcomes = ["supported", "contradicted", "unverified"] as const;

/** One statement of a description and what the record says of it. */
export const ClaimSaid = z.strictObject({
  outcome: z.enum(claimOutcomes),
  /** What is stated, such as `tests pass`. */
  states: z.string(),
  quote: z.string(),
  because: z.string(),
  next: z.string(),
});
export type ClaimSaid = z.infer<typeof ClaimSaid>;

export const mostClaims = 50;
const Claims = z.array(ClaimSaid).check(z.maxLength(mostClaims));

/** What the judge takes of it: the claims, that they could not be read, or null where nobody looked. */
export type ClaimAdvice = { readonly claims: readonly ClaimSaid[] } | { readonly error: string } | null;

/** Reads `advice.claims`. Never throws; whatever is not exactly that is an error, which refuses and lifts nothing. */
export function readClaimAdvice(value: unknown): ClaimAdvice {
  if (value === undefined || value === null) return null;
  const read = Claims.safeParse(value);
  if (!read.success) return { error: "what was found about the claims could not be read" };
  const claims = read.data.map(({ outcome, states, quote, because, next }) => ({
    outcome,
    states: cleanQuote(states),
    quote: cleanQuote(quote),
    because: cleanQuote(because),
    next: cleanQuote(next),
  }));
  return { claims };
}

const rules = {
  supported: "claim.supported",
  contradicted: "claim.contradicted",
  unverified: "claim.unverified",
} as const;

/** The findings of the claims; what is contradicted refuses where that is configured. */
export function claimFindings(advice: ClaimAdvice, isRefusing: boolean): Finding[] {
  if (advice === null) return [];
  if ("error" in advice) {
    return [
      {
        rule: rules.unverified,
        severity: "info",
        message: `The claims of the description were not compared with a record: ${advice.error}.`,
        where: { field: "body" },
        next: "Read the description with that in mind.",
      },
    ];
  }
  return advice.claims.map(({ outcome, states, quote, because, next }): Finding => {
    const severity = outcome !== "contradicted" ? "info" : isRefusing ? "block" : "warn";
    return {
      rule: rules[outcome],
      severity,
      message: `The description says that ${states}: ${outcome}, ${because}.`,
      where: { field: "body" },
      quote,
      next,
    };
  });
}
