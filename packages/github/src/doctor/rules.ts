/** @module The rules of the doctor: every id its findings can name, how it usually speaks and what it means. */

import type { Finding, Severity, Where } from "@warrant/kernel/finding";

/** Severity and meaning by id. `block`: the gate does not hold, or it is not known whether it does. */
export const doctorRules = {
  "configuration.invalid": ["block", "The configuration is not valid, so the check fails every change"],
  "configuration.two-files": [
    "block",
    "Both `warrant.yaml` and `warrant.yml` are there: neither is used, and the check fails every change",
  ],
  "configuration.unreadable": ["block", "The configuration could not be read, so it may enforce"],
  "configuration.none": [
    "info",
    "There is no configuration: the defaults apply, which only report unless the workflow enforces",
  ],
  "configuration.warning": ["warn", "The configuration holds something that is probably not meant"],
  "mode.report": ["warn", "The check is required and only reports: it ends neutral, which passes"],
  "mode.unreadable": ["block", "It is not known whether the step that judges every change enforces"],
  "required.none": ["block", "Neither a ruleset nor classic protection requires the check on the branch"],
  "required.unreadable": ["block", "It could not be read whether the check is required"],
  "required.card": ["warn", "`warrant/card` is required; it is information and never fails"],
  "source.any": ["block", "No app is expected to give the check: whoever may write can set it"],
  "source.shared": ["info", "The check comes from GitHub Actions, as which every workflow of the repository writes"],
  "bypass.everyone": ["block", "Everyone with write permission may bypass what requires the check"],
  "bypass.actor": ["warn", "Somebody may bypass the ruleset that requires the check"],
  "bypass.admins": ["warn", "Classic protection does not hold administrators"],
  "bypass.force-push": ["warn", "The branch may be force-pushed"],
  "bypass.deletion": ["warn", "The branch may be deleted and made again"],
  "bypass.unreadable": ["block", "It could not be read who may bypass the check"],
  "queue.no-trigger": ["warn", "The branch has a merge queue, and nothing answers for its groups"],
  "queue.unreadable": ["warn", "It could not be read whether the branch has a merge queue, or who answers for it"],
  "check.none-yet": ["info", "No pull request to the branch was there to look at"],
  "check.never-seen": ["warn", "The check is on none of the newest pull requests"],
  "check.other-app": ["warn", "Somebody else writes a check of the same name"],
  "check.unreadable": ["warn", "The checks of the newest pull requests could not be read"],
  "app.permissions": ["warn", "The app lacks permissions it needs"],
  "app.unreadable": ["warn", "The permissions of the app could not be read"],
  "workflow.none": ["warn", "No workflow of the default branch runs Warrant, and no app was seen to write the check"],
  "workflow.placeholder": ["block", "The workflow is an example whose placeholder was left, so it never runs"],
  "workflow.head-defined": ["block", "The gate runs as the change itself defines it"],
  "workflow.trigger": ["warn", "The workflow does not run for every change"],
  "workflow.no-sweep": ["warn", "Nothing sweeps, so reviews and changes opened by a workflow stay unjudged"],
  "workflow.permissions": ["warn", "The workflow has other permissions than it needs"],
  "workflow.concurrency": ["warn", "Two runs for one change may get into each other's way, or be cancelled"],
  "workflow.actor": ["warn", "A condition looks at who pushed"],
  "workflow.unpinned": ["info", "An action is named by a tag or branch, which can move"],
  "workflows.head-code": ["warn", "Code of a change is checked out where secrets or a writing token are"],
  "workflows.head-secrets": ["warn", "Secrets are given to a job that holds code of a change"],
  "workflows.injection": ["warn", "Text of a change or issue becomes part of a script"],
  "workflows.same-name": ["block", "A job is named as the check, so its own end answers for it, also being skipped"],
  "workflows.unreadable": ["block", "Workflows could not be read, so it is not known whether they are safe"],
  "actions.disabled": ["warn", "GitHub Actions is off, so the workflow does not run"],
  "actions.restricted": ["info", "Not every action may be used"],
  "actions.approve": ["info", "Workflows may approve pull requests"],
  "actions.unreadable": ["warn", "The settings of GitHub Actions could not be read"],
} as const satisfies Record<string, readonly [Severity, string]>;

export type DoctorRule = keyof typeof doctorRules;

/** A finding of a rule. Texts from outside are cleaned by whoever puts them into the message. */
export function found(
  rule: DoctorRule,
  message: string,
  next: string,
  more: { readonly where?: Where; readonly quote?: string; readonly severity?: Severity } = {},
): Finding {
  const { where = {}, quote, severity = doctorRules[rule][0] } = more;
  return { rule, severity, message, where, ...(quote === undefined ? {} : { quote }), next };
}
