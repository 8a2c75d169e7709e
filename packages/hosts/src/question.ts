/** @module A question about a call that waits for a person: what it is bound to, and writing it down. */

import type { ActionVerdict } from "@warrant/kernel/action/judge";
import type { PendingAction } from "@warrant/kernel/commitment/park";
import type { ActionIdentity } from "@warrant/kernel/policy/approval";
import type { CallEvent } from "./event.ts";
import { requestIdIn } from "./facts.ts";
import type { SessionMemory } from "./memory.ts";
import type { CompiledPolicy, GatePort, Surroundings } from "./port.ts";
import { whyOf } from "./reason.ts";

/** What a call is bound to before its facts are there: the same as by its facts. */
export function identityBefore(event: CallEvent, { place }: Surroundings, policy: CompiledPolicy): ActionIdentity {
  return {
    tool: event.call.tool,
    input: event.call.input,
    cwd: event.cwd ?? "",
    roots: place.roots.map(({ path }) => path),
    session: event.session,
    agent: event.agent.id,
    env_digest: place.env_digest,
    envelope_version: null,
    policy_digest: policy.digest,
  };
}

/** A question about a call, as the inbox takes it. */
export function questionOf(identity: ActionIdentity, verdict: ActionVerdict, memory: SessionMemory): PendingAction {
  const { agent, session } = identity;
  const rules = verdict.findings.map(({ rule }) => rule).filter((rule) => rule !== verdict.rule);
  return {
    identity,
    effects: verdict.understood ? verdict.effects : null,
    request_id: requestIdIn(memory),
    gates: [verdict.rule, ...new Set(rules)],
    reason: whyOf(verdict),
    requester: { kind: "agent", id: agent === null ? session : `${session}/${agent}` },
    ...(memory.principal === null ? {} : { principal: memory.principal }),
  };
}

/** Writes a question down; null where that fails. */
export async function park(port: GatePort, question: PendingAction): Promise<string | null> {
  try {
    return await port.park(question);
  } catch {
    return null;
  }
}
