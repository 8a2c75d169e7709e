/** @module Tests that a change makes weaker (change gate, section 8.1): removed, moved away, thinned out or switched off. */

import { compareText } from "../compare-text.ts";
import type { Finding } from "../finding.ts";
import type { PathClasses } from "../paths/classes.ts";
import { countIdentifiers } from "../text/identifiers.ts";
import type { ChangedFile } from "./facts.ts";
import { switchesTestsOff } from "./tests-off.ts";

export { switchesTestsOff };

export const weakenings = [
  "removed",
  "renamed-away",
  "lost-lines",
  "switched-off",
  "lines-unknown",
  "not-seen",
] as const;
export type Weakening = (typeof weakenings)[number];

/** A test file that is weaker than before, with everything that says so. Counts are gross: nothing makes up for a lost line. */
export interface WeakenedTest {
  readonly path: string;
  readonly file: ChangedFile;
  readonly how: readonly Weakening[];
}

/** At most this many findings about tests; a longer list is read by nobody. */
const maximumNamed = 20;
const maximumSuccessors = 3;
/** Added tests looked at for a successor. */
const maximumCandidates = 2000;

/** Whether a path is a test for the purpose of guarding it. A page of documentation in a test folder is none. */
export function isGuardedTest(path: string, classes: PathClasses): boolean {
  return classes.mayBeTest(path) && !classes.isDocs(path);
}

function staysTest(path: string, classes: PathClasses): boolean {
  return classes.isTest(path) && !classes.isDocs(path);
}

/** Endings of files a test runner loads. */
const runnable = new Set(
  "js jsx mjs cjs ts tsx mts cts vue svelte py rb go rs java kt kts scala groovy clj cs fs vb php swift m mm c cc cpp cxx h hpp ex exs erl dart lua pl t r jl hs ml sh bash bats zsh ps1 feature".split(
    " ",
  ),
);

function ending(path: string): string {
  const name = baseName(path);
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}

function isHiddenName(path: string): boolean {
  return /^[._]/.test(baseName(path));
}

/**
 * Whether a test keeps a path of the tests but no runner finds it any more: another kind of ending (`a.test.ts.bak`), a name
 * that begins with `_` or `.`, or, within the folders that were tests before, a name that says no longer that it is one.
 */
function leavesRunner(before: string, after: string, classes: PathClasses): boolean {
  if (classes.isTestSupport(before)) return false;
  if (runnable.has(ending(before)) && !runnable.has(ending(after))) return true;
  if (isHiddenName(after) && !isHiddenName(before)) return true;
  const saysTest = (path: string) => classes.isTest(baseName(path));
  const isTestFolder = (path: string) => classes.isTest(`${path.slice(0, path.lastIndexOf("/") + 1)}x`);
  return saysTest(before) && !saysTest(after) && isTestFolder(before) === isTestFolder(after);
}

/** Whether a test file leaves the tests: removed, or renamed or copied over to a path that is none or that no runner finds. */
export function leavesTests(file: ChangedFile, classes: PathClasses): "removed" | "renamed-away" | null {
  if (file.status === "removed") return isGuardedTest(file.path, classes) ? "removed" : null;
  if (file.previous_path === undefined || !isGuardedTest(file.previous_path, classes)) return null;
  const stays = staysTest(file.path, classes) && !leavesRunner(file.previous_path, file.path, classes);
  return stays ? null : "renamed-away";
}

/** Whether either path of a file is a test to be guarded. */
export function touchesTest(file: ChangedFile, classes: PathClasses): boolean {
  if (isGuardedTest(file.path, classes)) return true;
  return file.previous_path !== undefined && isGuardedTest(file.previous_path, classes);
}

function weakeningsOf(file: ChangedFile, classes: PathClasses): Weakening[] {
  const how: Weakening[] = [];
  const leaves = leavesTests(file, classes);
  if (leaves !== null) how.push(leaves);
  if (leaves === "removed") return how;
  if ((file.deletions ?? 0) > 0) how.push("lost-lines");
  if (file.patch !== undefined && switchesTestsOff(file.patch)) how.push("switched-off");
  const isNewBinary = file.binary && file.status === "added";
  if ((file.additions === undefined || file.deletions === undefined) && !isNewBinary) how.push("lines-unknown");
  const hasAdded = file.additions !== undefined && file.additions > 0;
  if (hasAdded && file.patch === undefined && !file.binary && !classes.isTestSupport(file.path)) how.push("not-seen");
  return how;
}

/** The weakened tests of a change, in path order. */
export function weakenedTests(files: readonly ChangedFile[], classes: PathClasses): WeakenedTest[] {
  const weakened: WeakenedTest[] = [];
  for (const file of files) {
    if (!touchesTest(file, classes)) continue;
    const how = weakeningsOf(file, classes);
    if (how.length > 0) weakened.push({ path: file.previous_path ?? file.path, file, how });
  }
  return weakened.sort(
    (left, right) => compareText(left.path, right.path) || compareText(left.file.path, right.file.path),
  );
}

function describe({ file, path, how }: WeakenedTest): string {
  const parts = how.map((each) => {
    if (each === "removed") return "is removed";
    if (each === "renamed-away") return `becomes ${file.path}, which no test runner finds`;
    if (each === "lost-lines") return `loses ${file.deletions} ${file.deletions === 1 ? "line" : "lines"}`;
    if (each === "switched-off") return "has an added line that switches tests off";
    if (each === "lines-unknown") return "has unknown line counts";
    return "has added lines that are not shown";
  });
  return `The test ${path} ${parts.join(", ")}.`;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function identifiersOf(file: ChangedFile): ReadonlySet<string> {
  return new Set(file.identifiers ?? (file.patch === undefined ? [] : countIdentifiers(file.patch).keys()));
}

function sharesHalf(lost: ReadonlySet<string>, added: ReadonlySet<string>): boolean {
  if (lost.size === 0) return false;
  let shared = 0;
  for (const identifier of lost) if (added.has(identifier)) shared += 1;
  return shared * 2 >= lost.size;
}

/** Added tests that probably carry on what a weakened one lost: the same base name, or half of the same identifiers. */
function successorsIn(candidates: readonly ChangedFile[]): (lost: WeakenedTest) => string[] {
  const known = new Map<ChangedFile, ReadonlySet<string>>();
  const identifiers = (file: ChangedFile) => {
    const earlier = known.get(file);
    if (earlier !== undefined) return earlier;
    const found = identifiersOf(file);
    known.set(file, found);
    return found;
  };
  return ({ file, path, how }) => {
    if (!how.some((each) => each === "removed" || each === "renamed-away" || each === "lost-lines")) return [];
    const lost = identifiersOf(file);
    return candidates
      .filter((added) => baseName(added.path) === baseName(path) || sharesHalf(lost, identifiers(added)))
      .slice(0, maximumSuccessors)
      .map((added) => added.path);
  };
}

/**
 * One `test.weakened` warning for each weakened test, at most 20 and then a count. Where added tests probably carry on what
 * was lost, the finding names them: a person can then see that a test moved (section 8.4, row 10).
 */
export function weakenedFindings(
  weakened: readonly WeakenedTest[],
  files: readonly ChangedFile[],
  classes: PathClasses,
): Finding[] {
  if (weakened.length === 0) return [];
  const added = files.filter((file) => file.status === "added" && staysTest(file.path, classes));
  added.sort((left, right) => (left.path < right.path ? -1 : 1));
  const successorsOf = successorsIn(added.slice(0, maximumCandidates));
  const findings: Finding[] = weakened.slice(0, maximumNamed).map((test) => {
    const successors = successorsOf(test);
    return {
      rule: "test.weakened",
      severity: "warn",
      message:
        successors.length === 0
          ? describe(test)
          : `${describe(test)} Added tests that may carry on with it: ${successors.join(", ")}.`,
      where: { path: test.path },
      next: "Check that something still tests the same, and ask for the reason if none is given.",
    };
  });
  if (weakened.length > maximumNamed) {
    findings.push({
      rule: "test.weakened",
      severity: "warn",
      message: `${weakened.length - maximumNamed} more tests are weaker than before.`,
      where: { field: "files" },
      next: "Look at all removed and shortened tests in the file list.",
    });
  }
  return findings;
}
