/** @module The advice that a misaligned change gives: one item for people, wherever it is kept. */

import type { ChangeVerdict } from "../verdict.ts";
import { subjectName } from "./outline.ts";
import { outside } from "./outside.ts";

export interface DriftAdvice {
  /** `drift:owner/name#N`, locally `drift:owner/name@branch`: while an item with this key is open it is updated, not repeated. */
  readonly key: string;
  readonly title: string;
  readonly priority: "high";
  /** Lines: the rationale, each finding with its files, what a model said. */
  readonly notes: string;
  /** The change it is about: `owner/name#N`. */
  readonly external_ref: string;
}

const mostFiles = 20;

function filesText(files: readonly string[]): string {
  const shown = files.slice(0, mostFiles).map((path) => outside(path));
  const rest = files.length - shown.length;
  return shown.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/**
 * The item for a misaligned change, in both modes; null for every other change.
 *
 * @param branch of a change without a number: its item is kept while commits are added, so the commit cannot name it.
 */
export function adviseDrift(verdict: ChangeVerdict, branch?: string): DriftAdvice | null {
  const { alignment } = verdict;
  if (alignment.status !== "misaligned") return null;
  const { repository, number } = verdict.subject;
  const isByBranch = number === null && branch !== undefined && branch !== "";
  const subject = outside(isByBranch ? `${repository}@${branch}` : subjectName(verdict));
  const notes = [outside(alignment.rationale)];
  for (const found of alignment.deterministic_findings) {
    const files = found.files === undefined || found.files.length === 0 ? "" : `: ${filesText(found.files)}`;
    notes.push(`- ${outside(found.reason)} [${outside(found.rule)}]${files}`);
  }
  if (alignment.model !== null && alignment.model.rationale.trim() !== "") {
    notes.push(`- A model says: ${outside(alignment.model.rationale)}`);
  }
  return {
    key: `drift:${subject}`,
    title: `Intent alignment drift in ${subject}`,
    priority: "high",
    notes: notes.join("\n"),
    external_ref: subject,
  };
}
