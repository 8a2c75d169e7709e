/** @module The reasons of the action gate: what each rule says, and who can lift it (actions, sections 10 and 15). */

import type { Effect } from "../effect.ts";
import { actionRules } from "../rules/action.ts";
import { cleanQuote } from "../text/clean.ts";

export interface ActionFinding {
  readonly rule: string;
  readonly severity: "block" | "warn" | "info";
  readonly message: string;
  /** The effect it is about, or what was not understood. */
  readonly quote?: string;
  readonly next: string;
  /** Whose limit it was, for ceilings. */
  readonly source?: string;
}

const byId = new Map(actionRules.map((rule) => [rule.id, rule]));

/** A finding of a rule about an effect. `detail` is quoted in place of it. */
export function finding(rule: string, effect: Effect | null, detail = ""): ActionFinding {
  const known = byId.get(rule);
  const severity = known === undefined || known.severity === "result" ? "warn" : known.severity;
  const message = `${known?.title ?? "A rule of the operator speaks about this"}.`;
  const next = known?.next ?? "Ask whoever keeps warrant.yaml.";
  const quote = effect === null ? detail : `${effect.kind} ${effect.target}`;
  return { rule, severity, message, next, ...(quote === "" ? {} : { quote: cleanQuote(quote) }) };
}
