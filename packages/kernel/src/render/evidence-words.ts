/** @module What counts as evidence, what does not and why, in words. */

import { ruleOf } from "../rules.ts";
import type { ChangeVerdict } from "../verdict.ts";
import { continued, counted, type Line, line } from "./phrase.ts";

const mostListed = 20;

/** A `because` is a rule id of the catalogue, or already words. */
function becauseWords(because: string): string {
  const rule = ruleOf(because);
  return rule === undefined ? because : continued(rule.title);
}

function bounded(lines: readonly Line[], what: string): Line[] {
  if (lines.length <= mostListed) return [...lines];
  return [...lines.slice(0, mostListed), line("none", `and ${counted(lines.length - mostListed, `more ${what}`)}`)];
}

export function issueLines(verdict: ChangeVerdict): Line[] {
  const { issues } = verdict.evidence.linked_issue;
  if (issues.length === 0) return [line(verdict.tier.value === 1 ? "no" : "none", "none is linked")];
  return bounded(
    issues.map((issue) => {
      const name = { code: `${issue.repository}#${issue.number}` };
      return issue.counts
        ? line("yes", name, ` counts (${issue.link})${issue.because === "issue.assumed" ? ", assumed to be open" : ""}`)
        : line("no", name, ` does not count: ${becauseWords(issue.because)}`);
    }),
    "issue",
  );
}

export function planLines(verdict: ChangeVerdict, verbose: boolean): Line[] {
  const { plans } = verdict.evidence.approved_plan;
  if (plans.length === 0) return verbose || verdict.tier.value === 2 ? [line("none", "none")] : [];
  return bounded(
    plans.map((plan) =>
      plan.counts
        ? line("yes", { code: plan.id }, ` counts (${plan.source})`)
        : line("no", { code: plan.id }, ` does not count: ${becauseWords(plan.because)}`),
    ),
    "plan",
  );
}

export function approvalLines(verdict: ChangeVerdict, verbose: boolean): Line[] {
  const { approvals, vetoes, needed, present } = verdict.evidence.human_approval;
  const lines = [
    ...vetoes.map((login) => line("no", { code: login ?? "a deleted account" }, " asked for changes, which stands")),
    ...approvals.map((approval) => {
      const who = { code: approval.login ?? "a deleted account" };
      return approval.counts
        ? line("yes", who, "'s approval counts")
        : line("no", who, `'s approval does not count: ${becauseWords(approval.because)}`);
    }),
  ];
  const isWanted = verdict.tier.value >= 2;
  if (lines.length === 0) return verbose || isWanted ? [line(verdict.tier.value === 3 ? "no" : "none", "none")] : [];
  const counting = approvals.filter((approval) => approval.counts).length;
  if (!present && needed > 1) lines.push(line("none", `${counting} of ${needed} approvals that are needed`));
  return bounded(lines, "review");
}
