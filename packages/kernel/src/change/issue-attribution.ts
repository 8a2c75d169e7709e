/**
 * @module What an issue permits a session that works on it: its labels that count, read by the steps of the change gate
 * (requests and authority, section 7.2).
 */

import type { Configuration } from "../configuration.ts";
import { resolveIssue } from "../intent/attribution.ts";
import type { Binding } from "../policy/ceiling-entries.ts";
import { compilePolicy } from "../policy/compile.ts";
import { isAtLeast, permissionScale } from "../scale.ts";
import type { PolicyDecision } from "../verdict.ts";
import { isPersonAccount } from "./evidence/authority.ts";
import { type Issue, isReadable, type Label } from "./facts.ts";

/** An issue's binding, and for a readable one of a repository with a policy how it came about. */
export interface IssueBinding {
  readonly binding: Binding;
  readonly decision: PolicyDecision | null;
}

/** There is no change and so no author yet: a label is somebody's word when a person with triage permission put it there. */
function countedLabels(labels: readonly Label[], { intent, policy }: Configuration): string[] {
  const isTrusting = policy?.attribution.trust_labels === "any";
  const counted = labels.filter(
    ({ actor, permission }) =>
      isTrusting ||
      (actor !== undefined &&
        isPersonAccount(actor, intent.agents) &&
        isAtLeast(permissionScale, permission, "triage")),
  );
  return counted.map(({ name }) => name);
}

/** How a decision binds: what nobody asked for clearly binds as what it is, and has the safest policy then. */
export function bindingOf(decision: PolicyDecision | null): Binding {
  if (decision === null) return { state: "bound", policy: null };
  const { status } = decision.intent;
  if (status === "ambiguous" || status === "unlinked") return { state: status };
  return { state: "bound", policy: decision.policy };
}

/**
 * The binding to an issue.
 *
 * @param areLabelsWhole whether every label is known: the missing one may be the one that narrows, so without it none counts.
 */
export function bindIssue(
  issue: Issue,
  configuration: Configuration,
  configDigest: string,
  areLabelsWhole: boolean,
): IssueBinding {
  if (!isReadable(issue)) return { binding: { state: "unreadable" }, decision: null };
  const { policy } = configuration;
  if (policy === undefined) return { binding: bindingOf(null), decision: null };
  const { repository, number } = issue;
  const labels = areLabelsWhole ? countedLabels(issue.labels, configuration) : [];
  const { attribution } = resolveIssue({ repository, number, url: null, labels }, policy, configDigest);
  const [owner = ""] = repository.split("/");
  const decision = compilePolicy(attribution, policy.rules, configDigest, { owner, repository });
  return { binding: bindingOf(decision), decision };
}
