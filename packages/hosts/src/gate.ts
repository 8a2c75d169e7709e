/**
 * @module The gate of one event of a host: its own deadline, one place where every failure ends, report mode, and off. What is
 * decided is the same on every host; how it is said is the adapter's.
 */

import { judgeAction } from "@warrant/kernel/action/judge";
import { maskFor, maskValue } from "@warrant/kernel/text/mask";
import type { Adapter } from "./adapter.ts";
import { handleCall } from "./call.ts";
import { late, machineTimer, within } from "./deadline.ts";
import type { HostEvent } from "./event.ts";
import { failedDrafts, failedOutcome } from "./failure.ts";
import type { SessionEventDraft } from "./memory.ts";
import type { Outcome } from "./outcome.ts";
import type { GatePort } from "./port.ts";
import { handlePrompt, readPrompt } from "./prompt.ts";
import { lateCall, unreadableCall } from "./refused-call.ts";
import { freshMemory } from "./remember.ts";
import { resolvedInput } from "./resolved-input.ts";
import { handleConfiguration, handlePlace, handleSession } from "./session.ts";
import { handleStop } from "./stop.ts";
import { judgeClaims } from "./stop-claims.ts";
import { handleResults } from "./trace.ts";
import type { GateParts, Handled, Reached, Turn } from "./turn.ts";

export const gateParts: GateParts = {
  judge: judgeAction,
  resolve: resolvedInput,
  read: readPrompt,
  claims: judgeClaims,
  timer: machineTimer,
};

/** Milliseconds an event may take; the whole process has two seconds, and the host waits for ten. */
const budgets: Readonly<Record<HostEvent["kind"], number>> = {
  call: 200,
  prompt: 1000,
  results: 1000,
  stop: 1200,
  session: 1000,
  configuration: 1000,
  place: 1000,
  other: 1000,
};
const recordMilliseconds = 600;

function nothingReached(): Reached {
  return { policy: null, memory: null, host: null, surroundings: null };
}

interface Started {
  readonly port: GatePort;
  readonly adapter: Adapter;
  readonly event: HostEvent;
  readonly via: string | null;
  readonly parts: GateParts;
  readonly reached: Reached;
}

/** What an event comes to, by its kind. */
function handleEvent(turn: Turn): Handled | Promise<Handled> {
  const { event } = turn;
  switch (event.kind) {
    case "call":
      return handleCall({ ...turn, event });
    case "prompt":
      return handlePrompt({ ...turn, event });
    case "results":
      return handleResults({ ...turn, event });
    case "stop":
      return handleStop({ ...turn, event });
    case "session":
      return handleSession({ ...turn, event });
    case "place":
      return handlePlace({ ...turn, event });
    case "configuration":
      return handleConfiguration({ ...turn, event });
    case "other":
      return { outcome: { kind: "nothing" }, drafts: [] };
    default:
      return event satisfies never;
  }
}

async function handle(started: Started, pace: () => void): Promise<Handled> {
  const { port, event, via, reached } = started;
  const policy = await port.policy(event.cwd, event.session);
  reached.policy = policy;
  if (policy === null) return unreadable(started);
  // Of a session without a name nothing is known: it may be any.
  const memory = event.session === "" ? freshMemory("") : await port.memory(event.session);
  reached.memory = memory;
  if (!policy.is_enabled) {
    const drafts: SessionEventDraft[] = memory.is_gate_off_said
      ? []
      : [{ kind: "gate-off", body: { host: event.host } }];
    return { outcome: { kind: "nothing" }, drafts };
  }
  const host = { ...port.hostFacts(event.host, via), may_defer: policy.may_defer };
  reached.host = host;
  const turn: Turn = { ...started, host, policy, memory, now: port.now(), pace };
  return handleEvent(turn);
}

/** What of an event somebody else wrote. */
function untrusted(event: HostEvent): unknown {
  if (event.kind === "call") return [event.call.tool, event.call.input];
  if (event.kind === "prompt") return event.text;
  if (event.kind === "results") return event.results;
  return event.kind === "stop" ? event.message : null;
}

/** What an event came to without any secret of it, in what is said as in what is kept. */
function withoutSecrets(event: HostEvent, { outcome, drafts }: Handled): Handled {
  const mask = maskFor(untrusted(event));
  return {
    outcome: maskOutcome(outcome, mask),
    drafts: drafts.map(({ kind, body }) => ({ kind, body: maskValue(body, mask) as SessionEventDraft["body"] })),
  };
}

function maskOutcome(outcome: Outcome, mask: (text: string) => string): Outcome {
  const masked = (text: string | null) => (text === null ? null : mask(text));
  switch (outcome.kind) {
    case "judged":
      return { ...outcome, reason: mask(outcome.reason) };
    case "note":
      return { ...outcome, text: masked(outcome.text) };
    case "stop":
      return { ...outcome, send_back: masked(outcome.send_back) };
    case "reported":
      return { ...outcome, message: masked(outcome.message) };
    // What these say holds nothing of the event.
    case "configuration":
    case "failed":
    case "nothing":
      return outcome;
    default:
      return outcome satisfies never;
  }
}

/** Nobody knows what was configured: a call is refused, and everything else is a failure. */
function unreadable({ event, via }: Started): Handled {
  if (event.kind === "call") return unreadableCall(event, via);
  throw new Error("The policy cannot be read.");
}

/** Appends to the session. Of a call its verdict stands, whether it could be kept or not. */
async function record({ port, event, parts }: Started, drafts: readonly SessionEventDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const done = await within(parts.timer, recordMilliseconds, () => port.record(event.session, drafts));
  if (done === late && event.kind !== "call") throw new Error("The session cannot be written.");
}

async function recordIfPossible(started: Started, drafts: () => readonly SessionEventDraft[]): Promise<void> {
  try {
    await record(started, drafts());
  } catch {
    // The ledger is what failed, or it fails as well; what is said does not change.
  }
}

async function fail(started: Started, rule: "action.failed" | "action.deadline"): Promise<Outcome> {
  const { port, event, via, reached } = started;
  const mode = reached.policy?.mode ?? "enforce";
  await recordIfPossible(started, () => failedDrafts(event, via, rule, mode, port.now()));
  return failedOutcome(event, rule, mode);
}

async function endLate(started: Started): Promise<Outcome> {
  const { event, reached } = started;
  if (event.kind !== "call" || reached.policy?.mode === "report") return fail(started, "action.deadline");
  const handled = await lateCall({ ...started, event });
  await recordIfPossible(started, () => handled.drafts);
  return handled.outcome;
}

/**
 * What the gate comes to for one event. Never throws, never waits for a person, and answers before the host's own deadline.
 *
 * @param via which configuration started the hook, such as `user`; null when nobody says.
 */
export async function runGate(
  port: GatePort,
  adapter: Adapter,
  event: HostEvent,
  via: string | null,
  parts: GateParts = gateParts,
): Promise<Outcome> {
  const started: Started = { port, adapter, event, via, parts, reached: nothingReached() };
  try {
    const reached = await within(parts.timer, budgets[event.kind], (pace) => handle(started, pace));
    if (reached === late) return await endLate(started);
    const handled = withoutSecrets(event, reached);
    if (event.kind === "call") await recordIfPossible(started, () => handled.drafts);
    else await record(started, handled.drafts);
    return handled.outcome;
  } catch {
    return fail(started, "action.failed");
  }
}
