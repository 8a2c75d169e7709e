/** @module One live envelope and one call it covers, for tests that say only what they change. */

import type { Effect } from "@warrant/kernel/effect";
import type { Envelope } from "@warrant/kernel/policy/envelope";
import type { CoveredCall, CoverFacts, ServedCommitment } from "@warrant/kernel/policy/envelope-cover";

export const grantedAt = "2026-11-30T06:00:00.000Z";
export const now = "2026-11-30T08:00:00.000Z";
export const expiresAt = "2026-11-30T18:00:00.000Z";

/** Edits below docs for half a day and five dollars. */
export function envelopeWith(change: Partial<Envelope> = {}): Envelope {
  return {
    schema: "warrant.envelope/v1",
    id: "e1",
    version: 1,
    commitment: "c1",
    granted_by: { kind: "person", id: "heron" },
    granted_at: grantedAt,
    expires_at: expiresAt,
    kinds: ["read", "write"],
    tools: ["Edit", "Write"],
    paths: ["docs/**"],
    hosts: [],
    executes: [],
    remotes: [],
    spend_usd: 5,
    max_uses: "unlimited",
    permission: "workspace-write",
    escalation: { kind: "wait" },
    descendants: false,
    ...change,
  };
}

export function effectOn(target: string, change: Partial<Effect> = {}): Effect {
  return { kind: "write", target, reversibility: "reversible", certain: true, ...change };
}

/** An edit of one page of the docs. */
export function callWith(change: Partial<CoveredCall> = {}): CoveredCall {
  const effects = change.effects ?? [effectOn("/repo/docs/a.md")];
  return {
    tool: "Edit",
    understood: true,
    effects,
    written: ["docs/a.md"],
    views: Object.fromEntries(effects.map(({ target }) => [target, [target]])),
    roots: [{ path: "/repo" }],
    is_subagent: false,
    ...change,
  };
}

export function commitmentWith(change: Partial<ServedCommitment> = {}): ServedCommitment {
  return {
    id: "c1",
    is_closed: false,
    is_human: true,
    void_envelopes: [],
    envelopes: [envelopeWith()],
    uses: {},
    spent_usd: 0,
    ...change,
  };
}

export function coverFactsWith(change: Partial<CoverFacts> = {}): CoverFacts {
  return { now, autonomy: "delegated", origin_is_human: true, is_irreversible: false, running_usd: 0, ...change };
}
