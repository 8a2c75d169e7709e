/** @module What the words of a clause put at stake: every vote with the finding that names it. */

import type { RequestWord } from "../../scale.ts";
import { kindsAddressed } from "./addressed-to.ts";
import type { ClauseReading } from "./clause-reading.ts";
import type { Head } from "./heads.ts";
import { accessNouns, buildOutputNouns, inFileNouns, machineNouns, wipingVerbs } from "./lexicon/nouns.ts";
import {
  bulkWords,
  changedDataNouns,
  conjunctions,
  dataNouns,
  lowerEnvironments,
  prepositions,
  problemNouns,
  productionQualities,
  productionWords,
  relativePronouns,
  throwAwayKinds,
} from "./lexicon/words.ts";
import type { Span } from "./material.ts";
import { askingActs } from "./reading.ts";
import type { HeadRemoval } from "./removal-entries.ts";
import { commandAt, commandThings, destroysAt, prevents } from "./stakes-commands.ts";

export type Stakes = RequestWord<"stakes">;

export interface StakesVote {
  readonly level: Stakes;
  readonly weight: number;
  /** The last part of the finding: `request.stakes.<name>`. */
  readonly name: string;
  readonly about: string;
}

const heavy = { command: 1, other: 0.9, costly: 0.8 } as const;

function irreversible(name: string, about: string, weight: number = heavy.other): StakesVote {
  return { level: "irreversible", weight, name, about };
}
function costly(name: string, about: string): StakesVote {
  return { level: "costly", weight: heavy.costly, name, about };
}

/** Files whose name holds an environment are text, and `NODE_ENV=production` is a value. */
const valueOrFile =
  /=|^\.env|\.(?:ya?ml|json|[cm]?[jt]sx?|env|toml|tf|tfvars|sql|md|py|rb|go|rs|conf|cfg|ini|sh|xml|html|css|txt|lock|properties)$/;
const productionName = /(?:^|[^a-z0-9])(?:prod|production|prd)(?:[^a-z0-9]|$)/;

function isProduction(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  if (!productionWords.has(word)) return productionName.test(word) && !valueOrFile.test(word);
  return !productionQualities.has(words[at + 1] ?? "") && !(words[at + 1] ?? "").startsWith("=");
}

/** Verbs whose target a named environment is: they operate, remove, govern or change state. */
function actsOnEnvironment(head: Head): boolean {
  const { verb } = head;
  return (
    verb.act === "operate" ||
    verb.act === "govern" ||
    verb.changesState === true ||
    verb.removal === "explicit" ||
    verb.removal === "indirect"
  );
}

/** `update production`: the environment itself is the object. */
function isUpdated(head: Head): boolean {
  return (
    ["update", "upgrade", "patch", "change", "modify"].includes(head.verb.name) &&
    head.object.heads.some((noun) => productionWords.has(noun))
  );
}

function headBefore(heads: readonly Head[], at: number): Head | undefined {
  return heads.findLast((head) => head.at <= at);
}

function isTarget(reading: ClauseReading, head: Head, at: number): boolean {
  const { words } = reading;
  if (head.verb.name.endsWith(" off") && at >= head.object.end) return false;
  const between = words.slice(head.after, at);
  if (between.some((word) => relativePronouns.has(word)) && head.verb.class !== "staged") return false;
  if (head.verb.removal !== undefined)
    return head.object.heads.length === 0 || !head.object.heads.every((noun) => inFileNouns.has(noun));
  const before = words[at - 1] ?? "";
  const isSource =
    ["from", "like", "as", "than"].includes(before) ||
    (before === "the" && ["from", "like"].includes(words[at - 2] ?? ""));
  return !isSource;
}

function environmentVotes(reading: ClauseReading, heads: readonly Head[]): StakesVote[] {
  const { words, role } = reading;
  for (let at = 0; at < words.length; at += 1) {
    if (!isProduction(words, at)) continue;
    const about = `${words[at] ?? ""} is the target`;
    const head = headBefore(heads, at) ?? heads[0];
    if (head === undefined) {
      const isReport = words.some((word) => problemNouns.has(word)) && role !== "unknown-verb";
      const isLeadIn = prepositions.has(words[0] ?? "") || conjunctions.has(words[0] ?? "");
      if (!isReport && !isLeadIn) return [irreversible("environment", about)];
    } else if (isUpdated(head) || (actsOnEnvironment(head) && isTarget(reading, head, at)))
      return [irreversible("environment", about)];
  }
  return [];
}

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
  if (verb.act === "author" || verb.act === "verify") return between.some((word) => speaking.has(word));
  return verb.act === "modify" && between.some((word) => word === "that" || word === "which" || word === "who");
}

function commandVotes(reading: ClauseReading, spans: readonly Span[]): StakesVote[] {
  const { words, heads } = reading;
  for (let at = commandAt(words); at >= 0; at = commandAt(words, at + 1)) {
    const head = headBefore(heads, at + 1);
    const from = head === undefined ? 0 : Math.min(head.at, at);
    const between = words.slice(from, at);
    if (between.some(prevents)) continue;
    if (head !== undefined && askingActs.has(head.verb.act)) continue;
    const isOwnVerb = head !== undefined && head.at >= at - 1;
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

/** Data that only stands in for data. */
const pretend: ReadonlySet<string> = new Set([
  "mock",
  "dummy",
  "sample",
  "fake",
  "fixture",
  "example",
  "placeholder",
  "hardcoded",
  "seed",
]);

function isStoredData(head: Head, words: readonly string[]): boolean {
  const { heads, words: object, end } = head.object;
  if (object.some((word) => pretend.has(word))) return false;
  if (head.verb.name === "drop" && object[0] === "column" && words[end] === "from") return true;
  if (heads.includes("table") && words[end] === "of" && words[end + 1] === "contents") return false;
  return heads.some((noun) => dataNouns.has(noun));
}

/** Files that are said to come back by themselves. */
const madeAgain: ReadonlySet<string> = new Set(["generated", "compiled", "built", "cached", "transpiled", "bundled"]);

function isHarmlessBulk(removal: HeadRemoval): boolean {
  const { head, entry } = removal;
  const isMadeAgain = head.object.words.some((word) => madeAgain.has(word));
  if (entry === undefined || isMadeAgain || head.object.heads.every((noun) => buildOutputNouns.has(noun))) return true;
  return throwAwayKinds.has(entry.kind) && ["exact", "owned-scoped", "owned-range"].includes(entry.binding);
}

function removalVotes(removals: readonly HeadRemoval[], words: readonly string[]): StakesVote[] {
  const votes: StakesVote[] = [];
  for (const removal of removals) {
    const { head, entry } = removal;
    if (entry === undefined || head.verb.removal === "soft") continue;
    const about = `${head.verb.name} ${head.object.words.slice(0, 4).join(" ")}`.trim();
    const isBulk = head.object.isBulk || head.object.words.some((word) => bulkWords.has(word));
    const isPlain =
      head.verb.removal === "explicit" || head.object.heads.some((noun) => dataNouns.has(noun) || bulkWords.has(noun));
    if (isBulk && isPlain && !isHarmlessBulk(removal)) votes.push(irreversible("bulk-removal", about));
    const isMachine = wipingVerbs.has(head.verb.name) && head.object.heads.some((noun) => machineNouns.has(noun));
    if (isMachine || isStoredData(head, words)) votes.push(irreversible("data-removal", about));
  }
  return votes;
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

/** Words after an environment's name that make something else of it. */
function namesLower(words: readonly string[], from: number, to: number): boolean {
  const region = words.slice(from, to);
  const isSource = (at: number): boolean =>
    region[at - 1] === "from" || (region[at - 1] === "the" && region[at - 2] === "from");
  const isProd = region.some(
    (word, at) =>
      productionWords.has(word) || productionName.test(word) || (isSource(at) && lowerEnvironments.has(word)),
  );
  return (
    !isProd &&
    region.some(
      (word) =>
        lowerEnvironments.has(word) ||
        [...lowerEnvironments].some((name) => word.startsWith(`${name}-`) || word.endsWith(`-${name}`)),
    )
  );
}

/** Whether a staged verb goes to a named lower environment only. */
export function isStaged(reading: ClauseReading, head: Head): boolean {
  const next = reading.heads.find(({ at }) => at > head.at);
  const others = ["customers", "everyone", "users", "public", "live", "shops", "world"];
  const end = next?.at ?? reading.words.length;
  return (
    namesLower(reading.words, head.after, end) &&
    !reading.words.slice(head.after, end).some((word) => others.includes(word))
  );
}

const mainNames: ReadonlySet<string> = new Set(["main", "master", "trunk", "mainline"]);
const intoWords: ReadonlySet<string> = new Set(["to", "into", "onto", "in", "on", "origin", "the"]);

function isSharedLine(reading: ClauseReading, head: Head): boolean {
  if (!["push", "merge", "commit", "cherry pick", "push out", "sync"].includes(head.verb.name)) return false;
  const { words } = reading;
  for (let at = head.after; at < words.length; at += 1) {
    const isDefault = words[at] === "default" && words[at + 1] === "branch";
    if (!isDefault && !mainNames.has((words[at] ?? "").replace(/^(?:origin|upstream)\//, ""))) continue;
    const next = words[at + 1];
    const isName =
      isDefault ||
      next === undefined ||
      !/^\p{L}/u.test(next) ||
      [
        "branch",
        "line",
        "and",
        "now",
        "please",
        "pls",
        "so",
        "to",
        "for",
        "with",
        "after",
        "when",
        "today",
        "again",
        "directly",
        "without",
      ].includes(next);
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
  if (isDataChange && object.heads.some((noun) => changedDataNouns.has(noun))) votes.push(costly("data-change", about));
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
