/** @module Reads a claim for statements a receipt can be found for, clause by clause, in English (claim gate, 5.1). */

import { fold } from "../fold.ts";
import type { ClaimKind } from "../output.ts";
import { admitsFailure, isHedged, withoutDenials } from "./clause-words.ts";
import type { ReceiptKind, Stated } from "./kinds.ts";
import { statedFiles } from "./stated-files.ts";

const mark = /\uE000(?<at>[0-9]+)\uE001/g;

/** Clauses with back-ticks kept aside, so that no dot inside a command ends one. */
function clausesOf(text: string): { clause: string; code: readonly string[] }[] {
  const code: string[] = [];
  const plain = fold(text).text.replace(
    /`(?<body>[^`\n]*)`/g,
    (_, body: string) => `\uE000${code.push(body) - 1}\uE001`,
  );
  const parts = plain.split(
    /(?<=[.!?])\s+(?=[\p{Lu}\p{Lo}"'([\uE000]|$)|[;\n]|,\s+(?:and|but|while)\s+|\s+(?:but|while)\s+/u,
  );
  return parts.map((part) => ({ clause: part, code })).filter(({ clause }) => clause.trim() !== "");
}

/** The clause with its back-ticks opened. */
function opened(clause: string, code: readonly string[]): string {
  return clause.replace(mark, (_, at: string) => code[Number(at)] ?? "");
}

const passes =
  "(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|(?:(?:are|is|all|stays?|remains?|now|still|were|was|went) ){1,3}green|run(?:s)? clean(?:ly)?)";
const tests = "(?:tests?|specs?|(?:test )?suites?|test cases?)";
const runners =
  "(?:vitest|jest|pytest|mocha|rspec|phpunit|playwright|cypress|ctest|tox|nox|go test(?: \\./\\.\\.\\.)?|cargo (?:nextest|test)|dotnet test|mvn test|npm (?:run )?test|yarn test|pnpm test|bun test|make test)";
const clean =
  "(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|clean(?:ly)?|green|ok|(?:no|0|zero|without(?: any)?) (?:\\w+ ){0,2}(?:errors?|warnings?|issues?|problems?|findings?|complaints?))";
const between = "[^.;]{0,60}?";

const patterns: readonly (readonly [ReceiptKind, readonly RegExp[]])[] = [
  [
    "tests_pass",
    [
      new RegExp(`\\b${tests}\\b${between}\\b${passes}\\b`),
      new RegExp(`\\bpass(?:es|ed|ing)?:?\\s+(?:(?:all|the|every|its|our|of|[0-9][0-9,]*|\\w+)\\s+){0,4}${tests}\\b`),
      /\b[0-9][0-9,]* (?:tests? )?(?:passed|passing)\b/,
      new RegExp(`\\b(?<n>[0-9]+) ?/ ?\\k<n>\\b(?: ${tests}| pass|$|\\b${between}\\b(?:tests?|passing|passed)\\b)`),
      new RegExp(`\\b${tests}\\b:? ${between}\\b(?<n>[0-9]+) ?/ ?\\k<n>\\b`),
      new RegExp(`\\b${runners}(?![\\w-])${between}\\b(?:${passes}|ok|clean)\\b`),
      new RegExp(`\\b(?:ran|executed)\\b${between}\\b${tests}\\b${between}\\bsuccessfully\\b`),
      new RegExp(`\\b(?:no|none of the|zero|0) (?:\\w+ )?${tests} (?:fail(?:s|ed|ing)?|are failing|is failing)\\b`),
      /\bno (?:failing|failed) tests?\b/,
      new RegExp(`\\bgreen ${tests}\\b`),
    ],
  ],
  [
    "build_succeeds",
    [
      new RegExp(
        `\\b(?:build|compilation|bundle|bundling)\\b${between}\\b(?:succeed(?:s|ed)?|succe\\w+|pass(?:es|ed|ing)?|works?|worked|green|clean(?:ly)?|complete[sd]?|compiles|finished)\\b`,
      ),
      new RegExp(
        `\\b(?:project|code|codebase|app|application|package|crate|binary|it|everything)\\b(?: \\w+){0,3}? (?:builds?|compiles?|built|compiled)\\b(?! (?:on|from|by|with|against|a|the)\\b)`,
      ),
      /\b(?:builds?|compiles?|built|compiled) (?:cleanly|successfully|fine|correctly|without (?:any )?(?:errors?|warnings?|issues?))\b/,
      /\bsuccessful (?:build|compilation)\b/,
    ],
  ],
  [
    "typecheck_clean",
    [
      new RegExp(`\\b(?:type[- ]?check(?:s|ing|er|ers)?|tsc|mypy|pyright|vue-tsc)(?![\\w-])${between}\\b${clean}\\b`),
      /\b(?:no|0|zero|without(?: any)?) (?:typescript |ts |mypy )?(?:type|typescript|type-check(?:ing)?) errors?\b/,
      /\b(?:code|codebase|project|it|everything)(?: now| all)? type[- ]?checks\b/,
      /\bpass(?:es|ed|ing)? (?:the |all |both )?(?:type[- ]?check(?:s|ing|er)?|tsc|mypy|pyright)\b/,
    ],
  ],
  [
    "lint_clean",
    [
      new RegExp(
        `\\b(?:lint(?:s|er|ers|ing)?|eslint|oxlint|ruff|clippy|biome|flake8|pylint|rubocop|golangci-lint|go vet|stylelint|shellcheck)(?![\\w-])${between}\\b${clean}\\b`,
      ),
      /\b(?:no|0|zero|without(?: any)?) (?:lint(?:er|ing)?|eslint|ruff|clippy) (?:errors?|warnings?|issues?|problems?|findings?)\b/,
      /\bpass(?:es|ed|ing)? (?:the |all |both )?(?:lint(?:er|ing)?|eslint|ruff|clippy|biome|flake8|pylint|rubocop)\b/,
    ],
  ],
];

/** Without one of these a clause says nothing of a check. */
const speaks =
  /tests?\b|spec|suite|pass|green|[0-9] ?\/ ?[0-9]|build|built|compil|bundl|type|tsc|mypy|pyright|lint|ruff|clippy|biome|flake8|rubocop|vet\b|shellcheck|jest|mocha|tox|nox|playwright|cypress/;

const asserting =
  /\b(?:ran|re-?ran|executed|invoked|passed|succeeded|built|compiled|linted|tested|completed|was run|were run|has run|have run)\b/;

function countIn(clause: string): number | null {
  // Of tests somebody added, the number says how many were added.
  if (/\b(?:add(?:s|ed|ing)?|wrote|writes|created?|new)\b/.test(clause)) return null;
  const found =
    /\b(?<n>[0-9][0-9,]*) (?:unit |integration |e2e |automated )?(?:tests?|specs?)\b/.exec(clause)?.groups?.["n"] ??
    /\b(?<n>[0-9][0-9,]*) (?:passed|passing)\b/.exec(clause)?.groups?.["n"] ??
    /\b(?<n>[0-9]+) ?\/ ?\k<n>\b/.exec(clause)?.groups?.["n"] ??
    /\b(?<n>[0-9][0-9,]*) of (?:the )?\k<n>\b/.exec(clause)?.groups?.["n"];
  return found === undefined ? null : Number(found.replaceAll(",", ""));
}

const noTarget = new Set(
  (
    "all the a an every these those its our my your their of and or that which any no other existing new added previous previously " +
    "failing failed full whole entire complete test automated project project's npm vitest jest pytest mocha go cargo yarn pnpm bun " +
    "make relevant affected remaining passing green 's now both some more most related updated regression run ran running then also with"
  ).split(" "),
);

function targetIn(clause: string): string | null {
  const behind = /\b(?:tests?|specs?) (?:for|of|in|under|covering) (?:the |our |its )?(?<what>[\w@./-]*[\w/])/.exec(
    clause,
  );
  const named = behind?.groups?.["what"];
  if (named !== undefined && !noTarget.has(named)) return named.replace(/\.$/, "");
  const before = /(?<what>[\w@./-]+) (?:unit |integration )?(?:tests|specs|test suite|suite)\b/.exec(clause)?.groups?.[
    "what"
  ];
  if (before === undefined || noTarget.has(before) || /^[0-9.,/]+$/.test(before)) return null;
  return before;
}

const ranCommand =
  /\b(?:ran|re-?ran|executed|invoked|running|after running|by running)\b (?:the |a |both |commands? |and |then ){0,3}\uE000(?<at>[0-9]+)\uE001|\uE000(?<other>[0-9]+)\uE001 (?:was|were|has been|have been) (?:run|executed|invoked)\b/giu;
const succeeding =
  /\b(?:success\w*|succeed\w*|exit(?:ed|s)? (?:code |status |with )*0|passe[sd]|passing|without errors?|clean(?:ly)?)\b/;

function statedCommands(clause: string, code: readonly string[], base: Stated): Stated[] {
  const lower = clause.toLowerCase();
  return [...clause.matchAll(ranCommand)].flatMap((match): Stated[] => {
    const at = Number(match.groups?.["at"] ?? match.groups?.["other"] ?? -1);
    const command = code[at];
    // A path or a name in back-ticks is no command.
    if (command === undefined || command.trim() === "") return [];
    return [{ ...base, kind: "ran_command", command, mustSucceed: succeeding.test(lower), assertsRun: true }];
  });
}

/** Every statement of a claim, in the order of its clauses. */
export function readStated(text: string, kind: ClaimKind): Stated[] {
  const found: Stated[] = [];
  for (const { clause, code } of clausesOf(text)) {
    const words = opened(clause, code).toLowerCase();
    if (isHedged(words)) continue;
    const base: Stated = {
      kind: "ran_command",
      clause: opened(clause, code).trim(),
      count: null,
      target: null,
      paths: [],
      command: null,
      mustSucceed: false,
      assertsRun: kind === "result" || asserting.test(words),
    };
    found.push(...statedFiles(opened(clause, code), base));
    if (admitsFailure(withoutDenials(words))) continue;
    for (const [of, list] of speaks.test(words) ? patterns : []) {
      if (!list.some((pattern) => pattern.test(words))) continue;
      const isTests = of === "tests_pass";
      const count = isTests ? countIn(words) : null;
      const assertsRun = base.assertsRun || count !== null;
      found.push({ ...base, kind: of, count, target: isTests ? targetIn(words) : null, assertsRun });
    }
    found.push(...statedCommands(clause, code, base));
  }
  const seen = new Set<string>();
  return found.filter((one) => {
    const key = JSON.stringify([one.kind, one.count, one.target, one.paths, one.command]);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
