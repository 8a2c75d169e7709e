/** @module The meet of matching rules: the stricter value of every field, and which rule made it so. */

import { autonomyScale, narrow, writeScopeScale } from "../scale.ts";
import type { ExecutionPolicy } from "../verdict.ts";
import { type ReadRule, type SingleField, safestPolicy } from "./rule.ts";

/** The one who narrowed a field when no rule did. */
export const byDefault = "default";

type SingleValues = Pick<ExecutionPolicy, SingleField>;
type Meets = {
  readonly [Field in SingleField]: (left: SingleValues[Field], right: SingleValues[Field]) => SingleValues[Field];
};

const meets: Meets = {
  autonomy: (left, right) => narrow(autonomyScale, left, right),
  write_scope: (left, right) => narrow(writeScopeScale, left, right),
  human_approval_required: (left, right) => left || right,
  auto_merge_allowed: (left, right) => left && right,
  max_attempts: (left, right) => Math.min(left, right),
};

/** A field's value and the first rule, in explanation order, that asked for exactly it. */
interface MetField<Value> {
  readonly value: Value;
  readonly by: string;
}

/** What a set of rules, or several records, come to; lists are not sorted yet. */
export interface Met {
  readonly single: { readonly [Field in SingleField]: MetField<SingleValues[Field]> };
  readonly tools: ReadonlySet<string> | null;
  /** The rule whose list left a tool out. */
  readonly toolLeftOutBy: (tool: string) => string;
  readonly denied: ReadonlySet<string>;
  readonly checks: ReadonlySet<string>;
}

function meetField<Field extends SingleField>(field: Field, rules: readonly ReadRule[]): MetField<SingleValues[Field]> {
  let met: SingleValues[Field] | undefined;
  for (const { settings } of rules) {
    const single: Partial<SingleValues> = settings;
    const asked = single[field];
    if (asked !== undefined) met = met === undefined ? asked : meets[field](met, asked);
  }
  // Filled only now: a field no rule sets is the safest, and never narrows a rule that does set it.
  if (met === undefined) return { value: safestPolicy()[field], by: byDefault };
  const narrower = rules.find(
    ({ settings, unreadable }) => settings[field] === met && !unreadable.some((value) => value.field === field),
  );
  return { value: met, by: narrower?.id ?? byDefault };
}

function meetTools(rules: readonly ReadRule[]): Pick<Met, "tools" | "toolLeftOutBy"> {
  let tools: Set<string> | null = null;
  let first = byDefault;
  const removedBy = new Map<string, string>();
  for (const { id, settings } of rules) {
    if (settings.allowed_tools === undefined) continue;
    const listed = new Set(settings.allowed_tools);
    if (tools === null) {
      tools = listed;
      first = id;
      continue;
    }
    for (const tool of tools) {
      if (listed.has(tool)) continue;
      tools.delete(tool);
      removedBy.set(tool, id);
    }
  }
  return { tools, toolLeftOutBy: (tool) => removedBy.get(tool) ?? first };
}

function unionOf(rules: readonly ReadRule[], field: "denied_tools" | "required_checks"): Set<string> {
  const all = new Set<string>();
  for (const { settings } of rules) for (const item of settings[field] ?? []) all.add(item);
  return all;
}

/**
 * Meets the rules that match one record, field by field (change gate, section 6.3, steps 3 and 4).
 *
 * @param rules in explanation order; it decides who is named as the one that narrowed, never the values.
 */
export function meetRules(rules: readonly ReadRule[]): Met {
  return {
    single: {
      autonomy: meetField("autonomy", rules),
      write_scope: meetField("write_scope", rules),
      human_approval_required: meetField("human_approval_required", rules),
      auto_merge_allowed: meetField("auto_merge_allowed", rules),
      max_attempts: meetField("max_attempts", rules),
    },
    ...meetTools(rules),
    denied: unionOf(rules, "denied_tools"),
    checks: unionOf(rules, "required_checks"),
  };
}

function narrowerOf<Field extends SingleField>(field: Field, left: Met, right: Met): Met["single"][Field] {
  const value = meets[field](left.single[field].value, right.single[field].value);
  return value === left.single[field].value ? left.single[field] : right.single[field];
}

/** The meet of what two linked issues are permitted. A field one of them leaves to the default is the default's. */
export function meetRecords(left: Met, right: Met): Met {
  const { tools: leftTools } = left;
  const { tools: rightTools } = right;
  return {
    single: {
      autonomy: narrowerOf("autonomy", left, right),
      write_scope: narrowerOf("write_scope", left, right),
      human_approval_required: narrowerOf("human_approval_required", left, right),
      auto_merge_allowed: narrowerOf("auto_merge_allowed", left, right),
      max_attempts: narrowerOf("max_attempts", left, right),
    },
    tools:
      leftTools === null || rightTools === null
        ? (leftTools ?? rightTools)
        : new Set([...leftTools].filter((tool) => rightTools.has(tool))),
    toolLeftOutBy: (tool) =>
      leftTools !== null && !leftTools.has(tool) ? left.toolLeftOutBy(tool) : right.toolLeftOutBy(tool),
    denied: new Set([...left.denied, ...right.denied]),
    checks: new Set([...left.checks, ...right.checks]),
  };
}
