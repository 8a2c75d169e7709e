/** @module Looking verbs up in the lexicon: the longest phrase at a place, in the base form or inflected. */

import type { Act } from "../reading.ts";
import { baseForms } from "./lemma.ts";
import { type VerbTraits, verbRows } from "./verbs.ts";
import { topicWords } from "./words.ts";

/** A verb of the lexicon. */
export interface Verb extends VerbTraits {
  /** As it is listed: `clean up`. */
  readonly name: string;
  readonly act: Act;
  readonly weight: number;
}

/** A verb found at a place: how many words it takes there, and whether it stood in its base form. */
export interface FoundVerb {
  readonly verb: Verb;
  readonly length: number;
  readonly isBase: boolean;
}

interface Phrase {
  readonly rest: readonly string[];
  readonly verb: Verb;
}

const byFirstWord = new Map<string, Phrase[]>();
const verbs = new Map<string, Verb>();

for (const [act, weight, names, traits] of verbRows) {
  for (const name of names.split(", ")) verbs.set(name, { name, act, weight, ...traits });
}
for (const verb of verbs.values()) {
  const [first = "", ...rest] = verb.name.split(" ");
  const phrases = byFirstWord.get(first) ?? [];
  phrases.push({ rest, verb });
  byFirstWord.set(first, phrases);
}
for (const phrases of byFirstWord.values()) phrases.sort((left, right) => right.rest.length - left.rest.length);

/** How many verbs the lexicon knows. */
export const verbCount: number = verbs.size;

/** A verb by its listed name. */
export function verbNamed(name: string): Verb | undefined {
  return verbs.get(name);
}

/** Words between a verb and its particle: `clean the old branch up`. */
const particleReach = 5;
const particles: ReadonlySet<string> = new Set([
  "up",
  "out",
  "down",
  "back",
  "live",
  "off",
  "away",
  "offline",
  "over",
  "on",
]);
/** What may stand after a particle that was carried to the end of its clause. */
const afterParticle: ReadonlySet<string> = new Set(
  "everywhere soon again first completely directly straight tonight now today tomorrow please pls for on at before after asap in with to and then immediately next by from once".split(
    " ",
  ),
);

function follows(words: readonly string[], from: number, rest: readonly string[]): boolean {
  return rest.every((word, offset) => words[from + offset] === word);
}

/** A phrase whose one particle comes later in the clause: `take the site live`. */
function separated(words: readonly string[], at: number, phrases: readonly Phrase[], end: number): Verb | undefined {
  for (let place = at + 2; place <= at + 1 + particleReach && place < end; place += 1) {
    const particle = words[place] ?? "";
    if (particle === "," || particle === "and") return undefined;
    if (!particles.has(particle)) continue;
    const next = words[place + 1];
    if (place + 1 < end && next !== undefined && /^\p{L}/u.test(next) && !afterParticle.has(next)) continue;
    const phrase = phrases.find(({ rest }) => rest.length === 1 && rest[0] === particle);
    if (phrase !== undefined) return phrase.verb;
  }
  return undefined;
}

/**
 * The verb at a place of a clause, longest phrase first.
 *
 * @param words lower-case words of the clause; punctuation stands as itself.
 * @param isInflected also takes other forms than the base form.
 */
export function verbAt(
  words: readonly string[],
  at: number,
  isInflected: boolean = false,
  end: number = words.length,
): FoundVerb | undefined {
  const first = words[at];
  if (first === undefined) return undefined;
  for (const form of isInflected ? baseForms(first) : [first]) {
    const phrases = byFirstWord.get(form);
    if (phrases === undefined) continue;
    const isBase = form === first;
    const longest = phrases.find(({ rest }) => rest.length > 0 && follows(words, at + 1, rest));
    if (longest !== undefined) return { verb: longest.verb, length: longest.rest.length + 1, isBase };
    const apart = separated(words, at, phrases, end);
    if (apart !== undefined) return { verb: apart, length: 1, isBase };
    const single = phrases.find(({ rest }) => rest.length === 0);
    if (single !== undefined && !(topicWords.has(form) && isInflected)) return { verb: single.verb, length: 1, isBase };
  }
  return undefined;
}
