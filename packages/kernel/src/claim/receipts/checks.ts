/** @module Which commands are checks: tests, builds, type checks, linters, and commands that edit (claim gate, 5.2). */

import type { ClaimSettings } from "../settings.ts";
import { editor } from "./check-edits.ts";
import { languageCheck } from "./check-languages.ts";
import { type Check, check, hasFix } from "./check-scope.ts";
import type { CheckKind } from "./kinds.ts";
import { baseName } from "./unwrap.ts";

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
  const isWorkspace = (word: string) => /^(?:-w|--workspace|--filter|-F)(?:=|$)/.test(word);
  const rest = (word: string) =>
    args
      .slice(args.indexOf(word) + 1)
      .filter((one, at, all) => !isWorkspace(one) && !/^(?:-w|--workspace|--filter|-F)$/.test(all[at - 1] ?? ""));
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
