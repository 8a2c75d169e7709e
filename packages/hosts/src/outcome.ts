/** @module What the gate came to for one event, before a host's adapter puts it into the host's own words. */

import type { ActionDecision } from "@warrant/kernel/action/judge";

/** A verdict as an adapter needs it. */
export interface JudgedCall {
  readonly kind: "judged";
  readonly decision: ActionDecision;
  /** The rule that decided. */
  readonly rule: string;
  /** What was found, what to do next and `[rule]`, at most 1,000 characters. */
  readonly reason: string;
  /** The approval, envelope or operator's rule that let it through: then a host may be told to allow. */
  readonly authority: string | null;
  /** The question that waits for a person, when one was written down. */
  readonly inbox_id: string | null;
  /** How the question was put, when there is one. */
  readonly channel: Channel;
  /** The whole input with its paths resolved, where they differ and the call is a file tool's. */
  readonly updated_input: Readonly<Record<string, unknown>> | null;
  /** Of `updated_input`, the keys that changed. */
  readonly updated_keys: readonly string[];
}

/**
 * How a question is put to a person: by the host's own prompt, by a call that the host holds back, or in the inbox while the
 * call is refused for now.
 */
export type Channel = "prompt" | "defer" | "inbox";

export const failureRules = ["action.failed", "action.facts-invalid", "action.deadline"] as const;

export type Outcome =
  | JudgedCall
  /** A sentence for the model; null for none. */
  | { readonly kind: "note"; readonly text: string | null }
  /** Why the agent has to go on; null when it may stop. */
  | { readonly kind: "stop"; readonly send_back: string | null }
  /** Why a change of the host's settings is refused; null when it is none of ours. */
  | { readonly kind: "configuration"; readonly refusal: string | null }
  | { readonly kind: "nothing" }
  /** Our own failure. `message` is one sentence that ends in `[rule]`. */
  | { readonly kind: "failed"; readonly rule: (typeof failureRules)[number]; readonly message: string }
  /** The same under report mode: said where the host has a place for it, and never a refusal. */
  | { readonly kind: "reported"; readonly message: string | null };

/** What a hook process gives its host. `stdout` is one JSON object or nothing. */
export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

/** No word: the call goes on under the host's own rules. */
export const silence: HookOutput = { stdout: "", stderr: "", exit: 0 };

/** Half a character of two code units: a strict reader refuses the whole answer for it, and then the call goes on. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** One JSON object, and nothing else. */
export function say(answer: object): HookOutput {
  return { stdout: JSON.stringify(answer, wellFormed), stderr: "", exit: 0 };
}

/** A sentence in any case: hosts take a refusal without a word for none. */
export function spoken(text: string): string {
  return text.trim() === "" ? "Warrant refused this and gave no reason. [action.failed]" : text;
}

/** The blocking code of every host that has one, with a sentence and no JSON beside it. */
export function block(message: string): HookOutput {
  return { stdout: "", stderr: `${spoken(message)}\n`, exit: 2 };
}

/** What is said of a payload nobody could read: a refusal, unless the gate is off. */
export function unread(outcome: Outcome): HookOutput {
  if (outcome.kind === "nothing") return silence;
  return block(outcome.kind === "failed" ? outcome.message : "");
}
