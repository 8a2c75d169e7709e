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

/** Whether a verdict is worth a comment where there is none yet: silence for what nobody needs to read. */
export function deservesComment(verdict: ChangeVerdict): boolean {
  return verdict.gated || verdict.findings.some((finding) => finding.severity !== "info");
}

/** Both sections of a verdict. The commit it speaks of is the last line of the first. */
export function verdictSections(
  verdict: ChangeVerdict,
  options: { readonly mode: Mode; readonly run?: RunDescription | undefined },
): Sections {
  const text = renderMarkdown(verdict, { ...options, limit: verdictLimit, isComment: true });
  return { verdict: `${text}\n${commitStamp(verdict.subject.head_sha)}`, drift: renderDrift(verdict) };
}

/** What an existing comment says while the label asks for silence: never an older verdict. */
export function quietSections(headSha: string): Sections {
  return {
    verdict: `This change has the label \`${quietLabel}\`: its verdict is in the check \`warrant/change\`.\n${commitStamp(headSha)}`,
    drift: "",
  };
}
