/** @module The lists of a configuration as they apply: defaults, additions and replacements resolved. */

import { featureWords } from "@warrant/kernel/change/feature-signals";
import { identityTable } from "@warrant/kernel/change/identity-table";
import type { Configuration } from "@warrant/kernel/configuration";
import {
  alwaysGuardedPatterns,
  defaultDocsPatterns,
  defaultGuardrailPatterns,
  defaultTestPatterns,
} from "@warrant/kernel/paths/default-lists";
import { resolveList } from "@warrant/kernel/paths/lists";

/** The name of a list and its entries. An exception begins with `!`. */
export type EffectiveLists = Readonly<
  Record<"tests" | "docs" | "guardrails" | "features" | "agents", readonly string[]>
>;

/** A configuration that was read has no list that cannot be resolved. */
function resolved(configured: readonly string[], defaults: readonly string[]): readonly string[] {
  const reading = resolveList(configured, defaults);
  return reading.ok ? reading.entries : configured;
}

function agentAccounts(configured: readonly string[]): string[] {
  const known = identityTable
    .filter(({ kind }) => kind === "agent")
    .flatMap(({ logins = [], botLogins = [] }) => [...logins, ...botLogins.map((login) => `${login}[bot]`)]);
  return [...new Set([...known, ...configured])];
}

/** Every list with what it stands for under this configuration. */
export function effectiveLists({ intent }: Configuration): EffectiveLists {
  return {
    tests: resolved(intent.test_path_patterns, defaultTestPatterns),
    docs: resolved(intent.docs_path_patterns, defaultDocsPatterns),
    guardrails: [...alwaysGuardedPatterns, ...resolved(intent.guardrail_path_patterns, defaultGuardrailPatterns)],
    features: featureWords(intent.feature_signals),
    agents: agentAccounts(intent.agents.logins),
  };
}
