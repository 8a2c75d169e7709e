/** @module Configured path lists against their defaults (change gate, section 7.1): add, take away, or replace. */

import { checkPattern, maximumPatterns, type PatternProblem } from "./pattern.ts";

export type ListReading =
  | { readonly ok: true; readonly entries: readonly string[] }
  | { readonly ok: false; readonly problems: readonly PatternProblem[] };

function problemsOf(entries: readonly string[]): PatternProblem[] {
  const problems: PatternProblem[] = [];
  if (entries.length > maximumPatterns)
    problems.push({ index: null, reason: `has more than ${maximumPatterns} entries` });
  for (const [index, entry] of entries.entries()) {
    const reason = checkPattern(entry.startsWith("+") ? entry.slice(1) : entry);
    if (reason !== null) problems.push({ index, reason });
  }
  return problems;
}

/**
 * The entries a configured list stands for. Empty: the default. All entries begin with `+`: the default and these (`+!x`
 * adds an exception). None does: these instead of the default. A mixture, a replacing list of exceptions only and an
 * unusable pattern are errors that name the place in the list, from 0, never the value.
 */
export function resolveList(configured: readonly string[], defaults: readonly string[]): ListReading {
  if (configured.length === 0) return { ok: true, entries: defaults };
  const problems = problemsOf(configured);
  const added = configured.filter((entry) => entry.startsWith("+"));
  if (added.length === configured.length) {
    if (problems.length > 0) return { ok: false, problems };
    return { ok: true, entries: [...defaults, ...added.map((entry) => entry.slice(1))] };
  }
  if (added.length > 0) {
    problems.push({
      index: null,
      reason: "mixes entries with and without `+`; either all add to the default or none does",
    });
  } else if (configured.every((entry) => entry.startsWith("!"))) {
    problems.push({ index: null, reason: "has only exceptions; write `+!` to take something from the default" });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, entries: configured };
}

/** The entries of a list that always extends (`sensitive_paths`): a `+` may stand before them and means nothing. */
export function resolveExtendingList(configured: readonly string[]): ListReading {
  const entries = configured.map((entry) => (entry.startsWith("+") ? entry.slice(1) : entry));
  const problems = problemsOf(configured);
  if (entries.length > 0 && entries.every((entry) => entry.startsWith("!"))) {
    problems.push({ index: null, reason: "has only exceptions, so it can match nothing" });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, entries };
}
