/**
 * @module Entries of a ceiling: kept apart with their source, so that a refusal can say whose limit it was, and met into
 * what holds for one agent (requests and authority, section 7.1).
 */

import { autonomyScale, type RequestWord, readOn, writeScopeScale } from "../scale.ts";
import type { ExecutionPolicy } from "../verdict.ts";
import { authorizeApproval, authorizeAutoMerge } from "./authorize.ts";
import { bottomCeiling, meetCeilings, readCeiling } from "./ceiling.ts";
import { isRecord } from "./ceiling-read.ts";
import type { Ceiling } from "./engagement.ts";
import { safestPolicy } from "./rule.ts";

/** Whose limit an entry is. */
export const ceilingSources = ["default", "reading", "person", "policy", "host", "agent", "parent"] as const;
export type CeilingSource = (typeof ceilingSources)[number];

export interface CeilingEntry extends Ceiling {
  readonly source: CeilingSource;
}

const exceeded: Readonly<Record<CeilingSource, "ask" | "deny">> = {
  default: "ask",
  reading: "ask",
  person: "deny",
  policy: "deny",
  host: "deny",
  agent: "deny",
  parent: "deny",
};

/** What exceeding an entry means. A misread request costs a question, never a refusal that nobody can lift. */
export function whenExceeded(source: CeilingSource): "ask" | "deny" {
  return exceeded[source];
}

/** An entry from anything at all: what cannot be read is bottom, and a source nobody knows denies like a policy. */
export function readEntry(value: unknown): CeilingEntry {
  const source = isRecord(value) ? ceilingSources.find((name) => name === value["source"]) : undefined;
  return { ...(source === undefined ? bottomCeiling : readCeiling(value)), source: source ?? "policy" };
}

/** What all entries allow together. */
export function effectiveCeiling(entries: readonly CeilingEntry[]): Ceiling {
  return meetCeilings(...entries);
}

/** What is known of one agent at the moment of a call: its parent, null for the main agent, and its own entries. */
export interface AgentLimits {
  readonly parent: string | null;
  readonly entries: readonly CeilingEntry[];
}

/** How deep subagents may be nested unless the configuration says less. */
export const defaultAgentDepth = 5;

/**
 * The entries that hold for an agent: its own and those of every ancestor, looked up now and never copied at its start.
 *
 * An agent or ancestor nobody knows, a cycle, or more than `maxDepth` levels: one entry that allows nothing.
 */
export function entriesOfAgent(
  id: string,
  agents: ReadonlyMap<string, AgentLimits>,
  maxDepth: number = defaultAgentDepth,
): readonly CeilingEntry[] {
  const nothing: readonly CeilingEntry[] = [{ ...bottomCeiling, source: "parent" }];
  if (!Number.isSafeInteger(maxDepth) || maxDepth < 0) return nothing;
  const entries: CeilingEntry[] = [];
  const seen = new Set<string>();
  let at: string | null = id;
  while (at !== null) {
    const agent: AgentLimits | undefined = agents.get(at);
    // The main agent is level 0.
    if (agent === undefined || seen.has(at) || seen.size > maxDepth) return nothing;
    for (const entry of agent.entries) entries.push(at === id ? entry : { ...entry, source: inherited(entry.source) });
    seen.add(at);
    at = agent.parent;
  }
  return entries;
}

/** What an ancestor declared for itself is a parent's limit here; where the session as a whole is limited stays as it was. */
function inherited(source: CeilingSource): CeilingSource {
  return source === "agent" ? "parent" : source;
}

/** What a bound issue's execution policy narrows (section 7.2). */
export interface PolicyLimits {
  readonly entry: CeilingEntry;
  /** Added to the autonomy grants, of which the lowest counts; absent where the policy caps nothing. */
  readonly autonomy?: RequestWord<"autonomy">;
  /** Whether the session may merge: exactly allowed, and the approval that is asked for is there. */
  readonly may_merge: boolean;
}

const autonomyOfPolicy = { propose_only: "manual", supervised: "assisted", bounded: undefined } as const;
const branchesOfScope = { none: "none", feature_branch: "feature-branch", any_branch: undefined } as const;

/**
 * The limits an execution policy sets for a session that works on its issue. A field that cannot be read is its safest.
 *
 * @param isApproved whether the approval the policy may ask for is there.
 */
export function policyLimits(policy: ExecutionPolicy, isApproved: boolean): PolicyLimits {
  const autonomy = readOn(autonomyScale, policy.autonomy);
  const scope = readOn(writeScopeScale, policy.write_scope);
  const branches = branchesOfScope[scope];
  const cap = autonomyOfPolicy[autonomy];
  const ceiling = readCeiling({
    ...(autonomy === "propose_only" || scope === "none" ? { permission: "read-only" } : {}),
    ...(branches === undefined ? {} : { branches }),
    tools: { allowed: policy.allowed_tools === null ? "all" : policy.allowed_tools, denied: policy.denied_tools },
    attempts: policy.max_attempts,
  });
  return {
    entry: { ...ceiling, source: "policy" },
    ...(cap === undefined ? {} : { autonomy: cap }),
    may_merge: authorizeAutoMerge(policy).ok && authorizeApproval(policy, isApproved).ok,
  };
}

/** What is known of the issue a session is bound to; `null` as policy: the repository has none at all. */
export type Binding =
  | { readonly state: "bound"; readonly policy: ExecutionPolicy | null }
  | { readonly state: "unbound" | "unreadable" | "ambiguous" | "unlinked" };

/** The limits of a session's binding, or null for none. Whatever is no clear answer has the safest policy. */
export function bindingLimits(binding: Binding, requireBound: boolean, isApproved: boolean): PolicyLimits | null {
  if (binding.state === "bound") return binding.policy === null ? null : policyLimits(binding.policy, isApproved);
  if (binding.state === "unbound" && !requireBound) return null;
  return policyLimits(safestPolicy(), isApproved);
}

/** Whether an attempt may run under a ceiling: a whole number from 1 up to what is allowed. Not known: only without a limit. */
export function isAttemptWithin(ceiling: Ceiling, attempt: unknown): boolean {
  if (ceiling.attempts === undefined) return true;
  return typeof attempt === "number" && Number.isSafeInteger(attempt) && attempt >= 1 && attempt <= ceiling.attempts;
}
