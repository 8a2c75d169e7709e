/** @module How much authorization a change needs: its tier, 0 to 3 (change gate, section 8.1). The first rule that holds decides. */

import type { IntentConfiguration } from "../configuration.ts";
import type { Finding } from "../finding.ts";
import type { PathClasses } from "../paths/classes.ts";
import type { TierResult } from "../verdict.ts";
import { type ChangedFile, type ChangeFacts, isFileListComplete } from "./facts.ts";
import { featureSignal, featureWords } from "./feature-signals.ts";
import { type WeakenedTest, weakenedFindings, weakenedTests } from "./test-weakened.ts";

export interface TierDecision {
  readonly tier: TierResult;
  readonly findings: Finding[];
  readonly weakened: readonly WeakenedTest[];
}

/** Paths a result names at most. */
export const maximumNamedPaths = 20;

/** Both sides of a rename or copy: what is moved out of a guarded place is looked at as well (B5). */
export function pathsOf(file: ChangedFile): readonly string[] {
  return file.previous_path === undefined || file.previous_path === file.path
    ? [file.path]
    : [file.path, file.previous_path];
}

/** Whether a file became executable by the change. A mode that was not known before counts as another one. */
export function becameExecutable(file: ChangedFile): boolean {
  return file.mode === "100755" && file.previous_mode !== "100755" && file.status !== "removed";
}

function isLink(file: ChangedFile): boolean {
  const modes = [file.mode, file.previous_mode];
  return file.kind !== "file" || modes.includes("120000") || modes.includes("160000");
}

/** Install and run steps hide in these, also below a test folder. */
const neverTierZero = ["manifest", "lockfile", "infrastructure", "schema"] as const;

/**
 * Files that decide what runs or what is tested, by name: beside tests they are no tests. A new one below `tests/` can leave
 * tests out or start programs. Both patterns are fixed text with one bounded part.
 */
const steersRun =
  /^(?:.{0,100}\.config\.[cm]?[jt]s|.{0,60}\.conf\.[cm]?[jt]s|\.[a-z]{1,30}rc(?:\.[a-z]{1,5})?|(?:pytest|tox|mypy)\.ini|\.coveragerc|phpunit\.xml(?:\.dist)?|cypress\.json|(?:gnu)?makefile|.{0,60}\.mk|justfile|rakefile|taskfile\.ya?ml|cmakelists\.txt|build(?:\.bazel)?|.{0,60}\.bzl|\.bazelrc|build\.rs|action\.ya?ml|noxfile\.py|fabfile\.py|sitecustomize\.py|usercustomize\.py|.{0,60}\.pth)$/i;

function mayBeTierZero(file: ChangedFile, classes: PathClasses): boolean {
  if (file.binary || isLink(file) || becameExecutable(file)) return false;
  if (file.additions === undefined || file.deletions === undefined) return false;
  return pathsOf(file).every(
    (path) =>
      (classes.isDocs(path) || (classes.isTest(path) && !steersRun.test(path.slice(path.lastIndexOf("/") + 1)))) &&
      neverTierZero.every((list) => classes.sight(list, path) === null),
  );
}

function removesDocs(file: ChangedFile, classes: PathClasses): boolean {
  if (file.status === "removed") return classes.isDocs(file.path);
  if (file.status !== "renamed" || file.previous_path === undefined) return false;
  return classes.isDocs(file.previous_path) && !classes.isDocs(file.path);
}

function firstPaths(paths: Iterable<string>): string[] {
  return [...new Set(paths)].sort().slice(0, maximumNamedPaths);
}

function named(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

function decide(
  facts: ChangeFacts,
  classes: PathClasses,
  configuration: IntentConfiguration,
  weakened: readonly WeakenedTest[],
): TierResult {
  const { files } = facts;
  if (!isFileListComplete(facts)) {
    const reason = "The list of changed files is not complete, so the change cannot be seen whole.";
    return { value: 3, rule: "tier.incomplete", reason, paths: [] };
  }
  const guarded = files.flatMap(pathsOf).filter((path) => classes.isGuardrail(path));
  if (guarded.length > 0) {
    const paths = firstPaths(guarded);
    const reason = `It touches ${named(new Set(guarded).size, "guarded path", "guarded paths")}.`;
    return { value: 3, rule: "tier.guardrail-path", reason, paths };
  }
  if (files.length > 0 && files.every((file) => mayBeTierZero(file, classes))) {
    if (weakened.length > 0) {
      const reason = `Only documentation and tests, but ${named(weakened.length, "test is", "tests are")} weaker than before.`;
      return { value: 1, rule: "tier.test-weakened", reason, paths: firstPaths(weakened.map((test) => test.path)) };
    }
    const removed = files.filter((file) => removesDocs(file, classes));
    if (removed.length > 0) {
      const reason = `Only documentation and tests, but ${named(removed.length, "page is", "pages are")} removed.`;
      const paths = firstPaths(removed.map((file) => file.previous_path ?? file.path));
      return { value: 1, rule: "tier.docs-removed", reason, paths };
    }
    const reason = "Only documentation and tests, and no test is weaker than before.";
    return { value: 0, rule: "tier.additive", reason, paths: firstPaths(files.map((file) => file.path)) };
  }
  const signal = featureSignal(facts, featureWords(configuration.feature_signals));
  if (signal !== null) return { value: 2, rule: signal.rule, reason: signal.reason, paths: [] };
  const reason = files.length === 0 ? "No file is changed." : "An ordinary change: no other rule of the tier holds.";
  return { value: 1, rule: "tier.default", reason, paths: [] };
}

/**
 * The tier of a change, with a `test.weakened` warning for each test it makes weaker. Reads files, title, labels, commit
 * messages and linked issues; the order of the files decides nothing. Linear in the files. `classes` must be compiled
 * from the same configuration.
 */
export function decideTier(facts: ChangeFacts, classes: PathClasses, configuration: IntentConfiguration): TierDecision {
  const weakened = weakenedTests(facts.files, classes);
  return {
    tier: decide(facts, classes, configuration, weakened),
    findings: weakenedFindings(weakened, facts.files, classes),
    weakened,
  };
}
