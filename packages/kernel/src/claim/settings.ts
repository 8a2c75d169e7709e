/** @module What may be set for the claim gate, with every default: section `claim` of the configuration (claim gate, 12). */

import type { ExcerptGrade } from "./match/grade.ts";

export type PhraseLevel = "off" | "warn" | "block";

export const phraseCategories = [
  "placeholder",
  "simulated",
  "printed_call",
  "claimed_tool_use",
  "claimed_test_results",
  "certainty",
  "as_we_can_see",
  "prior_knowledge",
] as const;
export type PhraseCategory = (typeof phraseCategories)[number];

export interface ClaimSettings {
  /** The least grade of an excerpt that is accepted. */
  readonly excerpt: Extract<ExcerptGrade, "exact" | "repaired" | "interleaved">;
  /** Whether a claim that is unverified refuses. */
  readonly unverified: "allow" | "deny";
  readonly phrases: {
    readonly levels: Readonly<Partial<Record<PhraseCategory, PhraseLevel>>>;
    readonly extra: readonly { readonly category: PhraseCategory; readonly text: string }[];
  };
  /** Groups of tool names that are one tool under several names. */
  readonly aliases: readonly (readonly string[])[];
  /** Checks of the project that no table knows. */
  readonly runners: readonly {
    readonly kind: "tests" | "build" | "typecheck" | "lint";
    readonly argv: readonly string[];
    readonly scope: "full" | "narrow";
  }[];
  readonly stop: { readonly maxBlocks: number; readonly unverified: boolean };
}

export const defaultClaimSettings: ClaimSettings = {
  excerpt: "interleaved",
  unverified: "allow",
  phrases: { levels: {}, extra: [] },
  aliases: [],
  runners: [],
  stop: { maxBlocks: 2, unverified: false },
};
