/**
 * @module What a check run says of a verdict, of our own failure, and of several changes that share a commit.
 *
 * Under enforce only `success`, `action_required` and `failure` are possible: `neutral` and `skipped` satisfy a required
 * check (report F1), `cancelled` and `stale` say nothing.
 */

import { decisionWord, type Mode } from "@warrant/kernel/render/outline";
import { outside, sentence } from "@warrant/kernel/render/outside";
import { decidingRule } from "@warrant/kernel/rules";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import { cutLine } from "./cut.ts";

export type { Mode };

/** A verdict, or why there is none: the cause as a sentence. */
export type Judged = { readonly verdict: ChangeVerdict } | { readonly failure: string };

/** A change of the same repository and what was judged of it. */
export interface JudgedChange {
  readonly number: number;
  readonly judged: Judged;
  /** What its own base asks for; null when that is not known, and it may enforce (law 3). */
  readonly mode: Mode | null;
}

export type Conclusion = "success" | "neutral" | "action_required" | "failure";

export interface Outcome {
  readonly status: "completed";
  readonly conclusion: Conclusion;
  /** Plain text of at most 255 characters. */
  readonly title: string;
}

/** Characters of a check run's title. */
export const titleLimit = 255;
export const failureTitle = "Warrant could not judge this change";

/** From best to worst; what is not listed cannot be published. */
const badness = { success: 0, neutral: 1, action_required: 2, failure: 3 } as const satisfies Record<
  Conclusion,
  number
>;

function enforced(judged: Judged): Conclusion {
  if ("failure" in judged) return "failure";
  const { decision, deny_kind } = judged.verdict;
  if (decision === "allow") return "success";
  // A person can lift this one by linking, approving or planning; the others need another change or another policy.
  return deny_kind === "unauthorized" ? "action_required" : "failure";
}

/** The rule that decided stays readable at the end of a title that is cut. */
function titled(head: string, reason: string): string {
  const text = `${head}: ${outside(reason)}`;
  if (text.length <= titleLimit) return text;
  const rule = decidingRule(reason);
  const tail = rule === null || rule.length > 100 ? "" : ` [${outside(rule)}]`;
  return cutLine(text, titleLimit - tail.length) + tail;
}

function titleOf(judged: Judged, mode: Mode): string {
  if ("failure" in judged) return cutLine(`${failureTitle}: ${sentence(judged.failure)}`, titleLimit);
  return titled(decisionWord(judged.verdict, mode), judged.verdict.reason);
}

/** Every mode that is not report refuses: an unknown one is the careful one. */
export function isEnforcing(mode: Mode): boolean {
  return mode !== "report";
}

/** What the check run of one change says (github.md 3.2). Under report it is always `neutral`. */
export function concludeChange(judged: Judged, mode: Mode): Outcome {
  const conclusion = isEnforcing(mode) ? enforced(judged) : "neutral";
  return { status: "completed", conclusion, title: titleOf(judged, mode) };
}

/** The worse of two conclusions; equal ones are the first. */
export function worseConclusion(left: Conclusion, right: Conclusion): Conclusion {
  return badness[right] > badness[left] ? right : left;
}

export interface JointOutcome extends Outcome {
  /** The number of the sibling whose verdict is the worse; null when the change's own decides. */
  readonly decidedBy: number | null;
}

/**
 * What the check run of a commit says when it is the head of several open changes: the worst of them all, each by the mode of
 * its own base, since a check run belongs to the commit (report F8). A base that reports refuses nothing and allows nothing:
 * `neutral` passes, so it never stands where another base enforces. The change's own verdict wins a tie, then the lowest number.
 */
export function concludeCommit(own: Judged, siblings: readonly JudgedChange[], mode: Mode): JointOutcome {
  let worst: Outcome = concludeChange(own, mode);
  let decidedBy: number | null = null;
  for (const { number, judged, mode: ofBase } of siblings.toSorted((left, right) => left.number - right.number)) {
    const outcome = concludeChange(judged, ofBase ?? "enforce");
    if (rank(outcome) <= rank(worst)) continue;
    worst = { ...outcome, title: cutLine(`#${number} has the same commit. ${outcome.title}`, titleLimit) };
    decidedBy = number;
  }
  return { ...worst, decidedBy };
}

/** How much a conclusion of one change decides for all: what a report-only base says the least. */
function rank({ conclusion }: Outcome): number {
  return conclusion === "neutral" ? -1 : badness[conclusion];
}

/** Those that decide first. */
export function worstFirst(siblings: readonly JudgedChange[]): JudgedChange[] {
  const ranked = siblings.map((sibling) => ({
    sibling,
    rank: rank(concludeChange(sibling.judged, sibling.mode ?? "enforce")),
  }));
  return ranked
    .sort((left, right) => right.rank - left.rank || left.sibling.number - right.sibling.number)
    .map(({ sibling }) => sibling);
}
