/** @module Which act a part asks for: votes of its verbs and question words, and how sure they are. */

import { kindsAddressed } from "./addressed-to.ts";
import type { ClauseReading } from "./clause-reading.ts";
import { verbAt } from "./lexicon/lookup.ts";
import { auxiliaries, questionWords, topicWords } from "./lexicon/words.ts";
import type { Act } from "./reading.ts";

/** What a place in the clause makes of a verb's weight. */
export const multipliers = { head: 1.6, coHead: 1.2, other: 0.3 } as const;
/** What other verbs may add per act and clause: they colour confidence and never contend. */
export const otherCap = 0.45;
/** A vote contends from here on … */
export const contending = 0.5;
/** … when it has this share of the winner's weight, or at least this weight. */
export const contendingShare = 0.5;
export const contendingWeight = 1;
const fullWeight = 1.5;
/** Confidence of a part only other verbs speak of, and of an instruction whose verb is not known. */
export const otherConfidence = 0.3;
export const unknownVerbConfidence = 0.6;

export interface ActVote {
  readonly act: Act;
  readonly weight: number;
  readonly kind: "head" | "other";
  readonly name: string;
}

const questionVotes: Readonly<Record<string, readonly (readonly [Act, number])[]>> = {
  why: [
    ["answer", 0.8],
    ["analyze", 0.5],
  ],
  where: [["locate", 0.8]],
};

function questionOf(reading: ClauseReading): ActVote[] {
  const { at } = reading.peeled;
  const word = reading.words[at] ?? "";
  const base = word.replace(/'?s$/, "");
  const votes =
    questionVotes[base] ?? (questionWords.has(word) ? ([["answer", 0.9]] as const) : ([["answer", 0.8]] as const));
  const multiplier = questionWords.has(word) || auxiliaries.has(word) ? multipliers.head : multipliers.coHead;
  return votes.map(([act, weight]) => ({ act, weight: weight * multiplier, kind: "head", name: word }));
}

/** Votes of verbs that stand nowhere special. */
function otherVotes(reading: ClauseReading): ActVote[] {
  const { words, heads, peeled } = reading;
  const taken = new Set(
    heads.flatMap(({ at, after }) => Array.from({ length: after - at }, (_, offset) => at + offset)),
  );
  const sums = new Map<Act, number>();
  for (let at = peeled.at; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (taken.has(at) || word.length < 3 || topicWords.has(word)) continue;
    const found = verbAt(words, at, true);
    if (found === undefined) continue;
    const { act, weight } = found.verb;
    sums.set(act, Math.min(otherCap, (sums.get(act) ?? 0) + weight * multipliers.other));
    at += found.length - 1;
  }
  return [...sums].map(([act, weight]) => ({ act, weight, kind: "other", name: act }));
}

/** The votes of one clause. A ban, a greeting or a report votes for nothing but what it wishes for. */
export function actVotes(reading: ClauseReading): ActVote[] {
  const { role, heads, modal } = reading;
  if (role === "social") return [{ act: "converse", weight: 1.3, kind: "head", name: "greeting" }];
  if (role === "ban") return [];
  const wished: ActVote[] =
    modal === undefined
      ? []
      : [{ act: modal.verb.act, weight: modal.verb.weight * multipliers.coHead, kind: "head", name: modal.verb.name }];
  if (role === "statement") return wished;
  if (role === "question") return [...questionOf(reading), ...otherVotes(reading)];
  const unknown: ActVote[] =
    role === "unknown-verb" ? [{ act: "modify", weight: 0.8, kind: "head", name: "unknown verb" }] : [];
  const ordered = heads.map((head): ActVote => {
    const weight = head.verb.weight * (head.isFirst ? multipliers.head : multipliers.coHead);
    const isAddressed = kindsAddressed(head, reading.words);
    return isAddressed
      ? { act: "answer", weight: Math.max(weight / 2, 0.6), kind: "head", name: head.verb.name }
      : { act: head.verb.act, weight, kind: "head", name: head.verb.name };
  });
  // "always use tabs": a rule for what comes, and what it rules is asked as well.
  const rules: ActVote[] = reading.peeled.taken.includes("always")
    ? [{ act: "govern", weight: multipliers.head, kind: "head", name: "always" }]
    : [];
  return [...rules, ...ordered, ...wished, ...unknown, ...otherVotes(reading)];
}

export interface ActReading {
  readonly act: Act;
  readonly acts: readonly Act[];
  readonly confidence: number;
}

function sumOf(votes: readonly ActVote[]): Map<Act, number> {
  const sums = new Map<Act, number>();
  for (const { act, weight } of votes) sums.set(act, (sums.get(act) ?? 0) + weight);
  return sums;
}

/** The act of a part from all votes of its clauses. */
export function decideAct(votes: readonly ActVote[], isUnknownVerb: boolean): ActReading {
  const sums = sumOf(votes);
  const heads = sumOf(votes.filter(({ kind }) => kind === "head"));
  const ranked = [...(heads.size > 0 ? heads : sums)].sort(([left, a], [right, b]) => b - a || (left < right ? -1 : 1));
  const [winner] = ranked;
  if (winner === undefined) return { act: "answer", acts: ["answer"], confidence: 0 };
  const [act] = winner;
  const weight = sums.get(act) ?? 0;
  const contenders = [...heads]
    .filter(
      ([other, votesOf]) =>
        other === act ||
        (votesOf >= contending && (votesOf >= weight * contendingShare || votesOf >= contendingWeight)),
    )
    .map(([other]) => other);
  const acts = [...new Set([act, ...contenders])].sort();
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0);
  const share = acts.reduce((sum, other) => sum + (sums.get(other) ?? 0), 0) / total;
  const sure = 0.6 * share + 0.4 * Math.min(weight / fullWeight, 1);
  const limit = heads.size === 0 ? otherConfidence : isUnknownVerb && heads.size === 1 ? unknownVerbConfidence : 1;
  return { act, acts, confidence: Math.min(sure, limit) };
}
