/**
 * @module The hook of a host: the bytes of one event in, what the process prints and its exit code out. Input that is no
 * event is a failure, and a failure is a refusal in the host's own form (hosts, section 1).
 */

import type { Adapter, Fields, HostFacts } from "./adapter.ts";
import { adapterOf } from "./adapters.ts";
import { late, within } from "./deadline.ts";
import type { HostEvent, HostName } from "./event.ts";
import { hostOf } from "./fingerprint.ts";
import { gateParts, runGate } from "./gate.ts";
import { block, type HookOutput, type Outcome } from "./outcome.ts";
import type { GatePort } from "./port.ts";
import { failureMessage } from "./reason.ts";
import type { GateParts } from "./turn.ts";

/** Bytes of one event. */
export const longestInput = 16 * 1024 * 1024;

/** The payload, or null when the bytes are no single JSON object. */
export function readPayload(bytes: Uint8Array): Fields | null {
  if (bytes.length > longestInput) return null;
  try {
    // Takes a byte order mark away, and refuses what is no UTF-8.
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

const unknownHost: HostFacts = {
  version: null,
  capabilities: [],
  is_headless: true,
  may_defer: false,
  environment: [],
};

function factsOfHost(port: GatePort, host: HostName, via: string | null): HostFacts {
  try {
    return port.hostFacts(host, via);
  } catch {
    return unknownHost;
  }
}

function parse(adapter: Adapter, payload: Fields): HostEvent | null {
  try {
    return adapter.parse(payload);
  } catch {
    return null;
  }
}

const policyMilliseconds = 150;

/** What is no event: a refusal, unless all that is wanted is a report. */
async function unreadable(port: GatePort, parts: GateParts): Promise<Outcome> {
  const rule = "action.facts-invalid";
  const message = failureMessage(rule);
  try {
    const policy = await within(parts.timer, policyMilliseconds, () => port.policy(null, ""));
    if (policy !== late && policy?.is_enabled === false) return { kind: "nothing" };
    if (policy !== late && policy?.mode === "report") return { kind: "reported", message };
  } catch {
    // Without a policy it is refused.
  }
  return { kind: "failed", rule, message };
}

/**
 * What a host is told about one payload of its own. Never throws: where the host's own words cannot be found, it is blocked.
 *
 * @param payload null when it could not be read.
 */
export async function runPayload(
  port: GatePort,
  adapter: Adapter,
  via: string | null,
  payload: Fields | null,
  parts: GateParts = gateParts,
): Promise<HookOutput> {
  try {
    const event = payload === null ? null : parse(adapter, payload);
    const outcome = event === null ? await unreadable(port, parts) : await runGate(port, adapter, event, via, parts);
    return adapter.render(event, outcome, factsOfHost(port, adapter.host, via));
  } catch {
    return block(failureMessage("action.failed"));
  }
}

/**
 * Runs the hook of a host on what it was given. Never throws; the answer is one JSON object or nothing, and the exit code
 * is 0 or the host's blocking one.
 *
 * @param host the one the command line names; what the payload shows counts before it.
 */
export async function runHook(
  port: GatePort,
  host: HostName,
  via: string | null,
  bytes: Uint8Array,
  parts: GateParts = gateParts,
): Promise<HookOutput> {
  try {
    const payload = readPayload(bytes);
    const adapter = adapterOf(payload === null ? host : hostOf(payload, host));
    if (adapter === null) return block(failureMessage("action.facts-invalid"));
    return await runPayload(port, adapter, via, payload, parts);
  } catch {
    return block(failureMessage("action.failed"));
  }
}
