/**
 * @module The claims of a change's own description, compared with its files, the platform's checks and the receipts of the
 * sessions that made it (claim gate, 11). Anything may say that a claim is wrong; only what the author cannot write supports.
 */

import { type ClaimSaid, mostClaims } from "../change/claim-advice.ts";
import type { ChangeFacts } from "../change/facts.ts";
import type { Configuration } from "../configuration.ts";
import { isEnglish } from "./english.ts";
import { decideChanged } from "./receipts/decide-changed.ts";
import { type CheckNames, decidePlatform } from "./receipts/decide-platform.ts";
import { type Answer, decideSession } from "./receipts/decide-session.ts";
import { checkOfReceipt, type Stated } from "./receipts/kinds.ts";
import { isPrinted, pastedOutputs } from "./receipts/pasted-output.ts";
import { readStated } from "./receipts/stated.ts";
import { sentencesOf } from "./report.ts";
import { ReceiptDesk, receiptTitles, wordsOfReason } from "./rules/receipt.ts";
import type { ReceiptFit, SessionReceipt } from "./session-receipt.ts";
import type { ClaimSettings } from "./settings.ts";
import { claimSettingsOf } from "./settle.ts";
import type { Trace } from "./trace.ts";

/**
 * A receipt of a session, as far as it could be checked. `recomputed`: our own ledger holds the very trace. `signed`: by a key of
 * the base branch. `unsigned`: anything else.
 */
export interface FoundSession {
  readonly trust: "recomputed" | "signed" | "unsigned";
  readonly fit: ReceiptFit;
  readonly receipt: SessionReceipt;
  /** The trace, where `recomputed`. */
  readonly trace: Trace | null;
}

export interface ClaimSources {
  readonly sessions: readonly FoundSession[];
  readonly checks: CheckNames;
  readonly settings: ClaimSettings;
}

/** What was done by nobody is no admission. */
const admissions: ReadonlySet<string> = new Set(["failing_run", "count_differs"]);

function limited({ outcome, reason }: Answer, { trust, fit }: FoundSession): Answer {
  if (fit === "stale") return { outcome: "unverified", reason: "stale_run" };
  if (trust !== "unsigned") return { outcome, reason };
  if (outcome === "supported") return { outcome: "unverified", reason: "self_reported" };
  return outcome === "contradicted" && !admissions.has(reason)
    ? { outcome: "unverified", reason: "self_reported" }
    : { outcome, reason };
}

class Sessions {
  readonly #desks: readonly { readonly session: FoundSession; readonly desk: ReceiptDesk | null }[];

  constructor({ sessions, settings }: ClaimSources) {
    this.#desks = sessions.map((session) => {
      const isHeld = session.trust === "recomputed" && session.trace !== null;
      return { session, desk: isHeld && session.trace !== null ? new ReceiptDesk(session.trace, settings) : null };
    });
  }

  answers(stated: Stated): Answer[] {
    return this.#desks.map(({ session, desk }) =>
      limited(desk === null ? decideSession(stated, session.receipt) : desk.decide(stated, []), session),
    );
  }
}

/** What refutes counts before what supports, and any answer before that there is none. */
function worst(answers: readonly Answer[]): Answer {
  return (
    answers.find(({ outcome }) => outcome === "contradicted") ??
    answers.find(({ outcome }) => outcome === "supported") ??
    answers.find(({ reason }) => reason !== "no_receipt") ?? { outcome: "unverified", reason: "no_receipt" }
  );
}

/** Every statement of the description that a record could answer for, with what it answers. Pure. */
export function adviseClaims(facts: ChangeFacts, sources: ClaimSources): ClaimSaid[] {
  const sentences = sentencesOf(facts.body ?? "").filter(isEnglish);
  const stated = sentences.flatMap((sentence) => readStated(sentence, "observation")).slice(0, mostClaims);
  const named = stated.flatMap(({ paths }) => paths);
  const sessions = new Sessions(sources);
  const said = stated.map((one): ClaimSaid => {
    const byFiles = decideChanged(one, named, facts);
    const byPlatform = checkOfReceipt[one.kind] === undefined ? null : decidePlatform(one, sources.checks, facts);
    const answer = byFiles ?? worst([...(byPlatform === null ? [] : [byPlatform]), ...sessions.answers(one)]);
    const { because, next } = wordsOfReason(answer.reason);
    return { outcome: answer.outcome, states: receiptTitles[one.kind], quote: one.clause, because, next };
  });
  return [...said, ...pastedClaims(facts.body ?? "", sources)].slice(0, mostClaims);
}

/** Pasted output, where a trace of our own can show it. A person may have pasted their own, so its absence refutes nothing. */
function pastedClaims(body: string, { sessions, settings }: ClaimSources): ClaimSaid[] {
  const traces = sessions.flatMap(({ trust, trace }) => (trust === "recomputed" && trace !== null ? [trace] : []));
  if (traces.length === 0) return [];
  return pastedOutputs(body).map((pasted): ClaimSaid => {
    const isThere = traces.some((trace) => isPrinted(pasted, trace, settings));
    const { because, next } = wordsOfReason(isThere ? "printed" : "pasted_output_absent");
    const outcome = isThere ? "supported" : "unverified";
    return { outcome, states: "a command printed this", quote: pasted.command, because, next };
  });
}

/**
 * The advice for a change that is judged without a work tree, by its facts alone: nothing where the base's file says nothing of
 * its claims, so that nobody is told of claims who never asked.
 */
export function configuredAdvice(facts: ChangeFacts, { claim }: Configuration): { readonly claims?: ClaimSaid[] } {
  if (claim?.checks === undefined && claim?.change === undefined) return {};
  const claims = adviseClaims(facts, { sessions: [], checks: claim.checks ?? {}, settings: claimSettingsOf(claim) });
  return claims.length === 0 ? {} : { claims };
}
