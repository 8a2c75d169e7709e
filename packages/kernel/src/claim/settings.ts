/** @module What may be set for the claim gate, with every default: section `claim` of the configuration (claim gate, 12). */

import { isRecord, isTexts } from "../policy/ceiling-read.ts";
import { type CheckKind, checkKinds } from "./receipts/kinds.ts";

export const phraseLevels = ["off", "warn", "block"] as const;
export type PhraseLevel = (typeof phraseLevels)[number];

/** Grades of an excerpt that may be the least one, the strictest first. */
export const leastGrades = ["exact", "repaired", "interleaved"] as const;

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
  readonly excerpt: (typeof leastGrades)[number];
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
    readonly kind: CheckKind;
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

const runnerScopes = ["full", "narrow"] as const;

type Word<Words extends readonly string[]> = Words[number];

function wordOf<const Words extends readonly string[]>(words: Words, value: unknown): Word<Words> | undefined {
  return words.find((word) => word === value);
}

function readPhrases({ levels, extra }: Readonly<Record<string, unknown>>): ClaimSettings["phrases"] | null {
  if (!isRecord(levels) || !Array.isArray(extra)) return null;
  const read = Object.entries(levels).map(
    ([category, level]) => [wordOf(phraseCategories, category), wordOf(phraseLevels, level)] as const,
  );
  const phrases = (extra as unknown[]).map((one) => {
    if (!isRecord(one) || typeof one["text"] !== "string" || one["text"].trim() === "") return null;
    const category = wordOf(phraseCategories, one["category"]);
    return category === undefined ? null : { category, text: one["text"] };
  });
  if (read.some((pair) => pair.includes(undefined)) || !phrases.every((one) => one !== null)) return null;
  return { levels: Object.fromEntries(read) as ClaimSettings["phrases"]["levels"], extra: phrases };
}

function readRunner(value: unknown): ClaimSettings["runners"][number] | null {
  if (!isRecord(value)) return null;
  const { argv } = value;
  const [kind, scope] = [wordOf(checkKinds, value["kind"]), wordOf(runnerScopes, value["scope"])];
  if (kind === undefined || scope === undefined || !isTexts(argv) || argv.length === 0) return null;
  return { kind, argv, scope };
}

/** Settings from their own JSON, without a schema. Null when any part cannot be read, since that may be what refuses. */
export function readClaimSettings(value: unknown): ClaimSettings | null {
  if (!isRecord(value)) return null;
  const { aliases, runners: written, stop } = value;
  const excerpt = wordOf(leastGrades, value["excerpt"]);
  const unverified = wordOf(["allow", "deny"], value["unverified"]);
  const phrases = isRecord(value["phrases"]) ? readPhrases(value["phrases"]) : null;
  if (excerpt === undefined || unverified === undefined || phrases === null) return null;
  if (!Array.isArray(aliases) || !Array.isArray(written) || !isRecord(stop)) return null;
  const runners = (written as unknown[]).map(readRunner);
  const { maxBlocks, unverified: isOpenHeld } = stop;
  if (!(aliases as unknown[]).every(isTexts) || !runners.every((one) => one !== null)) return null;
  if (!Number.isInteger(maxBlocks) || typeof isOpenHeld !== "boolean") return null;
  const held = { maxBlocks: maxBlocks as number, unverified: isOpenHeld };
  return { excerpt, unverified, phrases, aliases: aliases as string[][], runners, stop: held };
}
