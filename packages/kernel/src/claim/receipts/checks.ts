/** @module Which commands are checks: tests, builds, type checks, linters, how much of the project they look at, and what edits (claim gate, 5.2). */

import type { ClaimSettings } from "../settings.ts";
import type { CheckKind } from "./kinds.ts";
import { baseName } from "./unwrap.ts";

export interface Check {
  readonly kinds: readonly CheckKind[];
  readonly scope: "full" | "narrow";
  /** Words that narrow it. */
  readonly targets: readonly string[];
  /** It repairs what it finds, so it edits. */
  readonly fixes: boolean;
}

const testPrograms = new Set(
  "vitest jest mocha ava tap playwright cypress pytest py.test unittest nose2 tox nox rspec phpunit ctest nextest".split(
    " ",
  ),
);
const buildPrograms = new Set("webpack esbuild rollup tsup ninja javac gcc g++ clang rustc parcel tsdown".split(" "));
const typePrograms = new Set("tsc vue-tsc mypy pyright".split(" "));
const lintPrograms = new Set(
  "eslint oxlint biome ruff flake8 pylint rubocop golangci-lint stylelint shellcheck".split(" "),
);
const packageManagers = new Set("npm pnpm yarn bun".split(" "));
const taskRunners = new Set("make just task rake composer".split(" "));

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

function check(
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

function hasFix(words: readonly string[]): boolean {
  return words.some((word) => fixing.test(word) && word !== "--fix-dry-run");
}

const scriptWords: Readonly<Record<string, CheckKind | "edit" | "opaque">> = {
  test: "tests",
  tests: "tests",
  spec: "tests",
  specs: "tests",
  e2e: "tests",
  unit: "tests",
  lint: "lint",
  types: "typecheck",
  typecheck: "typecheck",
  tsc: "typecheck",
  build: "build",
  compile: "build",
  bundle: "build",
  dist: "build",
  fmt: "edit",
  format: "edit",
};

/** A script by its name: a check, an edit, or nothing the name tells. */
function scriptCheck(name: string, words: readonly string[], isPackage: boolean): Check | "edit" | null {
  const joined = name.toLowerCase().replace(/type[-_:]?check(?:ing)?|check[-_:]types?/g, "typecheck");
  const pieces = joined.split(/[:_\-./]+/).filter((piece) => piece !== "");
  for (const [index, piece] of pieces.entries()) {
    const kind = Object.hasOwn(scriptWords, piece) ? scriptWords[piece] : undefined;
    if (kind === undefined || kind === "opaque") continue;
    const others = pieces.filter((_, at) => at !== index);
    if (kind === "edit") return others.includes("check") ? null : "edit";
    const fixes = others.includes("fix");
    const plain = others.filter((other) => !/^(?:fix|ci|run|all)$/.test(other));
    return check([kind], isPackage ? words.filter((word) => word !== "--") : words, { narrow: plain, fixes });
  }
  return null;
}

function managerCheck(name: string, args: readonly string[]): Check | "edit" | null {
  const workspace = args.flatMap((word, at) =>
    /^(?:-w|--workspace|--filter|-F)$/.test(word)
      ? [args[at + 1] ?? ""]
      : (/^--(?:workspace|filter)=(?<of>.+)$/.exec(word)?.groups?.["of"] ?? []),
  );
  const verbs = args.filter((word, at) => {
    const before = args[at - 1] ?? "";
    return !word.startsWith("-") && !/^(?:-w|--workspace|--filter|-F|-C|--dir|--cwd|--prefix)$/.test(before);
  });
  const [verb = "", script] = verbs;
  const rest = (word: string) => args.slice(args.indexOf(word) + 1);
  const narrowed = (found: Check | "edit" | null): Check | "edit" | null =>
    found === null || found === "edit" || workspace.length === 0
      ? found
      : { ...found, scope: "narrow", targets: [...workspace, ...found.targets] };
  if (/^(?:test|t|tst)$/.test(verb)) {
    if (name === "bun") return check(["tests"], rest(verb));
    return narrowed(scriptCheck("test", operandsOf(rest(verb), name), true));
  }
  if (/^(?:run|run-script)$/.test(verb)) {
    return script === undefined ? null : narrowed(scriptCheck(script, operandsOf(rest(script), name), true));
  }
  if (/^(?:install|i|ci|add|remove|rm|uninstall|un|update|up|upgrade|dedupe|link|import)$/.test(verb)) return "edit";
  if (verb === "audit" && script === "fix") return "edit";
  if (verb === "" && name === "yarn") return "edit";
  if (name === "npm" || verb === "") return null;
  // `yarn vitest` and `pnpm lint` run a program or a script of that name.
  return narrowed(checkOfArgv([verb, ...rest(verb)]) ?? scriptCheck(verb, operandsOf(rest(verb), name), true));
}

/** Options of the manager say nothing about the script; what follows `--` does. */
function operandsOf(words: readonly string[], name: string): string[] {
  const at = words.indexOf("--");
  if (at >= 0) return words.slice(at + 1);
  return words.filter((word) => name !== "npm" || !word.startsWith("-"));
}

function languageCheck(name: string, args: readonly string[]): Check | "edit" | null {
  const verbs = args.filter((word) => !word.startsWith("-"));
  const [verb = ""] = verbs;
  const rest = args.slice(args.indexOf(verb) + 1);
  switch (name) {
    case "node":
      return args.includes("--test")
        ? check(
            ["tests"],
            args.filter((word) => word !== "--test"),
          )
        : null;
    case "deno":
      if (verb === "test") return check(["tests"], rest);
      if (verb === "check") return check(["typecheck"], rest, { folderWhole: true });
      if (verb === "lint") return check(["lint"], rest, { folderWhole: true });
      return verb === "fmt" && !args.includes("--check") ? "edit" : null;
    case "go":
      if (verb === "test") return check(["tests"], rest);
      if (verb === "build") return check(["build"], rest);
      if (verb === "vet") return check(["lint"], rest);
      return verb === "get" || verb === "fmt" || (verb === "mod" && verbs[1] === "tidy") ? "edit" : null;
    case "cargo": {
      const known = args.filter((word) => !word.startsWith("+"));
      const at = known.findIndex((word) => !word.startsWith("-"));
      const [sub = "", ...words] = at < 0 ? [] : known.slice(at);
      if (sub === "test" || sub === "t") return check(["tests"], untilDashes(words));
      if (sub === "nextest") return check(["tests"], untilDashes(words), { skips: ["run"] });
      if (sub === "build" || sub === "b") return check(["build"], words);
      if (sub === "check" || sub === "c") return check(["build", "typecheck"], words);
      if (sub === "clippy") return check(["lint"], untilDashes(words), { fixes: hasFix(words) });
      return /^(?:fmt|fix|add|update|remove)$/.test(sub) && !args.includes("--check") ? "edit" : null;
    }
    case "mvn":
    case "mvnw": {
      const kinds: CheckKind[] = [];
      const skips = args.some((word) => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(word));
      if (!skips && verbs.some((word) => /^(?:test|verify|package|install)$/.test(word))) kinds.push("tests");
      if (verbs.some((word) => /^(?:compile|package|verify|install)$/.test(word))) kinds.push("build");
      const goals = verbs.filter((word) => !/^(?:clean|test|verify|package|install|compile)$/.test(word));
      return kinds.length === 0 ? null : check(kinds, [...args.filter((word) => word.startsWith("-")), ...goals]);
    }
    case "gradle":
    case "gradlew": {
      const kinds: CheckKind[] = [];
      const isTask = (word: string, names: RegExp) => names.test(word.split(":").at(-1) ?? "");
      const skips = args.some((word, at) => word === "-x" && args[at + 1] === "test");
      if (!skips && verbs.some((word) => isTask(word, /^(?:test|check|build)$/))) kinds.push("tests");
      if (verbs.some((word) => isTask(word, /^(?:build|assemble|classes|jar)$/))) kinds.push("build");
      const modules = verbs.filter((word) => /^:?[^:]+:/.test(word));
      const flags = args.filter((word, at) => word.startsWith("-") || args[at - 1] === "--tests");
      return kinds.length === 0 ? null : check(kinds, [...flags, ...modules]);
    }
    case "dotnet":
    case "mix":
    case "swift":
    case "bazel":
    case "bazelisk":
    case "rails":
    case "xcodebuild":
      if (verbs.includes("test")) {
        const words = name === "xcodebuild" ? [] : args.slice(args.indexOf("test") + 1);
        return check(
          ["tests"],
          words.filter((word) => !word.endsWith(".sln")),
        );
      }
      if (verb === "format") return "edit";
      return verbs.includes("build") || verb === "compile" ? check(["build"], [], {}) : null;
    case "cmake":
      return args.includes("--build") ? check(["build"], []) : null;
    case "docker":
    case "podman":
      return verb === "build" ? check(["build"], []) : null;
    case "next":
    case "vite":
    case "astro":
    case "nuxt":
      return verb === "build" ? check(["build"], []) : null;
    default:
      return null;
  }
}

function untilDashes(words: readonly string[]): readonly string[] {
  const at = words.indexOf("--");
  return at < 0 ? words : words.slice(0, at);
}

function editor(name: string, args: readonly string[]): "edit" | null {
  const verbs = args.filter((word) => !word.startsWith("-"));
  const [verb = ""] = verbs;
  if (
    /^(?:prettier|gofmt|goimports|shfmt|clang-format|dprint|swiftformat|terraform|black|isort|rustfmt|autopep8|yapf)$/.test(
      name,
    )
  ) {
    if (args.some((word) => /^(?:--check|--diff|-l|--list-different|--dry-run)$/.test(word))) return null;
    const isInPlace = args.some((word) => /^(?:--write|-w|-i|--in-place)$/.test(word));
    return isInPlace || /^(?:black|isort|rustfmt|swiftformat)$/.test(name) || verb === "fmt" ? "edit" : null;
  }
  if (/^pip[0-9.]*$/.test(name)) return /^(?:install|uninstall)$/.test(verb) ? "edit" : null;
  if (/^(?:poetry|uv|pdm|pipenv|bundle|composer|gem|conda|rye)$/.test(name))
    return /^(?:add|remove|install|update|sync|lock|require|uninstall|pip)$/.test(verb) ? "edit" : null;
  if (name !== "git") return null;
  const at = args.findIndex((word, index) => !word.startsWith("-") && !/^(?:-C|-c)$/.test(args[index - 1] ?? ""));
  const [sub = "", ...rest] = at < 0 ? [] : args.slice(at);
  if (!/^(?:checkout|switch|merge|rebase|pull|reset|stash|apply|am|cherry-pick|revert|restore)$/.test(sub)) return null;
  if (sub === "stash" && /^(?:list|show)$/.test(rest[0] ?? "")) return null;
  if (sub === "apply" && rest.includes("--check")) return null;
  // A new branch from here changes no file.
  const isNew = /^(?:checkout|switch)$/.test(sub) && rest.length === 2 && /^(?:-b|-B|-c|-C)$/.test(rest[0] ?? "");
  return isNew ? null : "edit";
}

/** A command without wrappers as a check; `edit` when it changes files; null when no table knows it as either. */
export function checkOfArgv(argv: readonly string[], runners: ClaimSettings["runners"] = []): Check | "edit" | null {
  const [first = "", ...args] = argv;
  const name = baseName(first).replace(/\.(?:cmd|exe|sh)$/, "");
  for (const { kind, argv: own, scope } of runners) {
    if (own.length > 0 && own.every((word, at) => argv[at] === word))
      return { ...check([kind], argv.slice(own.length)), ...(scope === "narrow" ? { scope } : {}) };
  }
  if (args.length === 1 && /^(?:--version|-v|-V|--help|-h)$/.test(args[0] ?? "") && name !== "go") return null;
  if (testPrograms.has(name)) {
    const [verb] = args;
    if (name === "vitest" && /^(?:list|bench|init)$/.test(verb ?? "")) return null;
    if (/^(?:playwright|cypress)$/.test(name) && !/^(?:test|run)$/.test(verb ?? "")) return null;
    if (args.some((word) => /^(?:--collect-only|--co|--listTests|--list|--list-tests)$/.test(word))) return null;
    return check(["tests"], args, {
      skips: ["run", "watch", "dev", "test", "discover"],
      narrow: verb === "related" ? ["related"] : [],
    });
  }
  if (typePrograms.has(name)) {
    const isOnlyTypes = name !== "tsc" || args.includes("--noEmit");
    const kinds: CheckKind[] = isOnlyTypes ? ["typecheck"] : ["build", "typecheck"];
    return check(kinds, withoutProjects(args), { folderWhole: true });
  }
  if (lintPrograms.has(name)) {
    if (name === "ruff" && args[0] === "format") return args.includes("--check") ? check(["lint"], []) : "edit";
    if (name === "biome" && args[0] === "format") return hasFix(args) ? "edit" : check(["lint"], []);
    return check(["lint"], args, { folderWhole: true, skips: ["check", "lint", "ci", "run"], fixes: hasFix(args) });
  }
  if (buildPrograms.has(name)) return check(["build"], [], {});
  if (packageManagers.has(name)) return managerCheck(name, args);
  if (taskRunners.has(name)) {
    const names = args.filter((word, at) => !/^-|=/.test(word) && !/^(?:-C|-f|-j)$/.test(args[at - 1] ?? ""));
    const [script] = names;
    if (script === undefined) return name === "make" ? check(["build"], []) : null;
    if (name === "composer" && editor(name, args) === "edit") return "edit";
    return scriptCheck(script === "run" && names[1] !== undefined ? names[1] : script, names.slice(1), false);
  }
  return languageCheck(name, args) ?? editor(name, args);
}

/** `tsc -p tsconfig.json` looks at a whole project. */
function withoutProjects(args: readonly string[]): string[] {
  return args.filter(
    (word, at) =>
      !/^(?:-p|--project|-b|--build)$/.test(word) && !/^(?:-p|--project|-b|--build)$/.test(args[at - 1] ?? ""),
  );
}
