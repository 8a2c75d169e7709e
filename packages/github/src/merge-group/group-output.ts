/** @module What the check run of a group says: which changes it holds, what was decided about each, and what to do. */

import { digest } from "@warrant/kernel/canonical";
import { renderMarkdown } from "@warrant/kernel/render/markdown";
import { codeSpan, prose } from "@warrant/kernel/render/markdown-text";
import { outside } from "@warrant/kernel/render/outside";
import { type CheckOutput, outputLimit } from "../publish/check-output.ts";
import { type Conclusion, isEnforcing, type Mode, titleLimit } from "../publish/conclusion.ts";
import { cutLine, cutMarkdown } from "../publish/cut.ts";
import type { GroupChange } from "./judge-member.ts";

/** Everything that is known of a group when it is answered. */
export interface GroupFindings {
  readonly mode: Mode;
  readonly changes: readonly GroupChange[];
  /** Why the changes are not known, as a sentence without its end; null when they are. */
  readonly why: string | null;
}

/** Characters of each verdict that is shown in full. */
const verdictLimit = 12_000;
/** Verdicts shown in full. */
const mostVerdicts = 4;

/** All changes are known and allowed: only that lets a group through (report F4). */
function isAllowed({ changes, why }: GroupFindings): boolean {
  return why === null && changes.length > 0 && changes.every(({ decision }) => decision === "allow");
}

/** `success` or `failure` under enforcement, `neutral` under report (github.md 3.4). */
export function concludeGroup(findings: GroupFindings): Conclusion {
  if (!isEnforcing(findings.mode)) return "neutral";
  return isAllowed(findings) ? "success" : "failure";
}

function reasonOf({ judged }: GroupChange): string {
  return "failure" in judged ? judged.failure : judged.verdict.reason;
}

function word({ decision }: GroupChange, mode: Mode): string {
  if (decision === "allow") return "allowed";
  if (decision === "unknown") return "could not be judged";
  return isEnforcing(mode) ? "denied" : "would be denied";
}

/** Denied changes first, then unknown ones, each by number. */
function refused({ changes }: GroupFindings): GroupChange[] {
  const rank = { deny: 0, unknown: 1, allow: 2 } as const;
  return changes
    .filter(({ decision }) => decision !== "allow")
    .toSorted((left, right) => rank[left.decision] - rank[right.decision] || left.number - right.number);
}

/** Plain text of at most 255 characters. */
export function groupTitle(findings: GroupFindings): string {
  const { mode, changes, why } = findings;
  if (why !== null || changes.length === 0) {
    return cutLine(`Warrant does not know this group's changes: ${outside(why ?? "there are none")}`, titleLimit);
  }
  const [worst, ...others] = refused(findings);
  if (worst === undefined) {
    return cutLine(`Allowed: ${changes.map(({ number }) => `#${number}`).join(", ")}`, titleLimit);
  }
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return cutLine(`#${worst.number}${more} ${word(worst, mode)}: ${outside(reasonOf(worst))}`, titleLimit);
}

const sources = {
  stored: ", by the verdict on its own head",
  judged: ", judged for this group",
  unknown: "",
} as const satisfies Record<GroupChange["from"], string>;

function row(change: GroupChange, mode: Mode): string {
  const mark = change.decision === "allow" ? "✅" : isEnforcing(mode) ? "❌" : "⚠️";
  const number = codeSpan(`#${change.number}`);
  return `- ${mark} ${number} ${word(change, mode)}${sources[change.from]}: ${prose(reasonOf(change))}`;
}

function advice(findings: GroupFindings): string {
  if (isAllowed(findings)) return "";
  const meaning = isEnforcing(findings.mode)
    ? "A group is let through only when every change of it is known and allowed."
    : "Report-only: nothing is refused.";
  const next =
    findings.why === null
      ? "See to the changes named here, then add them to the queue again."
      : "Add the changes to the queue again. If this comes back, run Warrant as an App that may read merge queues.";
  return `${meaning} ${next}`;
}

/** The check run of a group. The same findings give the same output. It stores no verdict: those are the changes' own. */
export function groupOutput(headSha: string, findings: GroupFindings): CheckOutput {
  const { mode, changes, why } = findings;
  const conclusion = concludeGroup(findings);
  const title = groupTitle(findings);
  const denied = refused(findings).flatMap(({ judged }) => ("verdict" in judged ? [judged.verdict] : []));
  const parts = [
    why === null ? "" : `Warrant does not know which changes this group holds: ${prose(why)}.`,
    changes.map((change) => row(change, mode)).join("\n"),
    advice(findings),
    ...denied.slice(0, mostVerdicts).map((verdict) => renderMarkdown(verdict, { mode, limit: verdictLimit })),
  ];
  const summary = `${parts
    .filter((part) => part !== "")
    .map((part) => part.trimEnd())
    .join("\n\n")}\n`;
  const said = changes.map((change) => [change.number, change.headSha, change.decision, reasonOf(change)]);
  return {
    outcome: { status: "completed", conclusion, title, decidedBy: null },
    externalId: digest({ group: headSha, conclusion, why, said }),
    summary: cutMarkdown(summary, outputLimit),
    text: "",
    annotations: [],
  };
}
