/** @module What a statement says should happen: `all rows should be deleted`, `we must go live`. */

import type { Head } from "./heads.ts";
import { type Verb, verbAt } from "./lexicon/lookup.ts";
import { objectPhrase } from "./noun-phrase.ts";

const modals: ReadonlySet<string> = new Set([
  "should",
  "must",
  "shall",
  "ought",
  "needs",
  "need",
  "has",
  "have",
  "can",
  "may",
  "could",
  "wants",
  "is",
  "are",
]);
/** Clauses that set a condition say what a program does, not what is wanted. */
const conditions: ReadonlySet<string> = new Set([
  "when",
  "if",
  "whenever",
  "unless",
  "after",
  "once",
  "before",
  "while",
  "until",
  "where",
  "which",
  "who",
]);
const persons: ReadonlySet<string> = new Set([
  "we",
  "you",
  "i",
  "someone",
  "somebody",
  "it",
  "this",
  "everything",
  "site",
  "app",
]);

/** `the old branch can go` speaks of removal without a verb of it. */
const going: Verb = { name: "can go", act: "modify", weight: 0.8, removal: "indirect" };

function isGoing(words: readonly string[], at: number): boolean {
  const after = words[at + 2];
  const isLast = after === undefined || ["now", "too", "away", ","].includes(after);
  return (
    at > 0 &&
    ["can", "may", "should", "could"].includes(words[at] ?? "") &&
    words[at + 1] === "go" &&
    isLast &&
    !persons.has(words[at - 1] ?? "")
  );
}

/** The verb of removal or operation a statement wishes for, with what it is about; `undefined` when there is none. */
export function modalHead(words: readonly string[]): Head | undefined {
  if (words.some((word) => conditions.has(word))) return undefined;
  const at = words.findIndex((word) => modals.has(word));
  if (at < 0 || words[at - 1] === "that") return undefined;
  if (isGoing(words, at))
    return { verb: going, at: at + 1, after: at + 2, isFirst: false, object: objectPhrase(words.slice(0, at), 0) };
  let place = at + 1;
  while (["to", "now", "all", "just", "finally", "really", "also", "then", "please"].includes(words[place] ?? ""))
    place += 1;
  const isPassive = words[place] === "be" || words[place] === "get" || words[place] === "being";
  if (isPassive) place += 1;
  while (["permanently", "completely", "irreversibly", "safely"].includes(words[place] ?? "")) place += 1;
  if (words[at] === "is" || words[at] === "are") {
    if (words[at + 1] !== "to" || !isPassive) return undefined;
  } else if (
    (words[at] === "has" ||
      words[at] === "have" ||
      words[at] === "needs" ||
      words[at] === "need" ||
      words[at] === "ought") &&
    words[at + 1] !== "to"
  )
    return undefined;
  const found = verbAt(words, place, isPassive);
  if (found === undefined || (found.verb.removal === undefined && found.verb.act !== "operate")) return undefined;
  if (found.isBase === isPassive && found.verb.name === words[place]) {
    // `should be reset` has one form for both; everything else needs the participle.
    if (isPassive && !["reset", "put", "cut", "shut", "split"].some((verb) => found.verb.name.startsWith(verb)))
      return undefined;
  }
  const isActive = !isPassive;
  if (isActive && !persons.has(words[at - 1] ?? "") && found.verb.class !== "launch") return undefined;
  const object = isPassive ? objectPhrase(words.slice(0, at), 0) : objectPhrase(words, place + found.length);
  return { verb: found.verb, at: place, after: place + found.length, isFirst: false, object };
}
