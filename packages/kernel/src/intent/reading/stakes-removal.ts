/** @module Removals that are final: of stored data, of machines, of all there is of something. */

import type { Head } from "./heads.ts";
import { buildOutputNouns, machineNouns, wipingVerbs } from "./lexicon/nouns.ts";
import { bulkWords, dataNouns, throwAwayKinds } from "./lexicon/words.ts";
import type { HeadRemoval } from "./removal-entries.ts";
import { irreversible, type StakesVote } from "./stakes-vote.ts";

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

export function removalVotes(removals: readonly HeadRemoval[], words: readonly string[]): StakesVote[] {
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
