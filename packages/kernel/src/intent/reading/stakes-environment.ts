/** @module Environments: whether production is a target, and whether a deployment goes to a lower one only. */

import type { ClauseReading } from "./clause-reading.ts";
import type { Head } from "./heads.ts";
import { inFileNouns } from "./lexicon/nouns.ts";
import {
  conjunctions,
  lowerEnvironments,
  prepositions,
  problemNouns,
  productionQualities,
  productionWords,
  relativePronouns,
} from "./lexicon/words.ts";
import { irreversible, type StakesVote } from "./stakes-vote.ts";

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

export function headBefore(heads: readonly Head[], at: number): Head | undefined {
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

export function environmentVotes(reading: ClauseReading, heads: readonly Head[]): StakesVote[] {
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
