/** @module One event on its way through the gate: where it came from, what was read for it, and what it came to. */

import type { ActionFacts } from "@warrant/kernel/action/facts";
import type { ActionVerdict } from "@warrant/kernel/action/judge";
import type { Adapter, HostFacts } from "./adapter.ts";
import type { Pace, Timer } from "./deadline.ts";
import type { HostEvent } from "./event.ts";
import type { SessionEventDraft, SessionMemory } from "./memory.ts";
import type { Outcome } from "./outcome.ts";
import type { CompiledPolicy, GatePort, Surroundings } from "./port.ts";
import type { readPrompt } from "./prompt.ts";
import type { ResolvedInput } from "./resolved-input.ts";
import type { StopGate } from "./stop.ts";

/** What decides. All of it is pure but the timer. */
export interface GateParts {
  readonly judge: (facts: ActionFacts) => ActionVerdict;
  readonly resolve: (facts: ActionFacts) => ResolvedInput;
  readonly read: typeof readPrompt;
  readonly claims: StopGate;
  readonly timer: Timer;
}

/** How far an event came, for what has to be said when it comes no further. */
export interface Reached {
  policy: CompiledPolicy | null;
  memory: SessionMemory | null;
  host: HostFacts | null;
  surroundings: Surroundings | null;
}

export interface Turn<Event extends HostEvent = HostEvent> {
  readonly port: GatePort;
  readonly adapter: Adapter;
  readonly event: Event;
  /** Which configuration started the hook, such as `user`. */
  readonly via: string | null;
  readonly parts: GateParts;
  readonly host: HostFacts;
  readonly policy: CompiledPolicy;
  readonly memory: SessionMemory;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly pace: Pace;
  readonly reached: Reached;
}

/** What an event came to, and what the session keeps of it. */
export interface Handled {
  readonly outcome: Outcome;
  readonly drafts: readonly SessionEventDraft[];
}
