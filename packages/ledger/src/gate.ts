/**
 * @module What a gate asks of the ledger for one call: who granted what, what was approved, and where a question waits. Nothing
 * is read that is not about the call, and what is spent is judged again under the lock.
 */

import type { Commitment } from "@warrant/kernel/commitment/commitment";
import { dedupeKey } from "@warrant/kernel/commitment/inbox";
import { draft, type ParkContext, type Parking, type PendingAction, park } from "@warrant/kernel/commitment/park";
import type { SessionBinding } from "@warrant/kernel/commitment/session-binding";
import { sessionKey } from "@warrant/kernel/commitment/session-log";
import { idOf, runtimeActor } from "@warrant/kernel/commitment/stream";
import { streamKey } from "@warrant/kernel/commitment/stream-key";
import { type Approval, actionDigest, takeApproval as fitting, type Taking } from "@warrant/kernel/policy/approval";
import { LedgerError } from "./ledger-error.ts";
import type { WarrantLedger } from "./warrant-ledger.ts";

type ApprovalStream = `approval/${string}`;
type InboxStream = `inbox/${string}`;

/** Of the streams a key led to, those of one family. */
function ofFamily<Family extends string>(family: Family, streams: readonly string[]): `${Family}/${string}`[] {
  return streams.filter((stream): stream is `${Family}/${string}` => stream.startsWith(`${family}/`));
}

/** Whether a session works on a commitment now. */
function isServed(commitment: Commitment | null, session: string): commitment is Commitment {
  return (
    commitment?.episodes.some((episode) => episode.session_id === session && episode.ended_at === undefined) === true
  );
}

function isThere<Value>(value: Value | null): value is Value {
  return value !== null;
}

/** Approvals of one request that are looked at, the newest ones: more would take longer than a call may wait. */
const mostApprovals = 200;

/** Whose authority is asked for. */
export interface AuthorityQuery {
  readonly session: string;
  /** Null when no request is known: then nothing was approved. */
  readonly request_id: string | null;
  /** Ids of the work trees the session is in, by `workTreeId`. */
  readonly trees: readonly string[];
}

export interface Authority {
  /** Those the session works on now, with their envelopes. */
  readonly commitments: readonly Commitment[];
  /** What was asked for this request, whatever became of it. */
  readonly approvals: readonly Approval[];
  /** What the session and its work trees are bound to, the session's own first. All of them hold. */
  readonly bindings: readonly SessionBinding[];
}

/**
 * What people delegated to a session, and approved for a request, at one moment.
 *
 * @throws LedgerError
 */
export function readAuthority(ledger: WarrantLedger, query: AuthorityQuery): Promise<Authority> {
  const { session, request_id: request, trees } = query;
  return ledger.view(async ({ linked, read }) => {
    const commitments: (Commitment | null)[] = [];
    for (const stream of ofFamily("commitment", await linked(streamKey("served", session))))
      commitments.push((await read(stream)).state);
    const approvals: (Approval | null)[] = [];
    if (request !== null) {
      for (const stream of ofFamily("approval", await linked(streamKey("request", request))).slice(-mostApprovals))
        approvals.push((await read(stream)).state);
    }
    const bindings: (SessionBinding | null)[] = [];
    for (const id of [sessionKey(session), ...trees]) bindings.push((await read(`binding/${id}`)).state);
    return {
      commitments: commitments.filter((commitment) => isServed(commitment, session)),
      approvals: approvals.filter(isThere),
      bindings: bindings.filter(isThere),
    };
  });
}

/**
 * Spends an approval on a call, once: of two calls that come at the same time one has it.
 *
 * @returns false when it does not fit the call, or not any more.
 * @throws LedgerError, and InexactValue for arguments that have no one canonical form; then nothing was spent.
 */
export async function takeApproval(ledger: WarrantLedger, approval: string, taking: Taking): Promise<boolean> {
  const stream: ApprovalStream = `approval/${approval}`;
  const outcome = await ledger.append([stream], ({ read, now }) => {
    const { state } = read(stream);
    const isFit = state !== null && fitting([state], taking, now) !== null;
    return isFit
      ? [draft("approval", approval, "approval-used", runtimeActor, {})]
      : { refusal: { code: "conflict", message: "The approval does not fit the call." } };
  });
  return "events" in outcome;
}

/**
 * Counts that an envelope let an action through.
 *
 * @returns false when it is not there, or was revoked, spent, or ended by now.
 * @throws LedgerError; then nothing was counted.
 */
export async function useEnvelope(ledger: WarrantLedger, envelope: string, action: string | null): Promise<boolean> {
  if (action === null) return false;
  const key = streamKey("envelope", envelope);
  const body = { id: envelope, action_digest: action };
  const outcome = await ledger.append(
    [],
    ({ linked }) => {
      // Its rules refuse the use when the envelope is not there, or not live.
      const [stream] = ofFamily("commitment", linked(key));
      return stream === undefined
        ? { refusal: { code: "not-found", message: "There is no such envelope." } }
        : [draft("commitment", idOf(stream), "envelope-used", runtimeActor, body)];
    },
    { keys: [key] },
  );
  return "events" in outcome;
}

/** What is known of a question besides the call. */
export interface ParkQuery
  extends Pick<ParkContext, "attendance" | "fallback" | "lives" | "second_person" | "escalation"> {
  /** Gives ids that are new in this ledger. */
  readonly newId: () => string;
}

/**
 * Writes a question down where a person finds it: the approval, the inbox entry, and the commitment that waits for it, in one
 * transaction. A call that waits already gets its entry and nothing is written.
 *
 * @throws LedgerError, and InexactValue for arguments that have no one canonical form; then the caller denies.
 */
export async function parkCall(ledger: WarrantLedger, action: PendingAction, query: ParkQuery): Promise<Parking> {
  const { newId, ...context } = query;
  const { session } = action.identity;
  const ids = { approval: newId(), question: newId(), inbox: newId() };
  const waiting = streamKey("waiting", dedupeKey({ digest: actionDigest(action.identity), session }));
  const working = streamKey("served", session);
  let parking: Parking = { kind: "deny" };
  const approval: ApprovalStream = `approval/${ids.approval}`;
  const inbox: InboxStream = `inbox/${ids.inbox}`;
  const outcome = await ledger.append(
    [approval, inbox],
    ({ linked, read, now }) => {
      const entries = ofFamily("inbox", linked(waiting)).map((stream) => read(stream).state);
      const commitments = ofFamily("commitment", linked(working)).map((stream) => read(stream).state);
      const served = commitments.filter((commitment) => isServed(commitment, session));
      parking = park(action, { ...context, now, ids, entries: entries.filter(isThere), served });
      return parking.kind === "parked" ? parking.drafts : [];
    },
    { keys: [waiting, working] },
  );
  if ("events" in outcome) return parking;
  throw new LedgerError("refused", `Could not park the call: ${outcome.refusal.message} Nothing was written.`);
}

/** What a person said to a question of a session. */
export interface SessionAnswer {
  readonly approval: string;
  readonly tool: string;
  /** The arguments that were asked about. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly decision: "approved" | "denied";
  readonly note?: string;
  readonly at: string;
  readonly by: string;
}

/**
 * What people answered to a session's questions at or after a moment, the oldest first. Their words are data.
 *
 * @param since RFC 3339 in UTC, as the ledger writes it.
 * @throws LedgerError
 */
export function answersOf(ledger: WarrantLedger, session: string, since: string): Promise<readonly SessionAnswer[]> {
  return ledger.view(async ({ linked, read }) => {
    const answers: SessionAnswer[] = [];
    for (const stream of ofFamily("approval", await linked(streamKey("session", session))).slice(-mostApprovals)) {
      const { state } = await read(stream);
      if (state?.decided_at === undefined || state.decided_at < since || state.approver === undefined) continue;
      const { id, tool, input, note, approver } = state;
      answers.push({
        approval: id,
        tool,
        input,
        decision: state.state === "denied" ? "denied" : "approved",
        ...(note === undefined ? {} : { note }),
        at: state.decided_at,
        by: approver.id,
      });
    }
    return answers.sort((one, other) => (one.at < other.at ? -1 : 1));
  });
}
