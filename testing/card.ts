/** @module Small, complete cards for tests: a change with one retry in it, and what models may say of it. */

import type { FirstPassAnswer, VerifierAnswer, WriterAnswer } from "../packages/kernel/src/card/answers.ts";
import type { Card } from "../packages/kernel/src/card/card.schema.ts";
import { type CardSources, composeCard } from "../packages/kernel/src/card/compose.ts";
import { ShownDiff } from "../packages/kernel/src/card/shown.ts";
import type { ChangedFile } from "../packages/kernel/src/change/facts.ts";
import { defaultConfiguration } from "../packages/kernel/src/configuration.ts";
import { compilePathClasses } from "../packages/kernel/src/paths/classes.ts";
import type { Floor } from "../packages/kernel/src/scale.ts";
import type { FloorResult } from "../packages/kernel/src/verdict.ts";
import { baseSha, file, headSha } from "./facts.ts";

export const cardClasses = compilePathClasses(defaultConfiguration.intent);

export const uploadFile: ChangedFile = file("src/upload.ts", {
  patch: "@@ -1,2 +1,4 @@\n export function upload() {\n-  return send();\n+  return retry(send, { times: 3 });\n+}\n",
});

export const writerAnswer: WriterAnswer = {
  goal: "Failed uploads are tried again.",
  behavior_changes: [{ text: "An upload is tried up to three times.", paths: ["src/upload.ts"] }],
  out_of_scope: [],
  risk: "trivial",
  why: "one call is wrapped",
};

const claim = {
  outcome: "supported",
  why: "the call is wrapped",
  quote: "return retry(send, { times: 3 });",
  paths: [],
} as const;
export const verifierAnswer: VerifierAnswer = {
  claims: [
    { ...claim, id: "g" },
    { ...claim, id: "b1" },
  ],
  missed: [],
  out_of_scope: [],
  risk: "trivial",
  why: "nothing else moves",
};
export const firstPassAnswer: FirstPassAnswer = { risk: "trivial", why: "one call is wrapped" };

export function floorOf(level: Floor, rule: string | null = null): FloorResult {
  const linesBy = { code: 3, test: 0, docs: 0, generated: 0, lockfile: 0, other: 0 };
  const contributors = rule === null ? [] : [{ rule, class: level }];
  return { class: level, contributors, files: 1, lines: 3, lines_by: linesBy };
}

export function answered<Answer>(answer: Answer): { ok: true; answer: Answer; droppedPaths: number } {
  return { ok: true, answer, droppedPaths: 0 };
}

/** A checked card that agrees, and the parts to put into it. */
export function cardSources(parts: Partial<CardSources> = {}): CardSources {
  return {
    repository: "acme/shop",
    number: 7,
    headSha,
    baseSha,
    floor: floorOf("trivial"),
    shown: ShownDiff.of([uploadFile], cardClasses),
    firstPass: answered(firstPassAnswer),
    writer: answered(writerAnswer),
    verifier: answered(verifierAnswer),
    notAsked: null,
    calls: [],
    digests: { facts: "sha256:f", config: "sha256:c", verdict: "sha256:v" },
    attempt: 1,
    ...parts,
  };
}

export function card(parts: Partial<CardSources> = {}): Card {
  return composeCard(cardSources(parts));
}
