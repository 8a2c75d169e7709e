/** @module The calls an agent may cite: its own and those of the agents it started, found by id (claim gate, 2.2). */

import { canonicalJson } from "../canonical.ts";
import type { Invocation, Trace } from "./trace.ts";

/** How far agents that start agents are followed. */
const deepestAgents = 5;

export interface Pool {
  readonly agent: string;
  /** The calls that may be cited, in order. */
  readonly calls: readonly Invocation[];
  /** Every call of the trace by its id; `ambiguous` when two different calls have one id. */
  readonly byId: ReadonlyMap<string, Invocation | "ambiguous">;
  readonly has: (call: Invocation) => boolean;
}

function indexCalls(invocations: readonly Invocation[]): Map<string, Invocation | "ambiguous"> {
  const byId = new Map<string, Invocation | "ambiguous">();
  for (const call of invocations) {
    const known = byId.get(call.id);
    if (known === undefined) byId.set(call.id, call);
    else if (known !== "ambiguous" && known !== call && canonicalJson(known) !== canonicalJson(call))
      byId.set(call.id, "ambiguous");
  }
  return byId;
}

/** Which agent started which: the agent of the call named as parent. */
function agentsOf(agent: string, trace: Trace, byId: ReadonlyMap<string, Invocation | "ambiguous">): Set<string> {
  const children = new Map<string, Set<string>>();
  for (const { agent_id: child, parent_id: parent } of trace.invocations) {
    if (parent === undefined || child === agent) continue;
    const starter = byId.get(parent);
    if (starter === undefined || starter === "ambiguous" || starter.agent_id === child) continue;
    const known = children.get(starter.agent_id);
    if (known === undefined) children.set(starter.agent_id, new Set([child]));
    else known.add(child);
  }
  const found = new Set([agent]);
  let level = [agent];
  for (let depth = 0; depth < deepestAgents && level.length > 0; depth += 1) {
    level = level.flatMap((one) => [...(children.get(one) ?? [])]).filter((one) => !found.has(one));
    for (const one of level) found.add(one);
  }
  return found;
}

/** The pool of an agent. Nobody may cite upwards or sideways. Calls repeated under one id with equal content are one. */
export function poolOf(trace: Trace, agent: string): Pool {
  const byId = indexCalls(trace.invocations);
  const agents = agentsOf(agent, trace, byId);
  const seen = new Set<string>();
  const calls = trace.invocations.filter((call) => {
    if (!agents.has(call.agent_id) || seen.has(call.id)) return false;
    seen.add(call.id);
    return true;
  });
  return { agent, calls, byId, has: (call) => agents.has(call.agent_id) };
}
