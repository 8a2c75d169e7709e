/** @module Writes `docs/rules.md` from the rule catalogue: `node --conditions=warrant-source scripts/generate-rules-doc.ts`. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Rule, type RuleArea, type RuleSeverity, ruleAreas, rules } from "../packages/kernel/src/rules.ts";

export const rulesDocPath = join(import.meta.dirname, "../docs/rules.md");

const severityWords = {
  block: "blocks",
  warn: "warns",
  info: "notes",
  result: "explains a value",
} as const satisfies Record<RuleSeverity, string>;

function sectionOf(rule: Rule): string {
  return [
    `### \`${rule.id}\``,
    "",
    `**${rule.title}** (${severityWords[rule.severity]})`,
    "",
    rule.meaning,
    "",
    `*What to do:* ${rule.next}`,
    "",
  ].join("\n");
}

/** The whole page, in the order of the catalogue. */
export function rulesDoc(): string {
  const parts = [
    "# Rules",
    "",
    "<!-- Generated from packages/kernel/src/rules by scripts/generate-rules-doc.ts. Edit the catalogue, not this page. -->",
    "",
    "Every reason a verdict gives names a rule. A rule *blocks*, *warns* or *notes* as a finding, or *explains a value*:",
    "how the tier, the floor, the authorization or the attribution came about. The severity given here is the usual one;",
    "a change that is not gated is never blocked.",
    "",
  ];
  for (const [area, heading] of Object.entries(ruleAreas) as [RuleArea, string][]) {
    parts.push(`## ${heading}`, "", ...rules.filter((rule) => rule.area === area).map(sectionOf));
  }
  return `${parts.join("\n").trimEnd()}\n`;
}

if (import.meta.main) writeFileSync(rulesDocPath, rulesDoc());
