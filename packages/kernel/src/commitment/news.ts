/**
 * @module News for people about work that goes on without them. Nobody has to answer it, each piece is told once, and it is
 * gone when it was read.
 */

import { hour, parseInstant } from "../instant.ts";
import { type Envelope, isLive } from "../policy/envelope.ts";
import { cleanQuote } from "../text/clean.ts";
import type { Commitment } from "./commitment.ts";
import type { InboxEntry, InboxOpening } from "./inbox.ts";

function news(kind: InboxOpening["kind"], commitment: Commitment, said: string, key: string, body = ""): InboxOpening {
  return {
    kind,
    title: `${cleanQuote(commitment.spec.objective)}: ${said}`,
    body,
    commitment_id: commitment.id,
    dedupe_key: `${kind} ${commitment.id} ${key}`,
  };
}

/** The longest time before its end that an envelope's is told. */
const longestNotice = 2 * hour;

/** Whether an envelope is in its last two hours, or the last quarter of a shorter life. */
function isEnding(envelope: Envelope, now: string): boolean {
  const [at, from, end] = [parseInstant(now), parseInstant(envelope.granted_at), parseInstant(envelope.expires_at)];
  if (at === null || from === null || end === null || !isLive(envelope, now)) return false;
  return end - at <= Math.min(longestNotice, (end - from) / 4);
}

/** The highest of these shares of the budget that is gone, in percent; null below all of them. */
function shareGone({ spec, spent_usd: spent }: Commitment): number | null {
  const { lifetime_budget_usd: budget } = spec.economics;
  if (budget === "unlimited") return null;
  return [100, 80].find((share) => spent >= (budget * share) / 100) ?? null;
}

function blockedNews(commitment: Commitment): InboxOpening[] {
  const { phase, blocker, earlier_episodes: earlier, episodes } = commitment;
  if (phase !== "blocked") return [];
  // Blocked after it had gone on is told anew.
  const key = `${earlier + episodes.length} ${blocker ?? ""}`;
  return [news("commitment-blocked", commitment, cleanQuote(blocker ?? "it is blocked"), key)];
}

/** What there is to tell about work as it stands, each with the key under which it is told once. */
export function standingNews(commitment: Commitment, now: string): InboxOpening[] {
  if (commitment.closure !== null) return [];
  const endings = commitment.envelopes
    .filter((envelope) => isEnding(envelope, now))
    .map((envelope) => {
      const body = `It ends at ${envelope.expires_at}; after that its steps ask again. A new one: warrant grant ${commitment.id}`;
      return news("envelope-ending", commitment, `envelope ${envelope.id} ends soon`, envelope.id, body);
    });
  const share = shareGone(commitment);
  const { lifetime_budget_usd: budget } = commitment.spec.economics;
  const gone = `${commitment.spent_usd.toFixed(2)} of ${typeof budget === "number" ? budget.toFixed(2) : budget} USD are spent`;
  const alerts = share === null ? [] : [news("budget-alert", commitment, gone, String(share))];
  return [...blockedNews(commitment), ...endings, ...alerts];
}

/** That upkeep closed work nobody was there for. */
export function closingNews(commitment: Commitment, outcome: string, note: string): InboxOpening {
  return news("commitment-closed", commitment, `closed as ${outcome}`, outcome, note);
}

/** That a question ran out which nobody answered. */
export function expiryNews(entry: InboxEntry): InboxOpening {
  return {
    kind: "approval-expired",
    title: entry.title,
    body: "Nobody answered in time, so it was not allowed.",
    ...(entry.session_id === undefined ? {} : { session_id: entry.session_id }),
    dedupe_key: `approval-expired ${entry.id}`,
  };
}

/** Whether an entry still wants a person: a question until it is answered, news until it was read. */
export function isWaiting({ state, question_id: question, approval_id: approval, read_at: read }: InboxEntry): boolean {
  return state === "open" && (question !== undefined || approval !== undefined || read === undefined);
}
