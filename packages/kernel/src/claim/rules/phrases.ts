/** @module Phrases that stand where evidence should: placeholders, invented output, certainty nobody can have (claim gate, 4.4). Data. */

import type { PhraseCategory, PhraseLevel } from "../settings.ts";

export interface Phrase {
  readonly category: PhraseCategory;
  readonly pattern: RegExp;
  /** Words in back-ticks count too. */
  readonly countsQuoted?: boolean;
}

export const phraseLevels: Readonly<Record<PhraseCategory, PhraseLevel>> = {
  placeholder: "block",
  simulated: "block",
  printed_call: "block",
  claimed_tool_use: "block",
  claimed_test_results: "block",
  certainty: "warn",
  as_we_can_see: "warn",
  prior_knowledge: "warn",
};

function phrases(category: PhraseCategory, patterns: readonly RegExp[], countsQuoted = false): Phrase[] {
  return patterns.map((pattern) => ({ category, pattern, ...(countsQuoted ? { countsQuoted } : {}) }));
}

/** Looked for in folded lower case. Every pattern is linear. */
export const phraseList: readonly Phrase[] = [
  ...phrases("placeholder", [
    /\blorem ipsum\b/,
    /\b(?:tbd|tbc)\b/,
    /\[(?:insert|your|add|fill|replace|describe)\b[^\]\n]{0,80}\]/,
    /<(?:insert|your|add|fill|replace|describe)\b[^>\n]{0,80}>/,
    /\{\{[^{}\n]{0,80}\}\}/,
    /\bplaceholder (?:text|value|content|data|output)\b/,
    /_{4,}/,
    /\bx{3,}\b/,
    /^\s*(?:todo|fixme)\b/,
  ]),
  ...phrases("simulated", [
    /\b(?:simulated|hypothetical|imagined|imaginary|made-up|invented|fabricated|mocked-up) (?:\w+ )?(?:outputs?|results?|runs?|data|responses?|logs?)\b/,
    /\b(?:output|result|response)s? (?:would|might|should) (?:be|look like|read|show)\b/,
    /\bwould (?:output|print|look like|return something like)\b/,
    /\b(?:example|sample|illustrative) (?:outputs?|results?)\b/,
    /\bassuming (?:that )?(?:the |all )?(?:tests?|build|checks?|command|run) (?:pass(?:es|ed)?|succeeds?|works?)\b/,
    /\bwould have (?:passed|succeeded|worked|printed)\b/,
  ]),
  ...phrases(
    "printed_call",
    [
      /<\/?(?:\w{1,20}:)?(?:function_calls?|invoke|tool_use|tool_calls?|tool_results?)\b/,
      /^\s*(?:action|observation|tool_call)\s*:/m,
      /\{\s*"(?:tool|tool_name|function)"\s*:\s*"/,
    ],
    true,
  ),
  ...phrases("certainty", [
    /\bguarante(?:es?|ed|eing)\b/,
    /\bwithout (?:a|any) (?:shadow of a )?doubt\b/,
    /\bundoubtedly\b/,
    /\bdefinitely\b/,
    /\b100 ?% (?:sure|certain|correct|safe|confident|working|complete)\b/,
    /\b(?:absolutely|completely|totally|entirely|perfectly) (?:safe|correct|certain|sure|secure|fine|working|reliable)\b/,
    /\b(?:fully|thoroughly|exhaustively|extensively) tested\b/,
    /\b(?:production-ready|production ready|bulletproof|bug-free|bug free|risk-free|risk free|foolproof|rock-solid)\b/,
    /\b(?:can|could|will) never (?:fail|break|crash|happen)\b/,
    /\bworks? (?:perfectly|flawlessly)\b/,
    /\bno issues whatsoever\b/,
  ]),
  ...phrases("as_we_can_see", [
    /\bas (?:we|you) can see\b/,
    /\bas (?:shown|noted|seen|mentioned|stated|described) (?:above|earlier|before|previously)\b/,
    /\bthe (?:output|result|log|screenshot)s? above\b/,
    /\bsee the screenshot\b/,
    /\bit is (?:clear|obvious|evident) that\b/,
    /\bclearly shows?\b/,
    /\bobviously\b/,
    /\bof course\b/,
    /\bneedless to say\b/,
  ]),
  ...phrases("prior_knowledge", [
    /\bas an ai\b/,
    /\b(?:large )?language model\b/,
    /\bmy (?:training|knowledge cutoff)\b/,
    /\b(?:typically|usually|in general|generally|normally)\b/,
    /\bi (?:believe|think|assume|recall|suspect|guess)\b/,
    /\b(?:presumably|probably|likely)\b/,
  ]),
];

export type ToolUse = "run" | "search" | "web" | "read" | "query";

/** Past tense of what a tool does, in the first person or at the start of a sentence. */
export const toolVerbs: readonly (readonly [ToolUse, string])[] = [
  ["run", "ran|executed|invoked|tested|benchmarked|profiled|measured"],
  ["search", "searched|grepped"],
  ["web", "fetched|browsed|visited|downloaded|looked up"],
  ["read", "read|opened|inspected|viewed|looked at"],
  ["query", "queried"],
];

/** Programs that do the same from a shell. */
export const toolPrograms: Readonly<Record<ToolUse, ReadonlySet<string>>> = {
  run: new Set(),
  search: new Set("grep rg egrep fgrep ag ack find fd git awk sed".split(" ")),
  web: new Set("curl wget gh git npm pnpm yarn pip pip3 http".split(" ")),
  read: new Set("cat sed head tail less more git jq yq awk grep rg bat nl xxd".split(" ")),
  query: new Set(),
};
