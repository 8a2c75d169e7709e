/**
 * @module The rule-based risk class of a change (change gate, sections 11.1 and 11.2). The highest class of any contributor;
 * a model may raise it, nothing lowers it.
 */

import type { Finding } from "../finding.ts";
import { type GuardedList, lineClasses, type PathClasses } from "../paths/classes.ts";
import { type Floor, floorScale, raise } from "../scale.ts";
import type { FloorResult } from "../verdict.ts";
import { type ChangedFile, type ChangeFacts, isFileListComplete } from "./facts.ts";
import { notShown } from "./not-shown.ts";
import { isGuardedTest, leavesTests, switchesTestsOff, touchesTest } from "./test-weakened.ts";
import { becameExecutable, pathsOf } from "./tier.ts";

export interface FloorDecision {
  readonly floor: FloorResult;
  readonly findings: Finding[];
}

export const floorLimits = {
  lines: { sensitive: 1500, logic: 300 },
  files: { sensitive: 50, logic: 15 },
  /** Deleted lines of one test file that raise the floor. */
  testLines: 10,
  /** Paths named for one rule. */
  paths: 20,
} as const;

type Contributor = FloorResult["contributors"][number];

/** In the order they are listed within a class. */
const rules = [
  "floor.guardrail",
  "floor.dependency",
  "floor.infrastructure",
  "floor.schema",
  "floor.security",
  "floor.configured",
  "floor.test-deleted",
  "floor.submodule",
  "floor.symlink",
  "floor.lines",
  "floor.files",
  "floor.incomplete",
  "floor.test-lost",
  "floor.test-off",
  "floor.binary",
  "floor.executable",
  "floor.not-shown",
  "floor.injection",
  "floor.path-hygiene",
] as const;
export type FloorRule = (typeof rules)[number];

const ruleOfList = {
  guardrail: "floor.guardrail",
  manifest: "floor.dependency",
  lockfile: "floor.dependency",
  infrastructure: "floor.infrastructure",
  schema: "floor.schema",
  security: "floor.security",
  configured: "floor.configured",
} as const satisfies Record<Exclude<GuardedList, "test">, FloorRule>;
const listRules = Object.entries(ruleOfList) as [Exclude<GuardedList, "test">, FloorRule][];

/** Contributors by class and rule: paths are kept once each, amounts are kept with their limit. */
class Contributions {
  readonly #paths = { sensitive: new Map<FloorRule, Set<string>>(), logic: new Map<FloorRule, Set<string>>() };
  readonly #amounts: Contributor[] = [];

  addPath(rule: FloorRule, level: Exclude<Floor, "trivial">, path: string): void {
    const paths = this.#paths[level].get(rule);
    if (paths === undefined) this.#paths[level].set(rule, new Set([path]));
    else paths.add(path);
  }

  add(contributor: Contributor): void {
    this.#amounts.push(contributor);
  }

  list(): Contributor[] {
    const listed: Contributor[] = [];
    for (const level of ["sensitive", "logic"] as const) {
      for (const rule of rules) {
        for (const each of this.#amounts) if (each.rule === rule && each.class === level) listed.push(each);
        const found = this.#paths[level].get(rule);
        if (found === undefined) continue;
        const paths = [...found].sort();
        for (const path of paths.slice(0, floorLimits.paths)) listed.push({ rule, class: level, path });
        // A row without a path says how many there are when not all are named.
        if (paths.length > floorLimits.paths) {
          listed.push({ rule, class: level, value: paths.length, limit: floorLimits.paths });
        }
      }
    }
    return listed;
  }
}

function addFile(file: ChangedFile, classes: PathClasses, to: Contributions): void {
  for (const path of pathsOf(file)) {
    for (const [list, rule] of listRules) {
      if (classes.sight(list, path) !== null) to.addPath(rule, "sensitive", path);
    }
    if (classes.isMisleading(path)) to.addPath("floor.path-hygiene", "logic", path);
  }
  if (touchesTest(file, classes)) addTest(file, classes, to);
  const isSubmodule = file.kind === "submodule" || file.previous_mode === "160000";
  if (isSubmodule) to.addPath("floor.submodule", "sensitive", file.path);
  else if (file.kind === "symlink" && file.status !== "removed") to.addPath("floor.symlink", "sensitive", file.path);
  // The lines of a binary are not unknown, it has none.
  if (!file.binary && (file.additions === undefined || file.deletions === undefined)) {
    to.addPath("floor.incomplete", "sensitive", file.path);
  }
  if (file.binary && file.status !== "removed") to.addPath("floor.binary", "logic", file.path);
  if (becameExecutable(file)) to.addPath("floor.executable", "logic", file.path);
}

function addTest(file: ChangedFile, classes: PathClasses, to: Contributions): void {
  const before = file.previous_path ?? file.path;
  // A copy leaves the test where it was; the copy that is no test is `test.weakened` only.
  if (file.status !== "copied" && leavesTests(file, classes) !== null) {
    to.addPath("floor.test-deleted", classes.isTestSupport(before) ? "logic" : "sensitive", before);
  }
  if ((file.deletions ?? 0) >= floorLimits.testLines) to.addPath("floor.test-lost", "logic", before);
  if (file.patch !== undefined && isGuardedTest(file.path, classes) && switchesTestsOff(file.patch)) {
    to.addPath("floor.test-off", "logic", file.path);
  }
}

function addAmount(rule: "floor.lines" | "floor.files", value: number, to: Contributions): void {
  const limits = rule === "floor.lines" ? floorLimits.lines : floorLimits.files;
  for (const level of ["sensitive", "logic"] as const) {
    if (value > limits[level]) {
      to.add({ rule, class: level, value, limit: limits[level] });
      return;
    }
  }
}

function countLines(facts: ChangeFacts, classes: PathClasses): Pick<FloorResult, "lines" | "lines_by"> {
  const linesBy: FloorResult["lines_by"] = { code: 0, test: 0, docs: 0, generated: 0, lockfile: 0, other: 0 };
  for (const file of facts.files) {
    linesBy[classes.lineClass(file.path, file.patch)] += (file.additions ?? 0) + (file.deletions ?? 0);
  }
  const listed = lineClasses.reduce((sum, each) => sum + linesBy[each], 0);
  const { additions = 0, deletions = 0 } = facts.lines_total ?? {};
  return { lines: Math.max(listed, additions + deletions), lines_by: linesBy };
}

/** What a path in disguise resembles, in words. */
const listNames: Record<GuardedList, string> = {
  guardrail: "a guarded path",
  manifest: "a dependency manifest",
  lockfile: "a lockfile",
  infrastructure: "an infrastructure file",
  schema: "a schema or migration",
  security: "a path that speaks of security",
  configured: "a path the configuration calls sensitive",
  test: "a test",
};

function lookalikeFindings(facts: ChangeFacts, classes: PathClasses): Finding[] {
  const disguised = new Map<string, GuardedList>();
  for (const path of facts.files.flatMap(pathsOf)) {
    const [list] = classes.disguises(path);
    if (list !== undefined) disguised.set(path, list);
  }
  const next = "Rename the file; nobody needs a path that reads like another.";
  const named = [...disguised].sort(([left], [right]) => (left < right ? -1 : 1)).slice(0, floorLimits.paths);
  const findings: Finding[] = named.map(([path, list]) => ({
    rule: "path.lookalike",
    severity: "warn",
    message: `The path reads like ${listNames[list]} once look-alike letters are replaced, or the way Windows opens it.`,
    where: { path },
    next,
  }));
  if (disguised.size > named.length) {
    findings.push({
      rule: "path.lookalike",
      severity: "warn",
      message: `${disguised.size - named.length} more paths read like guarded ones.`,
      where: { field: "files" },
      next,
    });
  }
  return findings;
}

/**
 * The floor of a change and the findings about paths in disguise. `injection`: whether a marker of section 11.4 that raises
 * the floor was found. Reads both sides of a rename; the order of the files decides nothing. Linear in the files.
 */
export function decideFloor(
  facts: ChangeFacts,
  classes: PathClasses,
  { injection }: { readonly injection: boolean },
): FloorDecision {
  const found = new Contributions();
  for (const file of facts.files) addFile(file, classes, found);
  for (const entry of notShown(facts.files, classes)) {
    if (entry.hasChangedLines) found.addPath("floor.not-shown", "logic", entry.path);
  }
  const { lines, lines_by } = countLines(facts, classes);
  const files = Math.max(facts.files.length, facts.files_total ?? 0);
  addAmount("floor.lines", lines, found);
  addAmount("floor.files", files, found);
  if (!isFileListComplete(facts)) {
    found.add({ rule: "floor.incomplete", class: "sensitive", value: facts.files.length, ...totalOf(facts) });
  }
  if (injection) found.add({ rule: "floor.injection", class: "logic" });
  const contributors = found.list();
  const level = raise(floorScale, ...new Set(contributors.map((each) => each.class)));
  return {
    floor: { class: level, contributors, files, lines, lines_by },
    findings: lookalikeFindings(facts, classes),
  };
}

function totalOf(facts: ChangeFacts): { limit?: number } {
  return facts.files_total === null ? {} : { limit: facts.files_total };
}
