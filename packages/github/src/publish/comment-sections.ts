/** @module The sections of the managed comment that a verdict fills: `verdict` and `drift`. */

import type { Label } from "@warrant/kernel/change/facts";
import { renderDrift, renderMarkdown } from "@warrant/kernel/render/markdown";
import type { Mode } from "@warrant/kernel/render/outline";
import type { RunDescription } from "@warrant/kernel/render/run-description";
import { isAtLeast, permissionScale } from "@warrant/kernel/scale";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import type { Sections } from "./comment.ts";
import { commitStamp } from "./comment-merge.ts";

/** Characters of the verdict, so that markers and what the other sections shrink to still fit. */
const verdictLimit = 58_000;
export const quietLabel = "warrant:quiet";

/**
 * Whether somebody with write permission asked for no comment. A label whose setter or permission is not known is only a
 * claim, and does nothing.
 */
export function isQuiet(labels: readonly Label[]): boolean {
  return labels.some(
    ({ name, permission }) =>
      name.trim().toLowerCase() === quietLabel && isAtLeast(permissionScale, permission, "write"),
  );
}

/** What a person's own change need not have: a request is only asked of one that is gated. */
const expected: ReadonlySet<string> = new Set(["drift.no-request"]);

/** Whether a verdict is worth a comment where there is none yet: silence for what nobody needs to read. */
export function deservesComment(verdict: ChangeVerdict): boolean {
  return verdict.gated || verdict.findings.some(({ severity, rule }) => severity !== "info" && !expected.has(rule));
}

const goOn =
  "After an approval, a link or an edit of the request, comment `/warrant recheck`; without it the next sweep of the workflow sees it.";

/**
 * Both sections of a verdict. The commit it speaks of is the last line of the first.
 *
 * @param answersComments whether whoever publishes also answers `/warrant recheck`; then a denial says how to go on
 */
export function verdictSections(
  verdict: ChangeVerdict,
  options: { readonly mode: Mode; readonly run?: RunDescription | undefined; readonly answersComments?: boolean },
): Sections {
  const { mode, run, answersComments = false } = options;
  const text = renderMarkdown(verdict, { mode, run, limit: verdictLimit, isComment: true });
  const step = answersComments && verdict.decision === "deny" ? `\n<sub>${goOn}</sub>\n` : "";
  return { verdict: `${text}${step}\n${commitStamp(verdict.subject.head_sha)}`, drift: renderDrift(verdict) };
}

const notJudged =
  "> ⚠️ Warrant could not judge this change again; the check `warrant/change` says why. What follows is the verdict before that.";

/** What a comment says while there is no newer verdict: the one it has, and on top that it is not the newest state's. */
export function failedSections({ verdict }: Sections): Sections {
  if (verdict === undefined || verdict.startsWith(notJudged)) return {};
  return { verdict: `${notJudged}\n\n${verdict}` };
}

/** What an existing comment says while the label asks for silence: never an older verdict. */
export function quietSections(headSha: string): Sections {
  return {
    verdict: `This change has the label \`${quietLabel}\`: its verdict is in the check \`warrant/change\`.\n${commitStamp(headSha)}`,
    drift: "",
  };
}
