/** @module One part of a request as a reading has it, for tests that say only what they are about. */

import type { PartReading, Reading, RequestReading } from "@warrant/kernel/intent/reading/reading";
import type { RemovalEntry, RemovalScope } from "@warrant/kernel/intent/reading/removal";

/** Most edits: only what can be undone may go. */
export const reversibleOnly: RemovalScope = { otherwise: "reversible", grants: [], wording: "none" };

/** A reading of a plain edit, with what a test changes. */
export function readingWith(change: Partial<Reading> = {}): Reading {
  const act = change.act ?? "modify";
  return {
    act,
    acts: [act],
    horizon: "turn",
    stakes: "reversible",
    evidence: "none",
    clarity: "clear",
    inputs: ["text"],
    outputs: ["text"],
    attendance: "interactive",
    domains: ["vcs"],
    removal: [],
    confidences: { act: 0.8, horizon: 0.8, stakes: 0.8, evidence: 0.8 },
    confidence: 0.8,
    ...change,
  };
}

/** A part that was read with confidence. */
export function partWith(reading: Partial<Reading> = {}, change: Partial<PartReading> = {}): PartReading {
  return {
    strand_id: "0.0",
    thread_id: "0.0",
    text: "fix the importer",
    role: "imperative",
    state: "confident",
    unknown_verb: false,
    money: false,
    reading: readingWith(reading),
    removal: reversibleOnly,
    relation: { kind: "independent" },
    lineage: { kind: "new" },
    ...change,
  };
}

/** A request of these parts; the first gives the whole its reading. */
export function requestWith(parts: readonly PartReading[], change: Partial<RequestReading> = {}): RequestReading {
  return {
    turn: "work",
    reading: parts[0]?.reading ?? readingWith(),
    parts,
    bans: [],
    named: [],
    provenance: { tier: "signals", resolver_version: 1, reproducible: true },
    signals: [],
    findings: [],
    ...change,
  };
}

/** A removal that was said with verb, name and place. */
export function removalOf(change: Partial<RemovalEntry> = {}): RemovalEntry {
  return {
    wording: "explicit",
    kind: "branch",
    binding: "exact",
    names: ["heron/4812-retry"],
    states: [],
    owners: [],
    place: "local",
    ...change,
  };
}
