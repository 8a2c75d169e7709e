/** @module What programs import that connect an agent host to the gate. */

export type { Adapter, Fields, HostFacts } from "./adapter.ts";
export type { HostEvent, HostName } from "./event.ts";
export { runGate } from "./gate.ts";
export { runHook } from "./hook.ts";
export type { HookOutput, Outcome } from "./outcome.ts";
export type { GatePort } from "./port.ts";
