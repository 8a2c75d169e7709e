/** @module Jobs whose own check carries the name of ours: how such a job ends, also by being skipped, answers for the gate. */

import type { Finding } from "@warrant/kernel/finding";
import { outside } from "@warrant/kernel/render/outside";
import { checkName } from "../publish/stored-verdict.ts";
import { isActions } from "./apps.ts";
import { expectedApps } from "./gate.ts";
import { holding } from "./held.ts";
import type { Requirements } from "./requirements.ts";
import { found } from "./rules.ts";
import type { Seen } from "./seen.ts";
import { unread } from "./unread.ts";

/** Whether a job's name is ours, or can become it: an expression in it may give any text. */
function isOurs(name: string): boolean | "perhaps" {
  const [first = "", ...rest] = name.trim().split("${{");
  if (rest.length === 0) return first.toLowerCase() === checkName;
  const last = rest.at(-1)?.split("}}").at(-1) ?? "";
  const canBe = checkName.startsWith(first.toLowerCase()) && checkName.endsWith(last.toLowerCase());
  return canBe && first.length + last.length <= checkName.length ? "perhaps" : false;
}

/** Jobs of the workflows of the default branch and of the branch. Where the check must come from another app, they do no harm. */
export function sameNames(seen: Seen, { all }: Requirements): Finding[] {
  const apps = expectedApps(holding(all, seen));
  const isElsewhere = apps.some((id) => isActions(id, seen) === false);
  const files = [seen.workflows, seen.branchWorkflows].flatMap((part) => (part.known ? part.value : []));
  const findings = files.flatMap(({ path, reading }) =>
    (reading.ok ? reading.workflow.jobs : []).flatMap(({ id, name }): Finding[] => {
      const is = name === null ? false : isOurs(name);
      if (is === false) return [];
      const where = { where: { path, field: `jobs.${outside(id, 60)}.name` }, quote: outside(name ?? "", 100) };
      const next = `Give the job a name that cannot be ${checkName}.`;
      if (is === "perhaps") {
        const message = `The name of the job is computed and may become ${checkName}, whose check it would then answer.`;
        const severity = isElsewhere ? "warn" : "block";
        return [found("workflows.unreadable", message, next, { ...where, severity })];
      }
      const message = `The job is named ${checkName}: the platform takes its end for the check, and a job that is skipped for passed.`;
      return [found("workflows.same-name", message, next, { ...where, severity: isElsewhere ? "warn" : "block" })];
    }),
  );
  if (seen.workflows.known && !seen.branchWorkflows.known) {
    findings.push(unread("workflows.unreadable", seen.branchWorkflows));
  }
  return findings;
}
