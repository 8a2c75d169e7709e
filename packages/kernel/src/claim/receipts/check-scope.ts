/** @module How much of a project a check looks at: everything, or what its arguments pick (claim gate, 5.2). */

import type { CheckKind } from "./kinds.ts";

export interface Check {
  readonly kinds: readonly CheckKind[];
  readonly scope: "full" | "narrow";
  /** Words that narrow it. */
  readonly targets: readonly string[];
  /** It repairs what it finds, so it edits. */
  readonly fixes: boolean;
}

/** Flags that pick a part of the tests. */
const selecting =
  /^(?:-t|-k|-m|-g|-p|-run|-R|-L|-e|--grep|--fgrep|--filter|--run|--tests?|--test-name-pattern|--testNamePattern|--testPathPatterns?|--shard|--changed|--changedSince|--onlyChanged|--last-failed|--lf|--ff|--failed-first|--findRelatedTests|--related|--project|--package|--lib|--bins?|--example|--doc|--only|--only-failures|--tag|--tags|--spec|--match|-pl|-Dtest|-Dit\.test|--exclude|--deselect|--ignore|-x-only|--test-only)$/;
/** Flags whose next word is a value that picks nothing. */
const valued =
  /^(?:--reporters?|-c|--config|--maxWorkers|--max-workers|-j|--jobs|-n|--numprocesses|--timeout|-timeout|--testTimeout|--workers|--browser|--tb|--maxfail|--color|--log-level|--durations|--rootDir|--rootdir|--root|--cov|--cov-report|--junitxml|--output|--outputFile|-W|-count|--count|--format|-f|--retries|--bail|-r|--require|--loader|--import|--max-warnings|--ext|--cache-location|--project-dir|-scheme|-destination|-workspace|--target|--profile|--features|-F|--manifest-path|--mode|--logger|-T|--threads)$/;
const wholeOperand = /^(?:\.|\.\/|\.\/\.\.\.|\/\/\.\.\.|tests?\/?|specs?\/?|\.\/tests?\/?)$/;

interface Reading {
  readonly targets: readonly string[];
  readonly isSelected: boolean;
}

/** What of the arguments narrows a check. `isFolderWhole`: linters and builds are given the folder of the sources. */
function narrowing(words: readonly string[], isFolderWhole: boolean, skips: readonly string[] = []): Reading {
  const targets: string[] = [];
  let isSelected = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--") continue;
    const [flag = word, value] = word.startsWith("-") ? word.split(/=(?<value>.*)/s) : [word];
    if (word.startsWith("-")) {
      const takesNext = value === undefined;
      if (selecting.test(flag) && !(flag === "--run" && takesNext)) {
        isSelected = true;
        if (value !== undefined) targets.push(value);
        else if (!(words[at + 1] ?? "-").startsWith("-")) {
          targets.push(words[at + 1] ?? "");
          at += 1;
        }
      } else if (valued.test(flag) && takesNext) at += 1;
      continue;
    }
    if (skips.includes(word) || wholeOperand.test(word)) continue;
    const isFolder = !/[*?]/.test(word) && !/\.[A-Za-z0-9]+$/.test(word);
    if (isFolderWhole && isFolder) continue;
    targets.push(word);
  }
  return { targets, isSelected };
}

export function check(
  kinds: readonly CheckKind[],
  words: readonly string[],
  options: { folderWhole?: boolean; skips?: readonly string[]; fixes?: boolean; narrow?: readonly string[] } = {},
): Check {
  const { targets, isSelected } = narrowing(words, options.folderWhole === true, options.skips);
  const all = [...(options.narrow ?? []), ...targets];
  const isNarrow = isSelected || all.length > 0;
  return { kinds, scope: isNarrow ? "narrow" : "full", targets: all, fixes: options.fixes === true };
}

const fixing = /^(?:--fix|--write|--apply|--apply-unsafe|--unsafe|-a|-A|--auto-correct|--autocorrect|--fix-dry-run)$/;

/** Whether a linter repairs what it finds. */
export function hasFix(words: readonly string[]): boolean {
  return words.some((word) => fixing.test(word) && word !== "--fix-dry-run");
}
