/**
 * @module What a person and a model are told about a verdict, in one shape on all hosts: what was found, what to do next, and
 * the rule. No contents of files, no values of the environment, no secrets.
 */

import { type ActionFinding, finding } from "@warrant/kernel/action/finding";
import type { ActionVerdict } from "@warrant/kernel/action/judge";
import { cleanText } from "@warrant/kernel/text/clean";
import { maskText } from "@warrant/kernel/text/mask";
import type { failureRules } from "./outcome.ts";

/** Hosts cut longer texts in ways of their own. */
export const longestReason = 1000;
const longestPart = 440;

function part(text: string, longest = longestPart): string {
  const plain = cleanText(maskText(text.slice(0, 4 * longest)))
    .replace(/\s+/g, " ")
    .trim();
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).toWellFormed()}…`;
}

/** The one shape. */
export function sentence(found: string, next: string, rule: string): string {
  const said = `Warrant: ${part(found).replace(/[.\s]+$/, "")}. Next: ${part(next).replace(/[.\s]+$/, "")}.`;
  return `${said} [${part(rule, 100)}]`.slice(0, longestReason);
}

function leadOf(verdict: ActionVerdict): ActionFinding {
  return verdict.findings.find(({ rule }) => rule === verdict.rule) ?? finding(verdict.rule, null);
}

/** Other rules that are named with the first, so that a person knows what else is answered. */
const mostOthers = 5;

/** What a verdict rests on that no word of the call shows. */
export interface Cause {
  /** Who asked, as far as anybody knows. */
  readonly origin: string;
  /** Whether the agent of the call is the main one, or its start was seen. */
  readonly isAnnounced: boolean;
}

function causeWords(rule: string, cause: Cause | undefined): string {
  if (cause === undefined || !rule.startsWith("ceiling.")) return "";
  if (!cause.isAnnounced) return "; the start of this subagent was not seen, so it may do nothing";
  if (cause.origin === "human") return "";
  return "; nobody known typed this prompt: a person who starts the agent with `warrant run` asks for what it says";
}

/** What was found: the deciding reason, and of a question everything else that asks. */
function foundIn(verdict: ActionVerdict): string {
  const { message, quote } = leadOf(verdict);
  const plain = message.replace(/\.$/, "");
  const found = quote === undefined ? plain : `${plain} (${part(quote, 160)})`;
  const asks = verdict.decision === "ask" || verdict.decision === "park" || verdict.rule === "authority.nobody-to-ask";
  const others = asks
    ? [...new Set(verdict.findings.map(({ rule }) => rule))].filter((rule) => rule !== verdict.rule)
    : [];
  return others.length === 0 ? found : `${found}; also ${others.slice(0, mostOthers).join(", ")}`;
}

/** What a person reads beside a question of the inbox: the finding alone, since its rule and what to do are shown there. */
export function whyOf(verdict: ActionVerdict): string {
  return `${part(foundIn(verdict)).replace(/[.\s]+$/, "")}.`;
}

/** Why a call was decided as it was, and what its agent can do. */
export function reasonOf(verdict: ActionVerdict, cause?: Cause): string {
  return sentence(`${foundIn(verdict)}${causeWords(verdict.rule, cause)}`, leadOf(verdict).next, verdict.rule);
}

/** Why a call waits, and how a person lets it through. `inbox` is null when the question could not be written down. */
export function waitingReason(verdict: ActionVerdict, inbox: string | null, cause?: Cause): string {
  const next =
    inbox === null
      ? "the question could not be written down, so a person has to be asked in another way"
      : `go on with other work; it waits in the inbox, and a person lets it through with \`warrant answer ${inbox} approve\``;
  return sentence(`${foundIn(verdict)}${causeWords(verdict.rule, cause)}`, next, verdict.rule);
}

/** What is said of our own failure. */
export function failureMessage(rule: (typeof failureRules)[number]): string {
  const lead = finding(rule, null);
  return sentence(lead.message, lead.next, rule);
}
