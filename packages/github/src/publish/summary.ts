/** @module The step summary of a workflow run: the full verdicts, which also a token that may not write can show. */

import { appendFile } from "node:fs/promises";
import { renderMarkdown, renderMarkdownTable } from "@warrant/kernel/render/markdown";
import { prose } from "@warrant/kernel/render/markdown-text";
import type { Mode } from "@warrant/kernel/render/outline";
import type { RunDescription } from "@warrant/kernel/render/run-description";
import { failureTitle, type Judged } from "./conclusion.ts";
import { cutMarkdown } from "./cut.ts";
import { failureText } from "./failure-text.ts";

/** Characters of a summary: the platform takes 1 MiB for a step, and a character has up to four bytes. */
const summaryLimit = 250_000;

export interface SummaryOptions {
  readonly mode: Mode;
  readonly run?: RunDescription | undefined;
  /** The notice of a publication that did not say everything itself. */
  readonly notice?: string | null;
}

/** One verdict in full, or several as a table; failures with their causes. Ends in one newline. */
export function stepSummary(judged: readonly Judged[], options: SummaryOptions): string {
  const { mode, run, notice = null } = options;
  const verdicts = judged.flatMap((one) => ("verdict" in one ? [one.verdict] : []));
  const failures = judged.flatMap((one) => ("failure" in one ? [one.failure] : []));
  const parts = failures.map((failure) => `### ⚠️ ${failureTitle}\n\n${failureText(failure)}`);
  const [only] = verdicts;
  const limit = summaryLimit / 2;
  if (only !== undefined) {
    parts.push(
      verdicts.length === 1
        ? renderMarkdown(only, { mode, run, verbose: true, limit })
        : renderMarkdownTable(verdicts, { mode, limit }),
    );
  }
  if (notice !== null) parts.push(`> ${prose(notice)}`);
  return cutMarkdown(`${parts.map((part) => part.trimEnd()).join("\n\n")}\n`, summaryLimit);
}

/** Adds a text to the summary file of the step (`GITHUB_STEP_SUMMARY`). */
export async function appendStepSummary(file: string, text: string): Promise<void> {
  await appendFile(file, `${text}\n`);
}
