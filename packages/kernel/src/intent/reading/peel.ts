/** @module Taking greetings, politeness, fillers and times off the front of a clause. */

import { singular } from "./lexicon/lemma.ts";
import { verbAt } from "./lexicon/lookup.ts";
import { codeThings, inFileNouns, visualNouns } from "./lexicon/nouns.ts";
import { phraseSet } from "./lexicon/phrase-set.ts";
import { askingOpeners, fillers, greetings, greetingTails, plainOpeners } from "./lexicon/phrases.ts";
import { determiners, questionWords } from "./lexicon/words.ts";

const social = phraseSet(greetings);
const asking = phraseSet(askingOpeners);
const plain = phraseSet(plainOpeners);
const filling = phraseSet(fillers);
const periods: ReadonlySet<string> = new Set(
  "day days weekday weekdays week weeks month months year hour hours minute minutes morning evening night afternoon quarter sprint monday tuesday wednesday thursday friday saturday sunday mondays fridays noon time".split(
    " ",
  ),
);
const clockTime = /^\d{1,2}(?:[:.]\d\d)?(?:am|pm|h)?$/;
const recurring: ReadonlySet<string> = new Set(["nightly", "daily", "weekly", "hourly", "monthly"]);
const longestTag = 60;
const longestTagWords = 9;

export interface Peeled {
  /** Where the clause goes on. */
  readonly at: number;
  readonly isSocial: boolean;
  /** A polite opener that asks came off: the question mark of the sentence is politeness. */
  readonly isAsking: boolean;
  /** An opener or filler other than a greeting came off. */
  readonly taken: readonly string[];
}

/** How many words a time at the front takes: `every weekday at 8`, `at 9:30`, `nightly`. */
function timeAt(words: readonly string[], at: number): number {
  const word = words[at] ?? "";
  if (recurring.has(word) && at + 1 < words.length && (words[at + 1] === "," || verbAt(words, at + 1) !== undefined))
    return 1;
  if ((word === "every" || word === "each") && at + 2 < words.length) {
    const skip = periods.has(words[at + 1] ?? "") ? 2 : periods.has(words[at + 2] ?? "") ? 3 : 0;
    return skip === 0 ? 0 : skip + timeAt(words, at + skip);
  }
  if (word === "at" && clockTime.test(words[at + 1] ?? ""))
    return ["am", "pm", "utc", "o'clock"].includes(words[at + 2] ?? "") ? 3 : 2;
  if ((word === "on" || word === "by") && periods.has(words[at + 1] ?? "")) return 2 + timeAt(words, at + 2);
  if (word === "once" && (words[at + 1] === "a" || words[at + 1] === "per")) return 3;
  if (word === "twice" && (words[at + 1] === "a" || words[at + 1] === "per")) return 3;
  return 0;
}

/** `[JIRA-12]`, or a label of a few words before a colon: `TODO:`. */
function tagAt(words: readonly string[], at: number): number {
  if (words[at] === "[" || words[at] === "(") {
    const close = at + words.slice(at, at + longestTagWords).indexOf(words[at] === "[" ? "]" : ")");
    const isShort = close > at && words.slice(at + 1, close).join(" ").length <= longestTag;
    return isShort ? close - at + 1 : 0;
  }
  // "a) deploy" inside a line.
  if (words[at + 1] === ")" && (words[at] ?? "").length <= 2 && at + 2 < words.length) return 2;
  for (const length of [1, 2, 3]) {
    if (words[at + length] !== ":" || at + length + 1 >= words.length) continue;
    const isThing = length > 1 && isProgramThing(words[at + length - 1] ?? "") && !determiners.has(words[at + 1] ?? "");
    const isShort = length <= 2 && verbAt(words, at) === undefined;
    if (!questionWords.has(words[at] ?? "") && (isShort || isThing)) return length + 1;
  }
  return 0;
}

/** `reply button: align right`: a verb before such a noun is part of its name. */
function isProgramThing(word: string): boolean {
  const noun = singular(word);
  return inFileNouns.has(noun) || codeThings.has(noun) || visualNouns.has(noun);
}

/** Peels the front of a clause, repeatedly. A verb that is longer than the opener (`let me know`) stays. */
export function peel(words: readonly string[], from: number = 0): Peeled {
  let at = from;
  let isSocial = false;
  let isAsking = false;
  const taken: string[] = [];
  for (;;) {
    if ([",", "!", ".", ":"].includes(words[at] ?? "")) {
      at += 1;
      continue;
    }
    const greeting = social.at(words, at);
    const isGreeting = greeting > 0 && (isSocial || !greetingTails.has(words.slice(at, at + greeting).join(" ")));
    const ask = asking.at(words, at);
    const steps = [
      isGreeting ? greeting : 0,
      ask,
      plain.at(words, at),
      filling.at(words, at),
      timeAt(words, at),
      tagAt(words, at),
    ];
    const step = Math.max(...steps);
    const verb = verbAt(words, at);
    if (step === 0 || (verb !== undefined && verb.length > step)) return { at, isSocial, isAsking, taken };
    if (isGreeting && greeting === step) isSocial = true;
    else taken.push(words.slice(at, at + step).join(" "));
    if (ask === step) isAsking = true;
    at += step;
  }
}
