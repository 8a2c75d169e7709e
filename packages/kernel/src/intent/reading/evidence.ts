/** @module Which proof a request asks for: sources, a check that passes, a person's sign-off. */

import type { RequestWord } from "../../scale.ts";
import type { ClauseReading } from "./clause-reading.ts";
import type { LevelVote } from "./horizon.ts";
import { baseForms } from "./lexicon/lemma.ts";
import { phraseSet } from "./lexicon/phrase-set.ts";
import { checkableWords } from "./lexicon/words.ts";

export type EvidenceVote = LevelVote<RequestWord<"evidence">>;

const assurances: readonly string[] = [
  "prove",
  "proves",
  "make sure",
  "ensure",
  "verify",
  "until",
  "make certain",
  "confirm",
  "check that",
  "see that",
  "so that",
  "guarantee",
];
const assuring = phraseSet(assurances);
const citing: ReadonlySet<string> = new Set([
  "cite",
  "citation",
  "citations",
  "footnotes",
  "footnote",
  "citing",
  "references",
]);

function cites(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const next = words[at + 1] ?? "";
    if (word === "cite" || word === "citing") return true;
    if (word === "citations" || word === "footnotes")
      return (
        words[at - 1] === "with" ||
        words[at - 1] === "include" ||
        words[at - 1] === "add" ||
        words[at - 1] === "and" ||
        words[at - 1] === "provide" ||
        words[at - 1] === "give"
      );
    if (citing.has(word) && word === "references" && words[at - 1] === "with" && next !== "to") return true;
    if (word !== "sources" || next === "of" || next === "for") return false;
    const before = words.slice(Math.max(0, at - 3), at);
    return (
      before.includes("with") ||
      before.includes("your") ||
      before.includes("name") ||
      before.includes("cite") ||
      (before.includes("list") && before.includes("your")) ||
      before.includes("include") ||
      before.includes("link") ||
      before.includes("give")
    );
  });
}

function verifies(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const length = assuring.at(words, at);
    if (length === 0 || (word === "so" && words[at + 1] === "that")) return false;
    const rest = words.slice(at + length, at + length + 14);
    return (
      word === "prove" ||
      word === "proves" ||
      rest.some(
        (other) => checkableWords.has(other) || baseForms(other).some((form) => form === "compile" || form === "pass"),
      )
    );
  });
}

function audits(words: readonly string[]): boolean {
  if (!words.some((word) => word.startsWith("sign") || word === "acceptance")) return false;
  const text = ` ${words.join(" ")} `;
  if (
    / (?:acceptance test) /.test(text) &&
    !/ (?:an?|the) acceptance test (?:for|page|suite|file|helper|runner)/.test(text)
  )
    return true;
  return words.some((word, at) => {
    const isSign =
      (word === "sign" || word === "signs" || word === "signed") && (words[at + 1] === "off" || words[at + 1] === "it");
    if (!isSign) return false;
    const next = words[at + 2] ?? "";
    if (
      [
        "button",
        "page",
        "form",
        "dialog",
        "flow",
        "field",
        "screen",
        "link",
        "icon",
        "step",
        "column",
        "feature",
        "status",
        "sheet",
      ].includes(next)
    )
      return false;
    if (word === "signed")
      return (
        next === "by" ||
        next === "" ||
        words[at - 1] === "it" ||
        words[at - 1] === "get" ||
        words.slice(0, at).includes("get")
      );
    return words
      .slice(0, at)
      .some((other) =>
        ["get", "have", "let", "until", "ask", "to", "must", "should", "wait", "once", "needs"].includes(other),
      );
  });
}

/** The evidence votes of one clause. Questions and reports demand none. */
export function evidenceVotes(reading: ClauseReading): EvidenceVote[] {
  if (reading.role === "question" || reading.role === "social") return [];
  const { words } = reading.clause;
  const votes: EvidenceVote[] = [];
  if (audits(words)) votes.push({ level: "audited", weight: 1 });
  if (verifies(words) && reading.role !== "statement") votes.push({ level: "verified", weight: 0.8 });
  if (cites(words)) votes.push({ level: "cited", weight: 0.9 });
  return votes;
}
