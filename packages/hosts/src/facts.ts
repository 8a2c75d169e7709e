/**
 * @module Builds the facts one call is judged from (actions, section 2) out of the event, what the session remembers, what an
 * operator has configured, the machine, and what the ledger has for this call. What nobody knows is the careful end.
 */

import { type ActionFacts, actionFactsSchema } from "@warrant/kernel/action/facts";
import type { PathAnswer } from "@warrant/kernel/action/place";
import { writeInstant } from "@warrant/kernel/instant";
import { type CeilingEntry, entriesOfAgent } from "@warrant/kernel/policy/ceiling-entries";
import { orientingEngagement } from "@warrant/kernel/policy/derive";
import { ceilingEntries } from "@warrant/kernel/policy/projections";
import { narrow, type RequestWord, requestScales } from "@warrant/kernel/scale";
import type { HostFacts } from "./adapter.ts";
import type { CallEvent } from "./event.ts";
import { gather } from "./gather.ts";
import type { SessionMemory } from "./memory.ts";
import type { AuthorityRead, CompiledPolicy, Surroundings } from "./port.ts";

/** Everything the facts of one call are made of. */
export interface CallSources {
  readonly event: CallEvent;
  readonly memory: SessionMemory;
  readonly policy: CompiledPolicy;
  readonly surroundings: Surroundings;
  readonly authority: AuthorityRead;
  readonly host: HostFacts;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly look: (path: string) => PathAnswer;
}

/** Whether a person can answer now. Nobody sits before a headless session. */
export function attendanceIn(host: HostFacts): RequestWord<"attendance"> {
  return host.is_headless ? "unattended" : "interactive";
}

/**
 * What becomes of a question nobody can answer now. Where nobody attends it waits in the inbox: the call is refused just the
 * same, and the question is not lost.
 */
function fallbackIn({ host, policy, memory }: CallSources): RequestWord<"fallback"> {
  if (host.is_headless) return policy.fallback ?? "park";
  return memory.request?.engagement?.posture.fallback ?? "deny";
}

/** What was delegated: the lowest of all grants. */
export function autonomyIn(policy: CompiledPolicy, authority: AuthorityRead): RequestWord<"autonomy"> {
  return narrow(requestScales.autonomy, policy.autonomy, ...policy.autonomy_grants, ...authority.autonomy_grants);
}

/** What approvals of a session are bound to when no request was seen in it. */
export function requestIdIn(memory: SessionMemory): string {
  return memory.request?.request_id ?? "no-request";
}

/** The entries of the session, each with whose limit it is. */
function ceilingsOf(sources: CallSources): CeilingEntry[] {
  const { event, memory, policy, authority, host } = sources;
  const { permission, approval, posture } = policy;
  const engagement =
    memory.request?.engagement ??
    orientingEngagement({
      autonomy_grants: [policy.autonomy, ...policy.autonomy_grants, ...authority.autonomy_grants],
      attendance: attendanceIn(host),
      posture,
    });
  // The bans in force are the session's own list, in which they can be lifted.
  const ceiling = { ...engagement.ceiling, bans: memory.bans.map(({ ban }) => ban) };
  const others: CeilingEntry[] = [
    // Only an operator who opens the whole machine decides about what lies outside of the roots.
    ...(permission === "full-access" ? [{ source: "policy" as const, permission }] : []),
    ...(event.mode === "plan" ? [{ source: "host" as const, permission: "read-only" as const }] : []),
    ...agentEntries(sources),
    ...authority.ceilings,
  ];
  return ceilingEntries({ permission, approval }, { ...engagement, ceiling }, others, posture);
}

const mainAgent = { parent: null, entries: [] };

function agentEntries({ event, memory, policy }: CallSources): readonly CeilingEntry[] {
  const known = memory.agents.has("") ? memory.agents : new Map([["", mainAgent], ...memory.agents]);
  return entriesOfAgent(event.agent.id ?? "", known, policy.max_depth);
}

/** The ids above an agent, the nearest first. Bounded, since what was recorded may go in a circle. */
function chainOf({ event, memory, policy }: CallSources): string[] {
  const chain: string[] = [];
  let at = memory.agents.get(event.agent.id ?? "")?.parent ?? null;
  while (at !== null && !chain.includes(at) && chain.length <= policy.max_depth) {
    chain.push(at);
    at = memory.agents.get(at)?.parent ?? null;
  }
  return chain;
}

/** The facts of one call. */
export function factsOf(sources: CallSources): ActionFacts {
  const { event, memory, policy, surroundings, authority, host, now, look } = sources;
  const place = { ...surroundings.place, cwd: event.cwd };
  const { request } = memory;
  const isHuman = request?.origin === "human";
  const isOff = policy.posture === "off";
  return {
    schema: actionFactsSchema,
    at: writeInstant(now),
    mode: policy.mode,
    session: {
      id: event.session,
      request_id: requestIdIn(memory),
      origin: request?.origin ?? "unknown",
      attendance: attendanceIn(host),
      fallback: fallbackIn(sources),
      attempt: authority.attempt ?? null,
    },
    agent: { id: event.agent.id, chain: chainOf(sources) },
    call: event.call,
    place,
    filesystem: gather(event.call, place, surroundings.volumes, look, policy.tools),
    ceilings: ceilingsOf(sources),
    autonomy: autonomyIn(policy, authority),
    posture: policy.posture,
    named: isHuman && !isOff ? request.named : [],
    resources: request?.resources ?? [],
    commitments: authority.commitments,
    asks_irreversible: request?.asks_irreversible ?? true,
    approvals: authority.approvals,
    spend: authority.spend,
    policy: {
      digest: policy.digest,
      enabled: policy.is_enabled,
      rules: policy.rules,
      ...(policy.tools === undefined ? {} : { tools: policy.tools }),
    },
    ledger_writable: authority.is_writable,
  };
}
