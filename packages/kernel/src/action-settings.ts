/**
 * @module The settings of the action gate: what a person's own file says, and what a project's file may make narrower (actions,
 * section 9.1). No schema here: the gate loads this alone.
 */

import type { DeclaredTools } from "./action/declared-tools.ts";
import type { OperatorRule } from "./action/operator-rules.ts";

export interface ActionSettings {
  /** False: the gate decides nothing. */
  readonly enabled: boolean;
  /** False: verdicts are recorded and nothing is refused. */
  readonly enforce: boolean;
  /** Whether a host may hold a call back until somebody answers. */
  readonly defer: "on" | "off";
  /** Tools declared by their full name, which are not understood otherwise. */
  readonly tools: DeclaredTools;
  /** The person's rules first. */
  readonly rules: readonly OperatorRule[];
}

/** The `action` section as somebody wrote it. */
export type WrittenAction = { readonly [Key in keyof ActionSettings]?: ActionSettings[Key] | undefined };

export const defaultAction: ActionSettings = { enabled: true, enforce: false, defer: "off", tools: {}, rules: [] };

export interface SettledAction {
  readonly settings: ActionSettings;
  /** Keys of the project's section that are left out, such as `enforce` or `rules.2`. */
  readonly dropped: readonly string[];
}

/**
 * The settings that hold: the defaults, what the person wrote instead, and of the project's file what narrows. It may make
 * the gate enforce and add rules that deny or ask; everything else of it is left out.
 */
export function settleAction(personal: WrittenAction = {}, project: WrittenAction = {}): SettledAction {
  const own: ActionSettings = {
    enabled: personal.enabled ?? defaultAction.enabled,
    enforce: personal.enforce ?? defaultAction.enforce,
    defer: personal.defer ?? defaultAction.defer,
    tools: personal.tools ?? defaultAction.tools,
    rules: personal.rules ?? defaultAction.rules,
  };
  const enforce = own.enforce || project.enforce === true;
  const dropped: string[] = (["enabled", "defer"] as const).filter(
    (key) => project[key] !== undefined && project[key] !== own[key],
  );
  // Only what is not declared asks by itself.
  if (Object.keys(project.tools ?? {}).length > 0) dropped.push("tools");
  if (project.enforce === false && enforce) dropped.push("enforce");
  const rules = [...own.rules];
  for (const [index, rule] of (project.rules ?? []).entries()) {
    if (rule.decision === "allow") dropped.push(`rules.${index}`);
    else rules.push(rule);
  }
  return { settings: { ...own, enforce, rules }, dropped };
}
