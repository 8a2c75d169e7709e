/** @module How English says that a check went well: the words of each kind of receipt, as data (claim gate, 5.1). Folded lower case. */

import type { ReceiptKind } from "./kinds.ts";

const passed = "(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?)";
/** `pass a null cart` and `passes the array` hand something over. */
const handsOver = "(?! (?:a|an|null|undefined|it|them|arguments?|[a-z]+ to the)\\b)";
const passes = `(?:${passed}${handsOver}|(?:(?:are|is|all|stays?|remains?|now|still|were|was|went|back to|to|turned|gone|back) ){1,3}green|run(?:s)? clean(?:ly)?)`;
const tests = "(?:tests?|specs?|(?:test )?suites?|test cases?)";
const runners =
  "(?:vitest|jest|pytest|mocha|rspec|phpunit|playwright|cypress|ctest|tox|nox|go test(?: \\./\\.\\.\\.)?|cargo (?:nextest|test)|dotnet test|mvn test|npm (?:run )?test|yarn test|pnpm test|bun test|make test|test command)";
const builders = "(?:(?:npm|yarn|pnpm|bun)(?: run)? build|make(?: build)?|cargo build|go build|build command)";
const checkers = "(?:type[- ]?check(?:s|ing|er|ers)?|tsc(?: --noemit)?|mypy|pyright|vue-tsc)";
const linters =
  "(?:lint(?:s|er|ers|ing)?|eslint|oxlint|ruff|clippy|biome|flake8|pylint|rubocop|golangci-lint|go vet|stylelint|shellcheck)";
const faults = "(?:errors?|warnings?|issues?|problems?|findings?|complaints?|failures?)";
const faultless = `(?:no|0|zero|without(?: any)?) (?:\\w+ ){0,2}${faults}`;
const clean = `(?:${passed}|clean(?:ly)?|green|ok|happy|${faultless})`;
const between = "[^.;]{0,60}?";
const tick = "(?:[\\u2705\\u2713\\u2714\\u2611]|\\ud83d\\udfe2|\\ud83d\\udc9a)";
const ends = "(?=[ .!)]*$)";
/** `tests: ok` and `build ✅`: no verb at all. */
const verdict = `(?: runs?| status| results?)?(?: ?[:=|-] ?| )(?:all )?(?:ok(?:ay)?|green|clean|success(?:ful)?|${tick})${ends}`;
const well = `(?:are|is|look|looks|were|was|ran|run|stay|remain)(?: \\w+){0,2} (?:ok(?:ay)?|fine|good|clean|happy|healthy|working)${ends}`;
const exitsWell =
  "(?:(?:exit(?:s|ed)?|return(?:s|ed)?)(?: with)?(?: an?)?(?: exit)?(?: code| status)?(?: of)? (?:0|zero)(?!\\.?\\d)|exit(?:s|ed)? cleanly|returns? success)";
const exitOf = (what: string) => [
  new RegExp(`\\b${what}\\b[^;]{0,60}?\\b${exitsWell}`),
  new RegExp(`\\b(?:code|status) (?:0|zero) (?:from|of|for) ${what}\\b`),
];
const noLonger = "(?:no longer|don't|doesn't|do not|does not) (?:fail|break)s?\\b";

const testPhrases: readonly RegExp[] = [
  new RegExp(`\\b${tests}\\b${between}\\b${passes}\\b`),
  new RegExp(
    `\\bpass(?:es|ed|ing)?:?\\s+(?:(?:all|the|every|its|our|of|[0-9][0-9,]*|\\w+)\\s+){0,4}${tests}\\b(?! (?:array|object|list|path|file|folder|directory|config|options?|arguments?|flags?)\\b)`,
  ),
  /\b[0-9][0-9,]* (?:tests? )?(?:passed|passing)\b/,
  new RegExp(`\\b(?<n>[0-9]+) ?/ ?\\k<n>\\b(?: ${tests}| pass|$|\\b${between}\\b(?:tests?|passing|passed)\\b)`),
  new RegExp(`\\b${tests}\\b:? ${between}\\b(?<n>[0-9]+) ?/ ?\\k<n>\\b`),
  new RegExp(`\\b${runners}(?![\\w-])${between}\\b(?:${passes}|ok|clean|happy)\\b`),
  new RegExp(`\\b(?:ran|executed)\\b${between}\\b${tests}\\b${between}\\bsuccessfully\\b`),
  new RegExp(
    `\\b(?:no|none of the|zero|0) (?:\\w+ )?${tests} (?:fail(?:s|ed|ing)?|are failing|is failing)\\b(?! to\\b)`,
  ),
  new RegExp(`\\bnot (?:a single|one|any) (?:\\w+ )?${tests} (?:fail(?:s|ed)?|is failing)\\b`),
  /\bno (?:failing|failed) tests?\b/,
  /\b(?:can't|cannot|could not|couldn't|did not|didn't) (?:find|see) (?:any|a|a single|one) (?:failing|failed|broken) tests?\b/,
  new RegExp(`\\bgreen ${tests}\\b`),
  new RegExp(`\\b${tests}${verdict}`),
  new RegExp(`\\b${tests} green${ends}`),
  new RegExp(`${tick} (?:all )?(?:the )?${tests}${ends}`),
  new RegExp(`\\b${tests}:? (?:are |is )?(?:all )?${tick}`),
  new RegExp(`\\b${tests} ${well}`),
  new RegExp(`\\b${tests}(?:[,&]? (?:and )?(?:lint\\w*|builds?|types?|type[- ]?checks?)){1,4} ${well}`),
  new RegExp(`\\b${tests}(?: all)? work(?: now| again| fine| well| correctly| as expected)?${ends}`),
  new RegExp(
    `\\b(?:${tests}(?: runs?)?|testing)\\b (?:\\w+ ){0,3}(?:successful(?:ly)?|without (?:any )?(?:\\w+ )?(?:failures?|errors?|problems?|issues?))(?![\\w-])`,
  ),
  new RegExp(`\\b(?:no|zero|0) failures?\\b${between}\\b${tests}\\b`),
  new RegExp(`\\b${tests}\\b${between}\\b(?:no|zero|0) failures?\\b`),
  /\b(?:no|zero|0)(?: more)? test failures?\b/,
  new RegExp(`\\b${tests}\\b${between}\\b${noLonger}`),
  ...exitOf(runners),
];

/** What says of everything that it passes. Of which check is not said, so that no run is asserted. */
export const everythingPasses =
  /^(?:(?:now|and|so|then),? )?(?:everything|all(?: of them)?|all [0-9][0-9,]*|they(?: all)?|we(?:'re| are))(?: is| are)?(?: all| now| again)? (?:pass(?:es|ed|ing)?|green)(?: now| again| locally)?[ .!)]*$/;

/** What says that a check of each kind went well. */
export const checkPhrases: readonly (readonly [ReceiptKind, readonly RegExp[]])[] = [
  ["tests_pass", testPhrases],
  [
    "build_succeeds",
    [
      new RegExp(
        `\\b(?:build|compilation|bundle|bundling)\\b${between}\\b(?:succeed(?:s|ed)?|succe\\w+|pass(?:es|ed|ing)?|works?|worked|green|clean(?:ly)?|complete[sd]?|compiles|finished|without (?:any )?errors)\\b`,
      ),
      new RegExp(
        `\\b(?:project|code|codebase|app|application|package|crate|binary|it|everything)\\b(?: \\w+){0,3}? (?:builds?|compiles?|built|compiled)\\b(?! (?:on|from|by|with|against|a|the)\\b)`,
      ),
      /\b(?:builds?|compiles?|built|compiled) (?:cleanly|successfully|fine|correctly|without (?:any )?(?:errors?|warnings?|issues?))\b/,
      /\bsuccessful (?:build|compilation)\b/,
      new RegExp(`\\bbuild${verdict}`),
      new RegExp(`${tick} (?:the )?build${ends}|\\bbuild:? (?:is )?${tick}`),
      /\b(?:no|zero|0)(?: more| remaining)? (?:build|compiler?|compilation) errors?\b/,
      new RegExp(`\\bbuild ${noLonger}`),
      ...exitOf(builders),
    ],
  ],
  [
    "typecheck_clean",
    [
      new RegExp(`\\b${checkers}(?![\\w-])${between}\\b${clean}\\b`),
      /\b(?:no|0|zero|without(?: any)?)(?: more| remaining)? (?:typescript |ts |mypy )?(?:type|typescript|type-check(?:ing)?) errors?\b/,
      /\b(?:code|codebase|project|it|everything)(?: now| all)? type[- ]?checks\b/,
      /\bpass(?:es|ed|ing)? (?:the |all |both )?(?:type[- ]?check(?:s|ing|er)?|tsc|mypy|pyright)\b/,
      new RegExp(`^(?:the |all )?types (?:check|are clean)${ends}`),
      ...exitOf(checkers),
    ],
  ],
  [
    "lint_clean",
    [
      new RegExp(`\\b${linters}(?![\\w-])${between}\\b${clean}\\b`),
      /\b(?:no|0|zero|without(?: any)?)(?: more| remaining)? (?:lint(?:er|ing)?|eslint|ruff|clippy) (?:errors?|warnings?|issues?|problems?|findings?)\b/,
      /\bpass(?:es|ed|ing)? (?:the |all |both )?(?:lint(?:er|ing)?|eslint|ruff|clippy|biome|flake8|pylint|rubocop)\b/,
      new RegExp(`\\b${linters}:? (?:is )?${tick}`),
      ...exitOf(linters),
    ],
  ],
];

/** Without one of these a clause says nothing of a check. */
export const speaksOfChecks =
  /test|spec|suite|pass|green|[0-9] ?\/ ?[0-9]|build|built|compil|bundl|type|tsc|mypy|pyright|lint|ruff|clippy|biome|flake8|rubocop|vet\b|shellcheck|jest|mocha|tox|nox|playwright|cypress|\bmake\b/;

const checkWord =
  "(?:the )?(?:all )?(?:(?:unit |integration |e2e )?tests?|builds?|lint(?:er|ing)?|type[- ]?check(?:s|ing)?|format(?:ting)?|eslint|tsc)";
/** The last comma of a list of checks parts no clauses. */
export const listOfChecks = new RegExp(`\\b(?<left>${checkWord}), and (?=${checkWord}\\b)`, "gi");
