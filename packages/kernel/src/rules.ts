/** @module The rule catalogue: every rule id a verdict can name, with what it means and what to do about it. */

import { accountRules } from "./rules/account.ts";
import { actionRules } from "./rules/action.ts";
import { authorityRules } from "./rules/authority.ts";
import { changeRules } from "./rules/change.ts";
import { claimRuleTexts } from "./rules/claim.ts";
import { intentRules } from "./rules/intent.ts";
import { requestRules } from "./rules/request.ts";
import { riskRules } from "./rules/risk.ts";
import { type Rule, ruleAreas } from "./rules/rule.ts";

export { type Rule, type RuleArea, type RuleSeverity, ruleAreas } from "./rules/rule.ts";

/** Every rule, in the order of `docs/rules.md`: by area, then as a person meets them. */
export const rules: readonly Rule[] = inOrder([
  ...changeRules,
  ...riskRules,
  ...intentRules,
  ...accountRules,
  ...actionRules,
  ...authorityRules,
  ...requestRules,
  ...claimRuleTexts,
]);

function inOrder(unordered: readonly Rule[]): Rule[] {
  const areas = Object.keys(ruleAreas);
  return unordered.toSorted((left, right) => areas.indexOf(left.area) - areas.indexOf(right.area));
}

const byId = new Map(rules.map((rule) => [rule.id, rule]));

/** The catalogue entry of a rule id, or undefined for an id this version does not know. */
export function ruleOf(id: string): Rule | undefined {
  return byId.get(id);
}

/** The rule that decided: the id in the brackets that end a verdict's `reason`, or null when there is none. */
export function decidingRule(reason: string): string | null {
  const open = reason.lastIndexOf("[");
  if (open < 0 || !reason.endsWith("]")) return null;
  return reason.slice(open + 1, -1);
}
