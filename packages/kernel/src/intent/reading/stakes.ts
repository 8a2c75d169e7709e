/** @module What the words of a clause put at stake: every vote with the finding that names it. */

import { kindsAddressed } from "./addressed-to.ts";
import type { ClauseReading } from "./clause-reading.ts";
import { type Head, meansVerbs } from "./heads.ts";
import { accessNouns } from "./lexicon/nouns.ts";
import { actionNouns } from "./lexicon/verbs.ts";
import { changedDataNouns, conjunctions, mainLines, prepositions } from "./lexicon/words.ts";
import type { Span } from "./material.ts";
import { objectPhrase } from "./noun-phrase.ts";
import { askingActs } from "./reading.ts";
import type { HeadRemoval } from "./removal-entries.ts";
import { commandAt, commandThings, destroysAt, prevents } from "./stakes-commands.ts";
import { environmentVotes, headBefore, isStaged } from "./stakes-environment.ts";
import { removalVotes } from "./stakes-removal.ts";
import { costly, heavy, irreversible, type StakesVote } from "./stakes-vote.ts";

const speaking: ReadonlySet<string> = new Set([
  "that",
  "which",
  "who",
  "for",
  "when",
  "before",
  "if",
  "whether",
  "about",
  "on",
  "against",
  "nobody",
  "can",
  "should",
  "to",
]);

/** Words between a head and a command that make it what is spoken of, tested or built, not what is run. */
function speaksOf({ verb }: Head, between: readonly string[]): boolean {
  if (verb.removal !== undefined || verb.changesState === true || meansVerbs.has(verb.name)) return false;
  if (verb.act !== "author" && verb.act !== "modify")
    return verb.act === "verify" && between.some((word) => speaking.has(word));
  // "update main with a force push" runs it; "highlight force pushes" and "a hook that …" are about it.
  return !between.some((word) => ["with", "by", "via", "using", "through"].includes(word));
}

function commandVotes(reading: ClauseReading, spans: readonly Span[]): StakesVote[] {
  const { words, heads } = reading;
  for (let at = commandAt(words); at >= 0; at = commandAt(words, at + 1)) {
    const head = headBefore(heads, at + 1);
    const from = head === undefined ? 0 : Math.min(head.at, at);
    const between = words.slice(from, at);
    if (between.some(prevents)) continue;
    if (head !== undefined && askingActs.has(head.verb.act)) continue;
    const isOwnVerb = head !== undefined && head.at >= at;
    const speaks = head !== undefined && speaksOf(head, between);
    if (!isOwnVerb && (speaks || words.slice(at, at + 4).some((word) => commandThings.has(word)))) continue;
    return [irreversible("command", words.slice(at, at + 3).join(" "), heavy.command)];
  }
  return quotedCommand(reading, spans) ? [irreversible("command", "a quoted command", heavy.command)] : [];
}

const runVerbs: ReadonlySet<string> = new Set([
  "run",
  "execute",
  "do",
  "type",
  "issue",
  "call",
  "running",
  "executing",
  "enter",
  "invoke",
  "fire",
]);

/** A quoted span right after a verb of running counts when it is a destructive command. */
function quotedCommand(reading: ClauseReading, spans: readonly Span[]): boolean {
  return reading.clause.tokens.some((token, at, tokens) => {
    if (token.span === undefined) return false;
    const before = tokens.slice(Math.max(0, at - 6), at).map(({ word }) => word);
    const isRun = before.some(
      (word, index) =>
        runVerbs.has(word) &&
        before
          .slice(index + 1)
          .every((other) => ["the", "this", "command", ":", "following", "a", "with"].includes(other)),
    );
    return isRun && destroysAt(spans[token.span]?.content ?? "");
  });
}

const finalWords: ReadonlySet<string> = new Set(["irreversibly", "permanently", "irrevocably", "irretrievably"]);

function natureVotes(reading: ClauseReading, heads: readonly Head[], removals: readonly HeadRemoval[]): StakesVote[] {
  const { words } = reading;
  if (!words.some((word) => finalWords.has(word) || word === "good" || word === "undone")) return [];
  const text = ` ${words.join(" ")} `;
  const isFinal =
    words.some((word) => finalWords.has(word)) ||
    text.includes(" for good ") ||
    /(?:cannot|can't|can not) be undone/.test(text);
  if (!isFinal) return [];
  const isEdit = removals.length > 0 && removals.every(({ entry }) => entry === undefined);
  const fits =
    heads.length === 0
      ? reading.role !== "statement" || text.includes("be undone")
      : heads.some(({ verb }) => verb.removal === "explicit" || verb.act === "operate" || verb.act === "govern");
  return fits && !isEdit ? [irreversible("nature", "stated as final")] : [];
}

const intoWords: ReadonlySet<string> = new Set(["to", "into", "onto", "in", "on", "origin", "the"]);

/** What may follow the name of the main line; a noun would make something else of it (`main menu`). */
const afterMain: ReadonlySet<string> = new Set([
  "branch",
  "line",
  "now",
  "please",
  "pls",
  "today",
  "again",
  "directly",
  "too",
  "first",
  "then",
  "asap",
]);

function isSharedLine(reading: ClauseReading, head: Head): boolean {
  if (!["push", "merge", "commit", "cherry pick", "push out", "sync"].includes(head.verb.name)) return false;
  const { words } = reading;
  for (let at = head.after; at < words.length; at += 1) {
    const isDefault = words[at] === "default" && words[at + 1] === "branch";
    if (!isDefault && !mainLines.has((words[at] ?? "").replace(/^(?:origin|upstream)\//, ""))) continue;
    const next = words[at + 1];
    const isName =
      isDefault ||
      next === undefined ||
      !/^\p{L}/u.test(next) ||
      afterMain.has(next) ||
      prepositions.has(next) ||
      conjunctions.has(next);
    if (isName && (intoWords.has(words[at - 1] ?? "") || (at === head.after && head.verb.name === "push"))) return true;
  }
  return false;
}

/** The votes a head casts by its own class and its object. */
function classVotes(reading: ClauseReading, head: Head): StakesVote[] {
  const { verb, object } = head;
  const votes: StakesVote[] = [];
  const about = `${verb.name} ${object.words.slice(0, 4).join(" ")}`.trim();
  if (verb.class === "outward" && !kindsAddressed(head, reading.words)) votes.push(irreversible("outward", about));
  if (verb.class === "launch") votes.push(irreversible("launch", about));
  if (verb.class === "staged")
    votes.push(isStaged(reading, head) ? costly("staged", about) : irreversible("outward", about));
  if (verb.class === "money") votes.push(costly("money", about));
  if (verb.class === "costly") votes.push(costly("costly-act", about));
  if (isSharedLine(reading, head)) votes.push(costly("shared-line", about));
  const isAccess =
    ["grant", "revoke", "rotate"].includes(verb.name) && object.words.some((word) => accessNouns.has(word));
  if (isAccess) votes.push(costly("access", about));
  const isDataChange =
    ["run", "execute", "apply", "migrate", "alter", "backfill", "reindex", "reseed"].includes(verb.name) &&
    verb.act !== "verify";
  // "run the backfill of the orders table": the noun of action, then what it changes.
  const isOfAction =
    object.heads.some((noun) => Object.hasOwn(actionNouns, noun)) &&
    ["of", "on", "for"].includes(reading.words[object.end] ?? "");
  const changed = isOfAction ? [...object.heads, ...objectPhrase(reading.words, object.end + 1).heads] : object.heads;
  if (isDataChange && changed.some((noun) => changedDataNouns.has(noun))) votes.push(costly("data-change", about));
  return votes;
}

/** Every stakes vote of a clause. A clause that asks, greets or only reports casts none. */
export function stakesVotes(
  reading: ClauseReading,
  removals: readonly HeadRemoval[],
  spans: readonly Span[],
): StakesVote[] {
  const { role, modal } = reading;
  if (role === "question" || role === "social" || role === "ban") return [];
  const heads = modal === undefined ? reading.heads : [...reading.heads, modal];
  if (role === "statement" && modal === undefined) return [];
  const effects = heads.filter(({ verb }) => !askingActs.has(verb.act));
  if (heads.length > 0 && effects.length === 0) return [];
  return [
    ...effects.flatMap((head) => classVotes(reading, head)),
    ...removalVotes(removals, reading.words),
    ...environmentVotes(reading, heads),
    ...commandVotes(reading, spans),
    ...natureVotes(reading, effects, removals),
  ];
}
