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

/** The first rows in words, and how many more there are; what is not shown costs nothing. */
function bounded<Row>(rows: readonly Row[], what: string, say: (row: Row) => Line): Line[] {
  const lines = rows.slice(0, mostListed).map(say);
  const rest = rows.length - lines.length;
  return rest > 0 ? [...lines, line("none", `and ${counted(rest, `more ${what}`)}`)] : lines;
}

/** Why an issue does not count. Who is its author may be known or only possible, and the finding says which. */
function refusalWords(because: string, address: string, verdict: ChangeVerdict): string {
  const said =
    because === "issue.self-written" &&
    verdict.findings.find((finding) => finding.rule === because && finding.where.issue === address);
  return said ? continued(said.message) : becauseWords(because);
}

export function issueLines(verdict: ChangeVerdict): Line[] {
  const { issues } = verdict.evidence.linked_issue;
  if (issues.length === 0)
    return [line(verdict.tier.value === 1 && !verdict.authorized ? "no" : "none", "none is linked")];
  return bounded(issues, "issue", (issue) => {
    const address = `${issue.repository}#${issue.number}`;
    const name = { code: address };
    return issue.counts
      ? line("yes", name, ` counts (${issue.link})${issue.because === "issue.assumed" ? ", assumed to be open" : ""}`)
      : line("no", name, ` does not count: ${refusalWords(issue.because, address, verdict)}`);
  });
}

/** Why a plan does not count; an issue that nobody looked up is another matter than another issue. */
function planRefusal(because: string, id: string, { findings }: ChangeVerdict): string {
  const said = findings.find((finding) => finding.rule === because && finding.message.startsWith(`The plan ${id} `));
  return because === "plan.issue" && said !== undefined ? continued(said.message) : becauseWords(because);
}

export function planLines(verdict: ChangeVerdict, verbose: boolean): Line[] {
  const { plans } = verdict.evidence.approved_plan;
  if (plans.length === 0) return verbose || verdict.tier.value === 2 ? [line("none", "none")] : [];
  return bounded(plans, "plan", (plan) =>
    plan.counts
      ? line("yes", { code: plan.id }, ` counts (${plan.source})`)
      : line("no", { code: plan.id }, ` does not count: ${planRefusal(plan.because, plan.id, verdict)}`),
  );
}

export function approvalLines(verdict: ChangeVerdict, verbose: boolean): Line[] {
  const { approvals, vetoes, needed, present } = verdict.evidence.human_approval;
  // Authorized without approvals: one that does not count is no fault.
  const isWanted =
    present ||
    vetoes.length > 0 ||
    !verdict.authorized ||
    verdict.findings.some((finding) => finding.rule === "execution.approval-required");
  const lines = [
    ...vetoes.map((login) => line("no", { code: login ?? "a deleted account" }, " asked for changes, which stands")),
    ...approvals.map((approval) => {
      const who = { code: approval.login ?? "a deleted account" };
      return approval.counts
        ? line("yes", who, "'s approval counts")
        : line(isWanted ? "no" : "note", who, `'s approval does not count: ${becauseWords(approval.because)}`);
    }),
  ];
  if (lines.length === 0)
    return verbose || verdict.tier.value >= 2 ? [line(verdict.tier.value === 3 ? "no" : "none", "none")] : [];
  const counting = approvals.filter((approval) => approval.counts).length;
  if (!present && needed > 1 && isWanted) {
    const unknown = verdict.findings
      .filter((finding) => finding.rule === "approval.requester-unknown")
      .map((finding) => (finding.where.field === "author" ? "who opened the change" : "who asked the agent"))
      .toSorted();
    const why =
      unknown.length === 0
        ? ""
        : `: one more${unknown.length > 1 ? " each" : ""} because it is not known ${unknown.join(" and ")}`;
    lines.push(line("none", `${counting} of ${needed} approvals that are needed${why}`));
  }
  return bounded(lines, "review", (row) => row);
}

const claimMarks = { "claim.supported": "yes", "claim.contradicted": "no", "claim.unverified": "note" } as const;

function isClaimRule(rule: string): rule is keyof typeof claimMarks {
  return Object.hasOwn(claimMarks, rule);
}

/** What records say of the claims in the description; nothing where nobody looked or none was made. */
export function claimLines({ findings }: ChangeVerdict): Line[] {
  const claims = findings.filter(({ quote }) => quote !== undefined);
  return bounded(
    claims.flatMap(({ rule, message }) => (isClaimRule(rule) ? [{ rule, message }] : [])),
    "claim",
    ({ rule, message }) => line(claimMarks[rule], message.replace(/^The description says that |\.$/g, "")),
  );
}
