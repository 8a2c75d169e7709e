/**
 * @module The agent wants to stop: its claims are compared with the trace of its request, and it is sent back where they are
 * refuted (hosts, section 13). Holding an agent for ever helps nobody, so it may stop wherever nothing could be checked.
 */

import type { ClaimSettings } from "@warrant/kernel/claim/settings";
import type { HostName, StopEvent } from "./event.ts";
import type { SentBack, SessionEvent } from "./memory.ts";
import type { Handled, Turn } from "./turn.ts";
import { endWork } from "./work.ts";

/** What is judged of one stop. */
export interface StopQuestion {
  readonly message: string | null;
  /** The trace of the newest request; null where it cannot be read whole. */
  readonly trace: readonly SessionEvent[] | null;
  readonly session: string;
  readonly host: string;
  readonly cwd: string | null;
  /** Null for the main agent. */
  readonly agent: string | null;
  readonly isEnforcing: boolean;
  readonly isActive: boolean;
  /** Null where nobody can read it. */
  readonly sent: SentBack | null;
  /** Whether every call of the request is in the trace with its result, as far as this host tells of its calls. */
  readonly isWhole: boolean;
}

/** What a stop comes to. */
export interface StopAnswer {
  readonly decision: "allow" | "deny";
  readonly rule: string;
  /** What the agent is told; null when it may stop. */
  readonly send_back: string | null;
  /** A line for the person, or null. */
  readonly notice: string | null;
  readonly refuted: string | null;
  /** What is kept of it. */
  readonly result: unknown;
}

/** Judges the claims at a stop. Pure. */
export type StopGate = (question: StopQuestion, settings?: ClaimSettings) => StopAnswer;

/** Hosts that tell of every call their agents make. */
const tellingAll: ReadonlySet<HostName> = new Set(["claude-code", "agent-sdk"]);

/** What the session keeps of a stop that could not be judged. */
export function uncheckedStop(event: StopEvent): {
  readonly kind: "claim-judged";
  readonly body: SessionEvent["body"];
} {
  return {
    kind: "claim-judged",
    body: { host: event.host, agent: event.agent.id, decision: "allow", rule: "claim.not-checked", applied: false },
  };
}

/** Judges the claims of an agent that wants to stop. */
export async function handleStop(turn: Turn<StopEvent>): Promise<Handled> {
  const { event, memory, port, policy, parts } = turn;
  const trace = port.trace === undefined ? null : await port.trace(event.session);
  const isEnforcing = (policy.claims_mode ?? policy.mode) === "enforce";
  const question: StopQuestion = {
    message: event.message,
    trace,
    session: event.session,
    host: event.host,
    cwd: event.cwd,
    agent: event.agent.id,
    isEnforcing,
    isActive: event.is_active,
    sent: memory.sent_back.get(event.agent.id ?? "") ?? { count: 0, last_refuted: null },
    isWhole: tellingAll.has(event.host) && memory.unanswered.length === 0,
  };
  const answer = parts.claims(question, policy.claims);
  const isSentBack = answer.send_back !== null && isEnforcing;
  const draft = {
    kind: "claim-judged",
    body: {
      host: event.host,
      agent: event.agent.id,
      request_id: memory.request?.request_id ?? null,
      decision: answer.decision,
      rule: answer.rule,
      applied: isSentBack,
      is_sent_back: isSentBack,
      refuted: answer.refuted,
      result: answer.result,
    },
  } as const;
  if (!isSentBack && event.agent.id === null) await endWork(turn, event.message);
  if (isSentBack) return { outcome: { kind: "stop", send_back: answer.send_back }, drafts: [draft] };
  if (answer.notice === null) return { outcome: { kind: "stop", send_back: null }, drafts: [draft] };
  return { outcome: { kind: "reported", message: answer.notice }, drafts: [draft] };
}
