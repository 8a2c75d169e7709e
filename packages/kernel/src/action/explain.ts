/** @module A verdict in a few plain lines: what a call would read, write, delete, run and send, and what the gate says. */

import type { Effect, EffectKind } from "../effect.ts";
import { cleanText } from "../text/clean.ts";
import type { ActionFinding } from "./finding.ts";
import type { ActionVerdict } from "./judge.ts";

const verbs: Readonly<Record<EffectKind, string>> = {
  read: "reads",
  write: "writes",
  delete: "deletes",
  execute: "runs",
  network: "fetches from",
  publish: "sends to",
  pay: "pays",
  configure: "configures",
  delegate: "hands on to",
  elevate: "gets the rights of",
};

const ends = { reversible: "", costly: " (takes work to undo)", irreversible: " (cannot be undone)" } as const;

const decisions = {
  allow: "The gate would let it run.",
  ask: "The gate would ask.",
  park: "The gate would put it into the inbox.",
  deny: "The gate would refuse it.",
} as const;

function effectLine({ kind, target, reversibility, certain }: Effect): string {
  const what =
    target === "?"
      ? "something nobody can name"
      : target.startsWith("some:")
        ? `some things below ${target.slice(5)}`
        : target;
  return `  ${certain ? "" : "perhaps "}${verbs[kind]} ${cleanText(what, { lineBreaks: "write" })}${ends[reversibility]}`;
}

function findingLines({ rule, message, quote, next }: ActionFinding): string[] {
  return [`  ${message.replace(/\.$/, "")}${quote === undefined ? "" : `: ${quote}`} [${rule}]`, `    ${next}`];
}

/** The lines for a person. Text from outside is cleaned; each effect and each reason stands once. */
export function explainAction(verdict: ActionVerdict): string {
  const effects = [...new Set(verdict.effects.map(effectLine))];
  const reasons = [...new Set(verdict.findings.map((finding) => findingLines(finding).join("\n")))];
  return [
    ...(effects.length === 0 ? ["It has no effect that counts."] : ["It", ...effects]),
    ...(verdict.understood ? [] : ["Not all of it was understood."]),
    decisions[verdict.decision],
    ...reasons,
    "",
  ].join("\n");
}
