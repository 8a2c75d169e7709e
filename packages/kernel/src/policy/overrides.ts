/** @module Where a rule asked for more than the result: the fields, what holds instead, and who narrowed it. */

import { compareText } from "../compare-text.ts";
import type { PolicyDecision } from "../verdict.ts";
import { byDefault, type Met } from "./meet.ts";
import { type ReadRule, singleFields } from "./rule.ts";

type Override = PolicyDecision["overrides"][number];

/** Tools named in a reason; the full lists stand beside it. */
const toolsShown = 5;

function reasonFor(by: string, requested: unknown, effective: unknown): string {
  return by === byDefault
    ? `It asks for ${String(requested)}; the default ${String(effective)} is stricter and holds.`
    : `It asks for ${String(requested)}; "${by}" sets ${String(effective)}, and the stricter value holds.`;
}

function toolOverride(rule: ReadRule, met: Met, effective: string[]): Override[] {
  const { tools } = met;
  if (rule.settings.allowed_tools === undefined || tools === null) return [];
  const requested = [...new Set(rule.settings.allowed_tools)].sort(compareText);
  const refused = requested.filter((tool) => !tools.has(tool));
  const [first] = refused;
  if (first === undefined) return [];
  const by = met.toolLeftOutBy(first);
  const more = refused.length > toolsShown ? ` and ${refused.length - toolsShown} more` : "";
  const reason = `It allows ${refused.slice(0, toolsShown).join(", ")}${more}; "${by}" does not, and only tools that every list names stay.`;
  return [{ field: "allowed_tools", requested, effective, rule: rule.id, by, reason }];
}

/**
 * Each field where one matching rule asked for more than the result, or for something that cannot be read.
 *
 * `denied_tools` and `required_checks` only ever add restrictions, so no rule asks for more in them.
 *
 * @param effectiveTools the sorted list of the result; shared by all overrides of a decision.
 */
export function overridesOf(rule: ReadRule, met: Met, effectiveTools: string[]): Override[] {
  const effective = (field: string): unknown => {
    const single = singleFields.find((name) => name === field);
    if (single !== undefined) return met.single[single].value;
    return field === "allowed_tools" ? effectiveTools : null;
  };
  const unreadable = rule.unreadable.map(({ field, requested }) => ({
    field,
    requested,
    effective: effective(field),
    rule: rule.id,
    by: byDefault,
    reason: "The value cannot be read, so it counts as the safest of its field.",
  }));
  const narrowed = singleFields.flatMap((field) => {
    const requested = rule.settings[field];
    const { value, by } = met.single[field];
    if (requested === undefined || requested === value) return [];
    return [{ field, requested, effective: value, rule: rule.id, by, reason: reasonFor(by, requested, value) }];
  });
  return [...unreadable, ...narrowed, ...toolOverride(rule, met, effectiveTools)];
}
