/** @module The shape of a catalogue entry and the areas rules belong to. */

import type { Severity } from "../finding.ts";

/** Areas in the order of the reference page, each with its heading. */
export const ruleAreas = {
  change: "The change as a whole",
  auth: "Authorization",
  tier: "Tier",
  floor: "Risk floor",
  drift: "Alignment",
  test: "Tests",
  path: "Paths",
  text: "Text that speaks to a model, or hides",
  issue: "Linked issue",
  plan: "Approved plan",
  approval: "Human approval",
  execution: "Execution policy",
  attribution: "Attribution",
  intent: "Explicit intent",
  label: "Labels",
  reference: "References in text",
  identity: "Who wrote it",
  facts: "What could not be read",
  git: "Local git",
  action: "What a tool call would do",
  authority: "Who let it through",
  request: "How a request was read",
  ceiling: "What a request permits",
  deletion: "What a request lets go",
  value: "Words that are not known",
  claim: "What an agent reports",
} as const;
export type RuleArea = keyof typeof ruleAreas;

/** How a rule usually speaks; `result` is a rule that only names how a value came about and is no finding. */
export type RuleSeverity = Severity | "result";

export interface Rule {
  readonly id: string;
  readonly area: RuleArea;
  readonly severity: RuleSeverity;
  /** A short statement, true when the rule fired, without a full stop. */
  readonly title: string;
  /** What exactly was found, and why it matters. */
  readonly meaning: string;
  /** The step a person can take. */
  readonly next: string;
}

/** `[id, severity, title, meaning, next]` of one rule; the area is given once for all of them. */
export type RuleRow = readonly [id: string, severity: RuleSeverity, title: string, meaning: string, next: string];

export function inArea(area: RuleArea, rows: readonly RuleRow[]): Rule[] {
  return rows.map(([id, severity, title, meaning, next]) => ({ id, area, severity, title, meaning, next }));
}
