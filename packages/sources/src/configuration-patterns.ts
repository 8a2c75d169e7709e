/** @module The pattern lists of a configuration, checked entry by entry. Messages name the place, never the pattern. */

import { readSensitivePaths } from "@warrant/kernel/change/sensitive-paths";
import type { Configuration } from "@warrant/kernel/configuration";
import { resolveList } from "@warrant/kernel/paths/lists";
import { checkPatternList, compilePatternList, type PatternProblem } from "@warrant/kernel/paths/pattern";
import { type Finding, formatPath, type Path, valueAt } from "./configuration-messages.ts";

function say(path: Path, message: string): Finding {
  return { path, of: "value", message: `${formatPath(path)} ${message}` };
}

/** A list of texts; undefined for anything else, which the schema refuses by itself. */
function textsAt(root: unknown, path: Path): string[] | undefined {
  const list = valueAt(root, path);
  return Array.isArray(list) && list.every((entry) => typeof entry === "string") ? list : undefined;
}

/** Words are no patterns, but add to or replace their default in the same way. */
function checkWords(entries: readonly string[]): PatternProblem[] {
  const added = entries.filter((entry) => entry.startsWith("+")).length;
  const problems: PatternProblem[] = [];
  if (added > 0 && added < entries.length) {
    const reason = "mixes entries with and without `+`; either all add to the default or none does";
    problems.push({ index: null, reason });
  }
  for (const [index, entry] of entries.entries()) {
    if (entry.replace(/^\+/, "").trim() === "" && entry !== "") problems.push({ index, reason: "is empty" });
  }
  return problems;
}

/** A list that is what it says: no `+`, and an empty list is none. */
function checkPlain(entries: readonly string[]): PatternProblem[] {
  const reason = "begins with `+`; this list replaces its default, so name every pattern without it";
  const added = entries.flatMap((entry, index) => (entry.startsWith("+") ? [{ index, reason }] : []));
  return [...added, ...checkPatternList(entries)];
}

/** The list of the file alone; the environment's part is checked where the environment is read. */
function checkSensitive(entries: readonly string[]): PatternProblem[] {
  const reading = readSensitivePaths(undefined, entries);
  if (reading.ok) return [];
  return reading.errors.map(({ position, message }) => ({
    index: position === null ? null : position - 1,
    reason: message.replace(/^intent\.sensitive_paths(?:: entry \d+)? /, ""),
  }));
}

function problemsOf(reading: ReturnType<typeof resolveList>): readonly PatternProblem[] {
  return reading.ok ? [] : reading.problems;
}

const lists: readonly {
  readonly path: Path;
  readonly check: (entries: readonly string[]) => readonly PatternProblem[];
}[] = [
  ...["test_path_patterns", "docs_path_patterns", "guardrail_path_patterns"].map((key) => ({
    path: ["intent", key],
    check: (entries: readonly string[]) => problemsOf(resolveList(entries, [])),
  })),
  { path: ["intent", "feature_signals"], check: checkWords },
  { path: ["intent", "sensitive_paths"], check: checkSensitive },
  { path: ["intent", "evidence", "plan", "paths"], check: checkPlain },
];

/** Every entry of a list that cannot be used. An entry that is an empty text is left to the schema. */
export function patternErrors(root: unknown): Finding[] {
  return lists.flatMap(({ path, check }) => {
    const entries = textsAt(root, path);
    if (entries === undefined) return [];
    return check(entries)
      .filter(({ index }) => index === null || entries[index] !== "")
      .map(({ index, reason }) => say(index === null ? path : [...path, index], reason));
  });
}

const probes = ["a", "b/c.d", ".e/f/g"];

/** Whether an entry matches paths that have nothing in common, so every path. */
function matchesEverything(entry: string): boolean {
  const list = compilePatternList([entry.replace(/^\+/, "")]);
  return probes.every((path) => list.matches(path));
}

const everything = [
  ["test_path_patterns", "every change that only adds lines would be tier 0"],
  ["docs_path_patterns", "every change would count as documentation and be tier 0"],
  ["guardrail_path_patterns", "every change would be tier 3"],
  ["sensitive_paths", "every change would be sensitive"],
] as const;

/** Lists that can be used but take away more than was probably meant. */
export function patternWarnings({ intent }: Configuration): Finding[] {
  const warnings = everything.flatMap(([key, effect]) =>
    intent[key].flatMap((entry, index) =>
      matchesEverything(entry) ? [say(["intent", key, index], `matches every file: ${effect}`)] : [],
    ),
  );
  const sensitive = readSensitivePaths(undefined, intent.sensitive_paths);
  for (const warning of sensitive.ok ? sensitive.warnings : []) {
    warnings.push({ path: ["intent", "sensitive_paths"], of: "value", message: `intent.sensitive_paths: ${warning}` });
  }
  const guarded = intent.guardrail_path_patterns;
  if (guarded.length > 0 && !guarded.some((entry) => entry.startsWith("+"))) {
    const why =
      "replaces the default list, so workflows, owner files and agent instructions are guarded only if it names them; begin each entry with + to add instead";
    warnings.push(say(["intent", "guardrail_path_patterns"], why));
  }
  return warnings;
}
