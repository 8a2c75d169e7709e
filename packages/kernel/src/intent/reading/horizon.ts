/** @module For how long a request asks: this turn, the session, or again and again. */

import type { RequestWord } from "../../scale.ts";
import type { ClauseReading } from "./clause-reading.ts";
import { phraseSet } from "./lexicon/phrase-set.ts";
import { determiners, functionWords } from "./lexicon/words.ts";
import { askingActs } from "./reading.ts";

export interface LevelVote<Level> {
  readonly level: Level;
  readonly weight: number;
}
export type HorizonVote = LevelVote<RequestWord<"horizon">>;

const periods: ReadonlySet<string> = new Set(
  "day weekday week month hour minute morning evening night afternoon quarter year sprint monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays weekend noon midnight days weeks hours minutes months seconds".split(
    " ",
  ),
);
const adverbs: ReadonlySet<string> = new Set([
  "nightly",
  "daily",
  "weekly",
  "monthly",
  "hourly",
  "yearly",
  "biweekly",
  "continuously",
  "regularly",
  "periodically",
]);
const standing = phraseSet([
  "keep an eye on",
  "keep watch on",
  "keep watching",
  "from now on",
  "going forward",
  "on an ongoing basis",
  "round the clock",
  "around the clock",
  "as long as",
  "henceforth",
  "from here on",
]);
const steps = phraseSet([
  "step by step",
  "end to end",
  "one by one",
  "one at a time",
  "across the whole codebase",
  "across the entire codebase",
  "throughout the codebase",
  "across the codebase",
  "in several steps",
  "file by file",
  "module by module",
  "phase by phase",
  "in phases",
  "from start to finish",
]);
const brief = phraseSet([
  "quick question",
  "briefly",
  "in one sentence",
  "in a sentence",
  "in one word",
  "in one line",
  "in short",
  "tl;dr",
  "tldr",
  "in a nutshell",
  "one word answer",
  "short answer",
  "yes or no",
]);

/** Behaviour of a program after author or modify: `refresh every hour` is what the thing does. */
function describesProgram(reading: ClauseReading, at: number): boolean {
  const first = reading.heads[0];
  const isAbout = ["what", "which", "who", "why", "how", "where"];
  if (
    first !== undefined &&
    askingActs.has(first.verb.act) &&
    reading.words.slice(first.after, at).some((word) => isAbout.includes(word))
  )
    return true;
  if (first === undefined || first.at > at || !(first.verb.act === "author" || first.verb.act === "modify"))
    return false;
  const { words } = reading;
  const from = first.after;
  const isMake = ["make", "have", "let", "get"].includes(words[first.at] ?? "");
  return (
    isMake ||
    words.slice(from, at).some((word) => ["that", "which", "to", "so", "who"].includes(word)) ||
    words[at] === "whenever" ||
    words[at] === "when"
  );
}

function recurs(reading: ClauseReading): number {
  const { words, role } = reading;
  const all = reading.clause.words;
  let weight = 0;
  const vote = (at: number, value: number): void => {
    if (!describesProgram(reading, at)) weight = Math.max(weight, value);
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const next = words[at + 1] ?? "";
    if (word === "every" || word === "each") {
      const isCount =
        periods.has(words[at + 2] ?? "") &&
        (/^\d+$/.test(next) ||
          ["other", "two", "three", "few", "second", "single", "half", "working", "business", "first"].includes(next));
      const isPeriod = periods.has(next) || isCount;
      const isPossessed = determiners.has(words[at - 1] ?? "") || ["of", "for", "in"].includes(words[at - 1] ?? "");
      if (isPeriod && !isPossessed) vote(at, 0.9);
    }
    if (
      ["once", "twice", "times"].includes(word) &&
      ["a", "per", "every", "each"].includes(next) &&
      periods.has(words[at + 2] ?? "")
    )
      vote(at, 0.9);
    if (adverbs.has(word)) {
      const isFront = at === 0;
      const isEnd =
        next === "" ||
        /^[^\p{L}\p{N}]$/u.test(next) ||
        ["at", "and", "for", "until", "to", "from", "by", "please", "whether", "if", "that"].includes(next);
      const isNoun = determiners.has(words[at - 1] ?? "");
      if (!isNoun && (isEnd || (isFront && (next === "," || reading.heads.some((head) => head.at === at + 1)))))
        vote(at, 0.8);
    }
    if (word === "whenever" && at <= 1) vote(at, 0.9);
    if (standing.at(words, at) > 0) vote(at, 0.9);
    if (
      (word === "over" || word === "during" || word === "in") &&
      words[at + 1] === "the" &&
      ["next", "coming", "following"].includes(words[at + 2] ?? "") &&
      words
        .slice(at + 3, at + 6)
        .some((other) => ["weeks", "days", "months", "week", "month", "quarter"].includes(other)) &&
      words[at + 3] !== "week" &&
      words[at + 3] !== "month"
    )
      vote(at, 0.8);
  }
  // A condition in the lead-in of its own clause: "whenever CI fails,".
  if (all[0] === "whenever" && role !== "question") weight = Math.max(weight, 0.9);
  return role === "question" ? 0 : weight;
}

/** The horizon votes of one clause. `items` is how many list items the request has. */
export function horizonVotes(reading: ClauseReading, items: number): HorizonVote[] {
  const votes: HorizonVote[] = [];
  const durable = recurs(reading);
  if (durable > 0) votes.push({ level: "durable", weight: durable });
  if (reading.clause.words.includes("until")) votes.push({ level: "durable", weight: 0.4 });
  if (items >= 2 && reading.clause.isListItem) votes.push({ level: "session", weight: 0.9 });
  const { words } = reading.clause;
  if (words.some((_word, at) => steps.at(words, at) > 0 && !isCompoundNoun(words, at + steps.at(words, at), at)))
    votes.push({ level: "session", weight: 0.7 });
  if (reading.role === "social" || words.some((_word, at) => brief.at(words, at) > 0))
    votes.push({ level: "immediate", weight: 0.6 });
  return votes;
}

/** `the end-to-end tests`, `a step-by-step guide`: a quality of a thing, not of the work. */
function isCompoundNoun(words: readonly string[], after: number, at: number): boolean {
  const next = words[after] ?? "";
  return (
    (determiners.has(words[at - 1] ?? "") || next !== "") &&
    /^\p{L}/u.test(next) &&
    !functionWords.has(next) &&
    !["please", "then", "through"].includes(next)
  );
}
