/** @module The execution policy of a change, by the same steps as its verdict and without the rest of it. */

import { attributeChange } from "@warrant/kernel/change/attribution-input";
import { linkedIssue } from "@warrant/kernel/change/evidence/issue";
import { approvedPlan } from "@warrant/kernel/change/evidence/plan";
import type { ChangeFacts } from "@warrant/kernel/change/facts";
import type { Configuration } from "@warrant/kernel/configuration";
import type { PolicyDecision } from "@warrant/kernel/verdict";

/** What `execution` of the change's verdict is: null without a `policy` section. */
export function executionOf(
  facts: ChangeFacts,
  { configuration, digest }: { readonly configuration: Configuration; readonly digest: string },
): PolicyDecision | null {
  const plans = approvedPlan(facts, configuration.intent, linkedIssue(facts, configuration.intent));
  return attributeChange(facts, configuration, { countingPlanIds: plans.countingIds }, digest).execution;
}
