/** @module Calls that are refused without being judged: nothing is known of them in time, or the doctor made them. */

import type { ActionVerdict } from "@warrant/kernel/action/judge";
import { canaryRule } from "./canary.ts";
import { late, within } from "./deadline.ts";
import type { CallEvent } from "./event.ts";
import { failedCall } from "./failure.ts";
import type { JudgedCall } from "./outcome.ts";
import type { CompiledPolicy } from "./port.ts";
import { identityBefore, park, questionOf } from "./question.ts";
import { reasonOf, sentence, waitingReason } from "./reason.ts";
import type { Handled, Turn } from "./turn.ts";

type RuleWithoutFacts = "action.facts-invalid" | "action.deadline" | typeof canaryRule;

/** A verdict without facts: what could not be read, took too long, or is refused in any case. */
function verdictWithoutFacts(rule: RuleWithoutFacts): ActionVerdict {
  return {
    schema: "warrant.verdict/v1",
    gate: "action",
    decision: "deny",
    rule,
    reason: "",
    findings: [],
    effects: [],
    understood: false,
    reversibility: "irreversible",
    authority: null,
  };
}

/** A verdict that needs no facts. */
function refusal(rule: RuleWithoutFacts, inbox: string | null): JudgedCall {
  const verdict = verdictWithoutFacts(rule);
  return {
    kind: "judged",
    decision: inbox === null ? "deny" : "park",
    rule,
    reason: inbox === null ? reasonOf(verdict) : waitingReason(verdict, inbox),
    authority: null,
    inbox_id: inbox,
    channel: "inbox",
    updated_input: null,
    updated_keys: [],
  };
}

/** A call whose policy nobody can read. The call itself may be as readable as any. */
export function unreadableCall(event: CallEvent, via: string | null): Handled {
  const reason = sentence(
    "What is configured here cannot be used, or was changed and is being compiled",
    "Try once more; when it stays so, a person runs `warrant daemon compile` in this folder, which says what is wrong",
    "action.facts-invalid",
  );
  return {
    outcome: { ...refusal("action.facts-invalid", null), reason },
    drafts: [failedCall(event, via, "action.facts-invalid", "enforce")],
  };
}

/** The doctor's own call: refused, and kept under its nonce, so that the doctor finds it. */
export function canaryCall(event: CallEvent, via: string | null, mode: CompiledPolicy["mode"], nonce: string): Handled {
  const { kind, body } = failedCall(event, via, canaryRule, mode);
  return {
    outcome: mode === "report" ? { kind: "reported", message: null } : refusal(canaryRule, null),
    drafts: [{ kind, body: { ...body, canary: nonce } }],
  };
}

const parkMilliseconds = 300;

/** A call that was not judged in time: refused, and where nobody attends and it is known what it is bound to, put to a person. */
export async function lateCall(
  turn: Pick<Turn<CallEvent>, "port" | "event" | "via" | "parts" | "reached">,
): Promise<Handled> {
  const { port, event, via, parts, reached } = turn;
  const rule = "action.deadline";
  const { kind, body } = failedCall(event, via, rule, "enforce");
  const { policy, memory, host, surroundings } = reached;
  const isKnown = policy !== null && memory !== null && host !== null && surroundings !== null;
  if (!isKnown || !host.is_headless) return { outcome: refusal(rule, null), drafts: [{ kind, body }] };
  const question = questionOf(identityBefore(event, surroundings, policy), verdictWithoutFacts(rule), memory);
  const parked = await within(parts.timer, parkMilliseconds, () => park(port, question));
  const inbox = parked === late ? null : parked;
  const decision = inbox === null ? "deny" : "park";
  return { outcome: refusal(rule, inbox), drafts: [{ kind, body: { ...body, decision, inbox_id: inbox } }] };
}
