/** @module What one host's file has to provide: how its payload is read and how a verdict is said. No policy is in it. */

import type { CallEvent, HostEvent, HostName } from "./event.ts";
import type { Channel, HookOutput, Outcome } from "./outcome.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** What is known of the host beside its payload. */
export interface HostFacts {
  /** The version that was installed for, or that the payload tells; null takes the careful column everywhere. */
  readonly version: string | null;
  /** What `warrant hooks doctor` has proven here: `ask`, `ask_mcp`, `updated_input`, `defer`. */
  readonly capabilities: readonly string[];
  /** Nobody sits before it: started with a prompt and without a terminal, or in a cloud. */
  readonly is_headless: boolean;
  /** Whether the operator lets calls be held back (`action.defer: on`). */
  readonly may_defer: boolean;
  /** Names of environment variables that tell something about the host; never their values. */
  readonly environment: readonly string[];
}

export interface Adapter {
  readonly host: HostName;
  /** Which event takes a sentence for the model; `results` where what is said at a prompt is dropped. Absent: the prompt. */
  readonly notes?: "prompt" | "results";
  /** Whether the host takes a changed input for this call. Absent: it does not. */
  readonly rewrites?: (event: CallEvent, facts: HostFacts) => boolean;
  /** Reads one payload; null when it fits none of the host's events, which is a failure. */
  readonly parse: (payload: Fields) => HostEvent | null;
  /** How a question about this call reaches a person. `park`: nobody is there now. */
  readonly channel: (event: CallEvent, decision: "ask" | "park", facts: HostFacts) => Channel;
  /** The host's own words. `event` is null when the payload could not be read. */
  readonly render: (event: HostEvent | null, outcome: Outcome, facts: HostFacts) => HookOutput;
}

/** A text, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** An object, or an empty one. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
