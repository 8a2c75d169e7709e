/** @module A question about a call that waits for a person: what it is bound to, and writing it down. */

import type { ActionFacts } from "@warrant/kernel/action/facts";
import { type ActionVerdict, identityOf } from "@warrant/kernel/action/judge";
import type { PendingAction } from "@warrant/kernel/commitment/park";
import { requestIdIn } from "./facts.ts";
import type { SessionMemory } from "./memory.ts";
import type { GatePort } from "./port.ts";
import { reasonOf } from "./reason.ts";

/** A question about a call, as the inbox takes it. */
export function questionOf(facts: ActionFacts, verdict: ActionVerdict, memory: SessionMemory): PendingAction {
  const { id } = facts.agent;
  const rules = verdict.findings.map(({ rule }) => rule).filter((rule) => rule !== verdict.rule);
  return {
    identity: identityOf(facts),
    effects: verdict.understood ? verdict.effects : null,
    request_id: requestIdIn(memory),
    gates: [verdict.rule, ...new Set(rules)],
    reason: reasonOf(verdict),
    requester: { kind: "agent", id: id === null ? facts.session.id : `${facts.session.id}/${id}` },
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
