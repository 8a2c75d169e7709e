/**
 * @module Builds the facts one call is judged from (actions, section 2) out of the event, what the session remembers, what an
 * operator has configured, the machine, and what the ledger has for this call. What nobody knows is the careful end.
 */

import { type ActionFacts, actionFactsSchema } from "@warrant/kernel/action/facts";
import type { PathAnswer } from "@warrant/kernel/action/place";
import { writeInstant } from "@warrant/kernel/instant";
import type { Ban } from "@warrant/kernel/intent/reading/removal";
import { type CeilingEntry, entriesOfAgent } from "@warrant/kernel/policy/ceiling-entries";
import { orientingEngagement } from "@warrant/kernel/policy/derive";
import type { Ceiling } from "@warrant/kernel/policy/engagement";
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

/** What was delegated: the lowest of all grants. */
export function autonomyIn(policy: CompiledPolicy, authority: AuthorityRead): RequestWord<"autonomy"> {
  return narrow(requestScales.autonomy, policy.autonomy, ...policy.autonomy_grants, ...authority.autonomy_grants);
}

/** What approvals of a session are bound to when no request was seen in it. */
export function requestIdIn(memory: SessionMemory): string {
  return memory.request?.request_id ?? "no-request";
}

/** What is configured. Only an operator who opens the whole machine decides about what lies outside of the roots. */
function configured({ permission, approval }: CompiledPolicy): CeilingEntry[] {
  if (permission !== "full-access") return [{ source: "default", permission, approval }];
  return [
    { source: "policy", permission },
    { source: "default", approval },
  ];
}

function withoutBans({ bans: _bans, ...ceiling }: Ceiling): Ceiling {
  return ceiling;
}

/** What the session's request permits, and what a person ruled out in words. */
function requested({ memory, policy, authority, host }: CallSources): CeilingEntry[] {
  if (policy.posture === "off") return [];
  const engagement =
    memory.request?.engagement ??
    orientingEngagement({
      autonomy_grants: [policy.autonomy, ...policy.autonomy_grants, ...authority.autonomy_grants],
      attendance: attendanceIn(host),
      posture: "on",
    });
  const of = (strength: Ban["strength"]) => memory.bans.flatMap(({ ban }) => (ban.strength === strength ? [ban] : []));
  const [denied, doubted] = [of("deny"), of("ask")];
  return [
    { source: "reading", ...withoutBans(engagement.ceiling) },
    ...(denied.length === 0 ? [] : [{ source: "person" as const, bans: denied }]),
    ...(doubted.length === 0 ? [] : [{ source: "reading" as const, bans: doubted }]),
  ];
}

/** The host's own mode, where it narrows. */
function hosted({ event }: CallSources): CeilingEntry[] {
  return event.mode === "plan" ? [{ source: "host", permission: "read-only" }] : [];
}

const mainAgent = { parent: null, entries: [] };

function agents({ event, memory, policy }: CallSources): readonly CeilingEntry[] {
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
      fallback: request?.engagement?.posture.fallback ?? "deny",
      attempt: null,
    },
    agent: { id: event.agent.id, chain: chainOf(sources) },
    call: event.call,
    place,
    filesystem: gather(event.call, place, surroundings.volumes, look),
    ceilings: [
      ...configured(policy),
      ...requested(sources),
      ...hosted(sources),
      ...agents(sources),
      ...authority.ceilings,
    ],
    autonomy: autonomyIn(policy, authority),
    posture: policy.posture,
    named: isHuman && !isOff ? request.named : [],
    resources: request?.resources ?? [],
    commitments: authority.commitments,
    asks_irreversible: request?.asks_irreversible ?? true,
    approvals: authority.approvals,
    spend: authority.spend,
    policy: { digest: policy.digest, enabled: policy.is_enabled, rules: policy.rules },
    ledger_writable: authority.is_writable,
  };
}
