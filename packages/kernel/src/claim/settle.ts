/**
 * @module The settings of the claim gate that hold: what a person's own file says, and what a project's file may make narrower
 * (claim gate, 12). No schema here: a gate that answers a stop loads this.
 */

import { phraseLevels as usualLevels } from "./rules/phrases.ts";
import {
  type ClaimSettings,
  defaultClaimSettings,
  leastGrades,
  type PhraseCategory,
  type PhraseLevel,
  phraseCategories,
  phraseLevels,
} from "./settings.ts";

type Phrases = ClaimSettings["phrases"];

/** The `claim` section as somebody wrote it. */
export interface WrittenClaim {
  readonly enforce?: boolean | undefined;
  readonly excerpt?: ClaimSettings["excerpt"] | undefined;
  readonly unverified?: ClaimSettings["unverified"] | undefined;
  readonly phrases?:
    | ({ readonly [Category in PhraseCategory]?: PhraseLevel | undefined } & {
        readonly extra?: Phrases["extra"] | undefined;
      })
    | undefined;
  readonly tools?: { readonly alias?: ClaimSettings["aliases"] | undefined } | undefined;
  readonly runners?: ClaimSettings["runners"] | undefined;
  readonly stop?: { readonly max_blocks?: number | undefined; readonly unverified?: boolean | undefined } | undefined;
}

export interface SettledClaim {
  readonly settings: ClaimSettings;
  /** False: the same verdict, and nothing is sent back or refused. */
  readonly enforce: boolean;
  /** Keys of the project's section that are left out, such as `tools.alias`. */
  readonly dropped: readonly string[];
}

/** What somebody wrote whose word counts, over the defaults. */
export function claimSettingsOf(written: WrittenClaim = {}): ClaimSettings {
  const { extra, ...levels } = written.phrases ?? {};
  const said = phraseCategories.flatMap((category) => {
    const level = levels[category];
    return level === undefined ? [] : [[category, level] as const];
  });
  return {
    excerpt: written.excerpt ?? defaultClaimSettings.excerpt,
    unverified: written.unverified ?? defaultClaimSettings.unverified,
    phrases: { levels: Object.fromEntries(said) as Phrases["levels"], extra: extra ?? [] },
    aliases: written.tools?.alias ?? [],
    runners: written.runners ?? [],
    stop: {
      maxBlocks: written.stop?.max_blocks ?? defaultClaimSettings.stop.maxBlocks,
      unverified: written.stop?.unverified ?? defaultClaimSettings.stop.unverified,
    },
  };
}

/** The stricter of two words of a list. */
function stricter<Word extends string>(words: readonly Word[], own: Word, theirs: Word | undefined): Word {
  return theirs !== undefined && words.indexOf(theirs) < words.indexOf(own) ? theirs : own;
}

const strictestLevels = phraseLevels.toReversed();

/**
 * The defaults, what the person wrote instead, and of the project's file what narrows: it may enforce, ask for a better grade,
 * refuse what is unverified, raise the level of phrases and add some, and send an agent back more often. Other names for a tool
 * and further checks let more claims pass, so they are left out.
 */
export function settleClaim(personal: WrittenClaim = {}, project: WrittenClaim = {}): SettledClaim {
  const own = claimSettingsOf(personal);
  const dropped: string[] = [];
  const keep = <Value>(key: string, held: Value, theirs: Value | undefined): Value => {
    if (theirs !== undefined && theirs !== held) dropped.push(key);
    return held;
  };
  const isEnforced = personal.enforce === true || project.enforce === true;
  const enforce = keep("enforce", isEnforced, project.enforce);
  const excerpt = keep("excerpt", stricter(leastGrades, own.excerpt, project.excerpt), project.excerpt);
  const unverified = keep(
    "unverified",
    stricter<ClaimSettings["unverified"]>(["deny", "allow"], own.unverified, project.unverified),
    project.unverified,
  );
  const { extra, ...theirLevels } = project.phrases ?? {};
  const levels: Partial<Record<PhraseCategory, PhraseLevel>> = { ...own.phrases.levels };
  for (const category of phraseCategories) {
    const theirs = theirLevels[category];
    if (theirs === undefined) continue;
    const level = stricter(strictestLevels, levels[category] ?? usualLevels[category], theirs);
    levels[category] = keep(`phrases.${category}`, level, theirs);
  }
  if ((project.tools?.alias ?? []).length > 0) dropped.push("tools.alias");
  if ((project.runners ?? []).length > 0) dropped.push("runners");
  const { max_blocks: blocks, unverified: isOpenHeld } = project.stop ?? {};
  const maxBlocks = keep("stop.max_blocks", Math.max(own.stop.maxBlocks, blocks ?? 0), blocks);
  const holds = keep("stop.unverified", own.stop.unverified || isOpenHeld === true, isOpenHeld);
  return {
    settings: {
      ...own,
      excerpt,
      unverified,
      phrases: { levels, extra: [...own.phrases.extra, ...(extra ?? [])] },
      stop: { maxBlocks, unverified: holds },
    },
    enforce,
    dropped,
  };
}
