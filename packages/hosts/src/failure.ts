/** @module What our own failure comes to, by what the event was: a call is refused, a prompt goes on, an agent may stop. */

import { stopNotChecked } from "@warrant/kernel/claim/stop";
import { maskText } from "@warrant/kernel/text/mask";
import type { canaryRule } from "./canary.ts";
import type { CallEvent, HostEvent } from "./event.ts";
import type { SessionEventDraft } from "./memory.ts";
import type { failureRules, Outcome } from "./outcome.ts";
import { failureMessage } from "./reason.ts";
import { unreadRequest } from "./recorded-request.ts";
import { uncheckedStop } from "./stop.ts";

export type FailureRule = (typeof failureRules)[number];

/** What the session keeps of a call that was refused without being judged. */
export function failedCall(
  event: CallEvent,
  via: string | null,
  rule: FailureRule | typeof canaryRule,
  mode: "enforce" | "report",
): SessionEventDraft {
  return {
    kind: "action-judged",
    body: {
      call_id: event.call.id,
      host: event.host,
      event: event.event,
      via,
      agent: event.agent.id,
      tool: maskText(event.call.tool.slice(0, 200)).toWellFormed(),
      decision: "deny",
      rule,
      authority: null,
      inbox_id: null,
      channel: "inbox",
      applied: mode === "enforce",
      understood: false,
      findings: [{ rule }],
      effects: [],
    },
  };
}

/** What the session keeps of a failure. */
export function failedDrafts(
  event: HostEvent,
  via: string | null,
  rule: FailureRule,
  mode: "enforce" | "report",
  now: number,
): SessionEventDraft[] {
  if (event.kind === "call") return [failedCall(event, via, rule, mode)];
  if (event.kind === "prompt") return [unreadRequest(event, via, now)];
  return event.kind === "stop" ? [uncheckedStop(event)] : [];
}

/** What is said of a failure: a refusal of what would act, and nothing that holds anybody up for the rest. */
export function failedOutcome(event: HostEvent, rule: FailureRule, mode: "enforce" | "report"): Outcome {
  if (event.kind === "stop") {
    const why = rule === "action.deadline" ? "there was no time." : "a fault of ours kept the check from ending.";
    return { kind: "reported", message: stopNotChecked(why).notice };
  }
  const message = failureMessage(rule);
  if (mode === "report") return { kind: "reported", message };
  if (event.kind === "prompt") return { kind: "note", text: null };
  return { kind: "failed", rule, message };
}
