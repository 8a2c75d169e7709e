/** @module Whether a change is gated, and why (change gate, section 4.5). */

import type { IntentConfiguration } from "../configuration.ts";
import type { AgentIdentity, gatedReasons } from "../verdict.ts";
import type { ChangeFacts } from "./facts.ts";
import { isConfigured, recogniseAccount } from "./identity-account.ts";

export interface GateDecision {
  readonly gated: boolean;
  readonly gated_because: (typeof gatedReasons)[number];
}

/**
 * Decides whether the verdict of a change has a consequence.
 *
 * An agent's change always is. What frees a change is only the account that opened it: commits and text that call
 * themselves a dependency bot's can be written by anyone, so they free nothing.
 */
export function decideGate(agent: AgentIdentity, facts: ChangeFacts, configuration: IntentConfiguration): GateDecision {
  const { gate, bots, agents } = configuration;
  if (agent.kind === "agent") return { gated: true, gated_because: "agent" };
  if (gate === "everyone") return { gated: true, gated_because: "everyone" };
  const isBot = agent.kind === "dependency_bot" || agent.kind === "automation_bot";
  if (gate === "agents") {
    return isBot ? { gated: bots === "gate", gated_because: "bot" } : { gated: false, gated_because: "not_agent" };
  }
  // Not by confidence: a checked signature speaks for the committer, and the author of a signed commit is still text.
  const isBotsAccount = recogniseAccount(facts.author, agents)[0]?.kind === "dependency_bot";
  if (agent.kind === "dependency_bot" && isBotsAccount) {
    return { gated: bots === "gate", gated_because: "bot" };
  }
  if (agent.kind === "automation_bot") return { gated: true, gated_because: "bot" };
  if (isConfigured(facts.author, agents.people)) return { gated: false, gated_because: "not_agent" };
  return { gated: true, gated_because: "unknown" };
}
