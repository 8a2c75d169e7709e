/** @module What labels mean: the dimensions, the weight and the contradictions a configuration reads in a set of names. */

import { compareText } from "../compare-text.ts";
import type { Configuration, LabelMeaning } from "../configuration.ts";
import { type Risk, raise, riskScale } from "../scale.ts";
import type { Attribution } from "../verdict.ts";

/** The `policy` section of a configuration. */
export type PolicyConfiguration = NonNullable<Configuration["policy"]>;

/** Two labels that say different things where one value belongs. */
export interface LabelConflict {
  readonly dimension: "priority" | "risk" | "initiative";
  /** The values that were named, sorted. */
  readonly values: readonly string[];
  readonly labels: readonly string[];
}

export interface LabelReading {
  /** The names, trimmed, one of each however it is cased, sorted. */
  readonly labels: readonly string[];
  /** Whether at least one of them is configured. */
  readonly isMapped: boolean;
  readonly dimensions: Attribution["dimensions"];
  readonly weight: number | null;
  readonly conflicts: readonly LabelConflict[];
}

/** The form two spellings of one name share: trimmed and case folded. Label, owner and repository names compare so. */
export function foldName(name: string): string {
  // Upper case first: it unites letters that lower case keeps apart, as a full case folding does.
  return name.trim().toUpperCase().toLowerCase();
}

/** One name of each, however it is cased; of two spellings the one that sorts first. Empty names are no labels. */
export function uniqueLabels(names: readonly string[]): string[] {
  const byFold = new Map<string, string>();
  for (const raw of names) {
    const name = raw.trim();
    const fold = foldName(name);
    const known = byFold.get(fold);
    if (name !== "" && (known === undefined || name < known)) byFold.set(fold, name);
  }
  return [...byFold].sort(([left], [right]) => compareText(left, right)).map(([, name]) => name);
}

/** Configured meanings by folded name. Two spellings of one name in a configuration both hold, and may contradict. */
function meaningsByName(policy: PolicyConfiguration | undefined): Map<string, LabelMeaning[]> {
  const byName = new Map<string, LabelMeaning[]>();
  for (const [name, meaning] of Object.entries(policy?.labels ?? {})) {
    const fold = foldName(name);
    const known = byName.get(fold);
    if (known === undefined) byName.set(fold, [meaning]);
    else known.push(meaning);
  }
  return byName;
}

/**
 * The risk that domains imply: the first row that holds.
 *
 * Of contradicting priorities one being `critical` is enough, since a contradiction must not lower a risk.
 */
function derivedRisk(domains: ReadonlySet<string>, priorities: ReadonlySet<string>): Risk | undefined {
  const has = (values: ReadonlySet<string>, wanted: string) => [...values].some((value) => foldName(value) === wanted);
  if (has(domains, "security") && has(priorities, "critical")) return "high";
  if (has(domains, "production")) return "high";
  if (has(domains, "infrastructure")) return "medium";
  if (has(domains, "dependency")) return "medium";
  if (has(domains, "documentation")) return "low";
  return undefined;
}

/** Explicit and derived risk, the higher of them. `unknown` only when neither is there: it is never raised over a known one. */
function resolveRisk(explicit: ReadonlySet<string>, derived: Risk | undefined): Risk | "unknown" {
  const known: string[] = [...explicit];
  if (derived !== undefined) known.push(derived);
  return known.length === 0 ? "unknown" : raise(riskScale, ...new Set(known));
}

function score(weights: readonly number[], strategy: "max" | "sum" | "first"): number | null {
  const first = weights[0];
  if (first === undefined) return null;
  if (strategy === "first") return first;
  let result = first;
  for (const weight of weights.slice(1)) result = strategy === "sum" ? result + weight : Math.max(result, weight);
  return Number.isFinite(result) ? result : null;
}

function single(values: ReadonlySet<string>): string | null {
  const [only] = values;
  return values.size === 1 && only !== undefined ? only : null;
}

/**
 * Reads counted label names by `policy.labels` and `policy.scoring` (change gate, section 5.4).
 *
 * Names compare trimmed and case folded, values exactly. `domains` collects every value; of the other dimensions two
 * different values are a conflict: risk takes the higher, priority and initiative become null. A weight is null when no
 * label of the scored dimension has one, and 0 only when that was configured. Order and repetition never matter.
 */
export function readLabels(names: readonly string[], policy: PolicyConfiguration | undefined): LabelReading {
  const labels = uniqueLabels(names);
  const byName = meaningsByName(policy);
  const values = {
    priority: new Set<string>(),
    domain: new Set<string>(),
    risk: new Set<string>(),
    initiative: new Set<string>(),
  };
  const speakers = { priority: new Set<string>(), risk: new Set<string>(), initiative: new Set<string>() };
  const weights: number[] = [];
  let isMapped = false;
  for (const label of labels) {
    for (const { dimension, value, weight } of byName.get(foldName(label)) ?? []) {
      isMapped = true;
      values[dimension].add(value);
      if (dimension !== "domain") speakers[dimension].add(label);
      const isScored = dimension === policy?.scoring?.dimension;
      if (isScored && weight !== undefined && Number.isFinite(weight)) weights.push(weight);
    }
  }
  const conflicts = (["initiative", "priority", "risk"] as const)
    .filter((dimension) => values[dimension].size > 1)
    .map((dimension) => ({
      dimension,
      values: [...values[dimension]].sort(compareText),
      labels: [...speakers[dimension]],
    }));
  return {
    labels,
    isMapped,
    dimensions: {
      priority: single(values.priority),
      domains: [...values.domain].sort(compareText),
      initiative: single(values.initiative),
      risk: resolveRisk(values.risk, derivedRisk(values.domain, values.priority)),
    },
    weight: score(weights, policy?.scoring?.strategy ?? "max"),
    conflicts,
  };
}
