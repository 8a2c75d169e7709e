/**
 * @module Judges one call and does what its verdict takes: spends the approval or the envelope that lets it through, or writes
 * down the question that waits for a person.
 */

import type { ActionFacts } from "@warrant/kernel/action/facts";
import { type ActionVerdict, identityOf, recordVerdict } from "@warrant/kernel/action/judge";
import type { HostFacts } from "./adapter.ts";
import { nonceOf } from "./canary.ts";
import type { CallEvent } from "./event.ts";
import { factsOf } from "./facts.ts";

import type { SeenCall, SessionEventDraft, SessionMemory } from "./memory.ts";
import type { Channel, JudgedCall } from "./outcome.ts";
import { park, questionOf } from "./question.ts";
import { reasonOf, waitingReason } from "./reason.ts";
import { canaryCall } from "./refused-call.ts";
import type { Handled, Turn } from "./turn.ts";

/** How long the same call from a second configuration is one call, where the host gives calls no id. */
const twinMilliseconds = 2000;
/** Authorities tried for one call: each was there when it was read, and gone when it was to be spent. */
const mostTries = 8;
/** How long the other process of the same call may take to record what it spent. */
const twinWaits = [15, 40];
const mostEffectsKept = 64;

/** The same call, judged before for another configuration or another event of the host. */
export function twinOf(
  memory: SessionMemory,
  call: { readonly id: string; readonly action: string | null; readonly via: string | null; readonly event: string },
  now: number,
): SeenCall | null {
  if (call.action === null) return null;
  const found = memory.recent.findLast((seen) => {
    const isSameSource = seen.via === call.via && seen.event === call.event;
    if (isSameSource || seen.action !== call.action) return false;
    if (seen.call_id !== "" && call.id !== "") return seen.call_id === call.id;
    return now - seen.at <= twinMilliseconds;
  });
  return found ?? null;
}

interface Judged {
  readonly verdict: ActionVerdict;
  readonly facts: ActionFacts;
  readonly action: string | null;
  readonly verdictId: string;
  readonly twin: SeenCall | null;
}

function withoutApproval(facts: ActionFacts, id: string): ActionFacts {
  return { ...facts, approvals: facts.approvals.filter((approval) => approval.id !== id) };
}

function withoutEnvelope(facts: ActionFacts, id: string): ActionFacts {
  return {
    ...facts,
    commitments: facts.commitments.map((one) => ({ ...one, void_envelopes: [...one.void_envelopes, id] })),
  };
}

/** What did not happen is a no. */
async function yes(done: Promise<boolean>): Promise<boolean> {
  try {
    return await done;
  } catch {
    return false;
  }
}

/** The facts without an authority that could not be spent; null when it was, or none was needed. */
async function spend(turn: Turn<CallEvent>, judged: Judged): Promise<ActionFacts | null> {
  const { verdict, facts, action, twin } = judged;
  const { authority, rule } = verdict;
  if (authority === null || turn.policy.mode === "report") return null;
  const isSpent = twin !== null && twin.authority === authority && twin.rule === rule;
  if (isSpent) return null;
  turn.pace();
  if (rule === "authority.approval") {
    const taking = {
      identity: identityOf(facts),
      effects: verdict.understood ? verdict.effects : null,
      request_id: facts.session.request_id ?? "",
      gates: verdict.findings.map((finding) => finding.rule),
    };
    return (await yes(turn.port.take(authority, taking))) ? null : withoutApproval(facts, authority);
  }
  if (rule === "authority.envelope") {
    return (await yes(turn.port.useEnvelope(authority, action))) ? null : withoutEnvelope(facts, authority);
  }
  return null;
}

function judgeOnce(turn: Turn<CallEvent>, facts: ActionFacts, memory: SessionMemory): Judged {
  const { event, via } = turn;
  const verdict = turn.parts.judge(facts);
  const { digests } = recordVerdict(verdict, facts);
  const { action } = digests;
  const twin = twinOf(memory, { id: event.call.id, action, via, event: event.event }, turn.now);
  return { verdict, facts, action, verdictId: digests.facts, twin };
}

/** A call that asks although its other half was let through by an approval is the call that was approved. */
function withTwin(judged: Judged): Judged {
  const { verdict, twin } = judged;
  const isRefusedForGood = verdict.decision === "deny" && verdict.rule !== "authority.nobody-to-ask";
  if (twin?.rule !== "authority.approval" || twin.decision !== "allow" || isRefusedForGood) return judged;
  return { ...judged, verdict: { ...verdict, decision: "allow", rule: twin.rule, authority: twin.authority } };
}

async function settle(turn: Turn<CallEvent>, first: ActionFacts): Promise<Judged> {
  let facts = first;
  let { memory } = turn;
  for (let tried = 0; tried < mostTries; tried += 1) {
    const judged = withTwin(judgeOnce(turn, facts, memory));
    const left = await spend(turn, judged);
    if (left === null) return judged;
    // The other half of the same call may have been first, and has not said so yet.
    for (const wait of judged.verdict.rule === "authority.approval" ? twinWaits : []) {
      await turn.parts.timer(wait).over;
      turn.pace();
      memory = await turn.port.memory(turn.event.session);
      const again = judgeOnce(turn, left, memory);
      if (again.twin !== null) return withTwin(again);
    }
    facts = left;
  }
  throw new Error("The authority of the call changes faster than it can be read.");
}

async function channelFor(turn: Turn<CallEvent>, decision: "ask" | "park", host: HostFacts): Promise<Channel> {
  const { event, adapter, port } = turn;
  if (decision === "ask" || !host.may_defer) return adapter.channel(event, decision, host);
  const siblings = event.call.siblings ?? (await port.siblings(event, event.call.id));
  return adapter.channel({ ...event, call: { ...event.call, siblings } }, decision, host);
}

async function say(turn: Turn<CallEvent>, judged: Judged): Promise<JudgedCall> {
  const { verdict, facts } = judged;
  const { decision, rule, authority } = verdict;
  const { id } = turn.event.agent;
  const cause = { origin: facts.session.origin, isAnnounced: id === null || turn.memory.agents.has(id) };
  const said = { kind: "judged", decision, rule, authority, inbox_id: null, channel: "prompt" } as const;
  const isRewritten = decision === "ask" || (decision === "allow" && authority !== null);
  const input = isRewritten ? turn.parts.resolve(facts) : { input: null, keys: [] };
  const rewritten = { updated_input: input.input, updated_keys: input.keys };
  if (decision === "allow" || decision === "deny") return { ...said, ...rewritten, reason: reasonOf(verdict, cause) };
  const channel = await channelFor(turn, decision, turn.host);
  if (turn.policy.mode === "report" || channel === "prompt")
    return { ...said, ...rewritten, channel, reason: reasonOf(verdict, cause) };
  turn.pace();
  const inbox = await park(turn.port, questionOf(identityOf(facts), verdict, turn.memory));
  const waits = { ...said, ...rewritten, channel, inbox_id: inbox, reason: waitingReason(verdict, inbox, cause) };
  // Nothing waits that was not written down.
  return decision === "park" && inbox === null ? { ...waits, decision: "deny", channel: "inbox" } : waits;
}

/** What the session keeps of a verdict. No arguments: their digest is in the action's. */
function judgedDraft(turn: Turn<CallEvent>, judged: Judged, outcome: JudgedCall): SessionEventDraft {
  const { event, via, policy, adapter, host } = turn;
  const { verdict, action, verdictId, facts } = judged;
  const findings = verdict.findings
    .slice(0, mostEffectsKept)
    .map(({ rule, quote }) => ({ rule, ...(quote === undefined ? {} : { quote }) }));
  const isRace = outcome.updated_input !== null && adapter.rewrites?.(event, host) !== true;
  return {
    kind: "action-judged",
    body: {
      verdict_id: verdictId,
      call_id: event.call.id,
      host: event.host,
      event: event.event,
      via,
      agent: event.agent.id,
      tool: event.call.tool.slice(0, 200),
      decision: outcome.decision,
      rule: outcome.rule,
      authority: outcome.authority,
      inbox_id: outcome.inbox_id,
      channel: outcome.channel,
      applied: policy.mode === "enforce",
      request_id: facts.session.request_id,
      understood: verdict.understood,
      reversibility: verdict.reversibility,
      findings: isRace ? [...findings, { rule: "path.race" }] : findings,
      effects: verdict.effects.slice(0, mostEffectsKept),
      facts_digest: verdictId,
      policy_digest: policy.digest,
      action_digest: action,
    },
  };
}

/** Judges a call. */
export async function handleCall(turn: Turn<CallEvent>): Promise<Handled> {
  const { port, event, memory, policy, host, now, via } = turn;
  const nonce = nonceOf(event.call);
  if (nonce !== null) return canaryCall(event, via, policy.mode, nonce);
  // One after the other: what a work tree is bound to limits the call, and the work trees are found first.
  const surroundings = await port.surroundings(event, memory);
  turn.reached.surroundings = surroundings;
  const authority = await port.authority(event.session, memory);
  const facts = factsOf({ event, memory, policy, surroundings, authority, host, now, look: port.look });
  const judged = await settle(turn, facts);
  const outcome = await say(turn, judged);
  const drafts = judged.twin === null ? [judgedDraft(turn, judged, outcome)] : [];
  return { outcome: policy.mode === "report" ? { kind: "reported", message: null } : outcome, drafts };
}
