/** @module Which work to take up next, with every part of its score (requests and authority, section 12.5). */

import { compareText } from "../compare-text.ts";
import { hour, parseInstant } from "../instant.ts";
import { requestScales } from "../scale.ts";
import { type Commitment, stakesOf } from "./commitment.ts";
import { isPassed } from "./strength.ts";

/** Why work is held back; null when it can be taken up. */
export type Withheld = "closed" | "suspended" | "blocked" | "spent" | "expired" | "stalled";

/** What a score adds up from. */
export interface ScoreParts {
  readonly pin: number;
  readonly stakes: number;
  readonly deadline: number;
  readonly idle: number;
  readonly progress: number;
  readonly review: number;
}

export interface PortfolioEntry {
  readonly commitment: Commitment;
  readonly withheld: Withheld | null;
  readonly score: number;
  readonly parts: ScoreParts;
}

const pinScore = 1000;
const mostDeadline = 50;
const reviewScore = 3;

/** Whether work is past its end. An end nobody can read is in the past; so is every end at a time nobody knows. */
export function isPastEnd(commitment: Commitment, now: string): boolean {
  const { expires_at: expires } = commitment.spec.economics;
  if (expires === undefined) return false;
  const [at, end] = [parseInstant(now), parseInstant(expires)];
  return at === null || end === null || at >= end;
}

function withheldBy(commitment: Commitment, now: string): Withheld | null {
  const { lifetime_budget_usd: budget, stall_limit: stalls } = commitment.spec.economics;
  if (commitment.closure !== null || commitment.phase === "closed") return "closed";
  if (commitment.phase === "suspended" || commitment.suspension !== null) return "suspended";
  if (commitment.phase === "blocked") return "blocked";
  if (budget !== "unlimited" && !(commitment.spent_usd < budget)) return "spent";
  if (isPastEnd(commitment, now)) return "expired";
  return commitment.stalls < stalls ? null : "stalled";
}

function hoursBetween(from: string, to: string): number {
  const [one, other] = [parseInstant(from), parseInstant(to)];
  return one === null || other === null || other < one ? 0 : (other - one) / hour;
}

function deadlineScore(commitment: Commitment, now: string): number {
  const { expires_at: expires } = commitment.spec.economics;
  if (expires === undefined) return 0;
  const left = hoursBetween(now, expires);
  const score = 24 / left;
  return left > 0 && score < mostDeadline ? score : mostDeadline;
}

/** Since the last episode that ended, or since the work was opened. */
function isReviewDue(commitment: Commitment, now: string): boolean {
  const { review_every_hours: every } = commitment.spec.economics;
  if (every === undefined) return false;
  const last = commitment.episodes.findLast((episode) => episode.ended_at !== undefined);
  return hoursBetween(last?.ended_at ?? commitment.opened_at, now) >= every;
}

function partsOf(commitment: Commitment, now: string): ScoreParts {
  const total = commitment.criteria.length;
  return {
    pin: commitment.pinned ? pinScore : 0,
    stakes: requestScales.stakes.words.indexOf(stakesOf(commitment)) + 1,
    deadline: deadlineScore(commitment, now),
    idle: Math.log(1 + hoursBetween(commitment.updated_at, now)),
    progress: total === 0 ? 0 : (2 * commitment.criteria.filter(isPassed).length) / total,
    review: isReviewDue(commitment, now) ? reviewScore : 0,
  };
}

/** The score as its parts in their order add up. */
function scoreOf({ pin, stakes, deadline, idle, progress, review }: ScoreParts): number {
  return pin + stakes + deadline + idle + progress + review;
}

/** All work, what can be taken up first, then by score, then by id. Pinning moves work up and releases nothing. */
export function rankPortfolio(commitments: readonly Commitment[], now: string): PortfolioEntry[] {
  const entries = commitments.map((commitment) => {
    const parts = partsOf(commitment, now);
    return { commitment, withheld: withheldBy(commitment, now), score: scoreOf(parts), parts };
  });
  return entries.sort(
    (one, other) =>
      Number(one.withheld !== null) - Number(other.withheld !== null) ||
      other.score - one.score ||
      compareText(one.commitment.id, other.commitment.id),
  );
}
