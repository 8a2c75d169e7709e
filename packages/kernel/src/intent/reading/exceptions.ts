/** @module What a removal leaves out: `except main`, `but keep 4831`. */

import { namesBetween, placeWords } from "./ban-targets.ts";
import type { BanDraft, BanReading } from "./bans.ts";
import type { ClauseWords } from "./clauses.ts";
import { singular } from "./lexicon/lemma.ts";
import { kindNouns } from "./lexicon/nouns.ts";
import { phraseSet } from "./lexicon/phrase-set.ts";
import { exceptions } from "./lexicon/phrases.ts";
import { determiners, prepositions, pronouns } from "./lexicon/words.ts";

const leftOut = phraseSet(exceptions);
const longestText = 120;

/** What a removal leaves out: `except main`, `but keep 4831`. Bans on the removal of those names. */
export function findExceptions(clause: ClauseWords, from: number): BanReading {
  const { words, texts } = clause;
  const bans: BanDraft[] = [];
  const taken = new Set<number>();
  for (let at = from; at < words.length; at += 1) {
    // "my jobs, not 48214"
    const isNot = words[at] === "not" && at > from && namesBetween(clause, at + 1, at + 3).length > 0;
    const length = isNot ? 1 : leftOut.at(words, at);
    if (length === 0) continue;
    let end = at + length;
    while (end < words.length && !["—", ";", "then", "because", "since", "so"].includes(words[end] ?? "")) end += 1;
    const text = texts.slice(at, end).join(" ").slice(0, longestText);
    const names = namesBetween(clause, at + length, end);
    const places = words
      .slice(at + length, end)
      .flatMap((word) => (Object.hasOwn(placeWords, word) ? [placeWords[word] ?? word] : []));
    const named = names.length > 0 ? names : places.length > 0 ? [] : wordsLeft(clause, at + length, end);
    for (const place of names.length > 0 ? [] : places)
      bans.push({ kind: "delete", place, text, standing: false, strength: "deny" });
    if (named.length > 0)
      bans.push(
        ...named.map((target) => ({
          kind: "delete" as const,
          target,
          text,
          standing: false,
          strength: "deny" as const,
        })),
      );
    else if (places.length === 0)
      bans.push({ kind: "delete", text, standing: false, strength: "deny", isUnresolved: true });
    for (let place = at; place < end; place += 1) taken.add(place);
    at = end;
  }
  return { bans, taken, isNegated: false };
}

/** One plain word that names what stays: `except develop`, `but keep the staging one`. */
function wordsLeft({ words, texts, joined }: ClauseWords, from: number, end: number): string[] {
  const rest: string[] = [];
  for (let at = from; at < end; at += 1) {
    const word = words[at] ?? "";
    const whole = joined[at];
    if (whole !== undefined && at + whole.length <= end) {
      rest.push(whole.text);
      at += whole.length - 1;
      continue;
    }
    const isSmall =
      determiners.has(word) ||
      pronouns.has(word) ||
      prepositions.has(word) ||
      ["and", "or", ",", "alone", "alive", "as", "please", "one", "ones", "important"].includes(word) ||
      Object.hasOwn(kindNouns, singular(word));
    if (!isSmall) rest.push(texts[at] ?? word);
  }
  return rest.length <= 3 ? rest : [];
}
