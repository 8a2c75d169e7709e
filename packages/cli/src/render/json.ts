/** @module Verdicts as JSON: the canonical form, one document or one a line. */

import { canonicalJson } from "@warrant/kernel/canonical";
import type { ChangeVerdict } from "@warrant/kernel/verdict";

/** The verdict's canonical form: the bytes its digest is taken of, ending in one newline. */
export function renderJson(verdict: ChangeVerdict): string {
  return canonicalJson(verdict);
}

/** One line per verdict, in the order given. */
export function renderJsonLines(verdicts: Iterable<ChangeVerdict>): string {
  let text = "";
  for (const verdict of verdicts) text += canonicalJson(verdict);
  return text;
}
