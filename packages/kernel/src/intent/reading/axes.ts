/** @module From votes to the axes of one part: the highest level that was voted for, and how sure it is. */

import { type RequestWord, raise, requestScales } from "../../scale.ts";
import type { EvidenceVote } from "./evidence.ts";
import type { Head } from "./heads.ts";
import type { HorizonVote } from "./horizon.ts";
import { type Act, askingActs } from "./reading.ts";
import type { Stakes, StakesVote } from "./stakes-vote.ts";

/** Votes below this are no votes. */
const least = 0.5;
const fullWeight = 1.5;
/** What silence says, and how sure it is. */
const silentHorizon = 0.5;
const silentEvidence = 0.85;
const flooredConfidence = 0.6;

export interface Level<Word> {
  readonly level: Word;
  readonly confidence: number;
}

function confidenceOf(weight: number): number {
  return 0.7 + 0.3 * Math.min(weight / fullWeight, 1);
}

/** The highest level among votes that count, with the strongest vote for it. Lower levels never compete. */
function highest<Word extends string>(
  words: readonly Word[],
  votes: readonly { readonly level: Word; readonly weight: number }[],
): Level<Word> | undefined {
  for (const level of words.toReversed()) {
    const weights = votes.filter((vote) => vote.level === level && vote.weight >= least).map(({ weight }) => weight);
    if (weights.length > 0) return { level, confidence: confidenceOf(Math.max(...weights)) };
  }
  return undefined;
}

export function horizonOf(votes: readonly HorizonVote[]): Level<RequestWord<"horizon">> {
  return highest(requestScales.horizon.words, votes) ?? { level: "turn", confidence: silentHorizon };
}

export function evidenceOf(votes: readonly EvidenceVote[]): Level<RequestWord<"evidence">> {
  return highest(requestScales.evidence.words, votes) ?? { level: "none", confidence: silentEvidence };
}

/** What the acts of a part are at least: asking is inert, an operation what its verb would cost. The highest of them counts. */
export function floorOf(acts: readonly Act[], heads: readonly Head[], isStaged: (head: Head) => boolean): Stakes {
  return raise(requestScales.stakes, ...acts.map((act) => floorOfAct(act, heads, isStaged)));
}

function floorOfAct(act: Act, heads: readonly Head[], isStaged: (head: Head) => boolean): Stakes {
  if (askingActs.has(act)) return "inert";
  if (act !== "operate") return "reversible";
  const floors = heads
    .filter(({ verb }) => verb.act === "operate")
    .map((head): Stakes => {
      const { verb } = head;
      if (verb.class === "inward") return "reversible";
      if (verb.class === "costly" || verb.class === "money") return "costly";
      return verb.class === "staged" && isStaged(head) ? "costly" : "irreversible";
    });
  return floors.length === 0 ? "irreversible" : raise(requestScales.stakes, ...floors);
}

/** The stakes of a part: its words, or the floor of its act where that is higher. */
export function stakesOf(votes: readonly StakesVote[], floor: Stakes, actConfidence: number): Level<Stakes> {
  const stated = highest(requestScales.stakes.words, votes);
  if (stated === undefined) return { level: floor, confidence: Math.max(actConfidence, 0.5) };
  if (raise(requestScales.stakes, stated.level, floor) === stated.level) return stated;
  return { level: floor, confidence: Math.min(stated.confidence, flooredConfidence) };
}
