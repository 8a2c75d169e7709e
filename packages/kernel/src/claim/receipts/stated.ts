/** @module Reads a claim for statements a receipt can be found for, clause by clause, in English (claim gate, 5.1). */

import { fold } from "../fold.ts";
import type { ClaimKind } from "../output.ts";
import { checkPhrases, everythingPasses, listOfChecks, speaksOfChecks } from "./check-phrases.ts";
import { admitsFailure, isHedged, isOfAPart, isOfSomethingElse, withoutDenials } from "./clause-words.ts";
import type { Stated } from "./kinds.ts";
import { statedFiles, withoutPaths } from "./stated-files.ts";

const mark = /\uE000(?<at>[0-9]+)\uE001/g;

/** Letters of other scripts that look like Latin ones, in a word that has both: nobody reads them as anything else. */
const lookalikes = new Map(
  Array.from(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u03bf\u0391\u0395\u039f\u03a4",
    (sign, index) => [sign, "aeopcyxisABEKMHOPCTXoAEOT".charAt(index)] as const,
  ),
);

function inOneScript(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => {
    const isMixed = /[A-Za-z]/.test(word) && /[\u0370-\u04ff]/.test(word);
    return isMixed ? word.replace(/[\u0370-\u04ff]/g, (sign) => lookalikes.get(sign) ?? sign) : word;
  });
}

const boundary =
  /(?<=[.!?])\s+(?=[\p{Lu}\p{Lo}"'([\uE000]|$)|[;\n]|,\s+(?:and|but|while|so|which)\s+|\s+(?:but|while)\s+|\s-\s(?=(?:would|shall|should|let|do you|want)\b)|\s+and\s+(?=(?:it|this|that|you|we|they|I)\s+(?:will|may|can|could|should|would|might)\b)/u;

/** Clauses with back-ticks kept aside, so that no dot inside a command ends one. */
function clausesOf(text: string): { clause: string; code: readonly string[] }[] {
  const code: string[] = [];
  const plain = inOneScript(fold(text).text).replace(
    /`(?<body>[^`\n]*)`/g,
    (_, body: string) => `\uE000${code.push(body) - 1}\uE001`,
  );
  const parts = plain.replace(listOfChecks, "$<left> and ").split(boundary);
  return parts.map((part) => ({ clause: part, code })).filter(({ clause }) => clause.trim() !== "");
}

/** The clause with its back-ticks opened. */
function opened(clause: string, code: readonly string[]): string {
  return clause.replace(mark, (_, at: string) => code[Number(at)] ?? "");
}

const asserting =
  /\b(?:ran|re-?ran|executed|invoked|passed|succeeded|built|compiled|linted|tested|completed|was run|were run|has run|have run)\b/;

const counted: readonly RegExp[] = [
  /\b(?<n>[0-9][0-9,]*) (?:unit |integration |e2e |automated )?(?:tests?|specs?)\b/g,
  /\b(?<n>[0-9][0-9,]*) (?:passed|passing)\b/g,
  /\b(?<n>[0-9]+) ?\/ ?\k<n>\b/g,
  /\b(?<n>[0-9][0-9,]*) of (?:the )?\k<n>\b/g,
];

/** How many tests a clause says there are. Of tests somebody added, the number says how many were added. */
function countIn(clause: string): number | null {
  for (const pattern of counted) {
    for (const { groups, index } of clause.matchAll(pattern)) {
      const before =
        clause
          .slice(0, index)
          .split(/[,;:(]| and /)
          .at(-1) ?? "";
      if (/\b(?:add(?:s|ed|ing)?|wrote|writes|created?|new)\b/.test(before)) continue;
      return Number(groups?.["n"]?.replaceAll(",", "") ?? Number.NaN);
    }
  }
  return null;
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
    if (admitsFailure(withoutPaths(withoutDenials(words)))) continue;
    const isOfChecks = speaksOfChecks.test(words) && !isOfSomethingElse(words) && !isOfAPart(words);
    for (const [of, list] of isOfChecks ? checkPhrases : []) {
      if (!list.some((pattern) => pattern.test(words))) continue;
      const isTests = of === "tests_pass";
      const count = isTests ? countIn(words) : null;
      const assertsRun = base.assertsRun || count !== null;
      found.push({ ...base, kind: of, count, target: isTests ? targetIn(words) : null, assertsRun });
    }
    if (isOfChecks && everythingPasses.test(words.trim()) && !found.some((one) => one.clause === base.clause))
      found.push({ ...base, kind: "tests_pass", assertsRun: false });
    found.push(...statedCommands(clause, code, base));
  }
  const seen = new Set<string>();
  return found.filter((one) => {
    const key = JSON.stringify([one.kind, one.count, one.target, one.paths, one.command]);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
