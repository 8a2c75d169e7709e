/** @module The plans that labels of known issues approve (change gate, section 9.2): the issue itself is the plan's text. */

import { type ChangeFacts, isReadable, type Plan } from "@warrant/kernel/change/facts";
import { foldName } from "@warrant/kernel/intent/labels";

/**
 * One plan for each readable issue that carries a label of `evidence.plan.labels`. Whether it counts is decided by who put
 * the label there, which is passed on; a label nobody is known to have set never counts.
 */
export function labelPlans(issues: ChangeFacts["issues"], labels: readonly string[]): Plan[] {
  const wanted = new Set(labels.map(foldName));
  return issues.filter(isReadable).flatMap((issue): Plan[] => {
    const label = issue.labels.find((each) => wanted.has(foldName(each.name)));
    if (label === undefined) return [];
    const { repository, number, title, body } = issue;
    return [
      {
        id: `${repository}#${number}`,
        source: "label",
        title,
        notes: body ?? "",
        status: "approved",
        issue: { repository, number },
        children: [],
        ...(label.actor === undefined
          ? {}
          : { approved_by: { actor: label.actor, permission: label.permission ?? "unknown" } }),
      },
    ];
  });
}
