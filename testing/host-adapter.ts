/** @module Outcomes, payloads and facts for the tests of adapters, ordinary and arbitrary ones. */

import * as fc from "fast-check";
import type { HostFacts } from "../packages/hosts/src/adapter.ts";
import type { JudgedCall, Outcome } from "../packages/hosts/src/outcome.ts";

export function hostFacts(parts: Partial<HostFacts> = {}): HostFacts {
  return {
    version: null,
    capabilities: [],
    is_headless: false,
    may_defer: false,
    environment: [],
    ...parts,
  };
}

/** A verdict; nothing raised unless said otherwise. */
export function judged(parts: Partial<JudgedCall> = {}): JudgedCall {
  return {
    kind: "judged",
    decision: "allow",
    rule: "action.within-bounds",
    reason: `Warrant: found. Next: do. [${parts.rule ?? "action.within-bounds"}]`,
    authority: null,
    inbox_id: null,
    channel: "inbox",
    updated_input: null,
    updated_keys: [],
    ...parts,
  };
}

export const failed: Outcome = {
  kind: "failed",
  rule: "action.failed",
  message: "Warrant: the gate failed. Next: look. [action.failed]",
};

export const late: Outcome = {
  kind: "failed",
  rule: "action.deadline",
  message: "Warrant: the gate was too slow. Next: look. [action.deadline]",
};

/** Also halves of characters, which a strict reader refuses. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("", "  ", "\ud800", "a\udfffb", "\0"),
);
const fields = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });

/** Any refusal: everything that may not let a call run. */
export const arbitraryRefusal: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({
    kind: fc.constant("judged" as const),
    decision: fc.constantFrom("ask" as const, "park" as const, "deny" as const),
    rule: text,
    reason: text,
    authority: fc.option(text),
    inbox_id: fc.option(text),
    channel: fc.constantFrom("prompt" as const, "defer" as const, "inbox" as const),
    updated_input: fc.option(fields),
    updated_keys: fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant("failed" as const),
    rule: fc.constantFrom("action.failed" as const, "action.facts-invalid" as const, "action.deadline" as const),
    message: text,
  }),
  // What a gate should never come to for a call.
  fc.constantFrom<Outcome[]>({ kind: "note", text: "x" }, { kind: "stop", send_back: null }),
);

export const arbitraryOutcome: fc.Arbitrary<Outcome> = fc.oneof(
  arbitraryRefusal,
  text.map((message) => ({ kind: "reported" as const, message })),
  fc.constantFrom<Outcome[]>({ kind: "reported", message: null }, { kind: "nothing" }),
  fc.constant<Outcome>(judged()),
  fields.map((input) =>
    judged({ authority: "a", updated_input: input, updated_keys: Object.keys(input), channel: "prompt" }),
  ),
  fc.constantFrom<Outcome[]>({ kind: "configuration", refusal: "x" }, { kind: "configuration", refusal: null }),
);

const keys = [
  "hook_event_name",
  "tool_name",
  "tool_input",
  "tool_response",
  "tool_result",
  "tool_output",
  "cwd",
  "prompt",
  "command",
  "file_path",
  "workspace_roots",
  "mcp_context",
  "status",
  "input",
  "output",
  "event",
];

/** Any object, mostly with the keys hosts use and the names of their events. */
export function arbitraryPayload(events: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const value = fc.oneof(fc.constantFrom(...events, "Bash", "apply_patch", "*** Begin Patch", "{}"), fc.jsonValue());
  const known = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 10 });
  return fc.oneof(
    fc.tuple(known, fc.constantFrom(...events)).map(([rest, event]) => ({ ...rest, hook_event_name: event, event })),
    fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 }),
  );
}
