/** @module The closing lines test runners print: how many passed and failed (claim gate, 5.2). */

export interface Summary {
  readonly passed: number;
  readonly failed: number;
  /** Whether the lines tell how many; some only say that it went well. */
  readonly isCounted: boolean;
  /** Every number a claim may mean by "N tests". */
  readonly counts: readonly number[];
  readonly isEmpty: boolean;
}

interface Line {
  readonly pattern: RegExp;
  /** One runner's lines are added up; the first runner that printed any is taken. */
  readonly read: (groups: Readonly<Record<string, string | undefined>>) => {
    passed: number;
    failed: number;
    total?: number;
  };
}

// Every repetition below is bounded: an output may be one line of numbers, and a search that begins again at each is endless.
function count(text: string | undefined): number {
  return text === undefined ? 0 : Number(text.replaceAll(",", ""));
}

function line(pattern: RegExp, read: Line["read"]): Line {
  return { pattern, read };
}

const parts = (text: string) => ({
  passed: count(/(?<n>[0-9][0-9,]*) (?:passed|passing|pass)\b/.exec(text)?.groups?.["n"]),
  failed:
    count(/(?<n>[0-9][0-9,]*) (?:failed|failing|failures?)\b/.exec(text)?.groups?.["n"]) +
    count(/(?<n>[0-9][0-9,]*) errors?\b/.exec(text)?.groups?.["n"]),
});

const lines: readonly Line[] = [
  // vitest, jest
  line(
    /^[ \t]*Tests:?[ \t]{1,40}(?<rest>(?=[^\n]{0,200}[0-9] (?:passed|failed|skipped|todo))[^\n]{1,200})$/gm,
    ({ rest = "" }) => ({
      ...parts(rest),
      total: count(/\((?<n>[0-9]{1,12})\)|(?<m>[0-9]{1,12}) total/.exec(rest)?.slice(1).find(Boolean)),
    }),
  ),
  // cargo
  line(/^test result: \w+\. (?<p>[0-9]{1,12}) passed; (?<f>[0-9]{1,12}) failed/gm, ({ p, f }) => ({
    passed: count(p),
    failed: count(f),
  })),
  // Maven, Surefire
  line(
    /Tests run: (?<t>[0-9]{1,12}), Failures: (?<f>[0-9]{1,12}), Errors: (?<e>[0-9]{1,12})(?:, Skipped: (?<s>[0-9]{1,12}))?[ \t]*$/gm,
    ({ t, f, e, s }) => ({
      passed: count(t) - count(f) - count(e) - count(s),
      failed: count(f) + count(e),
      total: count(t),
    }),
  ),
  // PHPUnit
  line(/^OK \((?<t>[0-9]{1,12}) tests?,/gm, ({ t }) => ({ passed: count(t), failed: 0 })),
  line(/^Tests: (?<t>[0-9]{1,12}), Assertions: [0-9]{1,12}(?<rest>[^\n]{0,200})/gm, ({ t, rest = "" }) => {
    const failed = [...rest.matchAll(/(?:Failures|Errors): (?<n>[0-9]{1,12})/g)].reduce(
      (sum, one) => sum + count(one[1]),
      0,
    );
    return { passed: count(t) - failed, failed, total: count(t) };
  }),
  // RSpec, ExUnit
  line(
    /^(?:[0-9]{1,12} doctests?, )?(?<t>[0-9]{1,12}) (?:examples?|tests?), (?<f>[0-9]{1,12}) failures?/gm,
    ({ t, f }) => ({
      passed: count(t) - count(f),
      failed: count(f),
      total: count(t),
    }),
  ),
  // Swift
  line(/Executed (?<t>[0-9]{1,12}) tests?, with (?<f>[0-9]{1,12}) failures?/gm, ({ t, f }) => ({
    passed: count(t) - count(f),
    failed: count(f),
    total: count(t),
  })),
  // .NET
  line(/(?:Passed|Failed)!\s+-\s+Failed:\s+(?<f>[0-9]{1,12}), Passed:\s+(?<p>[0-9]{1,12})/gm, ({ p, f }) => ({
    passed: count(p),
    failed: count(f),
  })),
  // CTest
  line(/tests passed, (?<f>[0-9]{1,12}) tests failed out of (?<t>[0-9]{1,12})/gm, ({ t, f }) => ({
    passed: count(t) - count(f),
    failed: count(f),
    total: count(t),
  })),
  // node --test, TAP
  line(/^(?:# |\u2139 )pass (?<p>[0-9]{1,12})\s*$/gm, ({ p }) => ({ passed: count(p), failed: 0 })),
  // unittest
  line(/^Ran (?<t>[0-9]{1,12}) tests? in /gm, ({ t }) => ({ passed: count(t), failed: 0 })),
  // pytest, Playwright, ava, bun, mocha and whoever says `N passed, M failed`
  line(
    /^(?:=+ )?(?<rest>[^\n]{0,120}?\b[0-9][0-9,]{0,12} (?:passed|passing|failed|failing)\b[^\n]{0,120})$/gm,
    ({ rest = "" }) => parts(rest),
  ),
  line(/^[ \t]*(?<p>[0-9]{1,12}) pass[ \t]*$/gm, ({ p }) => ({ passed: count(p), failed: 0 })),
];

const alsoFailing: readonly RegExp[] = [
  /^(?:# |\u2139 )fail (?<n>[1-9][0-9]{0,11})\s*$/m,
  /^FAILED \((?:failures|errors)=/m,
  /^--- FAIL:/m,
  /^FAIL(?:\s+\S+|\s*$)/m,
  /^[ \t]*(?<n>[1-9][0-9]{0,11}) fail[ \t]*$/m,
];
const alsoPassing: readonly RegExp[] = [/^ok\s+\S+\s+(?:[0-9.]+s|\(cached\))/m, /^BUILD SUCCESSFUL/m, /^PASS\s*$/m];
const nothingRan =
  /\b(?:no test files? found|no tests? (?:found|ran|were found|to run|collected|files?)|collected 0 items|0 tests? collected|no test files\b(?![^\n]{0,400}\]))/i;

const longest = 400_000;

/** The summary a result holds, or null when no runner printed one. Terminal colours must be gone. */
export function readSummary(text: string): Summary | null {
  const shown = text.length > longest ? text.slice(-longest) : text;
  let passed = 0;
  let failed = 0;
  const counts = new Set<number>();
  let isCounted = false;
  for (const { pattern, read } of lines) {
    const found = [...shown.matchAll(pattern)].map((match) => read(match.groups ?? {}));
    if (found.length === 0) continue;
    for (const one of found) {
      passed += one.passed;
      failed += one.failed;
      counts.add(one.passed);
      if (one.total !== undefined && one.total > 0) counts.add(one.total);
    }
    isCounted = true;
    break;
  }
  counts.add(passed);
  if (failed === 0 && alsoFailing.some((pattern) => pattern.test(shown))) failed = 1;
  const isEmpty = failed === 0 && passed === 0 && (isCounted || nothingRan.test(shown));
  const isWell = alsoPassing.some((pattern) => pattern.test(shown));
  if (!isCounted && failed === 0 && !isEmpty && !isWell) return null;
  return { passed, failed, isCounted: isCounted && !isEmpty, counts: [...counts], isEmpty };
}

/** Signs of errors in the output of a build, a type checker or a linter whose exit code is hidden. */
export function showsErrors(text: string): boolean {
  return /\berror(?:\[|:| TS[0-9]{1,12}|\s+[a-z-]+\/[a-z-]+)|\b[1-9][0-9]{0,11} errors?\b|\bBUILD FAILED\b|^FAILED\b|\u2716 [1-9][0-9]{0,11} problem/m.test(
    text.slice(-longest),
  );
}
